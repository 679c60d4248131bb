"""Frama-C WP over one C file: no run-time error, every contract, in one or two runs.

Where logic is opaque in the first run, functions that begin with `isc_reveal_` are proved in a second, with the logic's
definitions in sight and nothing else to prove.
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .inspection import FRAMA_C, REVEAL, Function, Inspection, preprocessor
from .results import FileResult, Goal, Unit, unit_from_json
from .tools import ToolError, Tools

# Seconds: most goals need less than one. The provers count those of a clock on the wall, which they share with as many
# others as there are jobs to a processor; what is left is asked again with more of them, and every goal that only the
# second prover finds has cost the first all of its time.
TIMEOUTS = (5, 30)
# Without those simplifications of WP's that take it longer than they spare the provers; a file that needs them, or
# another first limit, says so in its comment `WP:`.
QUICKLY = ("-wp-no-pruning", "-wp-no-ground")
_LINE = re.compile(r"^\[wp\] \[([^\]]*)\] Goal (\w+) : Valid(.*)$", re.MULTILINE)
_TOTAL = re.compile(r"^\[wp\] Proved goals:\s*(\d+) / (\d+)$", re.MULTILINE)
_TIME = re.compile(r"\((?:Qed:)?(?:(\d+)ms|([\d.]+)s)\)")
# WP prints a goal's name with its model before it and, where it splits a goal, with the part behind it.
_AROUND_NAME = re.compile(r"^typed_(?:real_|float_)?|(?:_normal|_exit)?(?:_part\d+)?$")
_VARIANT = re.compile(r"_loop_variant(?:_\d+)?$")


def prove(
    inspection: Inspection,
    mine: list[Function],
    tools: Tools,
    timeouts: tuple[int, ...] = TIMEOUTS,
    lemmas: bool = True,
) -> FileResult:
    """The functions that are this file's to prove, each with its goals; and the lemmas of its logic.

    A file of which everything was proved is not proved again while it, the headers and the provers stay as they are.
    """
    kept = tools.work / "wp/kept" / f"{_fingerprint(inspection, mine, tools, (*timeouts, lemmas))}.json"
    if kept.is_file():
        units = [unit_from_json(unit) for unit in json.loads(kept.read_text(encoding="utf-8"))]
        return FileResult(inspection.name, units, cached=True)
    start = time.monotonic()
    plain = [function for function in mine if not function.is_reveal]
    reveal = [function for function in mine if function.is_reveal]
    result = FileResult(inspection.name)
    for functions, defines in ((plain, ()), (reveal, (REVEAL,))):
        if functions:
            _run(_Task(inspection, functions, defines, timeouts), tools, result)
            if lemmas and inspection.has_lemmas:
                _prove_lemmas(_Task(inspection, [], defines, timeouts), tools, result)
    result.seconds = time.monotonic() - start
    if not result.unproved and not result.complaints:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps([unit.as_json() for unit in result.units]), encoding="utf-8")
    return result


def _fingerprint(inspection: Inspection, mine: list[Function], tools: Tools, how: tuple[object, ...]) -> str:
    """The hash a result of this file is kept under: all it can depend on, and every header rather than too few."""
    headers = sorted((inspection.tree / "csrc").rglob("*.h"))
    texts = [path.read_text(encoding="utf-8") for path in (inspection.path, *headers)]
    asked = command(inspection, [function.name for function in mine], ())
    parts = [tools.fingerprint, repr(how), *asked, *texts]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def command(inspection: Inspection, names: Iterable[str], defines: tuple[str, ...]) -> list[str]:
    """The call of WP for some functions of a file; for none of them, it is one for the lemmas of its logic."""
    chosen = ",".join(sorted(names))
    what = ["-wp-rte", "-wp-fct", chosen] if chosen else ["-wp-prop=@lemma"]
    asked = [preprocessor(inspection.tree, *defines), "-wp", *QUICKLY, *inspection.model]
    return [*FRAMA_C, "frama-c-wp", *asked, "-wp-prover", "cvc4,z3", "-wp-par", "1", *what, str(inspection.path)]


@dataclass(frozen=True)
class _Task:
    """What WP is asked: all of it first, then with more time the functions that have goals left."""

    inspection: Inspection
    functions: list[Function]
    defines: tuple[str, ...]
    timeouts: tuple[int, ...]


def _run(task: _Task, tools: Tools, result: FileResult) -> None:
    inspection = task.inspection
    units: dict[str, Unit] = {}
    left, output = task, ""
    for timeout in task.timeouts:
        output, data = _ask(left, timeout, tools)
        units |= _units(inspection.name, data.get("wp:functions", {}), output, [each.name for each in left.functions])
        if _unproved(output) == 0:
            break
        left = replace(left, functions=_to_ask_again(left.functions, units, output))
    result.units += units.values()
    _check_total(inspection, output, result)
    for function in task.functions:
        variants = len({goal.name for goal in units[function.name].goals if _VARIANT.search(goal.name)})
        if variants < function.loops:
            what = f"{variants} of {function.loops} loops have a variant"
            result.complaints.append(f"{inspection.name}: {function.name}: {what}")


def _prove_lemmas(task: _Task, tools: Tools, result: FileResult) -> None:
    """The lemmas of the logic that a file uses: each is a goal, and used only by what comes after it."""
    output = ""
    groups: dict[str, dict[str, Any]] = {}
    for timeout in task.timeouts:
        output, data = _ask(task, timeout, tools)
        groups = data.get("wp:axiomatics", {})
        if _unproved(output) == 0:
            break
    goals = [goal for group in groups.values() for goal in _split(group, output)]
    name = "lemmas of its logic" + ", revealed" * bool(task.defines)
    if goals:
        result.units.append(Unit(task.inspection.name, name, goals=goals))
    if goals or not task.defines or _TOTAL.search(output):  # a lemma may be for the first run only
        _check_total(task.inspection, output, result)


def _ask(task: _Task, timeout: int, tools: Tools) -> tuple[str, dict[str, Any]]:
    """What WP prints, and what it reports."""
    inspection = task.inspection
    kind = ("functions" if task.functions else "lemmas") + ".reveal" * bool(task.defines)
    report = tools.work / "wp" / f"{inspection.path.stem}.{kind}.json"
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    asked = command(inspection, [function.name for function in task.functions], task.defines)
    asked += ["-wp-cache", "update", "-wp-cache-dir", str(tools.cache)]
    if timeout != task.timeouts[0] or "-wp-timeout" not in inspection.model:
        asked += ["-wp-timeout", str(timeout)]
    output = call([*asked, "-wp-report-json", str(report)], tools)
    if _unproved(output) != 0:
        _forget_failures(tools.cache)
    data = json.loads(report.read_text(encoding="utf-8")) if report.is_file() else {}
    return output, data or {}


def _unproved(output: str) -> int | None:
    """How many goals are left, if WP says so."""
    total = _TOTAL.search(output)
    return int(total[2]) - int(total[1]) if total else None


def _to_ask_again(functions: list[Function], units: dict[str, Unit], output: str) -> list[Function]:
    """The functions that have all the goals that are left; every function if some of these are nobody's."""
    left = {each.name: len(units[each.name].goals) - units[each.name].proved for each in functions}
    return [each for each in functions if left[each.name] or sum(left.values()) != _unproved(output)]


