"""Seeded faults: each is put into a copy of the tree, and at least one goal of the lemma or function named must fail.

`faults.toml` lists them: the file, the text that is replaced and by what, and what must fail. Solvers get less time
here than in a real run, so a goal of C counts only if it is proved in that time without the fault.
"""

from __future__ import annotations

import shutil
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from . import theories, wp
from .inspection import inspect
from .tools import ToolError, Tools

THEORY_PASSES = (("cvc4", 4), ("z3", 4))
SECONDS = 3


@dataclass(frozen=True)
class Fault:
    """A fault: what is replaced, and the lemma (`Theory.lemma`) or C function whose goals must notice."""

    what: str
    file: str
    old: str
    new: str
    fails: str


def read(tree: Path) -> list[Fault]:
    """The faults of a tree."""
    table = tomllib.loads((tree / "proofs/faults.toml").read_text(encoding="utf-8"))
    return [Fault(**fault) for fault in table["fault"]]


def main(tree: Path, tools: Tools, jobs: int, only: tuple[str, ...] = (), quick: bool = False) -> int:
    """Try every fault, those of some files, or one of each file; say what each breaks, and return the exit status."""
    faults = [fault for fault in read(tree) if not only or any(part in fault.file for part in only)]
    if quick:
        faults = list({fault.file: fault for fault in reversed(faults)}.values())[::-1]
    with ThreadPoolExecutor(jobs) as pool:
        verdicts = list(pool.map(partial(_told, tree=tree, tools=tools), faults))
    noticed = sum(verdicts)
    print(f"{noticed}/{len(faults)} seeded faults noticed" + ", one of each file" * quick)
    return 0 if faults and noticed == len(faults) else 1


def _told(fault: Fault, tree: Path, tools: Tools) -> bool:
    try:
        failed = broken(fault, tree, tools)
    except ToolError as error:
        print(f"NOT TRIED {fault.what}: {error}", flush=True)
        return False
    if not failed:
        print(f"NOT NOTICED {fault.what} ({fault.file}): no goal of {fault.fails} fails by it", flush=True)
        return False
    more = f" and {len(failed) - 1} more" if len(failed) > 1 else ""
    print(f"noticed: {fault.what} ({fault.file}): {fault.fails}: {failed[0]}{more}", flush=True)
    return True


def broken(fault: Fault, tree: Path, tools: Tools) -> list[str]:
    """The goals that a fault makes fail."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        for part in ("csrc", "proofs/why3"):
            if (tree / part).is_dir():
                shutil.copytree(tree / part, copy / part)
        path = copy / fault.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.count(fault.old) != 1:
            raise ToolError(f"{fault.file} has its text {text.count(fault.old)} times, not once")
        path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        private = Tools(tools.versions, tools.configuration, copy / "work", borrowed=tools.work)
        private.work.mkdir()
        if path.suffix == ".mlw":
            return _theory(path, fault, private)
        failed = _function(copy, fault, private)
        return sorted(set(failed) - set(_function(tree, fault, private))) if failed else []


def _theory(path: Path, fault: Fault, tools: Tools) -> list[str]:
    goals = theories.lemma(path, fault.fails, tools, THEORY_PASSES)
    if not goals:
        raise ToolError(f"{fault.file} has no {fault.fails}")
    return [goal.name for goal in goals if goal.prover is None]


def _function(tree: Path, fault: Fault, tools: Tools) -> list[str]:
    name = fault.fails
    own = tree / fault.file
    for path in sorted((tree / "csrc/src").rglob("*.c"), key=lambda path: (path != own, path)):
        if name in path.read_text(encoding="utf-8"):
            view = inspect(path, tree, tools)
            mine = [function for function in view.functions if function.name == name]
            if mine:
                result = wp.prove(view, mine, tools, (SECONDS,), lemmas=False)
                return [goal.name for unit in result.units for goal in unit.goals if goal.prover is None]
    raise ToolError(f"no file of csrc defines {name}")
