"""The algebra of shapes with known sizes: what is accepted, what is refused and for whom, in both profiles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.errors import BroadcastError
from isocast.shapes import (
    Outcome,
    Profile,
    Refusal,
    Result,
    SymbolicShape,
    broadcast,
    broadcast_to,
)
from isocast.spec.broadcast import output_shape
from isocast.spec.directional import unidirectional_shape
from tests import strategies

PROFILES: list[Profile] = ["onnx", "sonnx"]

ACCEPTED = [  # the five examples of seed 002, then borders
    (((2, 3, 4, 5), ()), (2, 3, 4, 5)),
    (((2, 3, 4, 5), (5,)), (2, 3, 4, 5)),
    (((4, 5), (2, 3, 4, 5)), (2, 3, 4, 5)),
    (((1, 4, 5), (2, 3, 1, 1)), (2, 3, 4, 5)),
    (((3, 4, 5), (2, 1, 1, 1)), (2, 3, 4, 5)),
    (((2, 3),), (2, 3)),
    (((),), ()),
    (((), ()), ()),
    (((0,), (0,)), (0,)),
    (((1,), (1, 1)), (1, 1)),
    (((2, 1), (1, 3), (3,)), (2, 3)),
    (((2**40, 1), (1, 2**40)), (2**40, 2**40)),
    (((2,) + (1,) * 63, (3,)), (2,) + (1,) * 62 + (3,)),
]
REFUSED = [  # shapes, tensor, axis, size, expected
    (((2, 3, 4), (2, 4)), 1, 1, 2, 3),
    (((2, 4), (2, 3, 4)), 0, 1, 2, 3),
    (((3, 4), (2, 5)), 0, 1, 4, 5),
    (((2,), (3,), (4,)), 0, 0, 2, 4),
    (((4,), (3,), (2,)), 1, 0, 3, 4),
    (((0,), (2,)), 0, 0, 0, 2),
    (((1, 2), (0, 3), (1, 1)), 0, 1, 2, 3),
    (((3, 2), (2, 3)), 0, 1, 2, 3),
]
TO_ACCEPTED = [  # the four examples of seed 002, then borders
    ((), (2, 3, 4, 5)),
    ((5,), (2, 3, 4, 5)),
    ((2, 1, 1, 5), (2, 3, 4, 5)),
    ((1, 3, 1, 5), (2, 3, 4, 5)),
    ((2, 3), (2, 3)),
    ((), ()),
    ((0,), (0,)),
    ((1,) * 64, (2,) + (1,) * 63),
]
TO_REFUSED = [  # shape, target, axis, size, expected
    ((3,), (1,), 0, 3, 1),
    ((2, 4), (2, 3, 4), 1, 2, 3),
    ((2, 3), (0, 3), 0, 2, 0),
    ((0,), (1,), 0, 0, 1),
    ((1, 3), (3,), 0, 1, 1),
    ((2, 3), (), 0, 2, 1),
]


@pytest.mark.clause("multi-1", "multi-2", "multi-3", "step1", "step2", "condition1", "condition2", "rank")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("shapes", "result"), ACCEPTED)
def test_accepted(shapes: tuple[SymbolicShape, ...], result: SymbolicShape, profile: Profile) -> None:
    assert broadcast(shapes, profile) == Result(result)


@pytest.mark.clause("E1", "B6")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: tuple[tuple[SymbolicShape, ...], int, int, int, int], profile: Profile) -> None:
    shapes, tensor, axis, size, expected = case
    assert broadcast(shapes, profile) == Refusal("E1", tensor, axis, size, expected, max(map(len, shapes)))


@pytest.mark.clause("uni-1", "uni-2", "uni-3", "uni-result")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("shape", "target"), TO_ACCEPTED)
def test_accepted_to_a_target(shape: SymbolicShape, target: SymbolicShape, profile: Profile) -> None:
    assert broadcast_to(shape, target, profile) == Result(target)


@pytest.mark.clause("uni-2", "uni-3", "B6")
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("case", TO_REFUSED)
def test_refused_to_a_target(case: tuple[SymbolicShape, SymbolicShape, int, int, int], profile: Profile) -> None:
    shape, target, axis, size, expected = case
    rank = max(len(shape), len(target))
    assert broadcast_to(shape, target, profile) == Refusal("uni-2", 0, axis, size, expected, rank)


@pytest.mark.clause("B5")
def test_size_zero_parts_the_profiles() -> None:
    assert broadcast(((1, 3), (0, 3))) == Result((0, 3))
    assert broadcast(((1, 3), (0, 3)), "sonnx") == Refusal("E1", 1, 0, 0, 1, 2)
    assert broadcast(((), (2, 0)), "sonnx") == Refusal("E1", 1, 1, 0, 1, 2)
    assert broadcast_to((1,), (0,)) == Result((0,))
    assert broadcast_to((1,), (0,), "sonnx") == Refusal("uni-2", 0, 0, 1, 0, 1)
    assert broadcast(((0,), (1,), (2,))) == broadcast(((0,), (1,), (2,)), "sonnx") == Refusal("E1", 0, 0, 0, 2, 1)


@pytest.mark.clause("B5", "B6")
def test_an_axis_where_one_stretches_to_zero_is_not_the_offender() -> None:
    assert broadcast(((0, 3), (1, 2))) == Refusal("E1", 1, 1, 2, 3, 2)
    assert broadcast(((0, 3), (1, 2)), "sonnx") == Refusal("E1", 0, 0, 0, 1, 2)


@pytest.mark.clause("multi-2", "multi-3", "B5", "E1")
@given(strategies.families() | strategies.with_size_zero() | strategies.high_rank(rank=32))
def test_agrees_with_numpy(family: strategies.Family) -> None:
    outcome = broadcast(family)
    try:
        expected = np.broadcast_shapes(*family)
    except ValueError:
        assert isinstance(outcome, Refusal)
    else:
        assert outcome == Result(expected)


@pytest.mark.clause("rank", "multi-3")
@given(strategies.high_rank())
def test_agrees_with_numpy_up_to_rank_64(family: strategies.Family) -> None:
    # numpy.broadcast_shapes ends at 32 axes; NumPy's arithmetic goes to 64.
    expected = np.zeros(family[0], np.uint8)
    for shape in family[1:]:
        expected = expected + np.zeros(shape, np.uint8)
    assert broadcast(family) == Result(expected.shape)


@pytest.mark.clause("E1", "B6", "B5")
@given(strategies.families(), st.sampled_from(PROFILES))
def test_the_offender_is_the_first_size_that_is_neither_the_largest_nor_one(
    family: strategies.Family, profile: Profile
) -> None:
    rank = max(map(len, family))
    aligned = [(1,) * (rank - len(shape)) + shape for shape in family]
    columns = [set(column) for column in zip(*aligned, strict=True)]
    largest = [0 if profile == "onnx" and column == {0, 1} else max(column) for column in columns]
    offenders = [(m, i) for m, shape in enumerate(aligned) for i in range(rank) if shape[i] not in (1, largest[i])]
    outcome = broadcast(family, profile)
    if offenders:
        tensor, axis = min(offenders)
        assert outcome == Refusal("E1", tensor, axis, aligned[tensor][axis], largest[axis], rank)
    else:
        assert outcome == Result(tuple(largest))


@pytest.mark.clause("E1", "B5", "B6", "uni-2", "uni-3", "uni-result")
@given(strategies.families() | strategies.with_size_zero() | strategies.high_rank(), st.sampled_from(PROFILES))
def test_agrees_with_the_oracle(family: strategies.Family, profile: Profile) -> None:
    assert answer(broadcast(family, profile)) == oracle(lambda: output_shape(*family, profile=profile))
    if len(family) == 2 and profile == "onnx":
        target, shape = family
        assert answer(broadcast_to(shape, target)) == oracle(lambda: unidirectional_shape(target, shape))


def answer(outcome: Outcome) -> object:
    if isinstance(outcome, Refusal):
        tensor = outcome.tensor if outcome.clause == "E1" else 1  # the oracle counts the target as tensor 0
        return outcome.clause, tensor, outcome.axis, outcome.size, outcome.expected
    return outcome.shape


def oracle(ask: Callable[[], strategies.Shape]) -> object:
    try:
        return ask()
    except BroadcastError as error:
        return error.code, error.tensor, error.axis, error.size, error.expected


@pytest.mark.clause("fold", "commutative", "B8")
@given(strategies.broadcastable(min_shapes=2), st.randoms(use_true_random=False), st.sampled_from(PROFILES))
def test_order_and_grouping_do_not_matter(family: strategies.Family, random: object, profile: Profile) -> None:
    outcome = broadcast(family, profile)
    shuffled = list(family)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    other = broadcast(tuple(shuffled), profile)
    assert type(other) is type(outcome)
    if isinstance(outcome, Result):
        assert other == outcome
        folded: Outcome = Result(family[0])
        for shape in family[1:]:
            assert isinstance(folded, Result)
            folded = broadcast((folded.shape, shape), profile)
        assert folded == outcome


@pytest.mark.clause("uni-1", "uni-2", "uni-3", "uni-result", "B5")
@given(strategies.broadcastable_to() | st.tuples(strategies.shapes(), strategies.shapes()))
def test_to_a_target_is_broadcasting_that_leaves_the_target_alone(
    pair: tuple[strategies.Shape, strategies.Shape],
) -> None:
    for profile in PROFILES:
        both = broadcast(pair, profile)
        outcome = broadcast_to(*pair, profile)
        assert (outcome == Result(pair[1])) == (both == Result(pair[1]) and len(pair[0]) <= len(pair[1]))
