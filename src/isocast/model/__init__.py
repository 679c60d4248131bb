"""Whole ONNX models: what in them is implicit, and what they would be with nothing implicit.

`check` reports. `load`, `Inference` and the findings are what the rewriter and the verifier stand on.
"""

from .check import check
from .explicit import Rewriting, explicit
from .findings import Finding, Operand, Place, Report, Severity
from .graphs import Graph, Model, Node
from .infer import Inference
from .load import load
from .verdicts import Verification
from .verify import verify

__all__ = [
    "Finding",
    "Graph",
    "Inference",
    "Model",
    "Node",
    "Operand",
    "Place",
    "Report",
    "Rewriting",
    "Severity",
    "Verification",
    "check",
    "explicit",
    "load",
    "verify",
]
