"""The nng format of a SAT exercise: a pickle of `{x: rows, y: columns, name, row, col}`; read only.

A pickle is a program: what unpickles it runs whatever its author wrote.  So none is unpickled
here.  The opcodes are taken apart by `pickletools`, which runs nothing, and a small machine obeys
those that build dictionaries, lists, tuples, numbers and texts; any other is refused by its name.
There is no table that an opcode could make large: memory grows with the file and no faster.

Clues are lists padded with zeros at their beginning.
"""

from __future__ import annotations

import pickletools
from collections.abc import Callable
from typing import Any

from combien.errors import BadFormat
from combien.nonograms.nonogram import LONGEST_LINE, Nonogram
from combien.nonograms.puzzle import Puzzle

__all__ = ["read"]

# Some seconds; a puzzle of 500 by 500 has a quarter of that.
MOST_OPCODES = 1_000_000

_MARK = object()
_VALUES = (
    *("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
    *("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8"),
    *("STRING", "SHORT_BINSTRING", "BINSTRING"),
)
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_EMPTY: dict[str, Callable[[], Any]] = {
    "EMPTY_DICT": dict,
    "EMPTY_LIST": list,
    "EMPTY_TUPLE": tuple,
}
_TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


def read(content: bytes) -> list[Puzzle]:
    """The puzzle of a file.

    >>> import pickle
    >>> plain = {"x": 1, "y": 2, "name": "dash", "row": [[0, 2]], "col": [[1], [1]]}
    >>> read(pickle.dumps(plain))[0].nonogram
    <Nonogram 'dash': 1 rows, 2 columns>
    >>> read(pickle.dumps(print))
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: byte 30: a pickle that runs code (STACK_GLOBAL) is refused

    Errors: `BadFormat` for opcodes that do more than build containers, numbers and texts.
    """
    said = _built(content)
    if not isinstance(said, dict) or "row" not in said or "col" not in said:
        raise BadFormat("a dictionary with the keys x, y, name, row and col is expected")
    rows, columns = _clues(said["row"], "row"), _clues(said["col"], "col")
    for key, clues in (("x", rows), ("y", columns)):
        size = said.get(key, len(clues))
        if type(size) is not int or size != len(clues):
            raise BadFormat(f"{key} is not the number of clues, which is {len(clues)}")
    name = said.get("name", "")
    if not isinstance(name, str):
        raise BadFormat("the name is expected to be a text")
    return [Puzzle(Nonogram(rows, columns, title=name, check=False))]


def _clues(lines: Any, key: str) -> list[list[int]]:
    if not isinstance(lines, (list, tuple)) or not 0 < len(lines) <= LONGEST_LINE:
        raise BadFormat(f"{key} is a list of clues, from 1 to {LONGEST_LINE}")
    clues = []
    for number, line in enumerate(lines, 1):
        if not isinstance(line, (list, tuple)):
            raise BadFormat(f"{key}, clue {number}: a list of numbers is expected")
        if not all(type(length) is int and 0 <= length <= LONGEST_LINE for length in line):
            raise BadFormat(f"{key}, clue {number}: numbers from 0 to {LONGEST_LINE} are expected")
        clues.append([length for length in line if length])
    return clues


def _built(content: bytes) -> Any:
    """What a pickle builds, if it only builds plain things."""
    stack: list[Any] = []
    memo: dict[int, Any] = {}
    try:
        for count, (opcode, argument, place) in enumerate(pickletools.genops(content)):
            if count == MOST_OPCODES:
                raise BadFormat(f"byte {place}: more than {MOST_OPCODES} opcodes in a pickle")
            if opcode.name == "STOP":
                return stack.pop()
            _obey(opcode.name, argument, place or 0, stack, memo)
    except BadFormat:
        raise
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise BadFormat(f"this is no pickle that can be read: {str(error)[:200]}") from None
    raise BadFormat("this is no pickle that can be read: it has no end")


def _obey(name: str, argument: Any, place: int, stack: list[Any], memo: dict[int, Any]) -> None:
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
        list.extend(stack[-1], built)
    elif name in ("SETITEM", "SETITEMS"):
        built = [stack.pop(), stack.pop()][::-1] if name == "SETITEM" else _from_mark(stack)
        dict.update(stack[-1], _pairs(built))
    else:
        raise BadFormat(f"byte {place}: a pickle that runs code ({name}) is refused")


def _pairs(built: list[Any]) -> dict[str, Any]:
    """Keys and values in turn.  Other keys than texts are refused: hashing a tuple within a tuple
    within a tuple, and so on a million times, would overflow the stack."""
    if not all(type(key) is str for key in built[::2]):
        raise BadFormat("a key of a dictionary that is no text")
    return dict(zip(built[::2], built[1::2], strict=True))


def _from_mark(stack: list[Any]) -> list[Any]:
    """What lies above the latest mark, taken off with it."""
    built: list[Any] = []
    while (latest := stack.pop()) is not _MARK:
        built.append(latest)
    return built[::-1]
