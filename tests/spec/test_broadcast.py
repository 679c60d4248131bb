"""Broadcast in the oracle: the seeds' own examples and tables, both index bases, permutation, fold and refusals."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.errors import BroadcastError
from isocast.spec import Tensor, broadcast, indices, one_based, output_shape
from isocast.spec.broadcast import (
    SONNX,
    access,
    align,
    align_index,
    broadcast_by_fold,
    broadcast_by_rank,
    common_rank,
    f,
    first_offender,
    output_size,
    step1,
    step2,
)


def numbered(shape: tuple[int, ...], start: int = 0, type_: str = "real") -> Tensor:
    """A tensor whose values tell their places."""
    return Tensor(shape, tuple(range(start, start + len(list(indices(shape))))), type_)


@st.composite
def families(draw: st.DrawFn, largest: int = 4, smallest: int = 1) -> tuple[Tensor, ...]:
    """One to four tensors that broadcast: each is a suffix of one shape with some sizes replaced by 1."""
    target = draw(st.lists(st.integers(smallest, 3), max_size=largest))
    shapes = []
    for _ in range(draw(st.integers(1, 4))):
        suffix = target[draw(st.integers(0, len(target))) :]
        shapes.append(tuple(draw(st.sampled_from([size, 1])) for size in suffix))
    return tuple(numbered(shape, 100 * m) for m, shape in enumerate(shapes))


X0, X1 = numbered((2, 1), 10), numbered((3,), 20)


@pytest.mark.clause("step1", "condition1", "step1-access", "B2")
def test_step_1_prepends_ones_and_zeros() -> None:
    Y0, Y1 = step1(X0, X1)
    assert common_rank([X0.shape, X1.shape]) == 2
    assert (Y0.shape, Y1.shape) == ((2, 1), (1, 3))
    assert align((), 3) == (1, 1, 1)
    assert align((4,), 1) == (4,)
    assert align_index((2,), 3) == (0, 0, 2)
    for i in indices(X1.shape):
        assert Y1[align_index(i, 2)] == X1[i]


@pytest.mark.clause("step2", "condition2", "access", "f", "exact")
def test_step_2_repeats_what_stands_at_index_0() -> None:
    Z0, Z1 = step2(*step1(X0, X1))
    assert Z0 == Tensor((2, 3), (10, 10, 10, 11, 11, 11))
    assert Z1 == Tensor((2, 3), (20, 21, 22, 20, 21, 22))
    assert access((1, 2), (2, 1), (2, 3)) == (1, 0)
    assert [f(a, 3, 3) for a in range(3)] == [0, 1, 2]
    assert [f(a, 1, 3) for a in range(3)] == [0, 0, 0]


@pytest.mark.clause("B1")
def test_one_tensor_comes_back_unchanged_and_none_is_refused() -> None:
    assert broadcast(X0) == (X0,)
    with pytest.raises(TypeError, match="at least one"):
        broadcast()


@pytest.mark.clause("000.C1", "B4", "B7", "B9")
def test_types_and_values_are_each_tensors_own() -> None:
    payload = 0x7E01  # a float16 NaN with a payload
    marker = object()
    Z = broadcast(Tensor((1,), (payload,), "float16"), Tensor((2,), ("a", "b"), "string"), Tensor((), (marker,)))
    assert [z.type for z in Z] == ["float16", "string", "real"]
    assert Z[0].values == (payload, payload)
    assert all(value is marker for value in Z[2].values)


@pytest.mark.clause("B5")
@pytest.mark.parametrize(
    ("sizes", "onnx", "sonnx"),
    [((1, 1), 1, 1), ((1, 5), 5, 5), ((0, 0), 0, 0), ((0,), 0, 0), ((0, 1), 0, "E1"), ((0, 2), "E1", "E1")],
)
def test_size_0_in_both_readings(sizes: tuple[int, ...], onnx: int | str, sonnx: int | str) -> None:
    for profile, expected in (("onnx", onnx), ("sonnx", sonnx)):
        shapes = [(size,) for size in sizes]
        if expected == "E1":
            with pytest.raises(BroadcastError) as caught:
                output_shape(*shapes, profile=profile)
            assert (caught.value.code, caught.value.tensor, caught.value.axis) == ("E1", 0, 0)
        else:
            assert output_shape(*shapes, profile=profile) == (expected,)


@pytest.mark.clause("E1", "B6")
@pytest.mark.parametrize(
    ("shapes", "tensor", "axis", "size", "expected"),
    [
        (((2, 3, 4), (2, 4)), 1, 1, 2, 3),
        (((2, 4), (2, 3, 4)), 0, 1, 2, 3),
        (((3, 4), (2, 5)), 0, 1, 4, 5),  # the lowest tensor first, though axis 0 offends in tensor 1
        (((1, 5), (2, 4), (3, 4)), 1, 0, 2, 3),
        (((5,), (4,), (3,)), 1, 0, 4, 5),
    ],
)
def test_e1_names_the_first_offender(
    shapes: tuple[tuple[int, ...], ...], tensor: int, axis: int, size: int, expected: int
) -> None:
    with pytest.raises(BroadcastError) as caught:
        broadcast(*(numbered(shape) for shape in shapes))
    error = caught.value
    assert (error.code, error.tensor, error.axis, error.size, error.expected) == ("E1", tensor, axis, size, expected)
    assert error.shapes == shapes
    assert "E1" in str(error)
    assert isinstance(error, ValueError)


@pytest.mark.clause("E1")
def test_no_offender_where_there_is_none() -> None:
    assert first_offender([(1, 3), (2, 1)], (2, 3)) is None


@pytest.mark.clause("access")
@given(families())
def test_every_output_element_is_the_one_the_relation_names(X: tuple[Tensor, ...]) -> None:
    Z = broadcast(*X)
    Y = step1(*X)
    dY = Z[0].shape
    for Ym, Zm in zip(Y, Z, strict=True):
        assert Zm.shape == dY
        assert all(Zm[i] == Ym[access(i, Ym.shape, dY)] for i in indices(dY))


@pytest.mark.clause("B3", "f-1based", "access-1based", "step1-1based")
@given(families())
def test_both_index_bases_agree(X: tuple[Tensor, ...]) -> None:
    assert one_based.broadcast(*X) == broadcast(*X)


@pytest.mark.clause("B3", "f", "f-1based")
def test_f_is_one_function_in_two_bases() -> None:
    for B, C in itertools.product(range(1, 6), repeat=2):
        if B in (C, 1):
            assert all(one_based.f(a + 1, B, C) == f(a, B, C) + 1 for a in range(C))
        else:
            with pytest.raises(ValueError, match="neither"):
                one_based.f(1, B, C)


@pytest.mark.clause("RI", "RJ", "RK", "RL", "003.C1")
@pytest.mark.parametrize("axis", range(4))
def test_each_restriction_is_about_its_own_axis(axis: int) -> None:
    tags = ["RI", "RJ", "RK", "RL"]
    good = [[2, 3, 4, 5], [2, 1, 4, 1]]
    assert one_based.restrictions([tuple(s) for s in good]) == dict.fromkeys(tags, True)
    good[0][axis], good[1][axis] = 7, 6
    found = one_based.restrictions([tuple(s) for s in good])
    assert [tag for tag in tags if not found[tag]] == [tags[axis]]
    with pytest.raises(ValueError, match="neither the largest"):
        one_based.broadcast(*(numbered(tuple(s)) for s in good))


@pytest.mark.clause("RL")
def test_a_tag_that_is_no_restriction_is_refused() -> None:
    with pytest.raises(ValueError, match="not a restriction"):
        one_based.restriction("R1", [1, 2])


@pytest.mark.clause("commutative", "rank-order", "B8")
@given(families(), st.randoms(use_true_random=False))
def test_permutation(X: tuple[Tensor, ...], random: object) -> None:
    order = list(range(len(X)))
    random.shuffle(order)  # type: ignore[attr-defined]
    Z = broadcast(*X)
    assert broadcast(*(X[m] for m in order)) == tuple(Z[m] for m in order)
    assert broadcast_by_rank(*X) == Z


@pytest.mark.clause("fold", "B8")
@given(families(smallest=0))
def test_the_n_ary_operator_is_a_fold_of_the_binary_one(X: tuple[Tensor, ...]) -> None:
    assert broadcast_by_fold(*X) == broadcast(*X)


@pytest.mark.clause("step2", "exact")
@given(families(smallest=0))
def test_broadcasting_twice_changes_nothing(X: tuple[Tensor, ...]) -> None:
    Z = broadcast(*X)
    assert broadcast(*Z) == Z


@pytest.mark.clause("rank")
def test_rank_64() -> None:
    shape = (2, *(1,) * 62, 3)
    (Z, _) = broadcast(numbered((3,)), numbered(shape))
    assert Z.shape == shape
    assert Z.values == (0, 1, 2, 0, 1, 2)


@pytest.mark.clause("condition2", "B5")
def test_the_size_of_an_axis_is_the_largest() -> None:
    assert output_size([1, 7, 1]) == 7
    assert output_size([0, 1]) == 0
    assert output_size([0, 1], SONNX) == 1


@pytest.mark.parametrize(("shape", "values"), [((2,), (1,)), ((-1,), ()), ((), ())])
def test_a_tensor_has_one_value_for_each_index(shape: tuple[int, ...], values: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"negative|takes"):
        Tensor(shape, values)


@pytest.mark.parametrize("index", [(2,), (-1,), (0, 0), ()])
def test_an_index_outside_the_shape_is_refused(index: tuple[int, ...]) -> None:
    with pytest.raises(IndexError, match="not an index"):
        Tensor((2,), (1, 2))[index]
