"""The cases as folders in ONNX's own form, which every runtime's test runner already reads, and an index in JSON.

    DIR/accepted/test_add_14_float_row/model.onnx, data.json, test_data_set_0/input_0.pb … output_0.pb
    DIR/refused/test_add_14_float_refused_row/model.onnx, test_data_set_0/input_0.pb …
    DIR/index.json

`data.json` has the tolerances that `onnx.backend.test` applies. Refused cases have a folder of their own, because a
runner that does not know the index would expect an output.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import numpy_helper

from ..errors import FileError
from ..spec.numbers import FORMATS
from ..spec.tensor import Tensor
from .case import Case, Refusal
from .model import make_model
from .running import Expectations
from .tensors import to_array

FORMAT: Final = 1
"""The number of this form; it changes when a reader of the index would have to."""

_UNSAFE: Final = re.compile(r"[^a-z0-9]+")


def folder_name(case: Case) -> str:
    """The folder of a case: its id in the letters that ONNX's runner takes for the name of a test.

    >>> from .cases import all_cases
    >>> folder_name(all_cases()[0])
    'test_add_1_float16_same'
    """
    return f"test_{_UNSAFE.sub('_', case.id.replace('/to-the--', '/to-the-minus-').lower()).strip('_')}"


def export_cases(
    cases: Sequence[Case], answers: Expectations, folder: Path, tell: Callable[[int], None] | None = None
) -> None:
    """Writes every case, or nothing: into a folder beside the one wanted, then moved into place."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise _error(folder, "exists already, and is not an empty folder", "give the name of a new folder")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as beside:
            made = Path(beside, "export")
            index = []
            for number, case in enumerate(cases, start=1):
                index.append(_write_case(made, case, answers[case.id]))
                if tell:
                    tell(number)
            _write_index(made, index)
            if folder.exists():
                folder.rmdir()
            os.replace(made, folder)
    except OSError as error:
        raise _error(folder, f"cannot be written: {error.strerror or 'the system refuses'}") from None


def _write_case(root: Path, case: Case, expected: Tensor | Refusal) -> dict[str, Any]:
    is_refused = isinstance(expected, Refusal)
    place = Path("refused" if is_refused else "accepted", folder_name(case))
    data = root / place / "test_data_set_0"
    data.mkdir(parents=True)
    (root / place / "model.onnx").write_bytes(make_model(case, expected).SerializeToString())
    for number, tensor in enumerate(case.inputs):
        _write_tensor(data / f"input_{number}.pb", tensor, f"x{number}")
    if isinstance(expected, Tensor):
        _write_tensor(data / "output_0.pb", expected, "z")
        (root / place / "data.json").write_text(json.dumps(_tolerances(case)))
    return _entry(case, expected, place)


def _write_tensor(path: Path, tensor: Tensor, name: str) -> None:
    path.write_bytes(to_proto(tensor, name).SerializeToString())


def to_proto(tensor: Tensor, name: str) -> onnx.TensorProto:
    """A tensor in ONNX's form, bit for bit: strings as UTF-8, everything else as raw little-endian bytes."""
    array = to_array(tensor)
    if tensor.type == "string":
        array = np.array([str(value).encode() for value in tensor.values], object).reshape(tensor.shape)
    return numpy_helper.from_array(array, name)


def _tolerances(case: Case) -> dict[str, float]:
    """What `onnx.backend.test` calls rtol and atol: nothing, where the standard leaves nothing open."""
    kind = case.inputs[0].type
    relative = case.latitude.ulps * 2.0 ** (1 - FORMATS[kind].precision) if kind in FORMATS else 0.0
    least = 2.0 ** (FORMATS[kind].emin + 1 - FORMATS[kind].precision) if case.latitude.ulps else 0.0
    return {"rtol": relative, "atol": max(case.latitude.absolute, case.latitude.ulps * least)}


def _entry(case: Case, expected: Tensor | Refusal, place: Path) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": case.id,
        "folder": place.as_posix(),
        "refused": isinstance(expected, Refusal),
        "operator": case.operator,
        "opset": case.opset,
        "types": list(case.types),
        "attributes": dict(case.attributes),
        "clauses": list(case.clauses),
        "inputs": [{"type": tensor.type, "shape": list(tensor.shape)} for tensor in case.inputs],
    }
    if isinstance(expected, Refusal):
        return entry | {"error": expected.kind, "because": expected.summary}
    output = {"type": expected.type, "shape": list(expected.shape)}
    return entry | {"output": output, "latitude": case.latitude.as_json()}


def _write_index(root: Path, entries: Iterable[dict[str, Any]]) -> None:
    cases = list(entries)
    head = {"format": FORMAT, "made_by": "isocast conform --export", "onnx": onnx.__version__, "number": len(cases)}
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in cases)
    start = json.dumps(head)[:-1]  # one line per case, so that the index can be searched and compared
    (root / "index.json").write_text(f'{start}, "cases": [\n{lines}\n]}}\n', encoding="utf-8")


def _error(folder: Path, what: str, help_: str = "") -> FileError:
    return FileError(summary=f"{folder} {what}", code="IC903", help=help_, path=str(folder))
