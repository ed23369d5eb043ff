"""What the count by orbits walks through: problems, each a sum over orbits of options.

A node is a problem, with its symmetries and the item to branch on.  Its count is a sum, a term for
each orbit: how many of the orbit the item has, times the count of what choosing one of them leaves.
What is left may fall into parts that have nothing in common; then their counts multiply.

The same sum can be taken in two ways.  A *branching* makes a node of each part; that goes further
where what is left has symmetries again.  *Bundles* leave the item's other options out and put all
that have the same weight into one problem, which a sweep or a search counts; partial solutions of
different options merge there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise

from combien import _native
from combien.cover._problem import Problem
from combien.cover._reduction.components import components, part
from combien.cover._reduction.remains import Remains
from combien.engines._compiled import compiled

__all__ = ["Branching", "Node", "Stage", "branching_of"]

# The search for symmetries stops after this number of edge visits, at 10 ns each.
EFFORT = 20_000_000

# Problems with at most this number of options are counted without looking for symmetries.
SMALL = 24


class Stage(Enum):
    """What is to be done with a node next."""

    NEW = auto()
    COMPARE = auto()
    COUNT = auto()
    LOOK = auto()
    BRANCH = auto()


@dataclass(frozen=True, slots=True)
class Branching:
    """An item to branch on, and its options by orbits: the first of each, and how many there are.

    `times` is the number of times the item must be covered; the sum counts each solution `times`
    times.
    """

    item: int
    orbits: tuple[tuple[int, int], ...]
    options: tuple[int, ...]
    times: int


@dataclass(slots=True)
class Node:
    """A problem on the way to its count."""

    problem: Problem
    share: float
    begin: float = 0.0
    stage: Stage = Stage.NEW
    group: _native.Automorphisms | None = None
    searched: bool = False
    orbits: Sequence[int] = ()
    branching: Branching | None = None
    suspects: list[tuple[_native.Automorphisms, int]] = field(default_factory=list)
    # The sum: what is to come, the term that is under way, and what is done.
    limit: int | None = None
    total: int = 0
    _terms: Iterator[tuple[int, list[Problem]]] = field(default_factory=lambda: iter(()))
    _weight: int = 0
    _product: int = 0
    _parts: list[Problem] = field(default_factory=list)
    bundled: bool = False
    # The problems that the choices leave, as nodes: all of them, before any is gone down to.
    _children: list[tuple[int, list[Node]]] = field(default_factory=list)
    _waiting: list[Node] = field(default_factory=list)

    # Symmetries -----------------------------------------------------------------------------------

    def search(self) -> None:
        """Begins the search for symmetries, if they can be worth it."""
        if self.problem.option_count > 1:
            self.group = _native.automorphisms(compiled(self.problem), EFFORT)

    def branch_by(self, orbits: Sequence[int]) -> None:
        """Take over the orbits: for each option the first one of its own."""
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
        """Return the item that a sweep of a bundle had best begin with: all that it does not fit goes."""
        if not self.bundled or self.branching is None:
            return None
        name = self.problem.item_names[self.branching.item]
        return problem.item_names.index(name) if name in problem.item_names else None

    def _bundles(self) -> Iterator[tuple[int, list[Problem]]]:
        branching = self._branching()
        for weight in sorted({size for _, size in branching.orbits}):
            kept = {option for option, size in branching.orbits if size == weight}
            remains = Remains(self.problem, steps=0)
            for option in branching.options:
                if option not in kept:
                    remains.go(option, "alike")
            yield from _settled(weight, remains)

    # Branching ------------------------------------------------------------------------------------

    def look(self) -> None:
        """What each choice leaves is made a node."""
        self._begin_sum(self._choices())
        self._children = []
        self._waiting = []
        self.stage = Stage.LOOK

    def derive(self) -> bool:
        """Make nodes of what one more choice leaves; False when there is no more choice."""
        branching = self._branching()
        for weight, parts in self._terms:
            share = self.share * weight / len(branching.options) / max(1, len(parts))
            nodes = [Node(problem, share) for problem in parts]
            for node in nodes:
                if node.problem.option_count > SMALL:
                    node.search()
                    self._waiting.append(node)
            self._children.append((weight, nodes))
            return True
        return False

    def unsearched(self) -> Node | None:
        """Return a node whose symmetries are not known yet."""
        while self._waiting and self._waiting[-1].searched:
            self._waiting.pop()
        return self._waiting[-1] if self._waiting else None

    def worth_branching(self) -> bool:
        """Whether some choice leaves symmetries, or there is but one choice."""
        if len(self._branching().orbits) == 1:
            return True
        return any(node.branching for _, nodes in self._children for node in nodes)

    def branch(self) -> None:
        """The sum is taken over the nodes of the choices."""
        self._children.reverse()
        self._begin_sum(iter(()))
        self.stage = Stage.BRANCH

    def next_child(self) -> Node | None:
        """Return the next node whose count is needed; None when the sum is complete."""
        while not self._waiting:
            self._end_term()
            if not self._children:
                times = self._branching().times
                # Each solution was met as often as the item is covered.
                self.total //= times
                return None
            self._weight, nodes = self._children.pop()
            self._product = 1
            self._waiting = nodes[::-1]
        return self._waiting.pop()

    def _choices(self) -> Iterator[tuple[int, list[Problem]]]:
        for option, size in self._branching().orbits:
            remains = Remains(self.problem, steps=0)
            remains.take(option)
            yield from _settled(size, remains)

    # The sum --------------------------------------------------------------------------------------

    def next_part(self) -> Problem | None:
        """Return the next problem to count; None when the sum is complete."""
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
        """The count of the problem that was asked for last."""
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


def branching_of(problem: Problem, orbits: Sequence[int]) -> Branching | None:
    """Return the item whose branching saves most; None when none saves anything.

    >>> problem = Problem.from_options(["ab", "bc", "ca", "cd"])
    >>> branching_of(problem, [0, 1, 1, 3])
    Branching(item=2, orbits=((1, 2), (3, 1)), options=(1, 2, 3), times=1)

    `orbits` has for each option the first one that is alike.  An item with a single orbit comes
    before all others, as it needs no branches; then one with the largest orbits, on average.
    """
    if all(leader == option for option, leader in enumerate(orbits)):
        return None
    starts, entries, _ = problem.arrays()
    options: list[list[int]] = [[] for _ in range(problem.item_count)]
    for option, (begin, end) in enumerate(pairwise(starts)):
        for item in entries[begin:end]:
            options[item].append(option)
    best: tuple[bool, float, int] | None = None
    chosen = 0
    for item, own in enumerate(options):
        low, high = problem.bounds(item)
        if not problem.primary_flags[item] or low != high:
            continue
        many = len({orbits[option] for option in own})
        if many == len(own):
            continue
        score = many > 1, many / len(own), many
        if best is None or score < best:
            best, chosen = score, item
    if best is None:
        return None
    first: dict[int, int] = {}
    for option in options[chosen]:
        first.setdefault(orbits[option], option)
    sizes = Counter(orbits[option] for option in options[chosen])
    return Branching(
        chosen,
        tuple((option, sizes[leader]) for leader, option in first.items()),
        tuple(options[chosen]),
        problem.bounds(chosen)[0],
    )


def _settled(weight: int, remains: Remains) -> Iterator[tuple[int, list[Problem]]]:
    """Yield a term of a sum, unless it is zero: the parts of what remains."""
    remains.settle()
    if not remains.impossible:
        yield weight, [part(remains, options) for options in components(remains)]
