"""Pickles of nonograms: objects beside the puzzle are ignored, and nothing is ever run."""

from __future__ import annotations

import pickle
import sys
from datetime import UTC, datetime
from subprocess import run
from typing import Any

import pytest

from combien.errors import BadFormat
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats import _nng as nng
from combien.nonograms.formats import read
from tests.loops import for_each


def test_a_pickle_runs_nothing() -> None:
    ran: list[int] = []

    class Sly:
        def __reduce__(self) -> tuple[Any, ...]:
            return ran.append, (1,)

    plain = {"row": [[1]], "col": [[1]]}
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(BadFormat, match="row is an object of a class, which is not built"):
            read(pickle.dumps({**plain, "row": Sly()}, protocol=protocol), format="nng")
        with pytest.raises(BadFormat, match="numbers from 0"):
            read(pickle.dumps({**plain, "col": [[Sly()]]}, protocol=protocol), format="nng")
        read(pickle.dumps({**plain, "other": Sly()}, protocol=protocol), format="nng")
    assert ran == []


class Plain:
    """An object of a program: its state is a dictionary, with keys of all kinds."""

    def __init__(self) -> None:
        self.cells = {(0, 1): 2, 3: [4.5, b"x", bytearray(b"y"), {1, 2}, frozenset({3})]}
        self.itself = self
        self.when = datetime(2021, 5, 1, tzinfo=UTC)


class Slotted:
    """One whose state is a pair."""

    __slots__ = ("one",)

    def __init__(self) -> None:
        self.one = 1


class Several(list[int]):
    """A list with a name."""


class Named(dict[str, int]):
    """A dictionary with a name."""


class Made:
    """One that is made with named arguments (`NEWOBJ_EX`)."""

    def __new__(cls, *, size: int) -> Made:
        return object.__new__(cls)

    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, int]]:
        return (), {"size": 1}


OBJECTS = (Plain(), Slotted(), Several([1, 2]), Named(a=1), Made(size=1), Plain, len, 1j, {1, 2})


# Some objects can only be written from protocol 2 on.
WRITTEN = [
    (protocol, other)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    for other in OBJECTS
    if protocol >= 2 or not isinstance(other, (Slotted, Made))
]


@for_each(WRITTEN)
def test_an_object_beside_the_puzzle_is_ignored(protocol: int, other: object) -> None:
    for key in ("a", "z"):
        nng_of = {key: other, "row": [[0, 2], [1]], "col": [[1], [2]], "name": "n", "list": [other]}
        content = pickle.dumps(dict(sorted(nng_of.items())), protocol=protocol)
        (puzzle,) = read(content, format="nng")
        assert puzzle == Puzzle(Nonogram([[2], [1]], [[1], [2]], title="n"))


def test_old_opcodes_for_objects() -> None:
    # INST, OBJ, PERSID, BINPERSID, EXT1, DUP, POP and POP_MARK, which programs do not write today.
    puzzle = b"(dS'row'\n((I1\nllsS'col'\n((I1\nlls"
    for other in (
        b"(S'x'\nios\nsystem\n",
        b"(cos\nsystem\nS'x'\no",
        b"P7\n",
        b"I7\nQ",
        b"\x82\x01",
        b"I7\n20",
        b"I7\n(I8\n1",
        b"(I1\nios\nsystem\n(dS'a'\nI1\nsb",
    ):
        (found,) = read(puzzle + b"S'z'\n" + other + b"s.", format="nng")
        assert found.nonogram == Nonogram([[1]], [[1]])
    for broken in (b"}}b.", b"](I1\ne}b.", b"\x80\x05\x97.", b"}(I1\n\x90."):
        with pytest.raises(BadFormat):
            read(broken, format="nng")


AUDITED = """
import pickle, sys, warnings
from combien.errors import BadInput
from combien.nonograms.formats import read

events = []
contents = pickle.loads(sys.stdin.buffer.read())
plain = pickle.dumps({"row": [[1]], "col": [[1]]})
read(plain, format="nng")
try:
    read(b"", format="nng")
except BadInput:
    pass
sys.addaudithook(lambda event, words: events.append((event, str(words))))
done = 0
for content in contents:
    try:
        read(content, format="nng")
        done += 1
    except BadInput:
        pass
bad = [event for event in events if event[0].split(".")[0] not in ("object", "gc", "sys")]
print(done, bad)
"""


def hostile_pickles() -> list[bytes]:
    """Pickles that would import, call, or fill the memory, as whole files and beside a puzzle."""
    calls = [
        b"cos\nsystem\n(S'echo'\ntR",
        b"cbuiltins\neval\n(S'1+1'\ntR",
        b"cbuiltins\nexec\n(S'import this'\ntR",
        b"csubprocess\nPopen\n(S'true'\ntR",
        b"(S'echo'\nios\nsystem\n",
        b"(cos\nsystem\nS'echo'\no",
        b"cantigravity\nflying\n",
        b"\x8c\x05posix\x8c\x06system\x93\x8c\x04echo\x85R",
        b"cos\nsystem\n(S'echo'\nt\x81",
        b"cos\nsystem\n)}\x92",
        b"cos\nsystem\n(dS'__class__'\nI1\nsb",
        b"c__main__\nevents\n(I1\ne",
    ]
    # An object that refers to itself twice, repeatedly, is small here and endless as a copy.
    doubled = b"]q\x00" + b"".join(b"]q%c(h%ch%ce" % (k + 1, k, k) for k in range(200))
    deep = b"]" * 100_000 + b"a" * 99_999
    built = b"cos\nsystem\n" + b"}b" * 1000
    puzzle = b"(dS'row'\n((I1\nllsS'col'\n((I1\nllsS'z'\n"
    values = [*calls, doubled, deep, built]
    return [value + b"." for value in values] + [puzzle + value + b"s." for value in values]


def test_hostile_pickles_import_and_call_nothing() -> None:
    done = run(
        [sys.executable, "-c", AUDITED],
        input=pickle.dumps(hostile_pickles()),
        capture_output=True,
        check=True,
    )
    # Beside a puzzle, nearly all are skipped; as whole files they are not puzzles.
    count, events = done.stdout.decode().split(" ", 1)
    assert int(count) >= len(hostile_pickles()) // 2 - 1
    assert events.strip() == "[]"


def test_keys_that_are_not_texts_are_not_hashed() -> None:
    class Unhashed(int):
        def __hash__(self) -> int:
            raise AssertionError("hashed")

    assert nng._pairs([Unhashed(1), 2, "a", 3]) == {"a": 3}
