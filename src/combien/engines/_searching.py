"""The engines that find solutions one by one by search: dancing links and bit sets.

Engines differ in how the search is opened and which problems are refused, which are given as
functions; counting, walking, budgets and positions are the same for all.

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

from combien import _native
from combien._budget import Meter
from combien.cover._problem import Problem
from combien.engines._compiled import compiled
from combien.engines._counting import finish
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._restarts import FirstSolution
from combien.engines._walk import Open, Place, SearchCounting, SearchWalk

__all__ = ["MOST_BYTES", "SearchEngine", "bits", "leftmost", "smallest", "weighted"]

# The largest bit sets: some 28 000 options.  Beyond, what is saved a node is lost on filling them.
MOST_BYTES = 100_000_000


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """Search by the core; `needs` returns the memory that a problem takes, in bytes.

    With `restarts`, the first solution is also searched in shuffled orders (see `_restarts`).
    """

    name: str
    open_at: Open
    refuses: Callable[[Problem], str]
    needs: Callable[[Problem], int]
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
        return FirstSolution(
            problem,
            self.open_at,
            engine=self.name,
            why=why or f"asked for {self.name}",
            meter=meter,
        )


# Dancing links ------------------------------------------------------------------------------------


def smallest() -> SearchEngine:
    """Branches on the item with the fewest choices, the first of them."""
    return SearchEngine(
        "dlx", partial(_open_links, "smallest"), _refuses_nothing, _needs_links, restarts=True
    )


def leftmost() -> SearchEngine:
    """Branches on the first item that waits, as a student would by hand."""
    return SearchEngine(
        "dlx-leftmost", partial(_open_links, "leftmost"), _refuses_nothing, _needs_links
    )


def weighted() -> SearchEngine:
    """Branches on few choices too, but sooner on items at which random probes often failed.

    The weights come from a thousand probes before the search, always the same, so that a position
    means the same tree wherever it is taken up (after Boussemart and others, 2004).
    """
    return SearchEngine(
        "dlx-weighted", partial(_open_links, "weighted"), _refuses_nothing, _needs_links
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
    return SearchEngine("bits", _open_bits, _refuses_bits, _needs_bits, restarts=True)


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
