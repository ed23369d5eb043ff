"""The engines that find solutions one by one by search: dancing links and bit sets.

Engines differ in how the search is opened, what it costs and which problems are refused, which are
given as functions; counting, walking, budgets and positions are the same for all.  Costs are in
nanoseconds and come from the counters, not from a clock: measured on one machine over boards,
puzzles and random systems, they are right within a factor of three, which is enough to allot work.

Dancing links (`dlx`) is the engine of Knuth's papers: it takes constant memory, and answers
everything that a problem can hold (colors, multiplicities).  Its tree of choices is the textbook's,
so that a position or a node count can be followed by hand.

The bit kernel (`bits`) is the same search on whole words, several times faster than links, for
problems whose options fit into bit sets and whose items are all covered exactly once (colors are
free).  Forced options are taken without a node of their own, so the search tree is smaller than in
`dlx`, and the two engines cannot resume each other's positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from heapq import heapify, heappop, heappush
from operator import itemgetter

from combien import _native
from combien._budget import Meter
from combien._checks import check_int
from combien.cover._problem import Problem
from combien.engines._compiled import compiled
from combien.engines._counting import finish
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._restarts import FirstSolution
from combien.engines._walk import Open, Place, SearchCounting, SearchWalk

__all__ = [
    "MOST_BYTES",
    "SearchEngine",
    "bits",
    "bits_cost",
    "bits_node",
    "bits_setup",
    "entry_count",
    "leftmost",
    "links_cost",
    "links_setup",
    "shares",
    "smallest",
    "weighted",
]

# The largest bit sets: some 28 000 options.  Beyond, what is saved a node is lost on filling them.
MOST_BYTES = 100_000_000

# The masks of an option are some words for each 512 options, and sizes are looked up for the items
# that wait.  In larger problems, few nodes see all of them, so these numbers are limits.
MOST_OPTIONS_PRICED, MOST_ITEMS_PRICED = 2048, 160

# The most shares.  More would take hours to split, and gigabytes to hold.
_MOST_SHARES = 1_000_000


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """Search by the core; `needs` returns the memory that a problem takes, in bytes.

    `setup` returns the cost of opening a search, and `cost` that of some nodes and updates.
    With `restarts`, the first solution is also searched in shuffled orders (see `_restarts`).
    """

    name: str
    open_at: Open
    refuses: Callable[[Problem], str]
    needs: Callable[[Problem], int]
    setup: Callable[[Problem], float]
    cost: Callable[[Problem, int, int], float]
    restarts: bool = False

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return why the problem is not supported; a search answers every question."""
        return self.refuses(problem)

    def counting(self, problem: Problem) -> SearchCounting:
        """Return a count in progress."""
        return SearchCounting(problem, self.open_at, needs=self.needs(problem))

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions, found one by one."""
        counting = self.counting(problem)
        found = finish(counting, Meter(budget, engine=self.name, report=report))
        return Count(found, counting.work, self.name, f"asked for {self.name}")

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SearchWalk:
        """Return a walk through the solutions in the order of the search."""
        return SearchWalk(
            problem,
            self.open_at,
            engine=self.name,
            why=f"asked for {self.name}",
            meter=Meter(budget, engine=self.name, report=report),
            resume=resume,
        )

    def first(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        why: str = "",
    ) -> FirstSolution | SearchWalk:
        """Return a walk to one solution, with restarts if this engine has them."""
        if not self.restarts:
            return self.solutions(problem, budget=budget, report=report)
        meter = Meter(budget, engine=self.name, report=report)
        return FirstSolution(problem, self, why=why or f"asked for {self.name}", meter=meter)


# Costs --------------------------------------------------------------------------------------------


def entry_count(problem: Problem) -> int:
    """Return the number of entries of all options."""
    return len(problem.arrays()[1])


def bits_setup(problem: Problem) -> float:
    """Return the cost of computing the conflicts of all pairs of options."""
    # 160 us for 2056 options, 46 ms for 19800.
    return float(problem.option_count**2) / 10


def links_setup(problem: Problem) -> float:
    """Return the cost of building the links."""
    return 15.0 * entry_count(problem)


def bits_node(problem: Problem) -> float:
    """Return the cost of a node of the bit kernel."""
    options = min(problem.option_count, MOST_OPTIONS_PRICED) / 80
    return 5 + options + min(problem.primary_count, MOST_ITEMS_PRICED)


def bits_cost(problem: Problem, nodes: int, updates: int) -> float:
    """Return the cost of a search by bit sets."""
    # Between 16 ns a node (dominoes) and 190 (sudoku, where each node forces six options).
    return bits_node(problem) * nodes + 8.0 * updates


def links_cost(problem: Problem, nodes: int, updates: int) -> float:
    """Return the cost of a search by dancing links."""
    # Each node looks through the items that wait.
    return (40 + problem.item_count) * nodes + 12.0 * updates


# Dancing links ------------------------------------------------------------------------------------


def smallest() -> SearchEngine:
    """Branches on the item with the fewest choices, the first of them."""
    return _links("dlx", "smallest", restarts=True)


def leftmost() -> SearchEngine:
    """Branches on the first item that waits, as a student would by hand."""
    return _links("dlx-leftmost", "leftmost")


def weighted() -> SearchEngine:
    """Branches on few choices too, but sooner on items at which random probes often failed.

    The weights come from a thousand probes before the search, always the same, so that a position
    means the same tree wherever it is taken up (after Boussemart and others, 2004).
    """
    return _links("dlx-weighted", "weighted")


def _links(name: str, branching: str, *, restarts: bool = False) -> SearchEngine:
    return SearchEngine(
        name,
        open_at=partial(_open_links, branching),
        refuses=_refuses_nothing,
        needs=_needs_links,
        setup=links_setup,
        cost=links_cost,
        restarts=restarts,
    )


def _open_links(branching: str, problem: Problem, place: Place) -> _native.Search:
    return _native.dancing_links(
        compiled(problem),
        branching=branching,
        choices=place.choices,
        visited=place.visited,
        floor=place.floor,
    )


def _needs_links(problem: Problem) -> int:
    # The links of an entry, its color, and what lies beside them.
    return 24 * len(problem.arrays()[1])


def _refuses_nothing(problem: Problem) -> str:
    return ""


# The bit kernel -----------------------------------------------------------------------------------


def bits() -> SearchEngine:
    """Search by bit sets, with the best instructions that the processor has."""
    return SearchEngine(
        "bits", _open_bits, _refuses_bits, _needs_bits, bits_setup, bits_cost, restarts=True
    )


def _open_bits(problem: Problem, place: Place) -> _native.Search:
    return _native.bit_search(
        compiled(problem), choices=place.choices, visited=place.visited, floor=place.floor
    )


def _needs_bits(problem: Problem) -> int:
    # The sets of the whole problem, and those of the parts of it that are searched apart.
    return 2 * _native.bit_set_bytes(compiled(problem))


def _refuses_bits(problem: Problem) -> str:
    if problem.has_bounds:
        return "the bit kernel covers items exactly once, and this problem has bounds: ask dlx"
    size = _native.bit_set_bytes(compiled(problem))
    if size > MOST_BYTES:
        return f"the bit sets of this problem would take {size / 1e6:.0f} MB: ask dlx"
    return ""


# Shares -------------------------------------------------------------------------------------------


def shares(problem: Problem, engine: SearchEngine, *, parts: int, resume: str = "") -> list[str]:
    """At least `parts` positions (fewer when the tree is smaller) that make up what is left.

    Others can search below these positions, and nothing is done twice.  What is left of a search is
    the subtree at its position, then the untried choices of each level, the deepest first.  That is
    a list of shares in the order of the search, and each share can be split again.  So the
    solutions of the shares, one share after the other, are the solutions of the whole in the same
    order.

    >>> from combien import Problem, solutions
    >>> from combien.engines._searching import smallest
    >>> problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    >>> split = shares(problem, smallest(), parts=2)
    >>> [list(solutions(problem, engine="dlx", resume=share)) for share in split]
    [[(0, 1)], [(2, 3), (1, 2, 4)]]

    Cost: a search is opened for each share that is split.
    """
    parts = check_int("parts", parts, least=1, most=_MOST_SHARES)
    start = Place.parse(resume, engine.name, problem)
    rest = [] if start.visited else [Place(start.choices, False, len(start.choices))]
    for level in range(len(start.choices) - 1, start.floor - 1, -1):
        above = start.choices[:level]
        choices = engine.open_at(problem, Place(above)).branches()
        untried = choices[choices.index(start.choices[level]) + 1 :]
        rest.extend(Place((*above, choice), False, level + 1) for choice in untried)
    # Each share with its way here, so that they can be sorted in the order of the search.
    waiting: list[tuple[int, tuple[int, ...], Place]]
    waiting = [(len(place.choices), (number,), place) for number, place in enumerate(rest)]
    heapify(waiting)
    leaves: list[tuple[tuple[int, ...], Place]] = []
    while waiting and len(waiting) + len(leaves) < parts:
        # The highest share that is no leaf is the largest, as far as anybody knows.
        depth, way, place = heappop(waiting)
        choices = engine.open_at(problem, place).branches()
        if not choices:
            leaves.append((way, place))
        for number, choice in enumerate(choices):
            below = Place((*place.choices, choice), False, depth + 1)
            heappush(waiting, (depth + 1, (*way, number), below))
    split = sorted([*leaves, *((way, place) for _, way, place in waiting)], key=itemgetter(0))
    return [place.text(engine.name, problem) for _, place in split]
