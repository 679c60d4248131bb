"""Cast: every element type of ours to every other, with one rounding.

NumPy and ml_dtypes convert where they round once; where they would round twice (to bfloat16 by way of float, from text
by way of double), the intermediate is rounded to odd, so that the second rounding sees on which side the value lies.
What ONNX leaves undefined (a float out of an integer's range, text that is no number) is refused, not guessed.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Any, Final

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ..errors import ArgumentError, IntegerRangeError
from ..types import ElementType, element_type

Array = NDArray[Any]

_NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_SPECIAL: Final = re.compile(r"[+-]?inf|nan", re.IGNORECASE)
_MOST_DIGITS: Final = 25  # more than the largest integer of 64 bits has


def cast(array: Array, to: ElementType) -> Array:
    """The array with its elements converted; itself if there is nothing to convert.

    >>> from ..types import ELEMENT_TYPES
    >>> cast(np.array([200, -1], np.int16), ELEMENT_TYPES["int8"]).tolist()
    [-56, -1]
    """
    source = element_type(array)
    if source.name == to.name:
        return array
    if to.kind == "string":
        return _to_strings(array)
    with np.errstate(over="ignore", invalid="ignore"):  # infinities and NaNs are results
        if source.kind == "string":
            return _from_strings(array, to)
        return _between_numbers(array.astype(np.float32) if source.name == "bfloat16" else array, to)


def _between_numbers(array: Array, to: ElementType) -> Array:
    if to.kind == "bool":
        return np.asarray(array != 0)
    if array.dtype.kind == "f" and to.kind in {"int", "uint"}:
        return _to_integers(array, to)
    if to.name == "bfloat16" and array.dtype.itemsize > 2:
        return _to_bfloat16(array)
    return array.astype(to.numpy)


def _to_integers(array: Array, to: ElementType) -> Array:
    whole = np.trunc(array.astype(np.float64))
    bounds = np.iinfo(to.numpy)
    is_outside = ~((whole >= float(bounds.min)) & (whole < float(int(bounds.max) + 1)))
    if is_outside.any():
        index = int(is_outside.argmax())
        raise _out_of_range(str(array.flat[index]), to, index)
    return np.asarray(whole.astype(to.numpy))


def _to_bfloat16(array: Array) -> Array:
    """Doubles, floats and wide integers to bfloat16, through a float rounded to odd."""
    exact = (_odd_53_bits(array) if array.dtype.kind in "iu" else array).astype(np.float64)
    near = exact.astype(np.float32)
    is_inexact = (near != exact) & ~np.isnan(exact)
    is_too_large = is_inexact & (np.abs(near.astype(np.float64)) > np.abs(exact))
    odd = (near.view(np.uint32) - is_too_large) | is_inexact
    return np.asarray(odd.view(np.float32).astype(ml_dtypes.bfloat16))


def _odd_53_bits(array: Array) -> Array:
    """Integers that a double holds exactly: where 53 bits do not do, the lowest kept bit says that more followed."""
    number = array.dtype.type
    if array.dtype.itemsize < 8:
        return array
    low, high = array & number(0x7FF), array >> number(53)
    sticky = (array ^ low) | ((low != 0).astype(array.dtype) << number(11))
    return np.asarray(np.where((high == 0) | (high == -1), array, sticky))


def _to_strings(array: Array) -> Array:
    texts = np.empty(array.size, object)
    texts[:] = [str(value) for value in array.flat]
    return texts.reshape(array.shape)


def _from_strings(array: Array, to: ElementType) -> Array:
    texts = [_literal(str(text), index) for index, text in enumerate(array.flat)]
    if to.kind in {"int", "uint"}:
        return np.array([_integer(text, to, i) for i, text in enumerate(texts)], to.numpy).reshape(array.shape)
    if to.kind != "float":
        raise ArgumentError(summary=f"Cast from string to {to.name} is not defined", code="IC406", argument="to")
    read = float if to.name == "double" else _odd_double
    doubles = np.array([read(text) for text in texts], np.float64).reshape(array.shape)
    return _between_numbers(doubles, to)


def _literal(text: str, index: int) -> str:
    if _NUMBER.fullmatch(text) or _SPECIAL.fullmatch(text):
        return text
    shown = text if len(text) < 40 else f"{text[:37]}..."
    raise ArgumentError(summary=f"Cast: element {index} is {shown!r}, which is not a number", code="IC406")


def _odd_double(text: str) -> float:
    """The double nearest to a literal, or its neighbour with an odd last bit if the literal lies between the two."""
    near = float(text)
    if not math.isfinite(near) or Decimal(near) == Decimal(text):
        return near
    is_odd = np.float64(near).view(np.int64) & 1
    return near if is_odd else math.nextafter(near, math.inf if Decimal(text) > Decimal(near) else -math.inf)


def _integer(text: str, to: ElementType, index: int) -> int:
    bounds = np.iinfo(to.numpy)
    number = Decimal(text)
    if number.is_finite() and number.adjusted() < _MOST_DIGITS and bounds.min <= int(number) <= bounds.max:
        return int(number)
    raise _out_of_range(text, to, index)


def _out_of_range(value: str, to: ElementType, index: int) -> IntegerRangeError:
    shown = value if len(value) < 40 else f"{value[:37]}..."
    return IntegerRangeError(
        summary=f"Cast: element {index} is {shown}, which {to.name} cannot hold",
        code="IC406",
        rule="ONNX leaves a float out of the range of an integer type undefined; isocast refuses it",
        index=index,
    )
