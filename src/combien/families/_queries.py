"""The queries of a family, beyond the operations of a Python set.

Each query is a pass over the nodes of the diagram: in the core if the values are numbers, in
`_passes` if they may be of any type.  The results are translated from variable numbers to elements.
`Family` provides the diagram.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from heapq import heappop, heappush
from itertools import islice
from math import gcd
from numbers import Number
from typing import Any, NamedTuple, Protocol, TypeVar, overload

from combien._base.checks import as_int, check_hashable, check_int, check_list, short_repr
from combien._base.memory import default_bytes
from combien.errors import BadInput, OutOfBudget
from combien.families import _passes as passes
from combien.families import _text as text
from combien.families._passes import NEVER, Deadline, Nodes, fold
from combien.families._products import Amount, weighted_sample, weighted_shares
from combien.families._universe import Universe

T = TypeVar("T")

# A list of more sets would not fit into memory.
MOST_SETS = 2**31
# Of a frozenset of few elements in a list, and of a total with its number of sets in a dict.
BYTES_A_SET = 250
BYTES_A_TOTAL = 200
# This many of them are made without a look at the memory.
FEW = 100_000


def elements_of(members: object) -> Iterable[Hashable]:
    """Return the elements of a set; raise `BadInput` if it is not iterable."""
    if not isinstance(members, Iterable) or isinstance(members, type):
        raise BadInput(f"{short_repr(members)} is not a set: expected something with elements")
    return check_list("set", members, "something with elements")


def members_of(members: object) -> list[Hashable]:
    """Return the elements of a set, in the order given; raise `BadInput` if one is repeated.

    >>> members_of("ba")
    ['b', 'a']
    >>> members_of([1, 2, 1])
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: [1, 2, 1] repeats 1: an element is in a set at most once
    """
    found: dict[Hashable, None] = {}
    for element in elements_of(members):
        if check_hashable("element", element) in found:
            raise BadInput(
                f"{short_repr(members)} repeats {short_repr(element)}: "
                "an element is in a set at most once"
            )
        found[element] = None
    return list(found)


class ByKind(NamedTuple):
    """Counts of sets by elements of each kind: {(3, 1): 20} is 20 sets with 3 of the first kind."""

    kinds: tuple[Hashable, ...]
    counts: dict[tuple[int, ...], int]


class Frozen(Protocol):
    """Queries of the compiled core, by variable number."""

    def prepare(self, what: str, seconds: float) -> bool: ...

    def count_by_size(self) -> list[int]: ...

    def marginals(self) -> list[int]: ...

    def rank(self, members: list[int], /) -> int: ...

    def unrank(self, place: int) -> tuple[int, ...]: ...

    def sample(self, sets: int, seed: int, seconds: float) -> list[tuple[int, ...]]: ...


class Queries(ABC):
    """The queries of a family; see `Family`.

    Each can be interrupted.  With `seconds`, it raises `OutOfBudget` after this time.
    """

    __slots__ = ("universe",)

    universe: Universe

    @property
    @abstractmethod
    def count(self) -> int:
        """The exact number of sets."""

    @abstractmethod
    def __bool__(self) -> bool: ...

    @abstractmethod
    def __contains__(self, members: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[frozenset[Hashable]]: ...

    @abstractmethod
    def _freeze(self) -> Frozen: ...

    @abstractmethod
    def _take_nodes(self) -> Nodes: ...

    def fold(self, zero: T, one: T, combine: Callable[[Hashable, T, T], T]) -> T:
        """Compute a value from the leaves to the root, with one call for each node.

        >>> from combien.families import Family
        >>> Family(["ab", "b"]).fold(0, 1, lambda element, without, with_: without + with_)
        2

        `zero` is the value of no sets, `one` of the empty set; `combine` takes an element, the
        value of the sets without it and the value of the sets with it.
        """
        nodes, elements = self._take_nodes(), self.universe.elements
        values = passes.fold(nodes, zero, one, lambda v, lo, hi: combine(elements[v], lo, hi))
        return values[nodes.root]

    def count_by_size(self, *, seconds: float | None = None) -> list[int]:
        """Return the numbers of sets with 0, 1, 2, ... elements.

        >>> from combien.families import Family
        >>> Family(["", "ab", "b", "c"]).count_by_size()
        [1, 2, 1]
        """
        return self._prepared("sizes", Deadline(seconds)).count_by_size()

    def count_by(self, kind: Callable[[Any], Hashable], *, seconds: float | None = None) -> ByKind:
        """Count the sets by their numbers of elements of each kind.

        >>> from combien.families import Family
        >>> Family([[1, 2], [2, 3], [4]]).count_by(lambda number: "odd" if number % 2 else "even")
        ByKind(kinds=('odd', 'even'), counts={(0, 1): 1, (1, 1): 2})

        The kinds are in the order of their first element in the universe.
        Cost: at each node, a step for each combination of numbers of kinds in the sets below it.
        """
        deadline = Deadline(seconds)
        elements, used = self.universe.elements, self.elements
        if not callable(kind):
            raise BadInput(f"kind={short_repr(kind)}: expected a function of an element")
        kinds = {element: check_hashable("kind", kind(element)) for element in used}
        place = {name: number for number, name in enumerate(dict.fromkeys(kinds.values()))}
        # One integer encodes the counts: a digit per kind, the last kind lowest.
        base = len(used) + 1
        digits = [base ** (len(place) - 1 - number) for number in range(len(place))]
        weights = [digits[place[kinds[e]]] if e in kinds else 0 for e in elements]
        counts = {}
        for packed, count in by_weight(self._take_nodes(), weights, deadline).items():
            counts[tuple(packed // digit % base for digit in digits)] = count
        return ByKind(tuple(place), counts)

    def count_by_total(
        self, numbers: Mapping[Any, int], *, seconds: float | None = None
    ) -> dict[int, int]:
        """Count the sets by the total of their elements' numbers.

        >>> from combien.families import Family
        >>> Family(["ab", "c", "a", ""]).count_by_total({"a": -1, "b": 3, "c": 2})
        {-1: 1, 0: 1, 2: 2}

        Raises `BadInput` for an element without a whole number.
        Cost: at each node, an addition of numbers as long as all counts together.
        """
        deadline = Deadline(seconds)
        if not isinstance(numbers, Mapping):
            raise BadInput(f"numbers={short_repr(numbers)}: expected a dict of numbers by element")
        nodes, elements = self._take_nodes(), self.universe.elements
        weights = [0] * len(elements)
        for variable in nodes.used:
            element = elements[variable]
            if element not in numbers:
                raise BadInput(f"the element {element!r} has no number")
            what = f"the number of {short_repr(element)}"
            weights[variable] = check_int(what, numbers[element], least=None)
        return by_weight(nodes, weights, deadline)

    @overload
    def marginals(
        self, *, weights: None = None, seconds: float | None = None
    ) -> dict[Hashable, int]: ...

    @overload
    def marginals(
        self, *, weights: Mapping[Any, Amount], seconds: float | None = None
    ) -> dict[Hashable, Amount]: ...

    def marginals(
        self, *, weights: Mapping[Any, Amount] | None = None, seconds: float | None = None
    ) -> dict[Hashable, int] | dict[Hashable, Amount]:
        """Return the number of sets that contain each element, without zeros.

        >>> from combien.families import Family
        >>> Family(["ab", "b", "c", ""]).marginals()
        {'a': 1, 'b': 2, 'c': 1}

        With `weights`, positive whole numbers or fractions by element, a set counts as the product
        of its elements' weights: the result is the total weight of the sets with each element.

        >>> Family(["ab", "b", "c", ""]).marginals(weights={"a": 5, "b": 2, "c": 3})
        {'a': 10, 'b': 12, 'c': 3}

        Cost: two passes over the nodes.
        """
        if weights is not None:
            nodes, numbers = self._take_nodes(), self._positive(weights)
            shares = weighted_shares(nodes, numbers, Deadline(seconds))
            return {self.universe.element(number): shares[number] for number in sorted(shares)}
        found = self._prepared("marginals", Deadline(seconds)).marginals()
        return {self.universe.element(number): n for number, n in enumerate(found) if n}

    def rank(self, members: Iterable[Hashable]) -> int:
        """Return the number of sets before this one in the order of iteration.

        Raises `BadInput` if the set is not in the family.
        """
        wanted = frozenset(members_of(members))
        if wanted not in self:
            raise BadInput("this set is not in the family, so it has no rank")
        numbers = sorted(self.universe.number(element) for element in wanted)
        return self._freeze().rank(numbers)

    def unrank(self, number: int) -> frozenset[Hashable]:
        """Return the set with this number in the order of iteration, from 0.

        >>> from combien.families import Family
        >>> sorted(Family(["ab", "b", "c"]).unrank(1))
        ['b']
        """
        place = as_int(number)
        if place is None or not 0 <= place < self.count:
            raise BadInput(
                f"there is no set number {short_repr(number)} among {self.count}, from 0"
            )
        return self._named(self._freeze().unrank(place))

    def sample(
        self,
        k: int,
        *,
        seed: int,
        weights: Mapping[Any, Amount] | None = None,
        seconds: float | None = None,
    ) -> list[frozenset[Hashable]]:
        """Return random sets, drawn uniformly and independently, with repetition.

        >>> from combien.families import Family
        >>> Family(["ab"]).sample(2, seed=1) == [{"a", "b"}, {"a", "b"}]
        True

        With `weights`, positive whole numbers or fractions by element, the probability of a set is
        proportional to the product of its elements' weights.
        Raises `BadInput` for the empty family.
        Cost: a pass over the nodes, then a path for each set.
        """
        _number_of_sets(k)
        seed = check_int("seed", seed, least=None)
        deadline = Deadline(seconds)
        if k == 0:
            return []
        if k > FEW and k * BYTES_A_SET > default_bytes():
            raise BadInput(f"k={k}: this many sets do not fit into memory; draw fewer at a time")
        if not self:
            raise BadInput("nothing can be drawn from the empty family")
        if weights is not None:
            nodes, numbers = self._take_nodes(), self._positive(weights)
            chosen = weighted_sample(nodes, numbers, k, seed, deadline)
            return [self._named(members) for members in chosen]
        frozen = self._prepared("ranks", deadline)
        drawn = frozen.sample(k, seed % 2**64, deadline.left)
        if len(drawn) < k:
            raise deadline.stop()
        return [self._named(numbers) for numbers in drawn]

    def best(
        self, weights: Mapping[Any, Weight], *, k: int = 1, seconds: float | None = None
    ) -> list[tuple[Any, frozenset[Hashable]]]:
        """Return the `k` lightest sets with their weights, lightest first.

        >>> from combien.families import Family
        >>> [(w, sorted(s)) for w, s in Family(["ab", "c"]).best({"a": 2, "b": 3, "c": 4}, k=2)]
        [(4, ['c']), (5, ['a', 'b'])]

        The weight of a set is the sum of its elements' weights; use negative ones for the heaviest
        sets.  Sets of equal weight come in a deterministic order.
        Raises `BadInput` for an element without weight.
        Cost: a pass over the nodes; then for each set the nodes on its path.
        """
        _number_of_sets(k)
        deadline = Deadline(seconds)
        if not isinstance(weights, Mapping):
            raise BadInput(f"weights={short_repr(weights)}: expected a dict of a weight by element")
        nodes, elements = self._take_nodes(), self.universe.elements
        weighing: list[Weight] = [0] * len(elements)
        for number in nodes.used:
            if elements[number] not in weights:
                raise BadInput(f"the element {elements[number]!r} has no weight")
            weighing[number] = weights[elements[number]]
        # With floats, sums in different orders may differ in the last bit.
        found = sorted(islice(lightest(nodes, weighing, deadline), k), key=lambda entry: entry[0])
        return [(weight, self._named(members)) for weight, members in found]

    def probability(self, chances: Mapping[Any, Any]) -> Any:
        """Return the probability that a random set is in the family.

        >>> from combien.families import Family
        >>> Family(["a", "b", "ab"]).probability({"a": 0.5, "b": 0.5})
        0.75

        Each element is in the random set with its own probability, independently.  `chances` maps
        elements to probabilities; other elements are never in the random set.  Elements of
        `chances` that the family never uses must be absent from the set to be in the family.  The
        result is exact if the chances are (`fractions.Fraction`).
        """
        if not isinstance(chances, Mapping):
            raise BadInput(f"chances={short_repr(chances)}: expected a dict of a chance by element")
        for element, chance in chances.items():
            if not isinstance(chance, (Number, Decimal)):
                raise BadInput(
                    f"the chance of {short_repr(element)} is a number, not {short_repr(chance)}"
                )
        known = {self.universe.known(element): chance for element, chance in chances.items()}
        ordered = [known.get(number, 0) for number in range(len(self.universe.elements))]
        missing: Any = 1
        for element, chance in chances.items():
            if self.universe.known(element) is None:
                missing = missing * (1 - chance)
        return missing * passes.probability(self._take_nodes(), ordered)

    @property
    def elements(self) -> tuple[Hashable, ...]:
        """The elements that are in at least one set, in the universe's order."""
        elements = self.universe.elements
        return tuple(elements[number] for number in self._take_nodes().used)

    def ascii(self, *, most: int = 100) -> str:
        """Return the family as text, in the universe's order, with `...` after `most` sets."""
        most = check_int("most", most, most=MOST_SETS)
        number = self.universe.number
        sets = [sorted(members, key=number) for members in islice(self, most + 1)]
        words = ["{" + ", ".join(map(str, members)) + "}" for members in sets[:most]]
        return "{" + ", ".join([*words, "..."] if len(sets) > most else words) + "}"

    def dot(self) -> str:
        """Return the diagram in the language of Graphviz; dashed edges leave the element out."""
        return text.dot(self._take_nodes(), self.universe.elements)

    def dump(self) -> str:
        """Return the diagram as text, for `Family.load`.

        Raises `BadFormat` for elements other than strings, integers, True, False, None, and tuples
        of these.
        """
        return text.dump(self._take_nodes(), self.universe.elements)

    def _prepared(self, what: str, deadline: Deadline) -> Frozen:
        """Return the diagram after preparing it for this query."""
        frozen = self._freeze()
        if not frozen.prepare(what, deadline.left):
            raise deadline.stop()
        return frozen

    def _positive(self, weights: object) -> list[Amount]:
        """Return the weights by number of the element."""
        if not isinstance(weights, Mapping):
            raise BadInput(f"weights={short_repr(weights)}: expected a dict of a weight by element")
        elements = self.universe.elements
        found: list[Amount] = [1] * len(elements)
        for number in self._take_nodes().used:
            given = weights.get(elements[number])
            weight = given if isinstance(given, Fraction) else as_int(given)
            if weight is None or weight <= 0:
                raise BadInput(
                    f"the element {elements[number]!r} has the weight {short_repr(given)}: "
                    "expected a positive whole number or Fraction"
                )
            found[number] = weight
        return found

    def _named(self, numbers: Iterable[int]) -> frozenset[Hashable]:
        return frozenset(self.universe.element(number) for number in numbers)


