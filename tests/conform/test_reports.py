"""What is written of a run: the same numbers as text, JSON, HTML and Markdown."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from io import StringIO

from rich.console import Console

from isocast.conform.case import Case
from isocast.conform.cases import all_cases
from isocast.conform.deviations import Deviation
from isocast.conform.html_report import html_report
from isocast.conform.judge import Outcome
from isocast.conform.markdown_report import markdown_report
from isocast.conform.report import Report, Result
from isocast.conform.selection import select
from isocast.conform.text_report import print_text
from isocast.conform.wording import cell, conclusion, heading

CASES = select(all_cases(), ["Div,Add", "opset=14"])
KNOWN = Deviation("Div-14/int32/least*", Outcome.CRASH, "divides & <traps>")


def result(case: Case, outcome: Outcome = Outcome.PASS, known: Deviation | None = None) -> Result:
    return Result(case, case.what.startswith("refused"), outcome, "" if outcome == "pass" else "seen <b>", known)


def report(*special: Result, unused: tuple[Deviation, ...] = ()) -> Report:
    by_id = {row.case.id: row for row in special}
    rows = [by_id.get(case.id) or result(case) for case in CASES]
    return Report("onnxruntime", "onnxruntime 1.0", "2026-11-15", 1.25, rows, "onnxruntime 1.0", unused)


def case(id_: str) -> Case:
    return next(case for case in CASES if case.id == id_)


GOOD = report(result(case("Div-14/int32/least-by-minus-one-1"), Outcome.CRASH, KNOWN))
BAD = report(result(case("Div-14/int32/signs"), Outcome.WRONG), result(case("Div-14/int32/row"), Outcome.PASS, KNOWN))


class Tags(HTMLParser):
    """Checks that every tag that is opened is closed, in the right order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def text(*reports: Report) -> str:
    file = StringIO()
    print_text(reports, Console(file=file, width=200, highlight=False))
    return file.getvalue()


def test_the_matrix_and_the_clauses_count_every_case() -> None:
    matrix = GOOD.matrix
    assert sum(counts.total() for row in matrix.values() for counts in row.values()) == len(CASES)
    assert matrix["Div"]["int32"][Outcome.CRASH] == 1
    assert GOOD.clauses["int-div"][Outcome.CRASH] == 1
    assert GOOD.totals == {Outcome.PASS: len(CASES) - 1, Outcome.CRASH: 1}
    assert cell("Div", "int32", matrix["Div"]["int32"]) == "c1"
    assert cell("Div", "int8", matrix["Div"]["int8"]) == "✓"
    assert cell("Div", "string", matrix["Div"]["string"]) == "·"


def test_what_is_known_is_as_expected_and_what_is_not_is_said() -> None:
    assert GOOD.is_as_expected
    assert conclusion(GOOD) == "as expected: all other cases are 1 known deviations"
    assert not BAD.is_as_expected
    assert conclusion(BAD) == "NOT as expected: 1 cases do not do what is expected of them, 1 known deviations pass"
    unused = report(unused=(KNOWN,))
    assert conclusion(unused) == "NOT as expected: 1 lines of known deviations match no case"
    assert conclusion(report()) == "every case passes"


def test_headings_name_the_runtime_once() -> None:
    assert heading(GOOD) == "onnxruntime 1.0"
    assert heading(Report("reference", "onnx 1.2", "", 0, [])) == "reference: onnx 1.2"


def test_text_shows_the_matrix_the_clauses_what_is_known_and_the_surprises() -> None:
    shown = text(GOOD, BAD)
    assert "onnxruntime 1.0" in shown
    assert "divides & <traps>" in shown
    assert "Div-14/int32/signs: wrong" in shown
    assert "Div-14/int32/row: pass, known as crash" in shown
    assert "int-div" in shown
    assert "No case concerns" in shown


def test_json_has_every_case() -> None:
    data = json.loads(json.dumps(BAD.as_json()))
    assert data["totals"] == {"pass": len(CASES) - 1, "wrong": 1}
    assert data["as_expected"] is False
    assert [row["id"] for row in data["results"] if row["surprise"]] == ["Div-14/int32/row", "Div-14/int32/signs"]
    assert data["results"][0].keys() >= {"id", "operator", "opset", "types", "clauses", "outcome", "detail"}


def test_html_is_well_formed_and_escaped() -> None:
    page = html_report([GOOD, BAD], "0.1.0")
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert "divides &amp; &lt;traps&gt;" in page
    assert "seen &lt;b&gt;" in page
    assert 'title="Div on int32:' in page


def test_markdown_tables_have_as_many_cells_in_every_row() -> None:
    page = markdown_report([GOOD, BAD], "0.1.0")
    widths = set()
    for block in page.split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        widths |= {len({row.count("|") for row in rows})} if rows else set()
    assert widths == {1}
    assert "## onnxruntime 1.0" in page
    assert "- `Div-14/int32/signs`: wrong." in page


def test_a_note_is_made_where_the_version_is_another() -> None:
    other = Report("onnxruntime", "onnxruntime 2.0", "2026-11-15", 1.0, GOOD.results, "onnxruntime 1.0")
    note = "the known deviations were seen with onnxruntime 1.0, this is onnxruntime 2.0"
    assert note in text(other)
    assert note in html_report([other], "0")
    assert note in markdown_report([other], "0")
    assert note not in text(GOOD)
