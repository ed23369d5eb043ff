"""XML that strangers wrote, as a tree: nothing is declared, nothing is fetched, nothing is endless.

A document type is refused where it begins, and with it all entities, which can name files or grow
without end.  A format whose files all name one may let it stand, if nothing is declared in it: it
is not fetched, and ignored.  Refused are depth, elements and text beyond what any puzzle
needs.  Each element knows its line, so that errors have a position.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.parsers import expat

from combien.cover.formats._decoding import declared_in_xml, decoded
from combien.errors import BadFormat

__all__ = ["Element", "parsed"]

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
        """Return the children of this name."""
        return [child for child in self.children if child.name == name]

    def one(self, name: str) -> Element:
        """Return the only child of this name.

        Raises `BadFormat` when there is none, or several.
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
        """Return an error with the place."""
        return BadFormat(f"line {self.line}: {message}")


def parsed(text: bytes, *, named: str = "") -> Element:
    """Return the root of a document.

    >>> root = parsed(b"<a><b n='7'>x</b></a>")
    >>> root.one("b").number("n", most=9), root.one("b").text
    (7, 'x')

    A text that is neither UTF-8 nor what it declares is read with a `FormatWarning`, see `decoded`.
    A document type of the name `named` may stand there, with nothing in it.
    Raises `BadFormat` with the line for what is not well formed, has a document type, or is nested
    more than 64 deep or of more than 500 000 elements.
    """
    # UTF-16 is recognized by its first bytes; its declaration is left to the parser.
    if not text.startswith((b"\xff\xfe", b"\xfe\xff")) and text.isascii() is False:
        text = decoded(text, declared=declared_in_xml(text), stacklevel=3).encode()
        parser = expat.ParserCreate("utf-8")
    else:
        parser = expat.ParserCreate()
    root = Element("", {}, 1)
    path = [root]
    # Text comes in bits, between children: joined once, as adding one to another copies all before.
    bits: list[list[str]] = [[]]
    count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        element = Element(name, attributes, parser.CurrentLineNumber)
        if len(path) > _DEEPEST or count > _MOST_ELEMENTS:
            raise element.bad(
                f"more than {_DEEPEST} elements inside one another, or {_MOST_ELEMENTS} in all"
            )
        path[-1].children.append(element)
        path.append(element)
        bits.append([])

    def end(name: str) -> None:
        path.pop().text = "".join(bits.pop())

    def take(data: str) -> None:
        bits[-1].append(data)

    def refuse(*_: object) -> None:
        raise BadFormat(
            f"line {parser.CurrentLineNumber}: a document type and entities are refused: "
            "take <!DOCTYPE ...> out"
        )

    def doctype(name: str, system: str | None, public: str | None, inside: bool) -> None:
        if inside or not named or name != named:
            refuse()

    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = take
    parser.StartDoctypeDeclHandler = doctype
    # Where a document type is named, an entity that is not known is no fault of the text to expat.
    parser.SkippedEntityHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages.get(error.code, "no XML")
        raise BadFormat(f"line {error.lineno}: this is no XML that can be read: {reason}") from None
    except (ValueError, LookupError) as error:
        if isinstance(error, BadFormat):
            raise
        raise BadFormat(f"this is no XML that can be read: {error}") from None
    return root.children[0]
