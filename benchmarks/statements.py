"""What NumPy's and PyTorch's own users write for an operator: every way that may be the quickest.

The operands are a, b and c. Must not import NumPy, isocast or a peer.
"""

from __future__ import annotations

from typing import Final

from .grid import Cell
from .operands import is_whole

_Ways = dict[str, tuple[str, ...]]
_NUMPY_BY_NAME: Final = {
    **{"Add": "add", "Sub": "subtract", "Mul": "multiply", "Pow": "power", "Max": "maximum", "Min": "minimum"},
    **{"Greater": "greater", "GreaterOrEqual": "greater_equal", "Less": "less", "LessOrEqual": "less_equal"},
    **{"Equal": "equal", "BitShift": "left_shift"},
    **{"BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or", "BitwiseXor": "bitwise_xor"},
}
_NUMPY: Final[_Ways] = {
    **{operator: (f"np.{name}(a, b)",) for operator, name in _NUMPY_BY_NAME.items()},
    **{op: (f"np.logical_{op.lower()}(a, b)", f"np.bitwise_{op.lower()}(a, b)") for op in ("And", "Or", "Xor")},
    "Where": ("np.where(a, b, c)",),
    "Sum": ("a + b + c", "iadd(a + b, c)"),
    "Mean": ("(a + b + c) / three", "itruediv(iadd(a + b, c), three)"),
    "PRelu": ("np.where(a < 0, a * b, a)",),
    "Expand": ("np.broadcast_to(a, shape).copy()", "np.ascontiguousarray(np.broadcast_to(a, shape))"),
    "Gemm": ("a @ b + c",),
}
_NUMPY_DIVISIONS: Final[_Ways] = {  # of integers, of others
    "Div": ("np.floor_divide(a, b)", "np.divide(a, b)"),
    "Mod": ("np.remainder(a, b)", "np.fmod(a, b)"),
}
_TORCH_BY_NAME: Final = {
    **{"Add": "add", "Sub": "sub", "Mul": "mul", "Pow": "pow", "Max": "maximum", "Min": "minimum"},
    **{"Greater": "gt", "GreaterOrEqual": "ge", "Less": "lt", "LessOrEqual": "le"},
    **{"Equal": "eq", "BitShift": "bitwise_left_shift"},
    **{"BitwiseAnd": "bitwise_and", "BitwiseOr": "bitwise_or", "BitwiseXor": "bitwise_xor"},
}
_TORCH: Final[_Ways] = {
    **{operator: (f"torch.{name}(a, b)",) for operator, name in _TORCH_BY_NAME.items()},
    **{op: (f"torch.logical_{op.lower()}(a, b)", f"torch.bitwise_{op.lower()}(a, b)") for op in ("And", "Or", "Xor")},
    "Where": ("torch.where(a, b, c)",),
    "Sum": ("a + b + c", "torch.add(a, b).add_(c)"),
    "Mean": ("(a + b + c) / 3", "torch.add(a, b).add_(c).div_(3)"),
    "PRelu": ("torch.where(a < 0, a * b, a)",),
    "Expand": ("a.expand(shape).contiguous()", "a.expand(shape).clone(memory_format=contiguous)"),
    "Gemm": ("torch.addmm(c, a, b)",),
}
_TORCH_DIVISIONS: Final[_Ways] = {  # of integers, of others
    "Div": ('torch.div(a, b, rounding_mode="trunc")', "torch.div(a, b)"),
    "Mod": ("torch.remainder(a, b)", "torch.fmod(a, b)"),
}


def _ways(cell: Cell, divisions: _Ways, others: _Ways) -> tuple[str, ...]:
    if cell.operator not in divisions:
        return others[cell.operator]
    of_integers, of_others = divisions[cell.operator]
    return (of_integers if is_whole(cell.type) else of_others,)


def numpy_statements(cell: Cell) -> tuple[str, ...]:
    """Ways to do a cell's work with NumPy."""
    if cell.operator == "Gemm" and cell.type == "bfloat16":  # its products are float
        return ("(a @ b + c).astype(a.dtype)",)
    return _ways(cell, _NUMPY_DIVISIONS, _NUMPY)


def torch_statements(cell: Cell) -> tuple[str, ...]:
    """Ways to do a cell's work with PyTorch."""
    return _ways(cell, _TORCH_DIVISIONS, _TORCH)
