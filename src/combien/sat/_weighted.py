"""Side constraints as clauses: sums of weights by binary decision diagrams.

A constraint has one variable for each node of a diagram that decides its literals in turn, heavy
ones first: a node says that what is decided from there on stays within what is left of the limit.
As all weights are positive (a negative one is that of the negated literal), a node's other side is
true wherever its side for a true literal is, so clauses of three literals suffice (Abio,
Nieuwenhuis, Oliveras, Rodriguez-Carbonell and Mayer-Eichberger 2012).  They define each node both
ways, so that models and solutions correspond one to one, as model counters need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import gcd

from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, broken_limit
from combien.errors import CannotAnswer
from combien.sat._cnf import Clause
from combien.sat._encode import Encoding
from combien.sat._exactly import Size

# The nodes of a diagram before equal ones are merged; a million take a second and 200 MB.
MOST_STATES = 2_000_000

# The sides of a node that are decided.
TRUE, FALSE = 0, -1


def at_most(weights: Sequence[int], most: int, first: int) -> tuple[int, list[Clause]]:
    """Return the number of auxiliary variables, from `first` on, and the clauses of a sum.

    >>> at_most([2, 2, 3], 4, 4)
    (3, [(4, 2), (-4, -2), (-5, 4), (5, 1, -4), (-5, -1), (6, 3), (-6, -3, 5), (6, -5), (6,)])

    Literal k + 1 weighs `weights[k]`.
    Raises `CannotAnswer` if the sum has too many partial sums.
    """
    terms = [(abs(w), k + 1 if w > 0 else -k - 1) for k, w in enumerate(weights) if w]
    terms.sort(key=lambda term: (-term[0], abs(term[1])))
    most -= sum(w for w in weights if w < 0)
    common = gcd(*(weight for weight, _ in terms)) or 1
    most //= common
    terms = [(weight // common, literal) for weight, literal in terms]
    if most < 0:
        return 0, [()]
    # What may be left of the limit before each literal is decided.
    left = sum(weight for weight, _ in terms)
    layers: list[list[int]] = []
    layer = [most] if most < left else []
    states = 0
    for weight, _ in terms:
        layers.append(layer)
        left -= weight
        further = {slack for here in layer for slack in (here, here - weight) if 0 <= slack < left}
        layer = sorted(further)
        states += len(layer)
        if states > MOST_STATES:
            raise CannotAnswer(
                f"a side constraint has more than {MOST_STATES} partial sums: ask dlx or zdd"
            )
    # From the last literal to the first: equal nodes become one.
    clauses: list[Clause] = []
    variables = 0
    below: dict[int, int] = {}
    rest = 0
    for (weight, literal), layer in zip(reversed(terms), reversed(layers), strict=True):
        nodes: dict[tuple[int, int], int] = {}
        here: dict[int, int] = {}
        for slack in layer:
            lo, hi = (
                FALSE if s < 0 else TRUE if s >= rest else below[s] for s in (slack, slack - weight)
            )
            if lo == hi:
                here[slack] = lo
                continue
            if (lo, hi) not in nodes:
                node = nodes[lo, hi] = first + variables
                variables += 1
                clauses += _defined(node, literal, lo, hi)
            here[slack] = nodes[lo, hi]
        below = here
        rest += weight
    if most < rest:
        root = below[most]
        if root == FALSE:
            return 0, [()]
        clauses.append((root,))
    return variables, clauses


def _defined(node: int, literal: int, lo: int, hi: int) -> Iterator[Clause]:
    """Generate the clauses of a node: it is `hi` where the literal is true and otherwise `lo`."""
    if lo != TRUE:
        yield (-node, lo)
        yield (node, literal, -lo)
    else:
        yield (node, literal)
    if hi == FALSE:
        yield (-node, -literal)
    else:
        # `lo` is true wherever `hi` is.
        yield (-node, -literal, hi)
        yield (node, -hi)


class WeightedEncoding(Encoding):
    """A problem with side constraints as clauses.

    >>> problem = Problem.from_options(["ab", "a", "b"])
    >>> WeightedEncoding(problem, [SumLimits((3, 1, 1), 0, 2)])
    <Encoding (bitwise): 4 variables, 7 clauses>

    Raises `CannotAnswer` for constraints with too many partial sums.
    """

    def __init__(
        self,
        problem: Problem,
        limits: Sequence[SumLimits],
        style: str = "bitwise",
        *,
        tree: str = "sat",
    ) -> None:
        super().__init__(problem, style, "totalizer")
        self._tree = tree
        self._limits = limits
        self._sums: list[list[Clause]] = []
        self._first_of_sums = self._variable_count + 1
        for weights, least, most in limits:
            negated = [-weight for weight in weights]
            for signed, limit in ((weights, most), (negated, -least)):
                variables, clauses = at_most(signed, limit, self._variable_count + 1)
                self._variable_count += variables
                self._sums.append(clauses)

    @property
    def tree(self) -> str:
        """The name of the search tree of its solutions."""
        return self._tree

    def fault(self, solution: Iterable[int]) -> str:
        """Return why these options are not a solution, or an empty string if they are."""
        chosen = tuple(solution)
        reason = super().fault(chosen)
        if reason or (broken := broken_limit(self._limits, chosen)) is None:
            return reason
        return f"the weights of side constraint {broken[0]} add up to {broken[1]}"

    @cached_property
    def _size(self) -> Size:
        size = super()._size
        for clauses in self._sums:
            size += Size(0, len(clauses), sum(map(len, clauses)))
        return size

    def clauses(self) -> Iterator[Clause]:
        """Generate the clauses; those of the sums are last."""
        yield from super().clauses()
        for clauses in self._sums:
            yield from clauses

    def name(self, variable: int) -> str:
        """Return the meaning of a variable."""
        if self._first_of_sums <= variable <= self.variable_count:
            return f"partial sum {variable - self._first_of_sums + 1}"
        return super().name(variable)
