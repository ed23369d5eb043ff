"""WCNF, the format of MaxSAT solvers: clauses that must hold, and clauses with a weight.

    c variable 1: left
    h 1 2 0                      a hard clause
    h -1 -2 0
    5 -1 0                       variable 1 costs 5

A problem is written by an encoding of `encode`, its costs as clauses of one literal.  A clause is
read as an item if its literals are all positive ("one of these") or all negative ("not all of
these"), otherwise as a side constraint.  Weights are those of single literals; that of a clause
without literals is a constant.  The older form with the header `p wcnf` is read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._linear import LinearModel, Row
from combien.cover.formats._linear_cover import cover_of
from combien.cover.formats._rows import minimized, warn
from combien.cover.formats._text import bad, checked, natural, numbered, quoted, refuse
from combien.errors import BadFormat
from combien.sat import dimacs, results
from combien.sat._cnf import Formula, one_line
from combien.sat._encode import encode
from combien.sat.results import Result

__all__ = ["formula_lines", "lines", "most_bytes", "read", "read_answer"]

_MEANING = re.compile(r"c variable ([1-9][0-9]{0,9}): (.*\S)")
_LITERAL = re.compile(r"-?[0-9]{1,9}")
# Of the variables that a header promises, those that nothing else mentions: a short file does not
# make a large problem.
MOST_UNUSED = 1000

_BITS = re.compile(r"v\s+([01]{2,})\s*")


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem, in the pairwise encoding, which `read` turns back.

    >>> print("".join(lines(Problem.from_options(["a", "a"], costs=[5, 0]))), end="")
    c variable 1: a
    c variable 2: a
    h 1 2 0
    h -1 -2 0
    5 -1 0

    An item of n options has n(n - 1)/2 pairs: use `encode` and `formula_lines` for large ones.
    Raises `BadFormat` for colors, and for bounds.
    """
    refuse(problem, by="wcnf", features={"colors", "bounds"}, instead="opb, or encode it")
    return formula_lines(encode(problem, "pairwise"))


def formula_lines(formula: Formula, *, comments: Iterable[str] = ()) -> Iterator[str]:
    """Generate the lines of the file for a formula; an `Encoding` has the costs of its problem.

    A negative cost is the weight of choosing the option, so the weight of the clauses that do not
    hold is the cost plus a constant.
    """
    problem = getattr(formula, "problem", None)
    weights = _weights(problem) if isinstance(problem, Problem) else []
    return _formula_lines(formula, weights, comments)


def _weights(problem: Problem) -> list[tuple[int, int]]:
    """Return the soft clauses, which are literals with weights."""
    costs, _, constant = minimized(problem, by="wcnf")
    constant += sum(cost for cost in costs if cost < 0)
    weights = [
        (abs(cost), -option if cost > 0 else option) for option, cost in enumerate(costs, 1) if cost
    ]
    if constant > 0 and costs:
        # One of two contrary literals is false.
        weights += [(constant, 1), (constant, -1)]
    elif constant:
        warn(f"costs are larger by {-constant}, as the wcnf format has no negative weights")
    return weights


def _formula_lines(
    formula: Formula, weights: Sequence[tuple[int, int]], comments: Iterable[str]
) -> Iterator[str]:
    yield from (f"c {one_line(comment)}\n" for comment in comments)
    for variable in range(1, formula.variable_count + 1):
        if name := formula.name(variable):
            yield f"c variable {variable}: {name}\n"
    for clause in formula:
        yield f"h {' '.join(map(str, clause))} 0\n" if clause else "h 0\n"
    yield from (f"{weight} {literal} 0\n" for weight, literal in weights)


def most_bytes(formula: Formula) -> int:
    """Return an upper bound of the size in bytes of the lines, without comments."""
    problem = getattr(formula, "problem", None)
    digits = len(str(formula.variable_count))
    costs = problem.option_count * (digits + 25) if isinstance(problem, Problem) else 0
    return dimacs.most_bytes(formula) + 2 * formula.clause_count + costs


def read_answer(text: str, formula: Formula) -> Result:
    """Read the answer of a MaxSAT solver, whose model may be a line of zeros and ones."""
    found: list[str] = []
    for line in text.split("\n"):
        bits = _BITS.fullmatch(line)
        if bits and len(bits[1]) >= formula.variable_count:
            signs = (number if bit == "1" else -number for number, bit in enumerate(bits[1], 1))
            line = f"v {' '.join(map(str, signs))} 0"
        found.append(line)
    return results.read("\n".join(found))


