"""A page for each rule, in Markdown: `isocast rules` prints it, `docs/rules/` holds it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from onnx.parser import parse_model

from ..clauses import rule as clause_line
from ..model.check import check
from ..model.rules import RULES, Rule
from .text import finding_lines


def page(code: str) -> str:
    """The page of a rule: what it means, why it matters, an example with what is reported, and what to do."""
    rule = RULES[code]
    parts = [f"# {rule.code}: {rule.title}", _severities(rule), rule.rationale, f"## What to do\n{rule.fix}"]
    if rule.example:
        parts.append(f"## Example\n{_fenced(rule.example)}\n\nis reported as\n\n{_fenced(_reported(rule))}")
    if rule.fixed:
        parts.append(f"and this is not:\n\n{_fenced(rule.fixed)}")
    return "\n\n".join(parts) + "\n"


def index(codes: Iterable[str] = RULES) -> str:
    """The list of all rules, in Markdown."""
    rows = [f"| [{code}]({code}.md) | {RULES[code].title} | {_weights(RULES[code])} |" for code in codes]
    head = "# The rules of `isocast check`\n\n| code | what | onnx, sonnx |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def _severities(rule: Rule) -> str:
    if rule.severity is None and rule.strict is None:
        return "An error: the model is not checked, exit status 2."
    lines = [f"Severity: {_weights(rule)} (profiles onnx and sonnx)."]
    if rule.clause:
        lines.append(f"Clause: {clause_line(rule.clause)}.")
    return "\n".join(lines)


def _weights(rule: Rule) -> str:
    if rule.severity is None and rule.strict is None:
        return "not checked"
    return ", ".join("not reported" if weight is None else weight.value for weight in (rule.severity, rule.strict))


def _reported(rule: Rule) -> str:
    profile: Any = "onnx" if rule.severity is not None else "sonnx"
    found = check(parse_model(rule.example), profile=profile, select=[rule.code], name="m.onnx").findings
    return "\n".join(line.text for line in finding_lines(found[0], "m.onnx"))


def _fenced(text: str) -> str:
    return f"```text\n{text}\n```"
