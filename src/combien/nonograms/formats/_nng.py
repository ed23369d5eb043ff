"""The nng format of a SAT exercise: a pickle of `{x: rows, y: columns, name, row, col}`; read only.

Unpickling a file runs arbitrary code, so nothing is unpickled here.  `pickletools` decodes the
opcodes without running them, and a small interpreter executes the opcodes that build dictionaries,
lists, tuples, numbers and strings.  Opcodes that name, call or fill anything else (a class, a
function, a set) leave an inert placeholder: nothing is imported or called, and their arguments are
dropped.  So a file with a foreign object beside the puzzle can be read, and a file whose clues are
such an object is rejected.
Memory is at most proportional to the size of the file.

Clues are lists padded with zeros at the beginning.
"""

from __future__ import annotations

import pickletools
from collections.abc import Callable
from typing import Any

from combien.errors import BadFormat
from combien.nonograms._clue import LONGEST_LINE
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle

# This many take several seconds; a puzzle of 500 by 500 has a quarter of that.
MOST_OPCODES = 1_000_000

_MARK = object()


class _Placeholder:
    """The type of the placeholder for values that are not built."""

    __slots__ = ()


_PLACEHOLDER = _Placeholder()
_VALUES = (
    *("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
    *("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
    *("STRING", "SHORT_BINSTRING", "BINSTRING", "FLOAT", "BINFLOAT"),
    *("SHORT_BINBYTES", "BINBYTES", "BINBYTES8", "BYTEARRAY8"),
)
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_EMPTY: dict[str, Callable[[], Any]] = {
    "EMPTY_DICT": dict,
    "EMPTY_LIST": list,
    "EMPTY_TUPLE": tuple,
}
_TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}
# The number of values that each of these opcodes pops before it pushes a placeholder; the marked
# ones pop all values above the latest mark.
_PLACEHOLDERS = {
    "GLOBAL": 0,
    "STACK_GLOBAL": 2,
    "REDUCE": 2,
    "NEWOBJ": 2,
    "NEWOBJ_EX": 3,
    "PERSID": 0,
    "BINPERSID": 1,
    "EXT1": 0,
    "EXT2": 0,
    "EXT4": 0,
    "EMPTY_SET": 0,
}
_MARKED_PLACEHOLDERS = ("INST", "OBJ", "FROZENSET")


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of a file.

    >>> import pickle
    >>> plain = {"x": 1, "y": 2, "name": "dash", "row": [[0, 2]], "col": [[1], [1]]}
    >>> read(pickle.dumps(plain))[0].nonogram
    <Nonogram 'dash': 1 rows, 2 columns>
    >>> read(pickle.dumps({**plain, "other": print}))[0].nonogram
    <Nonogram 'dash': 1 rows, 2 columns>
    >>> read(pickle.dumps({**plain, "row": print}))
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: row is an object of a class, which is not built: expected a list

    Raises `BadFormat` if anything but containers, numbers and strings is needed.
    """
    data = _built(content)
    if not isinstance(data, dict) or "row" not in data or "col" not in data:
        raise BadFormat("expected a dictionary with the keys x, y, name, row and col")
    for key in ("x", "y", "name", "row", "col"):
        if data.get(key) is _PLACEHOLDER:
            expected = {"x": "a number", "y": "a number", "name": "a text"}.get(key, "a list")
            raise BadFormat(
                f"{key} is an object of a class, which is not built: expected {expected}"
            )
    rows, columns = _clues(data["row"], "row"), _clues(data["col"], "col")
    for key, clues in (("x", rows), ("y", columns)):
        size = data.get(key, len(clues))
        if type(size) is not int or size != len(clues):
            raise BadFormat(f"{key} is not the number of clues, which is {len(clues)}")
    name = data.get("name", "")
    if not isinstance(name, str):
        raise BadFormat("name: expected a string")
    return [Puzzle(Nonogram(rows, columns, title=name, check=False))]


def _clues(lines: Any, key: str) -> list[list[int]]:
    if not isinstance(lines, (list, tuple)) or not 0 < len(lines) <= LONGEST_LINE:
        raise BadFormat(f"{key} is a list of clues, from 1 to {LONGEST_LINE}")
    clues = []
    for number, line in enumerate(lines, 1):
        if not isinstance(line, (list, tuple)):
            raise BadFormat(f"{key}, clue {number}: expected a list of numbers")
        if not all(type(length) is int and 0 <= length <= LONGEST_LINE for length in line):
            raise BadFormat(f"{key}, clue {number}: expected numbers from 0 to {LONGEST_LINE}")
        clue = [length for length in line if length]
        if list(line[len(line) - len(clue) :]) != clue and any(line):
            raise BadFormat(f"{key}, clue {number}: a 0 after another number")
        clues.append(clue)
    return clues


def _built(content: bytes) -> Any:
    """Return the value of a pickle, with placeholders for objects."""
    stack: list[Any] = []
    memo: dict[int, Any] = {}
    try:
        for count, (opcode, argument, place) in enumerate(pickletools.genops(content)):
            if count == MOST_OPCODES:
                raise BadFormat(f"byte {place}: more than {MOST_OPCODES} opcodes in a pickle")
            if opcode.name == "STOP":
                if content[(place or 0) + 1 :].strip():
                    raise BadFormat(f"byte {(place or 0) + 1}: the pickle ends, but not the file")
                return stack.pop()
            _execute(opcode.name, argument, place or 0, stack, memo)
    except BadFormat:
        raise
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise BadFormat(f"cannot read the pickle: {str(error)[:200]}") from None
    raise BadFormat("cannot read the pickle: it is truncated")


def _execute(name: str, argument: Any, place: int, stack: list[Any], memo: dict[int, Any]) -> None:
    if name in _VALUES:
        stack.append(argument)
    elif name in _CONSTANTS:
        stack.append(_CONSTANTS[name])
    elif name in _EMPTY:
        stack.append(_EMPTY[name]())
    elif name in ("PROTO", "FRAME"):
        return
    elif name == "MARK":
        stack.append(_MARK)
    elif name in ("PUT", "BINPUT", "LONG_BINPUT"):
        memo[argument] = stack[-1]
    elif name == "MEMOIZE":
        memo[len(memo)] = stack[-1]
    elif name in ("GET", "BINGET", "LONG_BINGET"):
        stack.append(memo[argument])
    elif name in ("LIST", "TUPLE"):
        built = _from_mark(stack)
        stack.append(built if name == "LIST" else tuple(built))
    elif name == "DICT":
        built = _from_mark(stack)
        stack.append(_pairs(built))
    elif name in _TUPLES:
        built = [stack.pop() for _ in range(_TUPLES[name])]
        stack.append(tuple(reversed(built)))
    elif name in ("APPEND", "APPENDS"):
        built = [stack.pop()] if name == "APPEND" else _from_mark(stack)
        if stack[-1] is not _PLACEHOLDER:
            list.extend(stack[-1], built)
    elif name in ("SETITEM", "SETITEMS"):
        built = [stack.pop(), stack.pop()][::-1] if name == "SETITEM" else _from_mark(stack)
        if stack[-1] is not _PLACEHOLDER:
            dict.update(stack[-1], _pairs(built))
    elif not _replaced(name, stack):
        raise BadFormat(f"byte {place}: the opcode {name} is not supported")


def _replaced(name: str, stack: list[Any]) -> bool:
    """Execute an opcode about a placeholder; return False for any other opcode."""
    if name in _PLACEHOLDERS:
        for _ in range(_PLACEHOLDERS[name]):
            stack.pop()
        stack.append(_PLACEHOLDER)
    elif name in _MARKED_PLACEHOLDERS:
        _from_mark(stack)
        stack.append(_PLACEHOLDER)
    elif name in ("BUILD", "ADDITEMS"):
        # The state of an object, or the elements of a set.
        if name == "BUILD":
            stack.pop()
        else:
            _from_mark(stack)
        if stack[-1] is not _PLACEHOLDER:
            raise BadFormat(f"cannot read the pickle: {name} without an object")
    elif name == "POP":
        stack.pop()
    elif name == "POP_MARK":
        _from_mark(stack)
    elif name == "DUP":
        stack.append(stack[-1])
    else:
        return False
    return True


def _pairs(built: list[Any]) -> dict[str, Any]:
    """Return the dictionary of alternating keys and values, without keys that are not strings.

    Hashing other keys is not safe: deeply nested tuples overflow the stack, and there are many
    numbers with the same hash.
    """
    pairs = zip(built[::2], built[1::2], strict=True)
    return {key: value for key, value in pairs if type(key) is str}


def _from_mark(stack: list[Any]) -> list[Any]:
    """Pop the values above the latest mark, and the mark; return the values."""
    built: list[Any] = []
    while (latest := stack.pop()) is not _MARK:
        built.append(latest)
    return built[::-1]
