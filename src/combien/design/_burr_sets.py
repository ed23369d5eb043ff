"""Sets of pieces that make a burr: by their assemblies, those that come apart, and the level.

Without a seed, all sets are tried in order, in parts.  The first half of the pieces is the same in
all sets of a part, and all their assemblies are listed at once.  With a seed, the search climbs
from one assembly to another: it exchanges a piece for another one that fits, and keeps the change
unless the level gets lower.  When a climb reaches the level, the other assemblies of the pieces are
looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from hashlib import blake2b
from itertools import chain, combinations_with_replacement, count
from math import comb
from operator import or_
from os import PathLike
from random import Random
from typing import NamedTuple

from combien._base.budget import Budget, Meter, Reporter, Spending, budget_of
from combien._base.checks import check_instance, check_int, check_list
from combien.design._burrs import TURNS, Assembly, Burr, Placements
from combien.design._pieces import Bounds
from combien.design._sets import bounds_of, merged
from combien.errors import BadFormat, BadTiling, OutOfBudget
from combien.geometry._lattice import SQUARE
from combien.running._texts import StoredTexts
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem
from combien.tilings.disassembly._survey import Removers

# A climb ends after this many changes without a higher level.
PATIENCE = 300
# It begins anew if no piece fits at the next place.
MOST_STARTS = 1000
# What the parts of a search find depends on all this; it changes when they do.
SEARCH = 1
# In the file of a search: numbers of pieces, assemblies, solutions and level.
_SET = r"[0-9]{1,9}(?:,[0-9]{1,9})*:[0-9]{1,9}:[0-9]{1,9}:(?:[0-9]{1,9}(?:\.[0-9]{1,9})*)?"
Numbers = tuple[int, ...]
Level = tuple[int, ...]


@dataclass(frozen=True)
class BurrSet:
    """A set of pieces that make a burr.

    `assemblies`, `solutions` and `level` are as for `burr_sets`.
    """

    burr: Burr
    pieces: tuple[Tile, ...]
    assemblies: int
    solutions: int
    level: Level

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(tile.name for tile in self.pieces)

    def problem(self) -> TilingProblem | PackingProblem:
        """Return the problem to assemble these pieces; all are used, which fixes the holes."""
        return self.burr.problem(merged(self.pieces), name=" ".join(self.names))


@dataclass(frozen=True)
class BurrSearch:
    """The sets that a search found, and how far it came.

    `tried` is the number of sets with an assembly that were looked at, again in each climb, and
    `spent` the nodes and states of all searches.  `complete` is whether all sets were tried.
    """

    sets: tuple[BurrSet, ...]
    tried: int
    spent: int
    complete: bool


def burr_sets(
    burr: Burr,
    pieces: Iterable[Tile],
    *,
    assemblies: int | Bounds = (1, None),
    solutions: int | Bounds = 1,
    level: int | Bounds = (1, None),
    holes: int | Bounds = (0, None),
    times: int | None = None,
    limit: int | None = 1,
    seed: int | None = None,
    checkpoint: str | PathLike[str] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> BurrSearch:
    """Find sets of pieces that make a burr, as many as it has places.

    >>> burr = Burr.six()
    >>> pieces = [tile for tile in burr.pieces() if tile.name in "88 512 768 922 1008".split()]
    >>> (found,) = burr_sets(burr, pieces, level=(9, None)).sets
    >>> found.names, found.assemblies, found.level
    (('88', '512', '768', '922', '1008', '1008'), 10, (9, 3, 1, 1, 1))

    A piece may lie anywhere in the burr, also across places.  `assemblies` is the number of ways to
    put the pieces together, up to the rotations that map the burr and its shared cells to
    themselves, `solutions` the number of these that come apart, `level` the moves up to the first
    separation of the easiest solution, and `holes` the number of empty cells inside; each is a
    number or its bounds.  A piece is turned in all ways and used up to `times` times; its own
    `symmetries` and `times` are ignored.

    Without `seed`, all sets are tried in order, until `limit` are found (None: all).  With `seed`,
    a search climbs to high levels, without end: it needs a `limit`, or a budget.  The same seed
    finds the same sets in the same order.  With the file `checkpoint`, the parts of the search that
    are finished are stored, and the same call continues it.
    When a limit of the budget is reached, the result has what was found so far.
    Raises `BadTiling` for bad bounds and for pieces that do not fit, and `BadInput` for the file of
    another search.
    Cost: in order, some 50 microseconds for each assembly, and a search for the moves of each
    assembly of the sets with the right number; the six-piece burr has 35 billion assemblies, and
    those of notchable pieces are 13 million.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    check_instance("burr", burr, Burr, error=BadTiling)
    given = [
        _turnable(number, tile)
        for number, tile in enumerate(check_list("pieces", pieces, error=BadTiling, ordered=True))
    ]
    most = len(burr.places)
    wanted = _Wanted(
        bounds_of("assemblies", assemblies),
        bounds_of("solutions", solutions),
        bounds_of("level", level),
        bounds_of("holes", holes),
        most if times is None else min(most, check_int("times", times, least=1)),
    )
    if limit is not None:
        limit = check_int("limit", limit, least=1)
    if seed is not None:
        seed = check_int("seed", seed)
        if limit is None and limits.nodes is None and limits.seconds is None:
            raise BadTiling("a search with a seed has no end: give a limit, nodes or seconds")
    meter = Meter(limits, engine="burrs", report=report)
    search = _SetSearch(burr, given, wanted, limits, limit, meter)
    if checkpoint is None:
        return search.run(seed, None)
    with _File.opened(checkpoint, search.facts(seed)) as stored:
        return search.run(seed, stored)


