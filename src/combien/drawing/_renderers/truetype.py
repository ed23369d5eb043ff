"""A font with some of the glyphs of another, as TrueType.

The only font that is read is `roboto.ttf`, which `tools/typeface.py` makes so that this is simple:
one map of characters, in format 12, long offsets, and no glyph that is made of others.  The tables
are those of https://learn.microsoft.com/typography/opentype/spec/otff.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate
from struct import iter_unpack, pack, unpack_from


class Font:
    """A font that was read: its glyphs by character, and their widths.

    >>> font = roboto()
    >>> font.width(font.glyphs[ord("A")]), font.units
    (1363, 2048)
    """

    def __init__(self, data: bytes) -> None:
        (count,) = unpack_from(">H", data, 4)
        self._tables: dict[bytes, bytes] = {
            name: data[start : start + size]
            for name, _, start, size in iter_unpack(">4sLLL", data[12 : 12 + 16 * count])
        }
        self.units: int
        self.units, *self.box = unpack_from(">H16x4h", self._tables[b"head"], 18)
        self.ascent, self.descent = unpack_from(">2h", self._tables[b"hhea"], 4)
        self.glyphs: dict[int, int] = {
            character: glyph + character - low
            for low, high, glyph in iter_unpack(">3L", self._tables[b"cmap"][28:])
            for character in range(low, high + 1)
        }
        self._starts = [start for (start,) in iter_unpack(">L", self._tables[b"loca"])]
        # The width and the left end of each glyph; the last width stands for all that follow.
        (count,) = unpack_from(">H", self._tables[b"hhea"], 34)
        metrics, lefts = self._tables[b"hmtx"][: 4 * count], self._tables[b"hmtx"][4 * count :]
        self._metrics: list[tuple[int, int]] = list(iter_unpack(">Hh", metrics))
        self._metrics += [(self._metrics[-1][0], left) for (left,) in iter_unpack(">h", lefts)]

    def width(self, glyph: int) -> int:
        """Return how far a glyph is from the next."""
        return self._metrics[glyph][0]

    def outline(self, glyph: int) -> bytes:
        """Return the outline of a glyph, as it is in the table `glyf`; empty for a space."""
        return self._tables[b"glyf"][self._starts[glyph] : self._starts[glyph + 1]]

    def of(self, glyphs: Sequence[int]) -> bytes:
        """Return the file of a font with these glyphs, numbered from 0, for a PDF file."""
        outlines = [_padded(self.outline(glyph)) for glyph in glyphs]
        starts = accumulate(map(len, outlines), initial=0)
        head, hhea, maxp = (self._tables[name] for name in (b"head", b"hhea", b"maxp"))
        number = pack(">H", len(glyphs))
        return _file(
            {
                b"glyf": b"".join(outlines),
                # Without the sum of the file, which is added at last.
                b"head": head[:8] + bytes(4) + head[12:],
                b"hhea": hhea[:34] + number,
                b"hmtx": b"".join(pack(">Hh", *self._metrics[glyph]) for glyph in glyphs),
                b"loca": b"".join(pack(">L", start) for start in starts),
                b"maxp": maxp[:4] + number + maxp[6:],
            }
        )


@cache
def roboto() -> Font:
    """Return Roboto Medium, with its Latin, Greek and Cyrillic letters, punctuation and signs."""
    return Font(files("combien.drawing._renderers").joinpath("roboto.ttf").read_bytes())


def _file(tables: dict[bytes, bytes]) -> bytes:
    """Return the file of six tables."""
    # What helps to search among so many: 16 times 4 of them, the logarithm of 4, and the rest.
    start = pack(">L4H", 0x10000, len(tables), 64, 2, 32)
    at = len(start) + 16 * len(tables)
    entries, bodies = [], []
    for name, table in sorted(tables.items()):
        entries.append(pack(">4s3L", name, _sum(table), at, len(table)))
        bodies.append(_padded(table))
        at += len(bodies[-1])
    file = b"".join([start, *entries, *bodies])
    head = file.index(tables[b"head"])
    total = (0xB1B0AFBA - _sum(file)) % 2**32
    return file[: head + 8] + pack(">L", total) + file[head + 12 :]


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 4)


def _sum(data: bytes) -> int:
    """Return the checksum of a table, or of a file."""
    total: int = sum(word for (word,) in iter_unpack(">L", _padded(data)))
    return total % 2**32
