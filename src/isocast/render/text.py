"""Findings as text: the head, the place, the operands one below the other, the rule and the help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from ..clauses import rule
from ..errors import IsocastError
from ..model.findings import Finding, Operand, Report, Sizes

MOST_OPERANDS: Final = 8


class Line(NamedTuple):
    """A line, and what it is: a severity for the head, `place`, `operand`, `rule`, `help` or `summary`."""

    text: str
    kind: str


def report_lines(report: Report) -> Iterator[Line]:
    """A whole report: every finding, an empty line after each, and the summary."""
    for finding in report.findings:
        yield from finding_lines(finding, report.model)
        yield Line("", "")
    yield Line(report.summary, "summary")


def report_text(report: Report) -> str:
    """A whole report as one string."""
    return "\n".join(line.text for line in report_lines(report)) + "\n"


def finding_lines(finding: Finding, model: str) -> Iterator[Line]:
    """One finding. A question about sizes breaks no rule, so it shows none, and no cost of what may not happen."""
    yield Line(f"{finding.code} {finding.message}", finding.severity.value)
    yield Line(f"  --> {model}  {finding.place}", "place")
    is_question = finding.code.startswith("IC3")
    operands = [one._replace(elements=None) for one in finding.operands] if is_question else finding.operands
    for text in _operand_lines(operands):
        yield Line(f"   |  {text}", "operand")
    if finding.clause and not is_question:
        yield Line(f"rule: {rule(finding.clause)}", "rule")
    if finding.help:
        yield Line(f"help: {finding.help}", "help")


def not_checked_lines(error: IsocastError) -> Iterator[Line]:
    """Why a model was not checked."""
    for number, text in enumerate(str(error).splitlines()):
        yield Line(text if number else f"isocast: {text}", "help" if text.startswith("help:") else "error")


def _operand_lines(operands: Sequence[Operand]) -> Iterator[str]:
    shown = _shown(operands)
    columns = _columns([operand.shape for operand in shown])
    labels = max((len(operand.label) for operand in shown), default=0)
    types = max((len(operand.type) for operand in shown), default=0)
    shapes = [_shape(operand.shape, columns) for operand in shown]
    widest = max(map(len, shapes), default=0)
    for operand, shape in zip(shown, shapes, strict=True):
        note = _note(operand)
        head = f"{operand.label:<{labels}}  {operand.type:<{types}}  "
        yield f"{head}{shape:<{widest}}     {note}" if note else f"{head}{shape}".rstrip()
    if len(shown) < len(operands):
        yield f"and {len(operands) - len(shown)} more"


def _shown(operands: Sequence[Operand]) -> list[Operand]:
    if len(operands) <= MOST_OPERANDS:
        return list(operands)
    concerned = [operand for operand in operands[1:] if operand.note]
    return [operands[0], *concerned[: MOST_OPERANDS - 1]]


def _columns(shapes: Iterable[Sizes | None]) -> list[int]:
    """The width of each axis, the last one first."""
    widths: list[int] = []
    for shape in shapes:
        for axis, size in enumerate(reversed(shape or ())):
            if axis == len(widths):
                widths.append(0)
            widths[axis] = max(widths[axis], len(str(size)))
    return widths


def _shape(shape: Sizes | None, widths: Sequence[int]) -> str:
    if shape is None:
        return "?"
    missing = sum(width + 2 for width in widths[len(shape) :])
    if not shape:
        return f"[{' ' * max(missing - 2, 0)}]"
    cells = [str(size).rjust(widths[len(shape) - 1 - axis]) for axis, size in enumerate(shape)]
    return f"[{' ' * missing}{', '.join(cells)}]"


def _note(operand: Operand) -> str:
    if operand.elements is None:
        return operand.note
    bytes_ = "" if operand.bytes is None else f", {operand.bytes} bytes"
    return f"{operand.note}: {operand.elements} elements{bytes_}"
