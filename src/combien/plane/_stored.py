"""The file of a family of tiles in the plane: what each was found to be, sealed against damage.

Each tile has a text: its kind and its cells.  Kinds are of copies on the lattice, as they are
searched: what `none` and `anisohedral` say about the plane depends on the lattice (`_scope.py`).
"""

from __future__ import annotations

import re

from combien.errors import BadInput
from combien.geometry._region import Region
from combien.running._texts import StoredTexts

# The kind of a verdict, and what divides it further: the orbits, or the Heesch number.
Class = tuple[str, int]

# Verdicts of another search are not mixed with these; it changes when verdicts do.
SEARCH = 1
# A kind, what divides it further, and the cells.
_ROW = re.compile("(translations|isohedral|anisohedral|none|unknown|holes) ([0-9]{1,4}) (.+)")


class StoredFamily(StoredTexts):
    """The file of a family, opened by one process; used by one thread at a time."""

    form = _ROW

    @property
    def highest(self) -> int:
        """The greatest Heesch number so far."""
        return max((int(row[2]) for row in self.texts.values() if row[1] == "none"), default=0)

    def get(self, number: int, tile: Region) -> Class | None:
        """Return what a tile was found to be, or None."""
        row = self.texts.get(number)
        if row is not None and row[3] != _text_of(tile):
            raise BadInput(
                f"tile {number} of {self.path.name} is another one here: its lattice or version "
                "differs; start again with another file"
            )
        return None if row is None else (row[1], int(row[2]))

    def add(self, number: int, tile: Region, found: Class) -> None:
        """Add what a tile was found to be, unless it is known."""
        if number not in self.texts:
            kind, value = found
            self.put(number, f"{kind} {value} {_text_of(tile)}")


def _text_of(tile: Region) -> str:
    return " ".join(",".join(map(str, cell)) for cell in tile)
