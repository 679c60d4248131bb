"""The element types of the standard: ONNX name and number, NumPy type, C type, one table.

Must not import any part of isocast but `errors`.
Clauses: schema-types, Where-types.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from .errors import TypeMismatchError


@dataclass(frozen=True)
class ElementType:
    """One element type: its ONNX name, its number in `TensorProto.DataType` and what represents it elsewhere."""

    name: str
    onnx: int
    numpy: np.dtype[Any]
    c: str
    kind: str  # float, int, uint, bool, complex, string or real


def _row(name: str, onnx: int, numpy: Any, c: str, kind: str) -> ElementType:
    return ElementType(name, onnx, np.dtype(numpy), c, kind)


ELEMENT_TYPES: Final = {
    row.name: row
    for row in (
        _row("float", 1, np.float32, "float", "float"),
        _row("uint8", 2, np.uint8, "uint8_t", "uint"),
        _row("int8", 3, np.int8, "int8_t", "int"),
        _row("uint16", 4, np.uint16, "uint16_t", "uint"),
        _row("int16", 5, np.int16, "int16_t", "int"),
        _row("int32", 6, np.int32, "int32_t", "int"),
        _row("int64", 7, np.int64, "int64_t", "int"),
        _row("string", 8, object, "", "string"),
        _row("bool", 9, np.bool_, "uint8_t", "bool"),
        _row("float16", 10, np.float16, "uint16_t", "float"),
        _row("double", 11, np.float64, "double", "float"),
        _row("uint32", 12, np.uint32, "uint32_t", "uint"),
        _row("uint64", 13, np.uint64, "uint64_t", "uint"),
        _row("complex64", 14, np.complex64, "uint64_t", "complex"),
        _row("complex128", 15, np.complex128, "isc_u128", "complex"),
        _row("bfloat16", 16, ml_dtypes.bfloat16, "uint16_t", "float"),
        _row("real", 0, object, "", "real"),  # the seeds' mathematical reals: not an ONNX type, clause B9
    )
}

_BY_DTYPE: Final = {row.numpy: row for row in ELEMENT_TYPES.values() if row.numpy != np.dtype(object)}


def element_type(array: NDArray[Any], argument: str = "tensor") -> ElementType:
    """The element type of an array.

    Object arrays hold either strings or exact numbers (`int`, `Fraction`); which one is read off their elements, and an
    object array without elements is taken for strings, the only ONNX type that needs one.

    >>> element_type(np.zeros(3, np.float32)).name
    'float'

    Clauses: schema-types, B9
    """
    if isinstance(array.dtype, np.dtypes.StringDType) or array.dtype.kind == "U":
        return ELEMENT_TYPES["string"]  # first, because NumPy's StringDType has no byte order to ask about
    found = _BY_DTYPE.get(array.dtype.newbyteorder("="))
    if found is not None:
        return found
    if array.dtype.kind == "O":
        return _object_type(array, argument)
    raise TypeMismatchError(
        summary=f"{argument} has element type {array.dtype}, which is not an ONNX tensor type",
        code="schema-types",
        rule="schema-types, the element types of the standard and no other",
        help="convert it to one of " + ", ".join(name for name in ELEMENT_TYPES if name != "real"),
        argument=argument,
        types=(str(array.dtype),),
    )


def _object_type(array: NDArray[Any], argument: str) -> ElementType:
    kinds = {type(value) for value in array.ravel()}  # `flat` stops at 32 axes
    if all(issubclass(kind, str) for kind in kinds):
        return ELEMENT_TYPES["string"]
    if all(issubclass(kind, int | Fraction) and kind is not bool for kind in kinds):
        return ELEMENT_TYPES["real"]
    names = ", ".join(sorted(kind.__name__ for kind in kinds))
    raise TypeMismatchError(
        summary=f"{argument} is an object array holding {names}, which is no tensor type",
        code="schema-types",
        rule="schema-types, an object array holds strings only, or exact numbers (int, Fraction) only",
        help="give the array a numeric NumPy type, or make every element a str",
        argument=argument,
        types=(names,),
    )
