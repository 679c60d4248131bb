"""Arrays in: what is taken for a tensor, and that it is never copied."""

from __future__ import annotations

import gc
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from isocast.arrays import as_array
from isocast.types import ELEMENT_TYPES, element_type
from tests.foreign import DLPACK_TYPES, ArrayTensor, exported

NUMERIC = [name for name, row in ELEMENT_TYPES.items() if row.kind not in ("string", "real")]
STRINGS = [
    np.array(["a", "bb"]),
    np.array(["a", "bb"], object),
    np.array(["a", "bb"], np.dtypes.StringDType()),
    np.array([], object),
]
REALS = [np.array([Fraction(1, 3), 2], object), np.array([2**80], object)]


@pytest.mark.clause("schema-types", "Where-types")
@pytest.mark.parametrize("name", NUMERIC)
@pytest.mark.parametrize("order", ["=", ">", "<"])
def test_an_array_of_every_type_is_taken_as_it_is(name: str, order: str) -> None:
    array = np.zeros((2, 3), ELEMENT_TYPES[name].numpy.newbyteorder(order))
    assert as_array(array) is array
    assert as_array(array, profile="sonnx") is array
    assert element_type(array).name == name


@pytest.mark.clause("schema-types", "B9")
@pytest.mark.parametrize(("array", "name"), [(a, "string") for a in STRINGS] + [(a, "real") for a in REALS])
def test_strings_and_exact_numbers(array: np.ndarray, name: str) -> None:
    assert as_array(array, profile="sonnx") is array
    assert element_type(array).name == name


@pytest.mark.parametrize(
    "array",
    [
        np.arange(12.0).reshape(3, 4).T,
        np.arange(12.0)[::-2],
        np.broadcast_to(np.arange(3.0), (4, 3)),
        np.frombuffer(b"\0" * 17, np.uint8)[1:].view(np.float32),
        np.zeros((0, 3)),
        np.array(1.5),
        np.zeros((1,) * 64),
    ],
    ids=["transposed", "negative stride", "zero stride, read-only", "unaligned", "empty", "rank 0", "rank 64"],
)
def test_any_layout_is_taken_as_it_is(array: np.ndarray) -> None:
    assert as_array(array) is array


@pytest.mark.parametrize("name", DLPACK_TYPES)
def test_dlpack_shares_memory(name: str) -> None:
    array = np.arange(6).astype(ELEMENT_TYPES[name].numpy).reshape(2, 3)
    tensor = exported(array, name)
    taken = as_array(tensor, profile="sonnx")
    assert type(taken) is np.ndarray
    assert (taken.shape, taken.dtype, taken.tobytes()) == (array.shape, array.dtype, array.tobytes())
    assert np.shares_memory(taken, array)
    array[1, 2] = 1
    assert taken[1, 2] == array[1, 2]


def test_dlpack_keeps_strides_and_lets_go_when_the_array_does() -> None:
    array = np.arange(12, dtype=ml_dtypes.bfloat16).reshape(3, 4)[::-1, ::2].T
    tensor = exported(array, "bfloat16")
    taken = as_array(tensor)
    assert taken.strides == array.strides
    assert taken.tobytes() == array.tobytes()
    view = taken[1:]
    del taken
    gc.collect()
    assert tensor.released == 0
    del view
    gc.collect()
    assert tensor.released == 1


def test_dlpack_of_rank_0_and_of_no_elements() -> None:
    assert as_array(exported(np.array(2.5), "double"))[()] == 2.5
    assert as_array(exported(np.zeros((0, 3), np.float32), "float")).shape == (0, 3)


def test_array_protocol_shares_memory() -> None:
    array = np.arange(4.0)
    assert as_array(ArrayTensor(array), profile="sonnx") is array


@pytest.mark.parametrize("kind", [np.matrix, np.memmap, np.recarray])
def test_a_subclass_is_read_as_the_plain_array_it_is_made_of(kind: type[np.ndarray], tmp_path: object) -> None:
    array = np.arange(6.0).reshape(2, 3)
    if kind is np.memmap:
        array.tofile(f"{tmp_path}/x")
        value: np.ndarray = np.memmap(f"{tmp_path}/x", float, "r", shape=(2, 3))
    else:
        value = array.view(kind)
    taken = as_array(value)
    assert type(taken) is np.ndarray
    assert np.shares_memory(taken, value)
    assert taken.tolist() == array.tolist()


LITERALS = [
    (3, "int64", ()),
    (2.5, "double", ()),
    (True, "bool", ()),
    (1j, "complex128", ()),
    (Fraction(1, 3), "real", ()),
    (np.float32(1), "float", ()),
    (np.str_("a"), "string", ()),
    (2**63, "uint64", ()),
    ([1, 2.5], "double", (2,)),
    ([[1, 2], (3, 4)], "int64", (2, 2)),
    ([True, False], "bool", (2,)),
    (["a", "bb"], "string", (2,)),
    ([Fraction(1, 2), 3], "real", (2,)),
    ([np.zeros(2, np.float32)] * 3, "float", (3, 2)),
    ([], "double", (0,)),
    ([[], []], "double", (2, 0)),
]


@pytest.mark.parametrize(("value", "name", "shape"), LITERALS, ids=repr)
def test_numbers_and_lists_in_the_onnx_profile(value: object, name: str, shape: tuple[int, ...]) -> None:
    array = as_array(value)
    assert (element_type(array).name, array.shape) == (name, shape)
    assert array.tolist() == np.array(value).tolist()
