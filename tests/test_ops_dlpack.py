"""Tensors of other libraries by DLPack: shared, kept alive, and refused in words."""

from __future__ import annotations

import ctypes
import gc
import weakref
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from isocast import _native
from tests.tensors import Array

BF16: Any = ml_dtypes.bfloat16


class Producer:
    """A library that exports an array; `how` it was asked is kept."""

    def __init__(self, array: Array, versions: bool = True, device: tuple[int, int] = (1, 0)) -> None:
        self.array, self.versions, self.device = array, versions, device
        self.asked: dict[str, Any] = {}

    def __dlpack__(self, **how: Any) -> Any:
        if not self.versions and how:
            raise TypeError("unexpected keyword")
        self.asked = how
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device


@pytest.mark.parametrize("versions", [True, False])
@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "?"])
def test_every_type_is_shared(dtype: str, versions: bool) -> None:
    array = np.arange(24).astype(dtype).reshape(2, 3, 4)[:, ::-1, ::2]
    view = _native.from_dlpack(Producer(array, versions))
    assert view.dtype == array.dtype
    assert view.strides == array.strides
    assert view.tolist() == array.tolist()
    assert np.shares_memory(view, array)
    view[0, 0, 0] = 1
    assert array[0, 0, 0] == 1


def test_versions_are_asked_for_and_read_only_is_kept() -> None:
    array = np.zeros(3)
    array.flags.writeable = False
    producer = Producer(array)
    assert not _native.from_dlpack(producer).flags.writeable
    assert producer.asked == {"max_version": (1, 0)}


@pytest.mark.parametrize("shape", [(), (0,), (3, 0, 2), (1,) * 64])
def test_shapes(shape: tuple[int, ...]) -> None:
    assert _native.from_dlpack(Producer(np.zeros(shape))).shape == shape


def test_the_producer_lives_as_long_as_the_view() -> None:
    array = np.arange(5)
    alive = weakref.ref(array)
    view = _native.from_dlpack(Producer(array))
    part = view[1:]
    del array, view
    gc.collect()
    assert alive() is not None
    assert part.tolist() == [1, 2, 3, 4]
    del part
    gc.collect()
    assert alive() is None


def test_a_capsule_that_nobody_takes_is_not_leaked() -> None:
    array = np.zeros(5, np.float32)
    alive = weakref.ref(array)
    with pytest.raises(BufferError):
        _native.from_dlpack(Producer(array, device=(2, 0)))
    del array
    gc.collect()
    assert alive() is None


@pytest.mark.parametrize(
    ("producer", "error", "words"),
    [
        (Producer(np.zeros(1), device=(2, 1)), BufferError, "not on the CPU"),
        (Producer(np.zeros(1), device="cpu"), TypeError, "device"),  # type: ignore[arg-type]
        (object(), AttributeError, "__dlpack_device__"),
    ],
)
def test_refusals(producer: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        _native.from_dlpack(producer)


class Raw:
    """A producer of a hand-made capsule, for types that NumPy does not export."""

    def __init__(self, code: int, bits: int, lanes: int = 1, device: int = 1, rank: int = 1) -> None:
        self.memory = (ctypes.c_uint16 * 2)(0x3F80, 0x4000)
        self.sizes = (ctypes.c_int64 * 1)(2)
        self.managed = _Managed(
            ctypes.cast(self.memory, ctypes.c_void_p),
            device,
            0,
            rank,
            code,
            bits,
            lanes,
            self.sizes,
            None,
            0,
            None,
            None,
        )

    def __dlpack__(self, **_how: Any) -> Any:
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return new(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


class _Managed(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    )


def test_bfloat16_without_strides() -> None:
    producer = Raw(4, 16)
    view = _native.from_dlpack(producer)
    assert view.dtype == BF16
    assert view.tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("producer", "error"),
    [
        (Raw(3, 64), TypeError),
        (Raw(2, 128), TypeError),
        (Raw(0, 4), TypeError),
        (Raw(2, 16, lanes=2), TypeError),
        (Raw(4, 16, device=2), BufferError),
        (Raw(4, 16, rank=65), BufferError),
    ],
)
def test_types_and_places_that_are_not_ours(producer: Raw, error: type[Exception]) -> None:
    with pytest.raises(error):
        _native.from_dlpack(producer)


def test_a_producer_that_returns_something_else() -> None:
    class Wrong(Producer):
        def __dlpack__(self, **_how: Any) -> Any:
            return 7

    with pytest.raises(TypeError, match="capsule"):
        _native.from_dlpack(Wrong(np.zeros(1)))
