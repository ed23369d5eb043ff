"""Counting by symmetry: of options that are alike, one is tried, and counts for all of them.

A symmetry of a problem takes solutions to solutions, so options in one orbit are in equally many.
Then the options of an item that is covered once need not all be tried: one of each orbit, times how
many of the orbit the item has.  What is left once it is chosen is a problem with symmetries of its
own, and so on; problems that are alike are counted once, however they came about.  Where symmetry
helps no longer, a sweep or a search counts what is left (see `orbit_nodes`).

Latin squares of order 7, of which there are 61479419904000, take half a second, and the 1197504000
Steiner systems on 13 points a twentieth.
"""

from __future__ import annotations

from collections.abc import Mapping

from combien import _native
from combien._budget import NO_LIMIT
from combien._wording import counted
from combien.cover._problem import Problem
from combien.engines._counting import CounterEngine, OutOfBytes, summed
from combien.engines._portfolio.candidates import swept_from
from combien.engines._portfolio.orbit_nodes import Node, Stage
from combien.engines._portfolio.race import Race
from combien.errors import CannotAnswer

__all__ = ["OrbitCounting", "orbits"]

# What a step costs in nanoseconds, roughly: an edge that is looked at for symmetries, an entry of a
# problem that is made out of another one in Python, a move of a sweep.
VISIT, ENTRY, MOVE = 10, 1500, 50

# How many choices are tried before two problems are held to be different.
COMPARED = 1000

WAY_OUT = "ask engine='auto'"


def orbits() -> CounterEngine:
    """Counting by orbits of options; refused where no symmetry helps.

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


class OrbitCounting:
    """A count by orbits, under way: a walk through the problems that choices leave.

    `advance` raises `CannotAnswer` when no symmetry exchanges two options of an item that must be
    covered once; it is known when it has `begun`.
    Cost: until then 1 ms for 3000 options without symmetry, 60 ms for 40 000; never more than some
    0.3 s for finding symmetries, though not all may be found then.
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
        self._most_known = 0
        self._done = 0.0
        self._count: int | None = None
        self._race: Race | None = None
        self._comparison: _native.Comparison | None = None
        root = Node(problem, share=1.0)
        root.search()
        self._group = root.group
        self.begun = False
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
    def known(self) -> Mapping[str, int]:
        """The counters."""
        return self.work

    @property
    def bytes(self) -> int:
        """What the symmetries and the sweeps or searches hold; problems in Python are not in it."""
        groups = sum(node.group.bytes for node in self._stack if node.group is not None)
        return self._known_bytes + groups + (self._race.bytes if self._race is not None else 0)

    @property
    def fraction(self) -> float:
        """The share of the choices that is done; options that are alike are so together."""
        return min(1.0, self._done)

    @property
    def count(self) -> int:
        """The exact count."""
        assert self._count is not None, "the count is asked for before it is known"
        return self._count

    @property
    def why(self) -> str:
        """By how many symmetries, and how far they led."""
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
        """Goes on for a slice with the problem on top."""
        self._most_known = bytes // 4
        node = self._stack[-1]
        if not self.begun:
            self._begin_root(node, steps, seconds, bytes)
            return False
        match node.stage:
            case Stage.NEW:
                self._meet(node)
            case Stage.COMPARE:
                self._compare(node, steps, seconds)
            case Stage.COUNT:
                self._count_leaf(node, steps, seconds, bytes)
            case Stage.LOOK:
                self._look(node, steps, seconds, bytes)
            case Stage.BRANCH:
                self._branch(node)
        return not self._stack

    # What happens at a node -----------------------------------------------------------------------

    def _begin_root(self, root: Node, steps: int, seconds: float, bytes: int) -> None:
        """Find the symmetries of the whole problem; refuses it when they do not help."""
        if root.group is not None and not root.searched:
            self._search(root, steps, seconds, bytes)
            if not root.searched:
                return
        if root.branching is None:
            raise CannotAnswer(
                "no symmetry that was found exchanges two options of an item that must be covered: "
                f"{WAY_OUT}"
            )
        self.begun = True

    def _meet(self, node: Node) -> None:
        """Looks whether a problem was met before."""
        if node.group is not None:
            node.suspects = list(self._known.get(node.group.signature, ()))
        node.stage = Stage.COMPARE

    def _compare(self, node: Node, steps: int, seconds: float) -> None:
        """Compare with the next of the problems that may be alike."""
        if not node.suspects or node.group is None:
            self._begin(node)
            return
        group, value = node.suspects[-1]
        if self._comparison is None:
            self._comparison = _native.comparison(group, node.group, COMPARED)
        outcome = self._comparison.run(steps, seconds)
        if outcome == _native.LIKENESS_OUT_OF_SLICE:
            return
        self._comparison = None
        node.suspects.pop()
        if outcome == _native.ALIKE:
            self._work["alike"] += 1
            self._finish(node, value, new=False)

    def _begin(self, node: Node) -> None:
        """Decides what to do with a problem that was never met before."""
        branching = node.branching
        if branching is None:
            node.count_now(None)
        elif len(branching.orbits) == 1:
            node.look()
        else:
            # What is left may be counted at once for as much as looking further would cost.
            visits = 0 if node.group is None else node.group.visits
            entries = len(node.problem.arrays()[1])
            node.count_now(len(branching.orbits) * (VISIT * visits + ENTRY * entries) // MOVE)

    def _count_leaf(self, node: Node, steps: int, seconds: float, bytes: int) -> None:
        """Count problems of a sum by sweep or search, if need be only so far as is worth it."""
        if self._race is None:
            problem = node.next_part()
            if problem is None:
                self._work["leaves"] += 1
                self._work["bundles"] += node.bundled
                self._finish(node, node.total)
                return
            self._race = Race(problem, swept_from(node.first_in(problem)))
        race = self._race
        left = NO_LIMIT if node.limit is None else node.limit - race.steps
        if left <= 0:
            self._end_race()
            self._work["given up"] += 1
            node.look()
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
            self._race = None

    def _look(self, node: Node, steps: int, seconds: float, bytes: int) -> None:
        """Looks for the symmetries of what the choices leave; where there are none, stays here."""
        while (child := node.unsearched()) is None:
            if node.derive():
                continue
            if node.worth_branching():
                self._work["branchings"] += 1
                node.branch()
            else:
                node.count_now(None)
            return
        self._search(child, steps, seconds, max(0, bytes - self._known_bytes))

    def _search(self, node: Node, steps: int, seconds: float, bytes: int) -> None:
        group = node.group
        if group is None:
            return
        before = group.steps
        outcome = group.run(steps, seconds, bytes)
        self._steps += group.steps - before
        if outcome == _native.OUT_OF_BYTES:
            raise OutOfBytes
        if outcome == _native.DONE:
            self._work["symmetry searches"] += 1
            self._work["visits"] += group.visits
            node.branch_by(group.orbits())

    def _branch(self, node: Node) -> None:
        """Goes down to the next problem of the sum, or up with the sum."""
        child = node.next_child()
        if child is None:
            self._finish(node, node.total)
        else:
            child.begin = self._done
            self._stack.append(child)

    def _finish(self, node: Node, value: int, *, new: bool = True) -> None:
        """A problem's count is known."""
        group = node.group
        if new and group is not None and self._known_bytes + group.bytes <= self._most_known:
            self._known.setdefault(group.signature, []).append((group, value))
            self._known_bytes += group.bytes
        self._done = node.begin + node.share
        self._stack.pop()
        if self._stack:
            self._stack[-1].multiply(value)
        else:
            self._count = value
