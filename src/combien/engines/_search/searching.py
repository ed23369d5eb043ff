"""The engines that find solutions one by one by search: dancing links and bit sets.

The engines differ in how a search is opened, what it costs and which problems are refused, which
are given as functions; they share counting, walking, budgets and positions.  Costs are in
nanoseconds and come from counters, not from a clock.  Measured on one machine over boards,
puzzles and random systems, they are accurate within a factor of three, which is enough to allot
work.

Dancing links (`dlx`) is the engine of Knuth's papers: it takes constant memory and supports every
problem, including colors and multiplicities.  Its search tree is the textbook's, so that a position
or a node count can be checked by hand.

The bit kernel (`bits`) is the same search on machine words, several times faster than links.  The
options must fit into bit sets, and each needs an item to be covered exactly once, as items with
bounds are not branched on.  Forced options are taken without a node, so the search tree is smaller
than in `dlx`, and the two engines cannot resume each other's positions.

Unlinking and relinking is the idea of H. Hitotumatu and K. Noshita (1979), made known by D. E.
Knuth (Dancing Links, 2000); `dlx-weighted` is after F. Boussemart and others (2004).  Tried in
`bits` and dropped: a table of failed states, which skipped 29 % of the nodes of Conway's box, but
the cheapest ones, so that the count took 5 % longer (more: docs/engines/bits.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from operator import mul

from combien import _native
from combien._base.budget import Meter
from combien._base.checks import check_int
from combien.cover._problem import Problem, compiled
from combien.engines._counting import finish
from combien.engines._places import Open, Place, engine_name, parse_position
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter, Walk
from combien.engines._search.counting import SearchCounting
from combien.engines._search.walk import ALWAYS_ALLOWED, SearchWalk

# Of this processor: some of plain, avx2 and avx512.  The last is used.
vector_sets = _native.vector_sets

# The largest bit sets: about 28 000 options.  Beyond, filling them costs more than they save.
MOST_BYTES = 100_000_000

# What a search may take to store the states that it meets again.  A count stores them only where
# they are few, and its budget does not include them.
MOST_LISTING_BYTES = 250_000_000
MOST_COUNTING_BYTES = 4_000_000

# Opens a search of a problem for listing, with at most about this many bytes for such states.
OpenListing = Callable[[int, Problem, Place], _native.Search]

# In large problems few nodes see all options and items, so the costs are capped here.
MOST_PAIRS_PRICED, MOST_ITEMS_PRICED = 300_000, 160

# But those on the first way down do: the nanoseconds of a word of bits of an item, for those beyond
# the first number.  (Dominoes in 94x94: 2.4 million words, 7 ms for a node.)
FREE_WORDS, WORD = 60_000, 1.0


@dataclass(frozen=True)
class SearchEngine:
    """A search by the core; `needs` returns the memory that a problem takes, in bytes.

    `setup` returns the cost of opening a search, and `cost` the cost of nodes and updates.
    `list_at`, if given, opens the same search where solutions are listed, not counted.
    With `restarts`, the first solution is also searched in shuffled orders (see `restarts`).
    `name` may have an addition after a +, for positions only; `why` is the reason for the choice.
    """

    name: str
    open_at: Open
    refuses: Callable[[Problem], str]
    needs: Callable[[Problem], int]
    setup: Callable[[Problem], float]
    cost: Callable[[Problem, int, int], float]
    restarts: bool = False
    list_at: OpenListing | None = None
    why: str = ""

    @property
    def _why(self) -> str:
        return self.why or f"asked for {self.name}"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the reason why the problem is not supported, or the empty string."""
        return self.refuses(problem)

    def fits(self, problem: Problem, meter: Meter, *, searches: int = 1) -> bool:
        """Whether this number of searches fit into the memory of the budget."""
        needs = searches * self.needs(problem)
        return needs <= ALWAYS_ALLOWED or needs <= meter.bytes

    def require_memory(self, problem: Problem, meter: Meter, *, resume: str = "") -> None:
        """Check that a search fits into the memory of the budget; raise `OutOfBudget` if not."""
        if not self.fits(problem, meter):
            raise meter.stop_for_bytes({}, position=resume)

    def counting(
        self, problem: Problem, *, threads: int | None = None, resume: str = ""
    ) -> SearchCounting:
        """Return a count in progress, from a position if one is given."""
        return SearchCounting(
            problem,
            self.open_at,
            engine=self.name,
            needs=self.needs(problem),
            threads=threads,
            rest=parse_position(resume, self.name, problem),
        )

    def count(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        threads: int | None = None,
        resume: str = "",
    ) -> Count:
        """Return the number of solutions, found one by one, with those before the position."""
        counting = self.counting(problem, threads=threads, resume=resume)
        engine = engine_name(self.name)
        found = finish(counting, Meter(budget, engine=engine, report=report))
        return Count(found, counting.work, engine, self._why)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
        threads: int = 1,
    ) -> Walk:
        """Return a walk through the solutions in the order of the search."""
        name = engine_name(self.name)
        meter = Meter(budget, engine=name, report=report, question="solutions")
        return self.walk(problem, meter, why=self._why, resume=resume, threads=threads)

    def walk(
        self, problem: Problem, meter: Meter, *, why: str, resume: str = "", threads: int = 1
    ) -> Walk:
        """Return the same walk with this meter and reason; raise `OutOfBudget` without memory."""
        self.require_memory(problem, meter, resume=resume)
        while threads > 1 and not self.fits(problem, meter, searches=threads):
            threads -= 1
        if threads > 1:
            from combien.engines._search.threaded_walk import (  # Start-up: only for threads.
                ThreadedWalk,
            )

            return ThreadedWalk(
                problem,
                self.open_at,
                engine=self.name,
                why=why,
                meter=meter,
                resume=resume,
                threads=threads,
            )
        open_at = self.open_at
        if self.list_at is not None:
            open_at = partial(self.list_at, min(meter.bytes, MOST_LISTING_BYTES))
        return SearchWalk(problem, open_at, engine=self.name, why=why, meter=meter, resume=resume)

    def first(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        why: str = "",
        with_others: bool = False,
    ) -> Walk:
        """Return a walk to one solution, with restarts if this engine has them.

        With `with_others`, a search that learns and a SAT solver take turns with a long search.
        """
        if not self.restarts:
            return self.solutions(problem, budget=budget, report=report)
        from combien.engines._search.first_solution import (  # Start-up: not for counts.
            FirstSolution,
        )

        meter = Meter(budget, engine=self.name, report=report, question="solutions")
        self.require_memory(problem, meter)
        why = why or self._why
        others = learning() if with_others else None
        return FirstSolution(problem, self, why=why, meter=meter, learning=others)


