"""A count with a memo in a run: its places and what was found, and now and then its table.

One process counts.  It stores its position now and then, as the rest of a share.  What a kill
loses is counted again, with the table that was stored last.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import perf_counter

from combien._base.budget import NO_LIMIT, Meter
from combien.cover._problem import Problem
from combien.engines._counting import OutOfBytes
from combien.engines._protocol import UNLIMITED, Budget, Count, Reporter
from combien.engines._sweeps.memo import MemoCounting
from combien.errors import BadFormat, BadInput, Interrupted
from combien.running._database import PIECE, Writing, pieces_of
from combien.running._ledger import LEASE_SECONDS, MEMO, Ledger, Share, owner_name
from combien.running._runners import Worked

# The position is stored every 0.2 s at first, later every 400th of the time so far.
SHORTEST, PART = 0.2, 400

# The table is stored after ten times the time of a save.
SAVE_PART = 10
LEAST_SAVE = 0.1

# The version of the entries of a table.
FORMAT = "combien-table-3"

# The slots of the table that are written at once.
SLOTS = 1 << 14

DIGEST = 16
WORD = 8


def count_by_memo(
    problem: Problem,
    path: str | os.PathLike[str],
    *,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> Count:
    """Count with a memo, and store how far it is; an existing file is continued.

    >>> from tempfile import TemporaryDirectory
    >>> from combien.puzzles import Queens
    >>> with TemporaryDirectory() as folder:
    ...     count_by_memo(Queens(8).problem(), f"{folder}/run.db").count
    92

    The budget counts the nodes of this call.  Raises `OutOfBudget` and `Interrupted`; the same call
    continues the run.
    """
    meter = Meter(budget, engine=MEMO, report=report)
    file = Path(path)
    if not file.exists():
        # Another process may have begun the same run: then that one continues it.
        with suppress(FileExistsError):
            ledger = Ledger.create(file, problem, engine=MEMO, seed=0, nodes=0, positions=[(0, "")])
            ledger.close()
            _Table(ledger).remove_left()
    with Ledger.opened(file, problem, MEMO) as ledger:
        if not ledger.tally().complete:
            owner = owner_name()
            try:
                _Run(problem, ledger, owner, meter).run()
            finally:
                ledger.release(owner)
        tally = ledger.tally()
        why = f"counted with a memo; the run is in {file.name}"
        return Count(tally.found, {"nodes": tally.nodes}, MEMO, why)


class _Run:
    """A process that continues a count with a memo."""

    def __init__(self, problem: Problem, ledger: Ledger, owner: str, meter: Meter) -> None:
        self._ledger = ledger
        self._owner = owner
        self._meter = meter
        self._share = self._leased()
        self._table = _Table(ledger)
        self._counting = MemoCounting(problem, self._share.position)
        self._before = ledger.tally()
        # What this process has counted, as far as it is in the file.
        self._found = self._nodes = 0
        self._started = perf_counter()

    def _known(self) -> dict[str, int]:
        here, before = self._counting.known, self._before
        found = before.found + here["at_least"]
        return {"at_least": found, "nodes": before.nodes + here["nodes"]}

    def _leased(self) -> Share:
        # There is one share: whoever continues wants to try it again.
        shares = self._ledger.lease(self._owner, 1, most_tries=NO_LIMIT)
        if not shares:
            raise BadInput(
                f"{self._ledger.path.name} is being continued by another process: a count with a "
                "memo has one process; wait for it"
            )
        return shares[0]

    def run(self) -> None:
        """Count to the end."""
        try:
            self._table.load(self._counting, self._meter.bytes, self._tick)
            while not self._is_done():
                pass
        except KeyboardInterrupt as interrupt:
            self._store()
            raise Interrupted(str(interrupt), known=self._known(), position="") from None
        self._table.remove()

    def _tick(self) -> None:
        _, seconds = self._meter.slice(0)
        if seconds <= 0:
            raise self._meter.stop(self._known())

    def _is_done(self) -> bool:
        """Count for some seconds, and store the position; return whether it was the end."""
        begun = perf_counter()
        seconds = max(SHORTEST, min(LEASE_SECONDS / 6, (begun - self._started) / PART))
        while perf_counter() - begun < seconds:
            counting = self._counting
            steps, left = self._meter.slice(counting.steps)
            if steps == 0:
                self._store()
                self._table.save(counting)
                raise self._meter.stop(self._known())
            try:
                if counting.advance(steps, left, self._meter.bytes):
                    self._finish("")
                    return True
            except (OutOfBytes, MemoryError):
                raise self._meter.stop_for_bytes(self._known()) from None
            if self._meter.has_reporter:
                self._meter.progress(counting.fraction, self._known())
        self._store()
        if self._table.is_due:
            self._table.save(self._counting)
        return False

    def _store(self) -> None:
        """Store what was found, and the rest as a new share."""
        # The solutions are in the share, not in the position.
        position = self._counting.position.partition("=")[0]
        if position:
            self._finish(position)
            self._share = self._leased()

    def _finish(self, rest: str) -> None:
        counting = self._counting
        found = counting.known["at_least"]
        worked = Worked(self._share.id, found - self._found, counting.steps - self._nodes, rest)
        self._ledger.finish(self._owner, [(self._share, worked, [rest] if rest else [])])
        self._found, self._nodes = found, counting.steps


class _Table:
    """The file of the table: facts in a line, the words of the entries, and a digest of both.

    The facts have the run and the problem, as entries of another one are wrong here.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._file = ledger.path.with_name(f"{ledger.path.name}.table")
        self._owner = {
            "format": FORMAT,
            "run": ledger.run,
            "fingerprint": ledger.facts["fingerprint"],
            "byteorder": sys.byteorder,
        }
        self._saved, self._cost = perf_counter(), LEAST_SAVE

    @property
    def is_due(self) -> bool:
        """Whether saving takes little in comparison with the time since then."""
        return perf_counter() - self._saved > SAVE_PART * self._cost

    def save(self, counting: MemoCounting) -> None:
        """Write the entries under another name, and give the file its name."""
        begun = perf_counter()
        mixed, pieces = blake2b(digest_size=DIGEST), self._pieces(counting)
        Writing(self._file, pieces, mixed, sealed=True, else_from="the table before").end()
        self._saved = perf_counter()
        self._cost = max(LEAST_SAVE, self._saved - begun)

    def _pieces(self, counting: MemoCounting) -> Iterator[bytes]:
        """Yield the content of the file before its digest."""
        facts = {
            **self._owner,
            "order": counting.order,
            "limbs": counting.limbs,
            "words": counting.entry_words,
        }
        yield json.dumps(facts).encode() + b"\n"
        for begin in range(0, counting.slots, SLOTS):
            yield counting.saved(begin, begin + SLOTS)

    def load(self, counting: MemoCounting, bytes: int, tick: Callable[[], None]) -> None:
        """Read the entries, if there is such a file; `tick` is called after every piece.

        Raises `BadFormat` if it is damaged, and `BadInput` if it is of another run.
        """
        if self._file.is_symlink() or not self._file.is_file():
            return
        refusal = BadFormat(f"{self._file.name} is damaged: remove it, and the count begins anew")
        with self._file.open("rb") as file:
            mixed, size = blake2b(digest_size=DIGEST), self._file.stat().st_size - DIGEST
            for piece in pieces_of(file, size):
                mixed.update(piece)
                tick()
            if file.read() != mixed.digest():
                raise refusal
            file.seek(0)
            try:
                facts = json.loads(file.readline(PIECE))
                ours = facts | self._owner == facts
                left = size - file.tell() if ours else 0
                for piece in pieces_of(file, left, WORD * facts["words"]):
                    counting.load(piece, facts["limbs"], bytes, facts["order"])
                    tick()
            except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError) as error:
                raise refusal from error
        if not ours:
            raise BadInput(
                f"{self._file.name} is the table of another run, or of another version of combien: "
                "remove it, and this run continues without it"
            )

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            self._file.unlink()

    def remove_left(self) -> None:
        """Remove the table of a run that was removed, and that had the file of this name."""
        content = (ValueError, TypeError, KeyError, RecursionError)
        with suppress(OSError, *content), self._file.open("rb") as file:
            if json.loads(file.readline(PIECE))["format"] == FORMAT:
                self.remove()
