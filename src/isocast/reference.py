"""Our operators as classes for ONNX's reference evaluator, so that any model it runs computes them exactly.

>>> import numpy as np
>>> from onnx.reference import ReferenceEvaluator
>>> text = '<ir_version: 10, opset_import: ["": 18]> g (float[n] x) => (float[n] y) { y = Sum(x) }'
>>> model = onnx.parser.parse_model(text)
>>> ReferenceEvaluator(model).run(None, {"x": np.array([-0.0], np.float32)})
[array([0.], dtype=float32)]
>>> ReferenceEvaluator(model, new_ops=OPERATOR_CLASSES).run(None, {"x": np.array([-0.0], np.float32)})
[array([-0.], dtype=float32)]
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import onnx
from onnx.reference.op_run import OpRun, RefAttrName

from .arrays import as_array
from .errors import IsocastError
from .evaluate.graph import located
from .opsets import OPERATORS, Kernel, bind


class ExactOperator(OpRun):
    """One node of a broadcasting operator, computed by isocast at the opset of its model."""

    op_domain = ""

    def __init__(self, onnx_node: onnx.NodeProto, run_params: dict[str, Any], schema: Any = None) -> None:
        super().__init__(onnx_node, run_params, schema)
        self._kernel: Kernel | None = None

    def run(
        self, *args: Any, linked_attributes: dict[str, Any] | None = None, context: Any = None, bindings: Any = None
    ) -> tuple[Any, ...]:
        """The result, as a tuple of one; errors keep their class, which the evaluator's own `run` would not."""
        del context, bindings
        operands = [None if value is None else as_array(value, self.onnx_node.op_type) for value in args]
        try:
            kernel = self._kernel or self._bind(linked_attributes or {})
            return (kernel(*operands),)
        except IsocastError as error:
            name = f'"{self.onnx_node.name}" ' * bool(self.onnx_node.name)
            raise located(error, f"node {name}({self.onnx_node.op_type}): ") from None

    def _run(self, *args: Any, **_attributes: Any) -> tuple[Any, ...]:
        return self.run(*args)

    def _bind(self, linked: dict[str, Any]) -> Kernel:
        """The kernel with the attributes the node itself gives; defaults are those of the model's opset."""
        values = {attribute.name: getattr(self, attribute.name) for attribute in self.onnx_node.attribute}
        given = {name: linked.get(v.name) if isinstance(v, RefAttrName) else v for name, v in values.items()}
        plain = {
            name: v.item() if isinstance(v, np.generic) else v for name, v in given.items()
        }  # its floats are NumPy's
        attributes = {name: value for name, value in plain.items() if value is not None}
        kernel = bind(self.onnx_node.op_type, self.run_params["opsets"][""], attributes)
        if not self.has_linked_attribute:
            self._kernel = kernel
        return kernel


def _operator_class(name: str) -> type[ExactOperator]:
    return type(name, (ExactOperator,), {"__doc__": f"{name}, exactly.", "__module__": __name__})


OPERATOR_CLASSES: Final = [_operator_class(name) for name in OPERATORS]
"""What to give as `new_ops`."""
