"""The four floating-point formats of the standard, from first principles: what a bit pattern means, and rounding.

A format is a width and a precision; everything else follows from IEEE 754. A finite value is an exact fraction, and
`encode` is the only place where anything is rounded: once, to nearest, ties to even.
Standard library only; the host's own floating-point arithmetic is never used.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final


@dataclass(frozen=True, eq=False)
class Format:
    """A binary interchange format: sign, exponent field, and `precision` significant bits of which one is not stored.

    >>> HALF = FORMATS["float16"]
    >>> HALF.bias, HALF.emin, HALF.emax, hex(HALF.infinity), hex(HALF.nan)
    (15, -14, 15, '0x7c00', '0x7e00')
    """

    name: str
    width: int
    precision: int

    @cached_property
    def fraction_bits(self) -> int:
        """The number of significand bits that are stored."""
        return self.precision - 1

    @cached_property
    def exponent_bits(self) -> int:
        """The width of the exponent field: what sign and fraction leave."""
        return self.width - 1 - self.fraction_bits

    @cached_property
    def bias(self) -> int:
        """What the exponent field holds more than the exponent."""
        return int(2 ** (self.exponent_bits - 1)) - 1

    @cached_property
    def emax(self) -> int:
        """The largest exponent of a finite number."""
        return self.bias

    @cached_property
    def emin(self) -> int:
        """The smallest exponent of a normal number, and the exponent of every subnormal one."""
        return 1 - self.emax

    @cached_property
    def sign_bit(self) -> int:
        """The bit that says negative; alone it is -0."""
        return 1 << (self.width - 1)

    @cached_property
    def infinity(self) -> int:
        """+infinity: the exponent field all ones, the fraction zero."""
        return ((1 << self.exponent_bits) - 1) << self.fraction_bits

    @cached_property
    def nan(self) -> int:
        """The NaN an operation makes: quiet, positive, no payload."""
        return self.infinity | 1 << (self.fraction_bits - 1)

    def magnitude(self, bits: int) -> int:
        """The bit pattern without its sign."""
        return bits & ~self.sign_bit

    def is_negative(self, bits: int) -> bool:
        """Whether the sign bit is set, also on a zero or a NaN."""
        return bits & self.sign_bit != 0

    def is_nan(self, bits: int) -> bool:
        """Whether the pattern is a NaN: exponent field all ones, fraction not zero."""
        return self.magnitude(bits) > self.infinity

    def is_infinite(self, bits: int) -> bool:
        """Whether the pattern is one of the two infinities."""
        return self.magnitude(bits) == self.infinity

    def is_zero(self, bits: int) -> bool:
        """Whether the pattern is one of the two zeros."""
        return self.magnitude(bits) == 0

    def signed(self, magnitude: int, negative: bool) -> int:
        """The magnitude with a sign: an infinity, a zero or any other pattern."""
        return magnitude | self.sign_bit if negative else magnitude


FORMATS: Final = {
    layout.name: layout
    for layout in (
        Format("float16", 16, 11),
        Format("bfloat16", 16, 8),
        Format("float", 32, 24),
        Format("double", 64, 53),
    )
}


def power_of_two(exponent: int) -> Fraction:
    """2 to an integer power, exactly.

    >>> power_of_two(-2)
    Fraction(1, 4)
    """
    return Fraction(1 << exponent) if exponent >= 0 else Fraction(1, 1 << -exponent)


@lru_cache(maxsize=1 << 17)
def decode(layout: Format, bits: int) -> Fraction:
    """The exact value of a finite bit pattern; both zeros are 0.

    >>> decode(FORMATS["float16"], 0xC100), decode(FORMATS["bfloat16"], 0x0001) == power_of_two(-133)
    (Fraction(-5, 2), True)
    """
    magnitude = layout.magnitude(bits)
    if magnitude >= layout.infinity:
        raise ValueError(f"{layout.name} {bits:#x} is no finite number")
    field, fraction = magnitude >> layout.fraction_bits, magnitude % (1 << layout.fraction_bits)
    if field == 0:
        significand, exponent = fraction, layout.emin
    else:
        significand, exponent = fraction + (1 << layout.fraction_bits), field - layout.bias
    value = significand * power_of_two(exponent - layout.fraction_bits)
    return -value if layout.is_negative(bits) else value


def encode(layout: Format, value: Fraction, negative_zero: bool = False) -> int:
    """The bit pattern nearest to an exact value: the one rounding, ties to even.

    What is too large becomes an infinity and what is too small a zero, with the sign of the value. Only an exact 0 has
    no sign of its own; the operation that made it says whether it is `negative_zero`.

    >>> hex(encode(FORMATS["float16"], Fraction(1, 3))), hex(encode(FORMATS["float16"], Fraction(-65520)))
    ('0x3555', '0xfc00')
    """
    if value == 0:
        return layout.signed(0, negative_zero)
    numerator, denominator = abs(value.numerator), value.denominator
    exponent = max(_floor_log2(numerator, denominator), layout.emin)
    # The result is a multiple of the quantum 2^(exponent - fraction_bits): the significand counts how many.
    shift = layout.fraction_bits - exponent
    significand = _nearest(numerator << max(shift, 0), denominator << max(-shift, 0))
    # A subnormal has field 0 and no hidden bit. A carry out of the significand moves into the field, as it should.
    field_of_hidden_bit = exponent + layout.bias - 1
    magnitude = (field_of_hidden_bit << layout.fraction_bits) + significand
    return layout.signed(min(magnitude, layout.infinity), value < 0)


def _floor_log2(numerator: int, denominator: int) -> int:
    """The e for which 2^e ≤ numerator / denominator < 2^(e+1)."""
    estimate = numerator.bit_length() - denominator.bit_length()
    too_large = numerator << max(-estimate, 0) < denominator << max(estimate, 0)
    return estimate - 1 if too_large else estimate


def _nearest(numerator: int, denominator: int) -> int:
    """The integer nearest to a positive fraction, and of two equally near ones the even one."""
    quotient, rest = divmod(numerator, denominator)
    above_half, half = 2 * rest > denominator, 2 * rest == denominator
    return quotient + 1 if above_half or (half and quotient % 2 == 1) else quotient


def convert(source: Format, target: Format, bits: int) -> int:
    """The value in another format, rounded once if it must be; signs of zeros and infinities are kept.

    >>> hex(convert(FORMATS["double"], FORMATS["float"], 0x8000000000000001))
    '0x80000000'
    """
    if source.is_nan(bits):
        return target.nan
    if source.is_infinite(bits):
        return target.signed(target.infinity, source.is_negative(bits))
    return encode(target, decode(source, bits), negative_zero=source.is_negative(bits))
