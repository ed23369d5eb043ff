"""The first terms of a strip once more, counted without what they are derived with.

The tilings of short boards are listed as solutions of exact cover problems, by dancing links.  Each
is looked at by itself: whether it satisfies the condition, and whether it is the least of its
images under the symmetries of its board.  Nothing of the automata, the folded strips and the
algebra of generating functions is used.  If a term that follows from these is another one, an error
is raised, and no number is returned.

The same conditions, as items of each board, also make a model that any engine counts: for tilings
with a condition up to symmetry, which no automaton here has.

About ten milliseconds are allowed for this: boards are taken as long as there are few tilings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from math import gcd
from operator import or_
from typing import TypeVar

from combien._questions import solutions
from combien.cover._elements import Solution
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover._symmetry import ProblemGroup
from combien.errors import Disagreement, OutOfBudget
from combien.geometry._cell import Cell
from combien.geometry._symmetry import Group
from combien.sequences._strip import Strip
from combien.tilings._tiling import Tiling, TilingProblem

# Of a board.
_MOST_CELLS = 48
# Of the first board with tilings, and of all others: 5 us each.
_MOST_PLACEMENTS = 1500
_MOST_FURTHER_PLACEMENTS = 800
# Of all boards: 1 us for each image of a tiling, and from 0.2 to 4 us for each node.
_MOST_TILINGS = 2000
_MOST_NODES = 8000

Term = TypeVar("Term")
# A slab and a slot: a cell, the corner before it, or with a 0 the line before it.
_Mark = tuple[int, int]
_Cells = list[_Mark]
# Boards of 1, 2, ... slabs with all their tilings, each as the numbers of its placements; None for
# a board whose area the tiles cannot have.
Boards = Iterator[tuple[TilingProblem | None, list[Solution]]]


def compare(name: str, terms: Sequence[Term], direct: Sequence[Term]) -> None:
    """Raise `Disagreement` if a term differs from the one that was counted directly.

    >>> compare("dominoes", [1, 1, 2, 3], [1, 1])
    """
    for n, (derived, counted) in enumerate(zip(terms, direct, strict=False)):
        if derived != counted:
            raise Disagreement.of(f"{name}: a({n})", derived=derived, direct=counted)


def boards(strip: Strip) -> Boards:
    """Yield short boards with their tilings, as long as these are few.

    >>> [len(tilings) for _, tilings in boards(Strip(6, tiles="domino"))]
    [1, 13, 41, 281, 1183]
    """
    layout = strip.layout
    spans = [cells[-1] // layout.slots for cells in layout.placements]
    size = gcd(*map(len, layout.placements), *map(len, layout.prisms))
    tilings, nodes, placements = _MOST_TILINGS, _MOST_NODES, _MOST_PLACEMENTS
    for n in range(1, _MOST_CELLS // layout.slots + 1):
        if n * layout.slots % size:
            yield None, []
            continue
        needed = sum(n - span for span in spans if span < n)
        needed += len(layout.prisms) * n * (n + 1) // 2
        if needed > placements:
            return
        model = strip.model(n)
        search = solutions(model.problem(), engine="dlx", limit=tilings + 1, nodes=nodes)
        try:
            found = list(search)
        except OutOfBudget:
            return
        if len(found) > tilings:
            return
        yield model, found
        tilings, nodes = tilings - len(found), nodes - search.work["nodes"]
        if found:
            placements = min(placements, _MOST_FURTHER_PLACEMENTS) - needed


def direct_terms(strip: Strip, *, up_to: str = "none", refine: str | None = None) -> Iterator[int]:
    """Yield the first terms of a strip: those that are soon counted.

    >>> list(direct_terms(Strip(5, tiles="squares"), up_to="all"))
    [1, 1, 5, 10, 39, 77]
    """
    yield 1
    for n, (model, tilings) in enumerate(boards(strip), start=1):
        if model is None:
            yield 0
        elif refine is not None:
            yield _kept(model, tilings, _places(strip, n), refine)
        elif up_to != "none":
            yield sum(map(model.symmetries(up_to=up_to).is_least, tilings))
        else:
            yield len(tilings)


def _places(strip: Strip, n: int) -> dict[Cell, _Mark]:
    """Return the slab and the slot of each cell of a board, the slots of a row in their order."""
    found: dict[Cell, _Mark] = {}
    for slab in range(n):
        added = [cell for cell in strip.board(slab + 1) if cell not in found]
        found.update((cell, (slab, slot)) for slot, cell in enumerate(sorted(added)))
    return found


def _across(cells: _Cells) -> set[_Mark]:
    """Return the lines between slabs with cells on both sides."""
    slabs = [slab for slab, _ in cells]
    return {(line, 0) for line in range(min(slabs) + 1, max(slabs) + 1)}


def _along(cells: _Cells) -> set[_Mark]:
    slots = [slot for _, slot in cells]
    return {(0, line) for line in range(min(slots) + 1, max(slots) + 1)}


def _corners(cells: _Cells) -> set[_Mark]:
    """Return the corners with at least two of the cells."""
    around = Counter((slab + i, slot + j) for slab, slot in cells for i in (0, 1) for j in (0, 1))
    return {corner for corner, times in around.items() if times > 1}


# Which lines and corners a tile marks, and which of a board are to be marked: in a primitive tiling
# each line across is inside of a tile, and in a tatami tiling a tile has two cells at each corner.
_CONDITIONS: dict[str, tuple[Callable[[_Cells], set[_Mark]], Callable[[_Mark], bool]]] = {
    "primitive": (_across, lambda mark: mark[1] == 0),
    "fault-free": (lambda cells: _across(cells) | _along(cells), lambda mark: 0 in mark),
    "tatami": (_corners, all),
}


def _marks(model: TilingProblem, places: dict[Cell, _Mark], refine: str) -> tuple[int, list[int]]:
    """Return what is to be marked, and what each placement marks, as bits."""
    marked_by, counts = _CONDITIONS[refine]
    cells, problem = model.board.cells, model.problem()
    numbers = {mark: 1 << place for place, mark in enumerate(places.values())}
    whole = sum(number for mark, number in numbers.items() if any(mark) and counts(mark))
    marks = [
        whole & sum(numbers.get(mark, 0) for mark in marked_by([places[cells[i]] for i in items]))
        for items in map(problem.indices, range(problem.option_count))
    ]
    return whole, marks


def _kept(
    model: TilingProblem, tilings: list[Solution], places: dict[Cell, _Mark], refine: str
) -> int:
    """Return how many tilings satisfy the condition: all that is to be marked is marked."""
    whole, marks = _marks(model, places, refine)
    return sum(reduce(or_, map(marks.__getitem__, tiling)) == whole for tiling in tilings)


class RefinedBoard:
    """The tilings of a strip of n slabs that satisfy a condition: a model for any engine.

    >>> from combien import count
    >>> board = RefinedBoard(Strip(5, tiles="domino"), 8, "fault-free")
    >>> count(board), count(board, up_to="all")
    (108, 28)

    Each line or corner is an item that at least one placement must contain.
    """

    def __init__(self, strip: Strip, n: int, refine: str) -> None:
        self._base = strip.model(n)
        places = _places(strip, n)
        whole, marks = _marks(self._base, places, refine)
        # The slab of each cell, where only lines across count; otherwise none are compared.
        self._slabs = [places[cell][0] for cell in self._base.board] * (refine == "primitive")
        bits = [place for place in range(whole.bit_length()) if whole >> place & 1]
        # The placements that mark each line or corner.
        self._marked = [[o for o, mark in enumerate(marks) if mark >> bit & 1] for bit in bits]

    def problem(self) -> Problem:
        """Return the problem of the board, with an item for each line or corner."""
        base, builder = self._base.problem(), ProblemBuilder()
        builder.copy_items(base)
        added: list[list[object]] = [[] for _ in range(base.option_count)]
        for number, options in enumerate(self._marked):
            builder.item(("mark", number), bounds=(1, max(1, len(options))))
            for option in options:
                added[option].append(("mark", number))
        builder.gather((*base.entries(o), *more) for o, more in enumerate(added))
        return builder.build()

    def read(self, solution: Solution) -> Tiling:
        """Return the tiling for a solution."""
        return self._base.read(solution)

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the board that map lines and corners to such.

        A quarter turn of a square maps lines across to lines along, so it is not one of them for
        primitive tilings, even where all tiles that cross one line cross another one, too.

        >>> board = RefinedBoard(Strip(2, tiles=["monomino", "L-tromino"]), 2, "primitive")
        >>> len(board.symmetries()), len(board.symmetries(up_to="rotations"))
        (4, 2)
        """
        kept = [
            one.options for one in self._base.symmetries(up_to=up_to) if self._keeps(one.points)
        ]
        return ProblemGroup.generated_by(self.problem(), *kept)

    def _keeps(self, images: tuple[int, ...]) -> bool:
        """Whether the cells of a slab have images in one slab, given the numbers of the images."""
        pairs = {
            (slab, self._slabs[image]) for slab, image in zip(self._slabs, images, strict=False)
        }
        return len(pairs) == len(set(self._slabs))
