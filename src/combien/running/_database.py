"""The sqlite file of a run, whose rows are sealed: damage is refused, and never counted.

Every row has a digest under the random id of the run, and one row, the *seal*, has their sum, the
number of rows, and the solutions and nodes of all shares.  Each transaction updates the seal by
what it changes.  A file is read only if quick_check of sqlite finds its pages sound, and totals
only if the rows, read one by one from the tables and not from an index, add up to the seal.  So a
changed byte, a page of another file, an older page, or a journal of another run is found.

sqlite commits whole transactions: what a power cut leaves is the state after one of them.  SQLite,
"Atomic commit in SQLite" and "How to corrupt an SQLite database file".
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from threading import Thread
from typing import IO, Any, NamedTuple, Protocol, Self

from combien._base.files import unfinished
from combien.errors import BadFormat, BadInput, CannotWrite

SCHEMA = "combien-run-2"

# How long to wait for another process that writes, in seconds.
BUSY_SECONDS = 30.0
# And for a file that many machines share.
SHARED_BUSY_SECONDS = 300.0

# The first bytes of a database of sqlite, and of the files that it may leave beside one.
MAGIC = b"SQLite format 3\0"
LEFT = {
    "-wal": (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"),
    "-journal": (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", b"\0" * 8),
    "-shm": (b"",),
}

# No index: what is found through a damaged one is not what is there.
TABLES = {
    "run": "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "share": (
        "CREATE TABLE share (id INTEGER PRIMARY KEY, parent INTEGER, position TEXT NOT NULL, "
        "status TEXT NOT NULL CHECK (status IN ('open', 'leased', 'split', 'done')), "
        "found TEXT NOT NULL, nodes INTEGER NOT NULL, owner TEXT NOT NULL, "
        "lease_until REAL NOT NULL, place INTEGER NOT NULL, tries INTEGER NOT NULL, "
        "digest INTEGER NOT NULL)"
    ),
    "layer": (
        "CREATE TABLE layer (step INTEGER NOT NULL, pass INTEGER NOT NULL, part INTEGER NOT NULL, "
        "path TEXT NOT NULL, digest TEXT NOT NULL, facts TEXT NOT NULL, "
        "PRIMARY KEY (step, pass, part)) WITHOUT ROWID"
    ),
}

# The columns that are sealed: all but the digest of a share, which is the seal of the others.
COLUMNS = {
    "run": ("key", "value"),
    "share": tuple(
        "id parent position status found nodes owner lease_until place tries".split()  # noqa: SIM905
    ),
    "layer": ("step", "pass", "part", "path", "digest", "facts"),
}
SEAL = "seal"
# The columns of a share that its numbers are in: 0 while it is open or leased.
FOUND, NODES = (COLUMNS["share"].index(name) for name in ("found", "nodes"))

# The bytes that are read or written between two looks at the budget.
PIECE = 1 << 19

# Numbers of more digits are stored in base 16.
FIRST_IN_HEX = 10**4000

# Bytes of a digest; the most significant bit is not used, so that it is an integer of sqlite.
DIGEST, MOST = 8, 2**63


class Damage(Exception):
    """The content of a file is not what was written; the text describes how."""


class Seal(NamedTuple):
    """What all rows add up to: how many, their digests, and the numbers of the finished shares."""

    rows: int = 0
    digest: int = 0
    found: int = 0
    nodes: int = 0

    def text(self) -> str:
        """Return the seal as it is stored."""
        return json.dumps([self.rows, self.digest, text_of(self.found), self.nodes])

    @classmethod
    def parse(cls, text: object) -> Seal:
        """Return the seal of a text; raise `Damage` if it is not one."""
        with suppress(ValueError, TypeError, RecursionError):
            rows, digest, found, nodes = json.loads(str(text))
            seal = cls(rows, digest, number_of(found), nodes)
            if all(type(number) is int for number in seal):
                return seal
        raise Damage(f"its seal is {str(text)[:40]!r}")

    def plus(self, sign: int, digest: int, found: int, nodes: int) -> Seal:
        """Return the seal with one more row, or one less."""
        return Seal(
            self.rows + sign,
            (self.digest + sign * digest) % MOST,
            self.found + sign * found,
            self.nodes + sign * nodes,
        )


class Database:
    """The file of a run, opened by one process; see `Ledger` for what is in it."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, facts: Mapping[str, str]
    ) -> None:
        self.path = path
        self.connection = connection
        # What the run is about: problem, engine, question, seed.
        self.facts = facts
        # The random id of the run, which its other files have, too.
        self.run = facts["run"]
        self._change = Seal()
        connection.create_function("sealed", -1, self._sealed)
        for table, columns in COLUMNS.items():
            self._watch(table, columns)

    # Opening --------------------------------------------------------------------------------------

    @classmethod
    @contextmanager
    def created(cls, file: Path, temporary: Path, facts: Mapping[str, str]) -> Iterator[Self]:
        """Context manager: a new file, filled in the block, which has its name afterwards.

        Raises `FileExistsError` if there is a file of this name, which only one of two processes
        gives it.
        """
        with explained(file), unfinished(temporary):
            connection = _connected(temporary)
            try:
                # A kill leaves no second file.
                connection.execute("PRAGMA journal_mode = MEMORY")
                for statement in TABLES.values():
                    connection.execute(statement)
                connection.execute("INSERT INTO run VALUES (?, ?)", (SEAL, Seal().text()))
                rows = {"schema": SCHEMA, "run": secrets.token_hex(8), **facts}
                made = cls(temporary, connection, rows)
                with made.transaction():
                    connection.executemany("INSERT INTO run VALUES (?, ?)", rows.items())
                    yield made
            finally:
                connection.close()
            _give_name(temporary, file)

    @classmethod
    def connected(cls, file: Path) -> Self:
        """Open the file of a run; raise `BadFormat` if it is damaged, or another file."""
        if not file.is_file():
            raise BadInput(f"there is no file '{str(file)[:200]}'")
        refusal = BadFormat(f"{file.name} is not a file of a run of combien ({SCHEMA})")
        with explained(file):
            with file.open("rb") as start:
                if start.read(len(MAGIC)) != MAGIC:
                    raise refusal
            connection = _connected(file)
            try:
                # Nothing is written to a file of another program.
                facts = _facts(connection)
                if facts is None:
                    raise refusal
                _require_sound(connection, "quick_check(1)")
                # Every transaction is on the disk before it ends; with WAL, while others read.
                if "shared" in facts:
                    connection.execute(f"PRAGMA busy_timeout = {int(1000 * SHARED_BUSY_SECONDS)}")
                    connection.execute("PRAGMA journal_mode = PERSIST")
                else:
                    connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                return cls(file, connection, facts)
            except BaseException:
                connection.close()
                raise

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    # Reading and writing --------------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Context manager in which all statements read the same state."""
        with explained(self.path):
            self.connection.execute("BEGIN")
            try:
                yield self.connection
            finally:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")

    def query(self, statement: str, values: Iterable[object] = ()) -> list[Any]:
        """Return the rows that a statement selects."""
        with self.reading() as connection:
            return connection.execute(statement, tuple(values)).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Context manager for one transaction, which also updates the seal."""
        with explained(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            self._change = Seal()
            try:
                yield self.connection
                self._reseal()
            except BaseException:
                with suppress(sqlite3.Error):
                    self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")

    def _reseal(self) -> None:
        if self._change == Seal():
            return
        before = self.seal()
        digest = (before.digest + self._change.digest) % MOST
        rows, _, found, nodes = (a + b for a, b in zip(before, self._change, strict=True))
        after = Seal(rows, digest, found, nodes)
        self.connection.execute("UPDATE run SET value = ? WHERE key = ?", (after.text(), SEAL))

    def seal(self) -> Seal:
        """Return the stored seal."""
        row = self.connection.execute("SELECT value FROM run WHERE key = ?", (SEAL,)).fetchone()
        return Seal.parse(row and row[0])

    def _watch(self, table: str, columns: tuple[str, ...]) -> None:
        """Have every statement that changes the table change the seal, and the digest of a share.

        The triggers belong to the connection, not to the file.
        """
        events = {"INSERT": ["NEW"], "DELETE": ["OLD"], "UPDATE": ["OLD", "NEW"]}
        for event, versions in events.items():
            when = f"WHEN {versions[0]}.key <> '{SEAL}' " if table == "run" else ""
            of = f"OF {', '.join(columns)} " if event == "UPDATE" else ""
            body = ""
            for version in versions:
                sign = {"NEW": 1, "OLD": -1}[version]
                values = ", ".join(f"{version}.{column}" for column in columns)
                call = f"sealed({sign}, '{table}', {values})"
                body += (
                    f"UPDATE share SET digest = {call} WHERE id = NEW.id; "
                    if table == "share" and version == "NEW"
                    else f"SELECT {call}; "
                )
            self.connection.execute(
                f"CREATE TEMP TRIGGER {event}_{table} AFTER {event} {of}ON main.{table} {when}"
                f"BEGIN {body}END"
            )

    def _sealed(self, sign: int, table: str, *row: object) -> int:
        """Add a row to the change of the seal, or take it away; return its digest."""
        digest = self.digest_of(table, row)
        found, nodes = _numbers(table, row)
        self._change = self._change.plus(sign, digest, found, nodes)
        return digest

    def digest_of(self, table: str, row: tuple[object, ...]) -> int:
        """Return the digest of a row of this run."""
        text = repr((table, *row)).encode()
        mixed = blake2b(text, digest_size=DIGEST, key=self.run.encode())
        return int.from_bytes(mixed.digest(), "big") % MOST

    # Checks ---------------------------------------------------------------------------------------

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield every share, and raise `Damage` as soon as a row is not what was written.

        Nothing that was yielded may be believed before the end.  Call it while `reading`.
        """
        total = Seal()
        for table in ("run", "layer", "share"):
            # A share has its own digest behind its columns.
            columns = (*COLUMNS[table], *(("digest",) if table == "share" else ()))
            for read in self.connection.execute(f"SELECT {', '.join(columns)} FROM {table}"):
                row = read[: len(COLUMNS[table])]
                if row[0] == SEAL:
                    continue
                digest = self.digest_of(table, row)
                if read[len(row) :] not in ((), (digest,)):
                    raise Damage(f"share {str(row[0])[:20]} is not what was written")
                total = total.plus(1, digest, *_numbers(table, row))
                if table == "share":
                    yield row
        seal = self.seal()
        if total != seal:
            raise Damage(
                "its rows are not what was written"
                if total._replace(digest=seal.digest) == seal
                else f"it has {total.rows} rows with {total.found} solutions and {total.nodes} "
                f"nodes, and {seal.rows} with {seal.found} and {seal.nodes} were written"
            )

    def require_integrity(self) -> None:
        """Have sqlite check every page and entry; raise `BadFormat` if something is wrong."""
        with explained(self.path):
            _require_sound(self.connection, "integrity_check(1)")


