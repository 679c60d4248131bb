"""The documents say what is so: tests they name exist, every reading is explained, Python examples run as printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from isocast.clauses import CLAUSES

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_tests_named_in_a_document_exist(path: Path) -> None:
    named = set(re.findall(r"`(test_\w+)`", path.read_text(encoding="utf-8")))
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_reading_is_explained() -> None:
    text = (ROOT / "docs/standard.md").read_text(encoding="utf-8")
    readings = [clause.tag for clause in CLAUSES if clause.source == "readings"]
    assert [tag for tag in readings if f"`{tag}`" not in text and f"**{tag}." not in text] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_python_examples_run_as_printed(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    sessions = [block for block in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL) if ">>>" in block]
    test = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, path.name, str(path), 0)
    results = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test)
    assert results.failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_the_readme_shows_the_two_commands_and_the_makefile_has_them() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for command in re.findall(r"make (\w+)", readme):
        assert re.search(rf"^{command}:", makefile, flags=re.MULTILINE), command
    assert "make demo" in readme
    assert "make test" in readme
