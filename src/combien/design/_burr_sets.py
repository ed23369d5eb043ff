"""Sets of pieces that make a burr: by their assemblies, those that come apart, and the level.

Without a seed, all sets are tried in order, in parts.  The sets of a part begin with the same
pieces, and all their assemblies are listed at once.  With a seed, the search climbs from one
assembly to another: it exchanges a piece for another one that fits, and keeps the change unless the
level gets lower.  When a climb reaches the level, the other assemblies of the pieces are looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from hashlib import blake2b
from itertools import combinations_with_replacement, count
from math import comb
from operator import or_
from os import PathLike
from random import Random

from combien._base.budget import Budget, Meter, Reporter, Spending, budget_of
from combien._base.checks import check_instance, check_int, check_list
from combien._base.records import dataclass
from combien.design._burrs import Burr, Fits, Masks, with_times
from combien.design._pieces import Bounds
from combien.design._sets import bounds_of
from combien.errors import BadFormat, BadTiling, OutOfBudget
from combien.running._texts import StoredTexts
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem
from combien.tilings.disassembly._survey import Removers

# A climb ends after this many changes without a higher level.
PATIENCE = 300
# It begins anew if no piece fits at the next place.
MOST_STARTS = 1000
# In order, all sets that begin with this number of pieces are a part.
GIVEN = 3
# What the parts of a search find depends on all this; it changes when they do.
SEARCH = 1
# In the file of a search: numbers of pieces, assemblies, solutions and level.
_SET = r"[0-9]{1,9}(?:,[0-9]{1,9})*:[0-9]{1,9}:[0-9]{1,9}:(?:[0-9]{1,9}(?:\.[0-9]{1,9})*)?"
Numbers = tuple[int, ...]
Level = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BurrSet:
    """A set of pieces that make a burr.

    `assemblies` is the number of ways to put the pieces together, up to rotation, and `solutions`
    the number of those that come apart.  `level` is the level of the easiest solution.
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
        """Return the problem to assemble these pieces."""
        times = Counter(self.pieces)
        pieces = [with_times(tile, number) for tile, number in times.items()]
        holes = len(self.burr.board) - sum(map(len, self.pieces))
        return self.burr.problem(pieces, holes=holes, name=" ".join(self.names))