def _numbers(table: str, row: tuple[Any, ...]) -> tuple[int, int]:
    """Return the solutions and nodes that a row adds to the total."""
    return (number_of(row[FOUND]), row[NODES]) if table == "share" else (0, 0)


def number_of(text: object) -> int:
    """Return a number of solutions from its text in the file."""
    if not isinstance(text, str) or not re.fullmatch("[0-9]{1,4000}|0x[0-9a-f]+", text):
        raise Damage(f"{str(text)[:20]!r} is not a number of solutions")
    return int(text, 16 if text.startswith("0x") else 10)


def text_of(number: int) -> str:
    """Return a number of solutions as text; Python limits the digits of decimal ones."""
    return str(number) if number < FIRST_IN_HEX else hex(number)


# sqlite -------------------------------------------------------------------------------------------


def _connected(file: Path) -> sqlite3.Connection:
    # Threads that share a connection use it in turns.
    connection = sqlite3.connect(
        file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    # The file may come from somebody else: its views and triggers must do nothing.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA temp_store = MEMORY")
    # Damaged text is refused by its digest.
    connection.text_factory = lambda text: text.decode(errors="surrogateescape")
    return connection


def _facts(connection: sqlite3.Connection) -> dict[str, str] | None:
    """Return the facts of a run; None if the file has other tables."""
    found = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ).fetchall()
    if dict(found) != TABLES:
        return None
    facts = dict(connection.execute("SELECT key, value FROM run").fetchall())
    return facts if facts.get("schema") == SCHEMA and "run" in facts else None


