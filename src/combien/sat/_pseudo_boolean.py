"""Proofs about linear constraints over 0-1 variables, in version 3.0 of the format of VeriPB.

A proof begins with the constraints of an OPB file, numbered from 1; an equation is two of them, at
least and at most.  Each step adds a constraint that follows, with the next number:

    f 3;                      the number of these constraints
    soli x1 ~x2;              a solution; hence the objective is less than what it costs
    pol 1 2 * 3 +;            twice constraint 1 plus 3, in reverse Polish notation; `x1` and `~x1`
                              are at least 0, `2 d` divides and rounds up, `s` cuts off factors
    rup 1 x1 1 ~x2 >= 1;      propagation finds a contradiction if this is false
    output NONE;
    conclusion BOUNDS 7 7;    nothing costs less than 7, and a solution costs 7; or
    conclusion BOUNDS INF INF;  there is no solution; without an objective, it is
    conclusion UNSAT;
    end pseudo-Boolean proof;

The conclusion needs a constraint that nothing can satisfy, as `rup >= 1` adds one.

Such steps are cutting planes (W. Cook, C. R. Coullard and G. Turan, On the complexity of
cutting-plane proofs, 1987).  Other rules of VeriPB, which introduce or delete, are rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from combien._base.budget import Progress, Reporter
from combien.cover.formats._text import bad, checked, quoted
from combien.sat.opb import Constraints, Sums, Term

HEADER = "pseudo-Boolean proof version 3.0"
_INTEGER = re.compile(r"[+-]?(0|[1-9][0-9]{0,3999})")
# In `pol`, numbers have no sign.
_NATURAL = re.compile(r"0|[1-9][0-9]{0,3999}")
_LITERAL = re.compile(r"(~?)x([1-9][0-9]{0,9})")
_BOUND = ">="
# Of a number in a step; proofs by prices need some hundreds.
_MOST_BITS = 100_000


@dataclass(frozen=True, slots=True)
class Inequality:
    """Literals with positive factors, whose sum is at least the bound.

    >>> Inequality.of([(2, 1), (-3, 2)], 0)
    Inequality(factors={1: 2, -2: 3}, bound=3)
    """

    factors: Mapping[int, int]
    bound: int

    @classmethod
    def of(cls, terms: Iterable[Term], bound: int) -> Inequality:
        """Return a sum of (factor, literal), which is at least the bound."""
        total: dict[int, int] = {}
        for factor, literal in terms:
            variable = abs(literal)
            total[variable] = total.get(variable, 0) + (factor if literal > 0 else -factor)
            bound -= factor if literal < 0 else 0
        bound -= sum(factor for factor in total.values() if factor < 0)
        factors = {(v if factor > 0 else -v): abs(factor) for v, factor in total.items() if factor}
        return cls(factors, bound)

    @classmethod
    def combined(cls, parts: Iterable[tuple[int, Inequality]]) -> Inequality:
        """Return the sum of multiples, by positive factors.

        >>> Inequality.combined([(2, Inequality({1: 1}, 1)), (1, Inequality({-1: 3}, 2))])
        Inequality(factors={-1: 1}, bound=2)
        """
        parts = list(parts)
        terms = ((k * f, v) for k, one in parts for v, f in one.factors.items())
        return cls.of(terms, sum(k * one.bound for k, one in parts))

    def divided(self, by: int) -> Inequality:
        """Return it divided, and rounded up."""
        return Inequality({v: -(-f // by) for v, f in self.factors.items()}, -(-self.bound // by))

    def saturated(self) -> Inequality:
        """Return it with factors of at most the bound."""
        if self.bound <= 0:
            return Inequality({}, 0)
        return Inequality({v: min(f, self.bound) for v, f in self.factors.items()}, self.bound)

    def text(self) -> str:
        """Return it as a proof has it."""
        terms = [f"{f} {spelled(v)}" for v, f in sorted(self.factors.items(), key=_by_variable)]
        return " ".join([*terms, _BOUND, str(self.bound)])


def _by_variable(pair: tuple[int, int]) -> int:
    return abs(pair[0])


def spelled(literal: int) -> str:
    """Return a literal as text: x1 or ~x1."""
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


def inequalities(constraints: Constraints) -> Iterator[Inequality]:
    """Generate the constraints that a proof begins with; an equation is two of them."""
    for linear in constraints:
        yield Inequality.of(linear.terms, linear.bound)
        if linear.equal:
            yield Inequality.of([(-factor, v) for factor, v in linear.terms], -linear.bound)


def improving(objective: Sequence[Term], cost: int) -> Inequality:
    """Return that the objective is less than a cost."""
    return Inequality.of([(-factor, v) for factor, v in objective], 1 - cost)


def unsolvable(objective: Sequence[Term]) -> str:
    """Return the conclusion that there is no solution."""
    return "BOUNDS INF INF" if objective else "UNSAT"


class Propagation:
    """Inequalities that hold, and the literals that follow from them and from decisions.

    `trail` has the literals that are true.  `conflict` says that some inequality cannot hold.
    """

    def __init__(self) -> None:
        self.trail: list[int] = []
        self.conflict = False
        self._true: set[int] = set()
        # By how much the literals that are not false exceed the bound of each inequality.
        self._slacks: list[int] = []
        # Its factors and literals, the largest factors first; and where each literal is.
        self._sorted: list[list[tuple[int, int]]] = []
        self._places: dict[int, list[tuple[int, int]]] = {}
        # The inequalities whose slack has become less, in order.
        self._waiting: dict[int, None] = {}

    def add(self, inequality: Inequality) -> None:
        """Add an inequality that holds, and propagate; without decisions, unless it conflicts."""
        number = len(self._slacks)
        slack = -inequality.bound
        for literal, factor in inequality.factors.items():
            self._places.setdefault(literal, []).append((number, factor))
            slack += 0 if -literal in self._true else factor
        self._slacks.append(slack)
        self._sorted.append(sorted(((f, v) for v, f in inequality.factors.items()), reverse=True))
        self._waiting[number] = None
        self._propagate()

    def is_true(self, literal: int) -> bool:
        """Return whether a literal is true at present."""
        return literal in self._true

    def decide(self, literals: Iterable[int]) -> None:
        """Assume that literals are true, and propagate."""
        for literal in literals:
            self._assign(literal)
        self._propagate()

    def back(self, length: int) -> None:
        """Forget all literals but the first ones of the trail."""
        self.conflict = False
        for literal in self.trail[length:]:
            self._true.remove(literal)
            for number, factor in self._places.get(-literal, ()):
                self._slacks[number] += factor
        del self.trail[length:]

    def follows(self, inequality: Inequality) -> bool:
        """Return whether propagation finds a contradiction if the inequality is false."""
        if self.conflict:
            return True
        begin = len(self.trail)
        terms = [(-factor, literal) for literal, factor in inequality.factors.items()]
        self.add(Inequality.of(terms, 1 - inequality.bound))
        found = self.conflict
        self.back(begin)
        for _, literal in self._sorted.pop():
            self._places[literal].pop()
        self._slacks.pop()
        return found

    def _assign(self, literal: int) -> None:
        if -literal in self._true:
            self.conflict = True
        elif literal not in self._true:
            self._true.add(literal)
            self.trail.append(literal)
            for number, factor in self._places.get(-literal, ()):
                self._slacks[number] -= factor
                self._waiting[number] = None

    def _propagate(self) -> None:
        """Assign the literals without which an inequality cannot hold, until none is left."""
        true = self._true
        while self._waiting and not self.conflict:
            number = next(iter(self._waiting))
            del self._waiting[number]
            slack = self._slacks[number]
            if slack < 0:
                self.conflict = True
            else:
                for factor, literal in self._sorted[number]:
                    if factor <= slack:
                        break
                    if literal not in true and -literal not in true:
                        self._assign(literal)
        self._waiting.clear()


@dataclass(frozen=True, slots=True)
class BoundsVerdict:
    """The result of a check; if it failed, the number of the step and the reason."""

    verified: bool
    step: int
    why: str
    derived: int

    def __str__(self) -> str:
        place = "" if self.verified else f"step {self.step}: "
        return f"{place}{self.why} ({self.derived} constraints derived)"


class _Failed(Exception):
    """Why a step does not follow."""


def check_bounds(
    constraints: Constraints, proof: str, *, report: Reporter | None = None
) -> BoundsVerdict:
    """Check a proof about linear constraints; `combien.sat.check` calls this.

    Raises `BadFormat` if it is not a proof of this kind.
    """
    head, _, rest = proof.partition("\n")
    if head.rstrip() != HEADER:
        raise bad(f"expected '{HEADER}', not {quoted(head)}", line=1)
    steps = [step.split() for step in checked(rest).split(";")]
    checker = _Checker(constraints)
    for number, words in enumerate(steps[:-1], 1):
        if report is not None and number % 64 == 0:
            report(Progress("check", number / len(steps), {"steps": number}))
        try:
            checker.step(words)
        except _Failed as failed:
            return BoundsVerdict(False, number, str(failed), checker.derived)
    if steps[-1] or not checker.ended:
        why = "the proof ends without 'end pseudo-Boolean proof;'"
        return BoundsVerdict(False, len(steps), why, checker.derived)
    return BoundsVerdict(True, len(steps), f"verified: {checker.conclusion}", checker.derived)


class _Checker:
    """The constraints that hold after some steps of a proof."""

    def __init__(self, constraints: Constraints) -> None:
        self._constraints = constraints
        self._given = list(inequalities(constraints))
        self._facts = Propagation()
        self._numbered: list[Inequality] = []
        self._best: int | None = None
        self._constant = constraints.constant if isinstance(constraints, Sums) else 0
        self._impossible = False
        self._output = False
        self.derived = 0
        self.conclusion = ""
        self.ended = False
        for inequality in self._given:
            self._add(inequality)

    def step(self, words: list[str]) -> None:
        """Check a step; raise `_Failed` if it does not follow."""
        rules = {
            "f": self._formula,
            "soli": self._solution,
            "pol": self._planes,
            "rup": self._unit,
            "output": self._outputs,
            "conclusion": self._conclude,
            "end": self._end,
        }
        rule = rules.get(words[0] if words else "")
        if self._output and not self.ended:
            # Nothing may stand between these three.
            rules = {"end": self._end} if self.conclusion else {"conclusion": self._conclude}
        if rule is None or self.ended or words[0] not in rules:
            known = ", ".join(rules)
            raise _Failed(f"expected one of {known}, not {quoted(' '.join(words[:1]))}")
        rule(words[1:])

    def _add(self, inequality: Inequality) -> None:
        self._numbered.append(inequality)
        self._impossible |= sum(inequality.factors.values()) < inequality.bound
        # A conflict is final, and what holds needs no further propagation.
        if not self._facts.conflict:
            self._facts.add(inequality)

    def _derive(self, inequality: Inequality) -> None:
        # By doubling, a few lines could fill the memory.
        largest = max([abs(inequality.bound), *inequality.factors.values()])
        if largest.bit_length() > _MOST_BITS:
            raise _Failed(f"a number of more than {_MOST_BITS} bits: divide before")
        self._add(inequality)
        self.derived += 1

    def _formula(self, words: list[str]) -> None:
        if words != [str(len(self._given))] or len(self._numbered) > len(self._given):
            raise _Failed(f"expected first 'f {len(self._given)}', the number of constraints")

    def _solution(self, words: list[str]) -> None:
        if not self._constraints.objective:
            raise _Failed("there is no objective: expected 'min: +0 x1 ;' if all costs are 0")
        literals = set(map(self._literal, words))
        if any(-literal in literals for literal in literals):
            raise _Failed("a variable is both true and false")
        if len(literals) < self._constraints.variable_count:
            raise _Failed("expected a value of each variable")
        for number, one in enumerate(self._given, 1):
            if sum(factor for v, factor in one.factors.items() if v in literals) < one.bound:
                raise _Failed(f"this is not a solution: constraint {number} is violated")
        cost = sum(factor for factor, v in self._constraints.objective if v in literals)
        if self._best is not None and cost >= self._best:
            raise _Failed(f"this solution costs {cost}, not less than {self._best}")
        self._best = cost
        self._derive(improving(self._constraints.objective, cost))

    def _planes(self, words: list[str]) -> None:
        # Sums are added up when they are needed.
        stack: list[list[tuple[int, Inequality]]] = []
        operand = False
        for word, after in zip(words, [*words, ""][1:], strict=True):
            if word in ("*", "d"):
                if not operand:
                    raise _Failed(f"expected a constraint and a number before '{word}'")
                operand = False
                continue
            operand = after in ("*", "d") and bool(stack)
            if operand:
                factor = self._number(word, _NATURAL)
                if factor < 1:
                    raise _Failed(f"expected a positive number, not {factor}")
                if after == "*":
                    stack[-1] = [(k * factor, one) for k, one in stack[-1]]
                else:
                    stack[-1] = [(1, Inequality.combined(stack[-1]).divided(factor))]
            elif word == "+" and len(stack) > 1:
                top = stack.pop()
                stack[-1] += top
            elif word == "s" and stack:
                stack[-1] = [(1, Inequality.combined(stack[-1]).saturated())]
            elif _LITERAL.fullmatch(word):
                stack.append([(1, Inequality({self._literal(word): 1}, 0))])
            else:
                number = self._number(word, _NATURAL)
                if not 1 <= number <= len(self._numbered):
                    raise _Failed(f"there is no constraint {number} yet")
                stack.append([(1, self._numbered[number - 1])])
        if len(stack) != 1:
            raise _Failed(f"{len(stack)} constraints are left, not one")
        self._derive(Inequality.combined(stack[0]))

    def _unit(self, words: list[str]) -> None:
        if len(words) < 2 or words[-2] != _BOUND or len(words) % 2:
            raise _Failed("expected a sum of literals and '>=' with a number")
        factors = map(self._number, words[:-2:2])
        terms = list(zip(factors, map(self._literal, words[1:-2:2]), strict=True))
        inequality = Inequality.of(terms, self._number(words[-1]))
        if not self._facts.follows(inequality):
            raise _Failed(f"{quoted(' '.join(words))} does not follow")
        self._derive(inequality)

    def _outputs(self, words: list[str]) -> None:
        if words != ["NONE"]:
            raise _Failed("only 'output NONE' is known")
        self._output = True

    def _conclude(self, words: list[str]) -> None:
        if not self._output or self.conclusion:
            raise _Failed("expected one conclusion, after 'output NONE'")
        if not self._impossible:
            raise _Failed("no contradiction was derived: expected 'rup >= 1' before")
        proved, self.conclusion = unsolvable(self._constraints.objective), "there is no solution"
        if self._best is not None:
            least = self._best + self._constant
            proved, self.conclusion = f"BOUNDS {least} {least}", f"the least cost is {least}"
        if words != proved.split():
            raise _Failed(f"the conclusion is another: {proved}")

    def _end(self, words: list[str]) -> None:
        if words != ["pseudo-Boolean", "proof"] or not self.conclusion:
            raise _Failed("expected a conclusion, then 'end pseudo-Boolean proof'")
        self.ended = True

    def _number(self, word: str, pattern: re.Pattern[str] = _INTEGER) -> int:
        if not pattern.fullmatch(word):
            raise _Failed(f"expected a number, not {quoted(word)}")
        return int(word)

    def _literal(self, word: str) -> int:
        found = _LITERAL.fullmatch(word)
        most = self._constraints.variable_count
        if not found or int(found[2]) > most:
            raise _Failed(f"expected a literal from x1 to ~x{most}, not {quoted(word)}")
        return -int(found[2]) if found[1] else int(found[2])
