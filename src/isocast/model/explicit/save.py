"""A rewritten model put into a file: written beside its place and moved there, so that nobody ever sees half of one.

What the model keeps in other files stays there: beside the output it is the same file, in another folder a copy, made
by the system without being read into memory. A model too large for one file keeps its tensors in a second one.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

from google.protobuf.message import EncodeError
from onnx import GraphProto, ModelProto, TensorProto

from ...errors import FileError
from ...files import check_free, written_whole
from ...model_files import MOST_BYTES
from .constants import raw_bytes

_LEAST_OUTSIDE: Final = 1024  # bytes of a tensor that is worth moving out of a model that is too large
_ALIGNMENT: Final = 4096


Judge = Callable[[Path], bool]


def save_model(
    proto: ModelProto, path: Path, source: Path | None, *, overwrite: bool, judge: Judge | None = None
) -> bool:
    """Writes a model whose original is `source`, and says whether it is there now.

    `judge` sees it before it is moved into place; what it refuses is not kept.
    """
    copies = _check(proto, path, source, overwrite)
    kept = False
    new = [copy for copy in copies.values() if not copy.exists()]
    try:
        for old, copy in copies.items():
            copy.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(copy) as beside:
                shutil.copyfile(old, beside)
        if _size(proto) > MOST_BYTES:
            data = path.with_name(f"{path.name}.data")
            check_free(data, overwrite=overwrite, flag="--overwrite")
            new += [data] * (not data.exists())
            proto = moved_out(proto, data)
        with written_whole(path) as beside:
            beside.write_bytes(proto.SerializeToString())
            if judge is not None and not judge(beside):
                raise _RefusedError
        kept = True
    except _RefusedError:
        pass
    finally:
        if not kept:
            for file in new:
                file.unlink(missing_ok=True)
    return kept


class _RefusedError(Exception):
    """The judge does not want the model."""


def _size(proto: ModelProto) -> int:
    try:
        return int(proto.ByteSize())
    except (EncodeError, ValueError):
        return MOST_BYTES + 1


def _check(proto: ModelProto, path: Path, source: Path | None, overwrite: bool) -> dict[Path, Path]:
    """Refuses an output that cannot be, before anything is written; the files to copy, and where to."""
    check_free(path, overwrite=overwrite, inputs=[] if source is None else [source], flag="--overwrite")
    locations = sorted({location for tensor in _outside(proto) if (location := _location(tensor))})
    for location in locations:
        if (path.parent / location).resolve() == path.resolve():
            raise _refused(path, "is where the model keeps its data", "give the explicit model another name")
    if source is None or source.parent.resolve() == path.parent.resolve():
        return {}
    copies = {source.parent / location: path.parent / location for location in locations}
    for copy in copies.values():
        if copy.exists() and not overwrite:
            raise _refused(copy, "exists already, and the model's data would go there", "write to another folder")
    return copies


def _outside(proto: ModelProto) -> Iterator[TensorProto]:
    return (tensor for tensor in _tensors(proto) if tensor.data_location == TensorProto.EXTERNAL)


def _location(tensor: TensorProto) -> str:
    return next((entry.value for entry in tensor.external_data if entry.key == "location"), "")


def _tensors(proto: ModelProto) -> Iterator[TensorProto]:
    """Every tensor of a model that is held as data."""
    for graph in (proto.graph, *(g for info in proto.training_info for g in (info.initialization, info.algorithm))):
        yield from _tensors_of(graph)
    for function in proto.functions:
        yield from _tensors_of(function)


def _tensors_of(graph: GraphProto) -> Iterator[TensorProto]:
    if isinstance(graph, GraphProto):
        yield from graph.initializer
        for sparse in graph.sparse_initializer:
            yield from (sparse.values, sparse.indices)
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.HasField("t"):
                yield attribute.t
            yield from attribute.tensors
            for inner in (*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs):
                yield from _tensors_of(inner)


def moved_out(proto: ModelProto, data: Path) -> ModelProto:
    """A copy of the model whose larger tensors are in a file beside it."""
    own = ModelProto()
    own.CopyFrom(proto)
    with written_whole(data) as beside, beside.open("wb") as file:
        for tensor in _tensors(own):
            if tensor.data_location != TensorProto.EXTERNAL and tensor.ByteSize() >= _LEAST_OUTSIDE:
                _move_out(tensor, data.name, file)
    if _size(own) > MOST_BYTES:
        raise _refused(data, "cannot hold enough: without its tensors the model has over 2 GiB", "split the model")
    return own


def _move_out(tensor: TensorProto, location: str, file: BinaryIO) -> None:
    if tensor.data_type == TensorProto.STRING:
        return  # strings have no form outside
    data = raw_bytes(tensor)
    file.seek(-(-file.tell() // _ALIGNMENT) * _ALIGNMENT)
    entries = {"location": location, "offset": str(file.tell()), "length": str(len(data))}
    file.write(data)
    for field in ("raw_data", "float_data", "int32_data", "int64_data", "double_data", "uint64_data"):
        tensor.ClearField(field)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in entries.items():
        tensor.external_data.add(key=key, value=value)


def _refused(path: Path, what: str, help_: str) -> FileError:
    return FileError(summary=f"{path} {what}", code="IC910", help=help_, path=str(path))
