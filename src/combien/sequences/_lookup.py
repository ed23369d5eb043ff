"""Which sequence of the OEIS begins like this, in a local copy of its file `stripped.gz`.

The file has a line for each sequence, `A005178 ,1,1,5,11,36,95,`, after comments.  It is read
once, as a stream, and nothing in it is trusted: lines and the whole text have a limit of size.
"""

from __future__ import annotations

import gzip
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import IO

from combien._base.files import open_regular
from combien._wording import printable
from combien.errors import BadFormat, BadInput
from combien.sequences._terms import checked_terms

# The file of 2026 has 80 MB of text in 390,000 lines of at most about 300 characters.
_LONGEST_LINE = 100_000
_MOST_BYTES = 4_000_000_000
_NUMBER = re.compile(rb"A\d{6,9}")
# With fewer terms in common, every sequence matches something.
_LEAST_COMMON = 4
_MOST_DROPPED = 4


@dataclass(frozen=True)
class Match:
    """A sequence of the file that agrees with the terms, and how.

    `dropped` are the leading terms that it leaves out, `extra` the leading terms that it has
    before them; `common` is the number of terms in common, from there on, all equal.  With a `step`
    above 1, the sequence has only each `step`-th term, all others being 0.
    """

    number: str
    dropped: int
    extra: int
    common: int
    step: int = 1

    def __str__(self) -> str:
        text = f"{self.number}: {self.common} terms agree"
        if self.step > 1:
            text += f", of a({self.step}n)"
        if self.dropped:
            text += f", from a({self.dropped * self.step}) on"
        if self.extra:
            text += f", after {self.extra} other{'s' if self.extra > 1 else ''}"
        return text


def look_up(
    terms: Sequence[int],
    file: str | os.PathLike[str],
    *,
    limit: int = 20,
) -> tuple[Match, ...]:
    """Return the sequences of a `stripped.gz` (or its unpacked text) that have these terms.

    Up to four leading terms may be missing in the file, or in `terms`; the rest must agree as far
    as both go, in at least four terms, not all 0 or 1.  If only each k-th term is not 0, sequences
    of these terms are found, too.  Exact matches come first, then those with more terms in common.

    Raises `BadInput` for too few terms, and `BadFormat` if the file cannot be read.
    """
    terms = checked_terms(terms)
    pattern = [str(term).encode() for term in terms]
    if len(pattern) < _LEAST_COMMON:
        raise BadInput(f"terms: expected at least {_LEAST_COMMON} to look for, not {len(pattern)}")
    patterns = {1: pattern}
    step = gcd(*(n for n, term in enumerate(terms) if term))
    if step > 1 and len(pattern[::step]) >= _LEAST_COMMON:
        patterns[step] = pattern[::step]
    name = printable(os.fsdecode(file))
    found = []
    with open_regular(file) as stream:
        for number, line in _lines(stream, name):
            for step, pattern in patterns.items():
                match = _match(pattern, number, line, step)
                if match is not None:
                    found.append(match)
    found.sort(key=lambda match: (match.dropped + match.extra > 0, -match.common, match.number))
    return tuple(found[:limit])


def _lines(stream: IO[bytes], name: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the numbers and terms of the lines; raise `BadFormat` for other files."""
    packed = stream.read(2) == b"\x1f\x8b"
    stream.seek(0)
    text: IO[bytes] = gzip.GzipFile(fileobj=stream) if packed else stream  # type: ignore[assignment]
    total = place = 0
    try:
        while line := text.readline(_LONGEST_LINE):
            place += 1
            total += len(line)
            if len(line) == _LONGEST_LINE or total > _MOST_BYTES:
                raise BadFormat(f"'{name}', line {place}: too long for a list of sequences")
            if line.startswith(b"#") or line.isspace():
                continue
            number, _, terms = line.partition(b" ")
            terms = terms.strip()
            if not _NUMBER.fullmatch(number) or not terms.startswith(b","):
                raise BadFormat(
                    f"'{name}', line {place}: expected a line such as 'A000045 ,0,1,1,2,3,5,'"
                )
            yield number, terms
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadFormat(f"'{name}': the compressed data is damaged ({error})") from None


def _match(pattern: list[bytes], number: bytes, line: bytes, step: int) -> Match | None:
    # Long lines are taken apart only if they contain some consecutive terms.
    anchor = min(_MOST_DROPPED, len(pattern) - _LEAST_COMMON)
    some = b"," + b",".join(pattern[anchor : anchor + _LEAST_COMMON]) + b","
    if some not in line and line.count(b",") > 2 * _MOST_DROPPED + _LEAST_COMMON:
        return None
    known = line.strip(b",").split(b",")
    shifts = [(0, 0)]
    for moved in range(1, _MOST_DROPPED + 1):
        shifts += [(moved, 0), (0, moved)]
    for dropped, extra in shifts:
        ours, theirs = pattern[dropped:], known[extra:]
        common = min(len(ours), len(theirs))
        if (
            common >= _LEAST_COMMON
            and ours[:common] == theirs[:common]
            and set(ours[:common]) - {b"0", b"1"}
        ):
            return Match(number.decode(), dropped, extra, common, step)
    return None
