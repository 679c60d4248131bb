"""What the package needs, with the named extras, as pip takes it: for an installation beside the build."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path


def requirements(extras: Sequence[str]) -> list[str]:
    """The requirements of pyproject.toml, those of the extras included."""
    text = (Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    return [*project["dependencies"], *(name for extra in extras for name in project["optional-dependencies"][extra])]


if __name__ == "__main__":
    print(" ".join(requirements(sys.argv[1:])))
