"""Problems from data frames and Arrow tables.

pandas, polars and pyarrow are not imported: a frame is an object with named columns, each
of which has a method that returns a list.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from combien._base.checks import Cost, did_you_mean, short_repr
from combien.cover._arrays import each
from combien.errors import BadProblem

if TYPE_CHECKING:
    from combien.cover._problem import ProblemBuilder

# What the libraries call the conversion of a column: pandas and numpy, polars, pyarrow.
_TO_LIST = ("tolist", "to_list", "to_pylist")


def columns_of(frame: Any) -> dict[Hashable, list[Any]] | None:
    """Return the columns of a frame by their names; None if it is not a frame.

    Raises `BadProblem` if two columns have the same name.
    """
    names = getattr(frame, "column_names", None)
    if names is None:
        names = getattr(frame, "columns", None)
    if names is None or isinstance(frame, type) or not hasattr(type(frame), "__getitem__"):
        return None
    names = list(names)
    if len(set(names)) < len(names):
        twice = next(name for at, name in enumerate(names) if name in names[:at])
        raise BadProblem(f"two columns of the frame are named {short_repr(twice)}: rename one")
    found: dict[Hashable, list[Any]] = {}
    for name in names:
        column = frame[name]
        convert = next((getattr(column, way) for way in _TO_LIST if hasattr(column, way)), None)
        if convert is None:
            return None
        found[name] = list(convert())
    return found


def gather_wide(
    builder: ProblemBuilder,
    columns: dict[Hashable, list[Any]],
    *,
    option: Hashable | None,
    cost: Hashable | None,
    secondary: Iterable[Hashable],
) -> None:
    """Add an option for each row; the columns besides `option` and `cost` are the items."""
    late = each("secondary", secondary)
    items = [name for name in columns if name not in (option, cost) or name is None]
    for name in late:
        check_columns(columns, secondary=name)
        if name not in items:
            raise BadProblem(f"secondary: column {short_repr(name)} is not an item")
    for name in items:
        builder.item(name, secondary=name in late)
    height = len(next(iter(columns.values()), []))
    for row in range(height):
        entries = [name for name in items if _is_one(row, name, columns[name][row])]
        builder.option(
            *entries,
            name=None if option is None else columns[option][row],
            cost=0 if cost is None else _cost(row, columns[cost][row]),
        )


def gather_long(
    builder: ProblemBuilder,
    columns: dict[Hashable, list[Any]],
    *,
    option: Hashable,
    item: Hashable,
    cost: Hashable | None,
    secondary: Iterable[Hashable],
) -> None:
    """Add the options whose entries are the rows: the name of the option and one of its items."""
    late = each("secondary", secondary)
    options: dict[Hashable, list[Hashable]] = {}
    costs: dict[Hashable, Cost] = {}
    for row, (name, entry) in enumerate(zip(columns[option], columns[item], strict=True)):
        for column, value in ((option, name), (item, entry)):
            # Missing values are None, or nan, which is not equal to itself.
            if value is None or value != value:
                raise BadProblem(f"row {row}: column {short_repr(column)} has no value")
        options.setdefault(name, []).append(entry)
        if cost is not None:
            price = _cost(row, columns[cost][row])
            if costs.setdefault(name, price) != price:
                raise BadProblem(
                    f"row {row}: option {short_repr(name)} has the cost {price}, and "
                    f"{costs[name]} in an earlier row"
                )
    builder.gather(options, secondary=late)
    if costs:
        builder.price(costs.values())


def check_columns(columns: dict[Hashable, list[Any]], **given: Hashable | None) -> None:
    """Raise `BadProblem` if an argument is not the name of a column."""
    for argument, name in given.items():
        if name is not None and name not in columns:
            hint = did_you_mean(str(name), map(str, columns))
            raise BadProblem(f"{argument}={short_repr(name)} is not a column of the frame{hint}")


def _is_one(row: int, column: Hashable, value: object) -> bool:
    if value == 1:
        return True
    if value == 0:
        return False
    raise BadProblem(
        f"row {row}, column {short_repr(column)} is {short_repr(value)}: expected 0 or 1; name the "
        "columns that are not items with option= and cost="
    )


def _cost(row: int, value: Any) -> Any:
    """Return a cost; a whole number that a frame stores as a float is that number."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if value is None or value != value:
        raise BadProblem(f"row {row}: the cost has no value")
    return value
