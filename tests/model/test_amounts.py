"""Arithmetic on sizes: what cancels, what stays, and that nothing becomes equal that is not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from isocast.model.amounts import Amounts
from isocast.sizes import Size, Symbol, Unknown

N, M, S = Symbol("N"), Symbol("M"), Symbol("S")


def test_expressions_read_like_formulas() -> None:
    table = Amounts()
    assert str(table.add(table.multiply(N, 8), 1)) == "8·N + 1"
    assert str(table.subtract(1, N)) == "1 - N"
    assert str(table.product((2, N, M))) == "2·N·M"
    assert str(table.divide(table.add(N, 1), 2)) == "(N + 1)/2"
    assert str(table.least(N, 1024)) == "min(N, 1024)"


def test_the_same_expression_is_the_same_size() -> None:
    table = Amounts()
    assert table.multiply(N, M) is table.multiply(M, N)
    assert table.add(table.add(N, M), S) is table.add(S, table.add(M, N))
    assert table.least(N, 7) is table.least(7, N)


def test_what_was_added_or_multiplied_can_be_taken_away() -> None:
    table = Amounts()
    assert table.subtract(table.add(N, M), M) is N
    assert table.divide(table.product((N, S, 768)), table.product((S, 12, N))) == 64
    assert table.divide(table.multiply(N, 8), 8) is N
    assert table.modulo(table.multiply(N, 8), 4) == 0
    assert table.divide(N, N) == 1
    assert table.divide(N, 0) is None


def test_unknown_sizes_stay_apart() -> None:
    table, a, b = Amounts(), Unknown(), Unknown()
    assert table.multiply(a, 2) is table.multiply(a, 2)
    assert table.multiply(a, 2) is not table.multiply(b, 2)
    assert table.subtract(a, b) != 0
    assert table.divide(a, b) != 1


def test_a_name_of_the_model_is_never_taken_for_an_expression() -> None:
    table = Amounts()
    assert table.multiply(N, 2) != Symbol("2·N")


def test_what_is_certainly_at_least_one() -> None:
    table = Amounts()
    assert table.is_positive(table.add(table.multiply(N, 2), 1))
    assert table.is_positive(table.least(N, 5))
    assert not table.is_positive(table.subtract(N, 1))
    assert not table.is_positive(table.divide(N, 2) or 0)
    assert not table.is_positive(0)


def test_smaller_and_larger_by_a_constant_is_decided() -> None:
    table = Amounts()
    assert table.greatest(table.add(N, 1), N) is table.add(N, 1)
    assert table.least(table.add(N, 1), N) is N
    assert table.least(N, 2**63 - 1) is N


OPERATIONS = st.sampled_from(["add", "subtract", "multiply", "divide", "modulo", "least", "greatest"])


@given(st.lists(st.tuples(OPERATIONS, st.integers(0, 30), st.integers(0, 30)), max_size=12))
def test_every_expression_has_the_value_that_integers_give(steps: list[tuple[str, int, int]]) -> None:
    table = Amounts()
    values = {N: 3, M: 5, S: 1}
    sizes: list[Size] = [N, M, S, 2, 7, 1]
    numbers = [3, 5, 1, 2, 7, 1]
    for name, first, second in steps:
        a, b = first % len(sizes), second % len(sizes)
        if name in ("divide", "modulo") and (numbers[b] <= 0 or numbers[a] < 0):
            continue
        expected: int = getattr(Amounts(), name)(numbers[a], numbers[b])
        size = getattr(table, name)(sizes[a], sizes[b])
        assert table.value(size, values) == expected
        sizes.append(size)
        numbers.append(expected)
    for left, a in zip(sizes, numbers, strict=True):
        for right, b in zip(sizes, numbers, strict=True):
            assert a == b or left != right
