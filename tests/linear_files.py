"""Small linear models at random: what they mean, and files that say it in many spellings.

The meaning is that of the writer: all assignments are tried.  A continuous variable may have any
value of its interval, so what counts is for which assignments of the others there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

Bound = Fraction | None


@dataclass
class Variable:
    """A variable: binary, or continuous."""

    name: str
    low: Fraction
    high: Fraction
    cost: Fraction
    binary: bool = True


@dataclass
class Constraint:
    """`low <= sum of factor * variable <= high`; None is no bound."""

    name: str
    terms: dict[int, Fraction]
    low: Bound
    high: Bound

    @property
    def sides(self) -> list[tuple[str, Fraction]]:
        """The relations to numbers, one or two."""
        if self.low is not None and self.low == self.high:
            return [("=", self.low)]
        ends = ((">=", self.low), ("<=", self.high))
        return [(relation, end) for relation, end in ends if end is not None]


@dataclass
class Meaning:
    """A model, with its solutions by definition."""

    variables: list[Variable]
    constraints: list[Constraint]
    maximize: bool
    constant: Fraction

    def solutions(self) -> dict[frozenset[str], Fraction]:
        """Return the names of the binary variables that are 1, and the cost of each solution."""
        found: dict[frozenset[str], Fraction] = {}
        binary = [at for at, one in enumerate(self.variables) if one.binary]
        ranges = [
            range(int(self.variables[at].low), int(self.variables[at].high) + 1) for at in binary
        ]
        for values in product(*ranges):
            chosen = dict(zip(binary, map(Fraction, values), strict=True))
            cost = self._cost(chosen)
            if cost is not None:
                found[frozenset(self.variables[at].name for at in binary if chosen[at])] = cost
        return found

    def _cost(self, chosen: dict[int, Fraction]) -> Fraction | None:
        """Return the cost, if the continuous variables can have values that satisfy all rows."""
        values = dict(chosen)
        for at, one in enumerate(self.variables):
            if not one.binary and one.low == one.high:
                values[at] = one.low
        for row in self.constraints:
            known = sum((f * values[at] for at, f in row.terms.items() if at in values), Fraction())
            least = most = known
            for at, factor in row.terms.items():
                if at in values:
                    continue
                one = self.variables[at]
                ends = sorted((factor * one.low, factor * one.high))
                least, most = least + ends[0], most + ends[1]
            if (row.high is not None and least > row.high) or (
                row.low is not None and most < row.low
            ):
                return None
        total = (one.cost * values[at] for at, one in enumerate(self.variables) if at in values)
        return sum(total, self.constant)


def random_meaning(random: Random, *, fractions: bool = True, continuous: bool = True) -> Meaning:
    """Return a model; some variables are fixed, constants, slacks, or in no row."""
    size = random.randint(1, 5)
    step = Fraction(1, random.choice((1, 2, 4)) if fractions else 1)

    def cost() -> Fraction:
        return random.choice((0, 1, 1)) * random.randint(-9, 9) * step

    variables = []
    for at in range(size):
        least, most = random.choice([(0, 1)] * 4 + [(0, 0), (1, 1)])
        variables.append(Variable(f"x{at + 1}", Fraction(least), Fraction(most), cost()))
    constraints = []
    for at in range(random.randint(0, 4)):
        used = random.sample(range(size), random.randint(1, size))
        equal = random.random() < 0.5
        factor = Fraction(random.choice((1, 1, 1, -1, 2))) * step
        factors = [
            factor if equal else Fraction(random.choice((-3, -2, -1, 1, 2, 4))) for _ in used
        ]
        ends = sorted(random.randint(-3, 5) * step for _ in range(2))
        low: Bound
        high: Bound
        low, high = random.choice(
            [(ends[0], ends[0]), (None, ends[1]), (ends[0], None), (ends[0], ends[1])]
        )
        terms = dict(zip(used, factors, strict=True))
        constraints.append(Constraint(f"r{at + 1}", terms, low, high))
    if continuous:
        for at, row in enumerate(constraints):
            if random.random() < 0.2:
                # A slack of this row.
                ends = sorted(Fraction(random.randint(-2, 3)) for _ in range(2))
                row.terms[len(variables)] = Fraction(random.choice((1, -1)))
                variables.append(Variable(f"s{at}", ends[0], ends[1], Fraction(0), binary=False))
        if random.random() < 0.3:
            value = Fraction(random.randint(-2, 2))
            variables.append(Variable("fixed", value, value, cost(), binary=False))
            for row in constraints:
                if random.random() < 0.5:
                    row.terms[len(variables) - 1] = Fraction(random.randint(1, 3))
    constant = random.choice((0, 1)) * cost()
    return Meaning(variables, constraints, random.random() < 0.5, constant)


def number(value: Fraction) -> str:
    """Return a number in decimal digits."""
    return str(int(value)) if value.denominator == 1 else str(float(value))


def _term(random: Random, factor: Fraction, name: str) -> str:
    sign, size = "-" if factor < 0 else "+", abs(factor)
    shown = random.choice(["", "1 ", "1.0 "]) if size == 1 else f"{number(size)} "
    return f"{sign} {shown}{name}"


def as_lp(meaning: Meaning, random: Random) -> str:
    """Return a file in the LP format, with its sections of bounds and kinds in any order."""
    names = [one.name for one in meaning.variables]
    head = random.choice(("Maximize", "max", "MAXIMISE", "maximum"))
    if not meaning.maximize:
        head = random.choice(("Minimize", "min", "MINIMISE", "minimum"))
    terms = [_term(random, one.cost, one.name) for one in meaning.variables if one.cost]
    if meaning.constant:
        terms.append(f"{'-' if meaning.constant < 0 else '+'} {number(abs(meaning.constant))}")
    lines = [head, f" {random.choice(('obj: ', ''))}{' '.join(terms)}", "Subject To"]
    for row in meaning.constraints:
        parts = [_term(random, factor, names[at]) for at, factor in row.terms.items()]
        # A constant on the left side moves to the right one.
        moved = Fraction(random.choice((0, 0, 0, 2)))
        if moved:
            parts.append(f"+ {number(moved)}")
        total, sides = " ".join(parts), [(rel, end + moved) for rel, end in row.sides]
        if len(sides) == 2 and random.random() < 0.5:
            lines.append(f" {row.name}: {number(sides[0][1])} <= {total} <= {number(sides[1][1])}")
            continue
        for which, (relation, end) in enumerate(sides):
            lines.append(f" {row.name}{'b' * which}: {total} {relation} {number(end)}")
    bounds = ["Bounds"]
    for one in meaning.variables:
        bounds += [f" {text}" for text in _lp_bounds(one, random)]
    binary = [one.name for one in meaning.variables if one.binary]
    kinds = [random.choice(("Binary", "Binaries", "bin")), *(f" {name}" for name in binary)]
    sections = [bounds, kinds]
    random.shuffle(sections)
    return "\n".join([*lines, *sections[0], *sections[1], "End", ""])


def _lp_bounds(one: Variable, random: Random) -> list[str]:
    """Return the bounds of a variable, in one of the spellings that programs write."""
    name, low, high = one.name, number(one.low), number(one.high)
    if one.low == one.high:
        return random.choice(
            [
                [f"{name} = {low}"],
                [f"{low} = {name}"],
                [f"{low} <= {name} <= {low}"],
                [f"{name} <= {low}", f"{name} >= {low}"],
                [f"{low} >= {name}", f"{low} <= {name}"],
                [f"{name} < {low}", f"{name} > {low}"],
                [f"{name} =< {low}", f"{name} => {low}"],
            ]
        )
    plain = [[f"{low} <= {name} <= {high}"], [f"{name} >= {low}", f"{name} <= {high}"]]
    return random.choice([*plain, []] if one.binary else plain)


def as_mps(meaning: Meaning, random: Random) -> str:
    """Return a file in the MPS format: senses, bounds and kinds in the ways of several writers."""
    lines = []
    if meaning.maximize:
        word = random.choice(("MAX", "MAXIMIZE"))
        lines += random.choice([["OBJSENSE", f"    {word}"], [f"OBJSENSE {word}"]])
    lines.insert(random.choice((0, len(lines))), "NAME model")
    lines += ["ROWS", " N obj"]
    for row in meaning.constraints:
        kind = "L" if row.low is None else "E" if row.low == row.high else "G"
        lines.append(f" {kind} {row.name}")
    lines.append("COLUMNS")
    marked = random.random() < 0.7
    variables = sorted(enumerate(meaning.variables), key=lambda pair: not pair[1].binary)
    inside = False
    for at, one in variables:
        if marked and one.binary != inside:
            inside = one.binary
            lines.append(f" M 'MARKER' '{'INTORG' if inside else 'INTEND'}'")
        entries = [(row.name, row.terms[at]) for row in meaning.constraints if at in row.terms]
        # A variable without any entry would not be in this section.
        entries += [("obj", one.cost)] if one.cost or not entries else []
        lines += [f" {one.name} {row} {number(value)}" for row, value in entries]
    if inside:
        lines.append(" M 'MARKER' 'INTEND'")
    lines.append("RHS")
    if meaning.constant:
        lines.append(f" RHS obj {number(-meaning.constant)}")
    ranges = []
    for row in meaning.constraints:
        side = row.high if row.low is None else row.low
        lines.append(f" RHS {row.name} {number(side or Fraction(0))}")
        if row.low is not None and row.high is not None and row.low < row.high:
            ranges.append(f" RNG {row.name} {number(row.high - row.low)}")
    lines += ["RANGES", *ranges] if ranges else []
    lines.append("BOUNDS")
    for _, one in variables:
        lines += [f" {bound}" for bound in _mps_bounds(one, random, marked=marked)]
    return "\n".join([*lines, "ENDATA", ""])


def _mps_bounds(one: Variable, random: Random, *, marked: bool) -> list[str]:
    name, low, high = one.name, number(one.low), number(one.high)
    if not one.binary:
        if one.low == one.high:
            return [f"FX B {name} {low}"]
        return [f"LO B {name} {low}", f"UP B {name} {high}"]
    both = [f"BV B {name}"]
    if one.low == one.high:
        # As Gurobi writes it, in both orders; as Pyomo; as HiGHS.
        both = random.choice(
            [
                [f"FX B {name} {low}", f"BV B {name}"],
                [f"BV B {name}", f"FX B {name} {low}"],
                [f"UP B {name} 0" if low == "0" else f"LO B {name} 1", f"BV B {name}"],
                [f"LI B {name} {low}", f"UI B {name} {high}"],
            ]
        )
        return [f"FX B {name} {low}"] if marked and random.random() < 0.3 else both
    unmarked = [both, [f"LI B {name} 0", f"UI B {name} 1"]]
    # Integers between markers are binary if nothing is said.
    return random.choice([*unmarked, [], [f"UP B {name} 1"]] if marked else unmarked)
