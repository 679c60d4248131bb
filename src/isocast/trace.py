"""Where each clause of the standard lives: gathered from the sources, the tests and the proofs themselves.

The word Clauses, a colon and tags in a docstring or comment tie a function to clauses, `@pytest.mark.clause` ties a
test. The only list kept by hand is `clauses.CLAUSES`; this module looks each of its tags up in the code.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import proof_report
from .clauses import BY_TAG, CLAUSES, Clause
from .errors import ArgumentError

COLUMNS = ("spec", "library", "tests", "proofs")
_CLAUSE_LINE = re.compile(r"\bClauses: (?P<tags>[\w.-]*\w(?:,\s*[\w.-]*\w)*)")
_ANNOTATION = re.compile(r"/\*@.*?\*/|//@[^\n]*", re.DOTALL)
_NAME_AFTER = re.compile(r"\b(?!(?:if|for|while|switch|return|sizeof)\b)(\w+)\s*\(")


@dataclass(frozen=True)
class Place:
    """A named thing in a file: what a clause is tied to."""

    path: str
    line: int
    name: str
    state: str = ""
    """Of a proof: how many goals are proved, or why none is."""
    proved: bool = False

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}" + (f" ({self.state})" if self.state else "")


@dataclass
class Row:
    """One clause and every place that carries its tag, by column."""

    clause: Clause
    places: dict[str, list[Place]] = field(default_factory=lambda: {column: [] for column in COLUMNS})

    @property
    def missing(self) -> list[str]:
        """The columns no clause may leave empty, and this one does."""
        return [column for column in ("spec", "tests") if not self.places[column]]

    def as_json(self) -> dict[str, Any]:
        """The row as plain data."""
        clause = self.clause
        head = {"tag": clause.tag, "title": clause.title, "source": clause.source, "section": clause.section}
        return head | {column: [str(place) for place in self.places[column]] for column in COLUMNS}


def find_source(start: Path | None = None) -> Path:
    """The source tree: the folder given, the current one or one above it, or the one this package is installed from."""
    candidates = [start] if start else [Path.cwd(), *Path.cwd().parents, *Path(__file__).resolve().parents]
    for folder in candidates:
        if (folder / "src/isocast/clauses.py").is_file() and (folder / "tests").is_dir():
            return folder
    where = start or Path.cwd()
    raise ArgumentError(
        summary=f"{where} is not a source tree of isocast",
        code="IC901",
        help="clauses are traced through sources, tests and proofs: run this in a checkout, or give one with --source",
        argument="--source",
    )


def trace(source: Path) -> list[Row]:
    """One row per clause, in the order of the list of clauses.

    A tag that no clause has is an ArgumentError: a rule that was renamed in one place only.
    """
    rows = {clause.tag: Row(clause) for clause in CLAUSES}
    for column, tags, place in _mentions(source):
        for tag in tags:
            if tag not in BY_TAG:
                raise ArgumentError(
                    summary=f"{place} names clause {tag}, which does not exist",
                    code="IC902",
                    help="correct the tag, or add the clause to src/isocast/clauses.py",
                )
            rows[tag].places[column].append(place)
    return list(rows.values())


def _mentions(source: Path) -> Iterator[tuple[str, list[str], Place]]:
    for path in sorted((source / "src/isocast").rglob("*.py")):
        column = "spec" if "spec" in path.relative_to(source).parts else "library"
        yield from _with_column(column, _python_docstrings(source, path))
    for path in sorted(
        path for part in ("csrc", "fast") for path in source.glob(f"{part}/**/*.*") if "tests" not in path.parts
    ):
        yield from _with_column("library", _comments(source, path))
    for path in sorted((source / "tests").rglob("*.py")):
        yield from _with_column("tests", _pytest_marks(source, path))
    for path in sorted([*source.glob("csrc/tests/**/*.c"), *source.glob("fast/tests/**/*.c")]):
        yield from _with_column("tests", _comments(source, path))
    for proof in proof_report.proofs(source):
        yield "proofs", list(proof.tags), Place(proof.path, proof.line, proof.name, proof.state, proof.proved)


def _with_column(column: str, found: Iterable[tuple[list[str], Place]]) -> Iterator[tuple[str, list[str], Place]]:
    return ((column, tags, place) for tags, place in found)


def _split(tags: str) -> list[str]:
    return [tag.strip() for tag in tags.split(",")]


def _python_docstrings(source: Path, path: Path) -> Iterator[tuple[list[str], Place]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = str(path.relative_to(source))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for before, statement in zip([None, *body], body, strict=False):
            match = _CLAUSE_LINE.search(_string(statement))
            if match:
                yield _split(match["tags"]), Place(name, *_owner(node, before, statement))


def _string(statement: ast.stmt) -> str:
    value = getattr(statement, "value", None)
    is_string = isinstance(statement, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str)
    return value.value if is_string else ""  # type: ignore[union-attr]


def _owner(parent: ast.AST, before: ast.stmt | None, docstring: ast.stmt) -> tuple[int, str]:
    """The line and name of what a docstring documents: the constant before it, or the definition around it."""
    if isinstance(before, ast.Assign | ast.AnnAssign):
        target = before.targets[0] if isinstance(before, ast.Assign) else before.target
        return before.lineno, ast.unparse(target)
    if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return parent.lineno, parent.name
    return docstring.lineno, "(module)"


def _pytest_marks(source: Path, path: Path) -> Iterator[tuple[list[str], Place]]:
    name = str(path.relative_to(source))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                yield [ast.literal_eval(argument) for argument in mark.args], Place(name, node.lineno, node.name)


def _comments(source: Path, path: Path) -> Iterator[tuple[list[str], Place]]:
    """Tags in C comments, each tied to the first function that follows; contracts are passed over."""
    text = path.read_text(encoding="utf-8")
    code = _ANNOTATION.sub(lambda match: " " * len(match.group()), text)
    for match in _CLAUSE_LINE.finditer(code):
        end = code.find("*/", match.end())
        follower = _NAME_AFTER.search(code, end if end >= 0 else match.end())
        line = text.count("\n", 0, match.start()) + 1
        name = follower[1] if follower else "(file)"
        yield _split(match["tags"]), Place(str(path.relative_to(source)), line, name)
