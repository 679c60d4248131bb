"""What must be proved, and what was forgotten: files, functions, contracts, and goals that are no longer there.

`coverage.toml` says of each C file "proved" or "not yet: reason"; `expected.json` how many goals each file had.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from .inspection import Function, Inspection, remarks
from .results import FileResult

_INCLUDED = re.compile(r"\S+\.(?:h|inc)\b")
_AXIOM = re.compile(r"\baxiom\s+(\w+)")

# What the tools cannot do: in a proved file, the reason of an `Admitted:` comment begins with one of these words.
BEYOND_THE_TOOLS = {
    "floating point": "WP knows no NaN, no -0.0 and no infinity, and nothing of the bits of a float",
}


@dataclass
class Listed:
    """The C files of a tree: those that are proved, and those that are not yet, with the reason."""

    proved: list[Path]
    not_yet: dict[str, str]
    complaints: list[str] = field(default_factory=list)


def listed(root: Path) -> Listed:
    """The C files under `csrc` and `proofs/c`, as `coverage.toml` lists them; a file it does not list is a complaint,
    and so is one that is listed and does not exist."""
    table: dict[str, str] = tomllib.loads((root / "proofs/coverage.toml").read_text(encoding="utf-8"))["files"]
    paths = [*sorted((root / "csrc/src").rglob("*.c")), *sorted((root / "proofs/c").glob("*.c"))]
    present = {str(path.relative_to(root)): path for path in paths}
    complaints = [f"{name}: in neither list of proofs/coverage.toml" for name in present if name not in table]
    complaints += [f"{name}: listed in proofs/coverage.toml, and not there" for name in table if name not in present]
    for name, word in table.items():
        if word != "proved" and not re.match(r"not yet: \S", word):
            complaints.append(f'{name}: "{word}" in proofs/coverage.toml is neither "proved" nor "not yet: reason"')
    proved = [path for name, path in present.items() if table.get(name) == "proved"]
    not_yet = {name: table[name].removeprefix("not yet: ") for name in present if table.get(name, "proved") != "proved"}
    return Listed(proved, not_yet, complaints)


def unreached_headers(root: Path) -> list[str]:
    """Headers of `csrc` that no C file includes, and that no prover therefore sees."""
    reached: set[Path] = set()
    for path in sorted((root / "csrc/src").rglob("*.c")):
        command = ["cpp", "-MM", f"-I{root}/csrc/include", str(path)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        reached |= {Path(name).resolve() for name in _INCLUDED.findall(run.stdout)}
    folders = [root / "csrc" / folder for folder in ("src", "logic", "include")]
    headers = [path for folder in folders for path in folder.rglob("*.*") if path.suffix in (".h", ".inc")]
    return [
        f"{path.relative_to(root)}: no C file includes it, so nothing in it is proved"
        for path in sorted(headers)
        if path.resolve() not in reached
    ]


def axioms(root: Path) -> list[str]:
    """Axioms in the text of any file: a second net, for what stands between `#ifdef` and is not seen in every run."""
    paths = [path for folder in ("src", "logic", "include") for path in sorted((root / "csrc" / folder).rglob("*.*"))]
    return [
        f"{path.relative_to(root)}: axiom {what} is assumed, not proved"
        for path in paths
        if path.suffix in (".c", ".h", ".inc")
        for what in _AXIOM.findall(path.read_text(encoding="utf-8"))
    ]


def shares(inspections: list[Inspection]) -> dict[Path, list[Function]]:
    """Which functions each file has to prove: its own, and those of headers that no file before it proves."""
    taken: set[tuple[Path, str]] = set()
    found: dict[Path, list[Function]] = {}
    for inspection in inspections:
        mine = [function for function in inspection.functions if (function.file, function.name) not in taken]
        taken |= {(function.file, function.name) for function in mine}
        found[inspection.path] = mine
    return found


def admitted(inspection: Inspection) -> dict[str, str]:
    """The functions that a comment says are not proved, with the reason."""
    headers = [path for folder in ("src", "include") for path in (inspection.tree / "csrc" / folder).rglob("*.h")]
    texts = [inspection.source, *(path.read_text(encoding="utf-8") for path in headers)]
    return {name: reason for text in texts for name, reason in remarks(text, "Admitted").items()}


def complaints(inspection: Inspection, everything: list[Inspection], not_yet: dict[str, str]) -> list[str]:
    """What is wrong with a file before any prover runs."""
    name = inspection.name
    found = [f"{name}: {function.name} has no contract" for function in inspection.functions if not function.contract]
    found += [f"{name}: calls {called}, which has neither body nor contract" for called in inspection.unknown]
    found += [f"{name}: axiom {what} is assumed, not proved" for what in _AXIOM.findall(inspection.printed)]
    silent = {function.name for function in inspection.functions if function.admits} - set(admitted(inspection))
    found += [f"{name}: {function} admits something without an `Admitted:` comment" for function in sorted(silent)]
    found += _unfinished(inspection)
    homes = {function.name: function for other in everything for function in other.functions}
    open_files = "".join((inspection.tree / other).read_text(encoding="utf-8") for other in not_yet)
    for called, contract in inspection.borrowed.items():
        if called in homes and homes[called].contract != contract:
            found.append(f"{name}: calls {called} by another contract than the one that is proved")
        if called not in homes and not re.search(rf"\b{called}\s*\([^;{{]*\)\s*{{", open_files):
            found.append(f"{name}: calls {called}, which no file of csrc defines")
    return found


def _unfinished(inspection: Inspection) -> list[str]:
    """What a file admits though the tools could do it: it is not proved yet, and may not be called proved."""
    names = {function.name for function in inspection.functions}
    reasons = {what: reason for what, reason in admitted(inspection).items() if what in names}
    reasons |= remarks(inspection.source, "Admitted")
    return [
        f'{inspection.name}: {what} is admitted ("{reason}"), which is not beyond the tools: '
        f"a reason begins with {' or '.join(repr(kind) for kind in BEYOND_THE_TOOLS)}"
        for what, reason in sorted(reasons.items())
        if not reason.startswith(tuple(BEYOND_THE_TOOLS))
    ]


def rests_on(inspection: Inspection, everything: list[Inspection]) -> list[str]:
    """The functions a file calls whose own files are not proved yet."""
    homes = {function.name for other in everything for function in other.functions}
    return sorted(called for called in inspection.borrowed if called not in homes)


def expected(recorded: Path) -> dict[str, int]:
    """How many goals each file had when that was last recorded."""
    counts: dict[str, int] = json.loads(recorded.read_text(encoding="utf-8")) if recorded.is_file() else {}
    return counts


def fewer(results: list[FileResult], recorded: Path) -> list[str]:
    """The files that have fewer goals than were recorded, and those that are gone."""
    counts = {result.file: result.goals for result in results}
    return [
        f"{file}: {counts.get(file, 0)} goals, and {number} were recorded; "
        "if that is meant, run `python -m proofs --record`"
        for file, number in expected(recorded).items()
        if counts.get(file, 0) < number
    ]


def record(results: list[FileResult], recorded: Path) -> None:
    """Record how many goals each file has now."""
    counts = {result.file: result.goals for result in results if result.goals}
    recorded.write_text(json.dumps(dict(sorted(counts.items())), indent=1) + "\n", encoding="utf-8")