def _require_sound(connection: sqlite3.Connection, check: str) -> None:
    ((found, *_), *_) = connection.execute(f"PRAGMA {check}").fetchall()
    if found != "ok":
        raise Damage(str(found).replace("\n", " ")[:200])


@contextmanager
def explained(file: Path) -> Iterator[None]:
    """Context manager that turns the errors of sqlite into ours."""
    name = str(file)[:200]
    try:
        yield
    except sqlite3.OperationalError as error:
        raise CannotWrite(f"the file of the run '{name}' could not be used: {error}") from error
    except (sqlite3.DatabaseError, UnicodeError, Damage) as error:
        raise BadFormat(
            f"'{name}' is damaged, or not a file of a run of combien ({error}); start again with "
            "another file"
        ) from error
    except FileExistsError:
        raise
    except OSError as error:
        raise CannotWrite(
            f"the file of the run '{name}' could not be created: {error.strerror}"
        ) from error


# The other files of a run -------------------------------------------------------------------------


def no_link(path: str, flags: int) -> int:
    """Open a file, but not through a link: an opener for `open`."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


class Digest(Protocol):
    """A hash, or a checksum, of all that it was updated by."""

    def update(self, data: bytes, /) -> None:
        """Add some bytes."""

    def digest(self) -> bytes:
        """Return the digest of all bytes so far."""


class Writing:
    """A file that is being written: the pieces are in it, and a thread waits for the disk.

    They go into a digest, which is written behind them if the file is `sealed`.  Until `end` it has
    a temporary name.  Raises `CannotWrite`; `else_from` names what the run then continues from.
    """

    def __init__(
        self,
        file: Path,
        pieces: Iterable[bytes],
        mixed: Digest,
        *,
        sealed: bool = False,
        else_from: str,
    ) -> None:
        self._file, self._else_from = file, else_from
        self._temporary = file.with_name(f"{file.name}.tmp")
        self._failure: OSError | None = None
        with self._explained(), ExitStack() as held:
            self._temporary.unlink(missing_ok=True)
            opened = held.enter_context(open(self._temporary, "xb", opener=no_link))
            for piece in pieces:
                mixed.update(piece)
                opened.write(piece)
            opened.write(mixed.digest() if sealed else b"")
            opened.flush()
            # The thread closes it.
            self._held = held.pop_all()
        self._thread = Thread(target=self._sync, args=(opened.fileno(),), name="fsync")
        self._thread.start()

    @property
    def on_disk(self) -> bool:
        """Whether `end` need not wait for the disk."""
        return not self._thread.is_alive()

    def end(self) -> None:
        """Give the file its name; it is whole and on the disk when this returns."""
        with self._explained():
            self._thread.join()
            if self._failure is not None:
                raise self._failure
            os.replace(self._temporary, self._file)
            # A folder cannot be opened on every system.
            with suppress(OSError):
                folder = os.open(self._file.parent, os.O_RDONLY)
                try:
                    os.fsync(folder)
                finally:
                    os.close(folder)

    def _sync(self, number: int) -> None:
        try:
            with self._held:
                os.fsync(number)
        except OSError as error:
            self._failure = error

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Context manager that explains why a file cannot be written, and then removes it."""
        try:
            with unfinished(self._temporary):
                yield
        except OSError as error:
            raise CannotWrite(
                f"{self._file.name} could not be written: {error.strerror}; the same command "
                f"continues from {self._else_from}"
            ) from error


