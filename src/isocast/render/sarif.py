"""Reports as SARIF 2.1.0, which code hosts and editors read: rules, results with logical places, and what failed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from ..clauses import BY_TAG
from ..errors import IsocastError
from ..model.findings import Finding, Place, Report, Severity
from ..model.rules import RULES

Answers = Sequence[tuple[str, Report | IsocastError]]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def reports_sarif(answers: Answers, version: str) -> str:
    """The text of the report on these models, in their order."""
    findings = [
        (name, finding) for name, answer in answers if isinstance(answer, Report) for finding in answer.findings
    ]
    codes = sorted({finding.code for _, finding in findings})
    numbers = {code: number for number, code in enumerate(codes)}
    errors = [(name, answer) for name, answer in answers if isinstance(answer, IsocastError)]
    run = {
        "tool": {
            "driver": {
                "name": "isocast",
                "version": version,
                "semanticVersion": version,
                "rules": [_rule(code) for code in codes],
            }
        },
        "invocations": [
            {
                "executionSuccessful": not errors,
                "toolExecutionNotifications": [_notification(name, error) for name, error in errors],
            }
        ],
        "artifacts": [{"location": {"uri": _uri(name)}} for name, _ in answers],
        "results": [_result(name, finding, numbers[finding.code]) for name, finding in findings],
        "columnKind": "unicodeCodePoints",
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1, ensure_ascii=False) + "\n"


def _rule(code: str) -> dict[str, Any]:
    rule = RULES[code]
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in rule.title.replace("'", "").split()),
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.rationale.replace("\n", " ")},
        "help": {"text": rule.fix},
        "defaultConfiguration": {"level": (rule.severity or rule.strict or Severity.ERROR).value},
    }


def _result(name: str, finding: Finding, rule: int) -> dict[str, Any]:
    operands = [f"{o.label} {o.type} {list(o.shape) if o.shape is not None else '?'}" for o in finding.operands]
    sentence = finding.message + (f" ({'; '.join(operands)})" if operands else "")
    clause = BY_TAG.get(finding.clause)
    return {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": finding.severity.value,
        "message": {"text": f"{sentence}. {finding.help}" if finding.help else sentence},
        "locations": [_location(name, finding.place)],
        "partialFingerprints": {"place/v1": f"{finding.code}@{finding.place}"},
        "properties": {
            "clause": finding.clause,
            "clauseTitle": clause.title if clause else "",
            "condition": finding.condition,
            "operands": [operand._asdict() for operand in finding.operands],
            "result": finding.result,
        },
    }


def _location(name: str, place: Place) -> dict[str, Any]:
    path = [place.graph.function or "main", *(f"{step.node}/{step.attribute}" for step in place.graph.steps)]
    if place.node is not None:
        path.append(str(place.node))
    logical = {
        "fullyQualifiedName": "/".join(path),
        "name": place.name or place.value or place.operator,
        "kind": "member",
    }
    return {"physicalLocation": {"artifactLocation": {"uri": _uri(name)}}, "logicalLocations": [logical]}


def _notification(name: str, error: IsocastError) -> dict[str, Any]:
    text = f"{error.summary}. {error.help}" if error.help else error.summary
    return {
        "descriptor": {"id": error.code},
        "level": "error",
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(name)}}}],
    }


def _uri(name: str) -> str:
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
