"""(a) of a verification: nothing implicit is left, and without what was inserted the original is there again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..check import check, collector_at_rest
from ..graphs import Model
from ..verdicts import Structure
from .comparison import MOST_LISTED, Comparison
from .messages import Folders
from .targets import check_targets, without_settled

IMPLICIT: Final = frozenset(("IC101", "IC102", "IC103", "IC105", "IC106", "IC301", "IC303", "IC411"))
"""What `check` calls implicit broadcasting, broadcasting that depends on sizes or cannot be judged, or cannot be."""


def compare_structure(original: Model, explicit: Model, folders: Folders, dims: Mapping[str, int]) -> Structure:
    """What differs between two models once inserted nodes are taken out of the second."""
    with collector_at_rest():
        comparison = Comparison(original, explicit, folders, dims)
        comparison.run()
        settled = check_targets(comparison, explicit)
        remaining = without_settled(check(explicit).findings, settled, IMPLICIT)
    differences = comparison.differences[:MOST_LISTED]
    if len(comparison.differences) > MOST_LISTED:
        differences.append(f"and {len(comparison.differences) - MOST_LISTED} more differences")
    return Structure(tuple(remaining), tuple(differences), comparison.inserted, tuple(comparison.unproved))
