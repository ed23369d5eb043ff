"""All solutions as one family: compiled by a sweep, or listed by a search if they are few.

The diagram of a wide problem may be too large although it has only a hundred solutions (a sudoku
with clues), and a board may have too many solutions to list although its diagram is small.  Which
one applies cannot be predicted, so the two methods alternate, with turns of doubling length, until
one finishes.  Equal families have equal diagrams, so the result does not depend on which is first.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from combien import _native
from combien._base.budget import Meter, Turns
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import Limits, broken_limit
from combien.engines._counting import OutOfBytes
from combien.engines._diagrams.compiling import DiagramCompiling
from combien.engines._places import Place
from combien.engines._portfolio.auto import searcher
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.engines._search.listed import compare, listed
from combien.errors import CannotAnswer
from combien.families import Family, Universe
from combien.families._family import adopted, manager_of

# The approximate cost of a transition, of a node and of storing a solution, in nanoseconds.
TRANSITION, NODE, LISTED = 70, 200, 700

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
    limits: Sequence[Limits] = (),
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
        limits: Sequence[Limits] = (),
    ) -> None:
        self.family: Family | None = None
        self._universe = Universe()
        self._wide: CannotAnswer | None = None
        self._compiling: DiagramCompiling | None
        self._compiling = DiagramCompiling(problem, manager_of(self._universe), limits)
        self._options = problem.option_count
        self._names, self._limits = names, limits
        self._listing: _Listing | None = _Listing(problem)
        self._retired_work: dict[str, int] = {}
        self._retired_order: list[int] = []
        self._turns = Turns(("compile", "list"), first=FIRST_TURN)

    @property
    def steps(self) -> int:
        """Transitions, nodes, and nodes weighed."""
        work = self.known
        return sum(work.get(name, 0) for name in ("transitions", "nodes", "weighed"))

    @property
    def known(self) -> Mapping[str, int]:
        """The counters of both methods."""
        compiled = self._compiling.work if self._compiling else {}
        nodes = {"nodes": self._listing.nodes} if self._listing else {}
        return {**self._retired_work, **compiled, **nodes}

    def advance(self, steps: int, seconds: float, bytes: int) -> None:
        """Continue the method whose turn it is."""
        while self._turns.contestant is not None and self._left() <= 0:
            self._turns.end()
        if self._turns.contestant == "compile":
            self._compile(min(steps, self._left() // TRANSITION + 1), seconds, bytes)
        elif self._turns.contestant == "list":
            self._list(min(steps, self._left() // NODE + 1), seconds, bytes)
        elif self._wide is not None:
            raise CannotAnswer(
                f"{self._wide}, and more than {MOST_LISTED} solutions are too many for a list: "
                "count them, or take some with solutions()"
            )
        else:
            raise OutOfBytes

    def _left(self) -> int:
        """Return the nanoseconds left of this turn."""
        if self._turns.contestant == "compile":
            assert self._compiling is not None
            return self._turns.length - self._compiling.steps * TRANSITION
        assert self._listing is not None
        part = HOPELESS_DIVISOR if self._listing.hopeless and self._compiling is not None else 1
        return self._turns.length // part - self._listing.cost

    def _compile(self, steps: int, seconds: float, bytes: int) -> None:
        assert self._compiling is not None
        listed = self._listing.bytes if self._listing else 0
        try:
            if self._compiling.advance(steps, seconds, max(0, bytes - listed)):
                self._number()
                self.family = adopted(self._universe, self._compiling.family)
        except CannotAnswer as error:
            self._wide = error
            self._retired_work |= self._compiling.work
            self._compiling = None
            self._turns.withdraw()
        except (OutOfBytes, MemoryError):
            self._retired_work |= self._compiling.work
            self._retired_order = self._compiling.order
            self._compiling = None
            self._turns.withdraw()

    def _number(self) -> None:
        """Add the options to the universe: in the order of the sweep, then the remaining ones."""
        order = self._compiling.order if self._compiling else self._retired_order
        for option in dict.fromkeys((*order, *range(self._options))):
            self._universe.number(option if self._names is None else self._names[option])

    def _list(self, steps: int, seconds: float, bytes: int) -> None:
        assert self._listing is not None
        if self._listing.advance(steps, seconds):
            self._number()
            names = self._names
            found = [one for one in self._listing.found if broken_limit(self._limits, one) is None]
            sets = found if names is None else ([names[o] for o in s] for s in found)
            self.family = Family(sets, universe=self._universe)
        elif len(self._listing.found) > MOST_LISTED or (
            self._listing.bytes > FEW_BYTES
            and self._listing.bytes + (self._compiling.bytes if self._compiling else 0) > bytes
        ):
            self._retired_work["nodes"] = self._listing.nodes
            self._listing = None
            self._turns.withdraw()


class _Listing:
    """A search that keeps its solutions; it is opened at its first turn."""

    def __init__(self, problem: Problem) -> None:
        self.found: list[tuple[int, ...]] = []
        self._problem = problem
        self._search: _native.Search | None = None

    @property
    def nodes(self) -> int:
        """Nodes visited."""
        return self._search.nodes if self._search else 0

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

    def advance(self, steps: int, seconds: float) -> bool:
        """Continue for a slice; return True when all solutions are found."""
        if self._search is None:
            self._search = searcher(self._problem)[0].open_at(self._problem, Place())
        most = min(SOLUTIONS_A_BATCH, MOST_LISTED + 1 - len(self.found))
        outcome, found = self._search.solutions(most, steps, seconds, Solution)
        self.found += found
        return bool(outcome == _native.DONE)
