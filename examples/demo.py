"""From a model to a report: check, explicit, verify, with the commands as one would type them.

Run with `python examples/demo.py [FOLDER]`; everything it makes lies in the folder, by default build/demo.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from demo_model import model

MODEL, EXPLICIT, EVIDENCE, REPORT = "model.onnx", "explicit.onnx", "evidence.json", "report.html"


class StepError(Exception):
    """A step that did not end as it should."""


def step(folder: Path, what: str, arguments: Sequence[str], status: int = 0, lines: int = 1) -> None:
    """Runs a command, prints it with the last lines of its answer, and looks at how it ended."""
    print(f"\n{what}\n  $ isocast {' '.join(arguments)}", flush=True)
    command = [sys.executable, "-m", "isocast", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    if run.returncode != status:
        raise StepError(f"{run.stdout}{run.stderr}\nisocast ended with exit status {run.returncode}, not {status}")
    answer = run.stdout.splitlines() or run.stderr.splitlines()
    print("\n".join(f"  {line}" for line in answer[-lines:]))


def build(folder: Path) -> None:
    """Puts the model into a folder without anything from an earlier time."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in (MODEL, EXPLICIT, EVIDENCE, REPORT, "check.html"):
        (folder / name).unlink(missing_ok=True)
    made = model()
    (folder / MODEL).write_bytes(made.SerializeToString(deterministic=True))
    nodes, size = len(made.graph.node), (folder / MODEL).stat().st_size
    print(f"A model that looks at a picture and at words: {folder / MODEL}, {nodes} nodes, {size:,} bytes.")
    print("It has an attention mask, normalisation, biases for channels, a PRelu, an If and a function of its own.")


def tour(folder: Path) -> None:
    """The four commands, and what they leave behind."""
    build(folder)
    step(folder, "What in it is implicit?", ["check", MODEL, "--format", "html", "--output", "check.html"], status=1)
    options = ["--evidence", EVIDENCE, "--report", REPORT]
    step(folder, "Make it explicit, and verify that:", ["explicit", MODEL, "--output", EXPLICIT, *options], lines=6)
    step(folder, "What is implicit now?", ["check", EXPLICIT])
    step(folder, "Replay the evidence, as an auditor would:", ["verify", "--evidence", EVIDENCE])


def main(arguments: Sequence[str]) -> int:
    """0 if every step ended as it should."""
    folder = Path(arguments[0] if arguments else "build/demo")
    start = perf_counter()
    try:
        tour(folder)
    except StepError as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"\nDone in {perf_counter() - start:.0f} s. Open the report in a browser:\n  {(folder / REPORT).resolve()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
