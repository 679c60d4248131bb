"""Seed 002 in the oracle: its nine examples, the three properties each way, and the operator lists."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from isocast.errors import BroadcastError
from isocast.spec import Tensor, broadcast
from isocast.spec.directional import (
    MULTIDIRECTIONAL_OPERATORS,
    UNIDIRECTIONAL_OPERATORS,
    is_multidirectional,
    is_unidirectional,
    multidirectional_property_1,
    multidirectional_property_2,
    multidirectional_property_3,
    multidirectional_shape,
    unidirectional,
    unidirectional_property_1,
    unidirectional_property_2,
    unidirectional_property_3,
    unidirectional_shape,
)

Shape = tuple[int, ...]
SMALL_SHAPES = [s for rank in range(3) for s in itertools.product((0, 1, 2, 3), repeat=rank)]


@pytest.mark.clause("multi-1", "multi-2", "multi-3")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        ((2, 3, 4, 5), ()),
        ((2, 3, 4, 5), (5,)),
        ((4, 5), (2, 3, 4, 5)),
        ((1, 4, 5), (2, 3, 1, 1)),
        ((3, 4, 5), (2, 1, 1, 1)),
    ],
)
def test_the_five_multidirectional_examples(a: Shape, b: Shape) -> None:
    assert is_multidirectional(a, b)
    assert multidirectional_shape(a, b) == (2, 3, 4, 5)


@pytest.mark.clause("uni-1", "uni-2", "uni-3", "uni-result")
@pytest.mark.parametrize("b", [(), (5,), (2, 1, 1, 5), (1, 3, 1, 5)])
def test_the_four_unidirectional_examples(b: Shape) -> None:
    assert is_unidirectional((2, 3, 4, 5), b)
    assert unidirectional_shape((2, 3, 4, 5), b) == (2, 3, 4, 5)


@pytest.mark.clause("multi-1", "multi-2", "multi-3")
def test_each_multidirectional_property_has_a_case_of_its_own() -> None:
    assert multidirectional_property_1((2, 0), (2, 0))
    assert not multidirectional_property_1((2,), (1,))
    assert multidirectional_property_2((2, 1), (1, 3))
    assert not multidirectional_property_2((2, 1), (3,))
    assert not multidirectional_property_2((2,), (3,))
    assert multidirectional_property_3((2, 1), (3,))
    assert not multidirectional_property_3((2, 3), (2,))


@pytest.mark.clause("uni-1", "uni-2", "uni-3")
def test_each_unidirectional_property_has_a_case_of_its_own() -> None:
    assert unidirectional_property_1((2,), (2,))
    assert not unidirectional_property_1((2,), (1,))
    assert unidirectional_property_2((2, 3), (1, 3))
    assert not unidirectional_property_2((1, 3), (2, 3))
    assert not unidirectional_property_2((2, 3), (3,))
    assert unidirectional_property_3((2, 3), (3,))
    assert not unidirectional_property_3((3,), (2, 3))
    assert not unidirectional_property_3((3,), (1, 3))


@pytest.mark.clause("multi-2", "multi-3", "E1", "B5")
def test_the_properties_the_error_e1_and_numpy_agree() -> None:
    for shapes in itertools.product(SMALL_SHAPES, repeat=2):
        try:
            expected: Shape | None = np.broadcast_shapes(*shapes)
        except ValueError:
            expected = None
        assert is_multidirectional(*shapes) == (expected is not None)
        if expected is None:
            with pytest.raises(BroadcastError):
                multidirectional_shape(*shapes)
        else:
            assert multidirectional_shape(*shapes) == expected


@pytest.mark.clause("uni-result", "uni-2")
def test_unidirectional_implies_multidirectional_with_the_shape_of_a() -> None:
    for a, b in itertools.product(SMALL_SHAPES, repeat=2):
        assert is_unidirectional(a, b) == (is_multidirectional(a, b) and multidirectional_shape(a, b) == a)


@pytest.mark.clause("uni-result", "uni-2", "B6")
@pytest.mark.parametrize(
    ("a", "b", "axis", "size", "expected"),
    [((1,), (3,), 0, 3, 1), ((2, 3), (2, 2), 1, 2, 3), ((3,), (1, 3), 0, 1, 1), ((0,), (2,), 0, 2, 0)],
)
def test_a_unidirectional_refusal_names_the_axis(a: Shape, b: Shape, axis: int, size: int, expected: int) -> None:
    with pytest.raises(BroadcastError) as caught:
        unidirectional_shape(a, b)
    assert (caught.value.tensor, caught.value.axis, caught.value.size, caught.value.expected) == (
        1,
        axis,
        size,
        expected,
    )


@pytest.mark.clause("uni-result")
def test_unidirectional_values_are_those_of_broadcast() -> None:
    b = Tensor((3, 1), (1, 2, 3))
    target = Tensor((2, 3, 2), tuple(range(12)))
    assert unidirectional(b, target.shape) == broadcast(b, target)[0]


@pytest.mark.clause("multi-operators", "uni-operators")
def test_the_operator_lists_are_the_seeds() -> None:
    listed = "Add And Div Equal Greater Less Max Mean Min Mul Or Pow Sub Sum Where Xor"
    assert " ".join(MULTIDIRECTIONAL_OPERATORS) == listed
    assert UNIDIRECTIONAL_OPERATORS == ("Gemm", "PRelu")
