"""The layers of a sweep on the disk: files beside the file of a run, and what is known of them.

A layer is a number of parts, each a file of 64-bit words: states with their counts.  A part is
written to a temporary name, made durable, renamed, and then entered into the database; so whatever
is in the database is complete.  A sweep may go on while the disk works.  The layer before is
removed when all parts of the next one are in the database.

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
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from math import inf
from sqlite3 import Connection
from typing import NamedTuple, TypeVar

from combien.engines._sweeps.frontier import Checksum
from combien.errors import BadFormat, BadInput, CannotWrite
from combien.running._database import Damage, Writing, explained, no_link, pieces_of
from combien.running._ledger import Ledger

NAME = re.compile(r"layer-[0-9]{1,9}-[0-9]{1,9}-[0-9]{1,9}\.words")

WORD = 8


@dataclass(frozen=True, slots=True)
class Layer:
    """A layer: its place in the sweep, and the counters of all that came before.

    It has `files` files, each divided into 2^`bits` divisions.  `once` is whether every state is
    there once and is in the counters; otherwise several parts may have the same state.

    The run took some `milliseconds` until then, in `starts` processes; `rate` is the number of
    bytes that they saved in a second, 0 if it is not known.
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
    milliseconds: int = 0
    starts: int = 0
    rate: int = 0

    @property
    def place(self) -> tuple[int, int]:
        """The step and the pass."""
        return self.step, self.passed


@dataclass(frozen=True, slots=True)
class Part:
    """A file: the states of each division of the layer, with counts of `limbs` limbs.

    It was made of a chunk of the layer before: a division, and of that a share by another hash
    (`chosen` of 2^`shares`), with these numbers of states and transitions.  `total` is the sum of
    the counts.  The facts that are stored do not have its `name` and `digest`.
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
    name: str = ""
    digest: str = ""

    @property
    def size(self) -> int:
        """The number of states."""
        return sum(self.sizes)

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return self.size * self.stride * WORD


class Saving(NamedTuple):
    """A part that is being stored: its file, its row of the database, and its bytes."""

    writing: Writing
    row: tuple[int, int, int, str, str, str]
    bytes: int


class Layers:
    """The layers of a run: the current one, and the parts of the next one so far."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.folder = ledger.path.with_name(f"{ledger.path.name}.layers")
        # Whether the files of the database were checked, or written, by this process.
        self.checked = False
        self.read()

    def read(self) -> None:
        """Read the current layer from the database."""
        # As one state, as another process may be storing the next layer.
        with self._ledger.reading() as connection:
            text = connection.execute("SELECT value FROM run WHERE key = 'layer'").fetchone()
            self.layer = _read(Layer, text and text[0])
            # The files of the current layer.
            self.parts = self._parts_at(connection, self.layer.place)
            if not self.is_new and len(self.parts) != max(1, self.layer.files):
                raise Damage("files of its layer are missing")
            if any(len(part.sizes) != 1 << self.layer.bits for part in self.parts):
                raise Damage("its layer has another number of divisions")

    @property
    def is_new(self) -> bool:
        """Whether not even the first layer is stored."""
        return not self.parts and self.layer.place == (0, 0)

    def ahead(self) -> tuple[tuple[int, int] | None, list[Part]]:
        """Return the place of the next layer and its parts so far; (None, []) if there are none."""
        with self._ledger.reading() as connection:
            place = connection.execute(
                "SELECT step, pass FROM layer WHERE NOT (step = ? AND pass = ?)", self.layer.place
            ).fetchone()
            return (None, []) if place is None else (place, self._parts_at(connection, place))

    def _parts_at(self, connection: Connection, place: tuple[int, int]) -> list[Part]:
        found: list[Part] = []
        for name, digest, facts in connection.execute(
            "SELECT path, digest, facts FROM layer WHERE step = ? AND pass = ? ORDER BY part", place
        ):
            if not (isinstance(name, str) and NAME.fullmatch(name) and isinstance(digest, str)):
                raise Damage(f"the name of a layer is {str(name)[:40]!r}")
            part = replace(_read(Part, facts), name=name, digest=digest)
            if part.stride <= part.limbs or part.limbs < 1:
                raise Damage(f"the facts of {name} are wrong")
            found.append(part)
        return found

    # Reading --------------------------------------------------------------------------------------

    def check(self, tick: Callable[[], object]) -> None:
        """Read all files of the database; raise `BadFormat` with the first one that is damaged.

        `tick` is called after every piece.
        """
        for part in [*self.parts, *self.ahead()[1]]:
            for _ in self.words(part, 0, part.size):
                tick()
        self.checked = True

    def _digest(self, part: Part) -> Checksum:
        """Return the digest of a file of this run that begins with these facts."""
        facts = layer_text(part).encode()
        seed = blake2b(facts, digest_size=32, key=self._ledger.run.encode())
        return Checksum(seed.digest())

    def words(self, part: Part, begin: int, size: int) -> Iterator[bytes]:
        """Yield `size` states of a file, from the state `begin` on, in pieces of whole states.

        Raises `BadFormat` at the end if these are all states of the file and it is damaged.
        """
        place = f"{self.folder.name}/{part.name}"
        wide = part.stride * WORD
        mixed = self._digest(part)
        self.require_folder()
        with ExitStack() as held:
            try:
                file = held.enter_context(
                    open(self.folder / part.name, "rb", buffering=0, opener=no_link)
                )
            except OSError as error:
                raise BadFormat(
                    f"{place}, a layer of {self._ledger.path.name}, cannot be read: "
                    f"{error.strerror}"
                ) from error
            there = os.fstat(file.fileno()).st_size
            if there != part.bytes:
                raise BadFormat(
                    f"{place} is damaged: it has {there} bytes instead of {part.bytes}; start "
                    "again in another file"
                )
            file.seek(begin * wide)
            left = size * wide
            for piece in pieces_of(file, left, wide):
                left -= len(piece)
                if len(piece) % wide:
                    break
                mixed.update(piece)
                yield piece
            if left:
                raise BadFormat(f"{place} became shorter while it was read")
            if size == part.size and mixed.digest().hex() != part.digest:
                raise BadFormat(
                    f"{place} is damaged, or of another run: it is not what was written; start "
                    "again in another file"
                )

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

    def start(self) -> None:
        """Store that another process continues the run."""
        self.layer = replace(self.layer, starts=self.layer.starts + 1)
        with self._ledger.transaction() as connection:
            _write(connection, self.layer)

    def begin(
        self, step: int, passed: int, number: int, part: Part, pieces: Iterable[bytes]
    ) -> Saving:
        """Begin to store a part of a layer, which is known once `add` has ended it."""
        name = f"layer-{step}-{passed}-{number}.words"
        mixed = self._digest(part)
        writing = Writing(self.folder / name, pieces, mixed, else_from="the layer before")
        row = (step, passed, number, name, mixed.digest().hex(), layer_text(part))
        return Saving(writing, row, part.bytes)

    def add(self, saving: Saving, layer: Layer | None = None) -> None:
        """Store a part of a layer, which is the whole of it if its facts are given.

        It is on the disk when this returns.
        """
        saving.writing.end()
        with self._advancing(layer) if layer else self._ledger.transaction() as connection:
            connection.execute(
                "INSERT INTO layer VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                "path = excluded.path, digest = excluded.digest, facts = excluded.facts",
                saving.row,
            )

    def advance(self, layer: Layer) -> None:
        """Make a layer, whose parts are all stored, the current one; remove the one before."""
        with self._advancing(layer):
            pass

    @contextmanager
    def _advancing(self, layer: Layer) -> Iterator[Connection]:
        """Context manager: a transaction that makes a layer the current one."""
        with self._ledger.transaction() as connection:
            yield connection
            _write(connection, layer)
            connection.execute("DELETE FROM layer WHERE NOT (step = ? AND pass = ?)", layer.place)
        with self._ledger.reading() as connection:
            self.layer, self.parts = layer, self._parts_at(connection, layer.place)
        self.checked = True
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
        with self._advancing(replace(self.layer, files=0)) as connection:
            connection.execute(
                "UPDATE share SET status = 'done', found = ?, nodes = ? WHERE id = 2",
                (found, nodes),
            )
            connection.execute("UPDATE run SET value = ? WHERE key = 'work'", (json.dumps(work),))
            connection.execute("DELETE FROM layer")
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
        with ExitStack() as held:
            with explained(self._ledger.path):
                file = held.enter_context(open(self.folder / "lock", "ab", opener=no_link))
            try:
                flock(file, LOCK_EX | LOCK_NB)
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


