"""All models of the onnx wheel, run: too long for every day, so `make real-models` asks for it."""

from __future__ import annotations

from pathlib import Path

from isocast.model import explicit
from tests.real_models.wheel import FILES, name_of, node_models, rewritten, structure, verification


def test_every_model_computes_the_same(tmp_path: Path) -> None:
    wrong = []
    for path, rewriting in rewritten(FILES):
        found = verification(path, rewriting, tmp_path, runs=2)
        if not found.passed:
            wrong.append((name_of(path), found.runs, found.notes))
    assert wrong == []


def test_every_node_test_has_the_structure_of_its_original() -> None:
    assert [name for name, model in node_models() if not structure(model, explicit(model)).passed] == []
