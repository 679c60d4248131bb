"""What is known of a value of a model: its element type, its shape, and what it holds if it is a small integer tensor.

Values are made by a `Pool`, which gives the same object for the same facts: two values are one object or differ, and
a calculation on values can be remembered by the objects it began with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from onnx import TensorProto, TypeProto, ValueInfoProto

from ..shapes import SymbolicShape
from ..sizes import Size, Symbol, Unknown
from .amounts import Amounts, size_text

Kind = Literal["tensor", "sparse", "other", "unknown"]
Content = tuple[Size | None, ...]

MOST_CONTENT: Final = 64
"""How many elements a tensor may have for what it holds to be followed; a shape has no more."""

_PLACEHOLDER: Final = re.compile(r"[\W_]*|-?\d+|none|null|nan|unk|unknown|undefined|dynamic|any|dim", re.IGNORECASE)


@dataclass(frozen=True, eq=False, slots=True)
class Value:
    """The facts. `element` is the number of `TensorProto.DataType`, 0 if unknown; `shape` is None if the rank is.

    `content` holds the elements of an integer or bool tensor with at most one axis, None for one that is not known.
    `is_stated`: some size of it, or of what it was computed from, is the model's word and could not be derived.
    `other` is the serialised type of what is not a tensor, without its shapes.
    """

    kind: Kind
    element: int = 0
    shape: SymbolicShape | None = None
    content: Content | None = None
    is_stated: bool = False
    other: bytes = b""

    @property
    def constants(self) -> tuple[int, ...] | None:
        """What it holds, if every element is a known integer."""
        if self.content is None or not all(isinstance(amount, int) for amount in self.content):
            return None
        return tuple(amount for amount in self.content if isinstance(amount, int))


@dataclass(frozen=True, eq=False, slots=True)
class Stated:
    """What a model says about a value: a size of None is one it says nothing about.

    `placeholders` are the names in it that are no names, `has_negative` says that it has a size below 0.
    """

    kind: Kind
    element: int = 0
    shape: tuple[int | Symbol | None, ...] | None = None
    has_negative: bool = False
    placeholders: tuple[str, ...] = ()
    other: bytes = b""


def is_placeholder(name: str | bytes) -> bool:
    """Whether a size's name is no name: it says that the size is unknown, and says so of different sizes.

    >>> [is_placeholder(name) for name in ("?", "-1", "None", "N", "unk__1")]
    [True, True, True, False, False]
    """
    return isinstance(name, bytes) or _PLACEHOLDER.fullmatch(name) is not None  # bytes: not even UTF-8


@cache
def element_name(element: int) -> str:
    """The name of an element type, as ONNX's schemas write it.

    >>> element_name(1), element_name(0)
    ('float', '?')
    """
    known = element in TensorProto.DataType.values() and element
    return TensorProto.DataType.Name(element).lower() if known else "?"


class Pool:
    """Every value and size of one analysis. `dims` gives symbols, or sizes such as `x[0]`, their value."""

    def __init__(self, dims: Mapping[str, int] | None = None) -> None:
        self.amounts = Amounts()
        self.dims = dict(dims or {})
        self.unknowns = 0
        self.names: set[str] = set()  # of sizes met, for `--dim`
        self.unknown = Value("unknown")
        self._serials: dict[Size, int] = {}
        self._values: dict[object, Value] = {}
        self._symbols: dict[str, int | Symbol] = {}
        self._stated: dict[bytes, Stated] = {}

    def tensor(
        self,
        element: int,
        shape: SymbolicShape | None,
        content: Content | None = None,
        is_stated: bool = False,
        kind: Kind = "tensor",
    ) -> Value:
        """The value with these facts."""
        if content is not None and (len(content) > MOST_CONTENT or not _can_hold(shape, len(content))):
            content = None
        key = (element, shape, content, is_stated, kind)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = Value(kind, element, shape, content, is_stated)
        return found

    def of_type(self, type_: TypeProto) -> Value:
        """The value of a type that is not a tensor's."""
        return self.other(_without_shapes(type_))

    def other(self, key: bytes) -> Value:
        """The value of a type that is not a tensor's, serialised without the shapes inside it."""
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = Value("other", other=key)
        return found

    def fresh(self, label: str = "?") -> Unknown:
        """A size nothing is known of, equal to no other."""
        self.unknowns += 1
        size = Unknown(label)
        self._serials[size] = self.unknowns
        return size

    def is_free(self, size: Size) -> bool:
        """Whether nothing at all is known of a size, not even the expression or the input it comes from."""
        return size in self._serials and str(size) == "?"

    def is_newer(self, size: Size, mark: int) -> bool:
        """Whether a size rests on an unknown that was made when more than `mark` were."""
        return any(self._serials.get(atom, 0) > mark for atom in self.amounts.atoms(size))

    def renewed(self, value: Value, mark: int, new: dict[Size, Size]) -> Value:
        """The value with new unknowns in place of those made since `mark`; `new` keeps them from call to call."""
        if value.shape is None or not any(self.is_newer(size, mark) for size in value.shape):
            return value
        shape: list[Size] = []
        for size in value.shape:
            if self.is_newer(size, mark) and size not in new:
                new[size] = self.fresh()
            shape.append(new.get(size, size))
        return self.tensor(value.element, tuple(shape), None, value.is_stated, value.kind)

    def symbol(self, name: str) -> int | Symbol:
        """The size with a name: an integer if `dims` gives it one."""
        found = self._symbols.get(name)
        if found is None:
            self.names.add(name)
            found = self._symbols[name] = self.dims[name] if name in self.dims else Symbol(name)
        return found

    def input(self, info: ValueInfoProto) -> Value:
        """The value of a graph input: what the model declares is what it is called with.

        A size without a name is called by its place, `x[0]`, and `dims` can give it a value by that name.
        """
        stated = self.stated(info.type)
        if stated.kind in ("other", "unknown"):
            return self.other(stated.other) if stated.kind == "other" else self.unknown
        if stated.shape is None:
            return self.tensor(stated.element, None, kind=stated.kind)
        shape = tuple(
            self._place(f"{info.name}[{axis}]") if size is None else size for axis, size in enumerate(stated.shape)
        )
        return self.tensor(stated.element, shape, kind=stated.kind)

    def _place(self, name: str) -> Size:
        self.names.add(name)
        return self.dims[name] if name in self.dims else self.fresh(name)

    def stated(self, type_: TypeProto) -> Stated:
        """What a type says, placeholders and negative sizes being nothing said."""
        key = type_.SerializeToString()
        found = self._stated.get(key)
        if found is None:
            found = self._stated[key] = self._read(type_)
        return found

    def _read(self, type_: TypeProto) -> Stated:
        which = type_.WhichOneof("value")
        if which is None:
            return Stated("unknown")
        if which not in ("tensor_type", "sparse_tensor_type"):
            return Stated("other", other=_without_shapes(type_))
        tensor = type_.tensor_type if which == "tensor_type" else type_.sparse_tensor_type
        kind: Kind = "tensor" if which == "tensor_type" else "sparse"
        if not tensor.HasField("shape"):
            return Stated(kind, tensor.elem_type, None)
        sizes: list[int | Symbol | None] = []
        for dim in tensor.shape.dim:
            if dim.HasField("dim_value"):
                sizes.append(dim.dim_value if dim.dim_value >= 0 else None)
            else:
                sizes.append(None if is_placeholder(dim.dim_param) else self.symbol(dim.dim_param))
        dims = tensor.shape.dim
        placeholders = tuple(str(dim.dim_param) for dim in dims if dim.dim_param and is_placeholder(dim.dim_param))
        return Stated(kind, tensor.elem_type, tuple(sizes), any(dim.dim_value < 0 for dim in dims), placeholders)

    def initializer(self, tensor: TensorProto, keep_content: bool = True, kind: Kind = "tensor") -> Value:
        """The value of a tensor in the model; small integer ones with what they hold."""
        dims, element = tuple(tensor.dims), tensor.data_type
        content = None
        if keep_content and element in _INTEGER_WIDTHS and len(dims) <= 1 and sum(dims) <= MOST_CONTENT:
            content = read_integers(tensor)
        return self.tensor(element, dims, content, kind=kind)


