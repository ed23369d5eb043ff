"""The cheapest solutions of a model, with costs of any kind, a gap, a start and a distance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import inf
from typing import Any, Generic, Literal, NamedTuple, TypeVar, cast, overload

from combien._base.budget import MOST_THREADS, Meter, Progress, Spending, budget_of
from combien._base.checks import as_int, check_bool, check_int, check_list, short_repr
from combien._base.log import INFO, log
from combien._wording import counted
from combien.cover._constrained import Constrained
from combien.cover._costs import Scale, exact_number
from combien.cover._elements import Solution
from combien.cover._model import own_options, problem_of
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, fault
from combien.engines._optimum.bounding import MOST_WANTED, costs_of
from combien.engines._optimum.cheapest import MOST_COMPARED, Standing, cheapest_solutions
from combien.engines._optimum.highs import highs_module
from combien.engines._optimum.objective import Objective, checked_objectives
from combien.engines._optimum.relaxation import Relaxation
from combien.engines._optimum.relaxation import relaxation as relaxed
from combien.engines._protocol import (
    BestMethod,
    BestProgress,
    Budget,
    Cost,
    Model,
)
from combien.errors import BadInput, BadProblem, Cancelled, CannotAnswer, Interrupted, OutOfBudget

Reading = TypeVar("Reading")
Amount = TypeVar("Amount", int, float, Fraction, Decimal)
Price = TypeVar("Price")

# A report that returns True ends the search with its answer.
BestReporter = Callable[[BestProgress[Reading, Price]], bool | None]

# How many solutions are listed at first for some at a distance from each other.
FIRST_LISTED = 16


class Priced(NamedTuple, Generic[Reading, Price]):
    """A solution and its cost."""

    cost: Price
    solution: Reading


class Best(list[Priced[Reading, Price]]):
    """The best solutions, best first: a list with what is proved of it.

    >>> from combien import Problem, best
    >>> found = best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]))
    >>> found, found.proved, found.bound, found.gap
    ([Priced(cost=4, solution=(1, 2))], True, 4, 0.0)

    `proved` says that these are the best solutions, and all if they are fewer than asked for.  No
    solution costs less than `bound` (more, with `maximize`), None if nothing is known.  `gap` is
    what the last of `k` solutions may cost too much, as a part of its cost; None if unknown, and
    infinite if its cost is 0.
    `costs` are the costs of each solution by each objective.  `sense` is what was done with them,
    "minimize" or "maximize".
    """

    def __init__(
        self,
        found: Iterable[Priced[Reading, Price]] = (),
        *,
        proved: bool = False,
        bound: Price | None = None,
        gap: float | None = None,
        costs: Sequence[tuple[Price, ...]] = (),
        sense: Literal["minimize", "maximize"] = "minimize",
    ) -> None:
        super().__init__(found)
        self.proved = proved
        self.bound = bound
        self.gap = gap
        self.costs = tuple(costs)
        self.sense = sense


@overload
def best(
    model: Model[Reading],
    *,
    k: int = 1,
    maximize: bool | None = None,
    costs: None = None,
    then: Iterable[Iterable[Cost]] = (),
    gap: Cost = 0,
    within: Cost = 0,
    start: Iterable[int] | Iterable[Iterable[int]] = (),
    distance: int = 1,
    partial: bool = False,
    proof: str = "",
    threads: int = 1,
    engine: BestMethod = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: BestReporter[Reading, int | Any] | None = None,
) -> Best[Reading, int | Any]: ...


@overload
def best(
    model: Model[Reading],
    *,
    k: int = 1,
    maximize: bool | None = None,
    costs: Iterable[Amount],
    then: Iterable[Iterable[Amount]] = (),
    gap: Cost = 0,
    within: Cost = 0,
    start: Iterable[int] | Iterable[Iterable[int]] = (),
    distance: int = 1,
    partial: bool = False,
    proof: str = "",
    threads: int = 1,
    engine: BestMethod = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: BestReporter[Reading, Amount] | None = None,
) -> Best[Reading, Amount]: ...


def best(
    model: Model[Reading],
    *,
    k: int = 1,
    maximize: bool | None = None,
    costs: Iterable[Cost] | None = None,
    then: Iterable[Iterable[Cost]] = (),
    gap: Cost = 0,
    within: Cost = 0,
    start: Iterable[int] | Iterable[Iterable[int]] = (),
    distance: int = 1,
    partial: bool = False,
    proof: str = "",
    threads: int = 1,
    engine: BestMethod = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: BestReporter[Reading, Any] | None = None,
) -> Best[Reading, Any]:
    """Return the `k` cheapest solutions, cheapest first; an empty list if there is no solution.

    >>> from combien import Problem
    >>> best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]), k=2)
    [Priced(cost=4, solution=(1, 2)), Priced(cost=5, solution=(0,))]

    With `maximize`, return the `k` most expensive ones, most expensive first.  By default, the
    problem says which (`Problem.sense`), as a file with *Maximize* does, and its `constant` is part
    of the costs.  `costs` gives each option a cost, instead of the objective of the problem; the
    options of a tiling problem are its `placements`:

    >>> from combien import Region, Tile, TilingProblem
    >>> board = TilingProblem(Region.box(4, 2), [Tile("**", symmetries="all", times="any")])
    >>> upright = [placement.orientation for placement in board.placements]
    >>> print(best(board, costs=upright)[0].solution)
    aabb
    ccdd

    Costs are whole numbers, floats, fractions or decimals, and are added exactly.  A float counts
    as the decimal that Python prints for it, 0.1 as a tenth.  `then` are further objectives, each
    with a cost for each option: among the solutions that cost the same, the first of them decides,
    then the next.

    >>> pairs = Problem.from_options(["ab", "c", "a", "bc"])
    >>> best(pairs, costs=[0.5, 0.1, 0.3, 0.3], then=[[2.0, 2.0, 1.0, 1.0]]).costs
    ((0.6, 2.0),)

    `gap` ends the search as soon as the solutions are proved to cost too much by at most this part:
    0.01 is one percent.  `within` is an amount instead, in the unit of the costs; the first of both
    to be reached ends it.  The result says what is proved, and the gap that is left (see `Best`).
    `start` are the numbers of the options of a solution to begin with, or several such solutions;
    only what costs less is searched for.  With `distance`, each solution is the cheapest that
    differs from all before it in at least this many options, those that one has and the other does
    not (among equally cheap ones, the first by its numbers).  It is found in a list of the cheapest
    solutions, which may be long.

    "auto" lets four methods take turns, and the first to finish gives the result: "bound" (branch
    and bound), "prices" (the same on the options that the prices of items leave, the dual of the
    linear relaxation), "milp" (HiGHS, if it is installed) and "zdd" (a decision diagram of all
    solutions).  They share the cheapest solution and the bound.  Which of several solutions of
    equal cost come last depends on the method that finishes first, but is deterministic.  With
    `threads`, HiGHS works beside the others, or "cpsat" (CP-SAT of OR-tools) where HiGHS is not
    installed; the costs are the same then, but which of several solutions of equal cost is
    returned, or within the gap, may change from run to run.  CP-SAT counts no nodes, so `nodes` is
    no limit for it alone.

    `proof` is the name of a file, such as "best.pbp": a proof that no solution costs less than the
    first (or that there is no solution) is written to it in the format of VeriPB, and what it is
    about, linear constraints, to "best.opb" beside it (`combien check-proof`, `combien.sat.check`).
    The costs there are whole numbers, negative with `maximize`, without the constant.  It is found
    by another search, branch and bound by HiGHS, within the same limits each, and is for k=1
    without `then`.

    `report` takes a `BestProgress` now and then, with the cheapest solution so far, the bound and
    the gap; it ends the search by returning True, with the solutions so far as the result, or by
    raising `Cancelled`.
    Raises `OutOfBudget` when a limit is reached before these are proved to be the cheapest; with
    `partial`, the solutions so far are the result.  Its `found`, as that of `Cancelled` and of
    `Interrupted` after Ctrl-C, holds the cheapest solutions so far; its `known`, as every progress
    report, has "found" (their number) and, for whole numbers, "best" (the cost of the first),
    "lower_bound" ("upper_bound" with `maximize`) and "gap" (their difference), where there are any.
    `BadProblem` for costs that cannot be added exactly, and a start that is not a solution;
    `MissingExtra` for "milp" without HiGHS and "cpsat" without OR-tools (the extras `milp` and
    `cpsat`); `CannotAnswer` for a method that cannot answer, and objectives that do not fit into 62
    bits together.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    constrained = model if isinstance(model, Constrained) else None
    problem = problem_of(model) if constrained is None else constrained.covers
    maximize = _direction(problem, costs, maximize)
    partial = check_bool("partial", partial)
    k = check_int("k", k, least=1, most=MOST_WANTED)
    threads = check_int("threads", threads, least=1, most=MOST_THREADS)
    distance = check_int("distance", distance, least=1)
    most_gap = _checked_gap("gap", gap, "a part of the cost; 0.01 is one percent", k, distance)
    most_excess = _checked_gap("within", within, "a difference of costs", k, distance)
    if report is not None and not callable(report):
        raise BadInput(f"report={short_repr(report)}: expected a function that takes a Progress")
    objectives = _objectives(model, problem, costs, check_list("then", then, ordered=True))
    objective = Objective(
        problem, objectives, maximize=maximize, constant=problem.constant if costs is None else 0
    )
    search = _BestQuestion(model, problem, objective, engine, threads)
    if constrained is not None:
        search.limits = constrained.limits
    log(
        "engines",
        INFO,
        "%s costs by %s: %s, %s",
        "maximizing" if maximize else "minimizing",
        engine,
        counted(problem.option_count, "option"),
        counted(len(search.limits), "side constraint"),
    )
    further = _further(model, problem)
    reason = constrained.fault if constrained else lambda one: fault(problem, [*one, *further])
    search.start = _solutions(reason, start, further)
    search.report = report
    if proof:
        from combien.sat._proofs import proof_files  # Start-up: only for a proof.

        proof_files(proof, ".opb")
        highs_module()
        if k > 1 or distance > 1 or most_gap or most_excess or len(objectives) > 1:
            raise BadInput(
                "a proof is of one cheapest solution: omit k, then, distance, gap, within"
            )
    try:
        if distance > 1:
            standing = search.apart(k, distance, limits)
        else:
            standing = search.cheapest(k, limits, gap=most_gap, within=most_excess)
    except (Cancelled, Interrupted, OutOfBudget) as stop:
        stop.found = tuple(search.priced(stop.found))
        raise
    if standing.stopped is not None and not partial:
        standing.stopped.found = tuple(search.priced(standing.found))
        raise standing.stopped
    if proof and standing.proved:
        try:
            search.prove(standing, proof, limits)
        except (Cancelled, Interrupted, OutOfBudget) as stop:
            stop.found = tuple(search.priced(standing.found))
            raise
    result = search.result(standing, k)
    log(
        "engines",
        INFO,
        "found %s, %s",
        counted(len(result), "solution"),
        "proved to be the best" if result.proved else "not proved to be the best",
    )
    return result


