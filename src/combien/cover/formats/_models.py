"""Models for constraint programming: MiniZinc, and a Python script for CPMpy; only written.

Both have an array of variables, a line for each item with its name as a comment, and the costs as
the objective.  Names are escaped, so a model of a problem from somebody else runs nothing of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from combien.cover._problem import Problem
from combien.cover.formats._names import spelled
from combien.cover.formats._rows import transposed, whole_costs
from combien.cover.formats._text import refuse

_PER_LINE = 12


def minizinc(problem: Problem) -> Iterator[str]:
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
    refuse(problem, by="minizinc", features={"colors"}, instead="dlx or json")
    return _minizinc(problem, whole_costs(problem, by="minizinc"))


def _minizinc(problem: Problem, costs: Sequence[int]) -> Iterator[str]:
    count = problem.option_count
    yield f"% Exact cover: {problem.item_count} items, {count} options.\n"
    yield f"array[1..{count}] of var 0..1: x;\n"
    # A text of MiniZinc has the escapes of JSON, but \( begins an expression.
    yield f"array[1..{count}] of string: name = [{_listed(_labels(problem))}];\n"
    for total, relation, bound, name in _sums(problem, first=1):
        shown = f"sum([{total}])" if total else "0"
        yield f"constraint {shown} {relation} {bound}; % {name}\n"
    objective = _objective(costs, first=1)
    yield f"solve minimize {objective};\n" if objective else "solve satisfy;\n"
    yield f'output [name[i] ++ "\\n" | i in 1..{count} where fix(x[i]) = 1];\n'


def cpmpy(problem: Problem) -> Iterator[str]:
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
    refuse(problem, by="cpmpy", features={"colors"}, instead="dlx or json")
    return _cpmpy(problem, whole_costs(problem, by="cpmpy"))


def _cpmpy(problem: Problem, costs: Sequence[int]) -> Iterator[str]:
    count = problem.option_count
    yield f"# Exact cover: {problem.item_count} items, {count} options.\nimport cpmpy as cp\n\n"
    yield f'x = cp.boolvar(shape={count}, name="x")\n' if count else "x = []\n"
    yield f"name = [{_listed(_labels(problem))}]\n"
    yield "model = cp.Model()\n"
    # A single variable is no array.
    if count == 1:
        yield "x = [x]\n"
    for total, relation, bound, name in _sums(problem, first=0):
        relation = "==" if relation == "=" else relation
        shown = f"cp.sum([{total}])" if total else "cp.intvar(0, 0)"
        yield f"model += {shown} {relation} {bound}  # {name}\n"
    if objective := _objective(costs, first=0):
        yield f"model.minimize({objective})\n"
    yield (
        '\nif __name__ == "__main__":\n    if model.solve():\n'
        f'        print("\\n".join(name[i] for i in range({count}) if x[i].value()))\n'
        '    else:\n        print("no solution")\n'
    )


def _sums(problem: Problem, *, first: int) -> Iterator[tuple[str, str, int, str]]:
    """Yield the variables, the relation, the bound and the name of each condition."""
    for item, options in enumerate(transposed(problem)):
        low, high = problem.bounds(item)
        name = _one_line(spelled(problem.item_names[item], otherwise=f"item {item}"))
        total = _broken([f"x[{option + first}]" for option in options], ", ")
        if low == high:
            yield total, "=", low, name
            continue
        if low:
            yield total, ">=", low, name
        if high < len(options) or not low:
            yield total, "<=", high, name


def _objective(costs: Sequence[int], *, first: int) -> str:
    terms = [f"{cost} * x[{option + first}]" for option, cost in enumerate(costs) if cost]
    return _broken(terms, " + ")


def _broken(terms: Sequence[str], between: str) -> str:
    """Join the terms in lines of moderate length."""
    parts = (between.join(terms[at : at + _PER_LINE]) for at in range(0, len(terms), _PER_LINE))
    return f"{between.rstrip()}\n    ".join(parts)


def _labels(problem: Problem) -> Iterator[str]:
    """Yield the names of the options; without a name, the names of the items."""
    for option in range(problem.option_count):
        name = problem.name(option)
        if isinstance(name, tuple) and name == problem.entries(option):
            yield " ".join(spelled(entry, otherwise="?") for entry in name)
        else:
            yield spelled(name, otherwise=f"option {option}")


def _listed(texts: Iterator[str]) -> str:
    """Return texts as literals, which both languages read as the same text."""
    return ", ".join(json.dumps(_one_line(text)) for text in texts)


def _one_line(text: str) -> str:
    """Return a text in one line without backslashes, which begin an expression in MiniZinc."""
    return "".join(c if c.isprintable() and c != "\\" else "_" for c in text)
