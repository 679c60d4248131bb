"""Every exception isocast raises, with the clause it stands for and the facts behind it.

Data, no behaviour: the sentences are written where the facts are known, and put together here in one layout.
Must not import any other part of isocast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Shape = tuple[int, ...]


def _restore(kind: str, fields: dict[str, Any]) -> IsocastError:
    # By name: a class that `isocast` does not export could not be found by its module.
    error: IsocastError = globals()[kind](**fields)
    return error


@dataclass(eq=False, kw_only=True)
class IsocastError(Exception):
    """The base of every error: a first line, the clause or code, and what to do about it.

    `summary` is one line without a full stop; `picture` shows shapes; `rule` names the clause; `help` says what to do.
    """

    summary: str
    code: str
    picture: str = ""
    rule: str = ""
    help: str = ""

    def __str__(self) -> str:
        lines = [self.summary]
        lines += [f"    {row}" for row in self.picture.splitlines()]
        lines += [f"rule: {self.rule}"] if self.rule else []
        lines += [f"help: {self.help}"] if self.help else []
        return "\n".join(lines)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are pickled by their positional arguments; ours are keywords, and must survive multiprocessing.
        return _restore, (type(self).__name__, dict(self.__dict__))


@dataclass(eq=False, kw_only=True)
class BroadcastError(IsocastError, ValueError):
    """Shapes that do not broadcast: clause E1, or the unidirectional rules of seed 002.

    `tensor` and `axis` are the first offender in the order of clause B6; `axis` counts from 0 after alignment.
    """

    tensor: int
    axis: int
    size: int
    expected: int
    shapes: tuple[Shape, ...]


@dataclass(eq=False, kw_only=True)
class ProfileError(IsocastError, ValueError):
    """Something the strict profile forbids; `code` is the restriction: R1, R2, R3, R4 or strict-explicit."""

    argument: str = ""
    shapes: tuple[Shape, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(eq=False, kw_only=True)
class TypeMismatchError(IsocastError, TypeError):
    """An element type the operator's schema does not allow, or operands whose types differ."""

    argument: str = ""
    types: tuple[str, ...] = ()


@dataclass(eq=False, kw_only=True)
class ShapeError(IsocastError, ValueError):
    """Something given as a shape that is not one: a negative, fractional or boolean size, too many axes."""

    argument: str = ""


@dataclass(eq=False, kw_only=True)
class ArgumentError(IsocastError, TypeError):
    """An argument of the wrong kind or number: no tensor at all, a ragged list, an unusable `out`."""

    argument: str = ""


@dataclass(eq=False, kw_only=True)
class DivisionByZeroError(IsocastError, ZeroDivisionError):
    """An integer divisor of zero, or zero raised to a negative power; `index` is the first flat index of the result."""

    index: int


@dataclass(eq=False, kw_only=True)
class IntegerRangeError(IsocastError, OverflowError):
    """A real result that no integer of the result's type equals after truncation; `index` is its first flat index."""

    index: int


@dataclass(eq=False, kw_only=True)
class TooLargeError(IsocastError, MemoryError):
    """A result too large for memory or for an address; raised before anything is allocated."""

    shape: Shape
    bytes: int


@dataclass(eq=False, kw_only=True)
class ModelError(IsocastError, ValueError):
    """A model, or what it is given, that cannot be run; `node` says where, `problems` holds one line per node."""

    node: str = ""
    problems: tuple[str, ...] = ()


@dataclass(eq=False, kw_only=True)
class FileError(IsocastError, ValueError):
    """A file that is missing, unreadable, or not what its place asks for."""

    path: str = ""


for _error in [IsocastError, *IsocastError.__subclasses__()]:
    _error.__module__ = "isocast"  # what a traceback shows is the name people import
del _error