def relaxation(model: Model[Any], *, costs: Iterable[Cost] | None = None) -> Relaxation:
    """Return the linear relaxation of a model with costs: a bound, and prices of the items.

    >>> from combien import Problem
    >>> problem = Problem.from_options(["ab", "bc", "ac", "a", "b", "c"], costs=[4, 4, 4, 3, 3, 3])
    >>> relaxation(problem).bound
    Fraction(6, 1)

    The prices say what a further option must cost to be worth adding (column generation): its
    `reduced_cost` is negative.  `Problem.add_options` adds it.  The bound is exact: it is computed
    from the prices in rational numbers, with the constant of the problem.
    Raises `MissingExtra` without HiGHS (the extra `milp`), and `CannotAnswer` for colors, for costs
    to be maximized, or if the relaxation has no solution; then the model has none.
    """
    constrained = model if isinstance(model, Constrained) else None
    problem = problem_of(model) if constrained is None else constrained.covers
    if _direction(problem, costs, None):
        raise CannotAnswer(
            "the relaxation is a lower bound, and the costs of this problem are to be maximized: "
            "give them negated, as costs="
        )
    (prices,) = _objectives(model, problem, costs)
    scale = Scale(prices, problem.constant if costs is None else 0)
    exact: list[Any] = [cost * scale.unit for cost in scale.integers]
    found = relaxed(problem, exact, () if constrained is None else constrained.limits)
    bound = found.bound + scale.constant * scale.unit
    return replace(
        found, bound=bound, parts=found.parts[: own_options(model, problem.option_count)]
    )


