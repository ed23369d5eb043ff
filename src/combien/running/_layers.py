"""The layers of a sweep on the disk: files beside the file of a run, and what is known of them.

A layer is a number of parts, each a file of 64-bit words: states with their counts.  A part is
written to a temporary name, made durable, renamed, and then entered into the database; so whatever
is in the database is complete.  The layer before is removed when all parts of the next one are in
the database.

The database and the files may come from somebody else: names of files are checked, and no link is
followed.
"""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from math import inf
from pathlib import Path
from sqlite3 import Connection
from typing import Any, TypeVar

from combien.errors import BadFormat, BadInput, CannotWrite
from combien.running._database import explained, write_durably
from combien.running._ledger import Ledger

__all__ = ["Layer", "Layers", "Part"]

# The bytes that are read or written between two looks at the budget.
PIECE = 1 << 19

NAME = re.compile(r"layer-[0-9]{1,9}-[0-9]{1,9}-[0-9]{1,9}\.words")

WORD = 8


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: its place in the sweep, and the counters of all that came before.

    It has `files` files, each divided into 2^`bits` divisions.  `once` is whether every state is
    there once and is in the counters; otherwise several parts may have the same state.
    """

    step: int
    passed: int
    sorted: bool
    growth: tuple[int, int]
    bits: int
    once: bool
    transitions: int
    states: int
    widest: int
    files: int

    def text(self) -> str:
        """Return the facts as they are stored."""
        return _text(self)


@dataclass(frozen=True, slots=True)
class Part:
    """A file: the states of each division of the layer, with counts of `limbs` limbs.

    It was made of a chunk of the layer before: a division, and of that a share by another hash
    (`chosen` of 2^`shares`), with these numbers of states and transitions.  `total` is the sum of
    the counts.
    """

    stride: int
    limbs: int
    sizes: tuple[int, ...]
    total: int
    apart: bool
    division: int
    shares: int
    chosen: int
    states: int
    transitions: int

    @property
    def size(self) -> int:
        """The number of states."""
        return sum(self.sizes)

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self.size * self.stride * WORD


Row = tuple[str, Part]


class Layers:
    """The layers of a run: the current one, and the parts of the next one so far."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.folder = ledger.path.with_name(f"{ledger.path.name}.layers")
        # As one state, as another process may be storing the next layer.
        with ledger.reading() as connection:
            text = connection.execute("SELECT value FROM run WHERE key = 'layer'").fetchone()
            self.layer = _read(Layer, text and text[0], ledger.path)
            rows = _rows_at(connection, self.layer.step, self.layer.passed)
        # The files of the current layer.
        self.parts = self._checked(rows)
        if not self.is_new and len(self.parts) != self.layer.files:
            raise self._damaged("files of its layer are missing")
        if any(len(part.sizes) != 1 << self.layer.bits for _, part in self.parts):
            raise self._damaged("its layer has another number of divisions")

    @property
    def is_new(self) -> bool:
        """Whether not even the first layer is stored."""
        return not self.parts and (self.layer.step, self.layer.passed) == (0, 0)

    @property
    def files(self) -> int:
        """The files of this layer and of the next one."""
        return len(self._ledger.layer_files())

    def ahead(self) -> tuple[tuple[int, int] | None, list[Row]]:
        """Return the place of the next layer and its parts so far; (None, []) if there are none."""
        with self._ledger.reading() as connection:
            place = connection.execute(
                "SELECT step, pass FROM layer WHERE NOT (step = ? AND pass = ?)",
                (self.layer.step, self.layer.passed),
            ).fetchone()
        return (None, []) if place is None else (place, self._rows(*place))

    def _rows(self, step: int, passed: int) -> list[Row]:
        with self._ledger.reading() as connection:
            rows = _rows_at(connection, step, passed)
        return self._checked(rows)

    def _checked(self, rows: list[tuple[object, object, object]]) -> list[Row]:
        found: list[Row] = []
        for name, digest, facts in rows:
            if not (isinstance(name, str) and NAME.fullmatch(name) and isinstance(digest, str)):
                raise self._damaged(f"the name of a layer is {str(name)[:40]!r}")
            part = _read(Part, facts, self._ledger.path)
            if part.stride <= part.limbs or part.limbs < 1:
                raise self._damaged(f"the facts of {name} are wrong")
            found.append((name, part))
        return found

    def _damaged(self, why: str) -> BadFormat:
        return BadFormat(f"{self._ledger.path.name} is damaged: {why}; start again in another file")

    # Reading --------------------------------------------------------------------------------------

    def check(self, tick: Callable[[], None]) -> int:
        """Read all files of the database; return how many there are.

        Raises `BadFormat` with the name of the first one that is damaged.  `tick` is called after
        every piece.
        """
        rows = self._ledger.layer_files()
        found = [
            (digest, self._checked([(name, digest, facts)])) for name, _, _, digest, facts in rows
        ]
        for digest, ((name, part),) in found:
            mixed = self._digest(part)
            for piece in self.words(name, part, 0, part.size):
                mixed.update(piece)
                tick()
            if mixed.hexdigest() != digest:
                raise BadFormat(
                    f"{self.folder.name}/{name} is damaged, or of another run: it is not what was "
                    "written; start again in another file"
                )
        return len(rows)

    def _digest(self, part: Part) -> blake2b:
        """Return the digest of a file of this run that begins with these facts."""
        return blake2b(_text(part).encode(), digest_size=16, key=self._ledger.run.encode())

    def words(self, name: str, part: Part, begin: int, size: int) -> Iterator[bytes]:
        """Yield `size` states of a file, from the state `begin` on, in pieces of whole states."""
        place = f"{self.folder.name}/{name}"
        wide = part.stride * WORD
        with self._reading(name) as file:
            if os.fstat(file.fileno()).st_size != part.bytes:
                raise BadFormat(
                    f"{place} is damaged: it has {os.fstat(file.fileno()).st_size} bytes instead "
                    f"of {part.bytes}; start again in another file"
                )
            file.seek(begin * wide)
            left = size * wide
            while left:
                piece = file.read(min(left, PIECE // wide * wide))
                if len(piece) % wide or not piece:
                    raise BadFormat(f"{place} became shorter while it was read")
                left -= len(piece)
                yield piece

    @contextmanager
    def _reading(self, name: str) -> Iterator[Any]:
        self.require_folder()
        try:
            number = os.open(self.folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
        except OSError as error:
            raise BadFormat(
                f"{self.folder.name}/{name}, a layer of {self._ledger.path.name}, cannot be read: "
                f"{error.strerror}"
            ) from error
        with os.fdopen(number, "rb", buffering=0) as file:
            yield file

    def require_folder(self) -> None:
        """Check that the folder is there, and a folder; raise `BadInput` if not."""
        if self.folder.is_symlink() or not self.folder.is_dir():
            raise BadInput(
                f"the folder {self.folder.name} with the layers of {self._ledger.path.name} is "
                "missing: move it together with the file"
            )

    # Writing --------------------------------------------------------------------------------------

    def make_folder(self) -> None:
        """Create the folder."""
        with explained(self._ledger.path):
            self.folder.mkdir(exist_ok=True)

    def add(
        self,
        step: int,
        passed: int,
        number: int,
        part: Part,
        pieces: Iterable[bytes],
        layer: Layer | None = None,
    ) -> None:
        """Store a part of a layer, which is the whole of it if its facts are given.

        It is on the disk when this returns.
        """
        name = f"layer-{step}-{passed}-{number}.words"
        mixed = self._digest(part)

        def digested() -> Iterator[bytes]:
            for piece in pieces:
                mixed.update(piece)
                yield piece

        write_durably(self.folder / name, digested(), else_from="the layer before")
        with self._ledger.transaction() as connection:
            connection.execute(
                "INSERT INTO layer VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "path = excluded.path, digest = excluded.digest, facts = excluded.facts",
                (step, passed, number, name, mixed.hexdigest(), _text(part)),
            )
            if layer is not None:
                _make_current(connection, layer)
        if layer is not None:
            self._became(layer)

    def advance(self, layer: Layer) -> None:
        """Make a layer, whose parts are all stored, the current one; remove the one before."""
        with self._ledger.transaction() as connection:
            _make_current(connection, layer)
        self._became(layer)

    def _became(self, layer: Layer) -> None:
        self.layer, self.parts = layer, self._rows(layer.step, layer.passed)
        self.remove_others()

    def remove_others(self) -> None:
        """Remove the files that are not in the database: what a kill has left."""
        kept = {name for name, *_ in self._ledger.layer_files()}
        with suppress(OSError):
            for entry in list(self.folder.iterdir()):
                ours = NAME.fullmatch(entry.name.removesuffix(".tmp"))
                if ours and entry.name not in kept:
                    entry.unlink()

    def finish(self, found: str, nodes: int, work: dict[str, int]) -> None:
        """Store the count and the counters, and remove all layers."""
        with self._ledger.transaction() as connection:
            connection.execute(
                "UPDATE share SET status = 'done', found = ?, nodes = ? WHERE id = 2",
                (found, nodes),
            )
            connection.execute("UPDATE run SET value = ? WHERE key = 'work'", (json.dumps(work),))
            _make_current(connection, replace(self.layer, files=0))
            connection.execute("DELETE FROM layer")
        self.remove_others()
        with suppress(OSError):
            (self.folder / "lock").unlink(missing_ok=True)
            self.folder.rmdir()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Context manager in which no other process works on the layers."""
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock  # Platform: not on Windows.
        except ImportError:
            yield
            return
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        with explained(self._ledger.path):
            number = os.open(self.folder / "lock", flags, 0o666)
        try:
            try:
                flock(number, LOCK_EX | LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EACCES):
                    raise CannotWrite(
                        f"{self.folder.name} has no lock: {error.strerror}"
                    ) from error
                raise BadInput(
                    f"{self._ledger.path.name} is being continued by another process: a sweep has "
                    "one process; wait for it"
                ) from None
            yield
        finally:
            os.close(number)


def _rows_at(connection: Connection, step: int, passed: int) -> list[tuple[object, object, object]]:
    return connection.execute(
        "SELECT path, digest, facts FROM layer WHERE step = ? AND pass = ? ORDER BY part",
        (step, passed),
    ).fetchall()


def _make_current(connection: Connection, layer: Layer) -> None:
    connection.execute("UPDATE run SET value = ? WHERE key = 'layer'", (layer.text(),))
    connection.execute(
        "DELETE FROM layer WHERE NOT (step = ? AND pass = ?)", (layer.step, layer.passed)
    )


Facts = TypeVar("Facts", Layer, Part)


def _text(facts: Layer | Part) -> str:
    """Return facts as JSON; sums in base 16, as Python limits the digits of decimal numbers."""
    values = asdict(facts)
    if isinstance(facts, Part):
        values["total"] = hex(facts.total)
    return json.dumps({"byteorder": sys.byteorder, **values})


def _read(kind: type[Facts], text: object, path: Path) -> Facts:
    """Return the facts of a text; raise `BadFormat` if it has others."""
    refusal = BadFormat(
        f"{path.name} is damaged: the facts of a layer are {str(text)[:40]!r}; start again in "
        "another file"
    )
    try:
        values = json.loads(str(text))
        order = values.pop("byteorder")
        if kind is Part:
            values["total"] = int(values["total"], 16)
        facts = kind(**values)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise refusal from None
    if order != sys.byteorder:
        raise BadFormat(f"{path.name} was begun on a machine with another order of bytes: {order}")
    kinds = {"sorted": bool, "once": bool, "apart": bool, "growth": list, "sizes": list}
    for name, value in values.items():
        if type(value) is not kinds.get(name, int):
            raise refusal
        numbers = value if isinstance(value, list) else [value]
        bits = {"growth": 64, "total": inf, "bits": 6}.get(name, 62)
        if not all(isinstance(n, int) and n >= 0 and n.bit_length() <= bits for n in numbers):
            raise refusal
    return facts