def _can_hold(shape: SymbolicShape | None, count: int) -> bool:
    """Whether a shape of at most one axis may have so many elements: not so after a Reshape that will fail."""
    if shape is None or len(shape) > 1:
        return shape is None
    size = shape[0] if shape else 1
    return not isinstance(size, int) or size == count


def shape_sizes(shape: SymbolicShape | None) -> tuple[int | str, ...] | None:
    """A shape as findings hold it: integers, and the text of every other size."""
    return None if shape is None else tuple(size if isinstance(size, int) else size_text(size) for size in shape)


_INTEGER_WIDTHS: Final[dict[int, int]] = {TensorProto.INT64: 8, TensorProto.INT32: 4, TensorProto.BOOL: 1}


def read_integers(tensor: TensorProto) -> tuple[int, ...] | None:
    """The elements of a small integer or bool tensor; None if the data is elsewhere, or not what the shape asks for."""
    if tensor.data_location == TensorProto.EXTERNAL:
        return None
    count = 1
    for size in tensor.dims:
        count *= size
    if tensor.raw_data:
        data, width = tensor.raw_data, _INTEGER_WIDTHS[tensor.data_type]
        found = tuple(
            int.from_bytes(data[at : at + width], "little", signed=width > 1) for at in range(0, len(data), width)
        )
    else:
        field = tensor.int64_data if tensor.data_type == TensorProto.INT64 else tensor.int32_data
        found = tuple(field)
    return found if len(found) == count else None


def _without_shapes(type_: TypeProto) -> bytes:
    bare = TypeProto()
    bare.CopyFrom(type_)
    _forget_shapes(bare)
    return bytes(bare.SerializeToString(deterministic=True))


def _forget_shapes(type_: TypeProto) -> None:
    which = type_.WhichOneof("value")
    if which in ("tensor_type", "sparse_tensor_type"):
        getattr(type_, which).ClearField("shape")
    elif which == "map_type":
        _forget_shapes(type_.map_type.value_type)
    elif which in ("sequence_type", "optional_type"):
        _forget_shapes(getattr(type_, which).elem_type)
