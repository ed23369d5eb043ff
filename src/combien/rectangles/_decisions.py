"""Deciding which rectangles can be tiled, with a common budget.

Rectangles are decided by width, then by height, in this order: by periodic weights (the area, and
colorings), by a straight cut into two smaller ones, and by a search row by row for all heights of a
width.  Where such a strip has too many states, a SAT solver or a search looks for a tiling of each
rectangle.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt
from typing import Literal

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien.engines._protocol import Progress
from combien.errors import BadInput, CannotAnswer, Disagreement, OutOfBudget
from combien.geometry._region import Region
from combien.rectangles._direct import (
    Part,
    compare_rectangles,
    cuts,
    one_solution,
    pinwheel,
    smaller_rectangles,
)
from combien.rectangles._lengths import DONE, OUT_OF_BYTES, OUT_OF_SLICE, Lengths, StripSearch, sums
from combien.rectangles._result import Decision, PieceCells, Rectangle, Rectangles
from combien.rectangles._tileset import TileSet
from combien.rectangles._weights import PeriodicWeights
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

# A strip gets this many steps before the SAT solver is tried, and the SAT solver this many
# conflicts before the strip continues.  Then both get more.
FIRST_STEPS = 5_000_000
FIRST_CONFLICTS = 50_000
GROWTH = 4
# To exclude a single rectangle, a strip gets this many steps.
EXCLUDING_STEPS = 400_000_000
# Where memory is short, more conflicts do not help.
MOST_CONFLICTS = 2**31
# Dividing a rectangle into smaller ones gets this many nodes.
DIVISION_NODES = 1_000_000
# The sum of the sides of rectangles that cannot be tiled, for which cuts are tried once more.
MOST_COMPARED = 100
# Whether a rectangle is prime, by its verdict.
SAYS_PRIME: dict[str, bool] = {"none": False, "prime": True, "composite": False}


class Decisions:
    """What is known of the rectangles of a set of tiles, with a common budget."""

    def __init__(self, tiles: TileSet, budget: Budget, report: Reporter | None = None) -> None:
        self.tiles = tiles
        self._meter = Meter(budget, engine="rectangles", report=report, question="search")
        self.weights = PeriodicWeights(tiles, self._meter.pause)
        self._budget = budget
        self._done = 0
        self._whole = 0
        self._decided = 0
        self._known: dict[tuple[int, int], Rectangle] = {}
        self._pieces: dict[tuple[int, int], tuple[PieceCells, ...]] = {}
        # A length of each width that may be less than the heights of the table, and its tiling
        # where it is not known otherwise.
        self._moduli: dict[int, int] = {}
        self._periods: dict[int, list[PieceCells]] = {}

    # One strip -----------------------------------------------------------------------------------

    def lengths(self, width: int) -> Lengths:
        """Return all lengths of a width."""
        found = self._lengths(width)
        for least in found.shortest:
            if least is not None and (reason := self._excluded(width, least)):
                raise _disagreement(width, least, f"no tiling ({reason})", "one row by row")
        return found

    def _lengths(self, width: int) -> Lengths:
        first = StripSearch(self.tiles, width)
        outcome = self._run(first, None)
        [shortest] = first.shortest
        if shortest is None:
            return Lengths(width, known_to=first.length)
        if outcome != DONE:
            return Lengths(width, (shortest, *[None] * (shortest - 1)), known_to=first.length)
        wanted = [not self._excluded(width, r or shortest) for r in range(shortest)]
        search = StripSearch(self.tiles, width, wanted)
        while search.length is not None:
            if self._run(search, search.length + 1) != DONE:
                break
            # Sums of lengths bound the shortest of each class; it remains to exclude less.
            bounds = sums(search.shortest, shortest)
            if search.length is not None and all(
                bound is not None and bound - shortest <= search.length
                for bound, needed in zip(bounds, wanted, strict=True)
                if needed
            ):
                return Lengths(width, tuple(bounds))
        return Lengths(width, tuple(sums(search.shortest, shortest)), known_to=search.length)

    def _run(self, search: StripSearch, most: int | None, steps: int | None = None) -> int:
        """Continue a search up to a length, and up to this many steps of it; return the outcome."""
        bound = 2**31 if most is None else most
        before = search.steps
        outcome = OUT_OF_SLICE
        while outcome == OUT_OF_SLICE:
            granted, seconds = self._meter.slice(self._done + search.steps - before)
            if steps is not None:
                granted = min(granted, steps - search.steps)
            if granted <= 0:
                break
            outcome = search.run(granted, seconds, self._meter.bytes, bound)
            self._report(search)
        self._done += search.steps - before
        return outcome

    def _report(self, search: StripSearch | None = None) -> None:
        fraction = min(1.0, self._decided / self._whole) if self._whole else None
        work = {"rectangles": self._decided}
        if search is not None:
            work |= {"width": search.width, "profiles": search.states}
        self._meter.progress(fraction, work)

    def search(self, width: int, height: int, conflicts: int) -> bool:
        """Return whether a search for a tiling of one rectangle finds one."""
        self._look_for_tiling(width, height, conflicts)
        return self.tileable(width, height) is True

    def exclude(self, width: int, height: int, *, modulus: int) -> bool:
        """Return whether the search of the strip shows that a rectangle cannot be tiled.

        The modulus is a length of this width; the strip gets a limited number of steps.
        """
        wanted = [remainder == height % modulus for remainder in range(modulus)]
        try:
            search = StripSearch(self.tiles, width, wanted)
        except CannotAnswer:
            return False
        self._run(search, height, EXCLUDING_STEPS)
        self._take(search, [height])
        return self.tileable(width, height) is False

    def one(self, width: int, height: int) -> Decision:
        """Decide a single rectangle."""
        key = self.tiles.sides(width, height)
        self._decide_width(key[0], [key[1]])
        known = Rectangles(self.tiles, key, [key], self._known, self._pieces)
        one = known.at(*key)
        if one.tileable is False:
            compare_rectangles(self.tiles, self.tileable, further={key: False})
        return Decision(one.tileable, one.reason, known.tiling(width, height))

    # The table -----------------------------------------------------------------------------------

    def table(self, width: int, height: int) -> Rectangles:
        """Return the table of all rectangles up to this size."""
        width, height = self.tiles.sides(width, height)
        keys = [
            (w, h)
            for w in range(1, width + 1)
            for h in range(w if self.tiles.turns else 1, height + 1)
        ]
        self._whole = len(keys)
        for w in range(1, width + 1):
            self._decide_width(w, [h for wide, h in keys if wide == w])
        self._decide_beyond(keys)
        for key in keys:
            self._classify(key)
        prime = {key: SAYS_PRIME.get(self._known[key].verdict) for key in keys}
        compare_rectangles(self.tiles, self.tileable, prime=lambda *sides: prime.get(sides))
        return Rectangles(self.tiles, (width, height), keys, self._known, self._pieces)

    def _decide_beyond(self, keys: list[tuple[int, int]]) -> None:
        """Decide the rectangles beyond the table that might need fewer tiles, if this is easy."""
        areas = [w * h for w, h in keys if self.tileable(w, h)]
        size = self.tiles.size
        odd = [area for area in areas if size and area // size % 2]
        if not areas:
            return
        most = min(odd, default=min(areas)) - 1
        # How many of these are decided says nothing about how far the table is.
        self._whole = 0
        for width in range(1, (isqrt(most) if self.tiles.turns else most) + 1):
            heights = range(width if self.tiles.turns else 1, most // width + 1)
            self._decide_width(width, list(heights), thorough=False)

    def tileable(self, width: int, height: int) -> bool | None:
        """Return whether a rectangle is known to be tileable or not."""
        known = self._known.get(self.tiles.sides(width, height))
        return known.tileable if known else None

    def _decide_width(self, width: int, heights: list[int], *, thorough: bool = True) -> None:
        left = self._settle_simple(width, heights)
        search: StripSearch | None = None
        steps, conflicts = FIRST_STEPS, FIRST_CONFLICTS
        is_narrow = True
        while left and not self._ended and conflicts < MOST_CONFLICTS:
            if is_narrow:
                search, is_narrow = self._continue(search, width, left, steps)
                left = self._settle_simple(width, left)
                if search is None:
                    continue
            if not thorough:
                break
            for height in left:
                self._look_for_tiling(width, height, conflicts)
            left = self._settle_simple(width, left)
            steps, conflicts = GROWTH * steps, GROWTH * conflicts
        for height in left:
            self._known[width, height] = Rectangle(
                width, height, None, "unknown", "the budget ended before it was decided"
            )

    def _continue(
        self, search: StripSearch | None, width: int, heights: list[int], steps: int
    ) -> tuple[StripSearch | None, bool]:
        """Search a strip up to this many steps in all; return the search, and whether it may go on.

        A search that has ended is not returned.
        """
        try:
            search = search or self._new_search(width, heights)
        except CannotAnswer:
            return search, False
        outcome = self._run(search, heights[-1], steps)
        self._take(search, heights)
        if outcome == DONE and search.modulus == 0 and search.shortest[0]:
            self._moduli[width] = search.shortest[0]
            if self.tileable(width, search.shortest[0]) is None:
                self._periods[width] = search.pieces()
        # A search of all that is left has no more to say, as what is left depends on others.
        may_go_on = outcome != OUT_OF_BYTES and not (outcome == DONE and search.modulus)
        return (None if outcome == DONE else search), may_go_on

    @property
    def _ended(self) -> bool:
        return self._meter.slice(self._done)[0] == 0

    def _new_search(self, width: int, heights: list[int]) -> StripSearch:
        """Return a search for the lengths that are not known to be sums of known ones."""
        shortest = (h for h in range(1, heights[-1] + 1) if self.tileable(width, h))
        modulus = next(shortest, self._moduli.get(width, 0))
        if not modulus:
            return StripSearch(self.tiles, width)
        wanted = [False] * modulus
        for height in heights:
            if (width, height) not in self._known:
                wanted[height % modulus] = True
        return StripSearch(self.tiles, width, wanted)

    def _settle_simple(self, width: int, heights: list[int]) -> list[int]:
        """Settle heights by weights and cuts; return the others."""
        left = []
        for height in heights:
            key = (width, height)
            if key in self._known:
                continue
            reason = self._excluded(width, height)
            if reason:
                self._known[key] = Rectangle(width, height, False, "none", reason)
            elif not self._settle_by_cut(width, height):
                left.append(height)
                continue
            self._decided += 1
        self._report()
        return left

    def _excluded(self, width: int, height: int) -> str:
        """Return why weights exclude a rectangle, or "" if they do not, or not in time."""
        try:
            return self.weights.reason(width, height)
        except OutOfBudget:
            return ""

    def _settle_by_cut(self, width: int, height: int) -> bool:
        for one, two in cuts(width, height):
            if self.tileable(*one[2:]) and self.tileable(*two[2:]):
                (_, _, *a), (x, _, *b) = one, two
                where = f"x = {x}" if x else f"y = {two[1]}"
                reason = f"cut at {where} into {a[0]} x {a[1]} and {b[0]} x {b[1]}"
                self._known[width, height] = Rectangle(
                    width, height, True, "composite", reason, parts=(one, two)
                )
                return True
        return False

    def _take(self, search: StripSearch, heights: list[int]) -> None:
        """Read off which of these heights are lengths."""
        width, modulus, known_to = search.width, search.modulus, search.length
        shortest = search.shortest
        for least in shortest:
            if least is not None and self.tileable(width, least) is False:
                known = self._known[self.tiles.sides(width, least)]
                raise _disagreement(width, least, f"no tiling ({known.reason})", "one row by row")
        for height in heights:
            remainder = height % modulus if modulus else 0
            least = shortest[remainder]
            if least == height:
                self._tiled(width, height, search.pieces(remainder), "found row by row")
            elif least is not None and least < height and modulus and width in self._periods:
                # Asked for alone, so the rectangles into which it can be cut are not known.
                pieces = search.pieces(remainder)
                for row in range(least, height, modulus):
                    for piece in self._periods[width]:
                        pieces.append(tuple((x, y + row) for x, y in piece))
                self._tiled(width, height, pieces, "found row by row")
            elif (least is None or height < least) and (known_to is None or height <= known_to):
                self._decided += 1
                reason = (
                    f"no path of {height} rows in the strip of width {width} "
                    f"({search.states} profiles)"
                )
                self._known[width, height] = Rectangle(width, height, False, "none", reason)

    def _tiled(self, width: int, height: int, pieces: Iterable[PieceCells], how: str) -> None:
        self._decided += 1
        self._pieces[width, height] = tuple(pieces)
        self._known[width, height] = Rectangle(width, height, True, "prime", how)

    def _look_for_tiling(self, width: int, height: int, conflicts: int) -> None:
        """Search for a tiling of one rectangle."""
        if (width, height) in self._known or self._ended or self._settle_by_cut(width, height):
            return
        problem = TilingProblem(Region.box(width, height), self.tiles.tiles)
        granted, _ = self._meter.slice(self._done)
        budget = Budget(
            nodes=min(granted, conflicts),
            seconds=self._meter.seconds_left,
            bytes=self._budget.bytes,
        )
        found = one_solution(problem, budget, self._relay)
        self._done += found.nodes
        if found.solutions:
            pieces = [tuple((x, y) for x, y in one.region) for one in found.solutions[0].placements]
            self._tiled(width, height, pieces, f"found by a search ({found.engine})")
        elif found.complete:
            self._decided += 1
            self._known[width, height] = Rectangle(
                width, height, False, "none", f"an exhaustive search ({found.why})"
            )

    def _relay(self, progress: Progress) -> None:
        self._report()

    # Primes --------------------------------------------------------------------------------------

    def _classify(self, key: tuple[int, int]) -> None:
        """Complete the verdict of a rectangle that no known cut divides."""
        known, (width, height) = self._known[key], key
        excluded = known.verdict == "none" and width + height <= MOST_COMPARED
        if excluded and self._settle_by_cut(width, height):
            direct = f"one: {self._known[key].reason}"
            raise _disagreement(width, height, f"no tiling ({known.reason})", direct)
        if known.verdict != "prime":
            return
        for one, two in cuts(width, height):
            first, second = self.tileable(*one[2:]), self.tileable(*two[2:])
            if first and second:
                self._known[key] = Rectangle(
                    width, height, True, "composite", known.reason, parts=(one, two)
                )
                return
            if first is not False and second is not False:
                reason = f"{known.reason}; whether it is prime depends on smaller rectangles"
                self._known[key] = Rectangle(width, height, True, "unknown", reason)
                return
        strength, parts = self._strength(width, height)
        reason = f"{known.reason}; no line cuts it into two rectangles that can be tiled"
        self._known[key] = Rectangle(width, height, True, "prime", reason, strength, parts)

    def _strength(
        self, width: int, height: int
    ) -> tuple[Literal["strong", "weak", ""], tuple[Part, ...]]:
        """Return whether a prime is strong or weak, and the division of a weak one."""
        parts = pinwheel(width, height, self.tileable)
        if parts:
            return "weak", parts
        inside = [one for (w, h), one in self._known.items() if self._fits(w, h, width, height)]
        if any(one.tileable is None for one in inside):
            return "", ()
        # Other rectangles are divided into strong ones.
        smaller = {
            sides
            for one in inside
            if one.verdict == "prime" and one.strength != "weak"
            for sides in ((one.width, one.height), *self._turned(one.width, one.height))
        }
        budget = Budget(nodes=DIVISION_NODES, seconds=self._meter.seconds_left)
        divided = smaller_rectangles(width, height, sorted(smaller), budget=budget)
        if divided is None:
            return "", ()
        return ("weak", divided) if divided else ("strong", ())

    def _turned(self, width: int, height: int) -> list[tuple[int, int]]:
        return [(height, width)] if self.tiles.turns else []

    def _fits(self, w: int, h: int, width: int, height: int) -> bool:
        """Whether w x h is smaller than a rectangle and fits into it, turned if this is allowed."""
        (w, h), (width, height) = self.tiles.sides(w, h), self.tiles.sides(width, height)
        return w <= width and h <= height and (w, h) != (width, height)


def _disagreement(width: int, height: int, derived: str, direct: str) -> Disagreement:
    return Disagreement.of(f"the rectangle of {width} x {height}", derived=derived, direct=direct)


# Questions ----------------------------------------------------------------------------------------

MOST_SIDE = 1000


def table(
    tiles: Iterable[Tile],
    to: tuple[int, int] = (20, 20),
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Rectangles:
    """Return for all rectangles up to a size whether they can be tiled, and which are prime.

    >>> from combien import Tile
    >>> found = table([Tile("**\\n*.", symmetries="all", times="any")], (9, 9))
    >>> [(one.width, one.height) for one in found.primes], found.order, found.odd_order
    ([(2, 3), (5, 9)], 2, 15)
    >>> found.at(3, 5).reason
    'no path of 5 rows in the strip of width 3 (2 profiles)'

    Tiles are of squares in the plane and may be used any number of times.  If the budget runs out,
    the rectangles that are left are "unknown".  Raises `BadTiling` for other tiles and `BadInput`
    for sizes that are not 1 to 1000.
    """
    width, height = (check_int("to", side, least=1, most=MOST_SIDE) for side in _pair(to))
    limits = budget_of(budget, nodes, seconds, bytes)
    return Decisions(TileSet(tiles), limits, report).table(width, height)


def decide(
    tiles: Iterable[Tile],
    width: int,
    height: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Decision:
    """Return whether a rectangle can be tiled, with a tiling or the reason why there is none.

    >>> from combien import Tile
    >>> found = decide([Tile("*.\\n**", symmetries="all", times="any")], 3, 2)
    >>> print(found.tiling)
    aab
    abb

    Raises as `table` does.
    """
    wide = check_int("width", width, least=1, most=MOST_SIDE)
    high = check_int("height", height, least=1, most=MOST_SIDE)
    limits = budget_of(budget, nodes, seconds, bytes)
    return Decisions(TileSet(tiles), limits, report).one(wide, high)


def lengths(
    tiles: Iterable[Tile],
    width: int,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Lengths:
    """Return the lengths n such that the tiles cover width x n, for all n at once.

    >>> from combien import Tile
    >>> print(lengths([Tile("**\\n*.", symmetries="all", times="any")], 5))
    all n = 0 mod 3 with n >= 6

    If the budget runs out, the result is complete only up to `known_to`.  Raises `CannotAnswer` if
    the tiles reach over more than 128 cells of the strip.
    """
    wide = check_int("width", width, least=1, most=MOST_SIDE)
    limits = budget_of(budget, nodes, seconds, bytes)
    given = TileSet(tiles)
    found = Decisions(given, limits, report).lengths(wide)

    def known(width: int, height: int) -> bool | None:
        if width == wide:
            return found.contains(height)
        return found.contains(width) if given.turns and height == wide else None

    compare_rectangles(given, known)
    return found


def _pair(to: object) -> tuple[object, object]:
    if not isinstance(to, tuple) or len(to) != 2:
        raise BadInput("to: expected a width and a height, as in to=(20, 20)")
    return to
