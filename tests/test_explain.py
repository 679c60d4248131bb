"""The words: the layout of the house, the right offender, and help that works."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast import explain
from isocast.errors import BroadcastError
from isocast.remedies import Remedy, remedy, remedy_to
from isocast.shapes import Profile, Refusal, Result, broadcast, broadcast_to, shape_text
from tests import strategies

PROFILES: list[Profile] = ["onnx", "sonnx"]

STYLE_EXAMPLE = """\
Add cannot broadcast A (2, 3, 4) with B (2, 4): sizes 3 and 2 differ on axis -2
    A   2  3  4
    B   .  2  4
           ^
rule: E1, after alignment a size equals the largest of its axis or is 1
help: if B's first axis belongs to axis -3 of A, reshape B to (2, 1, 4)"""

THREE = """\
Where cannot broadcast condition (2, 128), X () and Y (3, 1): sizes 2 and 3 differ on axis -2
    condition   2  128
    X           .    .
    Y           3    1
                ^
rule: E1, after alignment a size equals the largest of its axis or is 1
help: condition would have to have size 3 or 1 on axis -2"""

UNIDIRECTIONAL = """\
Gemm cannot broadcast C (5, 4) to A·B (4, 5): sizes 5 and 4 differ on axis -2
    A·B   4  5
    C     5  4
          ^
rule: uni-2, same rank, and each length is a common length or B's is 1
help: if C's axes are in another order, transpose C by (1, 0) to (4, 5)"""

RANK = """\
PRelu cannot broadcast slope (1, 1, 3) to X (2, 3): slope has 3 axes and X 2
    X       .  2  3
    slope   1  1  3
            ^
rule: uni-2, same rank, and each length is a common length or B's is 1
help: slope has axes of size 1 too many: reshape it to (3,)"""

HELP = [  # profile, shapes, help
    ("onnx", ((1, 8, 5, 5), (8,)), "if B's only axis belongs to axis -3 of A, reshape B to (8, 1, 1)"),
    ("onnx", ((5, 4), (5, 3, 4)), "if A's first axis belongs to axis -3 of B, reshape A to (5, 1, 4)"),
    (
        "onnx",
        ((2, 3, 4, 5), (2, 3)),
        "if B's first and second axes belong to axes -4 and -3 of A, reshape B to (2, 3, 1, 1)",
    ),
    ("onnx", ((3, 4), (4, 3)), "if A's axes are in another order, transpose A by (1, 0) to (4, 3)"),
    (
        "onnx",
        ((2, 5, 6, 8), (2, 8, 5, 6)),
        "if A's axes are in another order, transpose A by (0, 3, 1, 2) to (2, 8, 5, 6)",
    ),
    ("onnx", ((8, 1, 5), (8,)), "if B's only axis belongs to axis -3 of A, reshape B to (8, 1, 1)"),
    ("onnx", ((2, 3), (2, 4)), "A would have to have size 4 or 1 on axis -1"),
    ("onnx", ((2, 3), (5, 4)), "A would have to have size 5 or 1 on axis -2 and size 4 or 1 on axis -1"),
    ("onnx", ((0,), (2,)), "A would have to have size 2 or 1 on axis -1"),
    (
        "sonnx",
        ((1,), (0,)),
        "the strict profile does not stretch size 1 to 0 (B5): give every tensor size 0 on axis -1",
    ),
    ("sonnx", ((0,), (2,)), "A would have to have size 2 or 1 on axis -1"),
    ("sonnx", ((2, 1), (2, 3, 0)), "A would have to have size 3 on axis -2 and size 0 on axis -1"),
]


def help_is_right(found: Remedy, refused: tuple[int, ...], works: bool) -> None:
    assert works
    assert found.shape is not None
    assert shape_text(found.shape) in found.text or found.kind == "sizes"
    if found.kind != "sizes":
        assert math.prod(found.shape) == math.prod(refused)
        assert sorted(size for size in found.shape if size != 1) == sorted(size for size in refused if size != 1)


