"""The ledger of a long run: a sqlite file with every share of the search, and what was found.

A share is a position, and the tasks below it form a tree: a task that runs out of time stores what
it found, and its rest becomes one or more new shares, in one transaction.  So the count is the sum
of what all finished and split shares found, whenever the run is killed.

A coordinator *leases* shares.  Its lease ends after a minute unless it is renewed, or at once if
its process has died on the same machine.  A result counts only while the share is leased to the
same coordinator, so a late result adds nothing.
"""

from __future__ import annotations

import glob
import os
import re
import socket
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import NamedTuple
from uuid import uuid4

from combien._wording import counted
from combien.cover import formats
from combien.cover._problem import Problem
from combien.engines._search.places import tree_name
from combien.errors import BadFormat, BadInput, CannotAnswer, CannotWrite
from combien.running._task import Worked

__all__ = ["LEASE_SECONDS", "Ledger", "Share", "Tally", "number_of", "owner_name", "text_of"]

SCHEMA = "combien-run-1"

# A coordinator renews its leases several times in this number of seconds.
LEASE_SECONDS = 60.0

# A share that ended its worker this number of times stops the run.
MOST_TRIES = 4

# How long to wait for another process that writes, in seconds.
BUSY_SECONDS = 30.0

# The first bytes of every sqlite database.
MAGIC = b"SQLite format 3\0"

TABLES = {
    "run": "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "share": (
        "CREATE TABLE share (id INTEGER PRIMARY KEY, parent INTEGER, position TEXT NOT NULL, "
        "status TEXT NOT NULL CHECK (status IN ('open', 'leased', 'split', 'done')), "
        "found TEXT NOT NULL, nodes INTEGER NOT NULL, owner TEXT NOT NULL, "
        "lease_until REAL NOT NULL, place INTEGER NOT NULL, tries INTEGER NOT NULL)"
    ),
    "layer": (
        "CREATE TABLE layer (step INTEGER NOT NULL, pass INTEGER NOT NULL, part INTEGER NOT NULL, "
        "path TEXT NOT NULL, digest TEXT NOT NULL, facts TEXT NOT NULL, "
        "PRIMARY KEY (step, pass, part))"
    ),
    "share_by_status": "CREATE INDEX share_by_status ON share (status, place, id)",
}


