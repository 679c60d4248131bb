"""Which clauses a function of C carries: the tags of the comment above it, and the labels of its contract.

An ACSL label cannot hold the `-` or `.` of some tags; `multi_3` is `multi-3`, `C1_000` is `000.C1`.
"""

from __future__ import annotations

import re
from pathlib import Path

from .inspection import Inspection, tags

_LABEL = re.compile(r"\b(\w+):(?!:)")
_TAG = re.compile(r'^    \("([\w.-]+)", "', re.MULTILINE)


def known(tree: Path) -> dict[str, str]:
    """Every tag of the standard, by the label it has in a contract."""
    path = tree / "src/isocast/clauses.py"
    found = _TAG.findall(path.read_text(encoding="utf-8")) if path.is_file() else []
    return {_label(tag): tag for tag in found}


def _label(tag: str) -> str:
    parts = tag.split(".")
    return "_".join([parts[-1], *parts[:-1]]).replace("-", "_")


def of_functions(view: Inspection, tree: Path) -> dict[str, list[str]]:
    """The tags of each function of a file, those of its declaration in a header included."""
    folders = [tree / "csrc" / folder for folder in ("include", "logic", "src")]
    headers = [path for folder in folders for path in sorted(folder.rglob("*.h"))]
    found: dict[str, list[str]] = {}
    for text in [view.source, *(path.read_text(encoding="utf-8") for path in headers)]:
        for name, names in tags(text).items():
            found.setdefault(name, []).extend(names)
    labels = known(tree)
    for function in view.functions:
        labelled = [labels[word] for word in _LABEL.findall(function.contract) if word in labels]
        found.setdefault(function.name, []).extend(labelled)
    return {name: list(dict.fromkeys(names)) for name, names in found.items()}
