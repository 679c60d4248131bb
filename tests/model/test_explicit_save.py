"""Rewritten models on disk: written whole or not at all, and what lies in other files is neither read nor changed."""

from __future__ import annotations

import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import ModelProto, TensorProto

from isocast.errors import FileError
from isocast.model import explicit, load
from isocast.model.changes import Means
from isocast.model.explicit import save as saving
from tests.model.rewritten import assert_done, assert_same_results, floats, serialised
from tests.onnx_models import parse, saved

BODY = "(float[N,3] x, float[3] b) => (float[N,3] y) { y = Add(x, b) }"


def external(folder: Path, name: str, elements: int, location: str = "weights.bin") -> Path:
    """A model that adds a vector kept in another file; the file is sparse."""
    model = parse(f"(float[N,{elements}] x) => (float[N,{elements}] y) {{ y = Add(x, w) }}")
    tensor = TensorProto(name="w", data_type=TensorProto.FLOAT, dims=[elements], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value=location)
    model.graph.initializer.append(tensor)
    (folder / location).parent.mkdir(parents=True, exist_ok=True)
    with (folder / location).open("wb") as file:
        file.truncate(4 * elements)
    return saved(model, folder, name)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return saved(parse(BODY), tmp_path, "m.onnx")


def test_what_is_written_is_what_was_made(source: Path) -> None:
    found = explicit(source)
    path = source.with_name("out.onnx")
    assert found.save(path)
    assert serialised(onnx.load(path)) == serialised(found.model)
    assert sorted(entry.name for entry in source.parent.iterdir()) == ["m.onnx", "out.onnx"]
    assert_done(onnx.load(path))


def test_what_is_there_is_replaced_only_if_asked_for(source: Path) -> None:
    path = source.with_name("out.onnx")
    path.write_bytes(b"precious")
    found = explicit(source)
    with pytest.raises(FileError, match="exists already") as caught:
        found.save(path)
    assert (path.read_bytes(), caught.value.code) == (b"precious", "IC910")
    assert found.save(path, overwrite=True)
    assert load(path)


@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize(
    ("name", "says"),
    [("m.onnx", "is one of the models"), ("link.onnx", "is one of the models"), (".", "is a directory"),
     ("nowhere/out.onnx", "has no folder"), ("locked/out.onnx", "cannot be written")],
)  # fmt: skip
def test_places_that_are_refused(source: Path, name: str, says: str, overwrite: bool) -> None:
    folder = source.parent
    (folder / "link.onnx").symlink_to(source)
    (folder / "locked").mkdir()
    if name.startswith("locked"):
        name = "locked/" + "x" * 300  # no system has names this long; a folder that is locked would not stop root
    before = source.read_bytes()
    with pytest.raises(FileError, match=says) as caught:
        explicit(source).save(folder / name, overwrite=overwrite)
    assert caught.value.help
    assert source.read_bytes() == before
    assert not list((folder / "locked").iterdir())


def test_a_judge_that_says_no_leaves_nothing_behind(source: Path) -> None:
    seen: list[bytes] = []

    def judge(path: Path) -> bool:
        seen.append(path.read_bytes())
        return False

    found = explicit(source)
    assert found.save(source.with_name("out.onnx"), judge=judge) is False
    assert seen == [found.model.SerializeToString()]
    assert [entry.name for entry in source.parent.iterdir()] == ["m.onnx"]


def test_external_data_stays_where_it_is(tmp_path: Path) -> None:
    path = external(tmp_path, "m.onnx", 5000)
    data = tmp_path / "weights.bin"
    before = (data.stat().st_mtime_ns, data.stat().st_atime_ns, sha256(data.read_bytes()).hexdigest())
    found = explicit(path)
    assert found.save(tmp_path / "out.onnx")
    (tensor,) = onnx.load(tmp_path / "out.onnx", load_external_data=False).graph.initializer
    assert serialised_tensor(tensor) == serialised_tensor(
        onnx.load(path, load_external_data=False).graph.initializer[0]
    )
    assert before[0] == data.stat().st_mtime_ns
    assert before[2] == sha256(data.read_bytes()).hexdigest()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["m.onnx", "out.onnx", "weights.bin"]