class Share(NamedTuple):
    """A leased share; `place` is that of the first share above it in the order of the run."""

    id: int
    place: int
    position: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The state of a run: what was found, and the shares by status."""

    found: int
    nodes: int
    open: int
    leased: int
    finished: int

    @property
    def complete(self) -> bool:
        """Whether no share is left, so that `found` is the count."""
        return self.open == 0 and self.leased == 0


class Ledger:
    """The file of a run, opened by one process.

    Every method is one transaction, written to the disk before it returns.
    """

    def __init__(
        self, path: Path, connection: sqlite3.Connection, facts: Mapping[str, str]
    ) -> None:
        self.path = path
        self._connection = connection
        self._facts = facts

    # Opening --------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls,
        path: str | os.PathLike[str],
        problem: Problem,
        *,
        engine: str,
        seed: int,
        nodes: int,
        found: int = 0,
        positions: Iterable[tuple[int, str]],
        more: Mapping[str, str] | None = None,
    ) -> Ledger:
        """Create the file of a new run with these places and positions.

        `nodes` are those above the first shares, and `found` the solutions that are in none of
        them; `more` are other facts.  Raises `FileExistsError`.
        """
        file = Path(path)
        facts = {
            "schema": SCHEMA,
            "fingerprint": problem.fingerprint,
            "engine": engine,
            "tree": _tree(engine),
            "question": "count",
            "seed": str(seed),
            "problem": formats.write(problem, format="json"),
            **(more or {}),
        }
        with _explained(file):
            _remove_unnamed(file)
            # Complete before it has its name, which only one of two processes gives it.
            unnamed = file.with_name(f"{file.name}.{owner_name().replace(':', '~')}.new")
            connection = _connected(unnamed)
            # A kill leaves no second file.
            connection.execute("PRAGMA journal_mode = MEMORY")
            with _transaction(connection):
                for statement in TABLES.values():
                    connection.execute(statement)
                connection.executemany("INSERT INTO run VALUES (?, ?)", facts.items())
                connection.execute(
                    "INSERT INTO share VALUES (1, NULL, '', 'split', ?, ?, '', 0, -1, 0)",
                    (text_of(found), nodes),
                )
                connection.executemany(
                    "INSERT INTO share VALUES (NULL, 1, ?, 'open', '0', 0, '', 0, ?, 0)",
                    ((position, place) for place, position in positions),
                )
            connection.close()
            _give_name(unnamed, file)
        return cls.open(file)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Ledger:
        """Open the file of a run; raise `BadFormat` if it is none."""
        file = Path(path)
        if not file.is_file():
            raise BadInput(f"there is no file '{str(file)[:200]}'")
        refusal = BadFormat(f"{file.name} is not a file of a run of combien ({SCHEMA})")
        with _explained(file):
            with file.open("rb") as start:
                if start.read(len(MAGIC)) != MAGIC:
                    raise refusal
            connection = _connected(file)
            try:
                # Nothing is written to a file of another program.
                facts = _facts(connection)
                if facts is None:
                    raise refusal
                _made_durable(connection)
            except BaseException:
                connection.close()
                raise
        return cls(file, connection, facts)

    @classmethod
    @contextmanager
    def opened(
        cls, path: str | os.PathLike[str], problem: Problem, engine: str
    ) -> Iterator[Ledger]:
        """Open the file of a run of this problem and engine, and close it at the end."""
        ledger = cls.open(path)
        try:
            ledger.check(problem, engine)
            yield ledger
        finally:
            ledger.close()

    def check(self, problem: Problem, engine: str) -> None:
        """Check that the run is about this problem and engine; raise `BadInput` if not."""
        facts = self._facts
        if facts.get("fingerprint") != problem.fingerprint:
            raise BadInput(
                f"{self.path.name} is a run of another problem (its fingerprint differs): name "
                "another file"
            )
        if engine not in ("auto", facts.get("engine")):
            raise BadInput(
                f"{self.path.name} is a run of the engine {facts.get('engine')!r}, not {engine!r}: "
                "name another file, or omit the engine"
            )
        tree = _tree(facts.get("engine", ""))
        if facts.get("tree") != tree:
            raise BadInput(
                f"{self.path.name} is a run on the search tree {facts.get('tree')!r}, and this "
                f"version of combien visits {tree!r}: start again with another file"
            )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # What is known --------------------------------------------------------------------------------

    @property
    def facts(self) -> Mapping[str, str]:
        """What the run is about: problem, engine, question, seed."""
        return self._facts

    @property
    def engine(self) -> str:
        """The engine that searches."""
        return self._facts["engine"]

    @property
    def seed(self) -> int:
        """The seed of the order of the shares."""
        return int(self._facts["seed"])

    def problem(self) -> Problem:
        """Return the problem."""
        return formats.read(self._facts["problem"], format="json")

    def tally(self) -> Tally:
        """Return the state of the run."""
        with _explained(self.path):
            rows = self._connection.execute(
                "SELECT status, count(*) FROM share GROUP BY status"
            ).fetchall()
            number = dict(rows)
            found, nodes = 0, 0
            # The numbers may exceed 64 bits, so they are added here.
            for text, more in self._connection.execute(
                "SELECT found, nodes FROM share WHERE status IN ('done', 'split')"
            ):
                found += number_of(text)
                nodes += more
        return Tally(
            found,
            nodes,
            number.get("open", 0),
            number.get("leased", 0),
            number.get("done", 0) + number.get("split", 0),
        )

    def open_shares(self) -> int:
        """Return the number of shares that nobody has."""
        with _explained(self.path):
            (number,) = self._connection.execute(
                "SELECT count(*) FROM share WHERE status = 'open'"
            ).fetchone()
        return int(number)

    def costs(self) -> list[tuple[int, bool]]:
        """Return the nodes of each first share, in the order of the run, and whether it is done."""
        with _explained(self.path):
            rows = self._connection.execute(
                "SELECT sum(nodes), sum(status IN ('open', 'leased')) FROM share "
                "WHERE place >= 0 GROUP BY place ORDER BY place"
            ).fetchall()
        return [(nodes, left == 0) for nodes, left in rows]

    def shares(self) -> Iterator[tuple[int, int | None, str, str, int, int]]:
        """Yield every share: number, parent, position, status, solutions, nodes."""
        with _explained(self.path):
            for number, parent, position, status, found, nodes in self._connection.execute(
                "SELECT id, parent, position, status, found, nodes FROM share ORDER BY id"
            ):
                yield number, parent, position, status, number_of(found), nodes

    def layer_files(self) -> list[tuple[str, int, int, str, str]]:
        """Return every file of a layer: name, step, pass, digest, facts."""
        with self.transaction() as connection:
            return connection.execute(
                "SELECT path, step, pass, digest, facts FROM layer ORDER BY step, pass, part"
            ).fetchall()

    def owners(self) -> list[str]:
        """Return the coordinators that hold a lease."""
        with _explained(self.path):
            rows = self._connection.execute(
                "SELECT DISTINCT owner FROM share WHERE status = 'leased' AND lease_until > ?",
                (time(),),
            ).fetchall()
        return [owner for (owner,) in rows]

    # Work -----------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Context manager for one transaction of several statements."""
        with _explained(self.path), _transaction(self._connection):
            yield self._connection

    def lease(self, owner: str, number: int, *, most_tries: int = MOST_TRIES) -> list[Share]:
        """Lease up to this number of shares, the first ones in the order of the run.

        Raises `CannotAnswer` for a share that has ended its worker so many times.
        """
        now = time()
        with _explained(self.path), _transaction(self._connection):
            held = self._connection.execute(
                "SELECT DISTINCT owner FROM share WHERE status = 'leased'"
            ).fetchall()
            # A lease that ends too late was made before the clock was set back.
            ended = self._connection.execute(
                "SELECT DISTINCT owner FROM share WHERE status = 'leased' "
                "AND (lease_until < ? OR lease_until > ?)",
                (now, now + 2 * LEASE_SECONDS),
            ).fetchall()
            for (each,) in held:
                if each != owner and ((each,) in ended or _is_dead(each)):
                    self._reopen(each)
            rows = self._connection.execute(
                "SELECT id, place, position, tries FROM share WHERE status = 'open' "
                "ORDER BY place, id LIMIT ?",
                (number,),
            ).fetchall()
            for share, _, position, tries in rows:
                if tries >= most_tries:
                    raise CannotAnswer(
                        f"share {share} has ended its worker {counted(tries, 'time')}, so the run "
                        "stops: count it alone, with more memory, by combien count --resume "
                        f"{position}"
                    )
            self._connection.executemany(
                "UPDATE share SET status = 'leased', owner = ?, lease_until = ?, tries = tries + 1 "
                "WHERE id = ?",
                [(owner, now + LEASE_SECONDS, share) for share, *_ in rows],
            )
        return [Share(share, place, position) for share, place, position, _ in rows]

    def _reopen(self, owner: str) -> None:
        """Return the shares of a coordinator that has ended.

        Only the first one counts as tried: the others were probably waiting for it, and a process
        that is killed again and again, whatever it does, must not stop the run.
        """
        held = self._connection.execute(
            "SELECT id FROM share WHERE status = 'leased' AND owner = ? ORDER BY place, id",
            (owner,),
        ).fetchall()
        self._connection.executemany(
            "UPDATE share SET status = 'open', tries = tries - ? WHERE id = ?",
            [(int(number > 0), share) for number, (share,) in enumerate(held)],
        )

    def renew(self, owner: str) -> None:
        """Extend the leases of a coordinator."""
        with _explained(self.path), _transaction(self._connection):
            self._connection.execute(
                "UPDATE share SET lease_until = ? WHERE status = 'leased' AND owner = ?",
                (time() + LEASE_SECONDS, owner),
            )

    def finish(self, owner: str, results: Iterable[tuple[Share, Worked, list[str]]]) -> int:
        """Store results, each with the positions of its rest; return how many were too late."""
        late = 0
        with _explained(self.path), _transaction(self._connection):
            for share, worked, rest in results:
                changed = self._connection.execute(
                    "UPDATE share SET status = ?, found = ?, nodes = ?, owner = '' "
                    "WHERE id = ? AND status = 'leased' AND owner = ?",
                    (
                        "split" if rest else "done",
                        text_of(worked.found),
                        worked.nodes,
                        share.id,
                        owner,
                    ),
                ).rowcount
                if not changed:
                    late += 1
                    continue
                self._connection.executemany(
                    "INSERT INTO share VALUES (NULL, ?, ?, 'open', '0', 0, '', 0, ?, 0)",
                    [(share.id, position, share.place) for position in rest],
                )
        return late

    def release(self, owner: str, shares: Iterable[Share] | None = None) -> None:
        """Return leased shares that were not searched: these, or all of a coordinator."""
        which = "SELECT id FROM share WHERE status = 'leased' AND owner = ?"
        with _explained(self.path), _transaction(self._connection):
            held = {each for (each,) in self._connection.execute(which, (owner,))}
            given = held if shares is None else held & {share.id for share in shares}
            self._connection.executemany(
                "UPDATE share SET status = 'open', tries = tries - 1, owner = '' WHERE id = ?",
                [(each,) for each in given],
            )

    def give_back(self, owner: str, shares: Iterable[Share]) -> None:
        """Return the shares of a worker that died; the attempt counts."""
        with _explained(self.path), _transaction(self._connection):
            self._connection.executemany(
                "UPDATE share SET status = 'open', owner = '' WHERE id = ? AND status = 'leased' "
                "AND owner = ?",
                [(share.id, owner) for share in shares],
            )


