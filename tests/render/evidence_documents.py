"""Pieces of evidence made by hand, for the tests of what is made from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from isocast.model.changes import Change, Means
from isocast.model.evidence import Document, sealed
from isocast.model.evidence_schema import problem
from isocast.model.findings import Finding, GraphPath, Operand, Place, Severity, Sizes, Step
from isocast.model.verdicts import Coverage, Outcome, Run, Structure, Tensor, Verification

HASH = "0123456789abcdef" * 4
THEN = GraphPath(steps=(Step(4, "choice", "If", "then_branch"),))
VERSIONS = {
    "isocast": "0.1.0",
    "onnx": "1.23.2",
    "onnx-ir": "1.1.0",
    "onnxruntime": None,
    "numpy": "2.4.6",
    "python": "3.11.7",
}


def change(
    node: int = 0,
    old: Sizes | None = (3,),
    new: Sizes | None = (2, 3),
    *,
    name: str = "",
    operator: str = "Add",
    value: str = "b",
    means: Means = Means.EXPAND,
    graph: GraphPath | None = None,
    clause: str = "multi-2",
    size: int | str | None = 24,
) -> dict[str, Any]:
    """A change as evidence holds it: the node's second operand became explicit, and one Relu reads the result."""
    place = Place(graph or GraphPath(), node, name, operator, "B")
    target = "" if means is Means.FOLDED else "constant"
    made = Change(place, means, clause, "float", value, f"{value}/explicit", old, new, target, (), 6, size)
    around = {
        "operands": [
            {"label": "A", "value": "x", "type": "float", "shape": new},
            {"label": "B", "value": value, "type": "float", "shape": old},
        ],
        "results": ["y"],
        "consumers": 1,
        "named": [{"node": node + 1, "name": f"{name}/next", "operator": "Relu"}],
    }
    return made.as_json() | {"around": around}


def finding(code: str = "IC101", message: str = "Add broadcasts B implicitly", value: str = "b") -> Finding:
    operands = (
        Operand("A", "x", "float", (2, 3)),
        Operand("B", value, "float", (3,), "stretched to [2, 3]", 6, 24),
    )
    place = Place(GraphPath(), 0, "add", "Add", "B")
    return Finding(code, Severity.WARNING, message, place, "multi-2", "put an Expand before it", operands, (2, 3))


def run(outcome: Outcome = Outcome.EQUAL, message: str = "", name: str = "x") -> Run:
    inputs = (Tensor(name, "float", (2, 3), HASH, "seed 7"),)
    outputs = () if outcome is Outcome.REJECTED else (Tensor("y", "float", (2, 3), HASH),)
    return Run(7, {"batch": 2}, "onnxruntime 1.31.1", inputs, outputs, outcome, message)


def verification(
    runs: Sequence[Run] = (run(),),
    *,
    missed: Sequence[str] = (),
    differences: Sequence[str] = (),
    remaining: Sequence[Finding] = (),
) -> Verification:
    structure = Structure(tuple(remaining), tuple(differences), 1)
    coverage = Coverage(2, 2 - len(missed), tuple(missed))
    return Verification("model.onnx", "explicit.onnx", structure, tuple(runs), coverage, 7)


def document(changes: Sequence[dict[str, Any]] = (), verified: Verification | None = None, **other: Any) -> Document:
    """A whole document, which the schema allows."""
    kinds = [one["means"] for one in changes]
    counts = {"changes": len(changes)} | {means.value: kinds.count(means.value) for means in Means}
    file = {"bytes": 100, "sha256": HASH, "external": []}
    made = sealed(
        {
            "format": "isocast-evidence",
            "version": 1,
            "versions": VERSIONS,
            "original": {"path": "model.onnx", **file},
            "explicit": {"path": "explicit.onnx", **file},
            "options": {"dims": {}, "static": False, "fold_below": 1024},
            "counts": counts | {"inserted": len(changes), "findings_before": 1, "findings_after": 0},
            "changes": list(changes),
            "findings": {"before": [finding().as_json()], "after": []},
            "verification": None if verified is None else verified.as_json(),
            **other,
        }
    )
    assert problem(made) == ""
    return made


SMALL = document(
    [
        change(0, name="add"),
        change(2, ("N", 1), ("N", 8), name="scale", operator="Mul", value="s", means=Means.SHARED, size="32·N"),
        change(0, (), (2, 3), value="one", means=Means.FOLDED, graph=THEN),
    ],
    verification([run(), run(Outcome.REJECTED, "x is too short")], missed=["graph main > node 4 (If) else_branch"]),
)