def serialised_tensor(tensor: TensorProto) -> bytes:
    return bytes(tensor.SerializeToString(deterministic=True))


def test_external_data_goes_with_the_model_into_another_folder(tmp_path: Path) -> None:
    path = external(tmp_path, "m.onnx", 5000, "data/weights.bin")
    other = tmp_path / "other"
    other.mkdir()
    found = explicit(path)
    assert found.save(other / "out.onnx")
    assert (other / "data/weights.bin").read_bytes() == (tmp_path / "data/weights.bin").read_bytes()
    assert load(other / "out.onnx")
    with pytest.raises(FileError, match=r"weights\.bin exists already"):
        found.save(other / "second.onnx")
    assert not (other / "second.onnx").exists()


def test_a_judge_that_says_no_leaves_no_data_behind(tmp_path: Path) -> None:
    path = external(tmp_path, "m.onnx", 5000)
    other = tmp_path / "other"
    other.mkdir()
    assert explicit(path).save(other / "out.onnx", judge=lambda _: False) is False
    assert not list(other.iterdir())


def test_the_model_is_not_written_over_its_data(tmp_path: Path) -> None:
    path = external(tmp_path, "m.onnx", 5000)
    with pytest.raises(FileError, match="is where the model keeps its data"):
        explicit(path).save(tmp_path / "weights.bin", overwrite=True)
    assert (tmp_path / "weights.bin").stat().st_size == 20000


def test_external_data_is_read_to_be_folded(tmp_path: Path) -> None:
    path = external(tmp_path, "m.onnx", 4)
    (tmp_path / "weights.bin").write_bytes(np.arange(4, dtype="<f4").tobytes())
    found = explicit(path, dims={"N": 3})
    assert [change.means for change in found.changes] == [Means.FOLDED]
    assert found.save(tmp_path / "out.onnx")
    assert_same_results(_inline(path), _inline(tmp_path / "out.onnx"), [floats(1, x=(3, 4))])


def _inline(path: Path) -> ModelProto:
    return onnx.load(path)


def test_a_model_too_large_for_one_file_keeps_its_tensors_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = parse("(float[500] x) => (float[500] z) <float[1] s = {2}> { y = Add(x, w) z = Mul(y, s) }")
    model.graph.initializer.append(onnx.numpy_helper.from_array(np.arange(500, dtype=np.float32), "w"))
    path = saved(model, tmp_path, "m.onnx")
    monkeypatch.setattr(saving, "MOST_BYTES", 2000)
    found = explicit(path)
    assert found.save(tmp_path / "out.onnx")
    written = onnx.load(tmp_path / "out.onnx", load_external_data=False)
    places = {tensor.name: tensor.data_location == TensorProto.EXTERNAL for tensor in written.graph.initializer}
    assert places == {"w": True, "s": False}
    assert (tmp_path / "out.onnx").stat().st_size < 2000
    assert found.model.graph.initializer[1].raw_data
    assert_same_results(model, onnx.load(tmp_path / "out.onnx"), [floats(1, x=(500,))])
    with pytest.raises(FileError, match="exists already"):
        found.save(tmp_path / "out.onnx")


_CHILD = """
import json, resource, sys
from pathlib import Path
import isocast.model
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = isocast.model.explicit(sys.argv[1])
found.save(sys.argv[2])
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"grown": (after - before) * 1024, "changes": len(found.changes)}))
"""


@pytest.mark.parametrize("folder", [".", "other"])
def test_large_external_data_is_not_read_into_memory(tmp_path: Path, folder: str) -> None:
    path = external(tmp_path, "m.onnx", 2**24)  # 64 MiB that take no room on the disk
    (tmp_path / folder).mkdir(exist_ok=True)
    arguments = [sys.executable, "-c", _CHILD, str(path), str(tmp_path / folder / "out.onnx")]
    run = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    answer = json.loads(run.stdout)
    assert answer["changes"] == 1
    assert answer["grown"] < 2**25
