"""One operator at one opset with its attributes, made once and called often.

Attributes are checked when it is made; number and types of operands when it is called, by that opset's schema; then one
function of `ops` computes. No arithmetic here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .. import ops
from ..errors import ShapeError
from .old_rules import check_equal, fit, fit_slope
from .signature import check_attributes, check_number, check_types, type_error
from .table import NEWEST, OPERATORS, Broadcasting, OperatorVersion, lookup

Array = NDArray[Any]
Compute = Callable[..., Array]

_SPELLED: Final = {"And": "and_", "Or": "or_", "PRelu": "prelu", "transA": "trans_a", "transB": "trans_b"}
_DTYPE: Final = attrgetter("dtype")
_FLOATS: Final = frozenset(("float16", "bfloat16", "float", "double"))


def _function(operator: str) -> Compute:
    words = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in operator).lstrip("_")
    function: Compute = getattr(ops, _SPELLED.get(operator, words))
    return function


_FUNCTIONS: Final = {operator: _function(operator) for operator in OPERATORS}


class Kernel:
    """An operator of one version with its attributes; call it with its operands, None for one left out."""

    __slots__ = ("_accepted", "_compute", "attributes", "version")

    def __init__(self, version: OperatorVersion, attributes: Mapping[str, Any]) -> None:
        self.version = version
        self.attributes = check_attributes(version, attributes)
        self._compute = _compute(version, self.attributes)
        self._accepted: set[tuple[np.dtype[Any], ...]] = set()

    def __call__(self, *operands: Array | None, out: Array | None = None) -> Array:
        """The result; `out` receives it if given.

        Clauses: schema-types
        """
        return self.run(operands, out)

    def run(self, operands: Sequence[Array | None], out: Array | None = None) -> Array:
        """The same, for operands in a sequence: the short way, for graphs of many small nodes."""
        try:
            is_known = tuple(map(_DTYPE, operands)) in self._accepted
        except AttributeError:  # an operand is left out
            is_known = False
        if not is_known:
            self._check(operands)
        return self._compute(*operands) if out is None else self._compute(*operands, out=out)

    def _check(self, operands: Sequence[Array | None]) -> None:
        self._check_once(operands)
        types = tuple(operand.dtype for operand in operands if operand is not None)
        if len(types) == len(operands) and not any(dtype.hasobject for dtype in types):
            self._accepted.add(types)  # what object arrays hold is seen in their elements only

    def _check_once(self, operands: Sequence[Array | None]) -> None:
        check_number(self.version, operands)
        bound = check_types(self.version, operands)
        if self.version.name == "Mod" and self.version.since < 28 and not self.attributes["fmod"]:
            _check_integer_mod(self.version, bound["T"])


def bind(name: str, opset: int = NEWEST, attributes: Mapping[str, Any] | None = None) -> Kernel:
    """An operator as an opset defines it, with its attributes by their ONNX names.

    >>> bind("Mod", 13, {"fmod": 2})
    Traceback (most recent call last):
    isocast.ArgumentError: Mod-13 takes 0 or 1 as attribute fmod, not 2

    Clauses: schema-types, mod, bit-shift
    """
    return Kernel(lookup(name, opset), attributes or {})


def apply(name: str, opset: int, *operands: Array | None, out: Array | None = None, **attributes: Any) -> Array:
    """The result of an operator as an opset defines it.

    >>> apply("Pow", 12, np.array([2.0, 3.0]), np.array([3, 2])).tolist()
    [8.0, 9.0]
    """
    return bind(name, opset, attributes)(*operands, out=out)


def _compute(version: OperatorVersion, attributes: Mapping[str, Any]) -> Compute:
    """The function that computes a version: one of `ops`, behind the shape rules of its time.

    Clauses: legacy-axis, gemm, prelu
    """
    function = _FUNCTIONS[version.name]
    if version.name == "Gemm":
        return _gemm(version, attributes)
    if version.broadcasting is Broadcasting.LIMITED:
        given = {name: attributes[name] for name in ("broadcast", "axis")}
        return lambda a, b, out=None: function(a, fit(str(version), a.shape, b, **given), out=out)
    if version.broadcasting is Broadcasting.PER_CHANNEL:
        return lambda x, slope, out=None: function(x, fit_slope(str(version), x.shape, slope), out=out)
    if version.broadcasting is Broadcasting.NONE:
        return _same_shapes(version, function)
    return _with_attributes(version.name, attributes)


def _with_attributes(name: str, attributes: Mapping[str, Any]) -> Compute:
    function = _FUNCTIONS[name]
    if name == "Expand":
        return lambda x, shape, out=None: function(x, _sizes(shape), out=out)
    if name == "Mod":
        return lambda a, b, out=None: function(a, b, fmod=bool(attributes["fmod"]), out=out)
    if name == "BitShift":
        return lambda x, y, out=None: function(x, y, direction=attributes["direction"], out=out)
    return function


def _same_shapes(version: OperatorVersion, function: Compute) -> Compute:
    def compute(*operands: Array, out: Array | None = None) -> Array:
        names = [version.operand_name(place) for place in range(len(operands))]
        check_equal(str(version), names, [operand.shape for operand in operands])
        return function(*operands, out=out)

    return compute


def _gemm(version: OperatorVersion, attributes: Mapping[str, Any]) -> Compute:
    """Gemm; before opset 7, C has the shape (M, N), or with `broadcast` one element or the shape (N,).

    Clauses: gemm, legacy-axis
    """
    given = {_SPELLED.get(name, name): value for name, value in attributes.items() if name != "broadcast"}
    given |= {name: bool(given[name]) for name in ("trans_a", "trans_b")}
    is_limited, broadcast = version.broadcasting is Broadcasting.LIMITED, attributes.get("broadcast", 0)

    def compute(a: Array, b: Array, c: Array | None = None, *, out: Array | None = None) -> Array:
        if is_limited and c is not None and a.ndim == b.ndim == 2:
            product_shape = (a.shape[given["trans_a"]], b.shape[not given["trans_b"]])
            c = fit(str(version), product_shape, c, broadcast=broadcast, names=("A·B", "C"))
        return _FUNCTIONS["Gemm"](a, b, c, **given, out=out)

    return compute


def _sizes(shape: Array) -> tuple[int, ...]:
    if shape.ndim != 1:
        summary = f"Expand takes a shape with 1 axis, not {shape.ndim}"
        raise ShapeError(summary=summary, code="IC404", argument="shape")
    return tuple(shape.tolist())


def _check_integer_mod(version: OperatorVersion, found: str) -> None:
    if found in _FLOATS:
        summary = f"{version} does not take A of element type {found} with fmod 0"
        raise type_error(summary, "A", (found,), "before opset 28 floats need fmod 1")