# Costs --------------------------------------------------------------------------------------------


def entry_count(problem: Problem) -> int:
    """Return the number of entries of all options."""
    return len(problem.arrays()[1])


# What it costs to open a count by bit sets, by engine, in the order of `opening_counters`; fitted
# to measurements (bench/prices.py).  Conflicts have a bit for each pair of options, so what is
# cheap for a puzzle may cost more than a count by another engine: dominoes on 94 x 94, 45 ms.
OPENINGS: dict[str, dict[str, float]] = {
    "bits": {"problem": 7330.0, "entries": 12.8, "squares": 4.58, "cells": 1.42},
    "memo": {"problem": 8760.0, "entries": 49.4, "squares": 0.767, "cells": 16.3},
}


def opening_counters(problem: Problem) -> tuple[int, ...]:
    """Return what the cost of opening a count consists of.

    A fixed part, the entries of all options, the words of the conflicts of each option, and the
    words of the options of each item.
    """
    words = 1 + problem.option_count // 64
    items = problem.primary_count
    return 1, entry_count(problem), problem.option_count * words, items * words


def opening_cost(engine: str, problem: Problem) -> float:
    """Return what it costs to open a count by this engine, up to its first node."""
    return float(sum(map(mul, OPENINGS[engine].values(), opening_counters(problem))))


def bits_setup(problem: Problem) -> float:
    """Return the cost of computing the conflicts of all pairs of options, for restarts."""
    # 0.5 to 1 ms for 2056 options, arc consistency included, and 100 ms for 19800.
    return float(problem.option_count**2) / 5


def links_setup(problem: Problem) -> float:
    """Return the cost of building the links."""
    return 15.0 * entry_count(problem)


def bits_node(problem: Problem) -> float:
    """Return the cost of a node of the bit kernel that forces no options."""
    # A node covers an item and looks at the remaining options of the others.  For items with bounds
    # it also counts them, which the small and the wide kernels do not do.
    least = 60 if problem.has_bounds else 7
    return least + min(MOST_PAIRS_PRICED, problem.option_count * problem.primary_count) / 1000


def way_down(problem: Problem, nodes: int) -> float:
    """Return what bit sets add to the cost of the first nodes, which see most of a large problem.

    It grows with the square of the options, times the nodes on the first way down.
    """
    words = problem.option_count * problem.primary_count / 64
    if words <= FREE_WORDS:
        return 0.0
    levels = problem.primary_count * problem.option_count / entry_count(problem)
    return WORD * (words - FREE_WORDS) * min(nodes, levels)


def bits_cost(problem: Problem, nodes: int, updates: int) -> float:
    """Return the cost of a search by bit sets."""
    # Between 9 ns per node (dominoes) and 200 (sudoku, where each node forces six options).
    plain = bits_node(problem) * nodes + 5.0 * (updates - nodes)
    return plain + way_down(problem, nodes)


