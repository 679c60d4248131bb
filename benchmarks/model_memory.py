"""The memory that a model takes whose data, 5 GB of it, lies in another file: each command in a process of its own.

The data is a file with nothing in it but its length, so that making it takes neither time nor room.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

from onnx import TensorProto, helper

LIMIT: Final = 2**30  # bytes of memory
WIDTH: Final = 2560
LAYERS: Final = 200
TASKS: Final = {
    "check": "check",
    "explicit": "explicit, and save",
    "evidence": "explicit, save, and evidence with every hash",
}


@dataclass(frozen=True)
class Peak:
    """What one command took."""

    what: str
    seconds: float
    bytes: int
    model_bytes: int


def build(folder: Path) -> Path:
    """A model of many matrices, each broadcast over the batch, with a bias; their data in one sparse file."""
    nodes, weights, at, x = [], [], 0, "x"
    for layer in range(LAYERS):
        for name, shape in (("weight", (WIDTH, WIDTH)), ("bias", (WIDTH,))):
            tensor = TensorProto(name=f"{name}{layer}", data_type=TensorProto.FLOAT, dims=shape)
            tensor.data_location = TensorProto.EXTERNAL
            size = 4 * WIDTH * (WIDTH if name == "weight" else 1)
            for key, value in (("location", "model.data"), ("offset", at), ("length", size)):
                tensor.external_data.add(key=key, value=str(value))
            weights.append(tensor)
            at += size
        nodes.append(helper.make_node("MatMul", [x, f"weight{layer}"], [f"product{layer}"]))
        nodes.append(helper.make_node("Add", [f"product{layer}", f"bias{layer}"], [f"sum{layer}"]))
        x = f"sum{layer}"
    ports = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", "length", WIDTH]) for name in ("x", x)]
    graph = helper.make_graph(nodes, "main", ports[:1], ports[1:], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
    with (folder / "model.data").open("wb") as data:
        data.truncate(at)
    path = folder / "model.onnx"
    path.write_bytes(model.SerializeToString())
    return path


def measure_memory() -> list[Peak]:
    """Every task, each in a process of its own, on one model."""
    with TemporaryDirectory() as folder:
        path = build(Path(folder))
        size = path.stat().st_size + (Path(folder) / "model.data").stat().st_size
        found = []
        for task, what in TASKS.items():
            command = [sys.executable, "-m", "benchmarks.model_memory", task, str(path)]
            answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            found.append(Peak(what, answer["seconds"], answer["bytes"], size))
        return found


def run(task: str, path: Path) -> None:
    """Does one task, and prints what it took."""
    from isocast.model import check
    from isocast.model.evidence import evidence, write
    from isocast.model.explicit import explicit

    start = perf_counter()
    if task == "check":
        assert len(check(path).findings) == 2 * LAYERS
    else:
        out = path.with_name("explicit.onnx")
        rewriting = explicit(path)
        rewriting.save(out, overwrite=True)
        assert len(rewriting.changes) == 2 * LAYERS
        if task == "evidence":
            write(path.with_name("evidence.json"), evidence(path, out, rewriting, None))
    print(json.dumps({"seconds": perf_counter() - start, "bytes": _peak()}))


def _peak() -> int:
    """The most memory this process has held; where nobody counts that alone, with what its parent had at the start."""
    status = Path("/proc/self/status")
    if status.is_file():
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


if __name__ == "__main__":
    run(sys.argv[1], Path(sys.argv[2]))