# New files ----------------------------------------------------------------------------------------


def _give_name(unnamed: Path, file: Path) -> None:
    """Rename a file; raise `FileExistsError` if there is another one of this name."""
    try:
        try:
            os.link(unnamed, file)
        except FileExistsError:
            raise
        except OSError:
            # Without hard links: whoever creates the empty file replaces it.
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            os.replace(unnamed, file)
    finally:
        unnamed.unlink(missing_ok=True)


def _remove_unnamed(file: Path) -> None:
    """Remove what processes left that were killed while they created this file."""
    for left in file.parent.glob(f"{glob.escape(file.name)}.*~*~*~*.new"):
        owner = left.name.removeprefix(f"{file.name}.").removesuffix(".new").replace("~", ":")
        if _is_dead(owner):
            with suppress(OSError):
                left.unlink()


# Coordinators -------------------------------------------------------------------------------------


def owner_name() -> str:
    """Return a new name for a coordinator: its machine, process, and a random part."""
    return f"{socket.gethostname()}:{os.getpid()}:{_started(os.getpid())}:{uuid4().hex[:8]}"


def _is_dead(owner: str) -> bool:
    """Whether a coordinator ran on this machine, and its process has ended."""
    host, _, rest = owner.partition(":")
    number, _, rest = rest.partition(":")
    started = rest.partition(":")[0]
    if host != socket.gethostname() or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:  # It runs, for another user.
        pass
    # The number of a process may be used again.
    return _started(int(number)) != started


