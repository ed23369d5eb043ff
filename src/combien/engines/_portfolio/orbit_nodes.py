"""The nodes of the count by orbits: problems, each with its count as a sum over orbits of options.

A node is a problem, with its symmetries and the item to branch on.  Its count is a sum with a term
for each orbit of the item's options: the size of the orbit times the count of the problem left by
choosing one of its options.  That problem may split into components, whose counts are multiplied.

The sum can be computed in two ways.  *Branching* makes a node of each component, which pays off if
the remaining problems have symmetries again.  *Bundling* keeps only one option of each orbit of the
item, and counts the options of equal weight together, as one problem for a sweep or a search, where
partial solutions of different options merge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise

from combien import _native
from combien._base.records import dataclass, field
from combien.cover._compiled import compiled
from combien.cover._problem import Problem
from combien.cover._reduction.remains import Remains

__all__ = ["Branching", "Node", "Stage", "branching_of"]

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


@dataclass(frozen=True, slots=True)
class Branching:
    """An item to branch on, and the orbits of its options: the first option and the size of each.

    `times` is the number of times the item must be covered; the sum counts each solution that many
    times.
    """

    item: int
    orbits: tuple[tuple[int, int], ...]
    options: tuple[int, ...]
    times: int


@dataclass(slots=True)
class Node:
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
    _children: list[tuple[int, list[Node]]] = field(default_factory=list)
    _waiting: list[Node] = field(default_factory=list)

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
            nodes = [Node(problem, share) for problem in parts]
            for node in nodes:
                if node.problem.option_count > SMALL:
                    node.search()
                    self._waiting.append(node)
            self._children.append((weight, nodes))
            return True
        return False

    def next_unsearched(self) -> Node | None:
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

    def next_child(self) -> Node | None:
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


def branching_of(
    problem: Problem, orbits: Sequence[int], *, once: bool = False
) -> Branching | None:
    """Return the item whose branching saves most, or None if none saves anything.

    >>> problem = Problem.from_options(["ab", "bc", "ca", "cd"])
    >>> branching_of(problem, [0, 1, 1, 3])
    Branching(item=2, orbits=((1, 2), (3, 1)), options=(1, 2, 3), times=1)

    `orbits` has the first option of the orbit of each option.  An item with a single orbit is
    preferred, as it needs no branching; otherwise the item with the largest mean orbit.  With
    `once`, only items that are covered exactly once.
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
        if not problem.primary_flags[item] or low != high or (once and low != 1):
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


def _propagated_term(weight: int, remains: Remains) -> Iterator[tuple[int, list[Problem]]]:
    """Yield a term of a sum, the components of what remains, unless the term is zero."""
    remains.propagate()
    if not remains.impossible:
        yield weight, [part for _, part in remains.components()]
