"""`isocast run`: a model and tensors from files, outputs to files.

Everything is read and computed before anything is written; outputs are written beside their folder and then moved into
it, so that a run that fails leaves nothing half written.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import ml_dtypes
import numpy as np
import onnx
from google.protobuf.message import DecodeError
from numpy.typing import NDArray

from .errors import ArgumentError
from .evaluate import Monitor, Session, to_array
from .evaluate.files import file_error, read_bytes
from .types import element_type

Array = NDArray[Any]
Format = Literal["npy", "pb"]

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9._+-]+")
_HELP: Final = "write NAME=FILE with a .npy, .npz or .pb file, or a .npz or .pb file that holds the names"


@dataclass(frozen=True)
class Written:
    """One output and the file it was written to."""

    name: str
    path: Path
    type: str
    shape: tuple[int, ...]


def run(
    model: Path, inputs: Sequence[str], folder: Path, form: Format = "npy", monitor: Monitor | None = None
) -> list[Written]:
    """Runs a model on tensors from files, and writes each output to a file of its own in a folder."""
    session = Session(model)
    given = read_inputs(inputs)
    results = session.run(given, monitor=monitor)
    return write_outputs(results, folder, form)


def read_inputs(arguments: Iterable[str]) -> dict[str, Array]:
    """The tensors of arguments such as `x=x.npy`; `all.npz` and `x.pb` alone bring their own names."""
    given: dict[str, Array] = {}
    for argument in arguments:
        name, separator, file = argument.partition("=")
        found = _read(Path(file if separator else name), name if separator else None, argument)
        twice = next((known for known in found if known in given), None)
        if twice is not None:
            raise ArgumentError(summary=f"input {twice!r} is given twice", code="IC408", argument="--input")
        given |= found
    return given


def _read(path: Path, name: str | None, argument: str) -> dict[str, Array]:
    kind = path.suffix.lower()
    if kind == ".npz":
        return _from_npz(path, name)
    if kind == ".pb":
        own_name, array = _from_pb(path)
        return {name or own_name or path.stem: array}
    if kind == ".npy" and name:
        return {name: _from_npy(path)}
    what = f"--input {argument} has no name" if kind == ".npy" else f"--input {argument} is of a kind not known here"
    raise ArgumentError(summary=what, code="IC408", help=_HELP, argument="--input")


def _from_npy(path: Path) -> Array:
    data = io.BytesIO(read_bytes(path))
    with _as_file_error(path, "is not a NumPy file of plain numbers or strings"):
        return _tensor(np.load(data, allow_pickle=False))


def _from_npz(path: Path, name: str | None) -> dict[str, Array]:
    data = io.BytesIO(read_bytes(path))
    with _as_file_error(path, "is not a NumPy archive of plain numbers or strings"):
        archive = np.load(data, allow_pickle=False)
        arrays = {key: _tensor(archive[key]) for key in archive.files}
    if name is None:
        return arrays
    if name in arrays:
        return {name: arrays[name]}
    if len(arrays) == 1:
        return {name: next(iter(arrays.values()))}
    raise file_error(path, f"holds no array {name!r}, only {', '.join(arrays) or 'nothing'}")


def _from_pb(path: Path) -> tuple[str, Array]:
    tensor = onnx.TensorProto()
    try:
        tensor.ParseFromString(read_bytes(path))
    except DecodeError:
        raise file_error(path, "is not an ONNX tensor") from None
    if not tensor.data_type:
        raise file_error(path, "is not an ONNX tensor: it has no element type")
    return tensor.name, to_array(tensor, str(path), path.parent)


@contextmanager
def _as_file_error(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except (ValueError, OSError, EOFError, KeyError, AttributeError, zipfile.BadZipFile):
        raise file_error(path, what) from None


def _tensor(array: Any) -> Array:
    """An array as a file holds it, with its ONNX type: NumPy's files call bfloat16 two bytes and pad strings."""
    if not isinstance(array, np.ndarray):
        raise ValueError("an archive where one array was expected")
    if array.dtype.kind == "V" and array.dtype.itemsize == 2 and array.dtype.names is None:
        return array.view(ml_dtypes.bfloat16)
    return array.astype(object) if array.dtype.kind == "U" else array


def write_outputs(results: dict[str, Array], folder: Path, form: Format = "npy") -> list[Written]:
    """Writes every output, or nothing: into a folder beside the one wanted, then moved into place."""
    names = _file_names(results, form)
    written = []
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            for name, array in results.items():
                _write(Path(beside, names[name]), name, array)
            folder.mkdir(exist_ok=True)
            _check_free(folder, names.values())
            for name, array in results.items():
                os.replace(Path(beside, names[name]), folder / names[name])
                written.append(Written(name, folder / names[name], element_type(array).name, array.shape))
    except OSError as error:
        raise file_error(folder, f"cannot be written: {error.strerror or 'the system refuses'}") from None
    return written


def _check_free(folder: Path, names: Iterable[str]) -> None:
    for name in names:
        if (folder / name).is_dir():
            raise file_error(folder / name, "is a folder, where an output is to be written")


def _file_names(results: dict[str, Array], form: Format) -> dict[str, str]:
    """A file name for each output: its own name, made safe and unique; the ending says how it is written."""
    taken: set[str] = set()
    names = {}
    for name, array in results.items():
        # NumPy's files know neither bfloat16 nor strings of any length, ONNX's know both.
        ending = "pb" if form == "pb" or element_type(array).name in {"bfloat16", "string"} else "npy"
        stem = _UNSAFE.sub("_", name).lstrip(".")[:100] or "output"
        number = 1
        while (file := f"{stem}{'' if number == 1 else f'-{number}'}.{ending}").lower() in taken:
            number += 1
        taken.add(file.lower())
        names[name] = file
    return names


def _write(path: Path, name: str, array: Array) -> None:
    if path.suffix == ".npy":
        np.save(path, array, allow_pickle=False)
    else:
        path.write_bytes(onnx.numpy_helper.from_array(array, name).SerializeToString())
