"""Shapes as users give them: checked, and turned into tuples of Python integers.

Pure: must not import NumPy or any part of isocast but `errors` and `clauses`.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Final

from .clauses import rule
from .errors import Shape, ShapeError

MAX_RANK: Final = 64  # NumPy's arrays have no more axes
SIZE_LIMIT: Final = 2**63  # a size, a stride and an element count fit a signed 64-bit index

_HELP: Final = "give a tuple of integers, such as (2, 3)"


def checked_shape(value: object, argument: str = "shape") -> Shape:
    """The shape a user gave, as a tuple of Python integers; `argument` is what an error calls it.

    Sizes are whatever Python takes as an index, so NumPy's integers too, but not booleans.

    >>> checked_shape([2, 3])
    (2, 3)

    Clauses: rank
    """
    if type(value) is tuple and len(value) <= MAX_RANK and all(type(n) is int and 0 <= n < SIZE_LIMIT for n in value):
        return value
    if isinstance(value, str | bytes | Mapping) or not (hasattr(value, "__len__") and hasattr(value, "__getitem__")):
        help_ = f"write ({value},)" if isinstance(value, int) else _HELP
        raise _not_a_shape(argument, f"is of type {type(value).__name__}, not a sequence of sizes", help_)
    try:
        sizes = list(value)  # type: ignore[call-overload]
    except TypeError:
        raise _not_a_shape(argument, "has no axes to read sizes from", _HELP) from None
    if len(sizes) > MAX_RANK:
        found = f"{argument} has {len(sizes)} axes, more than the {MAX_RANK} that NumPy's arrays can have"
        help_ = f"merge axes until {MAX_RANK} are left"
        raise ShapeError(summary=found, code="rank", rule=rule("rank"), help=help_, argument=argument)
    return tuple(_checked_size(size, axis, argument) for axis, size in enumerate(sizes))


def _checked_size(size: object, axis: int, argument: str) -> int:
    where = f"on axis {axis}"
    if isinstance(size, bool) or str(getattr(size, "dtype", "")).endswith("bool"):
        raise _not_a_shape(argument, f"has the boolean {size} {where}", "write 1 or 0 if that is the size meant")
    try:
        number = index(size)  # type: ignore[arg-type]
    except TypeError:
        found = f"has {_short(size)} {where}, which is not an integer"
        raise _not_a_shape(argument, found, "sizes are integers; convert with int() if nothing is lost") from None
    if number < 0:
        raise _not_a_shape(argument, f"has the negative size {_short(number)} {where}", "a size is 0 or more")
    if number >= SIZE_LIMIT:
        raise _not_a_shape(argument, f"has size {_short(number)} {where}, more than 2^63 - 1", "no tensor is that long")
    return number


def _short(value: object) -> str:
    if isinstance(value, int):  # Python itself refuses to print very long integers
        return str(value) if value.bit_length() < 200 else f"an integer of {value.bit_length()} bits"
    text = repr(value)
    return text if len(text) < 60 else f"{text[:57]}..."


def _not_a_shape(argument: str, found: str, help_: str) -> ShapeError:
    return ShapeError(
        summary=f"{argument} {found}",
        code="shape",
        rule="shape, a sequence of integers from 0 to 2^63 - 1, one for each axis",
        help=help_,
        argument=argument,
    )
