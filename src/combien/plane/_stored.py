"""The file of a family of tiles in the plane: what each was found to be, sealed against damage.

It is the file of a run (see `combien.running`) with a finished share for each tile: its number, its
kind and its cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from os import PathLike
from pathlib import Path
from time import monotonic

from combien.errors import BadInput
from combien.geometry._region import Region
from combien.running._database import Damage, Database
from combien.running._ledger import owner_name

# The kind of a verdict, and what divides it further: the orbits, or the Heesch number.
Class = tuple[str, int]

# Verdicts of another search are not mixed with these; it changes when verdicts do.
SEARCH = 1
# A kind, what divides it further, and the cells.
_ROW = re.compile("(translations|isohedral|anisohedral|none|unknown|holes) ([0-9]{1,4}) (.+)")

# What was found is written after this number of seconds.
PORTION = 1.0


class StoredFamily(Database):
    """The file of a family, opened by one process; used by one thread at a time."""

    @classmethod
    @contextmanager
    def opened(
        cls, path: str | PathLike[str], about: Mapping[str, object]
    ) -> Iterator[StoredFamily]:
        """Context manager: open the file, or create it; write what was added at the end.

        Raises `BadInput` if the file is about something else, and `BadFormat` if it is damaged.
        """
        file = Path(path)
        facts = {"question": "plane", "search": str(SEARCH)}
        facts |= {key: str(value) for key, value in about.items()}
        if not file.exists():
            unnamed = file.with_name(f"{file.name}.{owner_name().replace(':', '~')}.new")
            # Another process may create it at the same time.
            with suppress(FileExistsError), cls.created(file, unnamed, facts):
                pass
        with closing(cls.connected(file)) as stored:
            if any(stored.facts.get(key) != value for key, value in facts.items()):
                raise BadInput(
                    f"{file.name} is the file of another run: name another one, or give the same "
                    "cells, lattice and limits, and the same version of combien"
                )
            stored._load()
            try:
                yield stored
            finally:
                stored._write()

    def _load(self) -> None:
        self._known: dict[int, tuple[Class, str]] = {}
        self._added: list[tuple[int, str]] = []
        self._written = monotonic()
        with self.reading():
            for number, _, text, *_ in self.rows():
                match = _ROW.fullmatch(text)
                if match is None:
                    raise Damage(f"tile {number} is {text[:40]!r}")
                self._known[number] = (match[1], int(match[2])), match[3]

    @property
    def highest(self) -> int:
        """The greatest Heesch number so far."""
        found = (value for (kind, value), _ in self._known.values() if kind == "none")
        return max(found, default=0)

    def get(self, number: int, tile: Region) -> Class | None:
        """Return what a tile was found to be, or None."""
        found, cells = self._known.get(number, (None, ""))
        if found is not None and cells != _text_of(tile):
            raise BadInput(
                f"tile {number} of {self.path.name} is another one here: its lattice or version "
                "differs; start again with another file"
            )
        return found

    def add(self, number: int, tile: Region, found: Class) -> None:
        """Add what a tile was found to be, unless it is known."""
        if number not in self._known:
            kind, value = found
            self._added.append((number, f"{kind} {value} {_text_of(tile)}"))
        if monotonic() > self._written + PORTION:
            self._write()

    def _write(self) -> None:
        with self.transaction() as connection:
            # Another process may have found the same.
            connection.executemany(
                "INSERT OR IGNORE INTO share VALUES (?, NULL, ?, 'done', '0', 0, '', 0, 0, 0, 0)",
                self._added,
            )
        self._added.clear()
        self._written = monotonic()


def _text_of(tile: Region) -> str:
    return " ".join(",".join(map(str, cell)) for cell in tile)
