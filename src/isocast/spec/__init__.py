"""The standard as executable Python: slow, obvious, standard library only. The oracle everything else is judged by.

Read it beside the seeds: `broadcast` is 000, `one_based` 001 and 003, `directional` 002, `where` 004; `profile` has the
strict profile's general rules, `legacy` the broadcasting of old opsets, `operators` every operator on every type.
Must not import any part of isocast but `errors` and `clauses`.
"""

from . import broadcast as broadcast_steps
from . import directional, legacy, one_based, operators, profile
from .broadcast import broadcast, output_shape
from .tensor import Index, Shape, Tensor, indices
from .where import where, where_strict

__all__ = [
    "Index",
    "Shape",
    "Tensor",
    "broadcast",
    "broadcast_steps",
    "directional",
    "indices",
    "legacy",
    "one_based",
    "operators",
    "output_shape",
    "profile",
    "where",
    "where_strict",
]
