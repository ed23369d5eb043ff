"""All polyforms of a size in the plane: how many tile, and how far the others come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien._base.threads import default_threads, mutex, together
from combien._wording import counted
from combien.drawing._picture import Picture
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadTiling
from combien.geometry._lattice import SQUARE, Lattice, check_lattice
from combien.geometry._polyforms import free
from combien.geometry._region import Region
from combien.plane._classify import MOST_CORONAS, MOST_ORBITS, Classification, Reach, Verdict
from combien.plane._grid import plane_grid
from combien.plane._scope import Scope, scope_of
from combien.plane._search import PlaneSearch
from combien.plane._stored import SEARCH, StoredFamily

if TYPE_CHECKING:
    from combien.plane._stored import Class, StoredFamily

MOST_FAMILY_CELLS = 20
# A picture of more tiles is not looked at.
MOST_SHOWN = 2000
RARE = "one with several kinds of positions, with coronas but no tiling, or unknown"


@dataclass(frozen=True)
class PlaneTable:
    """How many polyforms of a size tile the plane on their lattice, and in which way.

    `tiles` are all of them up to rotation and reflection, `holes` those with a hole, which do not
    tile.  `isohedral` are those with a tiling whose tiles its symmetries exchange, among them those
    with a tiling by `translations`; `anisohedral` are the others that tile periodically, by the
    least number of orbits of tiles, and `none` are those that do not tile, by Heesch number (the
    last corona without holes).  Where copies off the lattice may tile (`scope` is "lattice"), these
    two are empty, and `periodic` and `none_on_lattice` have the same for tilings and coronas on the
    lattice.  `rare` are the verdicts on the anisohedral, periodic and unknown ones, and on those
    that do not tile with the most coronas.
    """

    cells: int
    lattice: Lattice
    tiles: int
    holes: int
    translations: int
    isohedral: int
    anisohedral: Mapping[int, int]
    none: Mapping[int, int]
    periodic: Mapping[int, int]
    none_on_lattice: Mapping[int, int]
    unknown: int
    rare: tuple[Verdict, ...]

    @property
    def scope(self) -> Scope:
        """What is decided where there is no tiling on the lattice: "plane", or only "lattice"."""
        return scope_of(self.lattice)

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "cells": self.cells,
            "lattice": self.lattice.name,
            "scope": self.scope,
            "tiles": self.tiles,
            "holes": self.holes,
            "translations": self.translations,
            "isohedral": self.isohedral,
            "anisohedral": {str(k): number for k, number in self.anisohedral.items()},
            "none": {str(heesch): number for heesch, number in self.none.items()},
            "periodic": {str(k): number for k, number in self.periodic.items()},
            "none_on_lattice": {str(k): number for k, number in self.none_on_lattice.items()},
            "unknown": self.unknown,
            "rare": [verdict.to_json() for verdict in self.rare],
        }

    def picture(self) -> Picture:
        """Draw the rare tiles on a sheet, each with its tiling or coronas.

        Raises `BadTiling` if there are none.
        """
        if not self.rare:
            raise BadTiling(
                f"no polyform of {self.cells} cells ({self.lattice.name}) is rare: {RARE}"
            )
        pictures = [verdict.picture(size=4) for verdict in self.rare[:MOST_SHOWN]]
        return sheet(pictures, title=f"{self.lattice.name}, {self.cells} cells")

    def __str__(self) -> str:
        on_lattice = "" if self.scope == "plane" else ", copies on this lattice"
        lines = [
            f"{self.tiles} of {self.cells} cells ({self.lattice.name}){on_lattice}",
            f"  {self.isohedral} tile isohedrally, {self.translations} of them by translations",
        ]
        lines += [
            f"  {number} tile with {k} kinds of positions"
            for k, number in {**self.anisohedral, **self.periodic}.items()
        ]
        lines += [
            f"  {number} do not tile: Heesch number {heesch} on the lattice"
            for heesch, number in self.none.items()
        ]
        lines += [
            f"  {number} have no tiling on this lattice: "
            + (f"at most {counted(coronas, 'corona')}" if coronas else "no corona without holes")
            for coronas, number in self.none_on_lattice.items()
        ]
        lines += [f"  {self.holes} do not tile: they have holes"] if self.holes else []
        lines += [f"  {self.unknown} are unknown"] if self.unknown else []
        return "\n".join(lines)


def classify_all(
    n: int,
    *,
    lattice: Lattice = SQUARE,
    most_orbits: int = 6,
    most_coronas: int = 5,
    threads: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> PlaneTable:
    """Return a table of all polyforms of n cells in the plane.

    >>> table = classify_all(7)
    >>> table.isohedral, dict(table.anisohedral), dict(table.none), table.holes
    (104, {}, {0: 1, 1: 2}, 1)

    `most_orbits` and `most_coronas` are as in `classify`; what these leave open is counted as
    unknown.  What was found is stored in the file `checkpoint`, if one is given; the same call with
    the same file continues after an interruption, and classifies only the rare ones again.
    Raises `OutOfBudget` if the budget is used up, `BadTiling` for lattices that are not of the
    plane, and `BadInput` or `BadFormat` for a file of another run, or one that is damaged.
    Cost: a second for the polyominoes of 8 cells, ten for those of 10, a minute for those of 11.
    """
    size = check_int("n", n, least=1, most=MOST_FAMILY_CELLS)
    check_lattice(lattice)
    limits = Reach(
        check_int("most_orbits", most_orbits, least=1, most=MOST_ORBITS),
        check_int("most_coronas", most_coronas, least=1, most=MOST_CORONAS),
    )
    workers = default_threads() if threads is None else check_int("threads", threads, least=1)
    meter = Meter(
        budget_of(budget, nodes, seconds, bytes), engine="plane", report=report, question="search"
    )
    family = _Family(size, lattice, limits, meter, workers)
    if checkpoint is None:
        return family.run()

    facts = {"question": "plane", "search": SEARCH, "cells": size, "lattice": lattice.name}
    facts |= {"orbits": most_orbits, "coronas": most_coronas}
    with StoredFamily.opened(checkpoint, facts) as stored:
        return family.run(stored)


class _Stopped(Exception):
    """Another thread failed, or the user interrupted."""


class _Family:
    """The tiles of a family on their way through the threads, and what was found."""

    def __init__(
        self, cells: int, lattice: Lattice, limits: Reach, meter: Meter, threads: int
    ) -> None:
        self._cells = cells
        self._lattice = lattice
        self._limits = limits
        self._meter = meter
        self._threads = threads
        self._lock = mutex()
        self._tiles: Iterator[tuple[int, Region]] = enumerate(free(cells, lattice=lattice))
        self._stopped = False
        self._ended = 0
        self._spent = 0
        self._counts: Counter[Class] = Counter()
        # The anisohedral and open tiles, and those with the greatest Heesch number so far.
        self._rare: list[tuple[int, Verdict]] = []
        self._surrounded: list[tuple[int, Verdict]] = []
        self._highest = 0
        self._stored: StoredFamily | None = None

    def run(self, stored: StoredFamily | None = None) -> PlaneTable:
        """Classify all; what is `stored` is not classified again unless it is rare."""
        self._stored = stored
        if stored is not None:
            self._highest = stored.highest
        grid = plane_grid(self._lattice)
        # Made before the threads start: a grid makes its tables once.
        searches = [PlaneSearch(grid) for _ in range(self._threads)]
        together([partial(self._work, search) for search in searches], self._stop)
        return self._table()

    def _stop(self) -> None:
        self._stopped = True

    def _work(self, search: PlaneSearch) -> None:
        spent = 0

        def grant(work: int, known: Mapping[str, int]) -> tuple[int, float]:
            nonlocal spent
            with self._lock:
                self._spent += work - spent
            spent = work
            return self._slice()

        while not self._stopped:
            with self._lock:
                number, tile = next(self._tiles, (-1, None))
                known = (
                    None if tile is None or self._stored is None else self._stored.get(number, tile)
                )
                if known is not None and not self._is_rare(*known):
                    self._count(known)
                    continue
            if tile is None:
                return
            question = Classification(
                tile, search, self._limits, grant, bytes=self._meter.bytes // self._threads
            )
            try:
                self._take(number, question.decide())
            except MemoryError:
                raise self._meter.stop_for_bytes({"tiles": self._ended}) from None
            except _Stopped:
                return

    def _slice(self) -> tuple[int, float]:
        if self._stopped:
            raise _Stopped
        steps, seconds = self._meter.slice(self._spent)
        if steps == 0:
            raise self._meter.stop({"tiles": self._ended})
        # The threads together take no more steps than are left.
        return max(1, steps // self._threads), seconds

    def _take(self, number: int, verdict: Verdict) -> None:
        found = _class_of(verdict)
        with self._lock:
            self._count(found)
            if self._stored is not None:
                self._stored.add(number, verdict.tile, found)
            if self._is_rare(*found):
                if found[0] != "none":
                    self._rare.append((number, verdict))
                    return
                if found[1] != self._highest:
                    self._highest = found[1]
                    self._surrounded.clear()
                self._surrounded.append((number, verdict))

    def _is_rare(self, kind: str, number: int) -> bool:
        if kind == "none":
            return number >= max(self._highest, 1)
        return kind in ("anisohedral", "unknown")

    def _count(self, found: Class) -> None:
        self._ended += 1
        self._meter.progress(None, {"tiles": self._ended})
        self._counts[found] += 1

    def _table(self) -> PlaneTable:
        counts = self._counts
        several, none = (
            {number: counts[found, number] for found, number in sorted(counts) if found == kind}
            for kind in ("anisohedral", "none")
        )
        is_exact = scope_of(self._lattice) == "plane"
        translations = counts["translations", 1]
        return PlaneTable(
            self._cells,
            self._lattice,
            sum(counts.values()),
            counts["holes", 0],
            translations,
            counts["isohedral", 1] + translations,
            several if is_exact else {},
            none if is_exact else {},
            {} if is_exact else several,
            {} if is_exact else none,
            counts["unknown", 0],
            tuple(
                verdict
                for _, verdict in sorted([*self._rare, *self._surrounded], key=lambda pair: pair[0])
            ),
        )


def _class_of(verdict: Verdict) -> Class:
    """Return what was found on the lattice, with the number that divides it further."""
    if verdict.lattice_heesch is not None:
        return "none", verdict.lattice_heesch
    if verdict.tiles is False:
        return "holes", 0
    return "anisohedral" if verdict.kind == "periodic" else verdict.kind, verdict.orbits or 0
