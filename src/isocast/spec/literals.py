"""Tensors from Python numbers, and back: what makes a test or an example readable.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import copysign, isinf, isnan
from typing import Final, cast

from .integers import INTEGERS
from .numbers import FORMATS, Format, decode, encode
from .tensor import Shape, Tensor

Number = int | float | Fraction
COMPLEX: Final = {"complex64": "float", "complex128": "double"}
"""The format of each half of a complex number."""


def encode_number(layout: Format, number: Number) -> int:
    """The bit pattern of a Python number, rounded once; -0.0 stays negative, and any NaN becomes the quiet one.

    >>> hex(encode_number(FORMATS["float16"], -0.0)), hex(encode_number(FORMATS["float16"], 0.1))
    ('0x8000', '0x2e66')
    """
    if isinstance(number, float):
        if isnan(number):
            return layout.nan
        if isinf(number):
            return layout.signed(layout.infinity, number < 0)
        return encode(layout, Fraction(number), negative_zero=copysign(1.0, number) < 0)
    return encode(layout, Fraction(number))


def decode_number(layout: Format, bits: int) -> float:
    """The Python float that equals a bit pattern; each of the four formats is a part of Python's.

    >>> decode_number(FORMATS["bfloat16"], 0xFF80), decode_number(FORMATS["float16"], 0x8000)
    (-inf, -0.0)
    """
    if layout.is_nan(bits):
        return float("nan")
    size = float("inf") if layout.is_infinite(bits) else abs(float(decode(layout, bits)))
    return -size if layout.is_negative(bits) else size


def tensor(type_: str, shape: Shape, values: Iterable[object]) -> Tensor:
    """A tensor of Python numbers, each encoded in the type; what the type does not hold is refused.

    >>> tensor("float16", (2,), [1, -0.5])
    Tensor(shape=(2,), values=(15360, 47104), type='float16')
    """
    return Tensor(tuple(shape), tuple(_encode(type_, value) for value in values), type_)


def numbers(tensor: Tensor) -> tuple[object, ...]:
    """The values of a tensor as Python numbers: floats for every floating-point type, exactly.

    >>> numbers(tensor("float", (2,), [0.1, 7]))
    (0.10000000149011612, 7.0)
    """
    return tuple(_decode(tensor.type, value) for value in tensor.values)


def _encode(type_: str, value: object) -> object:
    if type_ in COMPLEX and isinstance(value, int | float | complex) and not isinstance(value, bool):
        half, pair = FORMATS[COMPLEX[type_]], complex(value)
        return encode_number(half, pair.real), encode_number(half, pair.imag)
    if type_ in FORMATS and isinstance(value, Number) and not isinstance(value, bool):
        return encode_number(FORMATS[type_], value)
    if type_ in INTEGERS and _is_integer(value) and INTEGERS[type_].holds(cast(int, value)):
        return value
    same_kind = {"bool": isinstance(value, bool), "string": isinstance(value, str), "real": _is_real(value)}
    if not same_kind.get(type_, False):
        raise ValueError(f"{value!r} is no {type_}")
    return value


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_real(value: object) -> bool:
    return _is_integer(value) or isinstance(value, Fraction)


def _decode(type_: str, value: object) -> object:
    if type_ in COMPLEX:
        half = FORMATS[COMPLEX[type_]]
        real, imaginary = cast(tuple[int, int], value)
        return complex(decode_number(half, real), decode_number(half, imaginary))
    if type_ in FORMATS:
        return decode_number(FORMATS[type_], cast(int, value))
    return value