def _number_of_sets(k: object) -> None:
    if not isinstance(k, int) or not 0 <= k <= MOST_SETS:
        raise BadInput(f"k={short_repr(k)}: expected a number of sets, from 0 to {MOST_SETS}")


# Weights ------------------------------------------------------------------------------------------

# The lightest sets are generated one by one, without lists at the nodes.  One pass computes the
# weight of the lightest set below each node.  With these weights, each partial path from the root
# has an exact lower bound, and the paths are completed in the order of their bounds (A* with an
# exact bound).


class Weight(Protocol):
    """A value that can be added and compared: int, float, Fraction, ..."""

    def __add__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...


def lightest(
    nodes: Nodes, weights: Sequence[Weight], deadline: Deadline = NEVER
) -> Iterator[tuple[Any, list[int]]]:
    """Yield all sets with their weights, lightest first; ties are in a deterministic order.

    Cost: a pass over the nodes; then for each set the nodes on its path.
    """

    def lighter(variable: int, lo: Any, hi: Any) -> Any:
        with_it = hi + weights[variable]
        return with_it if lo is None or with_it < lo else lo

    # The weight of the lightest set of each node; only the empty family has none.
    least: list[Any] = fold(nodes, None, 0, lighter, deadline)
    # The partial paths: the weight of the lightest completion, the order of creation, the node, the
    # weight so far, and the variables taken, the last one first.
    waiting: list[tuple[Any, int, int, Any, Any]] = []
    born = 0
    if least[nodes.root] is not None:
        waiting.append((least[nodes.root], born, nodes.root, 0, None))
    while waiting:
        deadline.check()
        _, _, here, weight, taken = heappop(waiting)
        while here > 1:
            lo, hi, variable = nodes.lo[here], nodes.hi[here], nodes.variables[here]
            heavier = weight + weights[variable]
            with_it = heavier + least[hi]
            born += 1
            if least[lo] is None:
                here, weight, taken = hi, heavier, (variable, taken)
            elif with_it < weight + least[lo]:
                heappush(waiting, (weight + least[lo], born, lo, weight, taken))
                here, weight, taken = hi, heavier, (variable, taken)
            else:
                heappush(waiting, (with_it, born, hi, heavier, (variable, taken)))
                here = lo
        members = []
        while taken is not None:
            variable, taken = taken
            members.append(variable)
        yield weight, members[::-1]


