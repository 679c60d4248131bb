"""The elements that cases are made of: plain ones, the borders of every type, and a repeatable mixture.

Plain values stay where no rule is in doubt, so that a case about shapes fails for its shapes only; borders are where
the rules of elements part. Imports the number formats of the specification, and nothing that is judged by them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random
from typing import Final

from ..spec.integers import INTEGERS, IntegerType
from ..spec.literals import COMPLEX, encode_number
from ..spec.numbers import FORMATS, Format
from ..spec.tensor import Shape, Tensor

_STRINGS: Final = ("", "a", "A", "é", "e\u0301", "σ", "a b", "long enough to leave any small buffer", "\0", "𝄞")


def bits(kind: str) -> int:
    """The number of bits of one element; a string has none.

    >>> bits("bfloat16"), bits("complex64"), bits("uint8"), bits("string")
    (16, 64, 8, 0)
    """
    if kind in COMPLEX:
        return 2 * FORMATS[COMPLEX[kind]].width
    if kind in FORMATS:
        return FORMATS[kind].width
    return INTEGERS[kind].width if kind in INTEGERS else 8 * (kind == "bool")


def _float_borders(layout: Format) -> tuple[int, ...]:
    largest, least_normal = layout.infinity - 1, 1 << layout.fraction_bits
    one, third = encode_number(layout, 1), encode_number(layout, 1 / 3)
    sign = layout.sign_bit
    plain = (0, sign, one, sign | one, encode_number(layout, 2.5), sign | third, one + 1)
    return (*plain, 1, sign | (least_normal - 1), least_normal, largest, sign | largest, layout.infinity,
            sign | layout.infinity, layout.nan)  # fmt: skip


def _integer_borders(kind: IntegerType) -> tuple[int, ...]:
    if not kind.is_signed:
        top = kind.largest + 1
        return 0, 1, 2, 3, 7, 10, top // 2 - 1, top // 2, top // 2 + 1, top - 2, top - 1
    top = kind.largest + 1
    return 0, 1, -1, 2, -2, 7, -7, 10, top - 2, top - 1, 1 - top, -top


def borders(kind: str) -> tuple[object, ...]:
    """The values of a type that rules are most likely to get wrong."""
    if kind in FORMATS:
        return _float_borders(FORMATS[kind])
    if kind in COMPLEX:
        half = _float_borders(FORMATS[COMPLEX[kind]])
        return tuple(zip(half, reversed(half), strict=True))
    if kind in INTEGERS:
        return _integer_borders(INTEGERS[kind])
    return _STRINGS if kind == "string" else (False, True)


def _near_one(layout: Format, random: Random) -> int:
    """A number between 1/8 and 16 of either sign, with every bit of its fraction in use."""
    exponent = layout.bias + random.randrange(-3, 4)
    pattern = exponent << layout.fraction_bits | random.getrandbits(layout.fraction_bits)
    return layout.signed(pattern, random.randrange(2) == 1)


def _mixed_float(layout: Format, random: Random) -> int:
    """A number near 1 mostly, any bit pattern sometimes."""
    return random.getrandbits(layout.width) if random.randrange(6) == 0 else _near_one(layout, random)


def _mixed_integer(kind: IntegerType, random: Random) -> int:
    if random.randrange(3) == 0:
        return random.randrange(-9 if kind.is_signed else 0, 10)
    return random.getrandbits(kind.width) + kind.smallest


def _plain_integer(kind: IntegerType, random: Random) -> int:
    """An integer other than 0 and -1 whose square the type still holds."""
    size = random.randrange(1, 1 << (kind.width - kind.is_signed) // 2)
    return -size if kind.is_signed and size > 1 and random.randrange(2) else size


def _element(
    kind: str, random: Random, real: Callable[[Format, Random], int], whole: Callable[[IntegerType, Random], int]
) -> object:
    if kind in FORMATS:
        return real(FORMATS[kind], random)
    if kind in COMPLEX:
        half = FORMATS[COMPLEX[kind]]
        return real(half, random), real(half, random)
    return whole(INTEGERS[kind], random) if kind in INTEGERS else random.choice(borders(kind))


def mixture(kind: str, shape: Shape, seed: str) -> Tensor:
    """A tensor of mixed values, the same whenever it is asked for with the same seed."""
    random = Random(seed)
    values = (_element(kind, random, _mixed_float, _mixed_integer) for _ in range(prod(shape)))
    return Tensor(shape, tuple(values), kind)


def plain(kind: str, shape: Shape, seed: str) -> Tensor:
    """A tensor of values that neither overflow nor vanish: floats near 1, integers whose products fit and are not 0.

    >>> plain("int8", (4,), "seed")
    Tensor(shape=(4,), values=(2, -2, -3, 1), type='int8')
    """
    random = Random(seed)
    values = (_element(kind, random, _near_one, _plain_integer) for _ in range(prod(shape)))
    return Tensor(shape, tuple(values), kind)


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
