"""The files a piece of evidence speaks of: their paths, sizes and hashes, read in pieces, and whether they changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..model_files import refused
from .external import locations
from .graphs import Model

_PIECE: Final = 1 << 20


class Hashes:
    """Hashes of files, each read once, with paths as seen from a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._known: dict[Path, dict[str, Any]] = {}

    def of(self, path: Path) -> dict[str, Any]:
        """Path, bytes and sha256 of a file."""
        real = path.resolve()
        if real not in self._known:
            self._known[real] = self._read(real, path)
        return {"path": self.shown(path), **self._known[real]}

    def shown(self, path: Path) -> str:
        """A path as seen from the folder."""
        return Path(os.path.relpath(path.parent.resolve() / path.name, self._folder)).as_posix()

    @staticmethod
    def _read(real: Path, path: Path) -> dict[str, Any]:
        hashed, total = sha256(), 0
        try:
            with real.open("rb") as file:
                while piece := file.read(_PIECE):
                    hashed.update(piece)
                    total += len(piece)
        except OSError as error:
            raise refused(str(path), f"cannot be read: {error.strerror or 'the system refuses'}", "") from None
        return {"bytes": total, "sha256": hashed.hexdigest()}


def described(hashes: Hashes, path: Path, model: Model) -> dict[str, Any]:
    """A model and the files of its external data, in the order of their names."""
    external = [hashes.of(path.parent / location) for location in locations(model)]
    return {**hashes.of(path), "external": external}


def changed_files(document: Mapping[str, Any], folder: Path) -> list[str]:
    """What differs between the files a document speaks of and those there are: a line for each, none if all is well."""
    hashes = Hashes(folder)
    lines = []
    for side in ("original", "explicit"):
        for row in (document[side], *document[side]["external"]):
            path = folder / row["path"]
            if not path.is_file():
                lines.append(f"{path} does not exist")
                continue
            found = hashes.of(path)
            if (found["bytes"], found["sha256"]) != (row["bytes"], row["sha256"]):
                lines.append(f"{path} is not the file that the evidence is about: {_difference(found, row)}")
    return lines


def _difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    if found["bytes"] != wanted["bytes"]:
        return f"{found['bytes']} bytes, not {wanted['bytes']}"
    return f"sha256 {found['sha256'][:12]}…, not {wanted['sha256'][:12]}…"