# A value of more bits takes longer than a dict of few numbers.
_MOST_BITS = 2**17


def by_weight(nodes: Nodes, weights: Sequence[int], deadline: Deadline = NEVER) -> dict[int, int]:
    """Count the sets of each total weight; the result is ordered by weight.

    Cost: for each node, the weights of the sets below it; they are freed after the last use of the
    node.  Unless weights are far apart, their numbers are digits of a long one.
    """
    unit = gcd(*weights) or 1
    weights = [weight // unit for weight in weights]

    def spread(variable: int, lo: tuple[int, int, int], hi: tuple[int, int, int]) -> Any:
        weight, (least, most, count) = weights[variable], hi
        if not lo[2]:
            return least + weight, most + weight, count
        return min(lo[0], least + weight), max(lo[1], most + weight), lo[2] + count

    least, most, count = _last_value(nodes, (0, 0, 0), (0, 0, 1), spread, deadline)
    if not count:
        return {}
    width = (count.bit_length() + 7) // 8
    found: dict[int, int]
    if 8 * width * (most - least) > _MOST_BITS:
        found = _last_value(
            nodes, {}, {0: 1}, lambda v, lo, hi: _added(weights[v], lo, hi), deadline
        )
        return {unit * total: found[total] for total in sorted(found)}

    def packed(variable: int, lo: tuple[int, int], hi: tuple[int, int]) -> tuple[int, int]:
        weight = hi[0] + weights[variable]
        if not lo[1]:
            return weight, hi[1]
        least = min(lo[0], weight)
        return least, (lo[1] << 8 * width * (lo[0] - least)) + (
            hi[1] << 8 * width * (weight - least)
        )

    least, value = _last_value(nodes, (0, 0), (0, 1), packed, deadline)
    return {
        unit * (least + power): number
        for power, number in enumerate(digits(value, width))
        if number
    }


def digits(number: int, width: int) -> list[int]:
    """Return the digits of a number, of this many bytes each, the least significant one first.

    >>> digits(0x30201, 1), digits(0x30201, 2), digits(0, 1)
    ([1, 2, 3], [513, 3], [])
    """
    size = (number.bit_length() + 7) // 8
    written = number.to_bytes(size, "little")
    return [
        int.from_bytes(written[begin : begin + width], "little") for begin in range(0, size, width)
    ]


def _added(weight: int, without: dict[int, int], with_it: dict[int, int]) -> dict[int, int]:
    most = len(without) + len(with_it)
    if most > FEW and most * BYTES_A_TOTAL > default_bytes():
        different = max(len(without), len(with_it))
        raise OutOfBudget(f"{different} different totals or more do not fit into memory")
    value = dict(without)
    for total, count in with_it.items():
        value[total + weight] = value.get(total + weight, 0) + count
    return value


def _last_value(
    nodes: Nodes, zero: T, one: T, combine: Callable[[int, T, T], T], deadline: Deadline
) -> T:
    """Return the value of the root, as `fold` does; others are freed after their last use."""
    # The last node that uses each node.
    topmost = [0] * len(nodes.lo)
    for here in range(2, nodes.root + 1):
        topmost[nodes.lo[here]] = topmost[nodes.hi[here]] = here
    values = [zero, one]
    for here, (variable, lo, hi) in enumerate(nodes, 2):
        deadline.check()
        values.append(combine(variable, values[lo], values[hi]))
        for child in (lo, hi):
            if child > 1 and topmost[child] == here:
                values[child] = zero
    return values[nodes.root]
