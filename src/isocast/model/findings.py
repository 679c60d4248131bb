"""A finding is data: code, severity, place, operands with their shapes, clause, help. Texts of a report are `render`'s.

Must not import onnx or any part of isocast but `clauses`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

Sizes = tuple[int | str, ...]
Amount = int | str | None  # a number, or an expression in the model's symbols; None if nothing is known


class Severity(StrEnum):
    """How much a finding weighs: what is wrong, what is implicit or undecided, what is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Step(NamedTuple):
    """The way into a subgraph: the node that holds it, by number, name and operator, and the attribute it is in.

    Without an operator it is the way into a training graph: its number, and `initialization` or `algorithm`.
    """

    node: int
    name: str
    operator: str
    attribute: str

    def __str__(self) -> str:
        if not self.operator:
            return f"training {self.node} {self.attribute}"
        return f"node {self.node}{_quoted(self.name)} ({self.operator}) {self.attribute}"


class GraphPath(NamedTuple):
    """Where a graph is: in the main graph or a function, and the subgraphs on the way."""

    function: str = ""  # `domain:name`, empty for the main graph
    steps: tuple[Step, ...] = ()

    def __str__(self) -> str:
        head = f"function {self.function}" if self.function else "graph main"
        return " > ".join([head, *map(str, self.steps)])

    def into(self, step: Step) -> GraphPath:
        """The path of a subgraph of this graph."""
        return GraphPath(self.function, (*self.steps, step))


class Place(NamedTuple):
    """Where a finding is: a graph, and in it a node or a value. Nodes are numbered from 0 in the graph's order."""

    graph: GraphPath
    node: int | None = None
    name: str = ""
    operator: str = ""
    argument: str = ""  # the operand concerned, as the schema calls it
    value: str = ""  # the value concerned, if the finding is about a value
    caller: str = ""  # for a function: where it was called from when this was found

    def __str__(self) -> str:
        words = [str(self.graph)]
        if self.node is not None:
            words.append(f"node {self.node}{_quoted(self.name)} ({self.operator})")
        if self.argument:
            words.append(f"input {self.argument}")
        if self.value:
            words.append(f"value{_quoted(self.value)}")
        if self.caller:
            words.append(f"called from {self.caller}")
        return "  ".join(words)


class Operand(NamedTuple):
    """One operand of the node concerned. `elements` and `bytes` are what its explicit form would write."""

    label: str
    value: str
    type: str
    shape: Sizes | None
    note: str = ""
    elements: Amount = None
    bytes: Amount = None


class Finding(NamedTuple):
    """One thing to report. `condition` is what the sizes have to satisfy, where that is the question."""

    code: str
    severity: Severity
    message: str
    place: Place
    clause: str
    help: str
    operands: tuple[Operand, ...] = ()
    result: Sizes | None = None
    condition: str = ""

    def as_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        place = self.place._asdict() | {
            "graph": str(self.place.graph),
            "function": self.place.graph.function,
            "path": [step._asdict() for step in self.place.graph.steps],
        }
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "clause": self.clause,
            "help": self.help,
            "place": place,
            "operands": [operand._asdict() for operand in self.operands],
            "result": self.result,
            "condition": self.condition,
        }


@dataclass(frozen=True)
class Report:
    """What was found in one model, and how much was looked at."""

    model: str
    profile: str
    dims: dict[str, int]
    nodes: int
    graphs: int
    findings: tuple[Finding, ...] = field(default=(), repr=False)

    def count(self, severity: Severity) -> int:
        """How many findings have a severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def summary(self) -> str:
        """The line that ends every report: what was found, in how much.

        >>> Report("m.onnx", "onnx", {}, 12, 1).summary
        'm.onnx: nothing to report in 12 nodes of 1 graph'
        """
        where = f"in {_number(self.nodes, 'node')} of {_number(self.graphs, 'graph')}"
        if not self.findings:
            return f"{self.model}: nothing to report {where}"
        kinds = [_number(self.count(kind), kind.value) for kind in Severity if self.count(kind)]
        return f"{self.model}: {_number(len(self.findings), 'finding')} {where}: {', '.join(kinds)}"

    def selected(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> tuple[Finding, ...]:
        """The findings whose code begins with one of `select`, if any are given, and with none of `ignore`."""
        wanted, unwanted = tuple(select) or ("",), tuple(ignore)
        return tuple(
            finding
            for finding in self.findings
            if finding.code.startswith(wanted) and not (unwanted and finding.code.startswith(unwanted))
        )


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _quoted(name: str) -> str:
    return f' "{name}"' if name else ""
