"""Models and tensors as files hold them: read, checked for what they claim, and turned into arrays.

Refusals name the file or the tensor and say what is wrong with it; no message of a third-party library gets through.
"""

from __future__ import annotations

from math import prod
from pathlib import Path, PurePosixPath
from typing import Any, Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto
from onnx.external_data_helper import ExternalDataInfo, load_external_data_for_tensor, uses_external_data

from ..errors import FileError, ModelError, TypeMismatchError
from ..model_files import parse_model, read_model
from ..types import ELEMENT_TYPES, ElementType

_GIT_LFS: Final = b"version https://git-lfs.github.com/spec/"
_BY_NUMBER: Final = {row.onnx: row for row in ELEMENT_TYPES.values() if row.onnx}


def load_model(source: str | Path | bytes | onnx.ModelProto) -> tuple[onnx.ModelProto, Path | None]:
    """A model and the folder its external data lies in, None if it was not read from a file.

    What every reader has to know is checked: that it is a model, and of an IR version this onnx describes.
    """
    if isinstance(source, onnx.ModelProto):
        model, name, folder = source, "the model", None
    elif isinstance(source, bytes):
        model, name, folder = parse_model(source, "the model"), "the model", None
    else:
        path = Path(source)
        model, name, folder = read_model(path, str(path)), str(path), path.parent
    _check_header(model, name)
    return model, folder


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or a FileError that says why there are none."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise file_error(path, "does not exist") from None
    except IsADirectoryError:
        raise file_error(path, "is a folder, not a file") from None
    except OSError as error:
        raise file_error(path, f"cannot be read: {error.strerror or 'the system refuses'}") from None
    if not data:
        raise file_error(path, "is empty")
    if data.startswith(_GIT_LFS):
        what = f"is a Git LFS pointer ({len(data)} bytes), not the file itself"
        raise file_error(path, what, "run `git lfs pull` where the file comes from")
    return data


def file_error(path: str | Path, what: str, help_: str = "") -> FileError:
    """The exception for a file, as one sentence with its name."""
    return FileError(summary=f"{path} {what}", code="IC903", help=help_, path=str(path))


def _check_header(model: onnx.ModelProto, name: str) -> None:
    if not model.HasField("graph") or not model.ir_version:
        raise file_error(name, "is not an ONNX model: it has no graph or no IR version")
    if model.ir_version > onnx.IR_VERSION:
        raise FileError(
            summary=f"{name} has IR version {model.ir_version}, the installed onnx describes 1 to {onnx.IR_VERSION}",
            code="IC904",
            help="install a newer onnx, or save the model with an older IR version",
            path=name,
        )


def type_of(number: int, what: str) -> ElementType:
    """The element type with a number of `TensorProto.DataType`; refuses those that no broadcasting operator takes."""
    found = _BY_NUMBER.get(number)
    if found is None:
        known = number in TensorProto.DataType.values()
        name = TensorProto.DataType.Name(number).lower() if known and number else f"number {number}"
        summary = f"{what} has element type {name}, which no broadcasting operator takes"
        raise TypeMismatchError(summary=summary, code="schema-types", types=(name,))
    return found


def to_array(tensor: TensorProto, what: str, folder: Path | None = None) -> NDArray[Any]:
    """A tensor of a file as a read-only array; `what` is what an error calls it.

    >>> to_array(onnx.helper.make_tensor("W", TensorProto.INT8, (2,), [3, 4]), 'initializer "W"').tolist()
    [3, 4]
    """
    kind = type_of(tensor.data_type, what)
    if tensor.HasField("segment"):
        raise _tensor_error(what, "is cut into segments, which no version of ONNX defines")
    if any(size < 0 for size in tensor.dims):
        raise _tensor_error(what, f"has a negative size in its shape {list(tensor.dims)}")
    if uses_external_data(tensor):
        tensor = _with_external_data(tensor, kind, what, folder)
    _check_length(tensor, kind, what)
    try:
        array = _strings(tensor) if kind.kind == "string" else np.asarray(onnx.numpy_helper.to_array(tensor))
    except UnicodeDecodeError:
        raise _tensor_error(what, "holds a string that is not UTF-8") from None
    array.flags.writeable = False
    return array


def _strings(tensor: TensorProto) -> NDArray[Any]:
    # onnx goes through fixed-width text, which loses zero characters at the end of a string.
    array = np.empty(len(tensor.string_data), object)
    array[:] = [text.decode() for text in tensor.string_data]
    return array.reshape(tuple(tensor.dims))


def _check_length(tensor: TensorProto, kind: ElementType, what: str) -> None:
    """Refuses data shorter or longer than the shape."""
    elements = prod(tensor.dims)
    if tensor.HasField("raw_data"):
        if kind.kind == "string":
            raise _tensor_error(what, "holds strings as raw data, which ONNX does not allow")
        unit, found, needed = "bytes", len(tensor.raw_data), elements * kind.numpy.itemsize
    else:
        field = getattr(tensor, onnx.helper.tensor_dtype_to_field(kind.onnx))
        unit, found, needed = "values", len(field), elements * (2 if kind.kind == "complex" else 1)
    if found != needed:
        raise _tensor_error(what, f"has {found} {unit} of data, its shape {list(tensor.dims)} needs {needed}")


def _with_external_data(tensor: TensorProto, kind: ElementType, what: str, folder: Path | None) -> TensorProto:
    if folder is None:
        problem = "has external data, and the model was not read from a file"
        raise _tensor_error(what, problem, "give the path of the model, not its bytes")
    _check_external(tensor, kind, what, folder)
    loaded = TensorProto()
    loaded.CopyFrom(tensor)
    try:
        load_external_data_for_tensor(loaded, str(folder))
    except (OSError, ValueError, onnx.checker.ValidationError):
        raise _tensor_error(what, f"has external data in {folder}, which cannot be read") from None
    return loaded


def _check_external(tensor: TensorProto, kind: ElementType, what: str, folder: Path) -> None:
    """Refuses external data that is missing, too short, or outside the model's folder."""
    try:
        info = ExternalDataInfo(tensor)
    except ValueError:
        raise _tensor_error(what, "has external data with a malformed offset or length") from None
    place = PurePosixPath(info.location)
    if not info.location or place.is_absolute() or ".." in place.parts:
        raise _tensor_error(what, f"has external data outside the model's folder: {info.location or 'no location'}")
    path = folder / place
    if not path.is_file():
        raise _tensor_error(what, f"has external data in {path}, which does not exist")
    needed, offset = prod(tensor.dims) * kind.numpy.itemsize, info.offset or 0
    available = max(path.stat().st_size - offset, 0)
    found = available if info.length is None else min(info.length, available)
    if found < needed:
        raise _tensor_error(what, f"has {found} bytes of data in {path}, its shape {list(tensor.dims)} needs {needed}")


def _tensor_error(what: str, problem: str, help_: str = "") -> ModelError:
    return ModelError(summary=f"{what} {problem}", code="IC905", help=help_)
