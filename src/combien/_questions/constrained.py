"""Side constraints: linear constraints on the chosen options, beside the covers.

Rosters need them: the hours of a base, the capacity of a depot, a budget.  They are not part of a
`Problem`, because most of what is known about exact covers (reductions, symmetries, decompositions)
does not hold for problems with them: a question or an engine that has not been told of them refuses
a `Constrained` model.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, NoReturn, TypeVar

from combien._base.checks import check_list, short_repr
from combien._questions.dispatch import (
    Numbers,
    check_numbers,
    numbers_of,
    problem_of,
    whole,
)
from combien.cover._elements import Solution
from combien.cover._own_options import own_options
from combien.cover._problem import Problem
from combien.cover._verify import Limits, broken_limit
from combien.cover._verify import fault as fault_of_cover
from combien.engines._protocol import Engine, Model, OwnSweep
from combien.errors import BadInput, CannotAnswer

Reading = TypeVar("Reading")

# Sums are computed in 62 bits.
MOST_SUM = 2**61


class SideConstraint:
    """The weights of the chosen options add up to `least` to `most`.

    >>> SideConstraint({0: 8, 3: 6}, most=40, name="hours")
    <SideConstraint hours: at most 40>

    `weights` are whole numbers: a dict of them by option number (other options weigh nothing), a
    list with one for each option, or a function of the option number.  At least one of `least` and
    `most` is given.  Scale fractions to whole numbers: 7.5 hours are 15 half hours.
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

    def _limits(self, options: int) -> Limits:
        """Return the weights of this many options and the limits, as engines take them."""
        numbers = numbers_of(self.weights, options, who=self._who, name="weight")
        total = sum(map(abs, numbers))
        if total >= MOST_SUM:
            raise BadInput(f"{self._who}: the weights are too large to be added in 62 bits")
        # Beyond all sums, a limit is as good as one just beyond.
        least = -total if self.least is None else max(-total, min(self.least, total + 1))
        most = total if self.most is None else min(total, max(self.most, -total - 1))
        return Limits(tuple(numbers), least, most)

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
        self.model = model
        self.covers: Problem = problem_of(model)
        self.constraints = tuple(check_list("constraints", constraints, "side constraints"))
        for each in self.constraints:
            if not isinstance(each, SideConstraint):
                raise BadInput(f"expected a SideConstraint, not {short_repr(each)}")
        from combien.engines._constrained import (  # Start-up: only with constraints.
            ConstrainedCover,
            check_sums,
        )

        options, others = self._own_options, self.covers.option_count - self._own_options
        self.limits = tuple(
            limits._replace(weights=(*limits.weights, *others * (0,)))
            for limits in (each._limits(options) for each in self.constraints)
        )
        check_sums(self.covers, self.limits)
        self._cover = ConstrainedCover(self.covers, self.limits, others)

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

    def sweep(self) -> OwnSweep:
        """Return what counts the solutions, and finds their family."""
        return self._cover

    def fault(self, options: Iterable[int]) -> str:
        """Return why these options are not a solution, or an empty string if they are.

        >>> from combien import Problem
        >>> model = Constrained(Problem.from_options(["a"]), [SideConstraint([3], most=2)])
        >>> model.fault([0])
        'a side constraint: the weights add up to 3, not to at most 2'
        """
        further = range(self._own_options, self.covers.option_count)
        chosen = [*check_list("options", options), *further]
        reason = fault_of_cover(self.covers, chosen)
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


def searched(model: Model[Any], engine: str | Engine) -> tuple[Problem, str | Engine]:
    """Return the problem to search, and the engine: with constraints, a search that knows them."""
    if isinstance(model, Constrained):
        return model.covers, model._cover.lister(engine)
    return problem_of(model), engine
