"""Why3 over the theories: every lemma's goals, tried with one prover after another until each is proved.

A result is kept under the hash of the file, of the files it uses and of the provers' versions.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from .results import FileResult, Goal, Unit, unit_from_json
from .tools import ToolError, Tools

# Prover and seconds a goal: most goals fall to the first at once, and the few others get longer.
PASSES = (("cvc4", 3), ("z3", 3), ("cvc4", 20), ("z3", 20))

_MODULE = re.compile(r"^(?:module|theory)\s+(\w+)", re.MULTILINE)
_USE = re.compile(r"\buse\s+(?:import\s+|export\s+)?(\w+)\.\w+")
_PLACE = re.compile(r'^File "[^"]*", line (\d+), characters (\d+-\d+):')
_GOAL = re.compile(r"^(?:Goal|Sub-goal) (?:(.*) of goal )?([\w']+)\.$")
_RESULT = re.compile(r"^Prover result is: (\w+)(?: \(([\d.]+)s)?")
_TAGS = re.compile(r"\(\*\s*Clauses: ([^*]*?)\s*\*\)\s*")
_DEFINITION = re.compile(
    r"(?:let\s+(?:rec\s+)?(?:ghost\s+)?(?:function\s+|lemma\s+)?|(?:function|predicate|lemma|goal)\s+)(\w+)"
)

Key = tuple[str, str, str, str, int]


def uses(path: Path) -> list[Path]:
    """The theories a file needs: itself and, once each, those it uses in the same folder."""
    found, waiting = [], [path]
    while waiting:
        current = waiting.pop()
        if current in found or not current.is_file():
            continue
        found.append(current)
        waiting += [path.parent / f"{name}.mlw" for name in _USE.findall(current.read_text(encoding="utf-8"))]
    return found


def fingerprint(path: Path, tools: Tools) -> str:
    """The hash a result of this file is kept under."""
    parts = [tools.fingerprint, repr(PASSES), *(used.read_text(encoding="utf-8") for used in sorted(uses(path)))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def prove(path: Path, name: str, tools: Tools, passes: tuple[tuple[str, int], ...] = PASSES) -> FileResult:
    """Every goal of one file of theories, under the name it is reported by."""
    kept = tools.work / "why3" / f"{fingerprint(path, tools)}.json"
    if kept.is_file():
        goals = [unit_from_json(unit) for unit in json.loads(kept.read_text(encoding="utf-8"))]
        tags = clauses(path.read_text(encoding="utf-8"))
        units = [replace(unit, clauses=_tags_of(unit.name, tags)) for unit in goals]
        return FileResult(name, units, cached=True)
    start = time.monotonic()
    units = _units(name, path.read_text(encoding="utf-8"), _goals(path, tools, passes))
    result = FileResult(name, units, seconds=time.monotonic() - start)
    if not units:
        result.complaints.append(f"{name}: Why3 found no goal in it")
    elif not result.unproved:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps([unit.as_json() for unit in units]), encoding="utf-8")
    return result


def lemma(path: Path, name: str, tools: Tools, passes: tuple[tuple[str, int], ...]) -> list[Goal]:
    """The goals of one lemma, `Theory.lemma`, tried anew."""
    theory, plain = name.split(".")
    goals: dict[Key, Goal] = {}
    wanted = plain + "'vc" * bool(re.search(rf"\blet\b.*\b{plain}\b", path.read_text(encoding="utf-8")))
    for prover, limit in passes:
        for key, goal in _run(path, tools, prover, limit, [(theory, wanted)]).items():
            if key not in goals or goals[key].prover is None:
                goals[key] = goal
    return list(goals.values())


def _goals(path: Path, tools: Tools, passes: tuple[tuple[str, int], ...]) -> dict[Key, Goal]:
    goals: dict[Key, Goal] = {}
    for number, (prover, limit) in enumerate(passes):
        left = [key for key, goal in goals.items() if goal.prover is None]
        if number and not left:
            break
        only = {(theory, lemma): None for theory, lemma, *_ in left}
        for key, goal in _run(path, tools, prover, limit, list(only)).items():
            if key not in goals or goals[key].prover is None:
                goals[key] = goal
    return goals


def _run(path: Path, tools: Tools, prover: str, limit: int, only: list[tuple[str, str]]) -> dict[Key, Goal]:
    command = ["why3", "prove", "-L", str(path.parent), "-a", "split_vc", "-P", prover, "-t", str(limit)]
    selected = [option for theory, lemma in only for option in ("-T", theory, "-G", lemma)]
    run = subprocess.run(
        [*command, str(path), *selected], capture_output=True, text=True, env=tools.environment, check=False
    )
    if run.returncode not in (0, 2):
        raise ToolError(f"why3 refuses {path.name}:\n{(run.stderr or run.stdout).strip()}")
    return _parse(run.stdout, modules(path.read_text(encoding="utf-8")), prover)


def modules(text: str) -> list[tuple[int, str]]:
    """The modules of a file, each with the line it begins on."""
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in _MODULE.finditer(text)]


def _parse(output: str, theories: list[tuple[int, str]], prover: str) -> dict[Key, Goal]:
    goals: dict[Key, Goal] = {}
    theory = place = what = lemma = ""
    for line in output.splitlines():
        if match := _PLACE.match(line):
            place = f"{match[1]}:{match[2]}"
            theory = next((name for start, name in reversed(theories) if start <= int(match[1])), "")
        elif match := _GOAL.match(line):
            what, lemma = match[1] or "lemma", match[2]
        elif match := _RESULT.match(line):
            number = 0
            while (key := (theory, lemma, what, place, number)) in goals:
                number += 1
            valid = match[1] == "Valid"
            goals[key] = Goal(f"{what} {place}", prover if valid else None, float(match[2] or 0) if valid else 0.0)
    return goals


def _units(name: str, text: str, goals: dict[Key, Goal]) -> list[Unit]:
    tags = clauses(text)
    units: dict[str, Unit] = {}
    for (theory, lemma, *_), goal in goals.items():
        plain = lemma.removesuffix("'vc")
        full = f"{theory}.{plain}"
        unit = units.setdefault(full, Unit(name, full, _tags_of(full, tags)))
        unit.goals.append(goal)
    return list(units.values())


def _tags_of(full: str, tags: dict[tuple[str, str], list[str]]) -> list[str]:
    theory, _, plain = full.partition(".")
    return tags.get((theory, plain), [])


def clauses(text: str) -> dict[tuple[str, str], list[str]]:
    """The tags of each definition of a file: those in the comment directly above it."""
    theories = modules(text)
    found = {}
    for match in _TAGS.finditer(text):
        definition = _DEFINITION.match(text, match.end())
        if definition:
            line = text.count("\n", 0, match.end()) + 1
            theory = next((name for start, name in reversed(theories) if start <= line), "")
            found[theory, definition[1]] = [tag.strip() for tag in match[1].split(",")]
    return found
