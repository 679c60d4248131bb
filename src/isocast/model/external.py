"""Data that a model keeps in other files: whether they are there, inside the model's folder, and long enough.

Nothing is read: names and sizes of files are enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import prod
from pathlib import Path, PurePosixPath, PureWindowsPath

import onnx
from onnx import AttributeProto, TensorProto

from ..errors import ModelError
from .graphs import Graph, Model

_NARROW = (("INT4", 4), ("FLOAT4", 4), ("INT2", 2))  # types of which several share a byte


def check_external_data(model: Model, folder: Path | None) -> None:
    """Refuses external data outside the model's folder, missing or too short; without a folder only the former."""
    sizes: dict[str, int] = {}
    for graph in model.graphs():
        for tensor in _external_tensors(graph):
            _check(model, tensor, folder, sizes)


def locations(model: Model) -> list[str]:
    """The files that hold data of a model, as it names them, in the order of their names."""
    tensors = (tensor for graph in model.graphs() for tensor in _external_tensors(graph))
    entries = (entry for tensor in tensors for entry in tensor.external_data)
    return sorted({entry.value for entry in entries if entry.key == "location"})


def _external_tensors(graph: Graph) -> Iterator[TensorProto]:
    if not graph.is_function:
        for tensor in graph.proto.initializer:
            if tensor.data_location == TensorProto.EXTERNAL:
                yield tensor
        for sparse in graph.proto.sparse_initializer:
            yield from (part for part in (sparse.values, sparse.indices) if part.data_location == TensorProto.EXTERNAL)
    for node in graph.nodes:
        if node.key or node.operator == "Constant":
            yield from _in_attributes(node.proto.attribute)


def _in_attributes(attributes: Iterable[AttributeProto]) -> Iterator[TensorProto]:
    for attribute in attributes:
        if attribute.type == AttributeProto.TENSOR and attribute.t.data_location == TensorProto.EXTERNAL:
            yield attribute.t


def _check(model: Model, tensor: TensorProto, folder: Path | None, sizes: dict[str, int]) -> None:
    entries = {entry.key: entry.value for entry in tensor.external_data}
    location = entries.get("location", "")
    where = f'{model.name}: the data of "{tensor.name}"'
    if _escapes(location):
        shown = f"in {location!r}" if location else "in no file"
        raise _refused(f"{where} is {shown}, outside the model's folder", "external data lies beside the model")
    if folder is None:
        return
    if location not in sizes:
        sizes[location] = _size(folder, location, where)
    try:
        offset, length = int(entries.get("offset") or 0), int(entries.get("length") or 0)
    except ValueError:
        raise _refused(f"{where} has a malformed offset or length", "export the model again") from None
    needed = offset + max(length, tensor_bytes(tensor))
    if offset < 0 or length < 0 or needed > sizes[location]:
        found = f"{where} needs {needed} bytes of {location}, which has {sizes[location]}"
        raise _refused(found, "the file is cut off or belongs to another model: fetch it again")


def _escapes(location: str) -> bool:
    posix, windows = PurePosixPath(location), PureWindowsPath(location)
    is_absolute = posix.is_absolute() or windows.is_absolute() or bool(windows.drive)
    return not location or is_absolute or ".." in posix.parts or ".." in windows.parts or "\0" in location


def _size(folder: Path, location: str, where: str) -> int:
    path = folder / location
    if not path.is_file():
        raise _refused(f"{where} is in {path}, which does not exist", "put the file beside the model")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise _refused(f"{where} is in {location}, a link out of the model's folder", "copy the file beside the model")
    return path.stat().st_size


def tensor_bytes(tensor: TensorProto) -> int:
    """How many bytes the data of a tensor takes; 0 for strings, which have no fixed length."""
    return (prod(map(int, tensor.dims)) * element_bits(tensor.data_type) + 7) // 8


@cache
def element_bits(element: int) -> int:
    """How many bits an element takes; 0 if that is not fixed or not known.

    >>> element_bits(TensorProto.FLOAT), element_bits(TensorProto.INT4), element_bits(TensorProto.STRING)
    (32, 4, 0)
    """
    if element not in TensorProto.DataType.values() or element in (TensorProto.UNDEFINED, TensorProto.STRING):
        return 0
    name = TensorProto.DataType.Name(element)
    narrow = next((bits for mark, bits in _NARROW if mark in name), 0)
    return narrow or 8 * int(onnx.helper.tensor_dtype_to_np_dtype(element).itemsize)


def _refused(summary: str, help_: str) -> ModelError:
    return ModelError(summary=summary, code="IC905", help=help_)
