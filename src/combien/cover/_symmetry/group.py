"""The group of a problem: permutations of its options that make solutions of solutions.

A model knows why a turned board is the same board; here nothing is believed.  Each item says which
sets of options are too many or too few, and a permutation is a symmetry when what the items say,
taken together, is the same after it as before.  (So it moves items too, but which one goes where
need not be said, and items that say the same need not be told apart.)

Symmetries that permute the options alike may still be several, as for one square tile on a square
board of its size; `points` then says what else they move.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from combien.cover._elements import Solution, chosen_options
from combien.cover._problem import Problem
from combien.errors import (
    BadProblem,
    instance,
    shown,
    whole_number,
)

__all__ = ["ProblemGroup", "ProblemSymmetry"]

_LARGEST = 50_000
# Closing 50,000 permutations of many options must not fill the memory: 8 bytes each.
_MOST_NUMBERS = 200_000_000


@dataclass(frozen=True, slots=True)
class ProblemSymmetry:
    """A symmetry of a problem: where each option goes, and each of some other points.

    >>> ProblemSymmetry("mirror", (1, 0)).options[0]
    1
    """

    name: str
    options: tuple[int, ...]
    points: tuple[int, ...] = ()


class ProblemGroup:
    """Symmetries of a problem, closed under composition; the identity comes first.

    >>> problem = Problem.from_options(["ab", "cd", "bc", "da"])
    >>> group = ProblemGroup.generated_by(problem, (2, 3, 1, 0))
    >>> group
    <ProblemGroup: 4 symmetries of 4 options>
    >>> [group.image(number, (0, 1)) for number in range(len(group))]
    [(0, 1), (2, 3), (0, 1), (2, 3)]

    Errors: `BadProblem` when one is no permutation, does not keep the problem as it is (saying
    where), or when they are not closed: `generated_by` closes.
    """

    __slots__ = ("__dict__", "_elements", "_problem")

    def __init__(self, problem: Problem, symmetries: Iterable[ProblemSymmetry]) -> None:
        self._problem = problem
        self._elements = tuple(symmetries)
        for element in self._elements:
            _check_permutation(problem, element)
        if not self._elements or not _moves_nothing(self._elements[0]):
            raise BadProblem("the first symmetry of a group is the identity")
        said = _said(problem)
        for number in self.generators:
            _check_kept(problem, self._elements[number], said)

    @classmethod
    def generated_by(cls, problem: Problem, *permutations: Sequence[int]) -> ProblemGroup:
        """The smallest group that holds these permutations of the options.

        >>> problem = Problem.from_options(["a", "a", "b"])
        >>> [symmetry.options for symmetry in ProblemGroup.generated_by(problem, [1, 0, 2])]
        [(0, 1, 2), (1, 0, 2)]

        Errors: `BadProblem`, also for a group of more than 50,000 elements.
        """
        instance("problem", problem, Problem, error=BadProblem)
        for permutation in permutations:
            if not isinstance(permutation, Sequence):
                raise BadProblem(
                    f"{shown(permutation)} is no permutation of the options: a sequence of their "
                    "numbers is expected"
                )
        steps = [tuple(permutation) for permutation in permutations]
        for number, step in enumerate(steps):
            _check_permutation(problem, ProblemSymmetry(f"permutation {number}", step))
        found = {tuple(range(problem.option_count)): None}
        fresh = list(found)
        most = min(_LARGEST, _MOST_NUMBERS // max(1, problem.option_count))
        while fresh:
            products = (tuple(map(step.__getitem__, known)) for known in fresh for step in steps)
            fresh = []
            for product in products:
                if product not in found:
                    found[product] = None
                    fresh.append(product)
                if len(found) > most:
                    raise BadProblem(
                        f"these permutations generate a group of more than {most} elements, which "
                        "is the limit here: give fewer of them"
                    )
        names = ["Id", *(f"g{number}" for number in range(1, len(found)))]
        return cls(problem, map(ProblemSymmetry, names, found))

    @property
    def problem(self) -> Problem:
        """Whose symmetries these are."""
        return self._problem

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the symmetries, in order."""
        return tuple(element.name for element in self._elements)

    def __len__(self) -> int:
        return len(self._elements)

    def __iter__(self) -> Iterator[ProblemSymmetry]:
        return iter(self._elements)

    def __getitem__(self, number: int) -> ProblemSymmetry:
        return self._elements[number]

    def __repr__(self) -> str:
        noun = "symmetry" if len(self) == 1 else "symmetries"
        return f"<ProblemGroup: {len(self)} {noun} of {self._problem.option_count} options>"

    def __str__(self) -> str:
        """How many there are, and which; of many only those that generate the rest."""
        noun = "symmetry" if len(self) == 1 else "symmetries"
        if len(self) <= 8:
            return f"{len(self)} {noun}: {', '.join(self.names)}"
        names = ", ".join(self._elements[number].name for number in self.generators)
        return f"{len(self)} {noun}, generated by {names}"

    def image(self, number: int, options: Iterable[int]) -> tuple[int, ...]:
        """Where the symmetry with this number moves these options, in increasing order."""
        chosen = chosen_options(options, self._problem.option_count)
        return tuple(sorted(map(self._elements[self._number(number)].options.__getitem__, chosen)))

    def _number(self, given: int) -> int:
        """The number of a symmetry of this group; `BadProblem` when there is none."""
        number = whole_number(given)
        if number is None or not 0 <= number < len(self._elements):
            raise BadProblem(
                f"there is no symmetry {shown(given)}: there are {len(self._elements)}, from 0"
            )
        return number

    def is_least(self, options: Sequence[int]) -> bool:
        """Whether these options, which are in increasing order, come first among their images.

        >>> group = ProblemGroup.generated_by(Problem.from_options(["a", "a"]), [1, 0])
        >>> group.is_least((0,)), group.is_least((1,))
        (True, False)
        """
        # Asked of each solution of a walk, so those are not looked at again.
        known = type(options) is Solution
        given = list(options) if known else chosen_options(options, self._problem.option_count)
        for element in self._elements[1:]:
            if sorted(map(element.options.__getitem__, given)) < given:
                return False
        return True

    def product(self, second: int, first: int) -> int:
        """The number of the symmetry that does `first` and then `second`."""
        outer = self._elements[self._number(second)]
        moved = tuple(_at(outer, place) for place in self._base_images[self._number(first)])
        return self._by_image[moved]

    @cached_property
    def generators(self) -> tuple[int, ...]:
        """The numbers of a few symmetries that generate the rest; none for the trivial group."""
        chosen: list[int] = []
        known = {0}
        for number in range(len(self)):
            if number in known:
                continue
            chosen.append(number)
            fresh = list(known)
            while fresh:
                made = {self.product(step, other) for other in fresh for step in chosen}
                fresh = sorted(made - known)
                known |= made
        return tuple(chosen)

    @cached_property
    def _base(self) -> tuple[int, ...]:
        """Places (options, then points) whose images tell all symmetries apart."""
        count = self._problem.option_count
        chosen: list[int] = []
        told = [0] * len(self)
        kinds = 1
        for place in range(count + len(self._elements[0].points)):
            if kinds == len(self):
                break
            pairs = [(kind, _at(e, place)) for kind, e in zip(told, self._elements, strict=True)]
            numbers = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
            if len(numbers) > kinds:
                chosen.append(place)
                kinds = len(numbers)
                told = [numbers[pair] for pair in pairs]
        if kinds < len(self):
            raise BadProblem("two symmetries of a group move everything alike: leave one out")
        return tuple(chosen)

    @cached_property
    def _base_images(self) -> list[tuple[int, ...]]:
        return [tuple(_at(e, place) for place in self._base) for e in self._elements]

    @cached_property
    def _by_image(self) -> _Numbers:
        return _Numbers((image, number) for number, image in enumerate(self._base_images))