@pytest.mark.clause("E1", "B6", "uni-2")
@pytest.mark.parametrize(
    ("error", "text"),
    [
        (explain.broadcast_error("Add", ("A", "B"), ((2, 3, 4), (2, 4))), STYLE_EXAMPLE),
        (explain.broadcast_error("Where", ("condition", "X", "Y"), ((2, 128), (), (3, 1))), THREE),
        (explain.unidirectional_error("Gemm", ("A·B", "C"), ((4, 5), (5, 4)), tensor=2), UNIDIRECTIONAL),
        (explain.unidirectional_error("PRelu", ("X", "slope"), ((2, 3), (1, 1, 3))), RANK),
    ],
)
def test_the_layout_of_the_house(error: BroadcastError, text: str) -> None:
    assert str(error) == text


@pytest.mark.clause("E1", "B6")
def test_the_facts_are_fields() -> None:
    error = explain.broadcast_error("Add", ("A", "B"), ((2, 3, 4), (2, 4)))
    facts = (error.code, error.tensor, error.axis, error.size, error.expected, error.shapes)
    assert facts == ("E1", 1, 1, 2, 3, ((2, 3, 4), (2, 4)))
    assert isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.clause("uni-2", "uni-3", "B6")
def test_the_facts_of_a_unidirectional_refusal_are_fields() -> None:
    error = explain.unidirectional_error("Gemm", ("A·B", "C"), ((4, 5), (3, 5)), tensor=2)
    facts = (error.code, error.tensor, error.axis, error.size, error.expected, error.shapes)
    assert facts == ("uni-2", 2, 0, 3, 4, ((4, 5), (3, 5)))
    rank = explain.unidirectional_error("PRelu", ("X", "slope"), ((), (2,)))
    assert (rank.tensor, rank.axis, rank.size, rank.expected) == (1, 0, 2, 1)
    assert rank.help == "slope can have no axes, as X has none"
    one = explain.unidirectional_error("PRelu", ("X", "slope"), ((2, 1), (3,)))
    assert one.help == "slope would have to have size 1 on axis -1"


@pytest.mark.parametrize(("profile", "shapes", "text"), HELP)
@pytest.mark.clause("E1", "B5")
def test_help(profile: Profile, shapes: tuple[strategies.Shape, ...], text: str) -> None:
    assert explain.broadcast_error("Add", ("A", "B"), shapes, profile).help == text


def test_many_operands_show_the_two_that_clash() -> None:
    shapes = [(2, 3)] * 4 + [(2, 2)] + [(1, 3)] * 95
    error = explain.broadcast_error("Sum", [f"data_{m}" for m in range(100)], shapes)
    assert error.summary == (
        "Sum cannot broadcast data_0 (2, 3) with data_4 (2, 2), two of its 100 inputs: sizes 3 and 2 differ on axis -1"
    )
    assert error.picture.splitlines() == ["data_0   2  3", "data_4   2  2", "            ^"]
    assert error.help == "data_4 would have to have size 3 or 1 on axis -1"


@pytest.mark.clause("rank")
def test_a_picture_of_64_axes_fits_a_line() -> None:
    shapes = [(1,) * 30 + (2,) + (1,) * 33, (3,) * 34]
    error = explain.broadcast_error("Add", ("A", "B"), shapes)
    assert error.axis == 30
    assert max(map(len, error.picture.splitlines())) < 60
    rows = error.picture.splitlines()
    assert rows[0][rows[2].index("^")] == "2"


@given(
    strategies.nearly_broadcastable() | strategies.families() | strategies.with_size_zero(), st.sampled_from(PROFILES)
)
@pytest.mark.clause("E1", "B5", "B6")
def test_every_suggested_shape_broadcasts(family: strategies.Family, profile: Profile) -> None:
    refusal = broadcast(family, profile)
    if not isinstance(refusal, Refusal):
        return
    names = [f"X{m}" for m in range(len(family))]
    found = remedy(names, family, refusal, profile)
    if found.shape is not None:
        changed = (*family[: found.tensor], found.shape, *family[found.tensor + 1 :])
        help_is_right(found, family[found.tensor], isinstance(broadcast(changed, profile), Result))
    else:
        assert len(family) > 2 or profile == "sonnx"
    error = explain.broadcast_error("Add", names, family, profile)
    assert (error.tensor, error.axis, error.size, error.expected) == (
        refusal.tensor, refusal.axis, refusal.size, refusal.expected,
    )  # fmt: skip


