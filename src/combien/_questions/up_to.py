"""Count solutions up to symmetry, and by their symmetries; the model of symmetric solutions.

`up_to="all"` stands for a group that the model defines; a plain problem defines none, and needs
permutations of its options.  The solutions that are invariant under a group form a model, which can
be counted, drawn and listed like any other.

By Burnside's lemma the number of orbits is the mean, over the group, of the number of solutions
that each symmetry fixes.  The fixed solutions are the solutions of a smaller problem
(`cover._invariant`), one for each conjugacy class of cyclic subgroups, which any engine
counts.  Nothing is listed, so boards with astronomically many tilings can be counted; only if the
smaller problem falls into many parts (tiles that may be used several times) and the solutions are
few are they listed, once, and tested one by one.

Doing the same for all subgroups gives the number of solutions with each stabilizer: the number of
solutions fixed by the subgroup, minus those fixed by a larger one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar, runtime_checkable

from combien._base.budget import Meter, Spending, budget_of
from combien._base.displayed import Displayed
from combien._questions.dispatch import select_engine
from combien.cover._elements import Solution
from combien.cover._invariant import InvariantSolutions, Subgroups, elements
from combien.cover._model import problem_of
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.engines._counting import summed
from combien.engines._protocol import Budget, Count, Engine, Model, Progress, Reporter
from combien.engines._search.listed import MOST_SOLUTIONS, compare, listed
from combien.errors import BadInput, CannotAnswer, Disagreement, OutOfBudget
from combien.geometry._symmetry import Group

Reading = TypeVar("Reading")

# All six-piece burrs: 12,756 solutions are listed in 1 s, and counting 390 parts takes 7 s.
_MANY_PARTS = 32
_MOST_LISTED = 100_000
_MOST_NODES = 20_000_000
# Of listed solutions, each of which takes 2 us, to be compared with a count.
_MOST_IMAGES = 4000

SymmetryName = Literal["none", "rotations", "all"]
UpTo = SymmetryName | Group | ProblemGroup | Sequence[Sequence[int]]


@dataclass(frozen=True)
class SymmetryClass:
    """The solutions with conjugate stabilizers.

    `symmetries` are the names of the elements of one such stabilizer, `generators` the names of
    generators; `orbits` is the number of orbits, `solutions` the number of solutions.
    """

    symmetries: tuple[str, ...]
    generators: tuple[str, ...]
    orbits: int
    solutions: int


@dataclass(frozen=True)
class Orbits(Displayed):
    """The number of solutions up to symmetry, by symmetry.

    `kinds` are the symmetry classes that occur, the least symmetric first; `work` has the sums of
    the counters of all counts, and the number of counts under "problems".
    """

    group: ProblemGroup
    kinds: tuple[SymmetryClass, ...]
    work: Mapping[str, int]

    @property
    def count(self) -> int:
        """The number of orbits, which is the number of solutions up to symmetry."""
        return sum(kind.orbits for kind in self.kinds)

    @property
    def solutions(self) -> int:
        """The number of all solutions."""
        return sum(kind.solutions for kind in self.kinds)

    def __str__(self) -> str:
        """Return a table of the orbits and solutions by stabilizer."""
        lines = [("orbits", "solutions", "stabilizer")]
        for kind in self.kinds:
            named = ", ".join(kind.generators) or "Id"
            order = len(kind.symmetries)
            lines.append((str(kind.orbits), str(kind.solutions), f"{order}: {named}"))
        lines.append((str(self.count), str(self.solutions), f"up to {self.group}"))
        widths = [max(len(line[place]) for line in lines) for place in range(2)]
        return "\n".join(
            f"{first:>{widths[0]}}  {second:>{widths[1]}}  {third}"
            for first, second, third in lines
        )


def orbits(
    model: Model[Reading],
    *,
    up_to: UpTo = "all",
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Orbits:
    """Count the solutions up to symmetry, by their symmetries.

    >>> from combien import Region, Tile, TilingProblem
    >>> domino = Tile("**", symmetries="all", times="any")
    >>> print(orbits(TilingProblem(Region.box(4, 4), [domino])))
    orbits  solutions  stabilizer
         2         16  1: Id
         3         12  2: VertRefl
         1          2  4: Rot90
         3          6  4: Rot180, VertRefl
         9         36  up to 8 symmetries...

    `up_to` is "all" symmetries of the model, its "rotations", a `Group` of them, or permutations of
    the options; `result.group` is the group.  `count(model, up_to=...)` is faster.
    Raises `BadInput` for a group that the problem does not have; `CannotAnswer` for a group with
    too many subgroups; otherwise as `count` does.
    Cost: a count of a smaller problem for each class of subgroups (8 for a square, 33 for a cube).
    """
    group = group_of(model, up_to=up_to)
    return _kinds(
        model,
        group,
        select_engine(engine, problem_of(model), "count"),
        budget_of(budget, nodes, seconds, bytes),
        report,
    )


def group_of(model: Model[Reading], *, up_to: UpTo) -> ProblemGroup:
    """Return the group that `up_to` denotes for a model.

    >>> from combien import Problem
    >>> group_of(Problem.from_options(["a", "a"]), up_to=[(1, 0)])
    <ProblemGroup: 2 symmetries of 2 options>

    Raises `BadInput` for a group of another model, and for a name if the model defines no group.
    """
    if isinstance(up_to, ProblemGroup):
        if up_to.problem.fingerprint != problem_of(model).fingerprint:
            raise BadInput("this group belongs to another problem")
        return up_to
    if isinstance(up_to, (str, Group)):
        if isinstance(model, WithSymmetries):
            return model.symmetries(up_to=up_to)
        problem_of(model)
        raise BadInput(
            f"a model of type {type(model).__name__} defines no symmetries: pass them as "
            "permutations of its options, up_to=[(1, 0, 2), ...]"
        )
    if isinstance(up_to, Sequence):
        return ProblemGroup.generated_by(problem_of(model), *up_to)
    raise BadInput(
        "up_to must be 'none', 'rotations', 'all', a group, or a list of permutations of options, "
        f"not of type {type(up_to).__name__}"
    )


@runtime_checkable
class WithSymmetries(Protocol):
    """A model that defines its symmetries."""

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the model: "all", "rotations", "none", or within a group."""


