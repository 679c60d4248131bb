"""Runs ONNX graphs made of the broadcasting operators and of the plumbing such graphs need.

`files` reads models and tensors, `planner` turns a model into a `graph` of steps, `session` runs it; `plumbing`, `cast`
and `control` are the operators that are not ours. Must not import the backend or the command line.
"""

from .files import load_model, to_array
from .graph import Monitor
from .nodes import RUNNABLE
from .session import Port, Session

__all__ = ["RUNNABLE", "Monitor", "Port", "Session", "load_model", "to_array"]