def _started(process: int) -> str:
    """Return when a process started, in the system's own unit; empty where that is not known."""
    with suppress(OSError):
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        return text.rpartition(")")[2].split()[19]
    return ""


def _tree(engine: str) -> str:
    """Return the name of the search tree of an engine; empty if it does not search."""
    try:
        return tree_name(engine)
    except KeyError:
        return ""


# sqlite -------------------------------------------------------------------------------------------


def _connected(file: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)
    # The file may come from somebody else: its views and triggers must do nothing.
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _made_durable(connection: sqlite3.Connection) -> None:
    """Let every transaction be on the disk before it ends, while others read."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def number_of(text: object) -> int:
    """Return a number of solutions from its text in the file."""
    if not isinstance(text, str) or not re.fullmatch("[0-9]{1,4000}|0x[0-9a-f]+", text):
        raise sqlite3.DatabaseError(f"{str(text)[:20]!r} is not a number of solutions")
    return int(text, 16 if text.startswith("0x") else 10)


def text_of(number: int) -> str:
    """Return a number of solutions as text; Python limits the digits of decimal ones."""
    return str(number) if number < 10**4000 else hex(number)


def _facts(connection: sqlite3.Connection) -> dict[str, str] | None:
    """Return the facts of a run; None if the file has other tables."""
    found = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    ).fetchall()
    if dict(found) != TABLES:
        return None
    facts = dict(connection.execute("SELECT key, value FROM run").fetchall())
    return facts if facts.get("schema") == SCHEMA else None


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """Context manager that turns the errors of sqlite into ours."""
    name = str(file)[:200]
    try:
        yield
    except sqlite3.OperationalError as error:
        raise CannotWrite(f"the file of the run '{name}' could not be used: {error}") from error
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
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
