"""Broadcasting in ONNX, made explicit, exact, fast and proved.

>>> import numpy as np, isocast as ic
>>> ic.add(np.float32([[1], [2]]), np.float32([10, 20]))
array([[11., 21.],
       [12., 22.]], dtype=float32)
"""

from . import spec
from .errors import (
    ArgumentError,
    BroadcastError,
    DivisionByZeroError,
    IntegerRangeError,
    IsocastError,
    ProfileError,
    ShapeError,
    TooLargeError,
    TypeMismatchError,
)
from .ops import (
    add,
    and_,
    bit_shift,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    broadcast,
    broadcast_shape_to,
    broadcast_shapes,
    broadcast_to,
    div,
    equal,
    expand,
    gemm,
    get_drivers,
    get_num_threads,
    greater,
    greater_or_equal,
    less,
    less_or_equal,
    max,
    mean,
    min,
    mod,
    mul,
    or_,
    pow,
    prelu,
    set_drivers,
    set_num_threads,
    show_config,
    sonnx,
    sub,
    sum,
    where,
    xor,
)
from .version import __version__

__all__ = [
    "ArgumentError", "BroadcastError", "DivisionByZeroError", "IntegerRangeError", "IsocastError", "ProfileError",
    "ShapeError", "TooLargeError", "TypeMismatchError", "__version__", "add", "and_", "bit_shift", "bitwise_and",
    "bitwise_or", "bitwise_xor", "broadcast", "broadcast_shape_to", "broadcast_shapes", "broadcast_to", "div", "equal",
    "expand", "gemm", "get_drivers", "get_num_threads", "greater", "greater_or_equal", "less", "less_or_equal", "max",
    "mean", "min", "mod", "mul", "or_", "pow", "prelu", "set_drivers", "set_num_threads", "show_config", "sonnx",
    "spec", "sub", "sum", "where", "xor",
]  # fmt: skip
