"""What the judges are asked: every (operator, type) pair on plain shapes, and the cases known to divide them.

A case's name is `operator/what/type`, or for the plain ones `operator/plain/type`; `known_differences` refers to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf, nan

from isocast.spec import Shape, Tensor
from isocast.spec.literals import tensor
from isocast.spec.operators import OPERATORS
from tools.vector_values import mixture, small_numbers, without

NEWEST = 28
FLOATS = ("float16", "bfloat16", "float", "double")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")


@dataclass(frozen=True)
class Case:
    """One call. `may_crash` has it run in a process of its own."""

    name: str
    operator: str
    inputs: tuple[Tensor, ...]
    attributes: dict[str, object] = field(default_factory=dict)
    opset: int = NEWEST
    may_crash: bool = False


def _least(kind: str) -> int:
    return -(1 << int(kind[3:]) - 1)


def _binary(name: str, kind: str, x: list[object], y: list[object], **rest: object) -> Case:
    """A case on two lists of one type."""
    operator = name.split("/", maxsplit=1)[0]
    options = {key: rest.pop(key) for key in ("opset", "may_crash") if key in rest}
    inputs = tensor(kind, (len(x),), x), tensor(kind, (len(y),), y)
    return Case(f"{name}/{kind}", operator, inputs, rest, **options)  # type: ignore[arg-type]


_PLAIN_SHAPES: dict[str, tuple[Shape, Shape]] = {
    "same": ((17,), (17,)),
    "row": ((2, 3), (3,)),
    "column": ((2, 3), (2, 1)),
    "scalar": ((5,), ()),
    "empty": ((0, 3), (1, 3)),
}
_GROWING: dict[str, tuple[Shape, Shape]] = {"outer": ((3, 1), (1, 4)), "refused": ((2, 3), (2,))}


def _positive(given: Tensor) -> Tensor:
    top = 1 << int(given.type.lstrip("uint")) - 1
    return Tensor(given.shape, tuple(int(str(value)) % top or 1 for value in given.values), given.type)


def _plain_operands(operator: str, kind: str, shapes: tuple[Shape, Shape]) -> tuple[Tensor, ...]:
    x, y = mixture(kind, shapes[0], f"{operator} x"), mixture(kind, shapes[1], f"{operator} y")
    whole = kind.startswith(("int", "uint"))
    if operator in ("Div", "Mod") and whole:
        y = without(y, 0, 3)
        x, y = _positive(x), _positive(y)  # signs have cases of their own, and MIN / -1 kills two of the judges
    narrow_sum = operator in ("Sum", "Mean") and kind in ("float16", "bfloat16")  # where rounding divides the judges
    if operator in ("Pow", "Gemm") or (operator == "PRelu" and whole) or narrow_sum:
        x, y = small_numbers(kind, shapes[0], "x"), small_numbers(kind, shapes[1], "y")
    if operator == "Pow" and whole:
        y = _positive(y)
        y = Tensor(y.shape, tuple(int(str(value)) % 5 for value in y.values), kind)
    if operator == "BitShift":
        y = Tensor(y.shape, tuple(i % 8 for i in range(len(y.values))), kind)
    if operator in ("Sum", "Mean"):
        return x, y, (small_numbers if narrow_sum else mixture)(kind, shapes[0], "third")
    return (mixture("bool", shapes[0], "condition"), x, y) if operator == "Where" else (x, y)


def plain_cases() -> Iterator[Case]:
    """Every operator on every type of its newest schema, with the usual shapes."""
    for operator, row in OPERATORS.items():
        for kind in row.types["T"]:
            if operator == "Gemm":
                yield from _gemm_cases(kind)
            elif operator == "Expand":
                yield from _expand_cases(kind)
            else:
                yield from _elementwise_cases(operator, kind)
    yield from _mixed_powers()


def _elementwise_cases(operator: str, kind: str) -> Iterator[Case]:
    attributes: dict[str, object] = {"direction": "LEFT"} if operator == "BitShift" else {}
    for pattern, shapes in (_PLAIN_SHAPES | ({} if operator == "PRelu" else _GROWING)).items():
        yield Case(f"{operator}/{pattern}/{kind}", operator, _plain_operands(operator, kind, shapes), attributes)
    if operator == "Mod":
        yield Case(f"Mod/fmod/{kind}", "Mod", _plain_operands("Mod", kind, ((17,), (17,))), {"fmod": 1})
    if operator == "BitShift":
        inputs = _plain_operands(operator, kind, ((17,), ()))
        yield Case(f"BitShift/right/{kind}", "BitShift", inputs, {"direction": "RIGHT"})


def _gemm_cases(kind: str) -> Iterator[Case]:
    shapes: dict[str, Shape | None] = {"none": None, "scalar": (), "row": (4,), "column": (3, 1), "same": (3, 4)}
    a, b = small_numbers(kind, (3, 5), "a"), small_numbers(kind, (5, 4), "b")
    for name, shape in shapes.items():
        c = () if shape is None else (small_numbers(kind, shape, "c"),)
        yield Case(f"Gemm/{name}/{kind}", "Gemm", (a, b, *c), {"alpha": 2.0, "beta": 3.0} if c else {})
    turned = small_numbers(kind, (5, 3), "a"), small_numbers(kind, (4, 5), "b")
    yield Case(f"Gemm/turned/{kind}", "Gemm", turned, {"transA": 1, "transB": 1})


def _expand_cases(kind: str) -> Iterator[Case]:
    for name, shape, target in (("grow", (3, 1), (2, 1, 6)), ("keep", (3,), (1,)), ("scalar", (), (4,))):
        inputs = mixture(kind, shape, "expand"), tensor("int64", (len(target),), target)
        yield Case(f"Expand/{name}/{kind}", "Expand", inputs)


def _mixed_powers() -> Iterator[Case]:
    """Every pair of different base and exponent types, on whole numbers that every one of them holds."""
    row = OPERATORS["Pow"]
    for base in row.types["T"]:
        for exponent in row.types["T1"]:
            if base != exponent:
                x, y = tensor(base, (4,), [1, 2, 3, 4]), tensor(exponent, (2, 1), [0, 3])
                yield Case(f"Pow/mixed/{base},{exponent}", "Pow", (x, y))


def integer_cases() -> Iterator[Case]:
    """Integers where they overflow, divide by zero, or leave their width."""
    for kind in (*SIGNED, *UNSIGNED):
        for operator in ("Div", "Mod"):
            yield _binary(f"{operator}/by-zero", kind, [7, 1], [2, 0])
    for kind in SIGNED:
        low = _least(kind)
        yield _binary("Div/negative", kind, [7, -7, 7, -7], [2, 2, -2, -2])
        yield _binary("Add/overflow", kind, [low, -low - 1], [-1, 1])
        yield _binary("Mul/overflow", kind, [low, -low - 1], [-1, 3])
        wide = kind in ("int32", "int64")  # narrower ones are divided as int, and never seen to trap
        yield _binary("Div/least-by-minus-one", kind, [low], [-1], may_crash=wide)
        yield _binary("Div/least-by-minus-one-16", kind, [low] * 16, [-1] * 16, may_crash=wide)
        yield _binary("Mod/least-by-minus-one", kind, [low], [-1], may_crash=wide)
        yield _binary("Mod/least-by-minus-one-fmod", kind, [low], [-1], fmod=1, may_crash=wide)
    for kind in UNSIGNED:
        width = int(kind[4:])
        yield _binary("BitShift/past-the-width", kind, [1, 3, 3], [width - 1, width, width + 1], direction="LEFT")
    yield _binary("Mod/fmod-large", "int64", [2**63 - 1], [10], fmod=1)
    yield _binary("Mod/fmod-large", "uint64", [2**64 - 1], [10], fmod=1)


def power_cases() -> Iterator[Case]:
    """Pow where it overflows, needs all its digits, has a negative, fractional or enormous exponent."""
    yield _binary("Pow/overflow", "int32", [2, 2, 3], [31, 33, 40])
    yield _binary("Pow/overflow", "int64", [2, 2, 3], [63, 64, 80])
    yield _binary("Pow/all-digits", "int64", [3, 2**53 + 1], [39, 1])
    yield _binary("Pow/negative", "int32", [1, -1, 2, -3], [-1, -3, -1, -2])
    yield _binary("Pow/zero-to-negative", "int32", [3, 0], [2, -1])
    fractional = tensor("double", (2,), [0.5, 1.5])
    yield Case("Pow/fractional/int32,double", "Pow", (tensor("int32", (2,), [2, 3]), fractional))
    for name, base, power in (("root", -8, 1 / 3), ("infinite", 2, inf)):
        yield Case(f"Pow/{name}/int32,double", "Pow", (tensor("int32", (1,), [base]), tensor("double", (1,), [power])))
    large = tensor("int64", (1,), [2**24 + 1])
    yield Case("Pow/odd-exponent/float,int64", "Pow", (tensor("float", (1,), [-1]), large))
    for kind in ("float", "double"):
        yield _binary("Pow/special", kind, [0.0, 1.0, nan, -inf, -0.0], [0.0, nan, 0.0, 3.0, -1.0])


def float_cases() -> Iterator[Case]:
    """Signed zeros, NaN, and where an intermediate result is rounded."""
    for kind in ("float16", "float", "double"):
        for operator in ("Max", "Min"):
            yield _binary(f"{operator}/nan", kind, [nan, 1.0, nan], [1.0, nan, nan])
        yield _binary("Equal/special", kind, [nan, 0.0, inf], [nan, -0.0, inf])
        yield _binary("Less/special", kind, [nan, -0.0, -inf], [1.0, 0.0, inf])
        yield Case(f"Sum/one-zero/{kind}", "Sum", (tensor(kind, (1,), [-0.0]),))
        yield Case(f"Sum/two-zeros/{kind}", "Sum", (tensor(kind, (1,), [-0.0]),) * 2)
        yield _binary("Mod/zeros", kind, [0.0, -0.0, 0.0, -0.0], [3.0, 3.0, -3.0, -3.0])
        yield _binary("PRelu/zero-by-infinity", kind, [0.0], [inf])
        yield _binary("PRelu/negative-zero", kind, [-0.0], [-2.0])
        yield _binary("Mod/float-fmod-0", kind, [7.5], [2.0], opset=13)
    for operator in ("Sum", "Mean"):
        for name, values in (("overflow-inside", (65504, 65504, -65504)), ("small-terms", (2048, 1, 1))):
            inputs = tuple(tensor("float16", (1,), [value]) for value in values)
            yield Case(f"{operator}/{name}/float16", operator, inputs)
    yield Case("Mean/last-bit/float", "Mean", tuple(tensor("float", (1,), [v]) for v in (1.1, 2.2, 3.3)))
    for shapes in (((1,), (3,)), ((3, 1), (1, 4))):
        inputs = tuple(mixture("float", shape, "grow") for shape in shapes)
        yield Case(f"Mean/first-grows-{len(shapes[0])}/float", "Mean", inputs)


def shape_cases() -> Iterator[Case]:
    """Shapes and types that the standard refuses, and some implementations do not."""
    for name, x, slope in (
        ("channel", (2, 3, 4), (3,)),
        ("larger", (1,), (3,)),
        ("larger-empty", (1, 0), (3, 1)),
        ("larger-scalar", (), (3,)),
    ):
        yield Case(f"PRelu/{name}/float", "PRelu", (mixture("float", x, "x"), mixture("float", slope, "slope")))
    yield Case("Max/type/bool", "Max", (mixture("bool", (2,), "a"), mixture("bool", (2,), "b")))
    yield Case("Mean/type/int32", "Mean", (tensor("int32", (2,), [1, 2]), tensor("int32", (2,), [3, 4])))
    yield Case("Add/type/string", "Add", (tensor("string", (1,), ["a"]), tensor("string", (1,), ["b"])))
    x = tensor("float", (2,), [1, 2])
    yield Case("Where/condition/uint8", "Where", (tensor("uint8", (2,), [0, 2]), x, x))
    infinite = Tensor((1,), ((0x7F800000, 0),), "complex64")
    yield Case("Expand/infinite/complex64", "Expand", (infinite, tensor("int64", (1,), [2])))
    composed, decomposed = tensor("string", (1,), ["é"]), tensor("string", (1,), ["e\u0301"])
    yield Case("Equal/normal-form/string", "Equal", (composed, decomposed))


def gemm_cases() -> Iterator[Case]:
    """Gemm where C is too large, must not be read, or nothing is to be summed."""
    for kind in ("float", "double"):
        ones = tensor(kind, (2, 2), [1, 1, 1, 1])
        yield Case(f"Gemm/c-rank-3/{kind}", "Gemm", (ones, ones, small_numbers(kind, (1, 2, 2), "c")))
        row = small_numbers(kind, (1, 2), "a")
        yield Case(f"Gemm/c-larger/{kind}", "Gemm", (row, ones, small_numbers(kind, (2, 2), "c")))
        strange = tensor(kind, (2,), [nan, inf])
        yield Case(f"Gemm/beta-0/{kind}", "Gemm", (ones, ones, strange), {"beta": 0.0})
        unread = tensor(kind, (2, 2), [nan, 1, 1, 1])
        yield Case(f"Gemm/alpha-0/{kind}", "Gemm", (unread, ones, tensor(kind, (), [5])), {"alpha": 0.0})
        nothing = tensor(kind, (2, 0), []), tensor(kind, (0, 2), []), tensor(kind, (), [5])
        yield Case(f"Gemm/k-0/{kind}", "Gemm", nothing, {"beta": 2.0})
    for kind in ("int32", "int64"):
        a, b, c = tensor(kind, (1, 2), [3, 4]), tensor(kind, (2, 1), [4, 2]), tensor(kind, (), [1])
        yield Case(f"Gemm/halves/{kind}", "Gemm", (a, b, c), {"alpha": 0.5, "beta": 0.5})
    big = tensor("int64", (1, 1), [2**53 + 1])
    yield Case("Gemm/all-digits/int64", "Gemm", (big, tensor("int64", (1, 1), [1])))


def all_cases() -> list[Case]:
    """Every case, in a fixed order; names are unique."""
    made = [*plain_cases(), *integer_cases(), *power_cases(), *float_cases(), *shape_cases(), *gemm_cases()]
    assert len({case.name for case in made}) == len(made)
    return made
