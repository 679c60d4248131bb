"""A verification as text: structure, runs, coverage, and the verdict in the last line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..model.verdicts import Coverage, Outcome, Run, Structure, Verification
from ..model.verify.engines import ENGINES, engine_of
from ..model.verify.replay import Replay
from .text import Line

MOST_LISTED = 12


def verification_lines(found: Verification) -> Iterator[Line]:
    """The whole answer; the last line is the verdict."""
    yield from _structure(found.structure)
    yield from _runs(found.runs)
    yield from _coverage(found.coverage)
    for note in found.notes:
        yield Line(f"note: {note}", "note")
    yield verdict(found)


def verdict(found: Verification) -> Line:
    """The line that ends every report."""
    names = f"{found.explicit} against {found.original}"
    if found.passed:
        equal = [run for run in found.runs if run.outcome is Outcome.EQUAL]
        others = sum(engine_of(run.engine) != ENGINES[0] for run in equal)
        other = f", {others} of them not by ONNX Runtime alone" if others else ""
        missed = f", {_number(len(found.coverage.missed), 'subgraph')} not covered" if found.coverage.missed else ""
        return Line(f"{names}: verified, {_number(len(equal), 'run')} equal bit for bit{other}{missed}", "summary")
    if found.structure.passed and not found.compared:
        why = found.notes[0] if found.notes else "no run was compared"
        return Line(f"{names}: not verified: {why}", "error")
    reasons = []
    if found.structure.differences:
        reasons.append(_number(len(found.structure.differences), "difference"))
    if found.structure.remaining:
        reasons.append(f"{_number(len(found.structure.remaining), 'implicit broadcast')} left")
    for outcome in (Outcome.DIFFERENT, Outcome.BROKEN):
        count = sum(run.outcome is outcome for run in found.runs)
        reasons += [f"{_number(count, 'run')} {outcome.value}"] * bool(count)
    reasons += ["nothing was compared"] * (not found.compared)
    return Line(f"{names}: failed: {', '.join(reasons)}", "error")


def _structure(found: Structure) -> Iterator[Line]:
    inserted = f"{_number(found.inserted, 'node')} inserted"
    left = _number(len(found.remaining), "implicit broadcast") if found.remaining else "nothing implicit"
    if found.differences:
        differences = _number(len(found.differences), "difference")
        yield Line(f"structure: {differences} from the original, {inserted}, {left} left", "error")
    else:
        kind = "summary" if found.passed else "error"
        yield Line(f"structure: the original's with {inserted}, {left} left", kind)
    yield from _listed([f"  {text}" for text in found.differences], "error")
    remaining = [f"  {finding.code} {finding.message}  --> {finding.place}" for finding in found.remaining]
    yield from _listed(remaining, "warning")
    yield from _listed([f"  not settled by the structure: {text}" for text in found.unproved], "place")


def _runs(runs: Sequence[Run]) -> Iterator[Line]:
    counts = Counter(run.outcome for run in runs)
    words = [f"{count} {outcome.value}" for outcome, count in counts.items()]
    bad = counts[Outcome.DIFFERENT] + counts[Outcome.BROKEN]
    yield Line(
        f"behaviour: {', '.join(words) if words else 'nothing was run'}", "error" if bad or not runs else "summary"
    )
    yield from _listed([_run(run) for run in runs], "place")


def _run(run: Run) -> str:
    sizes = " ".join(f"{name}={size}" for name, size in run.dims.items())
    head = "  ".join(filter(None, [f"  seed {run.seed}", sizes, run.engine, run.outcome.value]))
    return f"{head}: {run.message}" if run.message else head


def _coverage(coverage: Coverage) -> Iterator[Line]:
    if coverage.subgraphs:
        kind = "warning" if coverage.missed else "summary"
        yield Line(f"coverage: {coverage.reached} of {_number(coverage.subgraphs, 'subgraph')} ran", kind)
        yield from _listed([f"  not covered: {path}" for path in coverage.missed], "warning")


def _listed(texts: Sequence[str], kind: str) -> Iterator[Line]:
    for text in texts[:MOST_LISTED]:
        yield Line(text, kind)
    if len(texts) > MOST_LISTED:
        yield Line(f"  and {len(texts) - MOST_LISTED} more", kind)


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def replay_lines(evidence: str, found: Replay) -> Iterator[Line]:
    """What became of evidence that was replayed; the last line is the verdict."""
    if found.verification is not None:
        *lines, _ = verification_lines(found.verification)
        yield from lines
    yield from _listed([f"deviates: {text}" for text in found.deviations], "error")
    yield from _listed([f"note: {text}" for text in found.remarks], "note")
    if found.passed:
        yield Line(f"{evidence}: holds, replayed with the same verdict", "summary")
    elif found.verification is None:
        yield Line(f"{evidence}: does not hold: nothing was run", "error")
    elif found.deviations:
        yield Line(f"{evidence}: does not hold: {_number(len(found.deviations), 'deviation')}", "error")
    else:
        yield Line(f"{evidence}: replayed as recorded, and not verified", "error")