def read(text: str) -> Problem | Constrained[Solution]:
    r"""Read a problem from WCNF text.

    >>> problem = read("h 1 2 0\nh -1 -2 0\n3 -1 0\n")
    >>> problem, problem.names([0, 1]), problem.cost(0)
    (<Problem: 1 items, 2 options>, ('x1', 'x2'), 3)

    Where all pairs of a clause exclude each other, one of its literals is exactly one of them.
    Variables that no hard clause has are options of their own; so are those that a header promises
    and no clause has.
    Raises `BadFormat` with the line.
    """
    clauses: list[tuple[int, list[int]]] = []
    soft: list[tuple[int, int, int]] = []
    names: dict[int, str] = {}
    top = variables = constant = 0
    for number, line in numbered(checked(text)):
        words = line.split()
        if not words or line.startswith("c"):
            if meaning := _MEANING.fullmatch(line.strip()):
                names[int(meaning[1])] = meaning[2]
            continue
        if words[0] == "p":
            if words[1:2] != ["wcnf"] or len(words) not in (4, 5) or top or clauses or soft:
                raise bad("expected one header 'p wcnf VARIABLES CLAUSES TOP' first", line=number)
            variables = natural(words[2], "the number of variables", line=number)
            # Without a top weight, every clause is soft.
            top = natural(words[4], "the top weight", line=number) if len(words) == 5 else 2**62
            continue
        if words[-1] != "0":
            raise bad("a clause ends with 0 on its line", line=number)
        literals = [_literal(word, number) for word in words[1:-1]]
        weight = 0 if words[0] == "h" else natural(words[0], "h or a weight", line=number)
        if top and words[0] == "h":
            raise bad("a clause h in a file with a header: expected its weight", line=number)
        literals = list(dict.fromkeys(literals))
        if words[0] == "h" or (top and weight >= top):
            clauses.append((number, literals))
        elif not weight:
            raise bad(
                "a weight of 0: python-sat takes such a clause as hard, and other programs leave "
                "it out or refuse it; leave it out",
                line=number,
            )
        elif not literals:
            constant += weight
        elif len(literals) > 1:
            raise bad(
                "a soft clause of several literals: an exact cover has costs of single options; "
                "add a new variable to this clause, make it hard, and give the variable the weight",
                line=number,
            )
        else:
            soft.append((number, literals[0], weight))
    model = _model(clauses, soft, names, variables)
    model.constant += constant
    return cover_of(model, exclusive=True)


def _model(
    clauses: list[tuple[int, list[int]]],
    soft: list[tuple[int, int, int]],
    names: dict[int, str],
    variables: int,
) -> LinearModel:
    first: dict[int, int] = {}
    for line, literals in (*clauses, *((line, [literal]) for line, literal, _ in soft)):
        for literal in literals:
            first.setdefault(abs(literal), line)
    if variables and first and max(first) > variables:
        line = first[max(first)]
        raise bad(
            f"variable {max(first)}, but the header promises {variables} variables", line=line
        )
    check_unused(variables - len(first))
    for variable in range(1, variables + 1):
        first.setdefault(variable, 1)
    rows = LinearModel(exact=True)
    rows.direct("minimize", 1)
    place: dict[int, int] = {}
    for variable in sorted(first):
        name = names.get(variable, f"x{variable}")
        while rows.is_known(name):
            name += "_"
        place[variable] = rows.column(name, first[variable])
        rows.columns[-1].high = Fraction(1)
    for number, (line, literals) in enumerate(clauses, 1):
        if any(-literal in literals for literal in literals):
            continue
        least = 1 - sum(literal < 0 for literal in literals)
        row = Row(f"c{number}", line, Fraction(least), None, {})
        for literal in literals:
            row.add(place[abs(literal)], Fraction(1 if literal > 0 else -1))
        rows.rows.append(row)
    for _, literal, weight in soft:
        rows.objective.add(place[abs(literal)], Fraction(weight if literal < 0 else -weight))
        rows.constant += weight if literal > 0 else 0
    return rows


def check_unused(number: int) -> None:
    """Raise `BadFormat` if a header promises too many variables that are in no constraint."""
    if number > MOST_UNUSED:
        raise BadFormat(
            f"{number} variables of the header are in no constraint, and at most {MOST_UNUSED} "
            "such are read: number the variables without gaps, and let the header promise no more"
        )


def _literal(word: str, line: int) -> int:
    if not _LITERAL.fullmatch(word) or not int(word):
        raise bad(f"expected a literal, as 3 or -3, not {quoted(word)}", line=line)
    return int(word)
