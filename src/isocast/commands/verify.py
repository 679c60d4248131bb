"""`isocast verify`: two models in, a verdict out; or evidence in, and whether it still holds.

Exit status 0 verified, 1 failed or not verified, 2 unreadable.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from .. import __version__
from ..errors import ArgumentError, IsocastError
from .check import parse_dims

if TYPE_CHECKING:
    from ..model.verdicts import Verification
    from ..render.text import Line

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan", "place": "dim", "summary": "bold"}


class Format(StrEnum):
    """How a verification is written."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


def verify(
    original: Annotated[Path | None, typer.Argument(help="The model as it was.", show_default=False)] = None,
    explicit: Annotated[Path | None, typer.Argument(help="The explicit model.", show_default=False)] = None,
    *,
    seed: Annotated[int, typer.Option(min=0, help="What inputs are made from.")] = 0,
    runs: Annotated[int, typer.Option(min=1, help="How many runs are compared.")] = 5,
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", "-i", metavar="NAME=FILE", help="A .npy, .npz or .pb file; the others are made."),
    ] = None,
    dim: Annotated[
        list[str] | None, typer.Option(help="The value of a symbolic size, NAME=VALUE; repeatable.", show_default=False)
    ] = None,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds that one model may take for one run.")] = 60.0,
    format_: Annotated[Format, typer.Option("--format", help="How to write the answer.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option(help="Where to write it, if not here.", show_default=False)] = None,
    evidence: Annotated[
        Path | None,
        typer.Option(help="Where to put the evidence; without models, the evidence to replay.", show_default=False),
    ] = None,
) -> None:
    """Show that an explicit model is the original with nothing else changed, or replay evidence of it."""
    try:
        if original is None and evidence is not None:
            passed = _replay(evidence, timeout, format_, output)
        elif original is None or explicit is None:
            help_ = "give the original and the explicit model, or --evidence FILE.json alone"
            raise ArgumentError(summary="two models are compared", code="IC910", help=help_)
        else:
            options: dict[str, Any] = {"seed": seed, "runs": runs, "timeout": timeout, "dims": parse_dims(dim or [])}
            found = _compare(original, explicit, options | _read(inputs or [], evidence), [output, evidence])
            if evidence is not None:
                _write_evidence((original, explicit), found, options["dims"], evidence)
            _show(found, format_, output, (original, explicit), options["dims"])
            passed = found.passed
    except IsocastError as error:
        print(f"isocast: {error}\nNothing was verified.", file=sys.stderr)
        raise typer.Exit(2) from None
    raise typer.Exit(0 if passed else 1)


def _read(arguments: Sequence[str], evidence: Path | None) -> dict[str, Any]:
    """The inputs from files, and where each is from: as seen from the evidence, if there is to be some."""
    from ..run import read_inputs

    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for argument in arguments:
        found = read_inputs([argument])
        twice = next((name for name in found if name in values), None)
        if twice is not None:
            raise ArgumentError(summary=f"input {twice!r} is given twice", code="IC408", argument="--input")
        values |= found
        file = Path(argument.partition("=")[2] or argument)
        shown = file if evidence is None else Path(os.path.relpath(file, evidence.parent))
        sources |= dict.fromkeys(found, shown.as_posix())
    return {"inputs": values, "sources": sources}


def _compare(original: Path, explicit: Path, options: dict[str, Any], outputs: Sequence[Path | None]) -> Verification:
    from ..files import check_free
    from ..model.many import check_many
    from ..model.verify import verify as verify_models

    for path in outputs:
        if path is not None:
            check_free(path, overwrite=True, inputs=[original, explicit])
    # In processes of their own first: onnx's inference ends the process on some malformed nodes.
    for answer in check_many([str(original), str(explicit)], {}):
        if isinstance(answer, IsocastError):
            raise answer
    with _status():
        return verify_models(original, explicit, **options)


def _show(
    found: Verification, format_: Format, output: Path | None, models: tuple[Path, Path], dims: dict[str, int]
) -> None:
    from ..render.html import evidence_html
    from ..render.verification import verification_lines

    text = ""
    if format_ is Format.JSON:
        text = _json(found.as_json())
    elif format_ is Format.HTML:
        text = evidence_html(_evidence(models, found, dims, Path() if output is None else output.parent))
    _report(list(verification_lines(found)), text, output, models)


def _write_evidence(models: tuple[Path, Path], found: Verification, dims: dict[str, int], path: Path) -> None:
    from ..model.evidence import write

    write(path, _evidence(models, found, dims, path.parent))


def _evidence(models: tuple[Path, Path], found: Verification, dims: dict[str, int], folder: Path) -> dict[str, Any]:
    from ..model.changes import Options
    from ..model.evidence import evidence
    from ..model.verify.replay import Compared

    return evidence(*models, Compared(Options(dims)) if dims else None, found, folder=folder)


def _replay(path: Path, timeout: float, format_: Format, output: Path | None) -> bool:
    from ..model.evidence import read
    from ..model.verify.replay import replay
    from ..render.html import evidence_html
    from ..render.verification import replay_lines

    document = read(path)
    with _status():
        found = replay(document, path.parent, timeout)
    text = ""
    if format_ is Format.JSON:
        text = _json({"evidence": str(path), **found.as_json()})
    elif format_ is Format.HTML:
        text = evidence_html(document, str(path), found.deviations)
    _report(list(replay_lines(str(path), found)), text, output, [path])
    return found.passed


def _json(answer: dict[str, Any]) -> str:
    return json.dumps({"format": 1, "isocast": __version__, **answer}, indent=1, ensure_ascii=False) + "\n"


def _report(lines: list[Line], text: str, output: Path | None, inputs: Sequence[Path]) -> None:
    """Writes the answer, `text` or else the lines, and the verdict where it does not get in its way."""
    from ..render.output import write_report

    plain = "\n".join(line.text for line in lines) + "\n"
    if output is not None:
        write_report(output, text or plain, inputs)
        print(lines[-1].text)
    elif text:
        sys.stdout.write(text)
        print(lines[-1].text, file=sys.stderr)
    else:
        _print(lines, plain)


def _print(lines: Sequence[Line], text: str) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        sys.stdout.write(text)
        return
    for line in lines:
        console.print(line.text, style=_STYLES.get(line.kind), markup=False, soft_wrap=True)


def _status() -> Any:
    return Console(stderr=True).status("running both models")