def _turnable(number: int, tile: object) -> Tile:
    if not isinstance(tile, Tile) or (tile.region.lattice, tile.region.dimension) != (SQUARE, 3):
        raise BadTiling(f"piece {number}: expected a Tile of cubes, such as burr.pieces() has")
    return Tile(tile.region, symmetries=TURNS, name=tile.name)


class _File(StoredTexts):
    """The finished parts of a search."""

    form = re.compile(rf"([0-9]{{1,18}}) ([0-9]{{1,18}})((?: {_SET})*)")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The bounds of what is searched for, and the most copies of a piece in a set."""

    assemblies: Bounds
    solutions: Bounds
    level: Bounds
    holes: Bounds
    times: int


class _Judged(NamedTuple):
    """A set: the numbers of its pieces, and what is known of it."""

    pieces: Numbers
    assemblies: int
    solutions: int
    level: Level

    def text(self) -> str:
        """Return what the file of a search says."""
        level = ".".join(map(str, self.level))
        return f"{','.join(map(str, self.pieces))}:{self.assemblies}:{self.solutions}:{level}"

    @classmethod
    def parsed(cls, text: str) -> _Judged:
        """Return the set of a text."""
        pieces, assemblies, solutions, level = text.split(":")
        moves = tuple(map(int, level.split("."))) if level else ()
        return cls(tuple(map(int, pieces.split(","))), int(assemblies), int(solutions), moves)


class _SetSearch:
    """One search for sets; `run` returns the result."""

    def __init__(
        self,
        burr: Burr,
        pieces: Sequence[Tile],
        wanted: _Wanted,
        budget: Budget,
        limit: int | None,
        meter: Meter,
    ) -> None:
        self._burr = burr
        self._pieces = pieces
        self._wanted = wanted
        self._spending = Spending(budget)
        self._limit = limit
        self._placements = Placements(burr, pieces, solid=wanted.holes == (0, 0))
        self._found: dict[Numbers, _Judged] = {}
        self._tried = self._known = 0
        self._meter = meter
        self._fraction: float | None = None
        self._levels: dict[Assembly, Level] = {}
        self._begin()

    def facts(self, seed: int | None) -> Mapping[str, object]:
        """Return what the parts of the search depend on."""
        shapes = [place.cells for place in self._burr.places]
        shapes += [tile.region.cells for tile in self._pieces]
        return {
            "question": "burrs",
            "search": SEARCH,
            "pieces": blake2b(repr(shapes).encode(), digest_size=16).hexdigest(),
            "bounds": repr(self._wanted),
            "seed": None if seed is None else hex(seed),
        }

    def run(self, seed: int | None, stored: _File | None) -> BurrSearch:
        """Search until there are enough sets, or nothing is left to try."""
        complete = False
        with suppress(OutOfBudget):
            complete = self._run(self._in_order() if seed is None else self._climbs(seed), stored)
        found = (
            BurrSet(self._burr, tuple(map(self._pieces.__getitem__, pieces)), ways, apart, level)
            for pieces, ways, apart, level in self._found.values()
        )
        spent = self._known + self._spending.spent
        return BurrSearch(tuple(found), self._tried, spent, complete)

    def _run(self, parts: Iterable[Iterator[_Judged]], stored: _File | None) -> bool:
        """Search the parts one by one; return whether all were searched."""
        for number, part in enumerate(parts):
            tried, spent = self._tried, self._spending.spent
            match = stored.texts.get(number) if stored else None
            if match:
                self._tried += int(match[1])
                self._known += int(match[2])
                part = map(self._read, match[3].split())
            sets = []
            for one in part:
                sets.append(one)
                self._found.setdefault(one.pieces, one)
                if self._limit is not None and len(self._found) >= self._limit:
                    return False
            if stored and not match:
                facts = [self._tried - tried, self._spending.spent - spent]
                stored.put(number, " ".join(map(str, [*facts, *(one.text() for one in sets)])))
            self._begin()
        return True

    def _read(self, text: str) -> _Judged:
        """Return a set of the file of a search; raise `BadFormat` if it cannot be one."""
        found = _Judged.parsed(text)
        if max(found.pieces) >= len(self._pieces) or len(found.pieces) != len(self._burr.places):
            raise BadFormat(f"the file of the search has pieces {found.pieces}, which do not exist")
        return found

    def _begin(self) -> None:
        """Forget what was computed for the last part."""
        self._apart = Meter(self._spending.left, engine="disassembly", question="search")
        self._removers = Removers(self._apart, thorough=False)
        self._levels.clear()

    def _in_order(self) -> Iterator[Iterator[_Judged]]:
        given = len(self._burr.places) // 2
        total = comb(len(self._pieces) + given - 1, given)
        parts = combinations_with_replacement(range(len(self._pieces)), given)
        for number, first in enumerate(parts):
            self._fraction = number / total
            yield self._beginning(first)

    def _beginning(self, first: Numbers) -> Iterator[_Judged]:
        """Yield the sets that begin with these pieces, in lexicographic order."""
        most = self._wanted.times
        *_, last = first
        times = dict.fromkeys(range(last, len(self._pieces)), (0, most))
        times |= {number: (least, least) for number, least in Counter(first).items()}
        times[last] = times[last][0], most
        if any(low > most for low, _ in times.values()):
            return
        assemblies: dict[Numbers, list[Assembly]] = {}
        for assembly in self._placements.assemblies(times, self._spending, first=first[0]):
            assemblies.setdefault(self._placements.pieces_of(assembly), []).append(assembly)
            if len(assemblies) % 1000 == 0:
                self._progress()
        for pieces, found in sorted(assemblies.items()):
            if _within(self._holes(pieces), self._wanted.holes):
                one = self._judged(pieces, found)
                if one is not None:
                    yield one

    def _climbs(self, seed: int) -> Iterator[Iterator[_Judged]]:
        for number in count():
            random = Random(f"{seed:x} {number}")
            start = self._start(random)
            if start is None:
                return
            yield self._climb(start, random)

    def _start(self, random: Random) -> Assembly | None:
        """Return a random assembly, or any if it is hard to find; None if there is none."""
        own, covering = self._placements.own, self._placements.covering
        for _ in range(MOST_STARTS):
            self._check()
            laid: list[int] = []
            for cell in random.sample(own, len(own)):
                if not any(placement & cell for placement in laid):
                    over = (covering[covered] for covered in covering if covered & cell)
                    fitting = self._fitting(chain(*over), laid)
                    if not fitting:
                        break
                    laid.append(random.choice(fitting))
            else:
                if len(laid) == len(self._burr.places):
                    return tuple(sorted(laid))
        every = dict.fromkeys(range(len(self._pieces)), (0, self._wanted.times))
        return next(self._placements.assemblies(every, self._spending), None)

    def _fitting(self, placements: Iterable[int], others: Sequence[int]) -> list[int]:
        """Return those of these placements that may be beside some others."""
        taken, piece = reduce(or_, others, 0), self._placements.piece
        times = Counter(map(piece.__getitem__, others))
        most = self._wanted.times
        return [one for one in placements if not one & taken and times[piece[one]] < most]

    def _climb(self, here: Assembly, random: Random) -> Iterator[_Judged]:
        score, idle = self._score(here), 0
        least = 0, max(self._wanted.level[0], 1) if self._wanted.solutions[0] else 0
        seen: set[Numbers] = set()
        while idle < PATIENCE:
            pieces = self._placements.pieces_of(here)
            if score >= least and pieces not in seen:
                seen.add(pieces)
                one = self._judged(pieces, self._assemblies(pieces))
                if one is not None:
                    yield one
            idle += 1
            # A change counts as a node, so that a limit of nodes ends all climbs.
            self._spending.spend(1)
            self._check()
            at = random.randrange(len(here))
            others = here[:at] + here[at + 1 :]
            placement = random.choice(self._fitting(self._placements.like(here[at]), others))
            there = tuple(sorted((*others, placement)))
            other = self._score(there)
            if other >= score:
                idle = 0 if other > score else idle
                here, score = there, other

    def _score(self, assembly: Assembly) -> tuple[int, int]:
        """Return how good an assembly is: how far its holes are out of bounds, and its level."""
        low, high = self._wanted.holes
        holes = self._holes(self._placements.pieces_of(assembly))
        excess = max(low - holes, 0 if high is None else holes - high, 0)
        return -excess, self._level(assembly)[0] if self._level(assembly) else 0

    def _holes(self, pieces: Numbers) -> int:
        return len(self._burr.board) - sum(len(self._pieces[number]) for number in pieces)

    def _assemblies(self, pieces: Numbers) -> Iterable[Assembly]:
        """Return the assemblies of a set, until there are too many."""
        times = Counter(pieces)
        first = min(times, key=times.__getitem__)
        bounds = {number: (number_of, number_of) for number, number_of in times.items()}
        return self._placements.assemblies(bounds, self._spending, first=first)

    def _judged(self, pieces: Numbers, assemblies: Iterable[Assembly]) -> _Judged | None:
        """Return a set if it is one that is searched for."""
        self._tried += 1
        self._check()
        wanted = self._wanted
        distinct: set[Assembly] = set()
        levels = []
        for assembly in map(self._placements.canonical, assemblies):
            if assembly in distinct:
                continue
            distinct.add(assembly)
            level = self._level(assembly)
            if level:
                levels.append(level)
            if (
                not _within(len(distinct), (0, wanted.assemblies[1]))
                or not _within(len(levels), (0, wanted.solutions[1]))
                or (level and level[0] < wanted.level[0])
            ):
                return None
        level = min(levels, default=())
        if (
            _within(len(distinct), wanted.assemblies)
            and _within(len(levels), wanted.solutions)
            and (not level or _within(level[0], wanted.level))
        ):
            return _Judged(pieces, len(distinct), len(levels), level)
        return None

    def _level(self, assembly: Assembly) -> Level:
        """Return the level of an assembly, empty if it does not come apart."""
        if assembly not in self._levels:
            self._check()
            before = self._removers.searched
            regions = self._placements.regions(assembly)
            try:
                found = self._removers.take_apart((regions, [None] * len(regions)))
            finally:
                self._spending.spend(self._removers.searched - before)
            self._levels[assembly] = found.level if found.comes_apart else ()
        return self._levels[assembly]

    def _check(self) -> None:
        """Report the progress; raise `OutOfBudget` if the budget is used up."""
        self._progress()
        if self._spending.ended:
            raise self._apart.stop({})

    def _progress(self) -> None:
        if self._meter.has_reporter:
            done = {"sets": self._tried, "found": len(self._found)}
            self._meter.progress(self._fraction, done | {"nodes": self._spending.spent})


def _within(number: int, bounds: Bounds) -> bool:
    low, high = bounds
    return low <= number and (high is None or number <= high)
