"""Proofs that no solution costs less, by linear relaxations, for checkers of VeriPB's format.

A branch and bound by HiGHS decides variables until the prices of the constraints prove that a
branch cannot be cheaper.  These prices, as whole numbers, are a step of the proof; what HiGHS
computes is only a suggestion.  See `sat/_pseudo_boolean.py` for the format.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd, inf

from combien._base.budget import Meter
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits
from combien.engines._optimum.highs import highs_module, new_highs, solve_relaxation
from combien.errors import Disagreement
from combien.sat import opb
from combien.sat._encode import LinearEncoding
from combien.sat._proofs import write_proof
from combien.sat._pseudo_boolean import (
    HEADER,
    Inequality,
    Propagation,
    improving,
    inequalities,
    spelled,
    unsolvable,
)
from combien.sat.opb import Sums

# Prices are rounded to whole numbers after they are multiplied; small ones are tried first.
SCALES = (1, 2, 6, 60, 10_000, 10**8)

# A line of a proof, and what it adds.
_Step = tuple[str, Inequality]


def write_optimality(
    problem: Problem,
    costs: Sequence[int],
    limits: Sequence[SumLimits],
    solution: Sequence[int] | None,
    meter: Meter,
    proof: str,
) -> None:
    """Write a proof that no solution costs less than this one, and the constraints beside it.

    Without a solution, write a proof that there is none.
    Raises `Disagreement` if that is wrong, `MissingExtra` without HiGHS, `CannotWrite`.
    """
    encoding = LinearEncoding(problem, costs, limits=limits)
    rows = list(encoding)
    names = [encoding.name(variable) for variable in range(1, encoding.variable_count + 1)]
    objective = encoding.objective
    model = None if solution is None else encoding.model(solution)
    if model is not None and not objective:
        # VeriPB accepts a least cost only of an objective, which needs a variable.
        objective, names, model = [(0, 1)], names or [""], model or [-1]
    sums = Sums(names, rows, objective)
    write_proof(opb.lines(sums), optimality_proof(sums, model, meter), proof, suffix=".opb")


def optimality_proof(sums: Sums, model: Sequence[int] | None, meter: Meter) -> Iterator[str]:
    r"""Generate the lines of a proof that the literals of a model have the least cost.

    >>> from combien import Budget
    >>> sums = opb.read(
    ...     "* #variable= 2 #constraint= 1\nmin: +3 x1 +5 x2 ;\n+1 x1 +1 x2 >= 1 ;\n"
    ... )
    >>> print(*optimality_proof(sums, [1, -2], Meter(Budget(), engine="milp")), sep="\n")
    pseudo-Boolean proof version 3.0
    f 1;
    soli x1 ~x2;
    rup >= 1;
    output NONE;
    conclusion BOUNDS 3 3;
    end pseudo-Boolean proof;

    Without a model, they prove that there is none.
    """
    return _Prover(sums, model, meter).lines()


class _Prover:
    """A search whose branches end in steps of a proof."""

    def __init__(self, sums: Sums, model: Sequence[int] | None, meter: Meter) -> None:
        self._sums, self._model, self._meter = sums, model, meter
        self._given = list(inequalities(sums))
        self._facts = Propagation()
        # The numbers of the inequalities of each constraint.
        self._numbers: list[tuple[int, ...]] = []
        following = 1
        for linear in sums:
            self._numbers.append(tuple(range(following, following + 1 + linear.equal)))
            following += 1 + linear.equal
        self._nodes = self._least = 0
        self._relaxation = _Relaxation(sums)

    def lines(self) -> Iterator[str]:
        """Generate the lines."""
        yield HEADER
        yield f"f {len(self._given)};"
        for inequality in self._given:
            self._know(inequality)
        claim, cutoff = unsolvable(self._sums.objective), None
        if self._model is not None:
            chosen = set(self._model)
            cost = sum(factor for factor, v in self._sums.objective if v in chosen)
            self._least = cost
            claim, cutoff = f"BOUNDS {cost} {cost}", improving(self._sums.objective, cost)
            yield f"soli {' '.join(map(spelled, self._model))};"
            self._given.append(cutoff)
            self._know(cutoff)
        yield from self._search(cutoff)
        yield "rup >= 1;"
        yield "output NONE;"
        yield f"conclusion {claim};"
        yield "end pseudo-Boolean proof;"

    def _know(self, inequality: Inequality) -> None:
        """Add an inequality that holds."""
        if not self._facts.conflict:
            self._facts.add(inequality)

    def _search(self, cutoff: Inequality | None) -> Iterator[str]:
        """Generate steps from which a contradiction follows."""
        facts, decisions, first = self._facts, list[int](), True
        while not facts.conflict:
            root = len(facts.trail)
            facts.decide(decisions)
            relaxed, step = None, None
            if not facts.conflict:
                self._spend()
                relaxed = self._relaxation.solve(facts.trail)
                step = self._closing(relaxed, cutoff)
            facts.back(root)
            if relaxed is not None and step is None and first:
                # The prices of the first relaxation exclude many variables by themselves.
                first, step = False, self._combined(relaxed, cutoff, SCALES[-1])
            if step is not None:
                yield step[0]
            if step is not None and not decisions:
                self._know(step[1])
                continue
            if relaxed is None or step is not None:
                # The step before is not kept: it closes only this branch.
                clause = Inequality.of([(1, -literal) for literal in decisions], 1)
                decisions.pop()
                yield f"rup {clause.text()};"
                self._know(clause)
                continue
            if not relaxed.branch:
                raise Disagreement("a solution that costs less was found while this was proved")
            decisions.append(relaxed.branch)

    def _spend(self) -> None:
        self._nodes += 1
        known = {"nodes": self._nodes}
        self._meter.pause()
        if not self._meter.slice(self._nodes)[0]:
            raise self._meter.stop(known)
        self._meter.progress(None, known)

    def _slack(self, inequality: Inequality) -> int:
        """Return by how much the literals that are not false exceed the bound."""
        left = (f for v, f in inequality.factors.items() if not self._facts.is_true(-v))
        return sum(left) - inequality.bound

    def _closing(self, relaxed: _Relaxed, cutoff: Inequality | None) -> _Step | None:
        """Return a step that contradicts the literals that are true, if there is one."""
        # The cutoff is whole, so a relaxation that costs more than it cannot be far from it.
        if relaxed.cost is not None and (cutoff is None or relaxed.cost <= self._least - 1):
            return None
        for scale in SCALES:
            step = self._combined(relaxed, cutoff, scale)
            if step is not None and self._slack(step[1]) < 0:
                return step
        return None

    def _combined(self, relaxed: _Relaxed, cutoff: Inequality | None, scale: int) -> _Step | None:
        """Return a step that adds multiples of the constraints; None without any."""
        parts: list[tuple[int, int]] = []
        if relaxed.cost is not None and cutoff is not None:
            parts.append((len(self._given), scale))
        for numbers, weight in zip(self._numbers, relaxed.weights, strict=True):
            factor = round(weight * scale)
            if factor > 0:
                parts.append((numbers[0], factor))
            elif factor < 0 and len(numbers) > 1:
                parts.append((numbers[1], -factor))
        if not parts:
            return None
        common = gcd(*(factor for _, factor in parts))
        parts = [(number, factor // common) for number, factor in parts]
        first, *others = (f"{n} {factor} *" if factor > 1 else str(n) for n, factor in parts)
        text = " ".join([first, *(f"{word} +" for word in others)])
        added = Inequality.combined((factor, self._given[n - 1]) for n, factor in parts)
        return f"pol {text};", added


@dataclass(frozen=True, slots=True)
class _Relaxed:
    """The solution of a relaxation: weights of the constraints, and a literal to decide.

    `cost` is None if there is no solution, which the weights prove; `branch` is 0 if all is known.
    """

    cost: float | None
    weights: Sequence[float]
    branch: int


class _Relaxation:
    """The linear relaxation of constraints, solved again for other literals that are true."""

    def __init__(self, sums: Sums) -> None:
        self._module = highs_module()
        self._highs = new_highs(self._module)
        # Without presolve, there are weights if there is no solution.
        self._highs.setOptionValue("presolve", "off")
        self._highs.setOptionValue("solver", "simplex")
        self._fixed: dict[int, int] = {}
        self._sums = sums
        for _ in range(sums.variable_count):
            self._highs.addVar(0, 1)
        cost: dict[int, int] = {}
        for factor, variable in sums.objective:
            cost[variable - 1] = cost.get(variable - 1, 0) + factor
        for column, factor in cost.items():
            self._highs.changeColCost(column, factor)
        for linear in sums:
            row: dict[int, float] = {}
            for factor, variable in linear.terms:
                row[variable - 1] = row.get(variable - 1, 0.0) + factor
            most = linear.bound if linear.equal else inf
            self._highs.addRow(linear.bound, most, len(row), list(row), list(row.values()))

    def solve(self, literals: Sequence[int]) -> _Relaxed:
        """Return the relaxation in which these literals are true."""
        fixed = {abs(literal): int(literal > 0) for literal in literals}
        for variable, value in fixed.items():
            if self._fixed.get(variable) != value:
                self._highs.changeColBounds(variable - 1, value, value)
        for variable in self._fixed:
            if variable not in fixed:
                self._highs.changeColBounds(variable - 1, 0, 1)
        self._fixed = fixed
        solve_relaxation(self._highs)
        optimal = self._highs.getModelStatus() == self._module.HighsModelStatus.kOptimal
        found = self._highs.getSolution()
        values = list(found.col_value) or [0.0] * self._sums.variable_count
        free = [v for v in range(1, self._sums.variable_count + 1) if v not in fixed]
        branch = min(free, key=lambda v: abs(values[v - 1] - 0.5), default=0)
        if optimal:
            return _Relaxed(self._highs.getInfo().objective_function_value, found.row_dual, branch)
        _, known, ray = self._highs.getDualRay()
        weights = ray.tolist() if known else [0.0] * self._sums.constraint_count
        return _Relaxed(None, weights, branch)
