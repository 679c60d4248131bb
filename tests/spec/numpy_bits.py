"""Bit patterns, as the oracle keeps floating-point numbers, to NumPy arrays and back; and the patterns worth trying."""

from __future__ import annotations

import random
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from isocast.spec.numbers import FORMATS, Format

DTYPES: dict[str, Any] = {
    "float16": np.float16,
    "bfloat16": ml_dtypes.bfloat16,
    "float": np.float32,
    "double": np.float64,
    **{f"{sign}int{width}": np.dtype(f"{sign}int{width}") for sign in ("", "u") for width in (8, 16, 32, 64)},
}
FORMAT_NAMES = tuple(FORMATS)
INTEGER_NAMES = tuple(name for name in DTYPES if "int" in name)


def array(type_: str, values: list[int]) -> NDArray[Any]:
    """The NumPy array of these bit patterns, or of these integers."""
    if type_ not in FORMATS:
        return np.array(values, DTYPES[type_])
    return np.array(values, f"u{FORMATS[type_].width // 8}").view(DTYPES[type_])


def bits(numbers: NDArray[Any]) -> list[int]:
    """The bit patterns of a floating-point array."""
    return [int(pattern) for pattern in numbers.view(f"u{numbers.dtype.itemsize}").ravel()]


def same(layout: Format, ours: list[int], theirs: list[int]) -> list[int]:
    """The places where two lists of bit patterns differ; all NaNs are alike."""
    pairs = enumerate(zip(ours, theirs, strict=True))
    return [i for i, (a, b) in pairs if a != b and not (layout.is_nan(a) and layout.is_nan(b))]


def special_patterns(layout: Format) -> list[int]:
    """Zeros, the smallest and largest subnormals and normals, ones, small numbers, infinities, NaNs; both signs."""
    hidden = 1 << layout.fraction_bits
    one, top = layout.bias << layout.fraction_bits, layout.infinity
    sizes = [0, 1, 2, 3, hidden - 1, hidden, hidden + 1, one - 1, one, one + 1, one + hidden // 2, one + hidden]
    sizes += [top - hidden, top - 2, top - 1, top, top + 1, layout.nan, layout.nan + 1, layout.sign_bit - 1]
    return [layout.signed(size, negative) for size in sizes for negative in (False, True)]


def random_pairs(layout: Format, count: int, seed: int) -> list[tuple[int, int]]:
    """Pairs of patterns: any two, two of near exponents (where sums round and cancel), and special ones with any."""
    source = random.Random(seed)
    special = special_patterns(layout)
    pairs = [(a, b) for a in special for b in special]
    for _ in range(count):
        a = source.getrandbits(layout.width)
        step = source.randint(-layout.precision - 2, layout.precision + 2) << layout.fraction_bits
        near = (a + step + source.randint(-3, 3)) % (1 << layout.width) ^ source.getrandbits(layout.fraction_bits)
        pairs += [(a, source.getrandbits(layout.width)), (a, near), (source.choice(special), a)]
    return pairs
