"""Checks of arguments: each returns the value in its proper type, or raises `BadInput`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from operator import index, length_hint
from sys import maxsize
from typing import TYPE_CHECKING, Any, SupportsIndex, TypeAlias, TypeVar

from combien.errors import BadInput

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction

T = TypeVar("T")

# Entries of an argument, and the bytes of each, a number.
MOST_LISTED = 100_000_000
_BYTES_AN_ENTRY = 40
# Entries that are listed without a look at the memory.
_FEW = 1_000_000

# What an option may cost; costs are added exactly.
Cost: TypeAlias = "int | float | Fraction | Decimal"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a suggestion to append to a message, or the empty string.

    >>> did_you_mean("~symm", ["~one", "~maybe", "~sym", "~rot"])
    "; did you mean '~sym'?"
    >>> did_you_mean("P", ["domino", "p"]), did_you_mean("x", ["domino"])
    ("; did you mean 'p'?", '')
    """
    import difflib  # Start-up: only for hints.

    if not isinstance(word, str):
        return ""
    names = list(known)
    close = [name for name in names if name.casefold() == word.casefold()]
    close = close or difflib.get_close_matches(word, names, n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def check_int(name: str, value: object, *, least: int | None = 0, most: int | None = None) -> int:
    """Return the argument `name` as an int, from any integer type; raise `BadInput` otherwise.

    >>> check_int("limit", 3)
    3
    >>> check_int("limit", "3")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: limit='3': expected a whole number of at least 0
    """
    number = as_int(value)
    if number is None:
        pass
    elif (least is None or number >= least) and (most is None or number <= most):
        return number
    if least is None:
        between = ""
    else:
        between = f" of at least {least}" if most is None else f" from {least} to {most}"
    raise BadInput(f"{name}={short_repr(value)}: expected a whole number{between}")


def as_int(value: object) -> int | None:
    """Return an integer of any type as an int; None for other values, bools and floats included.

    >>> as_int(3), as_int(3.0), as_int(True)
    (3, None, None)
    """
    if type(value) is int:  # The check of the protocol below takes 8 us.
        return value
    if isinstance(value, (bool, type)) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # numpy arrays support `index` only if they hold a single number.
        return None


def short_repr(value: object, length: int = 40) -> str:
    """Return the beginning of the `repr` of a value for a message; never raises.

    >>> short_repr("3"), short_repr(list(range(99)), 9), short_repr(10**5000)
    ("'3'", '[0, 1, 2,', 'a number of 16610 bits')
    """
    try:
        return repr(value)[:length]
    except Exception:
        # Python refuses to print ints of more than 4300 digits, and a custom repr may raise.
        if isinstance(value, int):
            return f"a number of {value.bit_length()} bits"
        return f"a value of type {type(value).__name__}"


def check_list(
    name: str,
    values: Any,
    what: str = "a list",
    *,
    error: type[BadInput] = BadInput,
    ordered: bool = False,
    most: int = MOST_LISTED,
) -> list[Any]:
    """Return the argument `name` as a list.

    >>> check_list("costs", (1, 2))
    [1, 2]
    >>> check_list("costs", 2)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: costs=2: expected a list

    numpy arrays become plain values.  Raises `error` if the value is not iterable, for a dict,
    whose values would be lost, and if it is to be `ordered`, for a set; for more than `most`
    entries, and for more than fit into half of the memory, before they are listed.
    """
    if type(values) in (list, tuple) and len(values) <= most:
        return list(values)
    if isinstance(values, (dict, set, frozenset) if ordered else dict):
        kind = type(values).__name__
        lost = "whose values would be lost" if isinstance(values, dict) else "which has no order"
        raise error(f"{name}={short_repr(values)}: expected {what}, not a {kind}, {lost}")
    try:
        if hasattr(values, "dtype") and hasattr(values, "tolist"):
            # An array may be larger than its memory: a single number that numpy repeats.
            if getattr(values, "size", 0) > MOST_LISTED:
                raise error(f"{name}: an array of more than {MOST_LISTED} values")
            values = values.tolist()
        return _entries(name, values, what, error, most)
    except TypeError:
        # An iterator that raises TypeError, such as the caller's generator, has a bug.
        if isinstance(values, Iterator):
            raise
        raise error(f"{name}={short_repr(values)}: expected {what}") from None


def _entries(name: str, values: Any, what: str, error: type[BadInput], most: int) -> list[Any]:
    """Return the entries as a list; refuse too many before they fill the memory."""
    entries = iter(values)
    limit = min(most, _FEW)
    found = list(islice(entries, limit + 1))
    if len(found) <= limit:
        return found
    from combien._base.memory import default_bytes  # Start-up: only for long lists.

    limit = min(most, max(limit, default_bytes() // _BYTES_AN_ENTRY))
    try:
        left = length_hint(entries)
    except OverflowError:  # As of range(10**30).
        left = maxsize
    if len(found) + left <= limit:
        found += islice(entries, limit + 1 - len(found))
        if len(found) <= limit:
            return found
    room = "" if limit == most else ", as more do not fit into memory"
    raise error(f"{name}: expected {what}, with at most {limit} entries{room}")


def check_bool(name: str, value: object, *, error: type[BadInput] = BadInput) -> bool:
    """Return the argument `name` as a bool; raise `error` if it has no truth value (an array).

    >>> check_bool("labels", 1)
    True
    """
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise error(f"{name}={short_repr(value)}: expected True or False") from None


def check_hashable(name: str, value: Any, *, error: type[BadInput] = BadInput) -> Any:
    """Return the value if it can be an element of a set: hashable, and not a `nan`.

    >>> check_hashable("element", "a")
    'a'
    """
    try:
        hash(value)
        if value == value:
            return value
    except (TypeError, ValueError, ArithmeticError):
        pass
    raise error(f"{name} {short_repr(value)}: expected a hashable value that is equal to itself")


def check_instance(
    name: str, value: object, kind: type[T], *, error: type[BadInput] = BadInput
) -> T:
    """Return the argument `name` if it is of this type.

    >>> check_instance("problem", 3, str)
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: problem=3: expected a value of type str
    """
    if not isinstance(value, kind):
        raise error(f"{name}={short_repr(value)}: expected a value of type {kind.__name__}")
    return value
