"""Draws the figures of the documents, and prints the examples in `docs/draw.md`: `python -m tools.make_figures`.

With `--check` nothing is written; the committed files are compared with what isocast draws now.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from examples.demo_model import model
from isocast.model import check, explicit, load
from isocast.model.evidence import told
from isocast.render.figures import draw
from isocast.render.html.neighbourhood import pair

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = Path("docs/draw.md")


def _before_and_after() -> str:
    """The mask of the demo's attention, before and after."""
    original = model()
    changes = [change for change in explicit(original).changes if change.place.name == "/scores"]
    return pair(told(load(original), changes, check(original).findings))


FIGURES: Final[dict[str, Callable[[], str]]] = {
    "two-steps": draw((3, 1), (4,)).svg,
    "three-axes": draw((2, 1, 4), (3, 1)).svg,
    "conflict": draw((2, 3, 4), (2, 4)).svg,
    "unidirectional": draw((3,), to=(2, 2, 3)).svg,
    "summary": draw((2, 8, 1, 64, 1, 3), (1, 2**40, 1, 16, 1)).svg,
    "explicit": _before_and_after,
}
_EXAMPLE: Final = re.compile(
    r"(?<=^```console\n)\$ isocast (?P<arguments>draw .*)\n(?P<output>(?:.*\n)*?)(?=```$)", re.MULTILINE
)


def made(root: Path = ROOT) -> dict[Path, str]:
    """Every file this makes, and what should be in it."""
    files = {Path(f"docs/figures/{name}.svg"): drawn() for name, drawn in FIGURES.items()}
    page = (root / PAGE).read_text(encoding="utf-8")
    return files | {PAGE: _EXAMPLE.sub(_run, page)}


def _run(example: re.Match[str]) -> str:
    command = [sys.executable, "-m", "isocast", *shlex.split(example["arguments"])]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return f"$ isocast {example['arguments']}\n{result.stdout}{result.stderr}"


def stale(root: Path = ROOT) -> list[Path]:
    """The files that are missing, or not what is drawn now."""
    return [path for path, text in made(root).items() if _committed(root / path) != text]


def _committed(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def main(argv: Sequence[str] | None = None) -> int:
    """0 if the files are written or up to date, 1 if `--check` finds one that is not."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_figures", description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the committed files, write nothing")
    if parser.parse_args(argv).check:
        outdated = stale()
        for path in outdated:
            print(f"{path} is not what isocast draws; run python -m tools.make_figures")
        return 1 if outdated else 0
    for path, text in made().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
    print(f"{len(FIGURES)} figures and {PAGE} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
