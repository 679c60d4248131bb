"""The operands of a cell: arrays whose values every contender agrees on, laid out as the pattern says.

Values are chosen so that no result overflows, no divisor is zero and no shortcut applies (Pow by exactly 2, say).
Must not import isocast or a peer.
"""

from __future__ import annotations

from typing import Any, Final

import ml_dtypes
import numpy as np
from numpy.typing import DTypeLike, NDArray

from .grid import NON_CONTIGUOUS, Cell, Shape

Array = NDArray[Any]
_DTYPES: Final[dict[str, DTypeLike]] = {"float": "float32", "double": "float64", "bfloat16": ml_dtypes.bfloat16}
_PERIOD: Final = 1 << 16


def dtype_of(kind: str) -> np.dtype[Any]:
    """NumPy's type for a name of ONNX."""
    return np.dtype(_DTYPES.get(kind, kind))


def is_whole(kind: str) -> bool:
    """Whether a type's numbers are integers."""
    return kind.lstrip("u").startswith("int")


def _fill(kind: str, shape: Shape, low: float, high: float, seed: int) -> Array:
    """Values between low and high, made once and repeated: 64 MB of random numbers would outlast measuring them."""
    random = np.random.default_rng(seed)
    if kind == "bool":
        period: Array = random.integers(0, 2, _PERIOD).astype(np.bool_)
    elif is_whole(kind):
        least = max(int(low), 0) if kind.startswith("uint") else int(low)
        period = random.integers(least, int(high) + 1, _PERIOD).astype(dtype_of(kind))
    else:
        period = random.uniform(low, high, _PERIOD).astype(dtype_of(kind))
    if shape == ():
        return np.asarray(True if kind == "bool" else period[1])  # And with False is a shortcut: nothing to compute
    return np.resize(period, shape)


def _laid_out(array: Array, pattern: str) -> Array:
    """The same values and shape, in the memory order of the pattern."""
    if pattern == "transposed" and array.ndim == 2:
        return np.ascontiguousarray(array.T).T
    if pattern == "every-other":
        wide = np.empty(array.size * 2, array.dtype)
        wide[::2] = array
        return wide[::2]
    return array


def _ranges(operator: str, kind: str) -> tuple[tuple[float, float], tuple[float, float]]:
    whole = is_whole(kind)
    if operator == "BitShift":
        return (0, 100), (0, 7)
    if operator == "Pow":
        return ((1, 9), (0, 5)) if whole else ((0.5, 2.0), (-1.7, 2.3))
    if operator in ("Div", "Mod"):
        return ((0, 100), (1, 9)) if whole else ((-4.0, 4.0), (0.5, 2.0))
    if operator == "Gemm":
        return ((-3, 3), (-3, 3)) if whole else ((-1.0, 1.0), (-1.0, 1.0))
    if operator == "PRelu":
        return ((-10, 10), (-10, 10)) if whole else ((-2.0, 2.0), (-1.0, 1.0))
    return ((-10, 10), (-10, 10)) if whole else ((-2.0, 2.0), (-2.0, 2.0))


def operands(cell: Cell) -> tuple[Array, ...]:
    """The inputs of one call, in the operator's order; for Expand the input alone."""
    shape_a, shape_b = cell.shapes
    range_a, range_b = _ranges(cell.operator, cell.type)
    if cell.operator == "Gemm":
        (m, n), k = shape_a, cell.depth
        a, b = _fill(cell.type, (m, k), *range_a, seed=1), _fill(cell.type, (k, n), *range_b, seed=2)
        return a, b, _fill(cell.type, shape_b, *range_b, seed=3)
    layout = cell.pattern if cell.pattern in NON_CONTIGUOUS else ""
    a = _laid_out(_fill(cell.type, shape_a, *range_a, seed=1), layout)
    if cell.operator == "Expand":
        return (_laid_out(_fill(cell.type, shape_b, *range_b, seed=2), layout),)
    b = _fill(cell.type, shape_b, *range_b, seed=2)
    if cell.operator == "Where":
        return _laid_out(_fill("bool", shape_a, 0, 1, seed=3), layout), a, b
    if cell.operator in ("Sum", "Mean"):
        return a, b, _fill(cell.type, shape_a, *range_a, seed=4)
    return a, b


def attributes(cell: Cell) -> dict[str, Any]:
    """What a node of the cell's operator says besides its operands."""
    if cell.operator == "BitShift":
        return {"direction": "LEFT"}
    return {"fmod": 1} if cell.operator == "Mod" and not is_whole(cell.type) else {}


def result_shape(cell: Cell) -> Shape:
    """The shape all contenders must answer with."""
    if cell.operator == "Gemm":
        return cell.shapes[0]
    return np.broadcast_shapes(*cell.shapes)
