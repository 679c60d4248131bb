"""Tensors of other libraries, made by hand: memory behind DLPack, of any type and device, and behind `__array__`."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

DLPACK_TYPES = {  # ONNX name: DLPack's code and bits
    "int8": (0, 8), "int16": (0, 16), "int32": (0, 32), "int64": (0, 64),
    "uint8": (1, 8), "uint16": (1, 16), "uint32": (1, 32), "uint64": (1, 64),
    "float16": (2, 16), "float": (2, 32), "double": (2, 64), "bfloat16": (4, 16),
    "complex64": (5, 64), "complex128": (5, 128), "bool": (6, 8),
}  # fmt: skip


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("rank", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Managed(ctypes.Structure):
    _fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class DLPackTensor:
    """An array's memory, exported by DLPack alone. `released` counts the consumers that have let go of it."""

    def __init__(self, array: NDArray[Any], type_: tuple[int, int], device: int = 1) -> None:
        self.array, self.device_type, self.released = array, device, 0
        self.dtype = f"code {type_[0]} of {type_[1]} bits"
        steps = [stride // array.itemsize for stride in array.strides]
        self._dims = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
        self._strides = (ctypes.c_int64 * max(array.ndim, 1))(*steps)
        self._deleter = _Deleter(self._release)
        tensor = _Tensor(array.ctypes.data, device, 0, array.ndim, *type_, 1, self._dims, self._strides, 0)
        self._managed = _Managed(tensor, None, self._deleter)

    def _release(self, _: int) -> None:
        self.released += 1

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device_type, 0

    def __dlpack__(self) -> Any:
        return _new_capsule(ctypes.addressof(self._managed), b"dltensor", None)


def exported(array: NDArray[Any], name: str) -> DLPackTensor:
    """The array as another library would offer it; `name` is the ONNX name of its type."""
    return DLPackTensor(array, DLPACK_TYPES[name])


class ArrayTensor:
    """An array's memory, offered by `__array__` alone."""

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self.array


class Broken:
    """A tensor whose library raises when it is asked for its values."""

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        raise RuntimeError("the values are somewhere else")


class OnNoDevice:
    """A tensor that cannot even say where it is, as PyTorch's meta tensors cannot."""

    def __dlpack_device__(self) -> tuple[int, int]:
        raise ValueError("unknown device type")

    def __dlpack__(self) -> Any:
        raise BufferError("no data")


class NotExportable(OnNoDevice):
    """A tensor on the CPU that will not share its memory."""

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0

    def __dlpack__(self) -> Any:
        raise BufferError("the conjugate bit is set")


class Sparse:
    """What SciPy's sparse arrays have."""

    shape = (2, 2)

    def todense(self) -> NDArray[Any]:
        return np.zeros(self.shape)


class TorchSparse(DLPackTensor):
    """What PyTorch's sparse tensors have: everything, and a layout that gives them away."""

    layout = "torch.sparse_coo"


class NeedsGrad(DLPackTensor):
    """A tensor that takes part in differentiation."""

    requires_grad = True
