"""A reader of pages that holds them to what the reports promise: well formed, self-contained, linked, accessible."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise

VOID = frozenset(("meta", "br", "input"))


class Page(HTMLParser):
    """What a page consists of; reading fails where tags are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        named = dict(attrs)
        if named.get("id"):
            self.ids.append(str(named["id"]))
        if "href" in named:
            self.links.append(str(named["href"]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "script"} & set(self.open):
            self.words += data


def check_page(text: str) -> Page:
    """The page, once everything that every page promises has been seen to hold."""
    page = Page(text)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert [link for link in page.links if not link.startswith("#") or link[1:] not in page.ids] == []
    assert not page.attributes & {"src", "srcset", "action", "style", "data"}
    assert not [name for name in page.attributes if name.startswith("on")]
    assert page.tags.count("script") == page.tags.count("h1") == 1
    assert not set(page.tags) & {"img", "iframe", "object", "embed", "base", "link", "form", "foreignobject"}
    assert re.findall(r"(?:https?:)?//[\w.]+", text.replace('xmlns="http://www.w3.org/2000/svg"', "")) == []
    assert page.tags.count("table") == page.tags.count("caption")
    assert page.tags.count("svg") <= page.tags.count("title") - 1
    levels = [int(tag[1]) for tag in page.tags if re.fullmatch("h[1-6]", tag)]
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert [letter for letter in text if not letter.isprintable() and letter != "\n"] == []
    return page