class Symmetric(Generic[Reading]):
    """The model of the symmetric solutions of a model; it supports all questions.

    >>> from combien import Region, Tile, TilingProblem, count, solve
    >>> board = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times="any")])
    >>> turning = Symmetric(board, "rotations")
    >>> count(turning)
    2
    >>> print(solve(turning))
    aabc
    ddbc
    efgg
    efhh

    They are invariant under the whole group: the "rotations" or "all" symmetries of the problem, or
    a group such as `Group.generated_by(Symmetry.named("Rot180"))`.
    """

    def __init__(self, model: Model[Reading], under: UpTo = "all") -> None:
        self._model = model
        self._group = group_of(model, up_to=under)
        steps = [self._group[number].options for number in self._group.generators]
        self._fixed = InvariantSolutions(problem_of(model), steps)

    @property
    def group(self) -> ProblemGroup:
        """The group under which these solutions are invariant."""
        return self._group

    def problem(self) -> Problem:
        """Return the quotient problem: its options are orbits of options."""
        return self._fixed.problem()

    def read(self, solution: Solution) -> Reading:
        """Return the solution of the model for a solution of the quotient problem."""
        return self._model.read(self._fixed.read(solution))

    def __repr__(self) -> str:
        return f"<Symmetric: {self._model!r} under {self._group}>"


def burnside(
    model: Model[Reading],
    group: ProblemGroup,
    engine: Engine,
    budget: Budget,
    report: Reporter | None = None,
) -> Count:
    """Count the orbits of solutions, with one count for each class of cyclic subgroups."""
    subgroups = Subgroups(group)
    cyclic = subgroups.cyclic()
    counting = _Counting(problem_of(model), group, subgroups, engine, budget, report, len(cyclic))
    # For each cyclic subgroup, the solutions fixed by the elements that generate it, summed.
    fixed: dict[int, int] = {}
    for kind, number in cyclic:
        each = counting.fixed(kind.members) * number // len(kind.members)
        fixed.update(dict.fromkeys(kind.members, each))
        inside = (part for other, part in fixed.items() if other & kind.first == other)
        _whole(sum(inside), kind.order)
    why = f"the mean of {len(cyclic)} counts (Burnside), up to {group}; of all: {counting.why}"
    found = _whole(sum(fixed.values()), len(group))
    _compare(problem_of(model), group, found)
    return Count(found, counting.work, counting.engine, why)


def _kinds(
    model: Model[Reading],
    group: ProblemGroup,
    engine: Engine,
    budget: Budget,
    report: Reporter | None = None,
) -> Orbits:
    """Count the orbits of solutions by symmetry, with one count for each class of subgroups."""
    subgroups = Subgroups(group)
    classes = subgroups.classes()
    counting = _Counting(problem_of(model), group, subgroups, engine, budget, report, len(classes))
    left = [(kind, counting.fixed(kind.members)) for kind in classes]
    exactly: dict[int, int] = {}
    # The largest subgroups first: the solutions with a larger stabilizer are subtracted.
    for kind, fixed in reversed(left):
        exact = fixed - sum(
            number for other, number in exactly.items() if other & kind.first == kind.first
        )
        if exact < 0:
            least = f"at least {fixed - exact}"
            raise Disagreement.of("solutions that symmetries fix", derived=fixed, direct=least)
        exactly.update(dict.fromkeys(kind.members, exact))
    found = []
    for kind in classes:
        solutions = exactly[kind.first] * len(kind.members)
        if solutions:
            orbits = _whole(solutions * kind.order, len(group))
            names = tuple(group[number].name for number in elements(kind.first))
            few = tuple(group[number].name for number in subgroups.generators(kind.first))
            found.append(SymmetryClass(names, few, orbits, solutions))
    _compare(problem_of(model), group, sum(kind.orbits for kind in found))
    return Orbits(group, tuple(found), counting.work)


