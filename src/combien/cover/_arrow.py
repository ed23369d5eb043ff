"""Solutions as an Arrow table, the way to pandas, polars and databases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from combien._base.checks import check_instance, check_list
from combien._base.extras import needed
from combien.cover._problem import Problem
from combien.cover.formats._names import named
from combien.errors import BadProblem


def to_arrow(problem: Problem, solutions: Iterable[Iterable[int]]) -> Any:
    """Return solutions of a problem as an Arrow table, a `pyarrow.Table`.

    Each chosen option is a row, with the columns `solution` (from 0), `option`, `name` and `cost`
    (floats if one is not a whole number).
    The solutions are numbers of options, as those of `solutions(problem)`; a limit keeps the table
    small.  `table.to_pandas()` and `polars.from_arrow(table)` are frames.

    Raises `MissingExtra` without pyarrow (the extra `arrow`), `BadProblem` for an unknown option.
    Cost: about a microsecond and 50 bytes for each row.
    """
    with needed("Arrow tables need pyarrow", "arrow"):
        import pyarrow  # Optional dependency.
    check_instance("problem", problem, Problem, error=BadProblem)
    numbers: list[int] = []
    options: list[int] = []
    for number, solution in enumerate(check_list("solutions", solutions, error=BadProblem)):
        chosen = check_list(f"solution {number}", solution, "option numbers", error=BadProblem)
        options += chosen
        numbers += [number] * len(chosen)
    names = {option: named(problem, [option]) for option in dict.fromkeys(options)}
    costs = {option: problem.cost(option) for option in names}
    whole = all(isinstance(cost, int) for cost in costs.values())
    prices = [costs[option] if whole else float(costs[option]) for option in options]
    return pyarrow.table(
        {
            "solution": pyarrow.array(numbers, pyarrow.int64()),
            "option": pyarrow.array(options, pyarrow.int32()),
            "name": pyarrow.array([names[option] for option in options], pyarrow.string()),
            "cost": pyarrow.array(prices, pyarrow.int64() if whole else pyarrow.float64()),
        }
    )
