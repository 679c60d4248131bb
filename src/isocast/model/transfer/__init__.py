"""What is known of a node's result, from what is known of its operands: the operators that decide about shapes.

Each file holds one family; `TRANSFER` maps an operator to its function. A function answers None where it knows no more
than onnx's own inference, which is asked then. Must not import the engine that calls it.
"""

from .call import Call, Transfer
from .elementwise import ELEMENTWISE
from .layout import LAYOUT
from .matrices import MATRICES
from .shapes import SHAPES

TRANSFER: dict[str, Transfer] = {**ELEMENTWISE, **MATRICES, **SHAPES, **LAYOUT}

__all__ = ["TRANSFER", "Call", "Transfer"]
