"""The links of a page, and the anchors of its headings.

A page is Markdown.  Links in code (in fences or between backticks) are ignored.  An anchor is a
heading in lower case, with hyphens for blanks and without punctuation.
"""

from __future__ import annotations

import re
from pathlib import Path

FENCE = re.compile(r"^(```+).*?^\1`*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+)[^`].*?\1", re.DOTALL)
LINK = re.compile(r"(?<=\]\()[^()\s]+(?=\))|(?<=<img src=\")[^\"]+")
HEADING = re.compile(r"^#+ +(.*?) *$", re.MULTILINE)


def prose(page: str) -> str:
    """Return the page without its code.

    >>> prose("a `[b](c)` d")
    'a  d'
    """
    return CODE.sub("", FENCE.sub("", page))


def links(page: str) -> list[str]:
    """Return the targets of links and pictures inside the repository, in order.

    >>> links('[a](b.md#c), ![d](e.svg), [f](https://g), `[h](i)`, <img src="j.png" width="9">')
    ['b.md#c', 'e.svg', 'j.png']
    """
    return [found for found in LINK.findall(prose(page)) if not re.match(r"\w+:", found)]


def anchors(page: str) -> set[str]:
    """Return the anchors of the headings.

    >>> sorted(anchors("# Which engine, when?\\n\\n## `fkt`"))
    ['fkt', 'which-engine-when']
    """
    return {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")
        for heading in HEADING.findall(FENCE.sub("", page))
    }


def target(page: Path, link: str) -> tuple[Path, str]:
    """Return the file that a link of this page points to, and its anchor or ""."""
    place, _, anchor = link.partition("#")
    return ((page.parent / place).resolve() if place else page.resolve()), anchor
