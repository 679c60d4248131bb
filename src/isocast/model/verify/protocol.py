"""What the parent and the child of a verification say to each other: plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..verdicts import Tensor

Source = str | bytes
"""A path, or a model."""


@dataclass(frozen=True)
class Task:
    """An engine, the two models, and a third that tells which subgraphs of the original run; None for none.

    `folder` is where the external data of the third lies. With `one_at_a_time` no two models are held at once.
    """

    engine: str
    original: Source
    explicit: Source
    probe: bytes | None = None
    folder: str | None = None
    one_at_a_time: bool = False


@dataclass(frozen=True)
class Reply:
    """How one model did: its outputs, or why there are none. `difference` is the explicit model's alone."""

    ok: bool
    message: str = ""
    is_not_implemented: bool = False
    outputs: tuple[Tensor, ...] = ()
    difference: str = ""
    counts: Mapping[str, int] | None = None
