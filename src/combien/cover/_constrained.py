"""Side constraints: linear constraints on the chosen options, beside the covers.

Rosters need them: the hours of a base, the capacity of a depot, a budget.  They are not part of a
`Problem`, because most of what is known about exact covers (reductions, symmetries, decompositions)
does not hold for problems with them: a question or an engine that has not been told of them refuses
a `Constrained` model.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from combien._base.checks import as_int, check_list, did_you_mean, short_repr
from combien.cover._elements import Solution
from combien.cover._model import Model, own_options, problem_of
from combien.cover._problem import Problem
from combien.errors import BadInput, CannotAnswer

if TYPE_CHECKING:
    from combien.cover._verify import SumLimits

# Numbers of options: by option or its name, for each in order, or a function of the option.
Numbers = Mapping[Any, int] | Sequence[int] | Callable[[int], int]

Reading = TypeVar("Reading")

# Sums are computed in 62 bits.
MOST_SUM = 2**61


class SideConstraint:
    """The weights of the chosen options add up to `least` to `most`.

    >>> SideConstraint({0: 8, 3: 6}, most=40, name="hours")
    <SideConstraint hours: at most 40>

    `weights` are whole numbers: a dict of them by the number or the name of an option (others weigh
    nothing), a list with one for each option, or a function of the option number.  At least one of
    `least` and `most` is given.  Scale fractions to whole numbers: 7.5 hours are 15 half hours.
    """

    __slots__ = ("least", "most", "name", "weights")

    def __init__(
        self,
        weights: Numbers,
        *,
        least: int | None = None,
        most: int | None = None,
        name: str = "",
    ) -> None:
        if least is None and most is None:
            raise BadInput("a side constraint needs least=, most= or both")
        check_numbers("weights", weights)
        self.weights = weights
        self.least = None if least is None else whole("least", least)
        self.most = None if most is None else whole("most", most)
        if not isinstance(name, str):
            raise BadInput(f"name={short_repr(name)}: expected a text")
        self.name = name

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return f"<SideConstraint{name}: {self._range}>"

    @property
    def _range(self) -> str:
        if self.most is None:
            return f"at least {self.least}"
        return f"at most {self.most}" if self.least is None else f"{self.least} to {self.most}"

    def _limits(self, problem: Problem, own: int) -> SumLimits:
        """Return the weights of the options and the limits, as engines take them.

        Options after the first `own` weigh nothing.
        """
        from combien.cover._verify import SumLimits  # Start-up: only with constraints.

        numbers = numbers_of(self.weights, own, who=self._who, name="weight", problem=problem)
        total = sum(map(abs, numbers))
        if total >= MOST_SUM:
            raise BadInput(f"{self._who}: the weights are too large to be added in 62 bits")
        # Beyond all sums, a limit is as good as one just beyond.
        least = -total if self.least is None else max(-total, min(self.least, total + 1))
        most = total if self.most is None else min(total, max(self.most, -total - 1))
        others = (problem.option_count - own) * (0,)
        return SumLimits((*numbers, *others), least, most)

    @property
    def _who(self) -> str:
        return f"the side constraint {self.name}" if self.name else "a side constraint"


class Constrained(Generic[Reading]):
    """A model with side constraints.

    >>> import combien
    >>> duties = combien.Problem.from_options(["ab", "cd", "a", "bcd", "b", "c", "d"])
    >>> hours = [5, 4, 2, 9, 2, 3, 2]
    >>> rosters = Constrained(duties, [SideConstraint(hours, most=9)])
    >>> combien.count(duties), combien.count(rosters)
    (5, 3)
    >>> list(combien.solutions(rosters))
    [(0, 1), (1, 2, 4), (2, 4, 5, 6)]

    Answered are `count`, `solve`, `first`, `solutions`, `answer`, `exists`, `best`, `family` and
    what it is used for (`sample`, `marginals`, `count_by_size`, `count_by`, `count_by_total`).  The
    engines that know side constraints are "dlx", a search that turns back where a sum leaves its
    limits for good, "zdd", the diagram of all covers restricted to those that satisfy them, and
    "sat", with sums as clauses; for a count, "auto" lets the first two take turns.  Other questions
    and engines refuse; they can be asked about `covers`, the problem without the constraints.
    All constraints hold together.
    Raises `BadInput` for weights that are not whole numbers, for options that do not exist, and for
    weights whose sum needs more than 62 bits.
    Cost: a node of the search takes some nanoseconds for each item and each constraint.
    """

    def __init__(self, model: Model[Reading], constraints: Iterable[SideConstraint]) -> None:
        given = check_list("constraints", constraints, "side constraints")
        for each in given:
            if not isinstance(each, SideConstraint):
                raise BadInput(f"expected a SideConstraint, not {short_repr(each)}")
        if isinstance(model, Constrained):
            given, model = [*model.constraints, *given], model.model
        self.model: Model[Reading] = model
        self.covers: Problem = problem_of(model)
        self.constraints: tuple[SideConstraint, ...] = tuple(given)
        self.limits = tuple(
            each._limits(self.covers, self._own_options) for each in self.constraints
        )

    @property
    def _own_options(self) -> int:
        """The options of the model without constraints that users number."""
        return own_options(self.model, self.covers.option_count)

    def problem(self) -> NoReturn:
        """Raise `CannotAnswer`: as an exact cover problem, the model would lose its constraints."""
        raise CannotAnswer(
            "this question does not support side constraints: count, solutions, best, family and "
            "what is based on them do; `model.covers` is the problem without constraints"
        )

    def read(self, solution: Solution) -> Reading:
        """Return what the model makes of a solution."""
        return self.model.read(solution)

    def fault(self, options: Iterable[int]) -> str:
        """Return why these options are not a solution, or an empty string if they are.

        >>> from combien import Problem
        >>> model = Constrained(Problem.from_options(["a"]), [SideConstraint([3], most=2)])
        >>> model.fault([0])
        'a side constraint: the weights add up to 3, not to at most 2'
        """
        from combien.cover._verify import broken_limit, fault  # Start-up: only with constraints.

        further = range(self._own_options, self.covers.option_count)
        chosen = [*check_list("options", options), *further]
        reason = fault(self.covers, chosen)
        if reason:
            return reason
        broken = broken_limit(self.limits, chosen)
        if broken is None:
            return ""
        number, total = broken
        constraint = self.constraints[number]
        return f"{constraint._who}: the weights add up to {total}, not to {constraint._range}"

    def __repr__(self) -> str:
        count = len(self.constraints)
        return f"<Constrained: {self.covers!r}, {count} side constraint{'s' * (count != 1)}>"


# Numbers of options ------------------------------------------------------------------------------


def check_numbers(name: str, given: object) -> None:
    """Check the type of the numbers of options."""
    if not isinstance(given, (Mapping, Sequence)) and not callable(given):
        raise BadInput(
            f"{name}={short_repr(given)}: expected a dict of {name} by option number, a list of "
            "them, or a function of the number"
        )


def numbers_of(
    given: Numbers, options: int, *, who: str, name: str, problem: Problem | None = None
) -> list[int]:
    """Return the whole number of each option; those that a dict leaves out have 0.

    >>> problem = Problem.from_options({"x": "ab", "y": "a"})
    >>> numbers_of({"y": 3}, 2, who="hours", name="weight", problem=problem)
    [0, 3]

    The keys of a dict are option numbers or, with a problem, the names of its options.
    """
    if isinstance(given, Mapping):
        numbers = [0] * options
        places: dict[Hashable, list[int]] | None = None
        for option, number in given.items():
            place = as_int(option)
            if place is None and problem is not None:
                places = _places(problem) if places is None else places
                place = _named(option, places, who)
            if place is None or not 0 <= place < options:
                raise BadInput(
                    f"{who}: there is no option {short_repr(option)}: they are 0 to {options - 1}"
                )
            numbers[place] = whole(f"{who}: the {name} of option {place}", number)
        return numbers
    listed = [*map(given, range(options))] if callable(given) else [*given]
    if len(listed) != options:
        raise BadInput(f"{who}: {len(listed)} {name}s were given for {options} options")
    return [whole(f"{who}: the {name} of option {n}", one) for n, one in enumerate(listed)]


def whole(what: str, given: object) -> int:
    """Return a whole number; raise `BadInput` for another value."""
    number = as_int(given)
    if number is None:
        raise BadInput(f"{what} is {short_repr(given)}: expected a whole number; scale fractions")
    return number


def _places(problem: Problem) -> dict[Hashable, list[int]]:
    """Return the options of each name."""
    found: dict[Hashable, list[int]] = {}
    for option in range(problem.option_count):
        found.setdefault(problem.name(option), []).append(option)
    return found


def _named(name: Hashable, places: Mapping[Hashable, list[int]], who: str) -> int:
    """Return the only option of this name."""
    found = places.get(name, [])
    if len(found) != 1:
        known = (other for other in places if isinstance(other, str))
        hint = did_you_mean(name, known) if isinstance(name, str) else ""
        many = f"{len(found)} options are" if found else "no option is"
        raise BadInput(f"{who}: {many} named {short_repr(name)}{hint}: give its number")
    return found[0]
