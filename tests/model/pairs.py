"""Pairs of small models, an original and an explicit one, written as text."""

from __future__ import annotations

from typing import Any

import onnx

from isocast.model import Verification, load, verify
from isocast.model.verdicts import Structure
from isocast.model.verify.structure import compare_structure


def model(text: str, opset: int = 18, ir: int = 9, imports: str = "") -> onnx.ModelProto:
    """A model in ONNX's textual form: `(inputs) => (outputs) { nodes }`."""
    return onnx.parser.parse_model(f'<ir_version: {ir}, opset_import: ["": {opset}{imports}]> m {text}')


def pair(ports: str, original: str, explicit: str, **header: Any) -> tuple[onnx.ModelProto, onnx.ModelProto]:
    """Two models with the same inputs and outputs."""
    return model(f"{ports} {{ {original} }}", **header), model(f"{ports} {{ {explicit} }}", **header)


def structure(original: onnx.ModelProto, explicit: onnx.ModelProto, **dims: int) -> Structure:
    """The structure of a pair, without running it."""
    return compare_structure(load(original), load(explicit), (None, None), dims)


def verified(ports: str, original: str, explicit: str, **options: Any) -> Verification:
    """The verification of a pair with few runs."""
    return verify(*pair(ports, original, explicit), **{"runs": 2, **options})
