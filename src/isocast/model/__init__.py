"""Whole ONNX models: what in them is implicit, and what they would be with nothing implicit.

`check` reports. `load`, `Inference` and the findings are what the rewriter and the verifier stand on.
"""

from .check import check
from .findings import Finding, Operand, Place, Report, Severity
from .graphs import Graph, Model, Node
from .infer import Inference
from .load import load

__all__ = [
    "Finding",
    "Graph",
    "Inference",
    "Model",
    "Node",
    "Operand",
    "Place",
    "Report",
    "Severity",
    "check",
    "load",
]
