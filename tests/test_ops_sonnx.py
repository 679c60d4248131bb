"""The strict profile: what the operators refuse there, and that they compute the same otherwise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import isocast as ic
from isocast.ops import sonnx
from isocast.spec.schemas import OPERATORS
from tests.implementations import FUNCTIONS
from tests.tensors import assert_same, interesting, some_values

ATTRIBUTES: dict[str, dict[str, Any]] = {
    "Mod": {"fmod": True},
    "BitShift": {"direction": "LEFT"},
    "Gemm": {"alpha": 2.0, "beta": 1.0, "trans_a": False, "trans_b": False},
}
ELEMENTWISE = [name for name in OPERATORS if name not in ("Gemm", "Expand")]


def _strict(name: str) -> Any:
    return getattr(sonnx, FUNCTIONS[name].__name__)


def _operands(name: str, shape: tuple[int, ...] = (3, 4)) -> list[Any]:
    type_ = OPERATORS[name].types["T"][0]
    count = 3 if name in ("Where", "Max") else 2
    arrays = [some_values(type_, shape, m) for m in range(count)]
    if name == "Where":
        arrays[0] = some_values("bool", shape, 9)
    return [np.asarray(np.abs(array) + 1) if type_.startswith("int") else array for array in arrays]


@pytest.mark.clause("strict-shapes", "R2", "004.C1")
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_the_same_results_on_equal_shapes(name: str) -> None:
    arrays, given = _operands(name), ATTRIBUTES.get(name, {})
    wanted = FUNCTIONS[name](*arrays, **given)
    assert_same(_strict(name)(*arrays, **given), wanted)
    out = np.zeros_like(wanted)
    assert _strict(name)(*arrays, **given, out=out) is out
    assert_same(out, wanted)


@pytest.mark.clause("R2", "R4", "004.C1", "strict-shapes")
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_nothing_broadcasts(name: str) -> None:
    given = ATTRIBUTES.get(name, {})
    for shapes in (((3, 4), (4,)), ((3, 4), (1, 4)), ((3, 4), ()), ((1,), ()), ((2, 3), (3, 2))):
        arrays = [
            a if m else b
            for m, (a, b) in enumerate(zip(_operands(name, shapes[0]), _operands(name, shapes[1]), strict=True))
        ]
        with pytest.raises(ic.ProfileError) as refusal:
            _strict(name)(*arrays, **given)
        assert refusal.value.code == "R2"
        assert len(refusal.value.shapes) == len(arrays)


@pytest.mark.clause("R3")
def test_one_explicit_type() -> None:
    for call in (
        lambda: sonnx.add(np.zeros(2, np.float32), np.zeros(2)),
        lambda: sonnx.where(np.zeros(2, bool), np.zeros(2, np.int32), np.zeros(2, np.int64)),
        lambda: sonnx.max(np.zeros(2), np.zeros(2), np.zeros(2, np.float16)),
        lambda: sonnx.gemm(np.eye(2), np.eye(2, dtype=np.float32), None, **ATTRIBUTES["Gemm"]),
    ):
        with pytest.raises(ic.ProfileError) as refusal:
            call()
        assert refusal.value.code == "R3"
    assert_same(sonnx.pow(np.float32([2]), np.int8([3])), np.float32([8]))
    with pytest.raises(ic.TypeMismatchError):
        sonnx.where(np.zeros(2, np.uint8), np.zeros(2), np.zeros(2))


@pytest.mark.clause("strict-explicit")
@pytest.mark.parametrize("stand_in", [1, 1.0, True, [1.0, 2.0], (1.0, 2.0), np.float64(1)])
def test_nothing_stands_in_for_a_tensor(stand_in: Any) -> None:
    for call in (
        lambda: sonnx.add(np.zeros(2), stand_in),
        lambda: sonnx.max(stand_in),
        lambda: sonnx.where(np.zeros(2, bool), np.zeros(2), stand_in),
        lambda: sonnx.expand(stand_in, (2,)),
    ):
        with pytest.raises(ic.ProfileError) as refusal:
            call()
        assert refusal.value.code == "strict-explicit"


class Sparse:
    """A sparse tensor, as far as it can be told."""

    shape = (2,)

    def todense(self) -> Any:
        return np.zeros(2)


@pytest.mark.clause("R1")
def test_nothing_sparse() -> None:
    for call in (
        lambda: sonnx.add(np.zeros(2), Sparse()),
        lambda: sonnx.max(Sparse()),
        lambda: sonnx.expand(Sparse(), (2,)),
    ):
        with pytest.raises(ic.ProfileError) as refusal:
            call()
        assert refusal.value.code == "R1"


@pytest.mark.clause("strict-explicit", "mod", "bit-shift", "gemm")
@pytest.mark.parametrize(("name", "attribute"), [(name, a) for name, given in ATTRIBUTES.items() for a in given])
def test_no_default_attribute(name: str, attribute: str) -> None:
    arrays = [np.ones((2, 2), np.int32)] * 2 + ([None] if name == "Gemm" else [])
    given = {key: value for key, value in ATTRIBUTES[name].items() if key != attribute}
    with pytest.raises(ic.ProfileError) as refusal:
        _strict(name)(*arrays, **given)
    assert (refusal.value.code, refusal.value.argument) == ("strict-explicit", attribute)


@pytest.mark.clause("gemm", "strict-shapes", "strict-explicit")
def test_gemm() -> None:
    a, b, c = np.int32([[1, 2]]), np.int32([[3], [4]]), np.int32([[5]])
    assert_same(sonnx.gemm(a, b, c, **ATTRIBUTES["Gemm"]), np.int32([[27]]))
    with pytest.raises(ic.ProfileError) as refusal:
        sonnx.gemm(a, b, c[0], **ATTRIBUTES["Gemm"])
    assert refusal.value.code == "R2"
    with pytest.raises(ic.ProfileError) as refusal:
        sonnx.gemm(a, b, c, **{**ATTRIBUTES["Gemm"], "beta": 0.5})
    assert (refusal.value.code, refusal.value.argument) == ("strict-explicit", "beta")
    half = sonnx.gemm(np.float32([[1]]), np.float32([[1]]), None, **{**ATTRIBUTES["Gemm"], "alpha": 0.5})
    assert_same(half, np.float32([[0.5]]))


@pytest.mark.clause("strict-shapes", "R4", "bit-copy")
def test_expand_does_not_repeat() -> None:
    x = interesting("float")
    assert_same(sonnx.expand(x, x.shape), x)
    for shape in ((2, len(x)), (1,), ()):
        with pytest.raises(ic.ProfileError) as refusal:
            sonnx.expand(x, shape)
        assert refusal.value.code == "R2"


@pytest.mark.clause("int-div")
def test_values_are_refused_as_everywhere() -> None:
    with pytest.raises(ic.DivisionByZeroError) as refusal:
        sonnx.div(np.int32([1, 2]), np.int32([1, 0]))
    assert refusal.value.index == 1
    with pytest.raises(ic.ArgumentError):
        sonnx.sum()


def test_the_same_names() -> None:
    assert {name for name in sonnx.__all__ if not name.startswith("broadcast")} == {
        f.__name__ for f in FUNCTIONS.values()
    }
    for name in sonnx.__all__:
        assert getattr(sonnx, name).__doc__
