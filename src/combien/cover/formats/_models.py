"""Models for constraint programming: MiniZinc, and a Python script for CPMpy; only written.

Both have an array of variables, a line for each item with its name as a comment, and the costs as
the objective.  Names are escaped, so a model of a problem from somebody else runs nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from combien.cover._constrained import Constrained
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._names import spelled
from combien.cover.formats._rows import Rows, rows_of, whole_costs
from combien.cover.formats._text import refuse

_PER_LINE = 12


def minizinc(model: Problem | Constrained[Solution]) -> Iterator[str]:
    """Return the lines of a MiniZinc model.

    >>> problem = Problem.from_options(["ab", "a"], bounds={"b": (0, 1)}, costs=[3, 0])
    >>> print("".join(minizinc(problem)), end="")
    % Exact cover: 2 items, 2 options.
    array[1..2] of var 0..1: x;
    array[1..2] of string: name = ["a b", "a"];
    constraint sum([x[1], x[2]]) = 1; % a
    constraint sum([x[1]]) <= 1; % b
    solve minimize 3 * x[1];
    output [name[i] ++ "\\n" | i in 1..2 where fix(x[i]) = 1];

    Raises `BadFormat` for colors.
    """
    rows = _checked(model, by="minizinc")
    return _minizinc(rows, *whole_costs(rows.problem, by="minizinc"))


def _minizinc(rows: Rows, costs: Sequence[int], constant: int) -> Iterator[str]:
    problem = rows.problem
    count = problem.option_count
    yield f"% Exact cover: {problem.item_count} items, {count} options.\n"
    yield f"array[1..{count}] of var 0..1: x;\n"
    # A text of MiniZinc has the escapes of JSON, but \( begins an expression.
    yield f"array[1..{count}] of string: name = [{_listed(_labels(problem))}];\n"
    for total, relation, bound, name in _sums(rows, first=1):
        shown = f"sum([{total}])" if total else "0"
        yield f"constraint {shown} {relation} {bound}; % {name}\n"
    objective = _objective(costs, constant, first=1)
    yield f"solve {problem.sense or 'minimize'} {objective};\n" if objective else "solve satisfy;\n"
    yield f'output [name[i] ++ "\\n" | i in 1..{count} where fix(x[i]) = 1];\n'


def cpmpy(model: Problem | Constrained[Solution]) -> Iterator[str]:
    """Return the lines of a Python script that solves the problem with CPMpy.

    >>> problem = Problem.from_options(["ab", "a"], bounds={"b": (0, 1)}, costs=[3, 0])
    >>> print("".join(cpmpy(problem)), end="")
    # Exact cover: 2 items, 2 options.
    import cpmpy as cp
    <BLANKLINE>
    x = cp.boolvar(shape=2, name="x")
    name = ["a b", "a"]
    model = cp.Model()
    model += cp.sum([x[0], x[1]]) == 1  # a
    model += cp.sum([x[0]]) <= 1  # b
    model.minimize(3 * x[0])
    <BLANKLINE>
    if __name__ == "__main__":
        if model.solve():
            print("\\n".join(name[i] for i in range(2) if x[i].value()))
        else:
            print("no solution")

    Raises `BadFormat` for colors.
    """
    rows = _checked(model, by="cpmpy")
    return _cpmpy(rows, *whole_costs(rows.problem, by="cpmpy"))


def _cpmpy(rows: Rows, costs: Sequence[int], constant: int) -> Iterator[str]:
    problem = rows.problem
    count = problem.option_count
    yield f"# Exact cover: {problem.item_count} items, {count} options.\nimport cpmpy as cp\n\n"
    yield f'x = cp.boolvar(shape={count}, name="x")\n' if count else "x = []\n"
    yield f"name = [{_listed(_labels(problem))}]\n"
    yield "model = cp.Model()\n"
    # A single variable is no array.
    if count == 1:
        yield "x = [x]\n"
    for total, relation, bound, name in _sums(rows, first=0):
        relation = "==" if relation == "=" else relation
        shown = f"cp.sum([{total}])" if total else "cp.intvar(0, 0)"
        yield f"model += {shown} {relation} {bound}  # {name}\n"
    if objective := _objective(costs, constant, first=0):
        yield f"model.{problem.sense or 'minimize'}({objective})\n"
    yield (
        '\nif __name__ == "__main__":\n    if model.solve():\n'
        f'        print("\\n".join(name[i] for i in range({count}) if x[i].value()))\n'
        '    else:\n        print("no solution")\n'
    )


def _checked(model: Problem | Constrained[Solution], *, by: str) -> Rows:
    """Return the rows, if there are no colors."""
    rows = rows_of(model, forbidden=None)
    refuse(rows.problem, by=by, features={"colors"}, instead="dlx or json")
    return rows


def _sums(rows: Rows, *, first: int) -> Iterator[tuple[str, str, int, str]]:
    """Yield the variables, the relation, the bound and the name of each condition."""
    for line in rows:
        terms = [f"x[{option + first}]" for option in line.options]
        if line.factors is not None:
            terms = [f"{factor} * {x}" for factor, x in zip(line.factors, terms, strict=True)]
        total, name = _broken(terms, ", "), _one_line(line.name)
        if line.low == line.high and line.low is not None:
            yield total, "=", line.low, name
            continue
        low, high = line.low, line.high
        if line.factors is None:
            # Where an item may be in no option, or in all of them, its bound says nothing.
            low = low or None
            high = None if low and high is not None and high >= len(terms) else high
        if low is not None:
            yield total, ">=", low, name
        if high is not None:
            yield total, "<=", high, name


def _objective(costs: Sequence[int], constant: int, *, first: int) -> str:
    """Return the objective, which is empty if it has no variable."""
    terms = [f"{cost} * x[{option + first}]" for option, cost in enumerate(costs) if cost]
    if terms and constant:
        terms.append(str(constant))
    return _broken(terms, " + ")


def _broken(terms: Sequence[str], between: str) -> str:
    """Join the terms in lines of moderate length."""
    parts = (between.join(terms[at : at + _PER_LINE]) for at in range(0, len(terms), _PER_LINE))
    return f"{between.rstrip()}\n    ".join(parts)


def _labels(problem: Problem) -> Iterator[str]:
    """Yield the names of the options; without a name, the names of the items.

    They are different, as MiniZinc lists only different outputs.
    """
    taken: dict[str, int] = {}
    for option in range(problem.option_count):
        name = problem.name(option)
        if isinstance(name, tuple) and name == problem.entries(option):
            text = " ".join(spelled(entry, otherwise="?") for entry in name)
        else:
            text = spelled(name, otherwise=f"option {option}")
        label = text = _one_line(text)
        while label in taken:
            taken[text] += 1
            label = f"{text} ({taken[text]})"
        taken[label] = 1
        yield label


def _listed(texts: Iterator[str]) -> str:
    """Return texts as literals, which both languages read as the same text."""
    return ", ".join(map(json.dumps, texts))


def _one_line(text: str) -> str:
    """Return a text in one line without backslashes, which begin an expression in MiniZinc."""
    return "".join(c if c.isprintable() and c != "\\" else "_" for c in text)
