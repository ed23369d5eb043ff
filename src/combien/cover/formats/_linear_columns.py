"""The variables of a linear model: those that decide nothing are taken out, the rest are binary.

Modeling programs add continuous variables: a constant of the objective is a variable fixed at 1, a
row with two sides has a slack in it.  A variable that is fixed, by its bounds or by a row of its
own, is moved to the sides of its rows.  A slack, which is in one row only, widens its row.
Neither changes which choices of the binary variables are solutions, nor what they cost.

Integers are binary if rows limit them: bounds follow from the least and the greatest sum of the
other variables of a row.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction
from math import ceil, floor

from combien._wording import counted
from combien.cover.formats._linear import OTHERWISE, Column, LinearModel, Row, ends
from combien.cover.formats._text import bad, quoted

_IF_BINARY = "if it is 0 or 1, declare it as binary"
_ZERO, _ONE = Fraction(0), Fraction(1)
# How often bounds are derived from bounds that were derived.
_MOST_ROUNDS = 10

_DEFAULT = "variable: an integer without bounds, so 0 or 1; for lp_solve and PuLP without limit"
_CONSTANT = "variable: fixed, and left out of solutions"
_SLACK = "variable: only the distance of a row from its side, and left out of solutions"
_UNUSED = "variable: continuous, in no row and without a cost, and left out of solutions"


def settle(model: LinearModel) -> set[int]:
    """Take out the variables that decide nothing, and return the numbers of the binary others.

    >>> model = LinearModel()
    >>> x, slack = model.column("x", 1), model.column("slack", 1, whole=False)
    >>> one = Fraction(1)
    >>> model.rows.append(Row("r", 2, one, one, {x: one, slack: one}))
    >>> model.columns[x].high = model.columns[slack].high = one
    >>> settle(model), model.rows[0].low, model.rows[0].high
    ({0}, Fraction(0, 1), Fraction(1, 1))

    Raises `BadFormat` for a variable that is neither.
    """
    for column in model.columns:
        _intersect(column)
    for row in model.rows:
        if not model.exact:
            row.low, row.high = ends(row.low, row.high, f"row {quoted(row.name)}", row.line)
        row.terms = {at: factor for at, factor in row.terms.items() if factor}
    _take_bounds_from_rows(model)
    _tighten(model)
    for column in model.columns:
        if column.is_default and not _is_binary(column):
            column.high = _ONE if column.high is None else min(column.high, _ONE)
            model.note(_DEFAULT, column.name)
    empty = [row for row in model.rows if not row.terms]
    left = set(range(len(model.columns)))
    left -= _constants(model)
    left -= _slacks(model)
    # What nothing is left of says nothing, unless it is false.
    emptied = (row for row in model.rows if not row.terms and row.holds(Fraction(0)))
    gone = {id(row) for row in emptied} - {id(row) for row in empty}
    model.rows = [row for row in model.rows if id(row) not in gone]
    for at in left:
        _check_binary(model.columns[at])
    return left


def _intersect(column: Column) -> None:
    """Apply that a variable is binary, or an integer, to its bounds."""
    line = max(column.low_line, column.high_line)
    low, high = ends(column.low, column.high, f"variable {quoted(column.name)}", line)
    if column.binary_line:
        if (low is not None and low > 1) or (high is not None and high < 0):
            raise bad(
                f"variable {quoted(column.name)} goes {column.interval}, but line "
                f"{column.binary_line} says that it is binary: no value is left",
                line=line,
            )
        low = _ZERO if low is None or low < 0 else low
        high = _ONE if high is None or high > 1 else high
    if column.whole:
        low = low if low is None or low.denominator == 1 else Fraction(ceil(low))
        high = high if high is None or high.denominator == 1 else Fraction(floor(high))
    column.low, column.high = low, high


def _take_bounds_from_rows(model: LinearModel) -> None:
    """Turn rows of one continuous variable into its bounds."""
    rows = []
    for row in model.rows:
        at, factor = next(iter(row.terms.items()), (0, Fraction(1)))
        if len(row.terms) != 1 or model.columns[at].whole:
            rows.append(row)
            continue
        column = model.columns[at]
        sides = [None if end is None else end / factor for end in (row.low, row.high)]
        low, high = sides if factor > 0 else sides[::-1]
        if low is not None:
            column.low = low if column.low is None else max(column.low, low)
        if high is not None:
            column.high = high if column.high is None else min(column.high, high)
    model.rows = rows


def _tighten(model: LinearModel) -> None:
    """Derive bounds of the integers that are not binary."""
    wide = {at for at, one in enumerate(model.columns) if one.whole and not _is_binary(one)}
    rows = [row for row in model.rows if not wide.isdisjoint(row.terms)]
    for _ in range(_MOST_ROUNDS):
        changed = [_derived(row, wide, model.columns) for row in rows if wide]
        if not any(changed):
            return
        wide = {at for at in wide if not _is_binary(model.columns[at])}


def _derived(row: Row, wide: set[int], columns: list[Column]) -> bool:
    """Derive bounds from a row; return whether one has changed."""
    changed = False
    # A sum is least at one end of each interval; what follows is about the other ends.
    for side, sign in ((row.high, 1), (row.low, -1)):
        if side is None:
            continue
        least, unbounded = Fraction(0), set[int]()
        for at, factor in row.terms.items():
            end = columns[at].low if sign * factor > 0 else columns[at].high
            if end is None:
                unbounded.add(at)
            else:
                least += sign * factor * end
        for at in wide.intersection(row.terms):
            if not unbounded <= {at}:
                continue
            column, factor = columns[at], sign * row.terms[at]
            end = column.low if factor > 0 else column.high
            others = least - (factor * end if end is not None else 0)
            limit = (sign * side - others) / factor
            if factor > 0 and (column.high is None or floor(limit) < column.high):
                column.high, changed = Fraction(floor(limit)), True
            elif factor < 0 and (column.low is None or ceil(limit) > column.low):
                column.low, changed = Fraction(ceil(limit)), True
    return changed


def _constants(model: LinearModel) -> set[int]:
    """Move variables with one value, other than options that are always or never chosen."""
    fixed = {
        at: column.low
        for at, column in enumerate(model.columns)
        if column.low is not None
        and column.is_fixed
        and not (column.whole and column.low in (0, 1))
    }
    in_rows = {at for row in model.rows for at in _fix(row, fixed)}
    objective = model.objective
    model.constant += sum(
        (factor * fixed[at] for at, factor in objective.terms.items() if at in fixed), Fraction(0)
    )
    objective.terms = {at: f for at, f in objective.terms.items() if at not in fixed and f}
    for at in sorted(in_rows):
        if fixed[at]:
            model.note(_CONSTANT, f"{model.columns[at].name} = {fixed[at]}")
    return set(fixed)


def _fix(row: Row, fixed: Mapping[int, Fraction]) -> list[int]:
    """Move variables of a row to its sides; return them."""
    moved = [at for at in row.terms if at in fixed]
    for at in moved:
        row.move(row.terms.pop(at) * fixed[at])
    return moved


def _slacks(model: LinearModel) -> set[int]:
    """Take out the variables that other variables determine, or that widen a row."""
    rows_of: dict[int, list[Row]] = {
        at: []
        for at, one in enumerate(model.columns)
        if not (_is_binary(one) or one.is_fixed or one.is_empty)
    }
    _join_sides(model, rows_of)
    for row in model.rows:
        for at in row.terms:
            if at in rows_of:
                rows_of[at].append(row)
    objective = model.objective
    out: set[int] = set()
    # Those with a cost first, as they need a row that is not widened yet.
    for at in sorted(rows_of, key=lambda at: (at not in objective.terms, at)):
        column, rows = model.columns[at], rows_of[at]
        if not rows and at not in objective.terms and not column.whole:
            model.note(_UNUSED, column.name)
            out.add(at)
        elif len(rows) == 1 and _is_slack(at, rows[0], model):
            _price(at, rows[0], model)
            _widen(at, rows[0], column)
            model.note(_SLACK, column.name)
            out.add(at)
        elif not column.whole:
            where = f"in {counted(len(rows), 'row')}" if rows else "in no row"
            where += " and has a cost" if at in objective.terms else ""
            raise bad(
                f"variable {quoted(column.name)} is continuous and {where}: {OTHERWISE}; "
                f"{_IF_BINARY}",
                line=column.line,
            )
    return out


def _join_sides(model: LinearModel, others: Container[int]) -> None:
    """Make one row of two that bound the same sum, from below and then from above."""
    rows: list[Row] = []
    for row in model.rows:
        before = rows[-1] if rows else row
        is_upper = row.low is None and before.high is None
        if is_upper and any(at in others for at in row.terms) and before.terms == row.terms:
            before.high = row.high
        else:
            rows.append(row)
    model.rows = rows


def _is_slack(at: int, row: Row, model: LinearModel) -> bool:
    """Return whether a variable follows from the others of its only row, or only widens it."""
    column = model.columns[at]
    is_equation = row.low is not None and row.low == row.high
    if at in model.objective.terms and not is_equation:
        return False
    if not column.whole:
        return True
    # In an equation of integers, an integer has the value that is left for it.
    factor = row.terms[at]
    return (
        is_equation
        and row.low is not None
        and (row.low / factor).denominator == 1
        and all(
            (other / factor).denominator == 1 and model.columns[of].whole
            for of, other in row.terms.items()
        )
    )


def _price(at: int, row: Row, model: LinearModel) -> None:
    """Replace the cost of a variable by costs of the variables that determine it."""
    cost = model.objective.terms.pop(at, None)
    if cost is None or row.low is None:
        return
    unit = cost / row.terms[at]
    model.constant += unit * row.low
    for other, factor in row.terms.items():
        if other != at:
            model.objective.add(other, -unit * factor)
    model.objective.terms = {at: factor for at, factor in model.objective.terms.items() if factor}


def _widen(at: int, row: Row, column: Column) -> None:
    """Take a variable out of its row, whose sides become what it makes possible."""
    factor = row.terms.pop(at)
    sides = [None if end is None else factor * end for end in (column.low, column.high)]
    least, most = sides if factor > 0 else sides[::-1]
    row.low = None if row.low is None or most is None else row.low - most
    row.high = None if row.high is None or least is None else row.high - least


def _is_binary(column: Column) -> bool:
    low, high = column.low, column.high
    return column.whole and low is not None and high is not None and low >= 0 and high <= 1


def _check_binary(column: Column) -> None:
    """Raise `BadFormat` if a variable has other values than 0 and 1."""
    if not _is_binary(column) and not column.is_empty:
        why = f"goes {column.interval}: {OTHERWISE}; {_IF_BINARY}"
        raise bad(f"variable {quoted(column.name)} {column.doubt or why}", line=column.line)
