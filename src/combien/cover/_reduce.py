"""Reduce a problem before the search, without losing solutions.

Rules are applied until none applies or the budget of steps runs out.  Each is exact:
`Reduction.expand` maps the solutions of the reduced problems to all solutions of the original, each
once.  In particular, an option is removed only if it is in no solution.

    forced      an item takes all of its remaining options if it needs them
    excluded    options that conflict with a forced option are removed
    idle        items without effect are dropped
    implied     items implied by another item are dropped
    dominated   an option that conflicts with all options of another item is removed
    copies      equal options are merged if a constant factor accounts for it
    hopeless    an option that leaves an item with too few options is removed
    parts       components without a common item become separate problems

The core applies them; `native/cover/reduction/rules.hpp` describes each, and this has the words and
the names.  `Remains` are what is left of a problem after single options were taken or removed.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from math import prod
from typing import Any

from combien import _native
from combien._base.budget import NO_LIMIT, SLICE_SECONDS
from combien._base.checks import Cost
from combien._wording import counted
from combien.cover._elements import Solution
from combien.cover._problem import Problem, compiled
from combien.errors import BadInput, BadProblem

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


@dataclass(frozen=True)
class Reduction:
    """Smaller problems whose solutions correspond one to one to the original solutions.

    `problems` are independent components, none if everything is decided.  `forced` are the
    numbers of the options in every solution, and `choices` are groups of copies, of which every
    solution has one.  `cost` is the total cost of these options, with the constant unless the
    problem remains as it is.  `factor` is the factor of the
    count for merged copies.  `impossible` is the reason why there is no solution, or empty if none
    is known.
    """

    problems: tuple[Problem, ...]
    factor: int
    forced: tuple[int, ...]
    choices: tuple[tuple[int, ...], ...]
    cost: int | Any
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


class Components:
    """The components of what remains of a problem, in the order of their first options.

    >>> from combien.cover._reduce import Remains
    >>> whole = Problem.from_options(["ab", "cd", "bc", "e", "a", "e"])
    >>> components = Remains(whole).components()
    >>> [(options.tolist(), part.item_names) for options, part in components]
    [([0, 1, 2, 4], ('a', 'b', 'c', 'd')), ([3, 5], ('e',))]
    """

    def __init__(self, whole: Problem, core: _native.Remains | _native.Reduction) -> None:
        self._whole = whole
        self._all_items = core.live_count == whole.item_count
        self._parts = core.parts()

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[tuple[array[int], Problem]]:
        """Yield the options of each component, and the component as a problem."""
        return ((self.options(k), self.problem(k)) for k in range(len(self)))

    def sizes(self) -> list[int]:
        """Return the number of options of each component."""
        return [len(self.options(k)) for k in range(len(self))]

    def options(self, component: int) -> array[int]:
        """Return the numbers of the options of a component, in increasing order."""
        return array("i", self._parts.options(component))

    def problem(self, component: int) -> Problem:
        """Return the options of a component, with their remaining items, under the same names.

        Items and options keep their order, and items have their current bounds.
        """
        whole = self._whole
        options = self.options(component)
        if len(options) == whole.option_count and self._all_items:
            return whole
        items, primary, bounds, ends, entries, colors, used = self._parts.problem(component)
        names, shades = whole.item_names, whole.color_names
        builder = Problem.builder()
        builder._number_items([names[item] for item in array("i", items)], primary)
        triples = iter(array("i", bounds))
        builder.bounds = {
            item: (low, next(triples)) for item, low in zip(triples, triples, strict=True)
        }
        builder.color_index.update(zip((shades[color - 1] for color in array("i", used)), count(1)))
        builder._extend(ends, entries, colors)
        builder.copy_costs(whole, options, constant=False)
        return builder.build()


class Remains:
    """A problem from which options are taken (they are in every solution) or removed (in none).

    >>> remains = Remains(Problem.from_options(["a", "ab", "bc"]))
    >>> remains.propagate()
    >>> remains.taken
    [2, 0]

    Cost: 10 nanoseconds and 4 bytes per entry; `propagate` is linear in what it removes.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._core = _native.remains(compiled(problem))

    @property
    def taken(self) -> list[int]:
        """The options taken so far, in order."""
        return self._core.taken

    @property
    def impossible(self) -> str:
        """The reason why there is no solution, or empty if none is known."""
        return contradiction(self.problem, self._core)

    def remove(self, option: int) -> None:
        """Remove a remaining option."""
        self._core.remove(option)

    def take(self, option: int) -> None:
        """Choose a remaining option, and remove the options that it excludes."""
        self._core.take(option)

    def propagate(self) -> None:
        """Take forced options and drop items without options, until nothing changes."""
        while not self._core.propagate(SLICE_SECONDS):
            pass

    def components(self) -> Components:
        """Return the components; nothing may be taken or removed afterward."""
        return Components(self.problem, self._core)


