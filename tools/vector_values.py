"""The elements the vectors are made of: the borders of every type, and a repeatable mixture.

Imports the number formats of the specification, and nothing that is checked by the vectors.
"""

from __future__ import annotations

from math import prod
from random import Random
from typing import Final

from isocast.spec import Shape, Tensor
from isocast.spec.literals import COMPLEX, encode_number
from isocast.spec.numbers import FORMATS, Format

from .vector_lines import DIGITS

_STRINGS: Final = ("", "a", "A", "é", "e\u0301", "σ", "a b", "long enough to leave any small buffer", "\0", "𝄞")


def width(kind: str) -> int:
    """The number of bytes of one element."""
    return DIGITS[kind] // 2


def _float_borders(layout: Format) -> tuple[int, ...]:
    largest, least_normal = layout.infinity - 1, 1 << layout.fraction_bits
    one, third = encode_number(layout, 1), encode_number(layout, 1 / 3)
    sign = layout.sign_bit
    plain = (0, sign, one, sign | one, encode_number(layout, 2.5), sign | third, one + 1)
    return (*plain, 1, sign | (least_normal - 1), least_normal, largest, sign | largest, layout.infinity,
            sign | layout.infinity, layout.nan)  # fmt: skip


def _integer_borders(kind: str) -> tuple[int, ...]:
    bits = 8 * width(kind)
    if kind.startswith("u"):
        top = 1 << bits
        return 0, 1, 2, 3, 7, 10, top // 2 - 1, top // 2, top // 2 + 1, top - 2, top - 1
    top = 1 << (bits - 1)
    return 0, 1, -1, 2, -2, 7, -7, 10, top - 2, top - 1, 1 - top, -top


def borders(kind: str) -> tuple[object, ...]:
    """The values of a type that rules are most likely to get wrong."""
    if kind in FORMATS:
        return _float_borders(FORMATS[kind])
    if kind in COMPLEX:
        half = _float_borders(FORMATS[COMPLEX[kind]])
        return tuple(zip(half, reversed(half), strict=True))
    return {"bool": (False, True), "string": _STRINGS}.get(kind) or _integer_borders(kind)


def _mixed_float(layout: Format, random: Random) -> int:
    """A number near 1 mostly, any bit pattern sometimes."""
    if random.randrange(6) == 0:
        return random.getrandbits(layout.width)
    exponent = layout.bias + random.randrange(-3, 4)
    bits = exponent << layout.fraction_bits | random.getrandbits(layout.fraction_bits)
    return layout.signed(bits, random.randrange(2) == 1)


def _mixed_element(kind: str, random: Random) -> object:
    if kind in FORMATS:
        return _mixed_float(FORMATS[kind], random)
    if kind in COMPLEX:
        half = FORMATS[COMPLEX[kind]]
        return _mixed_float(half, random), _mixed_float(half, random)
    if kind in ("bool", "string"):
        return random.choice(borders(kind))
    signed = kind.startswith("int")
    if random.randrange(3) == 0:
        return random.randrange(-9 if signed else 0, 10)
    value = random.getrandbits(8 * width(kind))
    return value - (1 << 8 * width(kind) - 1) if signed else value


def mixture(kind: str, shape: Shape, seed: str) -> Tensor:
    """A tensor of mixed values, the same whenever it is asked for with the same seed."""
    random = Random(seed)
    return Tensor(shape, tuple(_mixed_element(kind, random) for _ in range(prod(shape))), kind)


def without(tensor: Tensor, unwanted: object, instead: object) -> Tensor:
    """The tensor with one value replaced by another."""
    return Tensor(tensor.shape, tuple(instead if v == unwanted else v for v in tensor.values), tensor.type)


def small_numbers(kind: str, shape: Shape, seed: str) -> Tensor:
    """Whole numbers from -4 to 4 (from 0 if unsigned): sums of their products are exact in every type and order."""
    random = Random(seed)
    low = 0 if kind.startswith("u") else -4
    values = [random.randrange(low, 5) for _ in range(prod(shape))]
    encoded = [encode_number(FORMATS[kind], value) for value in values] if kind in FORMATS else values
    return Tensor(shape, tuple(encoded), kind)
