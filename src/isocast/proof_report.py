"""What the provers said about each clause: their report, and what has changed since.

`make prove` writes the report; without one, what would be proved is read from the sources and marked as not run.
Must not import `trace`, which shows what is found here.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import ArgumentError

REPORT = "build/proofs/report.json"
_WHY3_PROOF = re.compile(
    r"\(\*\s*Clauses: (?P<tags>[^*]*?)\s*\*\)\s*"
    r"(?:let\s+(?:rec\s+)?(?:ghost\s+)?(?:function\s+|lemma\s+)?|(?:lemma|goal)\s+)(?P<name>\w+)"
)


@dataclass(frozen=True)
class Proof:
    """A lemma or function that carries a clause: where it is, and what the provers say of it."""

    path: str
    line: int
    name: str
    tags: tuple[str, ...]
    state: str
    proved: bool


def proofs(source: Path) -> list[Proof]:
    """Every lemma and function that carries clauses, from the report of the provers or, without one, the sources."""
    report = source / REPORT
    found = list(_reported(source, report)) if report.is_file() else []
    known = {(proof.path, proof.name.rpartition(".")[2]) for proof in found}
    return found + [proof for proof in _unreported(source) if (proof.path, proof.name) not in known]


def _reported(source: Path, report: Path) -> Iterator[Proof]:
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
        units: list[dict[str, Any]] = data["units"]
        hashes: dict[str, str] = data["hashes"]
    except (json.JSONDecodeError, KeyError, TypeError) as problem:
        raise ArgumentError(
            summary=f"{REPORT} is not a report of the provers",
            code="IC901",
            help="make a new one with `make prove`, or delete it",
        ) from problem
    changed = {file for file, known in hashes.items() if _hash(source / file) != known}
    for unit in units:
        if unit["clauses"]:
            state, proved = _state(unit, unit["file"] in changed)
            yield Proof(unit["file"], _line(source, unit), unit["name"], tuple(unit["clauses"]), state, proved)


def _state(unit: dict[str, Any], changed: bool) -> tuple[str, bool]:
    if unit["admitted"] is not None:
        return f"admitted: {unit['admitted']}", False
    goals = unit["goals"]
    valid = sum(goal["prover"] is not None for goal in goals)
    if changed:
        return "the file has changed since it was proved", False
    return f"{valid}/{len(goals)} goals proved", valid == len(goals)


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _line(source: Path, unit: dict[str, Any]) -> int:
    """The line on which a lemma or function is defined."""
    path = source / unit["file"]
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    name = re.escape(unit["name"].rpartition(".")[2])
    before = r"^[\w *]*?" if path.suffix == ".c" else r"\b(?:lemma|function|goal|let)\s+"
    match = re.search(rf"{before}\b{name}\b", text, re.MULTILINE)
    return text.count("\n", 0, match.end()) + 1 if match else 1


def _unreported(source: Path) -> Iterator[Proof]:
    """The lemmas that carry clauses, as the theories have them."""
    for path in sorted((source / "proofs").rglob("*.mlw")):
        text = path.read_text(encoding="utf-8")
        for match in _WHY3_PROOF.finditer(text):
            line = text.count("\n", 0, match.start("name")) + 1
            tags = tuple(tag.strip() for tag in match["tags"].split(","))
            yield Proof(str(path.relative_to(source)), line, match["name"], tags, "not run", False)
