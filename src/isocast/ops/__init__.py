"""The operators people call, and broadcasting itself.

The operators are C functions of `_native`; what they leave alone comes back to the Python functions of the same names,
which are handed over here. Must not import anything but what stands above: `_native`, `arrays`, `shapes`, `spec`, ….
"""

import os

from .. import _native
from .._native import (
    add,
    and_,
    bit_shift,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    div,
    equal,
    expand,
    gemm,
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
    sub,
    sum,
    where,
    xor,
)
from .elementwise import FUNCTIONS
from .matrices import gemm as _gemm
from .settings import configure, get_drivers, get_num_threads, set_drivers, set_num_threads, show_config
from .views import broadcast, broadcast_shape_to, broadcast_shapes, broadcast_to

_native.install({**FUNCTIONS, "gemm": _gemm})
configure(os.environ)

__all__ = [
    "add", "and_", "bit_shift", "bitwise_and", "bitwise_or", "bitwise_xor", "broadcast", "broadcast_shape_to",
    "broadcast_shapes", "broadcast_to", "div", "equal", "expand", "gemm", "get_drivers", "get_num_threads", "greater",
    "greater_or_equal", "less", "less_or_equal", "max", "mean", "min", "mod", "mul", "or_", "pow", "prelu",
    "set_drivers", "set_num_threads", "show_config", "sub", "sum", "where", "xor",
]  # fmt: skip
