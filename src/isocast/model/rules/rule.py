"""What a rule is, what it judges and what it says: the words every rule file is written in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...opsets.signature import Signature
from ...shapes import Profile, SymbolicShape
from ..cost import cost
from ..findings import Amount, Severity, Sizes
from ..values import Pool, Value, shape_sizes


@dataclass(frozen=True, kw_only=True)
class Rule:
    """A page of `isocast rules`. `severity` and `strict` are those of the profiles onnx and sonnx; None: not reported.

    `example` is a model in ONNX's textual form that the rule finds something in, `fixed` one it does not.
    """

    code: str
    title: str
    clause: str
    rationale: str
    fix: str
    severity: Severity | None = None
    strict: Severity | None = None
    example: str = ""
    fixed: str = ""

    def weight(self, profile: Profile) -> Severity | None:
        """The severity under a profile."""
        return self.strict if profile == "sonnx" else self.severity


@dataclass(frozen=True, slots=True)
class Situation:
    """One node to be judged: its operator's signature, attributes and operands, None for one left out.

    `attributes` are those that the schema has, `wrong_attributes` the others and those of another kind.
    """

    pool: Pool
    profile: Profile
    opset: int
    signature: Signature
    attributes: Mapping[str, Any]
    operands: tuple[Value | None, ...]
    wrong_attributes: frozenset[str] = frozenset()

    @property
    def operator(self) -> str:
        """The operator's name."""
        return self.signature.name

    def label(self, place: int) -> str:
        """What the schema calls the operand at a place."""
        return self.signature.operand_name(place)

    def shape(self, place: int) -> SymbolicShape | None:
        """The shape of the operand at a place; None if it is left out or not known."""
        operand = self.operands[place] if place < len(self.operands) else None
        return None if operand is None else operand.shape

    def cost(self, place: int, shape: SymbolicShape) -> tuple[Amount, Amount]:
        """Elements and bytes that the operand at a place takes in a shape."""
        operand = self.operands[place]
        return cost(self.pool, 0 if operand is None else operand.element, shape)


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of one operand, and what its explicit form would write."""

    note: str = ""
    elements: Amount = None
    bytes: Amount = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rule says of a situation, whatever the place: nodes of one kind share it. `{model}` is its name."""

    code: str
    message: str
    help: str
    clause: str = ""
    argument: str = ""
    remarks: Mapping[int, Remark] | None = None
    result: Sizes | None = None
    condition: str = ""


Judge = Callable[[Situation], Iterator[Verdict]]


def sentences(*texts: str) -> str:
    """Sentences as prose is kept: one on each line."""
    return "\n".join(texts)


def model_text(signature: str, *nodes: str, opset: int = 18, values: str = "") -> str:
    """A model in ONNX's textual form, from `inputs => outputs` and its nodes; `values` are stated types.

    >>> print(model_text("float[2] x => float[2] y", "y = Relu(x)"))
    <ir_version: 9, opset_import: ["": 18]>
    m (float[2] x) => (float[2] y)
    {
      y = Relu(x)
    }
    """
    inputs, outputs = signature.split(" => ")
    custom = ', "custom": 1' if any("custom." in node for node in nodes) else ""
    head = f'<ir_version: {9 if opset > 8 else 3}, opset_import: ["": {opset}{custom}]>'
    stated = f"<{values}>\n" if values else ""
    return f"{head}\nm ({inputs}) => ({outputs})\n{stated}{{\n" + "".join(f"  {node}\n" for node in nodes) + "}"


def listed(words: list[str], word: str = "and") -> str:
    """Words in a row.

    >>> listed(["A", "B", "C"])
    'A, B and C'
    """
    *first, last = words
    return f"{', '.join(first)} {word} {last}" if first else last


def shown(shape: SymbolicShape | None) -> str:
    """A shape as ONNX writes it.

    >>> shown((2, 3))
    '[2, 3]'
    """
    return "[?…]" if shape is None else f"[{', '.join(map(str, shape_sizes(shape) or ()))}]"