def _forget_failures(cache: Path) -> None:
    """A prover that fell over has said nothing about its goal: it is asked again."""
    for kept in cache.glob("*.json"):
        with suppress(FileNotFoundError):  # files are proved side by side, and each forgets
            if '"failed"' in kept.read_text(encoding="utf-8"):
                kept.unlink()


def call(arguments: list[str], tools: Tools) -> str:
    """What Frama-C prints; it must have run to its end."""
    run = subprocess.run(arguments, capture_output=True, text=True, env=tools.environment, check=False)
    if run.returncode != 0:
        raise ToolError(f"frama-c fails on {arguments[-1]}:\n{run.stdout.strip()[-2000:]}")
    return run.stdout


def _check_total(inspection: Inspection, output: str, result: FileResult) -> None:
    total = _TOTAL.search(output)
    if total is None:
        result.complaints.append(f"{inspection.name}: WP did not say how many goals it proved")
    elif total[1] != total[2] and not result.unproved:
        result.complaints.append(f"{inspection.name}: WP proved {total[1]} of {total[2]} goals")


def _units(file: str, data: dict[str, Any], output: str, names: list[str]) -> dict[str, Unit]:
    units = {name: Unit(file, name) for name in names}
    for name, goals in data.items():
        if name in units:
            units[name].goals = _split(goals, output)
    return units


def _split(goals: dict[str, Any], output: str) -> list[Goal]:
    """The goals of one function or group of lemmas, each with its share of the time WP printed for its name."""
    seconds = _seconds(output)
    parts = [_goals(goal, verdicts) for goal, verdicts in goals.items() if not goal.startswith("wp:")]
    return [replace(goal, seconds=seconds.get(goal.name, 0.0) / len(part)) for part in parts for goal in part]


def _goals(name: str, verdicts: dict[str, Any]) -> list[Goal]:
    """One goal for each part WP splits it into."""
    main = verdicts.get("wp:main", {})
    total, valid = main.get("total", 0), main.get("valid", 0)
    provers = [prover.split(":")[0].lower() for prover, verdict in verdicts.items() if verdict.get("valid")]
    used = "+".join(prover for prover in provers if prover != "wp") or "qed"
    return [Goal(name, used if part < valid else None) for part in range(total)]


def _seconds(output: str) -> dict[str, float]:
    """The provers' seconds by the name of a goal."""
    found: dict[str, float] = {}
    for _, goal, rest in _LINE.findall(output):
        name = _AROUND_NAME.sub("", goal)
        spent = sum(float(ms or 0) / 1000 + float(s or 0) for ms, s in _TIME.findall(rest))
        found[name] = found.get(name, 0.0) + spent
    return found
