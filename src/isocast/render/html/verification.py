"""What the verification of two models saw: the structure, the runs, and what no run reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from .kinds import Data
from .page import State, opening, section, table, tag
from .words import code, counted, plain, sentence

MOST_LINES: Final = 50
MOST_RUNS: Final = 100
_STATES: Final[dict[str, State]] = {"equal": "good", "different": "bad", "broken": "bad", "rejected": "warn"}
_MEANING: Final = {
    "equal": "every output equal, bit for bit",
    "different": "outputs differ",
    "broken": "one of the models runs, the other does not",
    "rejected": "the original refuses these inputs: nothing to compare",
}


def judgement(verification: Data | None) -> tuple[State, str, list[str]]:
    """The verdict in words: its state, its head, and sentences that say what it rests on."""
    if verification is None:
        return "warn", "Not verified", ["Nobody has compared the two models. Run <code>isocast verify</code>."]
    structure, outcomes = verification["structure"], outcomes_of(verification)
    compared = outcomes.total() - outcomes["rejected"]
    sentences = [_left(structure), _same(structure), _equal(outcomes, compared), *_cautions(verification)]
    if verification["passed"]:
        return "good", "Verified: the explicit model computes what the original computes", sentences
    if not compared and structure["passed"]:
        return "bad", "Not verified: no run could be compared", sentences
    return "bad", "Verification failed", sentences


def replayed(deviations: Sequence[str]) -> tuple[State, str, list[str]]:
    """Whether the evidence gave the same again."""
    if not deviations:
        return "good", "Replayed: the evidence holds", ["The files are those it is about, and gave the same again."]
    more = len(deviations) - MOST_LINES
    lines = [sentence(line) for line in deviations[:MOST_LINES]]
    return "bad", "Replayed: the evidence does not hold", [*lines, *([f"and {more:,} more"] if more > 0 else [])]


def outcomes_of(verification: Data) -> Counter[str]:
    """How many runs ended how."""
    return Counter(run["outcome"] for run in verification["runs"])


def _left(structure: Data) -> str:
    left = len(structure["remaining"])
    return f"{counted(left, 'implicit broadcast')} left." if left else "No implicit broadcast is left."


def _same(structure: Data) -> str:
    wrong = len(structure["differences"])
    inserted = counted(structure["inserted"], "inserted node")
    if wrong:
        return f"Beyond the {inserted}, the models differ in {counted(wrong, 'place')}."
    return f"Nothing else changed: without the {inserted}, the explicit model is the original."


def _equal(outcomes: Counter[str], compared: int) -> str:
    rejected = (
        f" {counted(outcomes['rejected'], 'set')} of inputs refused by the original." if outcomes["rejected"] else ""
    )
    if not compared:
        return f"No run was compared.{rejected}"
    if outcomes["equal"] == compared:
        return f"{counted(compared, 'run')} of both models: all outputs equal, bit for bit.{rejected}"
    bad = [f"{outcomes[name]} {name}" for name in ("different", "broken") if outcomes[name]]
    return f"Of {counted(compared, 'run')} of both models: {', '.join(bad)}, {outcomes['equal']} equal.{rejected}"


def _cautions(verification: Data) -> list[str]:
    coverage, unproved = verification["coverage"], verification["structure"].get("unproved", ())
    lines = []
    if coverage["missed"]:
        missed = f"{len(coverage['missed'])} of {counted(coverage['subgraphs'], 'subgraph')}"
        lines.append(
            f"<strong>Not covered:</strong> {missed} did not run with any input; the structure alone vouches for them."
        )
    if unproved:
        lines.append(
            f"{counted(len(unproved), 'operand')} left to the runs: the structure does not settle their shapes."
        )
    return lines


def verification_section(verification: Data | None) -> str:
    """Structure, runs and coverage."""
    if verification is None:
        return section("verification", "Verification", "<p>The two models were not compared.</p>")
    structure, coverage = verification["structure"], verification["coverage"]
    runs = verification["runs"]
    more = len(runs) - MOST_RUNS
    return section(
        "verification",
        "Verification",
        "<h3>Structure</h3>",
        f"<p>{_left(structure)} {_same(structure)}</p>",
        _lines("Implicit broadcasts left", [_remaining(finding) for finding in structure["remaining"]]),
        _lines("Differences", structure["differences"]),
        _lines("Left to the runs", structure.get("unproved", ())),
        f"<h3>Runs</h3><p>Both models ran on the same inputs, made from seed {plain(verification['seed'])}"
        " or read from files, and their outputs were compared bit for bit.</p>",
        _runs(runs[:MOST_RUNS]) if runs else "<p>There was no run.</p>",
        f'<p class="note">and {counted(more, "more run")}: see the JSON</p>' if more > 0 else "",
        _lines("Notes", verification.get("notes", ())),
        f"<h3>Coverage</h3><p>{_covered(coverage)}</p>",
        _lines("Not reached by any run", coverage["missed"]),
    )


def _covered(coverage: Data) -> str:
    if not coverage["subgraphs"]:
        return "The model has no subgraphs: every run goes through every node."
    return f"Runs reached {coverage['reached']} of {counted(coverage['subgraphs'], 'subgraph')}."


def _remaining(finding: Data) -> str:
    place = finding["place"]
    return f"{finding['code']} {finding['message']}: {place['graph']} node {place['node']} {place['name']}"


def _lines(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{sentence(line)}</li>" for line in lines[:MOST_LINES])
    more = len(lines) - MOST_LINES
    rest = f'<li class="note">and {more:,} more: see the JSON</li>' if more > 0 else ""
    return f"<p><strong>{plain(title)}</strong></p><ul>{items}{rest}</ul>"


def _runs(runs: Sequence[Data]) -> str:
    rows = [_run(number, run) for number, run in enumerate(runs, 1)]
    legend = "; ".join(f"{name}: {_MEANING[name]}" for name in dict.fromkeys(run["outcome"] for run in runs))
    details = "".join(_tensors(number, run) for number, run in enumerate(runs, 1))
    listing = opening("Types, shapes and hashes of all inputs and outputs", details)
    return table("Runs", ["#run", "outcome", "sizes", "#inputs", "#outputs", "engine", "seed"], rows) + (
        f'<p class="note">{legend}.</p>{listing}'
    )


def _run(number: int, run: Data) -> list[str]:
    sizes = ", ".join(f"{plain(name, 30)} = {value}" for name, value in list(run["dims"].items())[:8])
    message = f"<br>{sentence(run['message'])}" if run["message"] else ""
    return [
        str(number),
        f"{tag(run['outcome'], _STATES[run['outcome']])}{message}",
        sizes or "as declared",
        str(len(run["inputs"])),
        str(len(run["outputs"])),
        plain(run["engine"]),
        plain(run["seed"]),
    ]


def _tensors(number: int, run: Data) -> str:
    rows = [_tensor(kind, one) for kind in ("inputs", "outputs") for one in run[kind][:MOST_LINES]]
    return table(f"Run {number}", ["tensor", "", "type", "shape", "sha256"], rows) if rows else ""


def _tensor(kind: str, tensor: Data) -> list[str]:
    source: Any = f", {plain(tensor['source'], 60)}" if tensor["source"] else ""
    shape = ", ".join(map(str, tensor["shape"]))
    digest = f'<code class="hash">{plain(tensor["sha256"])}</code>'
    return [code(tensor["name"], 40), kind.removesuffix("s") + source, plain(tensor["type"]), f"[{shape}]", digest]