def _direction(problem: Problem, costs: object, maximize: bool | None) -> bool:
    """Return whether to maximize: what is asked for, else what the problem says of its costs."""
    sense = "" if costs is not None else problem.sense
    if maximize is None:
        return sense == "maximize"
    asked = check_bool("maximize", maximize)
    if sense and asked != (sense == "maximize"):
        raise BadInput(
            f"maximize={asked} was given, but the costs of the problem are to {sense}: leave it "
            "out, or give the costs as costs="
        )
    return asked


def _objectives(
    model: Model[Any],
    problem: Problem,
    costs: Iterable[Cost] | None,
    then: Sequence[Iterable[Cost]] = (),
) -> list[list[Cost]]:
    """Return the costs that were given, or those of the problem, and the further ones, checked."""
    own, further = own_options(model, problem.option_count), _further(model, problem)
    first = costs_of(problem)[:own] if costs is None else costs
    return [[*one, *(0 for _ in further)] for one in checked_objectives([first, *then], own)]


def _further(model: Model[Any], problem: Problem) -> range:
    """Return the options that are in every solution, and that users do not number."""
    return range(own_options(model, problem.option_count), problem.option_count)


class _BestQuestion(Generic[Reading]):
    """A question about the best solutions: numbers on one side, the user's values on the other."""

    start: Sequence[Solution] = ()
    limits: Sequence[SumLimits] = ()
    report: BestReporter[Reading, Any] | None = None

    def __init__(
        self,
        model: Model[Reading],
        problem: Problem,
        objective: Objective,
        engine: str,
        threads: int,
    ) -> None:
        self._model, self._problem, self._objective = model, problem, objective
        self._engine, self._threads = engine, threads
        self._incumbent: tuple[tuple[int, Solution], Reading] | None = None
        self._ended = False

    def cheapest(
        self, k: int, budget: Budget, *, gap: Fraction = Fraction(), within: Fraction = Fraction()
    ) -> Standing:
        """Return the cheapest solutions."""

        def enough(cost: int, bound: int) -> bool:
            left = self._objective.gap(cost, bound)
            if left is not None and left <= gap:
                return True
            return self._objective.excess(cost, bound) <= within

        return cheapest_solutions(
            self._problem,
            self._objective.integers,
            k=k,
            engine=self._engine,
            threads=self._threads,
            start=self.start,
            enough=enough if gap or within else None,
            unit=self._objective.unit,
            limits=self.limits,
            budget=budget,
            watch=None if self.report is None else self._watch,
        )

    def prove(self, standing: Standing, proof: str, budget: Budget) -> None:
        """Write a proof that the cheapest solution is one, or that there is none."""
        from combien.engines._optimum.optimality import (  # Start-up: only for a proof.
            write_optimality,
        )

        found = self.priced(standing.found[:1])

        def watch(progress: Progress) -> None:
            assert self.report is not None
            cost = found[0].cost if found else None
            incumbent = found[0].solution if found else None
            self.report(
                BestProgress(progress.engine, None, progress.work, None, incumbent, cost, cost, 0.0)
            )

        meter = Meter(budget, engine="proof", report=None if self.report is None else watch)
        solution = standing.found[0][1] if standing.found else None
        costs = self._objective.integers
        write_optimality(self._problem, costs, self.limits, solution, meter, proof)

    def apart(self, k: int, distance: int, budget: Budget) -> Standing:
        """Return the cheapest solution, and each the cheapest at a distance from those before."""
        spending = Spending(budget)
        listed = min(max(FIRST_LISTED, 2 * k), MOST_WANTED)
        while True:
            standing = self.cheapest(listed, spending.left)
            spending.spend(standing.steps)
            found = list(standing.found)
            every = standing.proved and len(found) < listed
            if standing.proved and not every:
                # Which of the dearest are listed is arbitrary.
                found = [pair for pair in found if pair[0] < found[-1][0]]
            chosen: list[tuple[int, Solution]] = []
            for cost, one in found:
                if len(chosen) < k and all(
                    len(set(one) ^ set(other)) >= distance for _, other in chosen
                ):
                    chosen.append((cost, one))
            standing = standing._replace(found=chosen)
            if every or self._ended or standing.stopped or len(chosen) == k:
                return standing
            if listed >= MOST_WANTED:
                raise CannotAnswer(
                    f"{len(chosen)} solutions at distance={distance} are among the {MOST_WANTED} "
                    "cheapest, and the rest was not searched: reduce the distance, or k"
                )
            listed = min(4 * listed, MOST_WANTED)

    def priced(self, found: Iterable[tuple[int, Solution]]) -> list[Priced[Reading, Any]]:
        """Return solutions as the model reads them, with the user's costs."""
        return [Priced(self._objective.first(cost), self._model.read(one)) for cost, one in found]

    def result(self, standing: Standing, k: int) -> Best[Reading, Any]:
        """Return the answer."""
        bound, gap = self._bound_and_gap(standing, k)
        return Best(
            self.priced(standing.found),
            proved=standing.proved,
            bound=bound,
            gap=gap,
            costs=[self._objective.costs(one) for _, one in standing.found],
            sense="maximize" if self._objective.maximize else "minimize",
        )

    def _bound_and_gap(self, standing: Standing, k: int) -> tuple[Any, float | None]:
        found, bound = standing.found, standing.bound
        if standing.proved:
            return self._objective.first(found[0][0]) if found else None, 0.0
        if bound is None:
            return None, None
        least = self._objective.bound(min([bound, *(cost for cost, _ in found[:1])]))
        if not found or len(found) < k:
            return least, None
        gap = self._objective.gap(found[-1][0], bound)
        return least, inf if gap is None else float(gap)

    def _watch(self, standing: Standing) -> bool:
        """Report the progress; return whether the search shall end."""
        assert self.report is not None
        if standing.found and (self._incumbent is None or self._incumbent[0] != standing.found[0]):
            self._incumbent = (standing.found[0], self._model.read(standing.found[0][1]))
        bound, gap = self._bound_and_gap(standing, len(standing.found))
        progress = BestProgress[Reading, Any](
            "cheapest" if self._engine == "auto" else self._engine,
            standing.fraction,
            standing.work,
            None,
            self._incumbent[1] if self._incumbent else None,
            self._objective.first(standing.found[0][0]) if standing.found else None,
            bound,
            gap,
        )
        self._ended = self.report(progress) is True
        return self._ended


def _checked_gap(name: str, gap: object, meaning: str, k: int, distance: int) -> Fraction:
    """Return `gap` or `within` as a fraction."""
    number = exact_number(gap)
    if number is None or number < 0:
        raise BadInput(
            f"{name}={short_repr(gap)}: expected a number that is not negative, {meaning}"
        )
    if number and distance > 1:
        raise BadInput(f"{name}= and distance= were both given: solutions apart are always proved")
    if number and k > MOST_COMPARED:
        raise BadInput(f"{name}= is for up to {MOST_COMPARED} solutions, not k={k}")
    return number


def _solutions(
    fault_of: Callable[[Any], str], start: object, further: Iterable[int]
) -> list[Solution]:
    """Return one or several solutions, checked, with the further options."""
    given = check_list(
        "start", cast("Iterable[Any]", start), "option numbers, or several solutions"
    )
    several = given if given and as_int(given[0]) is None else [given] if given else []
    solutions = []
    for number, one in enumerate(several):
        own = check_list("start", one)
        place = f"start: solution {number}" if len(several) > 1 else "start"
        reason = fault_of(own)
        if reason:
            raise BadProblem(f"{place} is not a solution: {reason}")
        solutions.append(Solution(sorted([*own, *further])))
    return solutions
