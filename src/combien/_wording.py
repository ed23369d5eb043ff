"""Text for people: numbers with their nouns, and words from files made safe for a terminal."""

from __future__ import annotations

__all__ = ["counted", "printable", "printable_lines"]


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
