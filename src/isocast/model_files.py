"""Models as files hold them: read as bytes, and parsed; what cannot be is one clear refusal.

Must not import any part of isocast but `errors` and `not_a_model`.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Final

from google.protobuf.message import DecodeError
from onnx import ModelProto

from .errors import FileError
from .not_a_model import why_not_a_model

MOST_BYTES: Final = 2**31 - 1  # what a protocol buffer can be


def read_model(path: Path, name: str) -> ModelProto:
    """The model in a file; `name` is what a refusal calls it."""
    help_ = "check the path"
    try:
        status = path.stat()
        data = b"" if stat.S_ISDIR(status.st_mode) or status.st_size > MOST_BYTES else path.read_bytes()
    except FileNotFoundError:
        raise refused(name, "does not exist", help_) from None
    except OSError as error:
        raise refused(name, f"cannot be read: {error.strerror or 'the system refuses'}", help_) from None
    except ValueError:  # a null character in the path
        raise refused(repr(name), "is not a path", help_) from None
    if stat.S_ISDIR(status.st_mode):
        raise refused(name, "is a directory, not a model", "give the .onnx file inside it")
    if status.st_size > MOST_BYTES:
        what = f"has {status.st_size} bytes, more than the 2 GiB a protocol buffer can have"
        raise refused(name, what, "save it with its weights as external data")
    return parse_model(data, name)


def parse_model(data: bytes, name: str) -> ModelProto:
    """The model that some bytes are."""
    try:
        proto: ModelProto = ModelProto.FromString(data)
    except DecodeError as error:
        raise refused(name, *why_not_a_model(data, str(error))) from None
    if not proto.HasField("graph") or not (proto.graph.node or proto.graph.output or proto.graph.initializer):
        raise refused(name, *why_not_a_model(data, ""))
    return proto


def refused(name: str, what: str, help_: str, code: str = "IC903") -> FileError:
    """The exception for a file that cannot be read as a model."""
    return FileError(summary=f"{name} {what}", code=code, help=help_, path=name)