def _write(connection: Connection, layer: Layer) -> None:
    connection.execute("UPDATE run SET value = ? WHERE key = 'layer'", (layer_text(layer),))


Facts = TypeVar("Facts", Layer, Part)


def layer_text(facts: Layer | Part) -> str:
    """Return facts as they are stored, as JSON."""
    values = asdict(facts)
    if isinstance(facts, Part):
        # In base 16, as Python limits the digits of decimal numbers.
        values["total"] = hex(facts.total)
        del values["name"], values["digest"]
    return json.dumps({"byteorder": sys.byteorder, **values})


def _read(kind: type[Facts], text: object) -> Facts:
    """Return the facts of a text; raise `Damage` if it has others."""
    refusal = Damage(f"the facts of a layer are {str(text)[:40]!r}")
    try:
        values = json.loads(str(text))
        order = values.pop("byteorder")
        if kind is Part:
            values["total"] = int(values["total"], 16)
        facts = kind(**values)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise refusal from None
    if order != sys.byteorder:
        raise Damage(f"it was begun on a machine with another order of bytes: {order}")
    kinds = {"sorted": bool, "once": bool, "apart": bool, "growth": list, "sizes": list}
    for name, value in values.items():
        if type(value) is not kinds.get(name, int):
            raise refusal
        numbers = value if isinstance(value, list) else [value]
        bits = {"growth": 64, "total": inf, "bits": 6}.get(name, 62)
        if not all(isinstance(n, int) and n >= 0 and n.bit_length() <= bits for n in numbers):
            raise refusal
    return facts
