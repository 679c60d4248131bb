"""Why some bytes are not an ONNX model: what they are instead, in words that say what to do.

Pure: looks at bytes only. Must not import onnx.
"""

from __future__ import annotations

from typing import Final

_GIT_LFS: Final = b"version https://git-lfs.github.com/spec/"
_KINDS: Final = (
    (0, b"PK\x03\x04", "is a ZIP archive (PyTorch and Keras save such files), not an ONNX model", "export it to ONNX"),
    (0, b"\x1f\x8b", "is compressed with gzip, not an ONNX model", "decompress it first"),
    (0, b"BZh", "is compressed with bzip2, not an ONNX model", "decompress it first"),
    (0, b"\xfd7zXZ", "is compressed with xz, not an ONNX model", "decompress it first"),
    (0, b"\x28\xb5\x2f\xfd", "is compressed with zstd, not an ONNX model", "decompress it first"),
    (0, b"\x89HDF", "is an HDF5 file, not an ONNX model", "export it to ONNX"),
    (4, b"TFL3", "is a TensorFlow Lite model, not an ONNX model", "export it to ONNX"),
    (4, b"ORTM", "is in ONNX Runtime's own format, not an ONNX model", "use the model it was made from"),
    (0, b"\x80\x02", "is a Python pickle, not an ONNX model", "export it to ONNX"),
)
_GRAPH_FIELD: Final = 7
_VARINT, _FIXED64, _LENGTH, _FIXED32 = 0, 1, 2, 5


def why_not_a_model(data: bytes, error: str) -> tuple[str, str]:
    """What is wrong and what to do, as the end of a sentence about the file and a help line.

    >>> why_not_a_model(b"version https://git-lfs.github.com/spec/v1\\n", "")[0]
    'is a Git LFS pointer (43 bytes), not an ONNX model'
    """
    if not data:
        return "is empty", "fetch or export it again"
    if data.startswith(_GIT_LFS):
        return (
            f"is a Git LFS pointer ({len(data)} bytes), not an ONNX model",
            "run `git lfs pull` where the file comes from",
        )
    for at, mark, what, help_ in _KINDS:
        if data.startswith(mark, at):
            return what, help_
    if _is_text(data):
        return "is a text file, not an ONNX model", "give the binary .onnx file"
    if "depth" in error.lower() or "recursion" in error.lower():
        return (
            "has graphs or types nested deeper than protocol buffers allow",
            "no runtime reads it: export it with fewer nested subgraphs",
        )
    return _about_fields(data)


def _is_text(data: bytes) -> bool:
    start = data[:4096]
    try:
        text = start.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start < len(start) - 3:  # not just a character cut in two
            return False
        text = start[: error.start].decode("utf-8")
    return all(character.isprintable() or character in "\r\n\t\f" for character in text)


def _about_fields(data: bytes) -> tuple[str, str]:
    """Whether the fields of a model are there and merely end too early."""
    fields, missing = _fields(data)
    if missing and fields & {1, 2, 3, _GRAPH_FIELD}:
        return f"is cut off: {missing} bytes are missing at the end", "fetch or export it again"
    if _GRAPH_FIELD in fields:
        return "is damaged: its graph cannot be read", "fetch or export it again"
    return "is not an ONNX model", "give the .onnx file itself"


def _fields(data: bytes) -> tuple[set[int], int]:
    """The numbers of the outermost fields, and how many bytes the last one lacks."""
    fields: set[int] = set()
    at, end = 0, len(data)
    while at < end:
        tag, at = _varint(data, at)
        number, kind = tag >> 3, tag & 7
        if not 1 <= number <= 100:
            return set(), 0
        fields.add(number)
        if kind == _VARINT:
            _, at = _varint(data, at)
        elif kind == _LENGTH:
            length, at = _varint(data, at)
            at += length
        elif kind in (_FIXED32, _FIXED64):
            at += 4 if kind == _FIXED32 else 8
        else:
            return set(), 0
    return fields, at - end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data) and shift < 64:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
    return value, at + 1  # it ends beyond the data
