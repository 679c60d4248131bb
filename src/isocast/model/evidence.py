"""Evidence: what was rewritten and verified, as one JSON document that an auditor can read and replay.

The same models, options and versions give the same bytes: there is no time, no host and no absolute path in it.
`docs/evidence.md` explains every key, `evidence.schema.json` beside this file says which there are:

format, version   "isocast-evidence", 1
digest            sha256 of the document without this key, so that a slip of an editor is noticed
versions          isocast, onnx, onnx-ir, onnxruntime, numpy, python; null for what is not installed
original          path (from the folder of the evidence), bytes, sha256, and the same of each file of external data
explicit          the same of the model without implicit broadcasting
options           dims, static, fold_below; null if two models were compared and nothing was rewritten
counts            changes, by means, nodes inserted, findings before and after
changes           every change (`Change.as_json`), with `around`: the node's operands, results and consumers
findings          before and after: what `check` finds in either model
verification      `Verification.as_json`, its paths those of `original` and `explicit`; null if it was not asked for

Must not import the rewriter or the verifier: they hand over what they made.
"""

from __future__ import annotations

import json
import platform
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Protocol

from ..errors import FileError
from ..files import write_whole
from ..version import __version__
from .changes import Change, Means, Options
from .check import check
from .evidence_files import Hashes, described
from .evidence_schema import problem
from .findings import Finding
from .graphs import Model
from .load import load
from .neighbours import neighbours
from .verdicts import Verification

FORMAT: Final = "isocast-evidence"
VERSION: Final = 1
_PACKAGES: Final = ("onnx", "onnx-ir", "onnxruntime", "numpy")
_LINES_BELOW: Final = 3  # lists and objects nested less deep are spread over lines

Document = dict[str, Any]


class Rewritten(Protocol):
    """What is needed of a rewriting."""

    @property
    def changes(self) -> Sequence[Change]:
        """Every change, in the model's order."""

    @property
    def options(self) -> Options:
        """What was asked for."""


def evidence(
    original: Path,
    explicit: Path,
    rewriting: Rewritten | None,
    verification: Verification | None,
    *,
    folder: Path | None = None,
) -> Document:
    """The document about two models on disk, with paths as seen from `folder`, by default that of the explicit model.

    Without a rewriting the two models are only compared, without a verification they are only described.
    """
    hashes = Hashes(Path(folder or explicit.parent))
    before, after = load(original, hashes.shown(original)), load(explicit, hashes.shown(explicit))
    options = None if rewriting is None else rewriting.options
    findings_before = check(before, dims=options.dims if options else {}).findings
    findings_after = check(after).findings
    changes = () if rewriting is None else rewriting.changes
    document: Document = {
        "format": FORMAT,
        "version": VERSION,
        "versions": _versions(),
        "original": described(hashes, original, before),
        "explicit": described(hashes, explicit, after),
        "options": options and vars(options),
        "counts": _counts(changes, len(findings_before), len(findings_after)),
        "changes": told(before, changes, findings_before),
        "findings": {
            "before": [finding.as_json() for finding in findings_before],
            "after": [finding.as_json() for finding in findings_after],
        },
        "verification": None,
    }
    if verification is not None:
        paths = {"original": document["original"]["path"], "explicit": document["explicit"]["path"]}
        document["verification"] = verification.as_json() | paths
    return sealed(document)


def told(original: Model, changes: Sequence[Change], findings: Sequence[Finding]) -> list[Document]:
    """Every change as plain data, with what stands around its node; `findings` are those on the original."""
    around = neighbours(original, [change.place for change in changes], findings)
    return [change.as_json() | {"around": about} for change, about in zip(changes, around, strict=True)]


def sealed(document: Mapping[str, Any]) -> Document:
    """The document as JSON gives it back, with its digest."""
    plain: Document = json.loads(json.dumps(document))
    return {"format": FORMAT, "version": VERSION, "digest": _digest(plain)} | {
        key: value for key, value in plain.items() if key != "digest"
    }


