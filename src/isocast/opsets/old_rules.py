"""How shapes met before opset 7, and for Max, Min, Mean and Sum before opset 8.

Each function answers with a view that broadcasts today as the operand did then, or refuses. Nothing is copied.
An implementation of its own: it shares no line with the specification it is compared with.
Clauses: legacy-axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from numpy.typing import NDArray

from ..clauses import rule
from ..errors import BroadcastError, Shape
from ..shapes import shape_text

Array = NDArray[Any]
Names = tuple[str, str]

_HELP: Final = "expand it beforehand, or convert the model to opset 8 or newer, where these operators broadcast"


def fit(
    operator: str, target: Shape, operand: Array, *, broadcast: int, axis: int | None = None, names: Names = ("A", "B")
) -> Array:
    """The second operand, ready to be broadcast to the shape of the first.

    With `broadcast` it has one element, or its sizes are a contiguous run of the first's, from `axis` on or else at the
    end; a size of 1 is not stretched. Without, the shapes are equal.

    >>> import numpy as np
    >>> fit("Add-6", (2, 3, 4, 5), np.zeros((3, 4)), broadcast=1, axis=1).shape
    (3, 4, 1)

    Clauses: legacy-axis
    """
    shape = operand.shape
    if not broadcast:
        if shape != target:
            raise _refusal(operator, names, (target, shape), "the shapes differ and attribute broadcast is not 1")
        return operand
    if operand.size == 1 and len(shape) <= len(target):
        return operand.reshape(())
    start = len(target) - len(shape) if axis is None else axis
    after = len(target) - start - len(shape)
    if start < 0 or after < 0:
        raise _refusal(operator, names, (target, shape), _does_not_fit(target, shape, axis))
    run = target[start : start + len(shape)]
    if run != shape:
        place = next(i for i, (own, wanted) in enumerate(zip(shape, run, strict=True)) if own != wanted)
        why = f"from axis {start} on its sizes must be {shape_text(run)}, and size 1 is not stretched"
        raise _refusal(
            operator, names, (target, shape), why, axis=start + place, size=shape[place], expected=run[place]
        )
    return operand[(..., *(None,) * after)]


def fit_slope(operator: str, target: Shape, slope: Array) -> Array:
    """The slope of PRelu before opset 7: one element for all, one per channel (axis 1), or one per element.

    >>> import numpy as np
    >>> fit_slope("PRelu-6", (2, 3, 4, 5), np.zeros(3)).shape
    (3, 1, 1)

    Clauses: prelu, legacy-axis
    """
    if slope.size == 1 and slope.ndim <= len(target):
        return slope.reshape(())
    if slope.shape == target:
        return slope
    if slope.ndim == 1 and len(target) >= 2 and slope.shape[0] == target[1]:
        return slope[(..., *(None,) * (len(target) - 2))]
    allowed = f"1 element, or {target[1]}, one per channel" if len(target) >= 2 else "1 element, or the shape of X"
    raise _refusal(operator, ("X", "slope"), (target, slope.shape), f"before opset 7 a slope has {allowed}")


def check_equal(operator: str, names: Sequence[str], shapes: Sequence[Shape]) -> None:
    """Refuses operands of different shapes, where a version of Max, Min, Mean or Sum takes one shape only.

    Clauses: legacy-axis
    """
    for place, shape in enumerate(shapes):
        if shape != shapes[0]:
            pair = (names[0], names[place])
            why = "before opset 8 all operands have one shape"
            raise _refusal(operator, pair, (shapes[0], shape), why, tensor=place)


def _does_not_fit(target: Shape, shape: Shape, axis: int | None) -> str:
    where = "" if axis is None else f" from axis {axis}"
    return f"{len(shape)} axes do not fit into {len(target)}{where}"


def _refusal(
    operator: str,
    names: Names,
    shapes: tuple[Shape, Shape],
    why: str,
    *,
    tensor: int = 1,
    axis: int = -1,
    size: int = -1,
    expected: int = -1,
) -> BroadcastError:
    target, shape = map(shape_text, shapes)
    return BroadcastError(
        summary=f"{operator} cannot broadcast {names[1]} {shape} to {names[0]} {target}: {why}",
        code="legacy-axis",
        rule=rule("legacy-axis"),
        help=_HELP,
        tensor=tensor,
        axis=axis,
        size=size,
        expected=expected,
        shapes=shapes,
    )
