"""A parser for untrusted XML, which returns a tree: no declarations, no downloads, limited size.

A document type is refused at its beginning, and with it all entities, which can refer to files or
expand without limit.  For a format whose files all have a certain document type, that one is
ignored if it declares nothing; it is never fetched.  Depth and number of elements are limited to
more than any puzzle needs.  Each element has its line number, so that errors have a position.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from xml.parsers import expat

from combien.cover.formats._text import declared_in_xml, decoded
from combien.errors import BadFormat

_DEEPEST = 64
_MOST_ELEMENTS = 500_000


@dataclass(slots=True)
class Element:
    """An element: its name, attributes, text and children, and the line where it begins."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self, name: str) -> list[Element]:
        """Return the children with this name."""
        return [child for child in self.children if child.name == name]

    def one(self, name: str) -> Element:
        """Return the only child with this name.

        Raises `BadFormat` if there is none, or several.
        """
        found = self.all(name)
        if len(found) != 1:
            raise self.bad(f"expected one <{name}> in <{self.name}>, not {len(found)}")
        return found[0]

    def number(self, name: str, *, most: int, default: int | None = None) -> int:
        """Return an attribute that is a number from 0 to `most`.  Raises `BadFormat`."""
        text = self.attributes.get(name)
        if text is None:
            if default is None:
                raise self.bad(f'<{self.name}> has no {name}: write one, as in {name}="1"')
            return default
        if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) > most:
            raise self.bad(f'{name}="{text[:40]}": expected a number from 0 to {most}')
        return int(text)

    def bad(self, message: str) -> BadFormat:
        """Return an error with the line of this element."""
        return BadFormat(f"line {self.line}: {message}")


def parsed(
    text: bytes, *, named: str = "", each: str = "", use: Callable[[Element], None] | None = None
) -> Element:
    """Return the root element of a document.

    >>> root = parsed(b"<a><b n='7'>x</b></a>")
    >>> root.one("b").number("n", most=9), root.one("b").text
    (7, 'x')

    Text that is neither UTF-8 nor in its declared encoding is read with a `FormatWarning` (see
    `decoded`).  A document type with the name `named` is allowed if it declares nothing.
    `use` is called for each complete element with the name `each` below the root, which then loses
    its children: large files take time and memory for one of them at a time.
    Raises `BadFormat` with the line for a document that is not well-formed, has another document
    type, is nested more than 64 deep, or has more than 500 000 elements.
    """
    # UTF-16 is recognized by its first bytes; its declaration is left to the parser.
    if not text.startswith((b"\xff\xfe", b"\xfe\xff")) and text.isascii() is False:
        text = decoded(text, declared=declared_in_xml(text), stacklevel=3).encode()
        parser = expat.ParserCreate("utf-8")
    else:
        parser = expat.ParserCreate()
    root = Element("", {}, 1)
    path = [root]
    # Text comes in pieces, between children; they are joined once, to take linear time.
    pieces: list[list[str]] = [[]]
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        element = Element(name, attributes, parser.CurrentLineNumber, "", [])
        if len(path) > _DEEPEST or count > _MOST_ELEMENTS:
            raise element.bad(
                f"more than {_DEEPEST} elements inside one another, or {_MOST_ELEMENTS} in all"
            )
        path[-1].children.append(element)
        path.append(element)
        pieces.append([])

    def end(name: str) -> None:
        nonlocal count
        if found := pieces.pop():
            path[-1].text = found[0] if len(found) == 1 else "".join(found)
        element = path.pop()
        if use is not None and name == each and len(path) == 2:
            use(element)
            # Elements that are freed do not count.
            element.children.clear()
            count = len(path[1].children)

    def take(data: str) -> None:
        pieces[-1].append(data)

    def refuse(*_: object) -> None:
        raise BadFormat(
            f"line {parser.CurrentLineNumber}: document types and entities are not allowed: "
            "remove <!DOCTYPE ...>"
        )

    def doctype(name: str, system: str | None, public: str | None, inside: bool) -> None:
        if inside or not named or name != named:
            refuse()

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = take
    parser.StartDoctypeDeclHandler = doctype
    # After a document type declaration, expat does not report unknown entities as errors.
    parser.SkippedEntityHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "not XML")
        raise BadFormat(f"line {error.lineno}: not well-formed XML: {reason}") from None
    except (ValueError, LookupError) as error:
        if isinstance(error, BadFormat):
            raise
        raise BadFormat(f"not well-formed XML: {error}") from None
    return root.children[0]