def links_cost(problem: Problem, nodes: int, updates: int) -> float:
    """Return the cost of a search by dancing links."""
    # Each node examines all active items, unless they are many and sorted by size.
    return (40 + min(problem.item_count, MOST_ITEMS_PRICED)) * nodes + 12.0 * updates


# Dancing links ------------------------------------------------------------------------------------

# The item on which each engine branches.
BRANCHINGS = {"dlx": "smallest", "dlx-leftmost": "leftmost", "dlx-weighted": "weighted"}


def smallest() -> SearchEngine:
    """Return the engine that branches on the first item with the fewest options."""
    return _links("dlx", restarts=True)


def leftmost() -> SearchEngine:
    """Return the engine that branches on the first active item."""
    return _links("dlx-leftmost")


def weighted() -> SearchEngine:
    """Return the engine that prefers items with few options at which random probes often failed.

    The weights come from a thousand probes before the search.  They are deterministic, so that a
    position means the same tree wherever it is resumed (after Boussemart and others, 2004).
    """
    return _links("dlx-weighted")


def _links(name: str, *, restarts: bool = False) -> SearchEngine:
    return SearchEngine(
        name,
        open_at=partial(_open_links, BRANCHINGS[name]),
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
    # The links of an entry, its color, and the arrays of options and items.
    return 24 * len(problem.arrays()[1])


def _refuses_nothing(problem: Problem) -> str:
    return ""


def learning() -> SearchEngine:
    """Return the search for one solution that learns which items are hard; it has no positions."""
    return SearchEngine(
        "dlx-learning",
        open_at=_open_learning,
        refuses=_refuses_nothing,
        needs=_needs_links,
        setup=links_setup,
        cost=links_cost,
    )


def _open_learning(problem: Problem, place: Place) -> _native.Search:
    return _native.learning_search(compiled(problem), seed=0)


# The bit kernel -----------------------------------------------------------------------------------


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Bits(SearchEngine):
    """The engine `bits`, which searches with bit sets, with other limits than by default.

    >>> import combien
    >>> from combien.puzzles import Queens
    >>> combien.count(Queens(8), engine=Bits(most_bytes=10**9))
    92

    `most_bytes` is the largest size of the bit sets, for options that exclude each other: it grows
    with the square of the number of options.  Larger problems are refused.  The tree of the search
    does not depend on it, so a position may be resumed with another value.

    Raises `BadInput` if `most_bytes` is not a positive integer.
    """

    most_bytes: int = MOST_BYTES

    def __init__(self, *, most_bytes: int = MOST_BYTES) -> None:
        most_bytes = check_int("most_bytes", most_bytes, least=1)
        object.__setattr__(self, "most_bytes", most_bytes)
        super().__init__(
            "bits",
            open_at=_open_bits,
            refuses=partial(_refuses_bits, most_bytes=most_bytes),
            needs=_needs_bits,
            setup=bits_setup,
            cost=bits_cost,
            restarts=True,
            list_at=partial(_open_sharing, "paying"),
        )

    def __repr__(self) -> str:
        return f"Bits(most_bytes={self.most_bytes})"


@cache
def bits() -> SearchEngine:
    """Return the engine that searches with bit sets, with the processor's best instructions."""
    return Bits()


def _open_bits(problem: Problem, place: Place) -> _native.Search:
    return _open_sharing("later", MOST_COUNTING_BYTES, problem, place)


def _open_sharing(sharing: str, most_bytes: int, problem: Problem, place: Place) -> _native.Search:
    if problem.has_bounds:
        # States with bounds are not shared.
        return _native.bit_search(
            compiled(problem), choices=place.choices, visited=place.visited, floor=place.floor
        )
    return _native.listing_search(
        compiled(problem),
        choices=place.choices,
        visited=place.visited,
        floor=place.floor,
        bytes=most_bytes,
        sharing=sharing,
    )


def _needs_bits(problem: Problem) -> int:
    # The sets of the whole problem, and of the components that are searched separately.
    return 2 * _native.bit_set_bytes(compiled(problem))


def _refuses_bits(problem: Problem, most_bytes: int = MOST_BYTES) -> str:
    if problem.has_bounds and not _native.has_item_to_branch_on(compiled(problem)):
        return "all primary items of an option have bounds; bits needs one without: ask dlx"
    size = _native.bit_set_bytes(compiled(problem))
    if size > most_bytes:
        wanted, most = size / 1e6, most_bytes / 1e6
        return (
            f"the bit sets of this problem would take {wanted:g} MB, over {most:g}: ask dlx, or in "
            f"Python Bits(most_bytes={size})"
        )
    return ""


def dlx_reason(problem: Problem) -> str:
    """Return the reason why `auto` must search with links instead of bit sets, or an empty string.

    With bounds both are tried, as links branch on items with bounds, and bit sets do not.
    """
    return _refuses_bits(problem)
