"""Whether two messages of two models say the same, field by field: a field that nobody thought of is compared too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from struct import pack
from typing import Any

from onnx import TensorProto, TypeProto

from .tensors import STORAGE, same_elements

Folders = tuple[Path | None, Path | None]


def differing_fields(a: Any, b: Any, folders: Folders, besides: Collection[str] = ()) -> Iterator[str]:
    """The names of the fields that differ, those in `besides` left out. A field that is empty is as good as none.

    >>> from onnx import NodeProto
    >>> list(differing_fields(NodeProto(name="a"), NodeProto(name="b", doc_string=""), (None, None)))
    ['name']
    """
    for name in dict.fromkeys(field.name for message in (a, b) for field, _ in message.ListFields()):
        if name not in besides and not same(getattr(a, name), getattr(b, name), folders):
            yield name


def same(a: Any, b: Any, folders: Folders) -> bool:
    """Whether two values of a field are the same."""
    if isinstance(a, TensorProto):
        return same_tensor(a, b, folders)
    if hasattr(a, "DESCRIPTOR"):
        if isinstance(a, TypeProto) and a.WhichOneof("value") != b.WhichOneof("value"):
            return False
        return next(differing_fields(a, b, folders), None) is None
    if _is_repeated(a):
        return _same_list(a, b, folders)
    if isinstance(a, float):
        return pack("<d", a) == pack("<d", b)  # minus zero is not zero, and a NaN is itself
    return bool(a == b)


def _same_list(a: Any, b: Any, folders: Folders) -> bool:
    key = _KEYS.get(_kind(a) or _kind(b))
    if key is not None:
        return same_rows(a, b, folders, key)
    return len(a) == len(b) and all(same(one, other, folders) for one, other in zip(a, b, strict=True))


def same_tensor(a: TensorProto, b: TensorProto, folders: Folders) -> bool:
    """Whether two tensors are the same but for where their elements are kept."""
    if next(differing_fields(a, b, folders, STORAGE), None) is not None:
        return False
    return same_elements(a, b, folders)


def same_rows(a: Any, b: Any, folders: Folders, key: Callable[[Any], Any]) -> bool:
    """Whether two lists whose order says nothing have the same rows."""
    first, second = ({key(row): row for row in rows} for rows in (a, b))
    if len(a) != len(b) or first.keys() != second.keys():
        return False
    return all(same(row, second[name], folders) for name, row in first.items())


def same_type(a: TypeProto, b: TypeProto, dims: Mapping[str, int], name: str = "") -> bool:
    """Whether two types are the same, but that a size with a name in `dims` may have become its value.

    `name` is the value's: its sizes without a name are called by their place, `x[0]`.
    """
    if a.SerializeToString() == b.SerializeToString():
        return True
    fixed = TypeProto()
    fixed.CopyFrom(a)
    other = TypeProto()
    other.CopyFrom(b)
    for axis, dim in enumerate(fixed.tensor_type.shape.dim):
        _fix(dim, dims, f"{name}[{axis}]")
    for axis, dim in enumerate(other.tensor_type.shape.dim):
        _fix(dim, dims, f"{name}[{axis}]")
    return bool(same(fixed, other, (None, None)))


def _fix(dim: Any, dims: Mapping[str, int], place: str) -> None:
    if dim.HasField("dim_value") and dim.dim_value >= 0:
        return
    value = dims.get(dim.dim_param) if dim.dim_param in dims else dims.get(place)
    if value is not None:
        dim.dim_value = value


def _is_repeated(value: Any) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, str | bytes)


def _kind(rows: Any) -> str:
    return type(rows[0]).__name__ if len(rows) else ""


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "StringStringEntryProto": lambda row: row.key,
    "OperatorSetIdProto": lambda row: "" if row.domain == "ai.onnx" else row.domain,
    "AttributeProto": lambda row: row.name,
    "TensorAnnotation": lambda row: row.tensor_name,
}
