"""Counting by symmetry: one option of each orbit is tried, and counts for the whole orbit.

A symmetry of a problem maps solutions to solutions, so all options of an orbit are in equally many
solutions.  Therefore only one option of each orbit has to be tried for an item that is covered
once; its count is multiplied by the number of the item's options in the orbit.  The remaining
problem has symmetries, too, and so on; isomorphic problems are counted once.  It may split into
components, whose counts are multiplied.  Where symmetry no longer helps, a sweep or a search counts
the rest.

The sum over the orbits can be computed in two ways.  *Branching* makes a node of each component,
which pays off if the remaining problems have symmetries again.  *Bundling* keeps only one option of
each orbit of the item, and counts the options of equal weight together, as one problem for a sweep
or a search, where partial solutions of different options merge.

Latin squares of order 7, of which there are 61479419904000, take half a second, and the 1197504000
Steiner systems on 13 points a twentieth of a second.

Tried and dropped: to wait in a race for sweeps that expect less than four times the setup of this
engine (tetrominoes 8x8: 107 ms instead of 60, as forecasts that were raised came near).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from math import inf

from combien import _native
from combien._base.budget import NO_LIMIT
from combien._wording import counted
from combien.cover._problem import Problem, compiled
from combien.cover._reduce import Remains
from combien.cover._reductions import allows
from combien.engines._counting import CounterEngine, Counting, OutOfBytes, summed
from combien.engines._portfolio.candidates import PLAIN, swept_with
from combien.engines._portfolio.race import Race
from combien.engines._search.breaking import Branching, branching_of
from combien.errors import CannotAnswer

# The approximate cost of a step in nanoseconds: an edge visited by the search for symmetries, an
# entry of a problem that is derived from another one in Python, a transition of a sweep.
VISIT, ENTRY, MOVE = 10, 1500, 50

# The number of choices that are tried before two problems count as not isomorphic.
MOST_COMPARE_CHOICES = 1000

WAY_OUT = "ask engine='auto'"


def orbits() -> CounterEngine:
    """Return the engine that counts by orbits of options; refuses if no symmetry helps.

    >>> from itertools import combinations
    >>> pairs = Problem.from_options(combinations(range(20), 2))
    >>> answer = orbits().count(pairs)
    >>> answer.count, answer.work["leaves"]
    (654729075, 1)
    """
    return CounterEngine("orbits", OrbitCounting, _refuses)


def _refuses(problem: Problem) -> str:
    counting = OrbitCounting(problem)
    try:
        while not counting.begun:
            counting.advance(NO_LIMIT, 1.0, NO_LIMIT)
    except CannotAnswer as refused:
        return str(refused)
    return ""


class OrbitCounting(Counting):
    """A count by orbits, in progress: a walk through the problems that choices leave.

    `advance` raises `CannotAnswer` if no symmetry exchanges two options of an item that must be
    covered; this is decided once `begun` is true.
    Cost: until then 1 ms for 3000 options without symmetry, 60 ms for 40 000; never more than about
    0.3 s for finding symmetries, although not all may be found in that time.
    """

    def __init__(self, problem: Problem) -> None:
        self._work = {
            "symmetry searches": 0,
            "visits": 0,
            "branchings": 0,
            "bundles": 0,
            "alike": 0,
            "leaves": 0,
            "given up": 0,
        }
        self._steps = 0
        self._known: dict[int, list[tuple[_native.Automorphisms, int]]] = {}
        self._known_bytes = 0
        self._known_bytes_limit = 0
        self._done = 0.0
        self._count: int | None = None
        self._race: Race | None = None
        self._counted_cost = 0.0
        self._comparison: _native.Comparison | None = None
        root = OrbitTask(problem, share=1.0)
        root.search()
        self._group = root.group
        self.begun = False
        self._root_branching: Branching | None = None
        self._stack = [root]

    @property
    def steps(self) -> int:
        """Splitters of symmetry searches, and steps of sweeps and searches."""
        return self._steps + (self._race.steps if self._race is not None else 0)

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters: of symmetries, then of the sweeps and searches that count leaves."""
        return summed([self._work, self._race.work] if self._race else [self._work])

    @property
    def bytes(self) -> int:
        """The memory of the symmetries and of sweeps and searches, without problems in Python."""
        groups = sum(node.group.bytes for node in self._stack if node.group is not None)
        return self._known_bytes + groups + (self._race.bytes if self._race is not None else 0)

    @property
    def fraction(self) -> float:
        """The share of the choices that is done."""
        return min(1.0, self._done)

    @property
    def counted_cost(self) -> float:
        """The cost of sweeps and searches so far, in nanoseconds of the cost model."""
        return self._counted_cost + (self._race.spent if self._race is not None else 0.0)

    @property
    def most_explored(self) -> float | None:
        """The part of the sweeps and searches that is done, at most; None if unknown.

        The current one is taken to need half of what it expects, and the other choices to need as
        much as those before, if no problem with the same signature has been counted.
        """
        race, leaves = self._race, self._work["leaves"]
        spent = self.counted_cost
        left = race.left / 2 if race is not None else 0.0
        mean = self._counted_cost / leaves if leaves else spent + left
        unseen: set[int] = set()
        for node in self._stack:
            unseen |= node.signatures_to_come()
        left += mean * len(unseen - self._known.keys())
        # The beginning of a search expects far too much, or has no forecast.
        return spent / (spent + left) if 0 < left < inf and spent else None

    @property
    def part_of_search(self) -> float:
        """The part of the options of the first item that is tried."""
        branching = self._root_branching
        return len(branching.orbits) / len(branching.options) if branching is not None else 1.0

    @property
    def count(self) -> int:
        """The exact count."""
        assert self._count is not None, "the count is not known yet"
        return self._count

    @property
    def why(self) -> str:
        """The number of symmetries, and the counters."""
        work = self._work
        order = 1 if self._group is None else self._group.order()
        least = "" if self._group is None or self._group.complete else "at least "
        return (
            f"{least}{counted(order, 'symmetry')}: one option an orbit was taken of "
            f"{counted(work['branchings'] + work['bundles'], 'item')}, "
            f"{counted(work['alike'], 'problem')} had been met before, "
            f"{counted(work['leaves'], 'count')} by sweep or search"
        )

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice with the node on top of the stack."""
        self._known_bytes_limit = bytes // 4
        node = self._stack[-1]
        if not self.begun:
            self._begin_root(node, steps, seconds, bytes)
            return False
        match node.stage:
            case Stage.NEW:
                self._look_up(node)
            case Stage.COMPARE:
                self._compare(node, steps, seconds)
            case Stage.COUNT:
                self._count_leaf(node, steps, seconds, bytes)
            case Stage.CHILDREN:
                self._search_children(node, steps, seconds, bytes)
            case Stage.BRANCH:
                self._branch(node)
        return not self._stack

    # The steps of a node --------------------------------------------------------------------------

    def _begin_root(self, root: OrbitTask, steps: int, seconds: float, bytes: int) -> None:
        """Find the symmetries of the whole problem; raise `CannotAnswer` if they do not help."""
        if root.group is not None and not root.searched:
            self._search(root, steps, seconds, bytes)
            if not root.searched:
                return
        if root.branching is None or not allows("orbits", "count"):
            raise CannotAnswer(
                "no symmetry that was found exchanges two options of an item that must be covered: "
                f"{WAY_OUT}"
            )
        self.begun = True
        self._root_branching = root.branching

    def _look_up(self, node: OrbitTask) -> None:
        """Find the counted problems that may be isomorphic to this one."""
        if node.group is not None and allows("isomorphic problems", "count"):
            node.to_compare = list(self._known.get(node.group.signature, ()))
        node.stage = Stage.COMPARE

    def _compare(self, node: OrbitTask, steps: int, seconds: float) -> None:
        """Compare with the next of these problems."""
        if not node.to_compare or node.group is None:
            self._begin(node)
            return
        group, value = node.to_compare[-1]
        if self._comparison is None:
            self._comparison = _native.comparison(group, node.group, MOST_COMPARE_CHOICES)
        outcome = self._comparison.run(steps, seconds)
        if outcome == _native.LIKENESS_OUT_OF_SLICE:
            return
        self._comparison = None
        node.to_compare.pop()
        if outcome == _native.ALIKE:
            self._work["alike"] += 1
            self._finish(node, value, new=False)

    def _begin(self, node: OrbitTask) -> None:
        """Decide how to count a new problem."""
        branching = node.branching
        if branching is None:
            node.count_now(None)
        elif len(branching.orbits) == 1:
            node.begin_children()
        else:
            # Counting at once may cost as much as looking for the children's symmetries would.
            visits = 0 if node.group is None else node.group.visits
            entries = len(node.problem.arrays()[1])
            node.count_now(len(branching.orbits) * (VISIT * visits + ENTRY * entries) // MOVE)

    def _count_leaf(self, node: OrbitTask, steps: int, seconds: float, bytes: int) -> None:
        """Count the problems of a sum by sweep or search, up to the limit of the node."""
        if self._race is None:
            problem = node.next_part()
            if problem is None:
                self._work["leaves"] += 1
                self._work["bundles"] += node.bundled
                self._finish(node, node.total)
                return
            self._race = Race(problem, swept_with(PLAIN, first=node.first_in(problem)))
        race = self._race
        left = NO_LIMIT if node.limit is None else node.limit - race.steps
        if left <= 0:
            self._end_race()
            self._work["given up"] += 1
            node.begin_children()
            return
        if race.advance(min(steps, left), seconds, max(0, bytes - self._known_bytes)):
            self._end_race()
            if node.limit is not None:
                node.limit -= race.steps
            node.multiply(race.count)

    def _end_race(self) -> None:
        if self._race is not None:
            self._work = summed([self._work, self._race.work])
            self._steps += self._race.steps
            self._counted_cost += self._race.spent
            self._race = None

    def _search_children(self, node: OrbitTask, steps: int, seconds: float, bytes: int) -> None:
        """Find the symmetries of the children; if there are none, count this node at once."""
        while (child := node.next_unsearched()) is None:
            if node.add_children():
                continue
            if node.worth_branching():
                self._work["branchings"] += 1
                node.branch()
            else:
                node.count_now(None)
            return
        self._search(child, steps, seconds, max(0, bytes - self._known_bytes))

    def _search(self, node: OrbitTask, steps: int, seconds: float, bytes: int) -> None:
        group = node.group
        if group is None:
            return
        before, visited = group.steps, group.visits
        outcome = group.run(steps, seconds, bytes)
        self._steps += group.steps - before
        self._work["visits"] += group.visits - visited
        if outcome == _native.OUT_OF_BYTES:
            raise OutOfBytes
        if outcome == _native.DONE:
            self._work["symmetry searches"] += 1
            node.branch_by(group.orbits())

    def _branch(self, node: OrbitTask) -> None:
        """Go down to the next child, or finish the node if its sum is complete."""
        child = node.next_child()
        if child is None:
            self._finish(node, node.total)
        else:
            child.begin = self._done
            self._stack.append(child)

    def _finish(self, node: OrbitTask, value: int, *, new: bool = True) -> None:
        """Record the count of the node on top of the stack, and return to its parent."""
        group = node.group
        if new and group is not None and self._known_bytes + group.bytes <= self._known_bytes_limit:
            self._known.setdefault(group.signature, []).append((group, value))
            self._known_bytes += group.bytes
        self._done = node.begin + node.share
        self._stack.pop()
        if self._stack:
            self._stack[-1].multiply(value)
        else:
            self._count = value


# Nodes -----------------------------------------------------------------------------------------

# The search for symmetries stops after this number of edge visits, at 10 ns each.
EFFORT = 20_000_000

# Problems with at most this number of options are counted without looking for symmetries.
SMALL = 24


class Stage(Enum):
    """The next step for a node."""

    NEW = auto()
    COMPARE = auto()
    COUNT = auto()
    CHILDREN = auto()
    BRANCH = auto()


@dataclass(slots=True)
class OrbitTask:
    """A problem being counted."""

    problem: Problem
    share: float
    begin: float = 0.0
    stage: Stage = Stage.NEW
    group: _native.Automorphisms | None = None
    searched: bool = False
    orbits: Sequence[int] = ()
    branching: Branching | None = None
    to_compare: list[tuple[_native.Automorphisms, int]] = field(default_factory=list)
    # The sum: the terms to come, the current term, and the total of the finished terms.
    limit: int | None = None
    total: int = 0
    _terms: Iterator[tuple[int, list[Problem]]] = field(default_factory=lambda: iter(()))
    _weight: int = 0
    _product: int = 0
    _parts: list[Problem] = field(default_factory=list)
    bundled: bool = False
    # The problems left by the choices, as nodes; all are made before the first one is counted.
    _children: list[tuple[int, list[OrbitTask]]] = field(default_factory=list)
    _waiting: list[OrbitTask] = field(default_factory=list)

    # Symmetries -----------------------------------------------------------------------------------

    def search(self) -> None:
        """Begin the search for symmetries, unless the problem is too small to have any."""
        if self.problem.option_count > 1:
            self.group = _native.automorphisms(compiled(self.problem), EFFORT)

    def branch_by(self, orbits: Sequence[int]) -> None:
        """Set the orbits, given as the first option of each option's orbit; choose an item."""
        self.searched = True
        self.orbits = orbits
        self.branching = branching_of(self.problem, orbits)

    # Counting by sweep or search ------------------------------------------------------------------

    def count_now(self, limit: int | None) -> None:
        """Count without branching, in bundles if possible, in at most `limit` steps."""
        self.bundled = self.branching is not None and self.branching.times == 1
        self._begin_sum(self._bundles() if self.bundled else iter([(1, [self.problem])]))
        self.limit = limit
        self.stage = Stage.COUNT

    def first_in(self, problem: Problem) -> int | None:
        """Return the item that a sweep of a bundle should begin with, or None."""
        if not self.bundled or self.branching is None:
            return None
        name = self.problem.item_names[self.branching.item]
        return problem.item_names.index(name) if name in problem.item_names else None

    def _bundles(self) -> Iterator[tuple[int, list[Problem]]]:
        branching = self._branching()
        for weight in sorted({size for _, size in branching.orbits}):
            kept = {option for option, size in branching.orbits if size == weight}
            remains = Remains(self.problem)
            for option in branching.options:
                if option not in kept:
                    remains.remove(option)
            yield from _propagated_term(weight, remains)

    # Branching ------------------------------------------------------------------------------------

    def begin_children(self) -> None:
        """Begin to make nodes of the problems left by each choice."""
        self._begin_sum(self._choices())
        self._children = []
        self._waiting = []
        self.stage = Stage.CHILDREN

    def add_children(self) -> bool:
        """Make nodes of the problems left by one more choice; return False if there is none."""
        branching = self._branching()
        for weight, parts in self._terms:
            share = self.share * weight / len(branching.options) / max(1, len(parts))
            nodes = [OrbitTask(problem, share) for problem in parts]
            for node in nodes:
                if node.problem.option_count > SMALL:
                    node.search()
                    self._waiting.append(node)
            self._children.append((weight, nodes))
            return True
        return False

    def next_unsearched(self) -> OrbitTask | None:
        """Return a child whose symmetries are not known yet, or None."""
        while self._waiting and self._waiting[-1].searched:
            self._waiting.pop()
        return self._waiting[-1] if self._waiting else None

    def worth_branching(self) -> bool:
        """Whether some choice leaves a problem with symmetries, or there is only one choice."""
        if len(self._branching().orbits) == 1:
            return True
        return any(node.branching for _, nodes in self._children for node in nodes)

    def branch(self) -> None:
        """Compute the sum over the children."""
        self._children.reverse()
        self._begin_sum(iter(()))
        self.stage = Stage.BRANCH

    def next_child(self) -> OrbitTask | None:
        """Return the next child to count, or None when the sum is complete."""
        while not self._waiting:
            self._end_term()
            if not self._children:
                times = self._branching().times
                # Each solution was counted once for each time that the item is covered.
                self.total //= times
                return None
            self._weight, nodes = self._children.pop()
            self._product = 1
            self._waiting = nodes[::-1]
        return self._waiting.pop()

    def signatures_to_come(self) -> set[int]:
        """Return the signatures of the children that are not begun."""
        if self.stage is not Stage.BRANCH:
            return set()
        children = (node for _, nodes in self._children for node in nodes)
        return {node.group.signature for node in children if node.group is not None}

    def _choices(self) -> Iterator[tuple[int, list[Problem]]]:
        for option, size in self._branching().orbits:
            remains = Remains(self.problem)
            remains.take(option)
            yield from _propagated_term(size, remains)

    # The sum --------------------------------------------------------------------------------------

    def next_part(self) -> Problem | None:
        """Return the next problem to count, or None when the sum is complete."""
        while not self._parts:
            self._end_term()
            term = next(self._terms, None)
            if term is None:
                return None
            self._weight, parts = term
            self._product = 1
            self._parts = parts[::-1]
        return self._parts.pop()

    def multiply(self, count: int) -> None:
        """Multiply the current term by the count of the last problem."""
        self._product *= count
        if not count:
            self._parts = []
            self._waiting = []

    def _begin_sum(self, terms: Iterator[tuple[int, list[Problem]]]) -> None:
        self._terms = terms
        self.total = self._weight = self._product = 0
        self._parts = []

    def _end_term(self) -> None:
        self.total += self._weight * self._product
        self._weight = 0

    def _branching(self) -> Branching:
        assert self.branching is not None, "there is no item to branch on"
        return self.branching


def _propagated_term(weight: int, remains: Remains) -> Iterator[tuple[int, list[Problem]]]:
    """Yield a term of a sum, the components of what remains, unless the term is zero."""
    remains.propagate()
    if not remains.impossible:
        yield weight, [part for _, part in remains.components()]
