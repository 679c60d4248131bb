"""Seeded inputs: the same on every machine and with every version of NumPy.

Every element comes from one 64-bit number of PCG64, whose stream NumPy keeps for good, seeded by the run's seed and
the CRC-32 of the input's name; from there on there is integer arithmetic and exact scaling only:

- floats: the top 24 bits, scaled to [-2, 2) in steps of 2^-22 (to [0, 1) in steps of 2^-24 where the former was
  refused), then rounded to the type; integers: the remainder of the number by the bound that the input's role gives;
- bool: the lowest bit, and a single one alternates with the seed; strings: words of a short list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from zlib import crc32

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto

from .roles import Role
from .sizes import Port

Array = NDArray[Any]
Given = Array | list[Array]

_WORDS: Final = ("", "a", "ONNX", "the quick brown fox", "3.5", "12", "Ä", "日本", "x y", "-1")
_IN_SEQUENCE: Final = 2  # tensors
_USUAL: Final = 10  # integers of which nothing is known are below it


class Range(StrEnum):
    """From which range elements are taken; the later ones are tried when a model refuses the earlier."""

    USUAL = ""
    BINARY = "binary"  # floats from [0, 1), integers 0 or 1
    ONES = "ones"
    ZEROS = "zeros"


@dataclass(frozen=True)
class Draw:
    """What inputs are made from: a seed, a range, and the sizes that were chosen for symbols."""

    seed: int
    range: Range
    dims: Mapping[str, int]


def value(port: Port, shape: tuple[int, ...], draw: Draw, role: Role) -> Given:
    """The input, as an array or for a sequence as a list of arrays."""
    which = port.info.type.WhichOneof("value")
    if which == "tensor_type":
        return _array(port.name, port.element, shape, draw, role)
    inner = port.info.type.sequence_type if which == "sequence_type" else port.info.type.optional_type
    kind = inner.elem_type.tensor_type.elem_type
    if which == "optional_type":
        return _array(port.name, kind, shape, draw, role)
    return [_array(f"{port.name}[{number}]", kind, shape, draw, role) for number in range(_IN_SEQUENCE)]


def is_supported(port: Port) -> bool:
    """Whether inputs of this kind can be made: tensors, sequences of tensors, optional tensors."""
    type_ = port.info.type
    which = type_.WhichOneof("value")
    if which in ("sequence_type", "optional_type"):
        type_ = getattr(type_, which).elem_type
    return bool(type_.WhichOneof("value") == "tensor_type" and type_.tensor_type.elem_type)


def _array(name: str, element: int, shape: tuple[int, ...], draw: Draw, role: Role) -> Array:
    count = int(np.prod(shape, dtype=np.int64))
    sequence = np.random.SeedSequence([draw.seed, crc32(name.encode())])
    raw: Array = np.asarray(np.random.PCG64(sequence).random_raw(count), np.uint64).reshape(shape)
    if element == TensorProto.STRING:
        words = np.empty(count, object)
        words[:] = [_WORDS[int(number) % len(_WORDS)] for number in raw.reshape(-1)]
        return words.reshape(shape)
    dtype = onnx.helper.tensor_dtype_to_np_dtype(element)
    if draw.range in (Range.ONES, Range.ZEROS):
        return np.full(shape, int(draw.range is Range.ONES)).astype(dtype)
    if element == TensorProto.BOOL:
        is_flag = count == 1  # which is each way in every second run
        return np.full(shape, (draw.seed + crc32(name.encode())) % 2 == 1) if is_flag else _below(raw, 2).astype(dtype)
    if element not in _INTEGERS:
        return _floats(raw, draw.range).astype(dtype)
    if draw.range is Range.BINARY:
        return _below(raw, 2).astype(dtype)
    return _integers(name.lower(), raw, element, draw, role).astype(dtype)


def _floats(raw: Array, range_: Range) -> Array:
    top = (raw >> np.uint64(40)).astype(np.int64)
    if range_ is Range.BINARY:
        return np.asarray(top * 2.0**-24)
    return np.asarray((top - 2**23) * 2.0**-22)


def _integers(word: str, raw: Array, element: int, draw: Draw, role: Role) -> Array:
    """Integers as the input's role or its name asks for them."""
    most = _MOST.get(element, _USUAL)
    if role.telling:
        numbers = np.array([*role.telling, role.telling[0] + 1], np.int64)  # and one that is equal to none
        return np.asarray(numbers[_below(raw, len(numbers))])
    if role.is_divisor or role.is_size:
        return np.asarray(_below(raw, 3) + 1)
    if role.bound is not None:
        return _below(raw, min(role.bound, _MOST.get(element, role.bound)))
    if any(part in word for part in ("mask", "segment", "token_type")):
        return _below(raw, 2)
    if "len" in word and draw.dims:
        return np.full(raw.shape, max(draw.dims.values()))
    return _below(raw, most)


def _below(raw: Array, bound: int) -> Array:
    return np.asarray((raw % np.uint64(max(bound, 1))).astype(np.int64))


_INTEGERS: Final = frozenset(
    number for name, number in TensorProto.DataType.items() if name.startswith(("INT", "UINT"))
)
_MOST: Final[Mapping[int, int]] = {TensorProto.UINT8: 256, TensorProto.INT8: 128} | {
    number: 2 for name, number in TensorProto.DataType.items() if name in ("INT4", "UINT4", "INT2", "UINT2")
}
