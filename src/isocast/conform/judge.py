"""What an answer is worth: the outcome of a case, and for anything but a pass what was seen instead."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from ..spec.literals import COMPLEX, decode_number, numbers
from ..spec.numbers import FORMATS, Format
from ..spec.tensor import Tensor
from .case import Latitude, Refusal


class Outcome(StrEnum):
    """What became of a case, best first."""

    PASS = "pass"
    NOT_IMPLEMENTED = "not implemented"
    ERROR = "error"
    WRONG = "wrong"
    TIMEOUT = "timeout"
    CRASH = "crash"


@dataclass(frozen=True)
class Answer:
    """What a backend did: gave a tensor, or failed in one of the ways of `Outcome`.

    `is_incompatible` is what the backend's own `is_compatible` says of a model it failed to prepare.
    """

    outcome: Outcome
    tensor: Tensor | None = None
    detail: str = ""
    is_incompatible: bool = False


@dataclass(frozen=True)
class Verdict:
    """The outcome of a case, and a line about it where it is not a pass."""

    outcome: Outcome
    detail: str = ""


def judge(expected: Tensor | Refusal, answer: Answer, latitude: Latitude) -> Verdict:
    """The verdict on an answer.

    Where an error is expected any error will do, but not that the operator or type is not implemented: a runtime that
    has nothing would pass. A type outside the schema is the exception, for that is how a runtime says so.
    """
    if isinstance(expected, Refusal):
        return _judge_refusal(expected, answer)
    if answer.tensor is None:
        return Verdict(Outcome.NOT_IMPLEMENTED if answer.is_incompatible else answer.outcome, answer.detail)
    difference = _difference(expected, answer.tensor, latitude)
    return Verdict(Outcome.WRONG, difference) if difference else Verdict(Outcome.PASS)


def _judge_refusal(expected: Refusal, answer: Answer) -> Verdict:
    if answer.tensor is not None:
        return Verdict(Outcome.WRONG, f"answers {show(answer.tensor)}, expected an error: {expected.summary}")
    is_lack = answer.outcome is Outcome.NOT_IMPLEMENTED and expected.kind == "TypeMismatchError"
    if answer.outcome is Outcome.ERROR or is_lack:
        return Verdict(Outcome.PASS, answer.detail)
    return Verdict(answer.outcome, answer.detail)


def _difference(expected: Tensor, found: Tensor, latitude: Latitude) -> str:
    """Where two tensors differ more than the latitude allows; empty if they do not."""
    if found.type != expected.type:
        return f"answers {found.type}, expected {expected.type}"
    if found.shape != expected.shape:
        return f"answers shape {found.shape}, expected {expected.shape}"
    for place, (ours, theirs) in enumerate(zip(expected.values, found.values, strict=True)):
        if ours != theirs and not _is_near(expected.type, ours, theirs, latitude):
            wanted, seen = _show_value(expected.type, ours), _show_value(expected.type, theirs)
            return f"element {place} is {seen}, expected {wanted}"
    return ""


def _is_near(kind: str, ours: object, theirs: object, latitude: Latitude) -> bool:
    if kind not in FORMATS or latitude.nan_bits_count:
        return False
    layout, a, b = FORMATS[kind], cast(int, ours), cast(int, theirs)
    if layout.is_nan(a) or layout.is_nan(b):
        return layout.is_nan(a) and layout.is_nan(b)
    if layout.is_zero(a) and layout.is_zero(b):
        return latitude.either_zero
    if layout.is_negative(a) == layout.is_negative(b) and abs(a - b) <= latitude.ulps:
        return True
    return latitude.absolute > 0 and _distance(layout, a, b) <= latitude.absolute


def _distance(layout: Format, a: int, b: int) -> float:
    if layout.is_infinite(a) or layout.is_infinite(b):
        return float("inf")
    return abs(decode_number(layout, a) - decode_number(layout, b))


def _show_value(kind: str, value: object) -> str:
    number = numbers(Tensor((), (value,), kind))[0]
    if kind in FORMATS:
        return f"{number!r} (0x{cast(int, value):0{FORMATS[kind].width // 4}x})"
    if kind in COMPLEX:
        real, imaginary = cast(tuple[int, int], value)
        return f"{number!r} (0x{real:x}, 0x{imaginary:x})"
    return repr(number)


def show(tensor: Tensor, most: int = 4) -> str:
    """A tensor in a few words: type, shape and its first elements."""
    first = ", ".join(map(repr, numbers(Tensor((min(most, len(tensor.values)),), tensor.values[:most], tensor.type))))
    more = ", …" if len(tensor.values) > most else ""
    return f"{tensor.type}{list(tensor.shape)} {first}{more}".rstrip()