class _Counting:
    """Counts the solutions fixed by subgroups, one subgroup after the other, within one budget."""

    def __init__(
        self,
        problem: Problem,
        group: ProblemGroup,
        subgroups: Subgroups,
        engine: Engine,
        budget: Budget,
        report: Reporter | None,
        problems: int,
    ) -> None:
        Meter(budget, engine=engine.name, report=report)  # Validates the reporter.
        self.work: dict[str, int] = {"problems": 0}
        self.engine = engine.name
        self.why = ""
        self._problem = problem
        self._group = group
        self._subgroups = subgroups
        self._engine = engine
        self._spending = Spending(budget)
        self._report = report
        self._problems = problems
        self._started = 0
        self._none: list[int] = []
        self._total: int | None = None
        self._listed: list[frozenset[int]] | None = None

    def fixed(self, members: Sequence[int]) -> int:
        """Return the number of solutions that the first of these conjugate subgroups fixes."""
        self._started += 1
        subgroup = members[0]
        # If no solution is fixed by a subgroup, none is fixed by a larger one.
        if any(subgroup & smaller == smaller for smaller in self._none):
            return 0
        if subgroup == 1:
            number = self._total = self._count(self._problem)
        else:
            steps = [self._group[n].options for n in self._subgroups.generators(subgroup)]
            invariant = InvariantSolutions(self._problem, steps)
            few = self._total is not None and self._total <= _MOST_LISTED
            listed = None
            if few and invariant.share_count > _MANY_PARTS:
                listed = self._invariant(steps)
            number = sum(map(self._count, invariant.shares())) if listed is None else listed
        if number == 0:
            self._none.extend(members)
        return number

    def _invariant(self, steps: Sequence[Sequence[int]]) -> int | None:
        """Return how many listed solutions are invariant; None if listing takes too long."""
        if self._listed is None:
            self._listed = self._solutions()
        if len(self._listed) != self._total:
            return None
        return sum(_is_invariant(chosen, steps) for chosen in self._listed)

    def _solutions(self) -> list[frozenset[int]]:
        """Return all solutions, or fewer if listing takes too long."""
        left = self._spending.left
        nodes = _MOST_NODES if left.nodes is None else min(left.nodes, _MOST_NODES)
        lists = not self._engine.refusal(self._problem, "solutions")
        engine = self._engine if lists else select_engine("auto", self._problem, "solutions")
        limited = Budget(nodes=nodes, seconds=left.seconds, bytes=left.bytes)
        walk = engine.solutions(self._problem, budget=limited, report=self._reporter())
        found: list[frozenset[int]] = []
        # When the limit of the caller is reached, the next count raises.
        with suppress(OutOfBudget):
            found.extend(map(frozenset, walk))
        self._add(walk.work)
        return found

    def _count(self, problem: Problem) -> int:
        refusal = self._engine.refusal(problem, "count")
        if refusal:
            raise CannotAnswer(f"in a count up to symmetry: {refusal}")
        try:
            counted = self._engine.count(
                problem, budget=self._spending.left, report=self._reporter()
            )
        except OutOfBudget as stop:
            self._add(stop.known)
            raise OutOfBudget(
                f"in a count up to symmetry, after {self.work['problems']} problems: {stop}",
                known=self.work,
            ) from stop
        if not self.work["problems"]:
            self.engine, self.why = counted.engine, counted.why
        self.work["problems"] += 1
        self._add(counted.work)
        return counted.count

    def _add(self, work: Mapping[str, int]) -> None:
        counters = {name: value for name, value in work.items() if name != "at_least"}
        self.work = summed([self.work, counters])
        self._spending.spend(work.get("nodes", 0) + work.get("transitions", 0))

    def _reporter(self) -> Reporter | None:
        report = self._report
        if report is None:
            return None

        def report_part(progress: Progress) -> None:
            part = progress.fraction
            fraction = None if part is None else (self._started - 1 + part) / self._problems
            report(Progress(progress.engine, fraction, progress.work))

        return report_part


def _is_invariant(chosen: frozenset[int], steps: Sequence[Sequence[int]]) -> bool:
    return all(step[option] in chosen for step in steps for option in chosen)


def _whole(number: int, divisor: int) -> int:
    quotient, rest = divmod(number, divisor)
    if rest:
        direct = f"a multiple of {divisor}"
        raise Disagreement.of("a sum over the symmetries", derived=number, direct=direct)
    return quotient


def _compare(problem: Problem, group: ProblemGroup, orbits: int) -> None:
    """Raise `Disagreement` if the solutions, as far as they are listed, have other orbits."""
    found, complete = listed(problem, min(MOST_SOLUTIONS, _MOST_IMAGES // len(group)))
    least = sum(map(group.is_least, found))
    compare("solutions up to symmetry", orbits, least, complete=complete)
