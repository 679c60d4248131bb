"""Seed 004 in the oracle: both examples, the restrictions, the sixteen types; and the strict profile's rules."""

from __future__ import annotations

import pytest

from isocast.errors import ProfileError, TypeMismatchError
from isocast.spec import Tensor, legacy, profile, where, where_strict
from isocast.spec.where import WHERE_TYPES

SAMPLES: dict[str, tuple[object, object]] = {"string": ("x", "y"), "bool": (True, False), "complex64": ((1, 2), (3, 4))}


@pytest.mark.clause("Where", "004.C1")
@pytest.mark.parametrize("operator", [where, where_strict])
def test_example_1(operator: object) -> None:
    condition = Tensor((3,), (True, False, True), "bool")
    z = operator(condition, Tensor((3,), (9, 8, 7)), Tensor((3,), (6, 5, 4)))  # type: ignore[operator]
    assert z == Tensor((3,), (9, 5, 7))


@pytest.mark.clause("Where", "004.C1")
@pytest.mark.parametrize("operator", [where, where_strict])
def test_example_2(operator: object) -> None:
    condition = Tensor((3, 2), (True, True, True, False, False, True), "bool")
    x, y = Tensor((3, 2), (1, 2, 3, 4, 5, 6)), Tensor((3, 2), (12, 11, 10, 9, 8, 7))
    z = operator(condition, x, y)  # type: ignore[operator]
    assert z == Tensor((3, 2), (1, 2, 3, 9, 8, 6))


@pytest.mark.clause("Where-types", "bit-copy", "B7")
@pytest.mark.parametrize("type_", WHERE_TYPES)
def test_all_sixteen_types_are_copied(type_: str) -> None:
    x, y = SAMPLES.get(type_, (0x7FC1, 0x8000))
    condition = Tensor((2,), (True, False), "bool")
    z = where_strict(condition, Tensor((2,), (x, x), type_), Tensor((2,), (y, y), type_))
    assert (z.values, z.type) == ((x, y), type_)
    assert len(set(WHERE_TYPES)) == 16


@pytest.mark.clause("Where-condition")
def test_any_condition_value_but_false_picks_x() -> None:
    condition = Tensor((4,), (0, 1, 2, 255), "bool")  # bytes, as they may stand in memory
    z = where(condition, Tensor((), (1,)), Tensor((), (0,)))
    assert z.values == (0, 1, 1, 1)


@pytest.mark.clause("Where-condition", "Where-types", "schema-types", "R3")
@pytest.mark.parametrize(
    ("types", "code"),
    [
        (("uint8", "float", "float"), "Where-condition"),
        (("bool", "float", "double"), "schema-types"),
        (("bool", "float8", "float8"), "Where-types"),
    ],
)
def test_types_that_are_refused(types: tuple[str, str, str], code: str) -> None:
    with pytest.raises(TypeMismatchError) as caught:
        where(*(Tensor((1,), (1,), type_) for type_ in types))
    assert caught.value.code == code


@pytest.mark.clause("R2", "R4", "004.C1", "strict-shapes")
@pytest.mark.parametrize("shapes", [((1,), (2,), (2,)), ((2,), (1,), (2,)), ((2,), (2,), (1,)), ((2,), (3,), (2,))])
def test_the_strict_profile_takes_one_shape_only(shapes: tuple[tuple[int, ...], ...]) -> None:
    condition, x, y = (Tensor(s, (True,) * s[0], t) for s, t in zip(shapes, ("bool", "int8", "int8"), strict=True))
    with pytest.raises(ProfileError) as caught:
        where_strict(condition, x, y)
    assert (caught.value.code, caught.value.shapes) == ("R2", shapes)
    assert "R4" in caught.value.rule


@pytest.mark.clause("R3")
def test_the_strict_profile_takes_one_type_only() -> None:
    with pytest.raises(ProfileError) as caught:
        where_strict(Tensor((), (True,), "bool"), Tensor((), (1,), "int8"), Tensor((), (1,), "uint8"))
    assert (caught.value.code, caught.value.types) == ("R3", ("int8", "uint8"))


class SparseThing:
    indices = values = ()


@pytest.mark.clause("R1", "strict-explicit")
@pytest.mark.parametrize(("thing", "code"), [(SparseThing(), "R1"), (2.0, "strict-explicit"), ([1], "strict-explicit")])
def test_only_dense_tensors_are_taken(thing: object, code: str) -> None:
    profile.require_dense("Add", "A", Tensor((), (1,)))
    with pytest.raises(ProfileError) as caught:
        profile.require_dense("Add", "A", thing)
    assert (caught.value.code, caught.value.argument) == (code, "A")


@pytest.mark.clause("strict-explicit")
def test_no_default_attribute_is_filled_in() -> None:
    given = {"alpha": 1.0, "transA": 0, "transB": 0}
    profile.require_attributes("Gemm", {**given, "beta": 1.0})
    with pytest.raises(ProfileError, match="beta") as caught:
        profile.require_attributes("Gemm", given)
    assert (caught.value.code, caught.value.argument) == ("strict-explicit", "beta")


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(
    ("b", "axis"), [((), None), ((1, 1), None), ((5,), None), ((4, 5), None), ((3, 4), 1), ((2,), 0)]
)
def test_the_old_texts_six_examples(b: tuple[int, ...], axis: int | None) -> None:
    assert legacy.legacy_shape((2, 3, 4, 5), b, broadcast=1, axis=axis) == (2, 3, 4, 5)


@pytest.mark.clause("legacy-axis")
def test_the_old_axis_places_b() -> None:
    a = Tensor((2, 2, 2), tuple(range(8)))
    assert legacy.legacy_broadcast(a, Tensor((2,), (8, 9)), 1, axis=0).values == (8, 8, 8, 8, 9, 9, 9, 9)
    assert legacy.legacy_broadcast(a, Tensor((2,), (8, 9)), 1, axis=1).values == (8, 8, 9, 9, 8, 8, 9, 9)
    assert legacy.legacy_broadcast(a, Tensor((2,), (8, 9)), 1).values == (8, 9, 8, 9, 8, 9, 8, 9)
    assert legacy.legacy_broadcast(a, Tensor((1, 1), (7,)), 1).values == (7,) * 8
    assert legacy.legacy_broadcast(a, a) is a


@pytest.mark.clause("legacy-axis")
@pytest.mark.parametrize(
    ("a", "b", "broadcast", "axis"),
    [
        ((2, 3), (3,), 0, None),  # broadcast=1 is required
        ((2, 3), (2,), 1, None),  # not a suffix
        ((2, 3), (1, 3), 1, None),  # size 1 is not stretched
        ((3,), (2, 3), 1, None),  # B only
        ((2, 3), (3,), 1, 2),  # past the end
        ((2, 3), (2,), 1, -2),  # the text knows no negative axis
        ((), (1,), 1, None),  # one element, but more axes than A
    ],
)
def test_what_the_old_text_does_not_allow(
    a: tuple[int, ...], b: tuple[int, ...], broadcast: int, axis: int | None
) -> None:
    with pytest.raises(ValueError, match="before opset 7") as caught:
        legacy.legacy_shape(a, b, broadcast, axis)
    assert caught.value.code == "legacy-axis"  # type: ignore[attr-defined]
