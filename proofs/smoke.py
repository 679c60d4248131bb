"""Whether the proofs could prove anything: `false` from the theories, and contradictory contracts in the C."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from . import theories, wp
from .inspection import REVEAL, Function, Inspection
from .results import FileResult, Goal, Unit
from .tools import ToolError, Tools

# Only the smoke tests: everything else is proved in a run of its own.
_CATEGORIES = ("ensures", "assigns", "invariant", "variant", "requires", "assert", "terminates", "exits", "breaks")
_ONLY_SMOKE = "-wp-prop=" + ",".join(f"-@{name}" for name in _CATEGORIES)
_FAILED = re.compile(r"\[Failed\] Smoke-test (\w+)")
_PASSED = re.compile(r"\[Passed\] Smoke-test (\w+)")


def theories_are_consistent(folder: Path, tools: Tools, seconds: int = 5) -> FileResult:
    """No prover gets `false` out of all theories together."""
    result = FileResult("false from all theories")
    paths = sorted(folder.glob("*.mlw"))
    modules = [
        f"  use {path.stem}.{name}" for path in paths for _, name in theories.modules(path.read_text(encoding="utf-8"))
    ]
    everything = tools.work / "everything.mlw"
    everything.write_text("\n".join(["module Everything", *modules, "  goal contradiction: false", "end", ""]))
    for prover in ("cvc4", "z3"):
        command = ["why3", "prove", "-L", str(folder), "-P", prover, "-t", str(seconds), str(everything)]
        run = subprocess.run(command, capture_output=True, text=True, env=tools.environment, check=False)
        if run.returncode not in (0, 2):
            raise ToolError(f"why3 cannot use all theories together:\n{(run.stderr or run.stdout).strip()}")
        if run.returncode == 0:
            result.complaints.append(f"{prover} proves false from the theories")
    return result


def contracts_are_consistent(inspection: Inspection, mine: list[Function], tools: Tools) -> FileResult:
    """No statement of a file is out of reach because what stands before it contradicts itself, as far as a prover sees
    in a second."""
    result = FileResult(f"smoke tests of {inspection.name}")
    plain = [function.name for function in mine if not function.is_reveal]
    reveal = [function.name for function in mine if function.is_reveal]
    keep = ["-wp-cache", "update", "-wp-cache-dir", str(tools.cache)]
    tests = ["-wp-smoke-tests", "-wp-no-smoke-dead-call", "-wp-smoke-timeout", "1", "-wp-pruning", "-wp-ground"]
    for names, defines in ((plain, ()), (reveal, (REVEAL,))):
        if names:
            output = wp.call([*wp.command(inspection, names, defines), *tests, _ONLY_SMOKE, *keep], tools)
            result.units += [Unit(inspection.name, goal, goals=[Goal(goal, "-")]) for goal in _PASSED.findall(output)]
            result.complaints += [f"{inspection.name}: contradictory: {goal}" for goal in _FAILED.findall(output)]
    return result
