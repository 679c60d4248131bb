"""The algebra of shapes with symbolic sizes: the condition is exact, and the words say it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isocast.shapes import (
    Conditional,
    Outcome,
    Profile,
    Refusal,
    Result,
    SymbolicShape,
    broadcast,
    broadcast_to,
    shape_text,
    symbolic_shape,
)
from isocast.sizes import AtLeastOne, Joined, OneOf, Symbol, Unknown, atoms_of, joined, substitute, value_of

N, M, P = Symbol("N"), Symbol("M"), Symbol("P")
PROFILES: list[Profile] = ["onnx", "sonnx"]


def put_in(shapes: tuple[SymbolicShape, ...], values: dict[Symbol, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(value_of(size, values) for size in shape) for shape in shapes)


CONDITIONS = [  # profile, shapes, condition, shape under it
    ("onnx", (("N",), (4,)), "N is 4 or 1", "(4,)"),
    ("onnx", (("N",), (0,)), "N is 0 or 1", "(0,)"),
    ("onnx", (("N",), ("M",)), "N = M, or N is 1, or M is 1", "(N or M, whichever is not 1,)"),
    ("onnx", (("N",), ("M",), (4,)), "N is 4 or 1; M is 4 or 1", "(4,)"),
    ("onnx", (("N",), ("M",), ("P",), ("N",)), "those of N, M and P that are not 1 are equal", None),
    ("onnx", (("N", "N"), (3, 4)), "N is 1", "(3, 4)"),
    ("onnx", (("N", "N", 2), (3, 3, 1)), "N is 3 or 1", "(3, 3, 2)"),
    ("onnx", (("N", "M"), (3, "N")), "N is 3 or 1; M = N, or M is 1, or N is 1", None),
    ("sonnx", (("N",), (4,)), "N is 4 or 1", "(4,)"),
    ("sonnx", (("N",), (1,)), "N is at least 1", "(N,)"),
    ("sonnx", (("N",), (0,)), "N is 0", "(0,)"),
    ("sonnx", (("N", 2), (2,), (1, 1)), "N is at least 1", "(N, 2)"),
    ("sonnx", (("N", 2), ("M", 2)), "N = M, or N is 1 and M at least 1, or M is 1 and N at least 1", None),
    ("sonnx", (("N", 4), (1, "N")), "N is 4 or 1", "(N, 4)"),
    ("sonnx", (("N",), ("M",), (1,)), "N is at least 1; M is at least 1; N = M, or N is 1, or M is 1", None),
    (
        "sonnx",
        (("N",), ("M",), ("P",)),
        "those of N, M and P that are not 1 are equal, and all of them are 0 or none is",
        None,
    ),
]


@pytest.mark.clause("E1", "B5", "multi-2")
@pytest.mark.parametrize(("profile", "shapes", "condition", "result"), CONDITIONS)
def test_conditions_in_words(
    profile: Profile, shapes: tuple[tuple[int | str, ...], ...], condition: str, result: str | None
) -> None:
    outcome = broadcast(tuple(symbolic_shape(shape) for shape in shapes), profile)
    assert isinstance(outcome, Conditional)
    assert outcome.condition == condition
    assert result is None or shape_text(outcome.shape) == result


@pytest.mark.clause("uni-2", "B5")
@pytest.mark.parametrize(
    ("profile", "shape", "target", "condition"),
    [
        ("onnx", (N,), (4,), "N is 4 or 1"),
        ("onnx", (4,), (N,), "N is 4"),
        ("onnx", (N,), (M,), "N = M, or N is 1"),
        ("onnx", (N,), (0,), "N is 0 or 1"),
        ("onnx", (4,), (Joined((N, M)),), "(N or M, whichever is not 1) is 4"),
        ("sonnx", (1,), (N,), "N is at least 1"),
        ("sonnx", (N,), (0,), "N is 0"),
        ("sonnx", (N,), (M,), "N = M, or N is 1 and M at least 1"),
    ],
)
def test_conditions_to_a_target_in_words(
    profile: Profile, shape: SymbolicShape, target: SymbolicShape, condition: str
) -> None:
    outcome = broadcast_to(shape, target, profile)
    assert isinstance(outcome, Conditional)
    assert outcome.condition == condition


def test_a_symbol_equals_itself_and_an_unknown_nothing_else() -> None:
    assert broadcast(((N, 2), (Symbol("N"), 1))) == Result((N, 2))
    unknown = Unknown()
    assert broadcast(((unknown,), (unknown,))) == Result((unknown,))
    assert isinstance(broadcast(((Unknown(),), (Unknown(),))), Conditional)
    assert Unknown() != Unknown()


@pytest.mark.clause("fold", "B8")
def test_a_joined_size_asks_for_nothing_it_has_already() -> None:
    first = broadcast(((N,), (M,)))
    assert isinstance(first, Conditional)
    assert broadcast((first.shape, (N,), (1,))) == Result((Joined((N, M)),))
    assert broadcast_to((N,), first.shape) == Result(first.shape)
    third = broadcast((first.shape, (P,)))
    assert isinstance(third, Conditional)
    assert third.shape == (Joined((N, M, P)),)
    assert third.shape == (joined((P, Joined((M, N)))),)


def test_contradictions_are_refused() -> None:
    assert broadcast_to((3, 4), (N, N)) == Refusal("uni-2", 0, 1, 4, 3, 2)
    assert broadcast(((N, N), (0, 4)), "sonnx") == Refusal("E1", 0, 1, 0, 4, 2)
    assert broadcast(((N, N), (0, 1)), "sonnx") == Refusal("E1", 0, 1, 0, 1, 2)
    assert broadcast(((N, 3), (2, 2))) == Refusal("E1", 1, 1, 2, 3, 2)


def test_a_condition_is_data() -> None:
    outcome = broadcast(((N, 8, M), (8, 4)))
    assert outcome == Conditional((N, 8, 4), (OneOf(M, (4, 1), 2),))
    assert broadcast(((N,), ()), "sonnx") == Conditional((N,), (AtLeastOne(N, 0),))


@pytest.mark.clause("E1", "B5", "multi-2", "uni-2")
@given(
    st.lists(st.lists(st.sampled_from([0, 1, 1, 2, 3, N, M, P]), max_size=3).map(tuple), min_size=1, max_size=3),
    st.sampled_from(PROFILES),
)
def test_a_condition_holds_exactly_where_the_sizes_broadcast(shapes: list[SymbolicShape], profile: Profile) -> None:
    asked = [lambda family: broadcast(family, profile)]
    if len(shapes) == 2:
        asked.append(lambda family: broadcast_to(family[0], family[1], profile))
    atoms = sorted({atom for shape in shapes for size in shape for atom in atoms_of(size)}, key=str)
    for ask in asked:
        outcome = ask(shapes)
        for numbers in product([0, 1, 2, 3, 5], repeat=len(atoms)):
            values = dict(zip(atoms, numbers, strict=True))
            known = ask(put_in(tuple(shapes), values))
            holds = outcome.holds(values) if isinstance(outcome, Conditional) else isinstance(outcome, Result)
            assert isinstance(known, Result) == holds
            if isinstance(known, Result):
                assert not isinstance(outcome, Refusal)
                assert put_in((outcome.shape,), values) == (known.shape,)


@pytest.mark.clause("fold", "B8", "B5")
@given(st.lists(st.sampled_from([0, 1, 2, 3, N, M, P]), min_size=2, max_size=4), st.sampled_from(PROFILES))
def test_folding_symbolic_sizes_adds_up_to_the_same_condition(sizes: list[int | Symbol], profile: Profile) -> None:
    steps: list[Outcome] = [Result((sizes[0],))]
    for size in sizes[1:]:
        last = steps[-1]
        if not isinstance(last, Refusal):
            steps.append(broadcast((last.shape, (size,)), profile))
    for numbers in product([0, 1, 2, 3, 5], repeat=3):
        values = dict(zip((N, M, P), numbers, strict=True))
        together = broadcast(put_in(tuple((size,) for size in sizes), values), profile)
        folded = all(s.holds(values) if isinstance(s, Conditional) else isinstance(s, Result) for s in steps)
        assert folded == isinstance(together, Result)


def test_texts_of_shapes() -> None:
    assert [shape_text(shape) for shape in [(), (3,), (2, N), (Unknown(),)]] == ["()", "(3,)", "(2, N)", "(?,)"]
    assert substitute(Joined((N, M)), {Joined((M, N)): 4}) == 4
    assert substitute(Joined((N, M)), {N: 3}) == 3
    assert joined((1, 1)) == 1
