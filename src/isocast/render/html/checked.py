"""What `isocast check` found, as a page: for each model the findings by rule, with the rule's text and the amounts.

Findings that differ in nothing but their place are shown once, with their places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ...clauses import BY_TAG
from ...errors import IsocastError
from ...model.findings import Finding, Operand, Report, Severity
from ...model.rules import RULES
from .page import State, contents, figures, opening, page, section, table, tag, verdict
from .words import amount, code, counted, plain, sentence, shape_code, shortened, total

Answers = Sequence[tuple[str, Report | IsocastError]]

MOST_KINDS: Final = 100  # of findings, for each model and rule; the rest is counted
MOST_PLACES: Final = 50
_STATES: Final[dict[Severity, State]] = {Severity.ERROR: "bad", Severity.WARNING: "warn", Severity.NOTE: "good"}


def checks_html(answers: Answers, version: str, profile: str, dims: Mapping[str, int]) -> str:
    """The page of the report on these models, in their order."""
    many = len(answers) > 1
    title = f"isocast check: {answers[0][0]}" if not many else f"isocast check: {counted(len(answers), 'model')}"
    sizes = "".join(f", {plain(name)} = {value}" for name, value in dims.items())
    links = [(_anchor(number), name) for number, (name, _) in enumerate(answers)] if many else []
    body = [
        "<header><h1>What is implicit about shapes and types</h1>",
        f'<p class="lead">isocast {plain(version)}, profile {plain(profile)}{sizes}</p></header>',
        _overview(answers) if many else "",
        contents((anchor, name) for anchor, name in links) if many and len(links) <= 40 else "",
        *(_model(number, name, answer) for number, (name, answer) in enumerate(answers)),
        "<footer>Nothing was run and nothing was changed. Everything is also in the report of"
        " <code>--format json</code>.</footer>",
    ]
    return page(title, filter(None, body))


def _anchor(number: int) -> str:
    return f"model-{number}"


def _overview(answers: Answers) -> str:
    rows = []
    for number, (name, answer) in enumerate(answers):
        link = f'<a href="#{_anchor(number)}">{plain(name)}</a>'
        if isinstance(answer, IsocastError):
            rows.append([link, tag("not checked", "bad"), "", "", ""])
        else:
            counts = [amount(answer.count(severity)) for severity in Severity]
            rows.append([link, tag("checked"), *counts])
    return table("The models", ["model", "", "#errors", "#warnings", "#notes"], rows)


def _model(number: int, name: str, answer: Report | IsocastError) -> str:
    if isinstance(answer, IsocastError):
        reason = [sentence(f"{answer.code}: {answer.summary}"), *([sentence(answer.help)] if answer.help else [])]
        return section(_anchor(number), shortened(name), verdict("bad", "Not checked", reason))
    by_code: dict[str, list[Finding]] = {}
    for finding in answer.findings:
        by_code.setdefault(finding.code, []).append(finding)
    return section(
        _anchor(number),
        shortened(name),
        _summary(answer),
        _amounts(answer),
        _codes(by_code) if len(by_code) > 1 else "",
        *(_rule(code, found) for code, found in sorted(by_code.items())),
    )


def _summary(report: Report) -> str:
    where = f"in {counted(report.nodes, 'node')} of {counted(report.graphs, 'graph')}"
    if not report.findings:
        return verdict("good", "Nothing to report", [f"Every node was looked at: nothing was found {where}."])
    kinds = [counted(report.count(kind), kind.value) for kind in Severity if report.count(kind)]
    state: State = "bad" if report.count(Severity.ERROR) else "warn" if report.count(Severity.WARNING) else "good"
    return verdict(state, counted(len(report.findings), "finding"), [f"{', '.join(kinds)} {where}."])


def _amounts(report: Report) -> str:
    stretched = [
        operand
        for finding in report.findings
        if finding.code.startswith("IC1")
        for operand in finding.operands
        if operand.elements is not None
    ]
    if not stretched:
        return ""
    elements = plain(total([operand.elements for operand in stretched], "element"), 600)
    bytes_ = plain(total([operand.bytes for operand in stretched], "byte"), 600)
    return (
        figures([(f"{report.nodes:,}", "nodes"), (f"{len(stretched):,}", "operands stretched")])
        + f"<p>Written out, the operands that are stretched would hold {elements}: {bytes_}.</p>"
    )


def _codes(by_code: Mapping[str, Sequence[Finding]]) -> str:
    rows = [
        [code(name), plain(RULES[name].title), _severity(found[0].severity), amount(len(found))]
        for name, found in sorted(by_code.items())
    ]
    return table("Findings by rule", ["rule", "what", "severity", "#findings"], rows)


def _severity(severity: Severity) -> str:
    return tag(severity.value, _STATES[severity])


def _rule(name: str, found: Sequence[Finding]) -> str:
    rule = RULES[name]
    text = "".join(f"<p>{plain(line, 600)}</p>" for line in rule.rationale.splitlines())
    about = opening("What the rule says", f"{text}<p><strong>What to do:</strong> {plain(rule.fix, 600)}</p>")
    kinds: dict[object, list[Finding]] = {}
    for finding in found:
        kinds.setdefault(_key(finding), []).append(finding)
    shown = list(kinds.values())
    left_out = sum(map(len, shown[MOST_KINDS:]))
    rest = f'<p class="note">{counted(left_out, "more finding")} of other kinds: see the JSON.</p>' if left_out else ""
    head = f"<h3>{plain(name)}: {plain(rule.title)} {_severity(found[0].severity)}</h3>"
    has_common = len({(finding.clause, finding.help) for finding in found}) == 1
    common = _advice(found[0]) if has_common else []
    return "\n".join([head, *common, about, *(_kind(kind, has_common) for kind in shown[:MOST_KINDS]), rest])


def _key(finding: Finding) -> object:
    operands = tuple((one.label, one.type, one.shape, one.note, one.elements) for one in finding.operands)
    return finding.message, operands, finding.condition, finding.help, finding.clause


def _kind(found: Sequence[Finding], has_common: bool) -> str:
    first = found[0]
    parts = [f"<p><strong>{sentence(first.message)}</strong></p>"]
    if first.operands:
        columns = ["operand", "value", "type", "shape", "note", "#elements", "#bytes"]
        parts.append(table("Operands", columns, [_operand(one) for one in first.operands[:16]], is_small=True))
    if len(first.operands) > 16:
        parts.append(f'<p class="note">and {counted(len(first.operands) - 16, "more operand")}</p>')
    if first.condition:
        parts.append(f"<p>Holds exactly if {sentence(first.condition)}.</p>")
    if not has_common:
        parts += _advice(first)
    return f"<article>{''.join(parts)}{_places(found)}</article>"


def _advice(finding: Finding) -> list[str]:
    """The rule that is broken, and what to do; a question about sizes breaks no rule."""
    lines = []
    if finding.clause and not finding.code.startswith("IC3"):
        lines.append(f"<p>Clause {code(finding.clause)}: {plain(BY_TAG[finding.clause].title, 600)}.</p>")
    if finding.help:
        lines.append(f"<p>Help: {sentence(finding.help)}.</p>")
    return lines


def _operand(operand: Operand) -> list[str]:
    return [
        plain(operand.label),
        code(operand.value, 40),
        plain(operand.type),
        shape_code(operand.shape),
        sentence(operand.note),
        amount(operand.elements),
        amount(operand.bytes),
    ]


def _places(found: Sequence[Finding]) -> str:
    if len(found) == 1:
        return f"<p>At {code(found[0].place, 400)}</p>"
    items = "".join(f"<li>{code(finding.place, 400)}</li>" for finding in found[:MOST_PLACES])
    more = len(found) - MOST_PLACES
    rest = f'<li class="note">and {counted(more, "more place")}: see the JSON</li>' if more > 0 else ""
    return opening(f"At {counted(len(found), 'place')}", f"<ul>{items}{rest}</ul>", is_open=len(found) <= 5)
