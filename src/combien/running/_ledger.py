"""The ledger of a long run: a sqlite file with every share of the search, and what was found.

A share is a position, and the tasks below it form a tree: a task that runs out of time stores what
it found, and its rest becomes one or more new shares, in one transaction.  So the count is the sum
of what all finished and split shares found, whenever the run is killed.

A coordinator *leases* shares.  Its lease ends after a minute unless it is renewed (after five in a
file that machines share), or at once if its process has died on the same machine.  A result counts
only while the share is leased to the same coordinator, so a late result adds nothing.
"""

from __future__ import annotations

import glob
import os
import socket
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from time import time
from typing import NamedTuple
from uuid import uuid4

from combien._wording import counted
from combien.cover import formats
from combien.cover._problem import Problem
from combien.engines._places import tree_name
from combien.errors import BadInput, CannotAnswer
from combien.running._database import Damage, Database, number_of, text_of
from combien.running._runners import Worked

# A coordinator renews its leases several times in this number of seconds.
LEASE_SECONDS = 60.0
# The same for a run with many workers, which would write too often.
SHARED_LEASE_SECONDS = 300.0

# The engines whose runs have layers, or one place after another, instead of shares.
SWEEP, MEMO = "frontier", "memo"

# The share above all others.
ROOT = 1

# A share that ended its worker this number of times stops the run.
MOST_TRIES = 4


class Share(NamedTuple):
    """A leased share; `place` is the place of the first share above it in the order of the run."""

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


