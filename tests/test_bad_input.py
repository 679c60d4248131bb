"""Bad input gets the documented exception, which names the argument."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest

from isocast.arrays import as_array
from isocast.errors import ArgumentError, IsocastError, ProfileError, ShapeError, TypeMismatchError
from isocast.ops import sonnx_views, views
from isocast.shape_arguments import checked_shape
from tests import foreign

FACES = [views, sonnx_views]
ZEROS = np.zeros((2, 2), np.float32)
FLOAT8 = (10, 8)

SHAPES = [  # what is given, code, what the first line says
    ((2, -1), "shape", "has the negative size -1 on axis 1"),
    ((2.5,), "shape", "has 2.5 on axis 0, which is not an integer"),
    ((2.0,), "shape", "has 2.0 on axis 0, which is not an integer"),
    ((True, 2), "shape", "has the boolean True on axis 0"),
    (np.array([True]), "shape", "has the boolean True on axis 0"),
    (("N", 2), "shape", "has 'N' on axis 0, which is not an integer"),
    ((None,), "shape", "has None on axis 0, which is not an integer"),
    (((2, 3),), "shape", "has (2, 3) on axis 0, which is not an integer"),
    (np.ones((2, 2), int), "shape", "which is not an integer"),
    ((2**63,), "shape", "has size 9223372036854775808 on axis 0, more than 2^63 - 1"),
    ((10**5000,), "shape", "has size an integer of 16610 bits on axis 0"),
    ((-(10**5000),), "shape", "has the negative size an integer of 16610 bits on axis 0"),
    ((1,) * 65, "rank", "has 65 axes, more than the 64 that NumPy's arrays can have"),
    (3, "shape", "is of type int, not a sequence of sizes"),
    (None, "shape", "is of type NoneType, not a sequence of sizes"),
    ("23", "shape", "is of type str, not a sequence of sizes"),
    (b"23", "shape", "is of type bytes, not a sequence of sizes"),
    ({2: 3}, "shape", "is of type dict, not a sequence of sizes"),
    ({2, 3}, "shape", "is of type set, not a sequence of sizes"),
    (iter((2, 3)), "shape", "is of type tuple_iterator, not a sequence of sizes"),
    (np.array(3), "shape", "has no axes to read sizes from"),
]

TENSORS = [  # what is given, class, code, what the first line says
    (None, ArgumentError, "tensor", "is of type NoneType, which has no shape"),
    ("text", ArgumentError, "tensor", "is of type str, which has no shape"),
    (b"text", ArgumentError, "tensor", "is of type bytes, which has no shape"),
    ({"a": 1}, ArgumentError, "tensor", "is of type dict, which has no shape"),
    ({1, 2}, ArgumentError, "tensor", "is of type set, which has no shape"),
    ((i for i in range(3)), ArgumentError, "tensor", "is of type generator, which has no shape"),
    (range(3), ArgumentError, "tensor", "is of type range, which has no shape"),
    (object(), ArgumentError, "tensor", "is of type object, which has no shape"),
    (np.ndarray, ArgumentError, "tensor", "is of type type, which has no shape"),
    (onnx.TensorProto(), ArgumentError, "tensor", "is of type TensorProto, which has no shape"),
    (np.ma.array([1.0]), ArgumentError, "tensor", "is a masked array"),
    (foreign.Broken(), ArgumentError, "tensor", "whose __array__ failed: the values are somewhere else"),
    (foreign.OnNoDevice(), ArgumentError, "tensor", "is not on the CPU"),
    (foreign.NotExportable(), ArgumentError, "tensor", "does not share its memory: the conjugate bit is set"),
    (
        foreign.DLPackTensor(ZEROS, (2, 32), device=2),
        ArgumentError,
        "tensor",
        "is on device DLPack type 2, not on the CPU",
    ),
    (foreign.NeedsGrad(ZEROS, (2, 32)), ArgumentError, "tensor", "requires grad"),
    (foreign.DLPackTensor(np.zeros(2, np.uint8), FLOAT8), TypeMismatchError, "schema-types", "code 10 of 8 bits"),
    (foreign.Sparse(), ProfileError, "R1", "is a sparse tensor (Sparse)"),
    (foreign.TorchSparse(ZEROS, (2, 32)), ProfileError, "R1", "is a sparse tensor (TorchSparse)"),
    (onnx.SparseTensorProto(), ProfileError, "R1", "is a sparse tensor (SparseTensorProto)"),
    (np.zeros(2, [("a", int)]), TypeMismatchError, "schema-types", "has element type [('a', '<i8')]"),
    (np.array(["2020"], "M8[D]"), TypeMismatchError, "schema-types", "has element type datetime64[D]"),
    (np.zeros(2, "m8[s]"), TypeMismatchError, "schema-types", "has element type timedelta64[s]"),
    (np.zeros(2, np.longdouble), TypeMismatchError, "schema-types", "has element type float128"),
    (np.array([b"x"]), TypeMismatchError, "schema-types", "has element type |S1"),
    (np.array([None, 1], object), TypeMismatchError, "schema-types", "is an object array holding NoneType, int"),
    (np.array([1.5], object), TypeMismatchError, "schema-types", "is an object array holding float"),
    (np.array(["a", 1], object), TypeMismatchError, "schema-types", "is an object array holding int, str"),
    (np.array([True], object), TypeMismatchError, "schema-types", "is an object array holding bool"),
]

LISTS = [  # refused in the onnx profile too
    ([1, [2]], "is a list that no tensor has the shape of: ragged, or nested too deeply"),
    ([[1, 2], [3]], "is a list that no tensor has the shape of: ragged, or nested too deeply"),
    ([1, True], "mixes boolean and integer elements"),
    (["a", 1.5], "mixes number and string elements"),
    ([np.bool_(1), 2.5], "mixes boolean and number elements"),
    ([2**63, -1], "holds integers that no 64-bit type takes"),
    (2**64, "holds integers that no 64-bit type takes"),
    ([foreign.Broken()], "is a list whose elements make no array: the values are somewhere else"),
]


def first_line(error: IsocastError) -> str:
    assert error.help
    return str(error).splitlines()[0]


@pytest.mark.clause("rank")
@pytest.mark.parametrize(("value", "code", "text"), SHAPES, ids=[row[2] for row in SHAPES])
@pytest.mark.parametrize("face", FACES)
def test_what_is_not_a_shape(face: Any, value: object, code: str, text: str) -> None:
    calls = [
        ("shape 1", lambda: face.broadcast_shapes((2,), value)),
        ("shape", lambda: face.broadcast_shape_to(value, (2,))),
        ("target", lambda: face.broadcast_shape_to((2,), value)),
        ("shape", lambda: face.broadcast_to(ZEROS, value)),
    ]
    for argument, call in calls:
        with pytest.raises(ShapeError) as caught:
            call()
        assert (caught.value.code, caught.value.argument) == (code, argument)
        assert first_line(caught.value).startswith(f"{argument} ")
        assert text in first_line(caught.value)


@pytest.mark.parametrize("value", [[2, 3], np.array([2, 3]), (np.int8(2), np.uint64(3)), np.zeros((2, 3)).shape])
def test_what_is_a_shape(value: object) -> None:
    shape = checked_shape(value)
    assert shape == (2, 3)
    assert [type(size) for size in shape] == [int, int]


@pytest.mark.clause("R1", "schema-types")
@pytest.mark.parametrize(("value", "kind", "code", "text"), TENSORS, ids=[row[3] for row in TENSORS])
@pytest.mark.parametrize("face", FACES)
def test_what_is_not_a_tensor(face: Any, value: object, kind: type[IsocastError], code: str, text: str) -> None:
    for argument, call in [
        ("X1", lambda: face.broadcast(ZEROS, value)),
        ("tensor", lambda: face.broadcast_to(value, (2,))),
    ]:
        with pytest.raises(kind) as caught:
            call()
        assert (caught.value.code, caught.value.argument) == (code, argument)  # type: ignore[attr-defined]
        assert first_line(caught.value).startswith(f"{argument} ")
        assert text in first_line(caught.value)


@pytest.mark.parametrize(("value", "text"), LISTS, ids=[row[1] for row in LISTS])
def test_lists_that_are_no_tensor(value: object, text: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        views.broadcast(ZEROS, value)
    assert caught.value.argument == "X1"
    assert first_line(caught.value) == f"X1 {text}"


def test_a_list_in_itself() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ArgumentError, match="nested too deeply"):
        as_array(endless)


@pytest.mark.clause("strict-explicit")
@pytest.mark.parametrize("value", [3, 2.5, True, 1j, [1.0], (1.0,), np.float32(1), [], [1, [2]]], ids=repr)
def test_nothing_stands_in_for_a_tensor_in_the_strict_profile(value: object) -> None:
    with pytest.raises(ProfileError) as caught:
        sonnx_views.broadcast(ZEROS, value)
    assert (caught.value.code, caught.value.argument) == ("strict-explicit", "X1")
    with pytest.raises(ProfileError) as caught:
        sonnx_views.broadcast_to(value, (2,))
    assert (caught.value.code, caught.value.argument) == ("strict-explicit", "tensor")


@pytest.mark.clause("B1")
@pytest.mark.parametrize("face", FACES)
def test_nothing_at_all(face: Any) -> None:
    for call in (face.broadcast, face.broadcast_shapes):
        with pytest.raises(ArgumentError) as caught:
            call()
        assert caught.value.code == "B1"
