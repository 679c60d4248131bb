"""The report made from evidence: what it says, and that names from a model cannot make it say anything else."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from pathlib import Path
from typing import Any

import pytest

from isocast.model.changes import Means
from isocast.model.verdicts import Outcome, Verification
from isocast.render.html import evidence_html
from isocast.render.html.words import shortened, total, visible
from tests.render.evidence_documents import SMALL, change, document, finding, run, verification
from tests.render.html_reading import check_page

GOLDEN = Path(__file__).parent / "golden"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></svg></title><b>",
    "a\x00\x07\x1b[31m\r\nb",
    "\u202egnp.exe\u2066\u200b",
    "&lt;&#60;&amp;",
    "\ud800 alone",
    "x" * 10_000,
    "{name} %s ${x} `y`",
)


def golden(name: str, text: str) -> None:
    """Compares with the committed file; with ISOCAST_WRITE_GOLDEN set, writes it."""
    path = GOLDEN / name
    if os.environ.get("ISOCAST_WRITE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_the_report_is_what_it_was() -> None:
    text = evidence_html(SMALL)
    check_page(text)
    golden("evidence.html", text)
    assert evidence_html(SMALL) == text


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_names_are_shown_and_do_nothing(name: str) -> None:
    hostile = change(1, name=name, operator=name, value=name, old=(name, 1), new=(name, 4))
    hostile["place"]["graph"] = hostile["place"]["argument"] = hostile["type"] = hostile["clause"] = name
    found = finding(message=name, value=name).as_json()
    verified = verification([run(Outcome.DIFFERENT, name, name)], missed=[name], differences=[name])
    made = document([hostile], verified, findings={"before": [found], "after": []})
    made["original"]["path"] = made["versions"]["numpy"] = name
    made["options"]["dims"] = {name: 3}
    text = evidence_html(made, name)
    page = check_page(text)
    assert text.encode()
    assert len(text) < 120_000
    assert shortened(name, 40) in page.words


def test_what_steers_text_is_shown_by_its_number() -> None:
    assert visible("a\u202eb\x00\ud800") == "a‹U+202E›b‹U+0000›‹U+D800›"
    assert len(shortened("\0" * 79)) == len(shortened("y" * 10_000)) == 80


@pytest.mark.parametrize(
    ("verified", "head", "says"),
    [
        (None, "Not verified", "Nobody has compared the two models"),
        (verification(), "Verified: ", "1 run of both models: all outputs equal, bit for bit."),
        (verification([run(), run(Outcome.DIFFERENT, "y at 0")]), "Verification failed", "1 different, 1 equal"),
        (verification([run(Outcome.BROKEN, "no")]), "Verification failed", "1 broken, 0 equal"),
        (verification([run(Outcome.REJECTED, "no")]), "Not verified: no run could be compared", "No run was compared."),
        (verification([]), "Not verified: no run could be compared", "There was no run."),
        (verification(differences=["a node is gone"]), "Verification failed", "the models differ in 1 place"),
        (verification(remaining=[finding()]), "Verification failed", "1 implicit broadcast left."),
        (verification(missed=["graph main > else"]), "Verified: ", "Not covered: 1 of 2 subgraphs"),
    ],
)
def test_the_verdict_stands_first_in_words(verified: Verification | None, head: str, says: str) -> None:
    text = evidence_html(document([change()], verified))
    page = check_page(text)
    assert says in page.words
    assert re.search(r'<div class="verdict \w+"><span[^>]*>.</span><strong>([^<]*)', text)[1].startswith(head)  # type: ignore[index]
    assert text.index('class="verdict') < text.index("<h2>")


def test_every_change_is_a_row_with_its_clause_and_a_drawing() -> None:
    page = check_page(evidence_html(SMALL))
    for words in ('node 0 "add" (Add)', "[N, 1]→[N, 8]", "shared Expand", "constant written in full", "32·N"):
        assert words in page.words
    assert {"#clause-multi-2", "#kind-1", "#kind-2", "#kind-3"} <= set(page.links)
    assert "X0 (2, 3) and X1 (3,) broadcast to (2, 3)" in page.words
    assert "graph main > node 4 (If) else_branch" in page.words


def test_changes_of_one_kind_share_a_drawing() -> None:
    alike = [change(node, name=f"n{node}", value=f"v{node}") for node in range(4)]
    other = change(9, operator="Mul", value="w")
    page = check_page(evidence_html(document([*alike, other])))
    assert page.tags.count("article") == 2
    assert page.words.count("X0 (2, 3) and X1 (3,) broadcast to (2, 3)") == 3  # to open, its title, and as seen
    assert "The two steps are drawn above." in page.words
    assert all(f'node {node} "n{node}" (Add)' in page.words for node in range(4))


def test_high_ranks_are_drawn_in_summary_and_unknown_ones_not_at_all() -> None:
    high = change(0, (1,) * 6, (2, 3, 4, 5, 6, 7))
    unknown = change(1, None, None, operator="Max")
    lifted = change(2, (3,), (2, 3, 4), operator="Sub", means=Means.LIFTED)
    page = check_page(evidence_html(document([high, unknown, lifted])))
    assert "broadcast to (2, 3, 4, 5, 6, 7)" in page.words
    assert "[?…]" in page.words
    assert page.words.count("The two steps: ") == 1


def _many_alike() -> list[dict[str, Any]]:
    return [
        change(node, name=f"/encoder/layer.{node}/attention/output/Add", value=f"w{node}") for node in range(10_000)
    ]


def _many_different() -> list[dict[str, Any]]:
    return [change(node, (1, node + 2), (4, node + 2), name=f"/layer.{node}/Add") for node in range(10_000)]


@pytest.mark.parametrize("changes", [_many_alike(), _many_different()], ids=["one kind", "10,000 kinds"])
def test_ten_thousand_changes_stay_readable(changes: list[dict[str, Any]]) -> None:
    text = evidence_html(document(changes, verification()))
    assert len(text.encode()) < 5_000_000
    page = check_page(text)
    assert "10,000" in page.words
    assert "The JSON has every change." in page.words or "see the JSON, which has every change" in page.words


def test_the_only_script_that_may_run_is_ours() -> None:
    text = evidence_html(SMALL)
    script = re.search("<script>(.*?)</script>", text, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"script-src &#x27;sha256-{digest}&#x27;" in text
    assert "default-src &#x27;none&#x27;" in text


def test_a_replay_is_told_before_everything_else() -> None:
    holds = check_page(evidence_html(SMALL, deviations=()))
    assert holds.words.index("Replayed: the evidence holds") < holds.words.index("Verified: ")
    broken = check_page(evidence_html(SMALL, deviations=["model.onnx is not the file"] * 60))
    assert "Replayed: the evidence does not hold" in broken.words
    assert "and 10 more" in broken.words
    assert "Replayed" not in check_page(evidence_html(SMALL)).words


def test_models_that_were_only_compared_are_told_as_such() -> None:
    page = check_page(evidence_html(document([], verification(), options=None)))
    assert "what was done to make the second is not told" in page.words
    assert "is not told" in check_page(evidence_html(document([], verification()))).words
    assert "Nothing had to be changed." in check_page(evidence_html(document([]))).words


def test_amounts_are_added_as_far_as_they_can_be() -> None:
    assert total([], "byte") == "0 bytes"
    assert total([1], "byte") == "1 byte"
    assert total([None, "8·N·M", "4·M·N", "2·N"], "byte") == "12·M·N + 2·N bytes"
    assert total(["N + 1", "min(N, 4)"], "byte") == "2 amounts in other forms"
