"""What a run has done: its state, a check of its file, and its shares as JSON."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from random import Random
from typing import TextIO

from combien._base.budget import FOREVER
from combien._base.checks import check_int
from combien._base.displayed import Displayed
from combien._wording import counted
from combien.errors import BadFormat
from combien.running._coordinator import forecast
from combien.running._layers import Layers
from combien.running._ledger import MEMO, SWEEP, Ledger
from combien.running._runners import Task, work


@dataclass(frozen=True)
class LayerStatus(Displayed):
    """The last layer of a sweep that is stored.

    It comes after `step` of `steps`, `transitions` and `states` (in `widest` at most in one layer).
    Its `files` have `size` bytes in all; `ahead` is the number of parts of the next layer that are
    stored, if the layers are too large for the memory.
    """

    step: int
    steps: int
    transitions: int
    states: int
    widest: int
    files: int
    size: int
    ahead: int

    def __str__(self) -> str:
        ahead = f", and {counted(self.ahead, 'part')} of the next one" if self.ahead else ""
        return (
            f"step {self.step} of {self.steps} after {self.transitions:,} transitions and "
            f"{self.states:,} states, {self.widest:,} in the widest layer; the layer is in "
            f"{counted(self.files, 'file')} of {self.size:,} bytes{ahead}"
        )


@dataclass(frozen=True)
class RunStatus(Displayed):
    """The state of a run.

    `found` is the number of solutions found so far: the count, if the run is `complete`.  `nodes`
    are done; the whole run has between `low` and `high` nodes (`high` is None if too few shares are
    done to tell).  `open` and `leased` are shares that are left; `owners` are the processes that
    search now.  A sweep has no shares, and the last stored `layer` until it is complete.
    """

    engine: str
    found: int
    complete: bool
    nodes: int
    low: float
    high: float | None
    open: int
    leased: int
    finished: int
    owners: tuple[str, ...]
    layer: LayerStatus | None = None

    def __str__(self) -> str:
        if self.complete:
            what = f"complete: {counted(self.found, 'solution')}"
            if self.engine == SWEEP:
                return f"{what}, {self.nodes:,} transitions of {self.engine}"
            if self.engine == MEMO and self.finished > 1:
                return f"{what}, {self.nodes:,} nodes of {self.engine}"
            if self.finished == 1:
                return f"{what} of {self.engine}, which needed no shares"
            return f"{what}, {self.nodes:,} nodes of {self.engine}, in {self.finished} shares"
        if self.layer is not None:
            return f"{self.engine}: {self.layer}"
        size = "too early to tell how many there are"
        if self.high is not None:
            size = f"of {self.low:.3g} to {self.high:.3g}"
        workers = f"{len(self.owners)} process{'' if len(self.owners) == 1 else 'es'}"
        return (
            f"at least {counted(self.found, 'solution')}; {self.nodes:,} nodes of {self.engine}, "
            f"{size}; {self.finished} shares done, {self.leased} in work by {workers}, "
            f"{self.open} waiting"
        )


def status(path: str | os.PathLike[str]) -> RunStatus:
    """Return the state of a run; another process may be working on it.

    >>> from tempfile import TemporaryDirectory
    >>> from combien import count
    >>> from combien.puzzles import Queens
    >>> with TemporaryDirectory() as folder:
    ...     count(Queens(8), engine="dlx", checkpoint=f"{folder}/run.db")
    ...     print(status(f"{folder}/run.db"))
    92
    complete: 92 solutions, 1,199 nodes of dlx, in ... shares

    Raises `BadInput` if there is no such file, `BadFormat` if it is not the file of a run.
    """
    with Ledger.opened(path) as ledger:
        tally, whole = ledger.tally(), forecast(ledger.costs())
        return RunStatus(
            engine=ledger.engine,
            found=tally.found,
            complete=tally.complete,
            nodes=tally.nodes,
            low=whole.low,
            high=whole.high,
            open=tally.open,
            leased=tally.leased,
            finished=tally.finished,
            owners=tuple(ledger.owners()),
            layer=None if tally.complete else _layer(ledger),
        )


def _layer(ledger: Ledger) -> LayerStatus | None:
    """Return the last stored layer of a run that is a sweep."""
    if "order" not in ledger.facts:
        return None
    layers = Layers(ledger)
    layer = layers.layer
    return LayerStatus(
        step=layer.step,
        steps=ledger.problem().primary_count,
        transitions=layer.transitions,
        states=layer.states,
        widest=layer.widest,
        files=len(layers.parts),
        size=sum(part.bytes for part in layers.parts),
        ahead=len(layers.ahead()[1]),
    )


def verify(path: str | os.PathLike[str], *, recount: int = 10) -> int:
    """Check the file of a run; return the number of shares that were counted again.

    sqlite checks every page, every row must be what was written, every split share must have its
    rest in other shares, and the problem of the file must have its fingerprint.  `recount`
    finished shares, chosen at random, are searched again.  A sweep has no shares: all files of its
    layer are read.  Raises `BadFormat` with the first share or file that is wrong.
    """
    recount = check_int("recount", recount)
    with Ledger.opened(path) as ledger:
        ledger.require_integrity()
        problem = ledger.problem()
        ledger.check(problem, ledger.engine)
        if "order" in ledger.facts:
            if not ledger.tally().complete:
                Layers(ledger).check(lambda: None)
            return 0
        done = [
            (number, position, found, nodes)
            for number, _, position, state, found, nodes in ledger.shares()
            if state == "done"
        ]
        # The nodes of a count with a memo depend on what its table had.
        again_from = [] if ledger.engine == MEMO else done
        chosen = Random(ledger.seed).sample(again_from, min(recount, len(again_from)))
        for number, position, found, nodes in chosen:
            (again,) = work(problem, Task(ledger.engine, ((number, position),), FOREVER))
            if (again.found, again.nodes) != (found, nodes):
                raise BadFormat(
                    f"share {number} of {ledger.path.name} has {counted(found, 'solution')} and "
                    f"{nodes} nodes there, and {again.found} and {again.nodes} when counted again"
                )
    return len(chosen)


def export(path: str | os.PathLike[str], file: TextIO) -> None:
    """Write a run as lines of JSON: its facts, each share, and each file of a layer.

    >>> import io
    >>> from tempfile import TemporaryDirectory
    >>> from combien import count
    >>> from combien.puzzles import Queens
    >>> text = io.StringIO()
    >>> with TemporaryDirectory() as folder:
    ...     count(Queens(4), engine="dlx", checkpoint=f"{folder}/run.db")
    ...     export(f"{folder}/run.db", text)
    2
    >>> text.getvalue().splitlines()[1]
    '{"share": 1, "parent": null, "position": "", "status": "split", "found": "0", "nodes": 11}'
    """
    with Ledger.opened(path) as ledger:
        file.write(json.dumps(ledger.facts) + "\n")
        names = ("share", "parent", "position", "status", "found", "nodes")
        for row in ledger.shares():
            share = dict(zip(names, row, strict=True))
            file.write(json.dumps({**share, "found": str(share["found"])}) + "\n")
        for name, step, passed, digest, facts in ledger.layer_files():
            stored = {"layer": name, "step": step, "pass": passed, "digest": digest}
            file.write(json.dumps({**stored, "facts": facts}) + "\n")
