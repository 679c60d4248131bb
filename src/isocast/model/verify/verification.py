"""`verify`: whether a model is the original with its broadcasting made explicit, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, Final

from ...errors import ArgumentError
from ..external import locations
from ..graphs import Model
from ..load import Source, load
from ..verdicts import Coverage, Verification
from .behaviour import Behaviour
from .coverage import Probe
from .inputs import is_supported
from .randomness import random_nodes
from .sizes import ports
from .structure import compare_structure

RUNS: Final = 5
LIMIT: Final = 60.0
"""Seconds that one run of one model may take."""
_LARGE: Final = 1 << 30  # bytes of models and their data beyond which no two are held at once


def verify(
    original: Source,
    explicit: Source,
    *,
    seed: int = 0,
    runs: int = RUNS,
    inputs: Mapping[str, Any] | None = None,
    sources: Mapping[str, str] | None = None,
    dims: Mapping[str, int] | None = None,
    timeout: float = LIMIT,
    name: tuple[str, str] | None = None,
) -> Verification:
    """What was found: whether the structure is the original's, and whether both compute the same, bit for bit.

    `inputs` are given to every run, the others are made from the seed; `sources` says what to call where they are from.
    `name` is what the answer calls the two models. Neither model is changed; both run in a child process.

    >>> from onnx.parser import parse_model
    >>> head = '<ir_version: 9, opset_import: ["": 18]> m (float[2,3] x, float[3] b) => (float[2,3] y) '
    >>> implicit = parse_model(head + "{ y = Add(x, b) }")
    >>> explicit = parse_model(head + "{ s = Shape(x) e = Expand(b, s) y = Add(x, e) }")
    >>> verify(implicit, explicit).passed
    True
    """
    if isinstance(runs, bool) or not isinstance(runs, int) or runs < 1:
        raise ArgumentError(summary=f"there cannot be {runs!r} runs", code="IC910", help="1 or more", argument="runs")
    names = name or (None, None)
    before, after = load(original, names[0]), load(explicit, names[1])
    folders = _folder(original), _folder(explicit)
    structure = compare_structure(before, after, folders, dims or {})
    probe = Probe(before)
    behaviour = Behaviour(
        before,
        (_runnable(original, before), _runnable(explicit, after)),
        folders[0],
        probe,
        seed,
        runs,
        timeout,
        dims or {},
        _given(before, inputs or {}, sources or {}),
        is_same=structure.passed,
        one_at_a_time=_bytes(before, folders[0]) + _bytes(after, folders[1]) > _LARGE,
    )
    notes = [*_obstacles(before)]
    if not notes:
        behaviour.run()
    notes += behaviour.notes
    coverage: Coverage = probe.coverage(behaviour.counts)
    return Verification(
        before.name, after.name, structure, tuple(behaviour.runs), coverage, seed, tuple(dict.fromkeys(notes))
    )


def _obstacles(model: Model) -> list[str]:
    """Why outputs cannot be compared at all; none if they can."""
    found = [f"{line}: outputs are not comparable" for line in random_nodes(model)]
    for port in ports(model.proto):
        if not is_supported(port):
            kind = port.info.type.WhichOneof("value") or "no type"
            found.append(f'input "{port.name}" is of a kind that is not made here ({kind})')
    return found


def _folder(source: Source) -> Path | None:
    return Path(source).parent if isinstance(source, str | PathLike) else None


def _runnable(source: Source, model: Model) -> str | bytes:
    """What a child process is given: the path, so that it finds external data, or the bytes."""
    if isinstance(source, str | PathLike):
        return str(Path(source).resolve())
    return source if isinstance(source, bytes) else bytes(model.proto.SerializeToString())


def _bytes(model: Model, folder: Path | None) -> int:
    own = int(model.proto.ByteSize())
    return own if folder is None else own + sum((folder / place).stat().st_size for place in locations(model))


def _given(model: Model, inputs: Mapping[str, Any], sources: Mapping[str, str]) -> dict[str, tuple[Any, str]]:
    known = [info.name for info in model.proto.graph.input]
    for name in inputs:
        if name not in known:
            help_ = f"its inputs are {', '.join(known) or 'none'}"
            raise ArgumentError(summary=f"{model.name} has no input {name!r}", code="IC910", help=help_)
    return {name: (value, sources.get(name, "given")) for name, value in inputs.items()}