def pieces_of(file: IO[bytes], left: int, wide: int = 1) -> Iterator[bytes]:
    """Yield this many bytes of a file in multiples of `wide`, or fewer if it ends before."""
    while left > 0 and (piece := file.read(min(left, max(wide, PIECE // wide * wide)))):
        left -= len(piece)
        yield piece


# Names --------------------------------------------------------------------------------------------


def _give_name(temporary: Path, file: Path) -> None:
    """Rename a file; raise `FileExistsError` if there is another one of this name."""
    with _alone_in(file.parent):
        if os.path.lexists(file):
            raise FileExistsError(file)
        _remove_left(file)
        try:
            os.link(temporary, file)
        except FileExistsError:
            raise
        except OSError:
            # Without hard links: whoever creates the empty file replaces it.
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            with unfinished(file):
                os.replace(temporary, file)
        temporary.unlink(missing_ok=True)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Context manager in which no other process gives a name in this folder, where locks work."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):
            from fcntl import LOCK_EX, flock  # Platform: not on Windows.

            number = os.open(folder, os.O_RDONLY)
            held.callback(os.close, number)
            flock(number, LOCK_EX)
        yield


def _remove_left(file: Path) -> None:
    """Remove the journals that sqlite left beside a file of this name that was removed.

    They would be replayed into the new file.  Files of another program are refused.
    """
    for ending, starts in LEFT.items():
        left = file.with_name(f"{file.name}{ending}")
        with suppress(FileNotFoundError):
            content = b"" if left.is_symlink() else left.read_bytes()[:8]
            if left.is_symlink() or (content and not content.startswith(starts)):
                raise BadInput(
                    f"{left.name} stands where the journal of {file.name} would be: move it away, "
                    "or name another file"
                )
            left.unlink()