def contradiction(problem: Problem, core: _native.Remains | _native.Reduction) -> str:
    """Return the reason why an item cannot be satisfied, or empty if no such item was found."""
    if core.impossible is None:
        return ""
    item, needed, left = core.impossible
    low = problem.bounds(item)[0]
    wanted = f"item {problem.item_names[item]!r} must be in {counted(low, 'chosen option')}"
    holders = problem.arrays()[1].count(item)
    if holders < low:
        hold = f"only {holders} options hold" if holders > 1 else "only 1 option holds"
        return f"{wanted}, and {hold if holders else 'no option holds'} it"
    if chosen := low - needed:
        wanted += f", {chosen} of them {'is' if chosen == 1 else 'are'} chosen already"
    choosable = f"{left or 'none'} of its {holders} options can still be chosen"
    if holders == 1:
        choosable = "its only option cannot be chosen any more"
    return f"{wanted}, and {choosable}"


# A step takes 4 to 40 nanoseconds; pentominoes in a box need 20 million steps, and dominoes on
# 1000 x 1000 cells would need 55 million.
STEPS = 50_000_000


def reduce(problem: Problem, *, steps: int = STEPS) -> Reduction:
    """Reduce a problem; the result can expand the solutions of the reduced problems.

    >>> reduction = reduce(Problem.from_options(["ab", "bc", "cd", "a", "d", "ef", "e", "f"]))
    >>> reduction.problems
    (<Problem: 4 items, 5 options>, <Problem: 2 items, 3 options>)
    >>> print(reduction.report)
    8 options and 6 items became 8 options and 6 items in 2 parts.

    `steps` limits the work of the rules that search (in entries examined); rules that only count
    are always applied.  The report shows whether the limit was reached; the reduction is exact in
    any case.  Equal problems and steps give equal reductions.
    Raises `BadInput` for a negative number of steps.
    """
    if not isinstance(steps, int) or steps < 0:
        raise BadInput(f"steps={steps!r}: the budget must be a non-negative integer")
    costs = problem._costs
    if isinstance(costs, tuple):
        from combien.cover._costs import Scale  # Start-up: only for fractions.

        costs = array("q", Scale(costs).integers)
    core = _native.reduction(compiled(problem), costs, min(steps, NO_LIMIT))
    while core.run(SLICE_SECONDS) == _native.OUT_OF_SLICE:
        pass
    impossible = contradiction(problem, core)
    components = [] if impossible else list(Components(problem, core))
    problems = tuple(part for _, part in components)
    unchanged = any(part is problem for part in problems)
    taken = sorted(core.taken)
    copies, work = core.copies, core.work
    forced = tuple(option for option in taken if option not in copies)
    choices = tuple(copies[option] for option in taken if option in copies)
    factor = prod(core.divisors)
    return Reduction(
        problems=problems,
        factor=factor,
        forced=forced,
        choices=choices,
        cost=_cost(problem, taken, 0 if unchanged else problem.constant),
        impossible=impossible,
        report=Report(
            options=problem.option_count,
            items=problem.item_count,
            options_left=sum(p.option_count for p in problems),
            items_left=sum(p.item_count for p in problems),
            parts=len(problems),
            forced=len(forced),
            choices=len(choices),
            options_removed={rule: work[rule] for rule in OPTION_RULES if rule in work},
            items_dropped={rule: work[rule] for rule in ITEM_RULES if rule in work},
            factor=factor,
            steps=core.steps,
            stopped=core.stopped,
            impossible=impossible,
        ),
        numbers=tuple(options for options, _ in components),
        copies=copies,
    )


def _cost(problem: Problem, options: Iterable[int], constant: Cost) -> int | Any:
    """Return what options cost together, and a constant."""
    if isinstance(problem._costs, array) and type(constant) is int:
        return sum(map(problem.cost, options)) + constant
    from combien.cover._costs import total  # Start-up: only for fractions.

    return total(problem, options, constant)
