"""Text for people: numbers with their nouns, words from files made safe for a terminal, statements.

A statement is a code with values, which a table of templates puts into words.  A program that shows
reasons in another language needs no translation of sentences: it has its own table, with the same
codes.  `_french/statements.py` does so.

Templates name the values in braces: `{n}` a value, `{n:cell|cells}` one of two words by a number,
`{parts:;}` a list with another separator than a comma, and `{tile:^}` with a capital letter.
"""

from __future__ import annotations

from re import sub

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Mapping
    from typing import Any, TypeAlias

__all__ = ["Statement", "counted", "in_words", "printable", "printable_lines"]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which is given in the singular.

    >>> counted(1, "cell"), counted(3, "cell"), counted(2, "symmetry")
    ('1 cell', '3 cells', '2 symmetries')
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun[:-1]}ies" if noun.endswith("y") else f"{number} {noun}s"


def printable(text: str) -> str:
    r"""Replace each character that a terminal would interpret; the length stays the same.

    Text from a file (a name, a title, the file's own name) may contain escape sequences,
    line ends or marks that reverse the order of letters.

    >>> printable("a\tb\x1b[31m")
    'a b\ufffd[31m'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)


def printable_lines(text: str) -> str:
    r"""Replace characters that a terminal would interpret, but keep the ends of lines.

    >>> printable_lines("one\n\x1b[2Jtwo\n")
    'one\n\ufffd[2Jtwo\n'
    """
    if text.isprintable():
        return text
    return "\n".join(map(printable, text.split("\n")))


if TYPE_CHECKING:
    Value: TypeAlias = int | str | "Statement" | tuple["Statement", ...]

_SEPARATORS = {"": ", ", ";": "; ", "/": "\n"}
_FIELD = r"\{(\w+)(?::(\^?)([^}]*))?\}"


class Statement:
    """A code with values: numbers, text that is the same in each language, or other statements.

    >>> tile = Statement("tile", number=0)
    >>> tile.to_json()
    {'code': 'tile', 'values': {'number': 0}}
    """

    __slots__ = ("code", "values")

    def __init__(self, code: str, **values: Value) -> None:
        self.code = code
        self.values: Mapping[str, Value] = values

    def __repr__(self) -> str:
        values = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Statement({self.code!r}{values})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Statement):
            return NotImplemented
        return (self.code, self.values) == (other.code, other.values)

    def __hash__(self) -> int:
        return hash((self.code, tuple(self.values.items())))

    def to_json(self) -> dict[str, Any]:
        """Return the statement as an object with `code` and `values`; lists for tuples."""
        return {"code": self.code, "values": {k: _plain(v) for k, v in self.values.items()}}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Statement:
        """Return the statement that `to_json` wrote.

        >>> Statement.from_json({"code": "tile", "values": {"number": 0}})
        Statement('tile', number=0)
        """
        return cls(content["code"], **{k: _stated(v) for k, v in content["values"].items()})


def _plain(value: Value) -> Any:
    if isinstance(value, tuple):
        return [one.to_json() for one in value]
    return value.to_json() if isinstance(value, Statement) else value


def _stated(value: Any) -> Value:
    if isinstance(value, list):
        return tuple(Statement.from_json(one) for one in value)
    return Statement.from_json(value) if isinstance(value, dict) else value


def _english_plural(number: int) -> bool:
    return number != 1


def in_words(
    statement: Statement,
    templates: Mapping[str, str],
    *,
    is_plural: Callable[[int], bool] = _english_plural,
) -> str:
    """Return a statement in the words of a table of templates.

    >>> table = {"tile": "tile {number}", "has": "{tile:^} has {n} {n:cell|cells}."}
    >>> in_words(Statement("has", tile=Statement("tile", number=3), n=2), table)
    'Tile 3 has 2 cells.'

    Raises `KeyError` for a code that the table lacks, and for a template's value that the statement
    lacks.
    """

    def words(value: Value, separator: str = ", ") -> str:
        if isinstance(value, Statement):
            return in_words(value, templates, is_plural=is_plural)
        if isinstance(value, tuple):
            return separator.join(map(words, value))
        return str(value)

    def filled(found: re.Match[str]) -> str:
        name, capital, form = found.group(1), found.group(2) or "", found.group(3) or ""
        value = statement.values[name]
        if "|" in form:
            one, many = form.split("|")
            return many if isinstance(value, int) and is_plural(value) else one
        text = words(value, _SEPARATORS[form])
        return text[:1].upper() + text[1:] if capital else text

    return sub(_FIELD, filled, templates[statement.code])
