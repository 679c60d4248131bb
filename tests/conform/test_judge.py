"""When an answer passes: latitude and its limits, and what counts as a refusal."""

from __future__ import annotations

import numpy as np
import pytest

from isocast.conform.case import Latitude, Refusal
from isocast.conform.judge import Answer, Outcome, judge
from isocast.conform.tensors import to_array, to_tensor
from isocast.conform.values import borders
from isocast.spec import Tensor
from isocast.spec.literals import tensor
from isocast.spec.schemas import EVERY

ONE = 0x3F800000
NAN, OTHER_NAN = 0x7FC00000, 0xFFC00001


def floats(*patterns: int) -> Tensor:
    return Tensor((len(patterns),), patterns, "float")


def verdict(expected: Tensor | Refusal, found: Tensor, **latitude: object) -> Outcome:
    return judge(expected, Answer(Outcome.PASS, found), Latitude(**latitude)).outcome  # type: ignore[arg-type]


@pytest.mark.clause("exact", "B7")
@pytest.mark.parametrize(
    ("expected", "found", "latitude", "passes"),
    [
        (floats(ONE), floats(ONE), {}, True),
        (floats(ONE), floats(ONE + 1), {}, False),
        (floats(ONE), floats(ONE + 1), {"ulps": 1}, True),
        (floats(ONE), floats(ONE + 2), {"ulps": 1}, False),
        (floats(NAN), floats(OTHER_NAN), {}, True),
        (floats(NAN), floats(OTHER_NAN), {"nan_bits_count": True}, False),
        (floats(NAN), floats(ONE), {"ulps": 1 << 31, "absolute": 1e38}, False),
        (floats(0), floats(0x80000000), {}, False),
        (floats(0), floats(0x80000000), {"either_zero": True}, True),
        (floats(1), floats(0x80000001), {"ulps": 2}, False),
        (floats(ONE), floats(ONE + 4), {"absolute": 1e-6}, True),
        (floats(ONE), floats(ONE + 400), {"absolute": 1e-6}, False),
        (floats(0x7F7FFFFF), floats(0x7F800000), {"absolute": 1e30}, False),
        (floats(ONE), Tensor((), (ONE,), "float"), {}, False),
        (floats(ONE), Tensor((1,), (ONE,), "int32"), {}, False),
        (tensor("string", (1,), ["é"]), tensor("string", (1,), ["e\u0301"]), {}, False),
        (tensor("int64", (1,), [2**53 + 1]), tensor("int64", (1,), [2**53]), {"ulps": 9}, False),
    ],
)
def test_results(expected: Tensor, found: Tensor, latitude: dict[str, object], passes: bool) -> None:
    assert (verdict(expected, found, **latitude) is Outcome.PASS) == passes


SHAPES = Refusal("BroadcastError", "E1", "no")
TYPES = Refusal("TypeMismatchError", "schema-types", "no")


@pytest.mark.parametrize(
    ("expected", "answer", "outcome"),
    [
        (SHAPES, Answer(Outcome.ERROR), Outcome.PASS),
        (SHAPES, Answer(Outcome.ERROR, is_incompatible=True), Outcome.PASS),
        (SHAPES, Answer(Outcome.NOT_IMPLEMENTED), Outcome.NOT_IMPLEMENTED),
        (TYPES, Answer(Outcome.NOT_IMPLEMENTED), Outcome.PASS),
        (SHAPES, Answer(Outcome.CRASH), Outcome.CRASH),
        (TYPES, Answer(Outcome.TIMEOUT), Outcome.TIMEOUT),
        (SHAPES, Answer(Outcome.PASS, floats(ONE)), Outcome.WRONG),
        (floats(ONE), Answer(Outcome.ERROR), Outcome.ERROR),
        (floats(ONE), Answer(Outcome.ERROR, is_incompatible=True), Outcome.NOT_IMPLEMENTED),
        (floats(ONE), Answer(Outcome.NOT_IMPLEMENTED), Outcome.NOT_IMPLEMENTED),
        (floats(ONE), Answer(Outcome.CRASH), Outcome.CRASH),
    ],
)
def test_failures(expected: Tensor | Refusal, answer: Answer, outcome: Outcome) -> None:
    assert judge(expected, answer, Latitude()).outcome is outcome


def test_a_difference_is_shown_with_its_place_value_and_bits() -> None:
    seen = judge(floats(ONE, ONE), Answer(Outcome.PASS, floats(ONE, 0x80000000)), Latitude())
    assert seen.detail == "element 1 is -0.0 (0x80000000), expected 1.0 (0x3f800000)"


@pytest.mark.clause("B7")
@pytest.mark.parametrize("kind", EVERY)
def test_tensors_become_arrays_and_come_back_bit_for_bit(kind: str) -> None:
    values = borders(kind)
    given = Tensor((1, len(values)), values, kind)
    assert to_tensor(to_array(given)) == given
    assert to_tensor(to_array(given)[:, ::-1]).values == values[::-1]


def test_strings_come_in_many_arrays() -> None:
    for array in (np.array(["a", "é"]), np.array(["a", "é"], object), np.array(["a", "é"], np.dtypes.StringDType())):
        assert to_tensor(array) == tensor("string", (2,), ["a", "é"])
    assert to_tensor(np.array(["é".encode()], object)) == tensor("string", (1,), ["é"])


@pytest.mark.parametrize("given", [np.array([None]), np.array([1], "M8[s]"), {"a": 1}])
def test_what_is_no_tensor_is_refused(given: object) -> None:
    with pytest.raises(TypeError):
        to_tensor(given)
