"""Reports as JSON: one object with every model, checked or not."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import IsocastError
from ..model.findings import Report, Severity

Answers = Sequence[tuple[str, Report | IsocastError]]

FORMAT_VERSION = 1


def reports_json(answers: Answers, version: str, profile: str, dims: Mapping[str, int]) -> str:
    """The text of the report on these models, in their order."""
    document = {
        "format": FORMAT_VERSION,
        "isocast": version,
        "profile": profile,
        "dims": dict(dims),
        "models": [_model(name, answer) for name, answer in answers],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _model(name: str, answer: Report | IsocastError) -> dict[str, Any]:
    if isinstance(answer, IsocastError):
        error = {"code": answer.code, "message": answer.summary, "help": answer.help}
        return {"model": name, "checked": False, "error": error, "findings": []}
    return {
        "model": name,
        "checked": True,
        "summary": answer.summary,
        "nodes": answer.nodes,
        "graphs": answer.graphs,
        "counts": {severity.value: answer.count(severity) for severity in Severity},
        "findings": [finding.as_json() for finding in answer.findings],
    }
