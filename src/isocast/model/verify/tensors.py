"""Whether two tensors of two models hold the same elements, however they are stored; large data is read in pieces.

Data in another file is never held in memory: files are compared, or hashed, a piece at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, numpy_helper

from ..external import tensor_bytes

_PIECE: Final = 1 << 20
_CONTENT: Final = frozenset(
    ("raw_data", "float_data", "int32_data", "string_data", "int64_data", "double_data", "uint64_data")
)
STORAGE: Final = _CONTENT | {"data_location", "external_data"}
"""The fields of a tensor that say where its elements are; the others say what it is."""


def same_elements(a: TensorProto, b: TensorProto, folders: tuple[Path | None, Path | None]) -> bool:
    """Whether two tensors of one type and shape hold the same elements, bit for bit.

    >>> one = TensorProto(data_type=TensorProto.FLOAT, dims=[1], float_data=[2.0])
    >>> other = TensorProto(data_type=TensorProto.FLOAT, dims=[1], raw_data=b"\\0\\0\\0@")
    >>> same_elements(one, other, (None, None))
    True
    """
    if all(getattr(a, name) == getattr(b, name) for name in _CONTENT) and not (is_external(a) or is_external(b)):
        return True
    if is_external(a) and is_external(b) and _place(a, folders[0]) == _place(b, folders[1]):
        return True
    if (is_external(a) and folders[0] is None) or (is_external(b) and folders[1] is None):
        return False
    return _digest(a, folders[0]) == _digest(b, folders[1])


def is_external(tensor: TensorProto) -> bool:
    """Whether its elements lie in another file."""
    return bool(tensor.data_location == TensorProto.EXTERNAL)


def array_of(tensor: TensorProto, folder: Path | None) -> NDArray[Any]:
    """The elements of a tensor as an array; of one in another file, read from it."""
    if not is_external(tensor):
        if tensor.data_type == TensorProto.STRING:
            found = np.empty(len(tensor.string_data), object)
            found[:] = list(tensor.string_data)
            return found.reshape(tuple(tensor.dims))
        return np.asarray(numpy_helper.to_array(tensor))
    inline = TensorProto(data_type=tensor.data_type, dims=tensor.dims, raw_data=b"".join(_pieces(tensor, folder)))
    return np.asarray(numpy_helper.to_array(inline))


def _place(tensor: TensorProto, folder: Path | None) -> tuple[Path | str, int, int]:
    """The file, where in it, and how much."""
    entries = {entry.key: entry.value for entry in tensor.external_data}
    location = entries.get("location", "")
    path = location if folder is None else (folder / location).resolve()
    return path, int(entries.get("offset") or 0), int(entries.get("length") or 0) or tensor_bytes(tensor)


def _pieces(tensor: TensorProto, folder: Path | None) -> Iterator[bytes]:
    path, offset, length = _place(tensor, folder)
    with open(path, "rb") as file:
        file.seek(offset)
        while length > 0 and (piece := file.read(min(_PIECE, length))):
            length -= len(piece)
            yield piece


def _digest(tensor: TensorProto, folder: Path | None) -> bytes:
    hashed = sha256()
    if is_external(tensor):
        for piece in _pieces(tensor, folder):
            hashed.update(piece)
    elif tensor.data_type == TensorProto.STRING:
        for text in tensor.string_data:
            hashed.update(b"%d:" % len(text) + text)
    elif tensor.raw_data:
        hashed.update(tensor.raw_data)
    else:
        hashed.update(_packed(tensor))
    return hashed.digest()


def _packed(tensor: TensorProto) -> bytes:
    """The elements as `raw_data` would hold them: types of which several share a byte are packed."""
    return bytes(numpy_helper.from_array(np.asarray(numpy_helper.to_array(tensor))).raw_data)
