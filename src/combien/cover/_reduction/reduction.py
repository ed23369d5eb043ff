"""The result of a reduction: smaller problems, the expansion of their solutions, and a report."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from combien._base.records import dataclass
from combien._wording import counted
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadProblem

__all__ = ["ITEM_RULES", "OPTION_RULES", "Reduction", "Report"]

# The effect of each rule on options or items, for the report.
OPTION_RULES = {
    "excluded": "cannot be combined with a forced option",
    "dominated": "would take what every option of another item needs",
    "hopeless": "would leave an item without enough options",
    "copies": "merged with copies of the same items",
}
ITEM_RULES = {
    "idle": "dropped because of no effect",
    "implied": "dropped because another item implies it",
}


@dataclass(frozen=True, slots=True)
class Report:
    """The numbers of options and items removed by each rule, and the steps of work.

    `str(report)` has a line for each rule that applied.
    """

    options: int
    items: int
    options_left: int
    items_left: int
    parts: int
    forced: int
    choices: int
    options_removed: Mapping[str, int]
    items_dropped: Mapping[str, int]
    factor: int
    steps: int
    stopped: bool
    impossible: str

    def __str__(self) -> str:
        if self.impossible:
            return f"There is no solution: {self.impossible}."
        lines = [
            f"{counted(self.options, 'option')} and {counted(self.items, 'item')} became "
            f"{counted(self.options_left, 'option')} and {counted(self.items_left, 'item')} in "
            f"{counted(self.parts, 'part')}."
        ]
        for number, how in (
            (self.forced, "forced: in every solution"),
            (self.choices, "forced up to copies"),
        ):
            if number:
                verb = "is" if number == 1 else "are"
                lines.append(f"{counted(number, 'option')} {verb} {how}.")
        for rule, words in OPTION_RULES.items():
            if rule in self.options_removed:
                lines.append(f"{counted(self.options_removed[rule], 'option')} {words}.")
        for rule, words in ITEM_RULES.items():
            if rule in self.items_dropped:
                lines.append(f"{counted(self.items_dropped[rule], 'item')} {words}.")
        if self.factor > 1:
            lines.append(f"Because of the copies, the count is to be multiplied by {self.factor}.")
        if self.stopped:
            lines.append(f"Stopped after {self.steps} steps: more might be removed.")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Reduction:
    """Smaller problems whose solutions correspond one to one to the original solutions.

    `problems` are independent components, none if everything is decided.  `forced` are the
    numbers of the options in every solution, and `choices` are groups of copies, of which every
    solution has one.  `cost` is the total cost of these options.  `factor` is the factor of the
    count for merged copies.  `impossible` is the reason why there is no solution, or empty if none
    is known.
    """

    problems: tuple[Problem, ...]
    factor: int
    forced: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]
    cost: int
    impossible: str
    report: Report
    numbers: tuple[array[int], ...]
    copies: Mapping[int, tuple[int, ...]]

    def count(self, counts: Sequence[int]) -> int:
        """Return the number of solutions of the original from the counts of the components.

        >>> from combien.cover import reduce
        >>> reduction = reduce(Problem.from_options(["a", "ab", "b", "c", "cd", "d"]))
        >>> len(reduction.problems), reduction.count([2, 2])
        (2, 4)
        """
        self._check(len(counts))
        return 0 if self.impossible else self.factor * prod(counts)

    def expand(self, solutions: Sequence[Iterable[Solution]]) -> Iterator[Solution]:
        """Yield the solutions of the original from the solutions of the components, in order.

        >>> from combien.cover._oracle import all_solutions
        >>> from combien.cover import reduce
        >>> reduction = reduce(Problem.from_options(["a", "ab", "b", "c", "c"]))
        >>> list(reduction.expand([all_solutions(part) for part in reduction.problems]))
        [(0, 2, 3), (0, 2, 4), (1, 3), (1, 4)]

        The solutions of the first component vary slowest, and copies fastest, the copies of options
        with larger numbers first.  The first component's solutions are read one at a time; the
        others are kept in lists, as all are combined with each other.
        """
        self._check(len(solutions))
        if self.impossible:
            return
        first, *others = solutions or [[Solution()]]
        kept = [list(part) for part in others]
        if not all(kept):
            return
        for beginning in first:
            for rest in product(*kept):
                yield from self._back((beginning, *rest) if self.problems else ())

    def _back(self, parts: tuple[Solution, ...]) -> Iterator[Solution]:
        """Yield the original solutions for one solution of each component."""
        certain = list(self.forced)
        open_: list[tuple[int, ...]] = list(self.choices)
        for numbers, solution in zip(self.numbers, parts, strict=True):
            for option in solution:
                number = numbers[option]
                if number in self.copies:
                    open_.append(self.copies[number])
                else:
                    certain.append(number)
        for chosen in product(*sorted(open_)):
            yield Solution(sorted((*certain, *chosen)))

    def _check(self, given: int) -> None:
        if given != len(self.problems):
            raise BadProblem(
                f"{given} parts are given, and the reduced problem has {len(self.problems)}: give "
                "one count, or the solutions, for each of its problems"
            )