@given(st.tuples(strategies.shapes(), strategies.shapes()) | strategies.nearly_broadcastable(max_shapes=2))
@pytest.mark.clause("uni-2", "uni-3", "B5")
def test_every_suggested_shape_broadcasts_to_the_target(pair: tuple[strategies.Shape, strategies.Shape]) -> None:
    shape, target = pair
    for profile in PROFILES:
        refusal = broadcast_to(shape, target, profile)
        if isinstance(refusal, Refusal):
            found = remedy_to(("B", "A"), shape, target, refusal, profile)
            if found.shape is not None:
                help_is_right(found, shape, isinstance(broadcast_to(found.shape, target, profile), Result))
            else:
                assert len(shape) > len(target) or (refusal.size, refusal.expected, profile) == (1, 0, "sonnx")


@given(strategies.nearly_broadcastable(min_shapes=2, max_shapes=2))
def test_the_caret_stands_below_the_two_sizes_that_differ(family: strategies.Family) -> None:
    refusal = broadcast(family)
    if isinstance(refusal, Refusal):
        error = explain.broadcast_error("Add", ("A", "B"), family)
        first, second, caret = error.picture.splitlines()
        column = caret.index("^")
        sizes = {int(row[: column + 1].split()[-1]) for row in (first, second)}
        assert sizes == {refusal.size, refusal.expected}


@pytest.mark.clause("R2", "R4", "strict-shapes")
def test_different_shapes_in_the_strict_profile() -> None:
    error = explain.shapes_differ("Add", ("A", "B"), ((2, 3), (3,)))
    assert (error.code, error.argument, error.shapes) == ("R2", "B", ((2, 3), (3,)))
    assert "R4" in error.rule
    assert error.help == "broadcast first: A, B = ic.sonnx.broadcast(A, B)"
    neither = explain.shapes_differ("Add", ("A", "B"), ((2, 3), (2,)))
    assert "R4" not in neither.rule
    assert neither.help.startswith("these do not broadcast either: if B's only axis")


@pytest.mark.clause("R3", "schema-types")
def test_different_types() -> None:
    error = explain.types_differ("Sum", [f"data_{m}" for m in range(9)], ["float"] * 8 + ["double"])
    assert error.summary == "Sum takes operands of one element type, not data_0 float and data_8 double"
    assert (error.code, error.argument) == ("schema-types", "data_8")
    assert isinstance(error, TypeError)
    strict = explain.strict_types_differ("Where", ("X", "Y"), ("float", "double"))
    assert (strict.code, strict.types) == ("R3", ("float", "double"))
    refused = explain.type_refused("Sum", "data_0", "int32", ("float16", "bfloat16", "float", "double"))
    assert refused.help == "it takes float16, bfloat16, float or double"


def test_too_large() -> None:
    error = explain.too_large("Broadcast", (2**40,), 2**42, available=3 * 2**30)
    assert error.summary == "Broadcast's result of shape (1099511627776,) takes 4 TiB, more than the 3 GiB available"
    assert (error.shape, error.bytes) == ((2**40,), 2**42)
    assert isinstance(error, MemoryError)


def test_shapes_that_broadcast_are_no_error() -> None:
    with pytest.raises(ValueError, match="these shapes broadcast"):
        explain.broadcast_error("Add", ("A", "B"), ((2,), (1,)))
    with pytest.raises(ValueError, match="these shapes broadcast"):
        explain.unidirectional_error("PRelu", ("X", "slope"), ((2,), (1,)))
