"""The report on a rewriting and its verification, made from a piece of evidence and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any, Final

from ...clauses import BY_TAG
from ...model.rules import RULES
from . import neighbourhood
from .changes import done_section, kinds_section
from .kinds import Data, kinds
from .page import contents, figures, page, section, table, verdict
from .verification import judgement, outcomes_of, replayed, verification_section
from .words import amount, code, counted, plain, shortened, total

_SECTIONS: Final[tuple[tuple[str, str], ...]] = (
    ("done", "What was done"),
    ("drawn", "Each kind of change, drawn"),
    ("verification", "Verification"),
    ("findings", "Findings before and after"),
    ("files", "Files, options and versions"),
    ("replay", "Replay it"),
    ("clauses", "Clauses"),
)


def evidence_html(
    document: Mapping[str, Any], path: str = "evidence.json", deviations: Sequence[str] | None = None
) -> str:
    """The page about a document that `model.evidence` made or read; `path` is what the command to replay names.

    `deviations` are what a replay found to be other than the document says; None if it was not replayed.
    """
    found = kinds(document["changes"])
    drawn, style = kinds_section(found) if found else ("", "")
    sections = {
        "done": _only_compared() if _is_untold(document) else done_section(found, document["counts"]),
        "drawn": drawn,
        "verification": verification_section(document["verification"]),
        "findings": _findings(document["findings"]),
        "files": _files(document),
        "replay": _replay(path),
        "clauses": _clauses(sorted({change["clause"] for change in document["changes"]} & set(BY_TAG))),
    }
    original, explicit = document["original"]["path"], document["explicit"]["path"]
    body = [
        f"<header><h1>Broadcasting made explicit: {plain(_file_name(original))}</h1>",
        f'<p class="lead">{code(original)} <span aria-label="became">→</span> {code(explicit)},'
        f" by isocast {plain(document['versions']['isocast'])}</p></header>",
        "" if deviations is None else verdict(*replayed(deviations)),
        verdict(*judgement(document["verification"])),
        _figures(document),
        contents(pair for pair in _SECTIONS if sections[pair[0]]),
        *sections.values(),
        f"<footer>Made from evidence with the digest {code(document['digest'])}, which holds everything that is shown"
        " here, and every item of the lists that are cut.</footer>",
    ]
    return page(f"isocast: {shortened(original)}", filter(None, body), neighbourhood.STYLE + style)


def _file_name(path: str) -> str:
    return path.rpartition("/")[2]


def _is_untold(document: Data) -> bool:
    """Whether the explicit model was made elsewhere, and nobody says what was done to it."""
    verification = document["verification"]
    return document["options"] is None or bool(
        verification and verification["structure"]["inserted"] and not document["changes"]
    )


def _only_compared() -> str:
    return section(
        "done", "What was done", "<p>Two models were compared; what was done to make the second is not told.</p>"
    )


def _figures(document: Data) -> str:
    verification, changes = document["verification"], document["changes"]
    numbers = [] if _is_untold(document) else _numbers(document["counts"])
    if verification is not None:
        outcomes = outcomes_of(verification)
        compared = outcomes.total() - outcomes["rejected"]
        if not numbers:
            numbers.append((f"{verification['structure']['inserted']:,}", "nodes inserted"))
        numbers.append((f"{outcomes['equal']:,} of {compared:,}", "compared runs are equal"))
    if not changes:
        return figures(numbers)
    fixed = [change["bytes"] for change in changes if change["means"] != "shared"]
    cost = (
        f"<p>The explicit operands hold {plain(total(fixed, 'byte'), 200)}; those that are shared are counted once.</p>"
    )
    return figures(numbers) + cost


def _numbers(counts: Data) -> list[tuple[str, str]]:
    return [
        (f"{counts['changes']:,}", "operands made explicit"),
        (f"{counts['inserted']:,}", "nodes inserted"),
        (f"{counts['shared']:,}", "operands that share an Expand"),
        (f"{counts['folded']:,}", "written in full as constants"),
    ]


def _findings(findings: Data) -> str:
    before, after = (Counter(finding["code"] for finding in findings[when]) for when in ("before", "after"))
    codes = sorted({*before, *after})
    rows = [
        [code(name), plain(RULES[name].title if name in RULES else ""), amount(before[name]), amount(after[name])]
        for name in codes
    ]
    text = (
        table("What isocast check finds, by rule", ["rule", "what", "#before", "#after"], rows)
        if rows
        else "<p>Nothing was found in either model.</p>"
    )
    return section("findings", "Findings before and after", text)


def _files(document: Data) -> str:
    rows = []
    for side in ("original", "explicit"):
        rows.append(_file(side, document[side]))
        rows += [_file(f"data of the {side}", row) for row in document[side]["external"]]
    versions = [[plain(name), plain(value or "not installed")] for name, value in document["versions"].items()]
    return section(
        "files",
        "Files, options and versions",
        table("Files", ["file", "path", "#bytes", "sha256"], rows),
        table("Options", ["option", "value"], _options(document["options"])) if document["options"] else "",
        table("Versions", ["package", "version"], versions),
    )


def _file(what: str, row: Data) -> list[str]:
    return [what, code(row["path"]), amount(row["bytes"]), f'<code class="hash">{plain(row["sha256"])}</code>']


def _options(options: Data) -> list[list[str]]:
    dims = ", ".join(f"{plain(name, 40)} = {value}" for name, value in options["dims"].items())
    rows = [
        ["sizes given with <code>--dim</code>", dims or "none"],
        ["<code>--static</code>, sizes that are not known are refused", "yes" if options["static"] else "no"],
        ["<code>--fold-below</code>, constants are written in full", counted(options["fold_below"], "byte")],
    ]
    known = {"dims", "static", "fold_below"}
    return rows + [[code(name), plain(value)] for name, value in options.items() if name not in known]


def _replay(path: str) -> str:
    return section(
        "replay",
        "Replay it",
        f"<pre><code>isocast verify --evidence {plain(quote(path), 300)}</code></pre>",
        "<p>compares both files with their hashes, checks the structure again, and runs both models on the same inputs"
        " again. It ends with exit status 0 only if all of that gives what stands here.</p>",
    )


def _clauses(tags: Sequence[str]) -> str:
    rows = [
        [
            f'<span id="clause-{plain(tag)}">{code(tag)}</span>',
            plain(BY_TAG[tag].title, 300),
            plain(f"{_SOURCES.get(BY_TAG[tag].source, '')}, {BY_TAG[tag].section}", 200),
        ]
        for tag in tags
    ]
    if not rows:
        return ""
    return section(
        "clauses", "Clauses", table("The rules by which operands were stretched", ["clause", "text", "source"], rows)
    )


_SOURCES: Final = {
    "000": "SONNX Broadcast",
    "001": "SONNX Broadcast, indices from 1",
    "002": "ONNX, Broadcasting in ONNX",
    "003": "SONNX Broadcast, alternate description",
    "004": "SONNX Where",
    "readings": "docs/standard.md",
}
