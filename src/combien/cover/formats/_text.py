"""Functions shared by the formats: decoding and reading untrusted text, with positions.

Every reader passes its text through `checked` and `numbered`, and every number through `natural`,
so the limits are in one place: far above what a problem needs, and below what exhausts a machine.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import islice

from combien import _native
from combien._base.budget import SLICE_SECONDS
from combien._base.checks import did_you_mean
from combien._wording import printable
from combien.cover._problem import Problem
from combien.errors import BadFormat

MOST_ITEMS = 4_000_000
MOST_LINE = 32_000_000
_MOST_DIGITS = 19

# A text is split into lines in blocks of about this size.
_BLOCK = 100_000

_FEATURES: dict[str, Callable[[Problem], bool]] = {
    "secondary items": lambda problem: problem.primary_count < problem.item_count,
    "colors": lambda problem: problem.has_colors,
    "bounds": lambda problem: problem.has_bounds,
    "costs": lambda problem: problem.has_costs or bool(problem.constant),
    "maximization": lambda problem: problem.sense == "maximize" and problem.has_costs,
    "constant of the costs": lambda problem: bool(problem.constant),
}


class FormatWarning(UserWarning):
    """A harmless loss or renaming, or a feature that other programs may not read."""


def bad(message: str, *, line: int = 0, column: int = 0) -> BadFormat:
    """Return an error with its place in a text; lines and columns count from 1.

    >>> bad("expected an item", line=3, column=7)
    BadFormat('line 3, column 7: expected an item')
    """
    place = f"line {line}" if line else ""
    if column:
        place += f", column {column}"
    return BadFormat(f"{place}: {message}" if place else message)


def checked(text: str) -> str:
    """Return the text without a byte order mark; raise `BadFormat` if it is binary."""
    if not isinstance(text, str):
        raise BadFormat(f"expected a text, not a value of type {type(text).__name__}: decode it")
    place = text.find("\0")
    if place >= 0:
        line = text.count("\n", 0, place) + 1
        raise bad(
            "a NUL character: this is not a text file",
            line=line,
            column=place - text.rfind("\n", 0, place),
        )
    return text.removeprefix("\ufeff")


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, from 1.

    Raises `BadFormat` for a line that is too long.
    """
    number, begin = 0, 0
    while begin <= len(text):
        end = text.find("\n", begin + _BLOCK)
        if end < 0:
            end = len(text)
        for line in text[begin:end].split("\n"):
            number += 1
            if len(line) > MOST_LINE:
                raise bad(
                    f"{len(line)} characters in a line: the limit is {MOST_LINE}", line=number
                )
            yield number, line
        begin = end + 1


def read_on(reader: _native.EcReader | _native.DlxReader) -> bool:
    """Run a reader of the core to its end, in slices; return whether the text was plain."""
    while (outcome := reader.run(SLICE_SECONDS)) == _native.OUT_OF_SLICE:
        pass
    return outcome == _native.DONE


def natural(word: str, what: str, *, most: int = 2**62, line: int = 0, column: int = 0) -> int:
    """Parse a number in decimal digits.

    >>> natural("12", "the number of items")
    12
    >>> natural("1e9", "the number of items", line=1)
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: line 1: expected the number of items in digits, not '1e9'
    """
    if not (word.isascii() and word.isdigit()):
        raise bad(f"expected {what} in digits, not {quoted(word)}", line=line, column=column)
    if len(word) > _MOST_DIGITS or int(word) > most:
        raise bad(f"{what} is {quoted(word)}: the limit is {most}", line=line, column=column)
    return int(word)


def quoted(word: str) -> str:
    """Return the word in quotes, cut if it is long."""
    return repr(word if len(word) <= 40 else word[:37] + "...")


def trimmed(message: str) -> str:
    """Return a message of moderate length, as the names that it quotes may be long."""
    return message if len(message) <= 500 else f"{message[:300]} ... {message[-150:]}"


def hint(word: str, known: Iterable[object]) -> str:
    """Return a suggestion among the first 2000 names, as searching a million takes seconds."""
    return did_you_mean(word[:40], map(str, islice(known, 2000)))


def refuse(problem: Problem, *, by: str, features: Container[str], instead: str) -> None:
    """Raise `BadFormat` if the problem has a feature that a format does not support."""
    for feature, present in _FEATURES.items():
        if feature in features and present(problem):
            raise BadFormat(f"the {by} format has no {feature}: write {instead}")


# Decoding -----------------------------------------------------------------------------------------

# Today's files are UTF-8.  Older ones are often Windows-1252 or Latin-1 without a declaration; then
# the text is decoded and a `FormatWarning` names the assumed encoding.  A file that declares its
# encoding, as XML does, is decoded in it, unless it is valid UTF-8.


# The expressions are compiled on first use, as most files are UTF-8.
_DECLARATION = rb"""\s*<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']"""
# Encodings that a file may declare.  Some of the other codecs take quadratic time.
_DECLARED = (
    r"(iso-?8859-?|latin-?|windows-?125|cp-?125|cp)\d{1,3}|koi8-?[ru]|(us-)?ascii|shift-?jis"
    r"|euc-?(jp|kr)|gbk?|gb2312|gb18030|big5|macintosh|mac-?roman"
)
# Control characters that do not occur in text, except white space and an old end-of-file mark.
_CONTROLS = rb"[\x00-\x08\x0e-\x19\x1b-\x1f]"
_ASSUMED = (("cp1252", "Windows-1252"), ("latin-1", "Latin-1"))


def decoded(content: bytes, *, declared: str = "", file: str = "", stacklevel: int = 2) -> str:
    r"""Return the text of a file, without a byte order mark.

    >>> decoded("Götz".encode())
    'Götz'
    >>> with warnings.catch_warnings(record=True) as notes:
    ...     warnings.simplefilter("always")
    ...     decoded("a\nGötz".encode("latin-1"))
    'a\nGötz'
    >>> print(notes[0].message)
    line 2: this is not UTF-8: Windows-1252 was assumed

    UTF-8 is tried first, then the encoding `declared`, then Windows-1252, and Latin-1 if one of the
    five bytes occurs that Windows-1252 does not define.  `file` is named in the warning.

    Raises
    ------
    BadFormat
        If the content is not UTF-8, and its control characters show that it is not text.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    if declared and re.fullmatch(_DECLARED, declared.lower().replace("_", "-")):
        try:
            return content.decode(declared)
        except (LookupError, UnicodeDecodeError):
            pass
    if re.search(_CONTROLS, content) or content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise bad(
            "this is not text in UTF-8 or a single-byte encoding: save it as UTF-8, or name its "
            "format",
            line=line,
        )
    place = f"{printable(file)}, " if file else ""
    for codec, name in _ASSUMED:
        try:
            text = content.decode(codec)
        except UnicodeDecodeError:
            continue
        warnings.warn(
            f"{place}line {line}: this is not UTF-8: {name} was assumed",
            FormatWarning,
            stacklevel=stacklevel + 1,
        )
        return text
    raise AssertionError("every byte is a character of Latin-1")


def declared_in_xml(content: bytes) -> str:
    """Return the encoding that the declaration of an XML file names, or the empty string.

    >>> declared_in_xml(b'<?xml version="1.0" encoding="windows-1251"?><a/>')
    'windows-1251'
    """
    found = re.match(_DECLARATION, content[:400])
    return found[1].decode("ascii") if found else ""
