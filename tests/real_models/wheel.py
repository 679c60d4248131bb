"""The models that come with onnx, made explicit: files of networks, and the models of its node tests."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import onnx
from onnx import ModelProto
from onnx.backend.test.case.node import collect_testcases

from isocast.errors import ModelError
from isocast.model import Rewriting, Verification, explicit, load, verify
from isocast.model.verdicts import Structure
from isocast.model.verify.structure import compare_structure

DATA = Path(onnx.__file__).parent / "backend/test/data"
FILES = sorted(DATA.rglob("*.onnx"))
STRETCH_BEFORE_OPSET_7 = {"test_operator_add_size1_broadcast", "test_operator_add_size1_singleton_broadcast"}
"""Two models that stretch size 1, which no opset before 7 allows: they are refused."""


def name_of(path: Path) -> str:
    """What a test calls a model."""
    return path.parent.name if path.name == "model.onnx" else path.stem


@cache
def node_models() -> list[tuple[str, ModelProto]]:
    """The models of onnx's node tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy's, about the infinities that some cases compute with
        return [(case.name, case.model) for case in collect_testcases() if case.model is not None]


def rewritten(paths: list[Path]) -> Iterator[tuple[Path, Rewriting]]:
    """The explicit form of each model that has one, if something in it was implicit."""
    for path in paths:
        try:
            found = explicit(path)
        except ModelError:
            assert name_of(path) in STRETCH_BEFORE_OPSET_7
            continue
        if found.changes:
            yield path, found


def structure(original: ModelProto | Path, rewriting: Rewriting) -> Structure:
    """The structure of an explicit model against its original."""
    return compare_structure(load(original), load(rewriting.model), (None, None), {})


def verification(path: Path, rewriting: Rewriting, folder: Path, runs: int) -> Verification:
    """The verification of an explicit model that is written to a folder."""
    out = folder / "explicit.onnx"
    rewriting.save(out, overwrite=True)
    return verify(path, out, runs=runs)