@dataclass(frozen=True, slots=True)
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
    """Find sets of pieces that make a burr, one for each place.

    >>> burr = Burr.six()
    >>> pieces = burr.pieces(rules=["notchable"], cells=(18, None))
    >>> found = burr_sets(burr, pieces, holes=0, assemblies=1, limit=2)
    >>> [(one.names, one.level) for one in found.sets]
    []

    `assemblies` is the number of ways to put the pieces together, up to rotation, `solutions` the
    number of these that come apart, `level` the moves up to the first separation of the easiest
    solution, and `holes` the number of empty cells inside; each is a number or its bounds.  A piece
    is used up to `times` times, its own `times` are ignored.

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
    given = check_list("pieces", pieces, error=BadTiling)
    for number, tile in enumerate(given):
        if not isinstance(tile, Tile) or tile.region.dimension != 3:
            raise BadTiling(f"piece {number}: expected a Tile of cubes, such as burr.pieces() has")
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
    search = _Search(burr, given, wanted, limits, limit, meter)
    if checkpoint is None:
        return search.run(seed, None)
    with _File.opened(checkpoint, search.facts(seed)) as stored:
        return search.run(seed, stored)


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


@dataclass(frozen=True, slots=True)
class _Judged:
    """A set: its pieces, and what is known of it."""

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
        numbers = tuple(map(int, pieces.split(",")))
        moves = tuple(map(int, level.split("."))) if level else ()
        return cls(numbers, int(assemblies), int(solutions), moves)


class _Search:
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
        self._fits = Fits(burr, pieces, solid=wanted.holes == (0, 0))
        unfit = set(range(len(pieces))).difference(*(fits.values() for fits in self._fits.fits))
        if unfit:
            raise BadTiling(f"{pieces[min(unfit)].called(min(unfit))} does not fit into the burr")
        self._found: dict[Numbers, _Judged] = {}
        self._tried = self._known = 0
        self._meter = meter
        self._fraction: float | None = None
        self._levels: dict[Masks, Level] = {}
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
            "seed": seed,
        }

    def run(self, seed: int | None, stored: _File | None) -> BurrSearch:
        """Search until there are enough sets, or nothing is left to try."""
        complete = False
        with suppress(OutOfBudget):
            complete = self._run(self._in_order() if seed is None else self._climbs(seed), stored)
        found = (
            BurrSet(
                self._burr,
                tuple(self._pieces[number] for number in one.pieces),
                one.assemblies,
                one.solutions,
                one.level,
            )
            for one in self._found.values()
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
        given = min(GIVEN, len(self._burr.places))
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
        assemblies: dict[Numbers, list[Masks]] = {}
        for masks in self._fits.assemblies(times, self._spending, first=first[0]):
            assemblies.setdefault(self._fits.pieces_of(masks), []).append(masks)
            if len(assemblies) % 1000 == 0:
                self._progress()
        for pieces, found in sorted(assemblies.items()):
            if _within(self._holes(pieces), self._wanted.holes):
                one = self._judged(pieces, found)
                if one is not None:
                    yield one

    def _climbs(self, seed: int) -> Iterator[Iterator[_Judged]]:
        for number in count():
            random = Random(f"{seed} {number}")
            start = self._start(random)
            if start is None:
                return
            yield self._climb(start, random)

    def _start(self, random: Random) -> Masks | None:
        """Return a random assembly, or any if it is hard to find; None if there is none."""
        places = range(len(self._burr.places))
        for _ in range(MOST_STARTS):
            self._check()
            masks = [0] * len(places)
            chosen: list[int] = []
            for at in random.sample(places, len(places)):
                fitting = self._fitting(at, masks, chosen)
                if not fitting:
                    break
                masks[at] = random.choice(fitting)
                chosen.append(self._fits.fits[at][masks[at]])
            else:
                return tuple(masks)
        every = dict.fromkeys(range(len(self._pieces)), (0, self._wanted.times))
        return next(self._fits.assemblies(every, self._spending), None)

    def _fitting(self, at: int, masks: Sequence[int], chosen: Iterable[int]) -> list[int]:
        """Return what fits at a place beside the pieces with these masks and numbers."""
        taken = reduce(or_, masks)
        used = {number for number, times in Counter(chosen).items() if times >= self._wanted.times}
        fits = self._fits.fits[at]
        return [mask for mask in fits if not mask & taken and fits[mask] not in used]

    def _climb(self, here: Masks, random: Random) -> Iterator[_Judged]:
        score, idle = self._score(here), 0
        seen: set[Numbers] = set()
        while idle < PATIENCE:
            pieces = self._fits.pieces_of(here)
            if score >= (0, max(self._wanted.level[0], 1)) and pieces not in seen:
                seen.add(pieces)
                one = self._judged(pieces, self._assemblies(pieces))
                if one is not None:
                    yield one
            idle += 1
            self._check()
            at = random.randrange(len(here))
            others = [*here[:at], 0, *here[at + 1 :]]
            chosen = [fits[mask] for fits, mask in zip(self._fits.fits, here, strict=True)]
            del chosen[at]
            others[at] = random.choice(self._fitting(at, others, chosen))
            other = self._score(tuple(others))
            if other >= score:
                idle = 0 if other > score else idle
                here, score = tuple(others), other

    def _score(self, masks: Masks) -> tuple[int, int]:
        """Return how good an assembly is: how far its holes are out of bounds, and its level."""
        low, high = self._wanted.holes
        holes = self._holes(self._fits.pieces_of(masks))
        excess = max(low - holes, 0 if high is None else holes - high, 0)
        return -excess, self._level(masks)[0] if self._level(masks) else 0

    def _holes(self, pieces: Numbers) -> int:
        return len(self._burr.board) - sum(len(self._pieces[number]) for number in pieces)

    def _assemblies(self, pieces: Numbers) -> Iterable[Masks]:
        """Return the assemblies of a set, until there are too many."""
        times = Counter(pieces)
        first = min(times, key=times.__getitem__)
        bounds = {number: (number_of, number_of) for number, number_of in times.items()}
        return self._fits.assemblies(bounds, self._spending, first=first)

    def _judged(self, pieces: Numbers, assemblies: Iterable[Masks]) -> _Judged | None:
        """Return a set if it is one that is searched for."""
        self._tried += 1
        self._progress()
        wanted = self._wanted
        distinct: set[Masks] = set()
        levels = []
        for masks in map(self._fits.canonical, assemblies):
            if masks in distinct:
                continue
            distinct.add(masks)
            level = self._level(masks)
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

    def _level(self, masks: Masks) -> Level:
        """Return the level of an assembly, empty if it does not come apart."""
        if masks not in self._levels:
            self._check()
            before = self._removers.searched
            regions = self._fits.regions(masks)
            try:
                found = self._removers.take_apart((regions, [None] * len(regions)))
            finally:
                self._spending.spend(self._removers.searched - before)
            self._levels[masks] = found.level if found.comes_apart else ()
        return self._levels[masks]

    def _check(self) -> None:
        if self._spending.ended:
            raise self._apart.stop({})

    def _progress(self) -> None:
        if self._meter.has_reporter:
            done = {"sets": self._tried, "found": len(self._found)}
            self._meter.progress(self._fraction, done | {"nodes": self._spending.spent})


def _within(number: int, bounds: Bounds) -> bool:
    low, high = bounds
    return low <= number and (high is None or number <= high)
