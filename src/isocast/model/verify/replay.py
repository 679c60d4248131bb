"""Evidence replayed: the files are those it speaks of, and the same inputs give the same answers again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import IsocastError
from ...run import read_inputs
from ..changes import Change, Options
from ..evidence_files import changed_files
from ..graphs import Model
from ..load import load
from ..verdicts import Outcome, Run, Verification
from .attempts import Attempt
from .behaviour import Behaviour
from .coverage import Probe
from .engines import engine_of
from .inputs import Draw, Given, Range, value
from .roles import Role, roles
from .sizes import Port, ports
from .structure import compare_structure

Recorded = Mapping[str, Any]


@dataclass(frozen=True)
class Compared:
    """Two models that were compared and not rewritten, as evidence wants to hear of them."""

    options: Options
    changes: Sequence[Change] = ()


@dataclass(frozen=True)
class Replay:
    """What became of the evidence: what is not as it says, what is worth knowing, and the verification of today."""

    verification: Verification | None  # None if the files are not those of the evidence
    deviations: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether the evidence holds, and says that the models are the same."""
        return self.verification is not None and self.verification.passed and not self.deviations

    def as_json(self) -> dict[str, Any]:
        """The replay as plain data."""
        verification = None if self.verification is None else self.verification.as_json()
        return {
            "passed": self.passed,
            "deviations": list(self.deviations),
            "remarks": list(self.remarks),
            "verification": verification,
        }


def replay(document: Recorded, folder: Path, timeout: float) -> Replay:
    """Runs a verification again from its evidence; `folder` is where the evidence lies."""
    recorded = document["verification"]
    if recorded is None:
        return Replay(None, ("the evidence holds no verification",))
    changed = changed_files(document, folder)
    if changed:
        return Replay(None, tuple(changed))
    paths = folder / document["original"]["path"], folder / document["explicit"]["path"]
    before, after = (
        load(path, shown) for path, shown in zip(paths, (recorded["original"], recorded["explicit"]), strict=True)
    )
    dims = (document["options"] or {}).get("dims", {})
    structure = compare_structure(before, after, (paths[0].parent, paths[1].parent), dims)
    probe = Probe(before)
    sources = str(paths[0].resolve()), str(paths[1].resolve())
    behaviour = Behaviour(before, sources, paths[0].parent, probe, recorded["seed"], len(recorded["runs"]), timeout)
    behaviour.is_same = structure.passed
    runs = [run for run in recorded["runs"] if run["inputs"] or not ports(before.proto)]
    attempts, missing = _attempts(before, runs, folder)
    behaviour.replay(attempts, [engine_of(run["engine"]) for run in runs][: len(attempts)])
    verification = Verification(
        before.name,
        after.name,
        structure,
        tuple(behaviour.runs),
        probe.coverage(behaviour.counts),
        recorded["seed"],
        tuple(behaviour.notes),
    )
    deviations, remarks = _compared(recorded, runs, verification)
    return Replay(verification, (*missing, *deviations), tuple(remarks))


def _attempts(model: Model, runs: Sequence[Recorded], folder: Path) -> tuple[list[Attempt], list[str]]:
    """The inputs of each run, made again; and what could not be."""
    given, meaning = ports(model.proto), roles(model.proto)
    found: list[Attempt] = []
    for run in runs:
        rows = {row["name"].removesuffix("[0]"): row for row in run["inputs"]}
        values: dict[str, Given] = {}
        for port in (port for port in given if port.name in rows):
            try:
                row = rows[port.name]
                values[port.name] = _value(port, row, run["dims"], folder, meaning[port.name])
            except IsocastError as error:
                return found, [f"input {port.name} of the run with seed {run['seed']}: {error.summary}"]
        sources = {name: rows[name]["source"] for name in values}
        found.append(Attempt(Draw(run["seed"], Range.USUAL, run["dims"]), values, sources))
    return found, []


def _value(port: Port, row: Recorded, dims: Mapping[str, int], folder: Path, role: Role) -> Given:
    source = row["source"]
    if source.startswith("seed "):
        _, seed, range_ = f"{source} ".split(" ", 2)
        return value(port, tuple(row["shape"]), Draw(int(seed), Range(range_.strip()), dims), role)
    return read_inputs([f"{port.name}={folder / source}"])[port.name]


def _compared(recorded: Recorded, runs: Sequence[Recorded], today: Verification) -> tuple[list[str], list[str]]:
    """What is not as recorded, and what differs for a reason."""
    deviations: list[str] = []
    remarks: list[str] = []
    if recorded["structure"]["passed"] != today.structure.passed:
        deviations.append(f"the structure {'holds' if today.structure.passed else 'does not hold'}, against the record")
    if recorded["structure"]["inserted"] != today.structure.inserted:
        deviations.append(f"{today.structure.inserted} nodes are inserted, not {recorded['structure']['inserted']}")
    if len(runs) != len(today.runs):
        deviations.append(f"{len(today.runs)} of {len(runs)} runs could be made again")
    for old, new in zip(_sorted(runs), today.runs, strict=False):
        where = f"run with seed {new.seed}"
        deviations += [f"{where}: {line}" for line in _different_inputs(old, new)]
        if old["outcome"] != new.outcome.value:
            deviations.append(f"{where}: {new.outcome.value}, recorded {old['outcome']}: {new.message}")
        elif new.outcome is not Outcome.REJECTED and _hashes(old["outputs"]) != _rows(new):
            is_other = old["engine"] != new.engine
            text = f"{where}: other outputs than recorded, equal in both models"
            why = f"{text}; it ran on {new.engine}, recorded {old['engine']}"
            (remarks if is_other else deviations).append(why if is_other else text)
    return deviations, remarks


def _sorted(runs: Sequence[Recorded]) -> list[Recorded]:
    """The recorded runs in the order in which they are replayed: engine by engine."""
    engines = list(dict.fromkeys(engine_of(run["engine"]) for run in runs))
    return sorted(runs, key=lambda run: engines.index(engine_of(run["engine"])))


def _different_inputs(old: Recorded, new: Run) -> list[str]:
    before = {row["name"]: row["sha256"] for row in old["inputs"]}
    after = {row.name: row.sha256 for row in new.inputs}
    return [f"input {name} is not the recorded one" for name, sha in before.items() if after.get(name) != sha]


def _hashes(rows: Sequence[Recorded]) -> list[tuple[Any, ...]]:
    return [(row["name"], row["type"], tuple(row["shape"]), row["sha256"]) for row in rows]


def _rows(run: Run) -> list[tuple[Any, ...]]:
    return [(row.name, row.type, row.shape, row.sha256) for row in run.outputs]
