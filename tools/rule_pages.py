"""Writes docs/rules/: a page for each rule of `isocast check`, and their list; with `--check` only compares."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from isocast.model.rules import RULES
from isocast.render.pages import index, page

FOLDER = Path(__file__).parents[1] / "docs/rules"


def pages() -> dict[str, str]:
    """Every file of the folder, by name."""
    return {"README.md": index(), **{f"{code}.md": page(code) for code in RULES}}


def main() -> int:
    """0 if all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    wanted = pages()
    stale = [name for name, text in wanted.items() if not _holds(FOLDER / name, text)]
    extra = [path.name for path in sorted(FOLDER.glob("*.md")) if path.name not in wanted]
    if arguments.check:
        for name in stale + extra:
            print(f"docs/rules/{name} is not what the rules say: run `python tools/rule_pages.py`")
        return int(bool(stale + extra))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in stale:
        (FOLDER / name).write_text(wanted[name], encoding="utf-8")
    for name in extra:
        (FOLDER / name).unlink()
    print(f"{len(wanted)} pages, {len(stale)} written, {len(extra)} removed")
    return 0


def _holds(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