class _Numbers(dict[tuple[int, ...], int]):
    """The numbers of the symmetries by what they do to the base."""

    def __missing__(self, image: tuple[int, ...]) -> int:
        raise BadProblem(
            "symmetries that make others when composed are no group: ProblemGroup.generated_by "
            "closes them"
        )


def _at(symmetry: ProblemSymmetry, place: int) -> int:
    """Where a place goes: options come first, points behind them."""
    count = len(symmetry.options)
    if place < count:
        return symmetry.options[place]
    return count + symmetry.points[place - count]


def _moves_nothing(symmetry: ProblemSymmetry) -> bool:
    both = (symmetry.options, symmetry.points)
    return all(moved == tuple(range(len(moved))) for moved in both)


def _check_permutation(problem: Problem, symmetry: ProblemSymmetry) -> None:
    count = problem.option_count
    whole = all(type(option) is int for option in symmetry.options)
    if len(symmetry.options) != count or not whole or {*symmetry.options} != {*range(count)}:
        raise BadProblem(
            f"{symmetry.name} is no permutation of the options: it needs each of the numbers 0 to "
            f"{count - 1} once"
        )


# What an item says: how often, and of which options; those that share a color count as one.
_Saying = tuple[bool, int, int, tuple[int, ...], Hashable]


def _said(problem: Problem) -> frozenset[_Saying]:
    """What the items of a problem say."""
    return frozenset(_sayings(problem, range(problem.option_count)))


def _sayings(problem: Problem, places: Sequence[int]) -> Iterator[_Saying]:
    """What each item says of its options, when option i is called `places[i]`."""
    alone: list[list[int]] = [[] for _ in range(problem.item_count)]
    colored: dict[int, dict[int, list[int]]] = {}
    for option, place in enumerate(places):
        for item in problem.indices(option):
            alone[item].append(place)
        if problem.has_colors:
            for item, color in zip(problem.indices(option), problem.colors(option), strict=True):
                if color:
                    colored.setdefault(item, {}).setdefault(color, []).append(place)
    for item, options in enumerate(alone):
        # A color that one option gives is no different from none.
        colors = colored.get(item, {}).values()
        together = frozenset(frozenset(same) for same in colors if len(same) > 1)
        options.sort()
        yield (bool(problem.primary_flags[item]), *problem.bounds(item), tuple(options), together)


def _check_kept(problem: Problem, symmetry: ProblemSymmetry, said: frozenset[_Saying]) -> None:
    for item, saying in enumerate(_sayings(problem, symmetry.options)):
        if saying not in said:
            raise BadProblem(
                f"{symmetry.name} is no symmetry of the problem: it moves the options of item "
                f"{problem.item_names[item]!r} to those of no item with the same bounds and colors"
            )
