"""Reading a matrix of zeros and ones: lists, arrays, sparse matrices or data frames.

numpy, scipy and pandas are not imported.  Their objects are recognized by methods (`tolist`,
`tocoo`, `to_numpy`), so other objects with these methods work as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from combien import _native
from combien._base.checks import as_int, check_list, short_repr
from combien.errors import BadProblem

__all__ = ["item_counts", "rows_of", "rows_of_table"]

# Each item is an object with a name: a column number of 10**9, given by mistake, is refused.
_MOST_ITEMS = 50_000_000


def rows_of(matrix: Any) -> tuple[list[list[int]], int]:
    """Return the columns of the ones in each row, and the number of columns.

    >>> rows_of([[1, 0, 1], [0, 1, 0]])
    ([[0, 2], [1]], 3)

    Raises `BadProblem` for rows of different lengths, for entries other than 0 and 1, and for
    values that are not a matrix.
    """
    if isinstance(matrix, type):
        raise BadProblem(f"matrix={short_repr(matrix)}: expected rows of zeros and ones")
    if hasattr(matrix, "tocoo"):
        return _sparse(matrix)
    if hasattr(matrix, "to_numpy"):
        matrix = matrix.to_numpy()
    rows = []
    for number, row in enumerate(
        check_list("matrix", matrix, "rows of zeros and ones", error=BadProblem)
    ):
        if isinstance(row, (str, bytes, dict)):
            raise BadProblem(f"row {number} is {short_repr(row)}: expected zeros and ones")
        entries = check_list(f"row {number}", row, "zeros and ones", error=BadProblem)
        rows.append([_is_one(number, place, entry) for place, entry in enumerate(entries)])
    width = len(rows[0]) if rows else 0
    for number, flags in enumerate(rows):
        if len(flags) != width:
            raise BadProblem(
                f"row {number} has {len(flags)} entries, row 0 has {width}: "
                "all rows of a matrix must be of one length"
            )
    return [[place for place, flag in enumerate(flags) if flag] for flags in rows], width


def rows_of_table(options: Any, primary: bytearray) -> tuple[bytes, bytes] | None:
    """Return the ends and the items of options that are the rows of a table of item numbers.

    None if they are not a NumPy array or a buffer of two dimensions, or if a row is not plain.
    """
    if not isinstance(options, memoryview) and not hasattr(options, "dtype"):
        return None
    try:
        return _native.option_rows(options, bytes(primary))
    except TypeError:
        return None


def item_counts(items: Any, primary: Any) -> tuple[int, int]:
    """Return the number of items and the number of primary items, as ints.

    >>> item_counts(3, None), item_counts(3, 2)
    ((3, 3), (3, 2))

    Raises `BadProblem` for other values.
    """
    count = as_int(items)
    if count is None or not 0 <= count <= _MOST_ITEMS:
        raise BadProblem(
            f"items={short_repr(items)}: expected a whole number from 0 to {_MOST_ITEMS}"
        )
    first = count if primary is None else as_int(primary)
    if first is None or not 0 <= first <= count:
        raise BadProblem(f"primary={short_repr(primary)} is not between 0 and the {count} items")
    return count, first


def _sparse(matrix: Any) -> tuple[list[list[int]], int]:
    """Return the columns of the ones in each row of a scipy sparse matrix, and its width.

    What is stored several times for one place is added up, as scipy does.
    """
    entries = matrix.tocoo()
    if len(entries.shape) != 2:
        raise BadProblem(
            f"a matrix has rows and columns, not the shape {short_repr(entries.shape)}"
        )
    height, width = map(int, entries.shape)
    rows: list[dict[int, Any]] = [{} for _ in range(height)]
    numbers: Iterable[tuple[int, int, Any]] = zip(
        entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True
    )
    for row, column, value in numbers:
        sums = rows[row]
        if column not in sums:
            sums[column] = value
        elif isinstance(value, bool):
            sums[column] |= value
        else:
            sums[column] += value
    listed = [
        sorted(column for column, total in sums.items() if _is_one(row, column, total))
        for row, sums in enumerate(rows)
    ]
    return listed, width


def _is_one(row: int, column: int, value: object) -> bool:
    """Return whether an entry is one.  Raises `BadProblem` unless it is zero or one."""
    try:
        if value == 1:
            return True
        if value == 0:
            return False
    except (TypeError, ValueError):  # An array, for instance.
        pass
    raise BadProblem(f"row {row}, column {column} is {short_repr(value)}: expected 0 or 1")
