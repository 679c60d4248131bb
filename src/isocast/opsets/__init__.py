"""The broadcasting operators at every opset: what each version takes, and what it does.

`signature` reads operands, types and attributes from `onnx.defs`, `table` has the operators and their versions,
`old_rules` is the broadcasting before opset 7, `kernel` makes one operator at one opset into something to call.
Must not import the evaluator, the backend or the command line.

>>> import numpy as np
>>> kernel = bind("Add", 6, {"broadcast": 1, "axis": 0})
>>> kernel(np.zeros((2, 3), np.float32), np.array([1, 2], np.float32)).tolist()
[[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]
"""

from .kernel import Kernel, apply, bind
from .signature import Attribute, Operand, Signature, check_attributes, check_number, check_types, read
from .table import NEWEST, OPERATORS, Broadcasting, OperatorVersion, check_opset, lookup, versions

__all__ = [
    "NEWEST",
    "OPERATORS",
    "Attribute",
    "Broadcasting",
    "Kernel",
    "Operand",
    "OperatorVersion",
    "Signature",
    "apply",
    "bind",
    "check_attributes",
    "check_number",
    "check_opset",
    "check_types",
    "lookup",
    "read",
    "versions",
]
