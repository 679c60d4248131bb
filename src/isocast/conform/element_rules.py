"""The cases about elements where the rules are most often broken: division, powers, sums, signed zeros, conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ..spec.integers import INTEGERS
from ..spec.literals import tensor as literal
from ..spec.numbers import FORMATS
from ..spec.tensor import Shape, Tensor
from .case import Case
from .elementwise import is_in_full
from .making import about_elements, accepted, refused
from .operands import VARIADIC, attribute_sets
from .schemas import Version
from .values import bits, borders, plain, small_numbers

_NAN, _INF = float("nan"), float("inf")


def element_cases(version: Version) -> Iterator[Case]:
    """The cases an operator has beyond its shapes, types and borders; of versions that get every case."""
    if is_in_full(version):
        yield from _SPECIAL.get(version.operator, _nothing)(version)
    elif version.operator == "Mod":
        yield from _float_mods(version)


def _nothing(_version: Version) -> Iterator[Case]:
    return iter(())


def _row(kind: str, *values: object) -> Tensor:
    return literal(kind, (len(values),), values)


def _divisions(version: Version) -> Iterator[Case]:
    """Div and Mod of integers: zero divisors wherever they stand, MIN / -1, signs, and all the digits."""
    tag = "int-div" if version.operator == "Div" else "mod"
    for kind in (kind for kind in version.types["T"] if kind in INTEGERS):
        for suffix, attributes in attribute_sets(version, kind).items():
            x = plain(kind, (2, 4), "dividend")
            for name, divisors in _zero_divisors(kind).items():
                yield refused(version, f"refused-{name}{suffix}", (x, divisors), tag, **attributes)
            nothing = Tensor((0,), (), kind), Tensor((), (0,), kind)
            yield about_elements(version, f"nothing-by-zero{suffix}", nothing, tag, **attributes)
            largest = INTEGERS[kind].largest
            digits = _row(kind, largest, largest, largest - 1), _row(kind, 10, largest - 1, 7)
            yield about_elements(version, f"all-digits{suffix}", digits, **attributes)
            if INTEGERS[kind].is_signed:
                signs = _row(kind, 7, -7, 7, -7), _row(kind, 2, 2, -2, -2)
                yield about_elements(version, f"signs{suffix}", signs, **attributes)
                yield from _least_by_minus_one(version, kind, suffix, attributes)


def _zero_divisors(kind: str) -> dict[str, Tensor]:
    return {
        "by-zero": Tensor((4,), (1, 0, 3, 0), kind),
        "by-zero-scalar": Tensor((), (0,), kind),
        "by-zero-column": Tensor((2, 1), (3, 0), kind),
    }


def _least_by_minus_one(version: Version, kind: str, suffix: str, attributes: dict[str, object]) -> Iterator[Case]:
    for length in (1, 16):
        operands = Tensor((length,), (INTEGERS[kind].smallest,) * length, kind), Tensor((length,), (-1,) * length, kind)
        yield about_elements(version, f"least-by-minus-one-{length}{suffix}", operands, **attributes)
    scalar = Tensor((3,), (INTEGERS[kind].smallest,) * 3, kind), Tensor((), (-1,), kind)
    yield about_elements(version, f"least-by-minus-one-scalar{suffix}", scalar, **attributes)


def _mods(version: Version) -> Iterator[Case]:
    """Mod has what Div has, and floats."""
    yield from _divisions(version)
    yield from _float_mods(version)


def _float_mods(version: Version) -> Iterator[Case]:
    """The signs of zeros and of quotients on floats; before opset 28 floats with fmod 0 are refused."""
    for kind in (kind for kind in version.types["T"] if kind in FORMATS):
        zeros = _row(kind, 0.0, -0.0, 0.0, -0.0), _row(kind, 3.0, 3.0, -3.0, -3.0)
        signs = _row(kind, 7.5, -7.5, 7.5, -7.5), _row(kind, 2.0, 2.0, -2.0, -2.0)
        for suffix, attributes in attribute_sets(version, kind).items():
            yield about_elements(version, f"zeros{suffix}", zeros, **attributes)
            yield about_elements(version, f"signs{suffix}", signs, **attributes)
        if version.since < 28:
            yield refused(version, "refused-float-fmod-0", signs, "mod", "schema-types")


def _powers(version: Version) -> Iterator[Case]:
    """Special values of floats, and integers where digits, signs or the range run out."""
    for kind in (kind for kind in version.types["T"] if kind in FORMATS):
        x = Tensor((len(borders(kind)),), borders(kind), kind)
        for exponent in (0.0, -0.0, 0.5, 1.0, 2.0, 3.0, -1.0, -2.0, _NAN, _INF, -_INF):
            yield about_elements(version, f"to-the-{exponent:g}", (x, literal(kind, (), [exponent])))
    yield from _integer_powers(version)
    large = _row("int64", 2**24 + 1)
    yield about_elements(version, "odd-exponent", (_row("float", -1.0), large))


def _integer_powers(version: Version) -> Iterator[Case]:
    for base in (kind for kind in version.types["T"] if kind in INTEGERS):
        top = bits(base)
        yield about_elements(version, "overflow", (_row(base, 2, 2, 3), _row(base, top - 1, top + 1, top)))
        yield about_elements(
            version, "overflow-square", (_row(base, INTEGERS[base].largest, 7), literal(base, (), [2]))
        )
        ones = _row(base, 1, -1, -1, 2, -3), _row(base, -1, -2, -3, -1, -2)
        yield about_elements(version, "negative-exponent", ones)
        yield refused(version, "refused-zero-to-negative", (_row(base, 3, 0), _row(base, 2, -1)), "pow-int")
        fractions = _row("double", 0.5, 1.5, 3.0)
        yield about_elements(version, "fractional-exponent", (_row(base, 2, 3, -8), fractions))
        for name, exponent in (("root", 1 / 3), ("nan", _NAN), ("infinite", _INF), ("beyond", float(top - 1))):
            number = -8 if name == "root" else 2
            yield refused(version, f"refused-{name}", (_row(base, number), _row("double", exponent)), "pow-int")
    yield about_elements(version, "all-digits", (_row("int64", 3, 2**53 + 1), _row("int64", 39, 1)))


def _many(version: Version) -> Iterator[Case]:
    """Max, Min, Sum, Mean: one input, four with the first one growing, NaN, zeros, rounding once in narrow types."""
    for kind in version.types["T"]:
        values = borders(kind)
        yield about_elements(version, "one-of-borders", (Tensor((len(values),), values, kind),))
        yield accepted(version, "one", (plain(kind, (2, 3), "one"),))
        shapes: tuple[Shape, ...] = ((1,), (3,), (2, 1), (1, 1, 1))
        yield accepted(version, "four", tuple(_tame(version, kind, s, i) for i, s in enumerate(shapes)))
        yield from _float_many(version, kind) if kind in FORMATS else ()
    incompatible = tuple(plain("float", shape, f"{shape}") for shape in ((2,), (1,), (3,)))
    yield refused(version, "refused-third", incompatible, "E1", "003.C1")


def _tame(version: Version, kind: str, shape: Shape, number: int) -> Tensor:
    """Operands whose sums are exact in every type and order."""
    make = plain if version.operator in ("Max", "Min") else small_numbers
    return make(kind, shape, f"operand {number}")


def _float_many(version: Version, kind: str) -> Iterator[Case]:
    nan = _row(kind, _NAN, 1.0, _NAN), _row(kind, 1.0, _NAN, _NAN)
    yield about_elements(version, "nan", nan)
    if version.operator in ("Max", "Min"):
        return
    for name, values in _SUMS.items():
        yield about_elements(version, name, tuple(_row(kind, value) for value in values))


_SUMS: Final = {
    "one-negative-zero": (-0.0,),
    "two-negative-zeros": (-0.0, -0.0),
    "zeros": (-0.0, 0.0),
    "overflow-inside": (65504.0, 65504.0, -65504.0),
    "small-terms": (2048.0, 1.0, 1.0),
    "last-bit": (1.1, 2.2, 3.3),
}
"""Where an implementation shows how it starts, in which type it adds, and how it divides."""


def _shifts(version: Version) -> Iterator[Case]:
    """BitShift without its direction, which has no default."""
    x = _row("uint8", 1, 2)
    yield refused(version, "refused-no-direction", (x, x), "bit-shift")


def _slopes(version: Version) -> Iterator[Case]:
    """PRelu keeps zeros: nothing is multiplied where x is not below 0."""
    for kind in (kind for kind in version.types["T"] if kind in FORMATS):
        yield about_elements(version, "zero-by-infinity", (_row(kind, 0.0), _row(kind, _INF)))
        yield about_elements(version, "negative-zero", (_row(kind, -0.0), _row(kind, -2.0)))
        yield about_elements(version, "nan", (_row(kind, _NAN, -1.0), _row(kind, 1.0, _NAN)))


def _conditions(version: Version) -> Iterator[Case]:
    """Where: a condition of any other type than bool is refused, whatever it holds; and the standard's two examples."""
    x = plain("float", (2,), "x")
    for kind in ("uint8", "int64", "float"):
        yield refused(version, f"refused-condition-{kind}", (plain(kind, (2,), "condition"), x, x), "Where-condition")
    one = _row("bool", True, False, True), _row("float", 9, 8, 7), _row("float", 6, 5, 4)
    yield about_elements(version, "example-004-1", one)
    condition = literal("bool", (3, 2), [True, True, True, False, False, True])
    two = condition, literal("float", (3, 2), range(1, 7)), literal("float", (3, 2), range(12, 6, -1))
    yield about_elements(version, "example-004-2", two)
    three = Tensor((2, 1), (True, False), "bool"), plain("float", (3,), "x"), plain("float", (4, 1, 1), "y")
    yield accepted(version, "three-shapes", three)


_SPECIAL: Final[dict[str, Callable[[Version], Iterator[Case]]]] = {
    "Div": _divisions,
    "Mod": _mods,
    "Pow": _powers,
    "BitShift": _shifts,
    "PRelu": _slopes,
    "Where": _conditions,
    **dict.fromkeys(VARIADIC, _many),
}
