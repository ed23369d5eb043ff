"""All solutions as one family: compiled by a sweep, or listed by a search if they are few.

The diagram of a wide problem may be too large although it has only a hundred solutions (a sudoku
with clues), and a board may have too many solutions to list although its diagram is small.  Which
one applies cannot be predicted, so the two methods alternate, with turns of doubling length, until
one finishes.  Equal families have equal diagrams, so the result does not depend on which is first.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from combien import _native
from combien._base.budget import Meter
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, broken_limit
from combien.engines._counting import OutOfBytes
from combien.engines._diagrams.turns import DiagramTurns
from combien.engines._places import Place
from combien.engines._portfolio.auto import searcher
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.engines._search.listed import compare, listed
from combien.engines._turns import TurnRace
from combien.errors import CannotAnswer
from combien.families import Family

# The approximate cost of a node and of storing a solution, in nanoseconds.
NODE, LISTED = 200, 700

# The first turn, in nanoseconds; the divisor of a search's turn if it seems to find too many
# solutions.
FIRST_TURN = 10_000_000
HOPELESS_DIVISOR = 8

# Listed solutions are kept until the end, about 100 bytes each and 8 per option.
MOST_LISTED = 1_000_000
SOLUTIONS_A_BATCH = 1_000

# The memory of a solution and of each of its options while the family is built; solutions that
# take less than FEW_BYTES in all are kept whatever the budget.
SOLUTION_BYTES, OPTION_BYTES = 100, 48
FEW_BYTES = 8_000_000


def solution_diagram(
    problem: Problem,
    *,
    names: Sequence[Hashable] | None = None,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
    limits: Sequence[SumLimits] = (),
) -> Family:
    """Return the family of all solutions, as sets of option numbers or of the options' `names`.

    >>> solution_diagram(Problem.from_options(["ab", "c", "a", "bc"])).ascii()
    '{{0, 1}, {2, 3}}'

    With `limits`, side constraints, only the solutions that satisfy them.
    The elements are in the order of the sweep: by the first item of each option, then by number.
    Raises `OutOfBudget`; `CannotAnswer` if a state of the sweep needs more bits than supported and
    there are too many solutions to list.
    """
    race = _Race(problem, names, limits)
    meter = Meter(budget, engine="zdd", report=report, question="family")
    while race.family is None:
        steps, seconds = meter.slice(race.steps)
        if steps == 0:
            raise meter.stop(race.known)
        try:
            race.advance(steps, seconds, meter.bytes)
        except (OutOfBytes, MemoryError):
            raise meter.stop_for_bytes(race.known) from None
        meter.progress(None, race.known)
    # Counting a large diagram takes longer than a list.
    found, complete = listed(problem)
    found = [one for one in found if broken_limit(limits, one) is None]
    if complete or not race.family:
        what = "solutions in the diagram of all"
        compare(what, race.family.count, len(found), complete=complete)
    return race.family


class _Race:
    """The race of the two methods."""

    def __init__(
        self,
        problem: Problem,
        names: Sequence[Hashable] | None,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        self.family: Family | None = None
        self._options = problem.option_count
        self._names, self._limits = names, limits
        self._diagram, self._listing = DiagramTurns(problem, limits), _Listing(problem)
        self._diagram.begin()
        self._turns = TurnRace({"compile": self._diagram, "list": self._listing}, first=FIRST_TURN)

    @property
    def steps(self) -> int:
        """Transitions, nodes, and nodes weighed."""
        work = self.known
        return sum(work.get(name, 0) for name in ("transitions", "nodes", "weighed"))

    @property
    def known(self) -> Mapping[str, int]:
        """The counters of both methods."""
        return {**self._diagram.work, "nodes": self._listing.nodes}

    def advance(self, steps: int, seconds: float, bytes: int) -> None:
        """Continue the method whose turn it is."""
        try:
            name = self._turns.next()
        except CannotAnswer as wide:
            raise CannotAnswer(
                f"{wide}, and more than {MOST_LISTED} solutions are too many for a list: "
                "count them, or take some with solutions()"
            ) from None
        room = max(0, bytes - (self._listing if name == "compile" else self._diagram).bytes)
        if self._turns.advance(steps, seconds, room):
            self._finish(name)
        elif name == "list" and self._listing.is_too_large(room):
            if len(self._listing.found) <= MOST_LISTED:
                # More bytes would have room for more of them.
                self._turns.note(OutOfBytes())
            self._turns.withdraw()
        self._listing.alone = "compile" not in self._turns

    def _finish(self, name: str) -> None:
        """Make the family of all solutions."""
        # In the order of the sweep, then the remaining ones.
        order = dict.fromkeys((*self._diagram.order, *range(self._options)))
        names = self._names
        self._diagram.number(order, names)
        if name == "compile":
            self.family = self._diagram.family()
        else:
            found = [one for one in self._listing.found if broken_limit(self._limits, one) is None]
            sets = found if names is None else ([names[o] for o in s] for s in found)
            self.family = Family(sets, universe=self._diagram.universe)


class _Listing:
    """A search that keeps its solutions, as a contender; it is opened at its first turn."""

    price = NODE

    def __init__(self, problem: Problem) -> None:
        self.found: list[tuple[int, ...]] = []
        # Whether the diagram has left the race.
        self.alone = False
        self._problem = problem
        self._search: _native.Search | None = None
        self._kept_nodes = 0

    @property
    def nodes(self) -> int:
        """Nodes visited."""
        return self._search.nodes if self._search else self._kept_nodes

    @property
    def bytes(self) -> int:
        """The memory of the solutions, and of building a family from them."""
        if not self.found:
            return 0
        # All solutions are about as long as the last one.
        return len(self.found) * (SOLUTION_BYTES + OPTION_BYTES * len(self.found[-1]))

    @property
    def cost(self) -> int:
        """The approximate cost so far, in nanoseconds."""
        return self.nodes * NODE + len(self.found) * LISTED

    @property
    def hopeless(self) -> bool:
        """Whether there seem to be more solutions than can be kept."""
        done = self._search.fraction if self._search else 1.0
        return len(self.found) > done * MOST_LISTED

    def is_too_large(self, room: int) -> bool:
        """Whether there are too many solutions to keep in so many bytes."""
        return len(self.found) > MOST_LISTED or self.bytes > max(FEW_BYTES, room)

    def left(self, length: int) -> int:
        """Return what is left of a turn of this length, in nanoseconds."""
        return length // (HOPELESS_DIVISOR if self.hopeless and not self.alone else 1) - self.cost

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when all solutions are found."""
        if self._search is None:
            self._search = searcher(self._problem)[0].open_at(self._problem, Place())
        most = min(SOLUTIONS_A_BATCH, MOST_LISTED + 1 - len(self.found))
        outcome, found = self._search.solutions(most, steps, seconds, Solution)
        self.found += found
        return bool(outcome == _native.DONE)

    def leave(self) -> None:
        """Forget the solutions."""
        self._kept_nodes, self._search, self.found = self.nodes, None, []
