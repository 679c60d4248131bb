"""The cases of every operator: each (operator, type) pair at its borders, its patterns of shapes, and its refusals.

What is expected comes from the specification alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final

from isocast.errors import IsocastError
from isocast.spec import Shape, Tensor, broadcast
from isocast.spec.literals import tensor as literal
from isocast.spec.operators import OPERATORS, apply

from .vector_lines import Case, refusal
from .vector_values import borders, mixture, small_numbers, width, without

Attributes = dict[str, object]
Shapes = tuple[Shape, ...]

_VARIADIC: Final = ("Max", "Min", "Sum", "Mean")
_ONE_WAY: Final = ("PRelu",)
_PATTERNS: Final[tuple[tuple[Shape, Shape], ...]] = (
    ((), ()),
    ((5,), ()),
    ((2, 3), (3,)),
    ((2, 3), (2, 1)),
    ((5, 3), (3,)),
    ((2, 2, 8), (2, 2, 1)),
    ((2, 3, 4), (2, 1, 4)),
    ((1, 2, 3, 2), (2, 1, 1)),
    ((0, 3), (1, 3)),
    ((2, 0), ()),
)
_TWO_WAY_PATTERNS: Final[tuple[tuple[Shape, Shape], ...]] = (
    ((), (5,)),
    ((3, 1), (1, 4)),
    ((2, 1, 2, 1, 2, 1), (1, 2, 1, 2, 1, 2)),
    ((1,), (0,)),
    ((3, 1), (1, 0)),
)
_REFUSED: Final[tuple[tuple[Shape, Shape], ...]] = (
    ((2, 3), (2,)),
    ((2, 3, 4), (2, 4)),
    ((3, 4), (2, 5)),
    ((0,), (2,)),
    ((2,), (0,)),
    ((2, 2), (3, 3, 2)),
)
_ONE_WAY_REFUSED: Final[tuple[tuple[Shape, Shape], ...]] = (((1,), (3,)), ((), (3,)), ((2, 3, 4), (3,)), ((3,), (1, 3)))


def _spelled(attributes: Attributes) -> tuple[tuple[str, str], ...]:
    """Attributes as a vector spells them: floats as bit patterns."""
    return tuple(
        (name, f"{literal('float', (), [value]).values[0]:08x}" if isinstance(value, float) else str(value))
        for name, value in attributes.items()
    )


def case(operator: str, inputs: tuple[Tensor, ...], **attributes: object) -> Case:
    """A case with what the specification answers."""
    try:
        expected = broadcast(*inputs) if operator == "Broadcast" else (apply(operator, *inputs, **attributes),)
    except IsocastError as error:
        return Case(operator, _spelled(attributes), inputs, refusal(error))
    return Case(operator, _spelled(attributes), inputs, expected)


def _type_lists(operator: str) -> Iterator[tuple[str, str]]:
    """The types of the two main operands, for every (operator, type) pair of the schema."""
    types = OPERATORS[operator].types
    if operator == "Pow":
        yield from product(types["T"], types["T1"])
    else:
        yield from ((kind, kind) for kind in types["T"])


def _usable(operator: str, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """Operands without the values that would make the whole call an error; those have cases of their own."""
    whole = x.type.startswith(("int", "uint"))
    if operator in ("Div", "Mod") and whole:
        return x, without(y, 0, 3)
    if operator == "Pow" and whole:
        if y.type.startswith(("int", "uint")):
            return without(x, 0, 5), y
        # A float exponent easily leaves the integers' range: keep to small whole numbers on both sides.
        base = without(small_numbers(x.type, x.shape, "base"), 0, 5)
        return base, small_numbers(y.type, y.shape, "exponent")
    return x, y


def _attribute_sets(operator: str) -> tuple[Attributes, ...]:
    sets: dict[str, tuple[Attributes, ...]] = {
        "Mod": ({"fmod": 0}, {"fmod": 1}),
        "BitShift": ({"direction": "LEFT"}, {"direction": "RIGHT"}),
    }
    return sets.get(operator, ({},))


def _with_shifts(operator: str, y: Tensor) -> Tensor:
    """For BitShift, distances around the width of the type; other operators keep their values."""
    if operator != "BitShift":
        return y
    bits = 8 * width(y.type)
    distances = [d for d in (0, 1, bits // 2, bits - 1, bits, bits + 1, 127, -1) if d >= 0 or y.type.startswith("int")]
    return Tensor(y.shape, tuple(distances[i % len(distances)] for i in range(len(y.values))), y.type)


def _operands(operator: str, kinds: tuple[str, str], shapes: tuple[Shape, Shape], seed: str) -> tuple[Tensor, ...]:
    x = mixture(kinds[0], shapes[0], f"{operator} {seed} {kinds} x")
    y = mixture(kinds[1], shapes[1], f"{operator} {seed} {kinds} y")
    x, y = _usable(operator, x, _with_shifts(operator, y))
    if operator == "Where":
        return mixture("bool", shapes[0], seed), x, y
    if operator in _VARIADIC:
        return x, y, mixture(kinds[0], shapes[0], f"{seed} third")
    return x, y


def _border_products(operator: str, kinds: tuple[str, str]) -> Iterator[tuple[Tensor, ...]]:
    """Every border value against every other."""
    first, second = borders(kinds[0]), borders(kinds[1])
    if operator == "Pow":  # 72 pairs of types: every second value is enough, and all of them appear over the pairs
        first, second = first[::2], second[1::2]
    x, y = Tensor((len(first), 1), first, kinds[0]), Tensor((len(second),), second, kinds[1])
    x, y = _usable(operator, x, _with_shifts(operator, y))
    yield (Tensor((2, 1, 1), (True, False), "bool"), x, y) if operator == "Where" else (x, y)


def _lane_lengths(kind: str) -> tuple[int, ...]:
    lanes = 64 // width(kind) if kind != "string" else 4
    return lanes - 1, lanes, lanes + 1


def _accepted(operator: str) -> Iterator[Case]:
    for kinds in _type_lists(operator):
        calls = list(_border_products(operator, kinds))
        for length in _lane_lengths(kinds[0]):
            calls.append(_operands(operator, kinds, ((length,), (length,)), f"lanes {length}"))
        patterns = _PATTERNS if operator in _ONE_WAY else _PATTERNS + _TWO_WAY_PATTERNS
        if operator == "Pow":
            patterns = patterns[:3] + patterns[-3:-2]
        calls += [_operands(operator, kinds, shapes, f"{shapes}") for shapes in patterns]
        for inputs, attributes in product(calls, _attribute_sets(operator)):
            yield case(operator, inputs, **attributes)


def _refused(operator: str) -> Iterator[Case]:
    """Shapes that do not broadcast, types the schema does not have, and types that differ."""
    attributes = _attribute_sets(operator)[0]
    kinds = next(_type_lists(operator))
    pairs = _REFUSED + (_ONE_WAY_REFUSED if operator in _ONE_WAY else ())
    for shapes in pairs:
        yield case(operator, _operands(operator, kinds, shapes, "refused"), **attributes)
    outside = [kind for kind in ("bool", "int8", "complex64", "string") if kind not in OPERATORS[operator].types["T"]]
    unlike = "uint8" if kinds[0] != "uint8" else "int8"
    for types in (*((kind, kind) for kind in outside), (kinds[0], "complex64"), (unlike, kinds[0])):
        yield case(operator, _typed(operator, types), **attributes)


def _typed(operator: str, kinds: tuple[str, str]) -> tuple[Tensor, ...]:
    x, y = (mixture(kind, (2,), "typed") for kind in kinds)
    return (mixture("bool", (2,), "typed"), x, y) if operator == "Where" else (x, y)


def _all_ranks(operator: str) -> Iterator[Case]:
    """Rank 64, where every other axis belongs to the other operand, six of them longer than 1."""
    first, second = [1] * 64, [1] * 64
    for place in range(0, 64, 12):
        (first if place % 24 else second)[place] = 2
    kinds = next(_type_lists(operator))
    shapes = (tuple(first), tuple(second))
    if operator in _ONE_WAY:
        shapes = (tuple(map(max, first, second)), shapes[1])
    yield case(operator, _operands(operator, kinds, shapes, "rank"), **_attribute_sets(operator)[0])


def elementwise(operator: str) -> Iterator[Case]:
    """Everything about an operator that works element by element."""
    yield from _accepted(operator)
    yield from _all_ranks(operator)
    yield from _refused(operator)
    yield from _SPECIAL.get(operator, lambda: iter(()))()


def _divisions(operator: str) -> Iterator[Case]:
    for kind, (divisors, shape) in product(
        OPERATORS[operator].types["T"], (((1, 0, 3, 0), (4,)), ((0,), ()), ((3, 0), (2, 1)))
    ):
        if kind.startswith(("int", "uint")):
            x, y = mixture(kind, (2, 4), "dividend"), Tensor(shape, divisors, kind)
            yield case(operator, (x, y), **_attribute_sets(operator)[0])


def _powers() -> Iterator[Case]:
    """Negative exponents, zero to a negative power, results that no integer equals, squares and cubes by a scalar."""
    for base in ("int32", "int64"):
        x = Tensor((5,), (1, -1, 2, -3, 7), base)
        for exponent in ("int8", "int64"):
            yield case("Pow", (x, Tensor((3, 1), (-1, -2, -3), exponent)))
            yield case("Pow", (Tensor((2, 3), (1, 0, 2, 3, 0, 1), base), Tensor((3,), (0, 3, -1), exponent)))
            yield case("Pow", (Tensor((4,), (5, 2, 0, 0), base), Tensor((), (-1,), exponent)))
        for bad in ([0.5, float("nan")], [1.0, float("inf")], [1.0, 1e300], [63.0, 64.0], [31.0, 30.0]):
            yield case("Pow", (Tensor((2,), (2, 2), base), literal("double", (2,), bad)))
        yield case("Pow", (Tensor((3,), (2, 3, -8), base), literal("double", (3,), [0.5, 1.5, 3.0])))
        yield case("Pow", (Tensor((3,), (2, -8, 3), base), literal("double", (), [1 / 3])))
        yield case("Pow", (Tensor((2,), (3, 0), base), literal("float", (2,), [-1.0, -1.0])))
    for kind in ("float16", "bfloat16", "float", "double"):
        x = Tensor((len(borders(kind)),), borders(kind), kind)
        for power in (0.0, -0.0, 0.5, 1.0, 2.0, 3.0, -1.0, -2.0, float("nan"), float("inf"), -float("inf")):
            yield case("Pow", (x, literal(kind, (), [power])))


def _many(operator: str) -> Iterator[Case]:
    """One input, five inputs, the first one growing, rounding once in the narrow types."""
    for kind in OPERATORS[operator].types["T"]:
        yield case(operator, (Tensor((len(borders(kind)),), borders(kind), kind),))
        shapes: Shapes = ((1,), (3,), (2, 1), (1, 1, 1), (2, 3))
        yield case(operator, tuple(mixture(kind, shape, f"many {i}") for i, shape in enumerate(shapes)))
    yield case(operator, (mixture("float", (2,), "a"), mixture("float", (1,), "b"), mixture("float", (3,), "c")))
    for values in ((65504.0, 65504.0, -65504.0), (2048.0, 1.0, 1.0), (-0.0, -0.0), (1.1, 2.2, 3.3)):
        for kind in ("float16", "bfloat16", "float"):
            yield case(operator, tuple(literal(kind, (1,), [value]) for value in values))


def _conditions() -> Iterator[Case]:
    """A condition that is not bool is refused, whatever it holds."""
    for kind in ("uint8", "int64", "float"):
        x = mixture("float", (2,), "where")
        yield case("Where", (mixture(kind, (2,), "condition"), x, x))


_SPECIAL: Final[dict[str, Callable[[], Iterator[Case]]]] = {
    "Div": partial(_divisions, "Div"),
    "Mod": partial(_divisions, "Mod"),
    "Pow": _powers,
    "Where": _conditions,
    **{name: partial(_many, name) for name in _VARIADIC},
}