def dumps(document: Mapping[str, Any]) -> str:
    """The text of the document: a line for each change, finding and run, so that two can be compared by lines."""
    return _laid_out(document, 0) + "\n"


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Puts the document into a file, as a whole."""
    write_whole(path, dumps(document).encode())


def read(path: Path) -> Document:
    """The document in a file; refuses what is not evidence, or was changed after it was written."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise refused(path, f"cannot be read: {error.strerror or 'the system refuses'}", "check the path") from None
    except UnicodeDecodeError:
        raise refused(path, "is not evidence: it is not text", "give the file that --evidence wrote") from None
    except ValueError:  # a null character in the path
        raise refused(Path(repr(str(path))), "is not a path", "check the path") from None
    return _checked(path, text)


def _checked(path: Path, text: str) -> Document:
    help_ = "give the file that --evidence wrote"
    try:
        document = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        where = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise refused(path, f"is not evidence: it is not JSON{where}", help_) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise refused(path, "is not evidence of isocast", help_)
    if document.get("version") != VERSION:
        found = f"has version {document.get('version')!r} of the format, and this isocast reads {VERSION}"
        raise refused(path, found, "read it with the isocast that its `versions` names")
    wrong = problem(document) or _contradiction(document)
    if wrong:
        raise refused(path, f"is not whole: {wrong}", "make it again with `isocast explicit --evidence`")
    return document


def _contradiction(document: Document) -> str:
    """What in a well-formed document cannot have been written so; empty if there is nothing."""
    if document["digest"] != _digest(document):
        return "it was changed after it was written, its digest is another"
    findings = document["findings"]
    kinds = Counter(change["means"] for change in document["changes"])
    counted = document["counts"] | {"inserted": None}
    wanted = _count_words(kinds, len(findings["before"]), len(findings["after"]))
    if counted != wanted:
        return "its counts are not those of its lists"
    verification = document["verification"]
    if verification is None:
        return ""
    if any(verification[side] != document[side]["path"] for side in ("original", "explicit")):
        return "the verification is of other models"
    outcomes = Counter(run["outcome"] for run in verification["runs"])
    structure = verification["structure"]
    is_same = not structure["differences"] and not structure["remaining"]
    only_equal = outcomes["equal"] > 0 and not outcomes["different"] + outcomes["broken"]
    if structure["passed"] != is_same or verification["passed"] != (is_same and only_equal):
        return "its verdict is not that of its runs"
    return ""


def _versions() -> dict[str, str | None]:
    found: dict[str, str | None] = {"isocast": __version__}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return found | {"python": platform.python_version()}


def _counts(changes: Sequence[Change], before: int, after: int) -> dict[str, Any]:
    kinds = Counter(change.means.value for change in changes)
    inserted = {(change.place.graph, name) for change in changes for name in change.inserted}
    return _count_words(kinds, before, after) | {"inserted": len(inserted)}


def _count_words(kinds: Mapping[str, int], before: int, after: int) -> dict[str, Any]:
    by_means = {means.value: kinds.get(means.value, 0) for means in Means}
    total = sum(by_means.values())
    return {"changes": total, **by_means, "inserted": None, "findings_before": before, "findings_after": after}


def _digest(document: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in document.items() if key != "digest"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _laid_out(value: Any, depth: int) -> str:
    """JSON with a line for each thing that one would look for."""
    if depth >= _LINES_BELOW or not value or not isinstance(value, dict | list):
        return json.dumps(value)
    inner, pad = depth + 1, " " * (depth + 1)
    if isinstance(value, dict):
        parts = [f"{json.dumps(key)}: {_laid_out(item, inner)}" for key, item in value.items()]
    else:
        parts = [_laid_out(item, _LINES_BELOW) for item in value]
    open_, close = "{}" if isinstance(value, dict) else "[]"
    return open_ + "\n" + ",\n".join(f"{pad}{part}" for part in parts) + f"\n{' ' * depth}{close}"


def _unique(pairs: list[tuple[str, Any]]) -> Document:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def refused(path: Path, what: str, help_: str) -> FileError:
    """The exception for a file that is no evidence, or that does not hold."""
    return FileError(summary=f"{path} {what}", code="IC920", help=help_, path=str(path))
