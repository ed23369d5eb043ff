"""The tilings of a strip by the number of each tile: a polynomial for each length.

A sweep over the cells of the strip, whose states carry polynomials in place of numbers: one
variable for each tile.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien._base.displayed import Displayed
from combien._wording import printable
from combien.cover._elements import Solution
from combien.errors import CannotAnswer
from combien.families import ByKind
from combien.sequences._direct import boards, compare
from combien.sequences._strip import Strip
from combien.tilings._tiling import TilingProblem

__all__ = ["TileCounts"]

# The number of each tile, and how many partial tilings have these numbers.
_Polynomial = Counter[tuple[int, ...]]


class TileCounts(Displayed):
    """The numbers of tilings of a strip with given numbers of each tile, from n = 0 on.

    >>> from combien import Strip, sequence
    >>> counts = sequence(Strip(2, tiles=["monomino", "domino"]), refine="tiles")
    >>> counts[3].counts
    {(0, 3): 3, (2, 2): 11, (4, 1): 7, (6, 0): 1}
    >>> counts.polynomial(3)
    'monomino^6 + 7*monomino^4*domino + 11*monomino^2*domino^2 + 3*domino^3'

    Iteration has no end.  When the budget of `sequence` ends, `OutOfBudget` is raised, and the
    terms that are known remain.
    """

    def __init__(
        self,
        strip: Strip,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        bytes: int | None = None,
        budget: Budget | None = None,
        report: Reporter | None = None,
    ) -> None:
        limits = budget_of(budget, nodes, seconds, bytes)
        if strip.layout.prisms:
            raise CannotAnswer("tiles are counted by kind if their length is limited")
        self._meter = Meter(limits, engine="strip", report=report, question="search")
        self._slots = strip.layout.slots
        self._names = tuple(tile.name or str(place) for place, tile in enumerate(strip.tiles))
        # For each slot, the placements that begin there, as bits, with the numbers of their tiles.
        self._beginning: list[list[tuple[int, int]]] = [[] for _ in range(self._slots)]
        for number, tile in enumerate(strip.tiles):
            for cells in strip.placements(tile):
                bits = sum(1 << cell for cell in cells)
                self._beginning[cells[0]].append((bits, number))
        nothing: _Polynomial = Counter({(0,) * len(self._names): 1})
        self._states: dict[int, _Polynomial] = {0: nothing}
        self._terms = [ByKind(self._names, dict(nothing))]
        self._steps = 0
        self._boards = boards(strip)
        self._direct = self._terms[:]

    @property
    def tiles(self) -> tuple[str, ...]:
        """The names of the tiles, or their numbers."""
        return self._names

    def first(self, count: int) -> list[ByKind]:
        """Return the first terms: a table from the numbers of each tile to that of the tilings."""
        count = check_int("count", count)
        while len(self._terms) < count:
            self._states = self._filled(self._states)
            self._terms.append(ByKind(self._names, dict(sorted(self._states[0].items()))))
            self._meter.progress(None, {"terms": len(self._terms)})
        for _ in range(count - len(self._direct)):
            if (direct := next(self._boards, None)) is None:
                break
            self._direct.append(self._by_kind(*direct))
        compare(f"the tilings by tile, {self!r}", self._terms, self._direct)
        return self._terms[:count]

    def __getitem__(self, n: int) -> ByKind:
        return self.first(check_int("n", n) + 1)[n]

    def __iter__(self) -> Iterator[ByKind]:
        n = 0
        while True:
            yield self[n]
            n += 1

    def polynomial(self, n: int) -> str:
        """Return the term as a polynomial in the names of the tiles."""
        terms = []
        for numbers, count in sorted(self[n].counts.items(), reverse=True):
            powers = [
                name if number == 1 else f"{name}^{number}"
                for name, number in zip(self._names, numbers, strict=True)
                if number
            ]
            if count > 1 or not powers:
                powers.insert(0, str(count))
            terms.append("*".join(powers))
        return printable(" + ".join(terms) or "0")

    def _by_kind(self, model: TilingProblem | None, tilings: list[Solution]) -> ByKind:
        """Return the numbers of tilings of a board, from a list of all."""
        if model is None:
            return ByKind(self._names, {})
        placements = model.placements
        tile = [placements.turn(option)[0] for option in range(model.problem().option_count)]
        found = Counter[tuple[int, ...]]()
        for tiling in tilings:
            used = [0] * len(self._names)
            for option in tiling:
                used[tile[option]] += 1
            found[tuple(used)] += 1
        return ByKind(self._names, dict(sorted(found.items())))

    def _filled(self, states: dict[int, _Polynomial]) -> dict[int, _Polynomial]:
        """Return the states after one more slab, slot by slot."""
        for slot in range(self._slots):
            following: defaultdict[int, _Polynomial] = defaultdict(Counter)
            for covered, polynomial in states.items():
                self._steps += 1
                if self._meter.slice(self._steps)[0] == 0:
                    raise self._meter.stop({"terms": len(self._terms)})
                if covered >> slot & 1:
                    following[covered].update(polynomial)
                    continue
                for bits, number in self._beginning[slot]:
                    if not covered & bits:
                        to = following[covered | bits]
                        for numbers, count in polynomial.items():
                            raised = numbers[number] + 1
                            to[(*numbers[:number], raised, *numbers[number + 1 :])] += count
            states = following
        after = {covered >> self._slots: polynomial for covered, polynomial in states.items()}
        after.setdefault(0, Counter())
        return after

    def __repr__(self) -> str:
        return printable(f"<TileCounts of {', '.join(self._names)}>")
