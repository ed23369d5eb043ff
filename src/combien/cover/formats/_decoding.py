"""Decode the bytes of a text file: UTF-8, or the encodings of older programs.

Today's files are UTF-8.  Older ones are often Windows-1252 or Latin-1 without a declaration; then
the text is decoded and a `FormatWarning` names the assumed encoding.  A file that declares its
encoding, as XML does, is decoded in it, unless it is valid UTF-8.
"""

from __future__ import annotations

import re
import warnings

from combien._wording import printable
from combien.cover.formats._text import FormatWarning, bad

__all__ = ["declared_in_xml", "decoded"]

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