class Ledger(Database):
    """The file of a run, opened by one process.

    Every method is one transaction, written to the disk before it returns.
    """

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
        given = list(positions)
        facts = {
            "fingerprint": problem.fingerprint,
            "engine": engine,
            "tree": _tree(engine),
            "question": "count",
            "seed": str(seed),
            "places": str(len({place for place, _ in given})),
            "problem": formats.write(problem, format="json"),
            **(more or {}),
        }
        with cls.created(file, unnamed(file), facts) as new:
            insert = "INSERT INTO share VALUES (?, ?, ?, ?, ?, ?, '', 0, ?, 0, 0)"
            new.connection.execute(insert, (ROOT, None, "", "split", text_of(found), nodes, -1))
            new.connection.executemany(
                insert,
                ((None, ROOT, position, "open", "0", 0, place) for place, position in given),
            )
        return cls.open(file)

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Ledger:
        """Open the file of a run; raise `BadFormat` if it is damaged, or another file."""
        ledger = cls.connected(Path(path))
        try:
            if ledger.facts.get("question") != "count":
                raise BadInput(f"{ledger.path.name} is not the run of a count")
            ledger.tally()
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    @contextmanager
    def opened(
        cls, path: str | os.PathLike[str], problem: Problem | None = None, engine: str = "auto"
    ) -> Iterator[Ledger]:
        """Open the file of a run, of this problem and engine if given; close it at the end."""
        with closing(cls.open(path)) as ledger:
            if problem is not None:
                ledger.check(problem, engine)
            yield ledger

    def check(self, problem: Problem, engine: str) -> None:
        """Check that the run is about this problem and engine; raise `BadInput` if not."""
        facts = self.facts
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

    # What is known --------------------------------------------------------------------------------

    @property
    def engine(self) -> str:
        """The engine that searches."""
        return self.facts["engine"]

    @property
    def seed(self) -> int:
        """The seed of the order of the shares."""
        return int(self.facts["seed"])

    @property
    def shared(self) -> bool:
        """Whether several machines may work on the file."""
        return "shared" in self.facts

    @property
    def lease_seconds(self) -> float:
        """How long a lease is valid that is not renewed."""
        return SHARED_LEASE_SECONDS if self.shared else LEASE_SECONDS

    def problem(self) -> Problem:
        """Return the problem."""
        return formats.read(self.facts["problem"], format="json")

    def tally(self) -> Tally:
        """Return the state of the run, after every row was read and checked.

        Raises `BadFormat` if a row is not what was written, or if the shares do not fit together.
        """
        number = dict.fromkeys(("open", "leased", "split", "done"), 0)
        found = nodes = 0
        split, parents, places = set(), set(), set()
        with self.reading():
            for share, parent, _, status, text, more, _, _, place, _ in self.rows():
                number[status] += 1
                if status in ("split", "done"):
                    # The numbers may exceed 64 bits, so they are added here.
                    found += number_of(text)
                    nodes += more
                if status == "split":
                    split.add(share)
                if share != ROOT:
                    parents.add(parent)
                    places.add(place)
            # A count that needed no shares is in the first one alone.
            wrong = (split ^ parents) - {ROOT}
            if wrong or ROOT not in split:
                raise Damage(f"share {min(wrong, default=ROOT)} and its parts do not match")
            if places != set(range(int(self.facts["places"]))):
                raise Damage(f"it has the parts of {len(places)} places")
        finished = number["done"] + number["split"]
        return Tally(found, nodes, number["open"], number["leased"], finished)

    def so_far(self) -> tuple[int, int]:
        """Return the solutions and nodes of the seal, unchecked: for reports of progress."""
        with self.reading():
            seal = self.seal()
        return seal.found, seal.nodes

    def count_shares(self, *statuses: str) -> int:
        """Return the number of shares that are in one of these states."""
        marks = ", ".join("?" * len(statuses))
        ((number,),) = self.query(f"SELECT count(*) FROM share WHERE status IN ({marks})", statuses)
        return int(number)

    def count_open(self, owner: str) -> int:
        """Return the number of shares that this coordinator may lease.

        They are open, or are leased by another one that has ended.
        """
        with self.reading() as connection:
            lapsed = self._lapsed(owner, connection)
        return self.count_shares("open") + sum(number for _, number in lapsed)

    def _lapsed(self, owner: str, connection: Connection) -> list[tuple[str, int]]:
        """Return the coordinators but this one whose leases have ended, with their shares."""
        now = time()
        # A lease that ends too late was made before the clock was set back.
        held = connection.execute(
            "SELECT owner, count(*), max(lease_until < ? OR lease_until > ?) FROM share "
            "WHERE status = 'leased' GROUP BY owner",
            (now, now + 2 * self.lease_seconds),
        )
        return [
            (each, number)
            for each, number, has_ended in held
            if each != owner and (has_ended or _is_dead(each))
        ]

    def costs(self) -> list[tuple[int, bool]]:
        """Return the nodes of each first share, in the order of the run, and whether it is done."""
        rows = self.query(
            "SELECT sum(nodes), sum(status IN ('open', 'leased')) FROM share "
            "WHERE place >= 0 GROUP BY place ORDER BY place"
        )
        return [(nodes, left == 0) for nodes, left in rows]

    def shares(self) -> Iterator[tuple[int, int | None, str, str, int, int]]:
        """Yield every share: number, parent, position, status, solutions, nodes."""
        with self.reading():
            for number, parent, position, status, found, nodes, *_ in self.rows():
                yield number, parent, position, status, number_of(found), nodes

    def layer_files(self) -> list[tuple[str, int, int, str, str]]:
        """Return every file of a layer: name, step, pass, digest, facts."""
        return self.query(
            "SELECT path, step, pass, digest, facts FROM layer ORDER BY step, pass, part"
        )

    def owners(self) -> list[str]:
        """Return the coordinators that hold a lease."""
        which = "SELECT DISTINCT owner FROM share WHERE status = 'leased' AND lease_until > ?"
        return [owner for (owner,) in self.query(which, (time(),))]

    # Work -----------------------------------------------------------------------------------------

    def lease(self, owner: str, number: int, *, most_tries: int = MOST_TRIES) -> list[Share]:
        """Lease up to this number of shares, the first ones in the order of the run.

        Raises `CannotAnswer` for a share that has ended its worker too often.
        """
        now = time()
        with self.transaction() as connection:
            for each, _ in self._lapsed(owner, connection):
                # The others were probably waiting for the first one, and a process that is killed
                # again and again, whatever it does, must not stop the run.
                _reopen(connection, each, tried=1)
            rows = connection.execute(
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
            connection.executemany(
                "UPDATE share SET status = 'leased', owner = ?, lease_until = ?, tries = tries + 1 "
                "WHERE id = ?",
                [(owner, now + self.lease_seconds, share) for share, *_ in rows],
            )
        return [Share(share, place, position) for share, place, position, _ in rows]

    def renew(self, owner: str) -> None:
        """Extend the leases of a coordinator."""
        with self.transaction() as connection:
            connection.execute(
                "UPDATE share SET lease_until = ? WHERE status = 'leased' AND owner = ?",
                (time() + self.lease_seconds, owner),
            )

    def finish(self, owner: str, results: Iterable[tuple[Share, Worked, list[str]]]) -> int:
        """Store results, each with the positions of its rest; return how many were too late."""
        late = 0
        with self.transaction() as connection:
            for share, worked, rest in results:
                changed = connection.execute(
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
                connection.executemany(
                    "INSERT INTO share VALUES (NULL, ?, ?, 'open', '0', 0, '', 0, ?, 0, 0)",
                    [(share.id, position, share.place) for position in rest],
                )
        return late

    def release(self, owner: str, shares: Collection[Share] | None = None) -> None:
        """Return leased shares that were not searched: these, or all of a coordinator."""
        with self.transaction() as connection:
            _reopen(connection, owner, shares, tried=0)

    def give_back(self, owner: str, shares: Collection[Share]) -> None:
        """Return the shares of a worker that died; the attempt counts."""
        with self.transaction() as connection:
            _reopen(connection, owner, shares, tried=len(shares))


def _reopen(
    connection: Connection, owner: str, shares: Collection[Share] | None = None, *, tried: int
) -> None:
    """Return the shares of a coordinator, all or those given; this many count as tried."""
    which = "SELECT id FROM share WHERE status = 'leased' AND owner = ? ORDER BY place, id"
    held = [share for (share,) in connection.execute(which, (owner,)).fetchall()]
    if shares is not None:
        held = [each for each in held if any(each == share.id for share in shares)]
    connection.executemany(
        "UPDATE share SET status = 'open', owner = '', tries = tries - ? WHERE id = ?",
        [(int(number >= tried), share) for number, share in enumerate(held)],
    )


def unnamed(file: Path) -> Path:
    """Return where a new file is made: it is complete before it has its name.

    What processes left that were killed while they created this file is removed.
    """
    for left in file.parent.glob(f"{glob.escape(file.name)}.*~*~*~*.new"):
        owner = left.name.removeprefix(f"{file.name}.").removesuffix(".new").replace("~", ":")
        if _is_dead(owner):
            with suppress(OSError):
                left.unlink()
    return file.with_name(f"{file.name}.{owner_name().replace(':', '~')}.new")


# Coordinators -------------------------------------------------------------------------------------


def owner_name(name: str = "") -> str:
    """Return a new name for a coordinator: its machine, process, and a random part."""
    unique = "-".join([*[name] * bool(name), uuid4().hex[:8]])
    return f"{socket.gethostname()}:{os.getpid()}:{_started(os.getpid())}:{unique}"


def _is_dead(owner: str) -> bool:
    """Whether a coordinator ran on this machine, and its process has ended."""
    host, _, rest = owner.partition(":")
    number, _, rest = rest.partition(":")
    started = rest.partition(":")[0]
    # On Windows, the signal 0 is Ctrl-C.
    if host != socket.gethostname() or not number.isdigit() or sys.platform == "win32":
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
    """Return when a process started, in the system's own unit.

    Empty where that is not known, and for a zombie: it has ended, but has its number until its
    parent asks how it ended.
    """
    with suppress(OSError):
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
        state, *fields = text.rpartition(")")[2].split()
        return "" if state in "ZXx" else fields[18]
    return ""


def _tree(engine: str) -> str:
    """Return the name of the search tree of an engine; empty if it does not search."""
    try:
        return tree_name(engine)
    except KeyError:
        return ""
