"""`isocast explicit`: a model in, the model without implicit broadcasting out, verified, with evidence if asked for.

Exit status 0 written, 1 not written because the verification failed, 2 not rewritten.
"""

from __future__ import annotations

import json
import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console

from .. import __version__
from ..errors import ArgumentError, IsocastError
from .check import parse_dims

if TYPE_CHECKING:
    from ..model.explicit import Rewriting
    from ..model.verdicts import Verification
    from ..render.text import Line

_STYLES: Final = {"error": "bold red", "warning": "yellow", "note": "cyan", "place": "dim", "summary": "bold"}
_UNITS: Final = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}


class Format(StrEnum):
    """How the answer is written."""

    TEXT = "text"
    JSON = "json"


def explicit(
    model: Annotated[Path, typer.Argument(help="An ONNX model.", show_default=False)],
    *,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Where to write it.  [default: MODEL.explicit.onnx]", show_default=False),
    ] = None,
    dim: Annotated[
        list[str] | None,
        typer.Option(help="The value of a symbolic size, NAME=VALUE; repeatable.", show_default=False),
    ] = None,
    static: Annotated[bool, typer.Option("--static", help="Refuse what is not known as a number.")] = False,
    fold_below: Annotated[
        str, typer.Option(metavar="SIZE", help="Write constants in full if that takes fewer bytes: 1024, 64K, 1M.")
    ] = "1K",
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace what is there.")] = False,
    verify: Annotated[bool, typer.Option("--verify/--no-verify", help="Compare the two models at the end.")] = True,
    seed: Annotated[int, typer.Option(min=0, help="What inputs are made from.")] = 0,
    format_: Annotated[Format, typer.Option("--format", help="How to write the answer.")] = Format.TEXT,
    evidence: Annotated[
        Path | None, typer.Option(help="Where to put the evidence, a JSON file.", show_default=False)
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Where to put it as an HTML page.", show_default=False)] = None,
) -> None:
    """Rewrite a model so that every implicit broadcast is an Expand, and nothing else changes."""
    try:
        dims = parse_dims(dim or [])
        limit = parse_bytes(fold_below)
        place = output or model.with_name(f"{model.stem}.explicit.onnx")
        _check_places(model, place, overwrite, [evidence, report])
        found = _rewritten(model, dims, static, limit)
        verification, is_written = _written(found, place, overwrite, seed if verify else None)
        _show(found, verification, place if is_written else None, format_)
        if is_written and (evidence is not None or report is not None):
            _write_evidence((model, place), found, verification, evidence, report)
    except IsocastError as error:
        print(f"isocast: {error}\nNothing was written.", file=sys.stderr)
        raise typer.Exit(2) from None
    raise typer.Exit(0 if is_written else 1)


def parse_bytes(given: str) -> int:
    """A number of bytes, with K, M or G for 1024, its square and its cube.

    >>> parse_bytes("1024"), parse_bytes("64K"), parse_bytes("1MiB")
    (1024, 65536, 1048576)
    """
    found = re.fullmatch(r"(\d{1,18})\s*([KMG]?)(?:i?B)?", given.strip(), re.IGNORECASE)
    if found is None:
        raise ArgumentError(
            summary=f"--fold-below {given} is no number of bytes",
            code="IC910",
            help="write a number, with K, M or G if need be; 0 writes no constant in full",
            argument="--fold-below",
        )
    return int(found[1]) * _UNITS[found[2].upper()]


def _check_places(model: Path, output: Path, overwrite: bool, others: list[Path | None]) -> None:
    """Refuses outputs that cannot be, before any work is done."""
    from ..files import check_free

    check_free(output, overwrite=overwrite, inputs=[model], flag="--overwrite")
    for path in others:
        if path is not None:
            check_free(path, overwrite=True, inputs=[model, output])


def _rewritten(model: Path, dims: dict[str, int], static: bool, fold_below: int) -> Rewriting:
    from ..model.explicit import explicit as rewrite
    from ..model.many import check_many

    # In a process of its own first: onnx's inference ends the process on some malformed nodes.
    (answer,) = check_many([str(model)], {"dims": dims})
    if isinstance(answer, IsocastError):
        raise answer
    with _status("rewriting"):
        return rewrite(model, dims=dims, static=static, fold_below=fold_below)


def _written(found: Rewriting, output: Path, overwrite: bool, seed: int | None) -> tuple[Verification | None, bool]:
    """The verification, and whether the model was written: only if it passed, or was not asked for."""
    from ..model.verify import verify

    answers: list[Verification] = []

    def judge(path: Path) -> bool:
        assert found.source is not None
        names = (found.name, str(output))
        with _status("running both models"):
            answers.append(verify(found.source, path, seed=seed or 0, dims=found.options.dims, name=names))
        return answers[-1].passed

    is_written = found.save(output, overwrite=overwrite, judge=None if seed is None else judge)
    return (answers[0] if answers else None), is_written


def _write_evidence(
    models: tuple[Path, Path],
    found: Rewriting,
    verification: Verification | None,
    evidence: Path | None,
    report: Path | None,
) -> None:
    from ..model import evidence as documents
    from ..render.html.evidence import evidence_html
    from ..render.output import write_report

    folder = (evidence or report or models[1]).parent
    document = documents.evidence(*models, found, verification, folder=folder)
    if evidence is not None:
        documents.write(evidence, document)
    if report is not None:
        write_report(report, evidence_html(document, str(evidence or "evidence.json")), models)


def _show(found: Rewriting, verification: Verification | None, output: Path | None, format_: Format) -> None:
    """Prints what was changed, the verification, and where the model is."""
    from ..render.rewriting import rewriting_json, rewriting_lines
    from ..render.text import Line
    from ..render.verification import verification_lines

    if format_ is Format.JSON:
        answer: dict[str, Any] = {"format": 1, "isocast": __version__, **rewriting_json(found)}
        answer |= {"output": None if output is None else str(output)}
        answer |= {"verification": None if verification is None else verification.as_json()}
        sys.stdout.write(json.dumps(answer, indent=1, ensure_ascii=False) + "\n")
        return
    lines = list(rewriting_lines(found))
    if verification is not None:
        details = ("place", "note") if verification.passed else ()  # runs one by one are for those that failed
        lines += [line for line in verification_lines(verification) if line.kind not in details]
    if output is not None:
        lines.append(Line(f"written to {output}{'' if verification else ', not verified'}", "summary"))
    _print(lines)
    if output is None:
        print("help: --no-verify writes the model all the same\nNothing was written.", file=sys.stderr)


def _print(lines: list[Line]) -> None:
    console = Console(highlight=False)
    for line in lines:
        if console.is_terminal:
            console.print(line.text, style=_STYLES.get(line.kind), markup=False, soft_wrap=True)
        else:
            print(line.text)


def _status(text: str) -> Any:
    return Console(stderr=True).status(text)
