"""Names, shapes and amounts as pages show them: escaped, shortened, and with nothing in them that steers the text.

Whatever comes from a model passes through here. Must not import any part of isocast.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, Final

LONGEST: Final = 80
_LONGEST_HINT: Final = 400
_MOST_SIZES: Final = 12
_MOST_TERMS: Final = 8


def visible(text: str) -> str:
    """The text, with characters that are not printed, or that turn others around, as their numbers.

    >>> visible("a\\u202eb\\n")
    'a‹U+202E›b‹U+000A›'
    """
    return "".join(letter if letter.isprintable() else f"‹U+{ord(letter):04X}›" for letter in text)


def shortened(text: str, most: int = LONGEST) -> str:
    """The text, visible, and without its middle if it is too long: names of nodes differ at their ends.

    >>> shortened("/encoder/layer/attention/Add", 15)
    '/encode…ion/Add'
    """
    safe = visible(text[: most + 1] if len(text) <= most else text[:most] + text[-most:])
    if len(text) <= most and len(safe) <= 2 * most:
        return safe
    head = (most - 1) // 2
    return f"{safe[:head]}…{safe[-(most - 1 - head) :]}"


def plain(value: object, most: int = LONGEST) -> str:
    """Any value as text of a page."""
    return escape(shortened(str(value), most))


def sentence(value: object) -> str:
    """A sentence of ours in which names may stand, as text of a page."""
    return plain(value, 600)


def code(value: object, most: int = LONGEST) -> str:
    """A name as a page shows it; pointed at, it tells more of a long one."""
    text = str(value)
    hint = f' title="{plain(text, _LONGEST_HINT)}"' if len(text) > most else ""
    return f'<code dir="ltr"{hint}>{plain(text, most)}</code>'


def shape_text(shape: Sequence[int | str] | None) -> str:
    """A shape as ONNX writes it, not escaped.

    >>> shape_text(["batch", 8, 64]), shape_text([]), shape_text(None)
    ('[batch, 8, 64]', '[]', '[?…]')
    """
    if shape is None:
        return "[?…]"
    sizes = [shortened(str(size), 40) for size in shape]
    if len(sizes) > _MOST_SIZES:
        sizes = [*sizes[:4], f"… {len(sizes) - 8} more …", *sizes[-4:]]
    return f"[{', '.join(sizes)}]"


def shape_code(shape: Sequence[int | str] | None) -> str:
    """A shape for a page."""
    return f'<code class="shape" dir="ltr">{escape(shape_text(shape))}</code>'


def amount(value: Any) -> str:
    """An amount for a page: a number, an expression, or nothing.

    >>> amount(4096), amount("16·N"), amount(None)
    ('4,096', '16·N', '')
    """
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else plain(value)


def total(amounts: Sequence[Any], unit: str) -> str:
    """What amounts add up to: numbers and products of sizes are added, other expressions are counted.

    >>> total([4, 8, "4·N", "12·N", "max(N, 2)"], "byte")
    '12 + 16·N bytes, and 1 amount in another form'
    """
    sums: dict[tuple[str, ...], int] = {}
    others = 0
    for value in amounts:
        if isinstance(value, int):
            sums[()] = sums.get((), 0) + value
        elif value is not None and (product := _product(value)):
            factor, names = product
            sums[names] = sums.get(names, 0) + factor
        else:
            others += value is not None
    terms = ["·".join([f"{factor:,}", *names]) for names, factor in sorted(sums.items()) if factor]
    if len(terms) > _MOST_TERMS:
        others += len(amounts) - others
        terms = []
    one = terms == ["1"]
    parts = [f"{' + '.join(terms) or '0'} {unit}{'' if one else 's'}"] if terms or not others else []
    if others:
        parts.append(f"{counted(others, 'amount')} in {'another form' if others == 1 else 'other forms'}")
    return ", and ".join(parts)


def _product(text: str) -> tuple[int, tuple[str, ...]] | None:
    """A number and the sizes it is multiplied with; None for an expression of another form."""
    first, *rest = text.split("·")
    if not first.isdecimal():
        first, rest = "1", [first, *rest]
    is_product = all(name and not set(name) & set(" +-*/(),") for name in rest)
    return (int(first), tuple(sorted(rest))) if is_product else None


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "node"), counted(1200, "node")
    ('1 node', '1,200 nodes')
    """
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def listed(words: Sequence[str]) -> str:
    """Words as a sentence has them."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
