"""A sweep in a run: its layers are saved now and then, and divided when memory is too small.

At first all orders race for a moment; the run has the one with the lowest forecast.

A layer that fits is swept in memory, and saved so often that saving takes about as long as sweeping
again what kills lose.  A layer that does not fit is divided: chunk by chunk it is loaded, swept for
one pass and written to the parts of the next layer.  Which part a state belongs to depends on a
hash, so equal states meet when the part is loaded.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import sqrt
from pathlib import Path
from time import perf_counter

from combien._base.budget import NO_LIMIT, SLICE_SECONDS, Meter
from combien._base.log import DEBUG, log
from combien.cover._problem import Problem
from combien.engines._counting import OutOfBytes, summed
from combien.engines._protocol import UNLIMITED, Budget, Count, Reporter
from combien.engines._sweeps.frontier import (
    FrontierCounting,
    Sweep,
    advanced,
    load_some,
    opened,
    save_some,
)
from combien.errors import BadFormat, BadInput, CannotAnswer, Interrupted
from combien.running._database import PIECE, Damage, text_of
from combien.running._layers import WORD, Layer, Layers, Part, Saving, layer_text
from combien.running._ledger import SWEEP, Ledger

# The version of the files of layers.
FORMAT = "sweep2"

# Transitions of all orders before one of them is chosen.
RACE_STEPS = 20_000_000

# Before the first save: bytes in a second, and the seconds of a small layer.
FIRST_RATE, LEAST_SAVE = 1e9, 0.02

# How long an interrupt waits for the end of a pass.
LAST_SECONDS = 2.0

# The next pass is expected to take at most this many times as long as the last one.
SOON = 3

# A layer is divided if it takes this part of the memory, and swept in memory again below the other.
DIVIDED_FROM, WHOLE_BELOW = 0.4, 0.125
# The part of the memory for the states of a chunk: their successors need more.
CHUNK = 0.25
# How many times as large the next layer is expected to be.
GROWTH = 2
MOST_DIVISION, MOST_SHARES = 8, 24
# A chunk is halved at most this many times more often than should leave one state in a share.
SPARE_SHARES = 4


def count_by_sweep(
    problem: Problem,
    path: str | os.PathLike[str],
    *,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> Count:
    """Count by a sweep whose layers are stored; an existing file is continued.

    >>> from tempfile import TemporaryDirectory
    >>> from combien.puzzles import Queens
    >>> with TemporaryDirectory() as folder:
    ...     count_by_sweep(Queens(8).problem(), f"{folder}/run.db").count
    92

    The budget counts the transitions of this call.  Raises `OutOfBudget` and `Interrupted`; the
    same call continues the run.
    """
    began = perf_counter()
    meter = Meter(budget, engine=SWEEP, report=report)
    file = Path(path)
    live, steps = None, 0
    if not file.exists():
        live, steps = _begun(problem, file, meter)
    with Ledger.opened(file, problem, SWEEP) as ledger:
        if not ledger.tally().complete:
            layers = Layers(ledger)
            if layers.is_new:
                layers.make_folder()
            layers.require_folder()
            with layers.locked():
                # Another process may have continued the run.
                layers.read()
                _Run(problem, ledger, layers, meter, live, steps, began).run()
        work = work_of(ledger)
        why = f"swept in the {ledger.facts.get('order')} order; the run is in {ledger.path.name}"
        return Count(ledger.tally().found, work, SWEEP, why)


def work_of(ledger: Ledger) -> dict[str, int]:
    """Return the counters of a complete run, or of the layers so far if it is not complete."""
    with ledger.reading() as connection:
        row = connection.execute("SELECT value FROM run WHERE key = 'work'").fetchone()
        with suppress(TypeError, ValueError, AttributeError, RecursionError):
            return {str(name): int(value) for name, value in json.loads(row[0]).items()}
        raise Damage("it has no counters")


def _begun(problem: Problem, path: Path, meter: Meter) -> tuple[Sweep | None, int]:
    """Race the orders, and create the file of a run; return the sweep so far and all steps."""
    race = FrontierCounting(problem, all_orders=True)
    count = _raced(race, meter)
    chosen = race.choose()
    if chosen is None:
        # No order is possible: this raises the reason.
        race.advance(0, 0.0, 0)
        raise CannotAnswer("there is no order for a sweep: ask engine='dlx'")
    raced = race.work if count is not None else chosen.raced
    first = opened(problem, chosen.order)
    more = {
        "order": chosen.order,
        "items": json.dumps(first.items),
        "sweep": _format(first),
        "layer": layer_text(_layer_of(first)),
        "work": json.dumps(dict(raced)),
    }
    # Another process may have begun the same run: then that one continues it.
    with suppress(FileExistsError):
        Ledger.create(
            path,
            problem,
            engine=SWEEP,
            seed=0,
            nodes=raced["transitions"] if count is not None else 0,
            found=count or 0,
            positions=() if count is not None else [(0, "")],
            more=more,
        ).close()
    return (None if count is not None else chosen.sweep), race.steps


def _raced(race: FrontierCounting, meter: Meter) -> int | None:
    """Let the orders race for a moment; return the count if one of them is done."""
    try:
        # When the memory ends, forecasts of orders that can still go on are no longer comparable.
        while not race.raced or (race.steps < RACE_STEPS and not race.out_of_bytes):
            steps, seconds = meter.slice(race.steps)
            if steps == 0:
                raise meter.stop(race.known)
            if race.advance(steps, seconds, meter.bytes):
                return race.count
            if meter.has_reporter:
                meter.progress(race.fraction, race.known)
    except (OutOfBytes, MemoryError):
        return None
    except KeyboardInterrupt as interrupt:
        raise Interrupted(str(interrupt), known=race.known, position="") from None
    return None


def _format(sweep: Sweep) -> str:
    return f"{FORMAT}:{sweep.fingerprint:016x}"


def _layer_of(sweep: Sweep) -> Layer:
    step, passed, _, is_sorted, times_log, square = sweep.place
    work = sweep.transitions, sweep.states, sweep.widest
    return Layer(step, passed, is_sorted, (times_log, square), 0, True, *work, files=1)


def pause(cost: float, seconds: float, starts: int) -> float:
    """Return the time T between two saves of a run that has taken these seconds in these starts.

    Its processes have lived K = seconds / starts.  Saving takes cost / T of the time, and a kill
    after K loses T / 2, which is T / 2K of it; for this T, both are the same.

    >>> pause(0.04, 50, 1), pause(0.04, 50, 4)
    (2.0, 1.0)
    """
    return sqrt(2 * cost * seconds / starts)


def _begun_saving(
    sweep: Sweep,
    layers: Layers,
    number: int,
    tick: Callable[[], object],
    *,
    chunk: tuple[int, int, int] = (0, 0, 0),
    states: int = 0,
) -> Saving:
    """Begin to store the states of a sweep: a whole layer, or a part that was made of a chunk."""
    step, passed, limbs, *_ = sweep.place
    sizes = tuple(sweep.begin_saving())
    stride, total, apart = sweep.stride, sweep.total(), sweep.apart
    part = Part(stride, limbs, sizes, total, apart, *chunk, states, sweep.transitions)

    def pieces() -> Iterator[bytes]:
        while piece := save_some(sweep, PIECE // WORD):
            yield piece
            tick()

    log("running", DEBUG, "saving the states of step %d of a sweep", step)
    return layers.begin(step, passed, number, part, pieces())


class _Run:
    """A process that continues a sweep from its last layer."""

    def __init__(
        self,
        problem: Problem,
        ledger: Ledger,
        layers: Layers,
        meter: Meter,
        live: Sweep | None,
        steps: int,
        began: float,
    ) -> None:
        self._problem = problem
        self._layers = layers
        self._ledger = ledger
        self._meter = meter
        self._raced = work_of(ledger)
        # The sweep that goes on in memory; None if the layer has to be loaded.
        self._live = live
        # Transitions of this process, whether or not they are stored.
        self._steps = steps
        # The passes that are made chunk by chunk, because the memory did not suffice; and how many
        # there are when this happens again.
        self._to_divide, self._patience = 0, 4
        # When the run would have begun if this process had done all that is stored.
        self._began = began - layers.layer.milliseconds / 1000
        # The bytes that are saved in a second, without what the disk does meanwhile.
        self._rate = layers.layer.rate or FIRST_RATE
        # What the disk has not yet, and the layer that it is.
        self._saving: tuple[Saving, Layer] | None = None

    def run(self) -> None:
        """Sweep to the end."""
        try:
            self._run()
        finally:
            self._end_saving()

    def _run(self) -> None:
        try:
            self._layers.start()
            if self._layers.is_new:
                self._save(self._opened())
            elif self._live is None:
                self._layers.remove_others()
            while not self._advanced():
                pass
        except KeyboardInterrupt as interrupt:
            # Ctrl-C again: it is not worth waiting for.
            with suppress(KeyboardInterrupt, OutOfBytes, MemoryError):
                self._end_pass()
            raise Interrupted(str(interrupt), known=self._known(), position="") from None

    def _end_pass(self) -> None:
        """Sweep in memory to the end of the pass, if that is soon, and save the layer."""
        sweep, end = self._live, perf_counter() + LAST_SECONDS
        if sweep is None:
            return
        while not sweep.between and (left := end - perf_counter()) > 0:
            seconds = min(SLICE_SECONDS, left)
            if advanced(sweep, NO_LIMIT, seconds, self._meter.bytes, sweep.passes + 1):
                self._finish(sweep)
                return
        if sweep.between:
            self._save(sweep, lambda: None)

    def _save(self, sweep: Sweep, tick: Callable[[], object] | None = None) -> None:
        """Save the layer of a sweep."""
        self._begin_saving(sweep, tick)
        self._end_saving()

    def _begin_saving(self, sweep: Sweep, tick: Callable[[], object] | None = None) -> None:
        """Write the layer of a sweep, and let the disk do its part while the sweep goes on."""
        self._end_saving()
        layer, begin = self._timed(_layer_of(sweep)), perf_counter()
        saving = _begun_saving(sweep, self._layers, 0, tick or self._slice)
        self._saving = saving, layer
        if saving.bytes > PIECE:
            self._rate = saving.bytes / (perf_counter() - begin)

    def _end_saving(self) -> None:
        """Make the layer that was written the current one, once it is on the disk."""
        if self._saving is not None:
            (saving, layer), self._saving = self._saving, None
            self._layers.add(saving, layer)

    def _timed(self, layer: Layer) -> Layer:
        """Return a layer with the times of the run so far."""
        milliseconds = int(1000 * (perf_counter() - self._began))
        starts = self._layers.layer.starts
        return replace(layer, milliseconds=milliseconds, starts=starts, rate=int(self._rate))

    # Budgets --------------------------------------------------------------------------------------

    def _slice(self) -> tuple[int, float]:
        steps, seconds = self._meter.slice(self._steps)
        if steps == 0:
            raise self._meter.stop(self._known())
        return steps, seconds

    def _ends_soon(self, transitions: int, seconds: float) -> bool:
        """Whether the budget ends before some more passes like the last one."""
        steps, _ = self._meter.slice(self._steps)
        left = self._meter.seconds_left
        return steps < SOON * transitions or (left is not None and left < SOON * seconds + 0.1)

    def _known(self) -> dict[str, int]:
        layer = self._layers.layer
        now = {"transitions": layer.transitions, "states": layer.states, "widest": layer.widest}
        return summed([self._raced, now])

    def _progress(self, sweep: Sweep, transitions: int) -> None:
        if self._meter.has_reporter:
            ahead = sweep.forecast()
            self._meter.progress(transitions / (transitions + ahead + 1), self._known())

    # In memory ------------------------------------------------------------------------------------

    @property
    def _bytes(self) -> int:
        return sum(part.bytes for part in self._layers.parts)

    def _advanced(self) -> bool:
        """Sweep the layer to its end or to another stored one; return whether it was the end."""
        if self._live is None and self._is_divided():
            self._divide()
            return False
        try:
            return self._sweep(self._live or self._loaded_whole())
        except (OutOfBytes, MemoryError):
            if self._live is None and self._is_last:
                raise self._meter.stop_for_bytes(self._known()) from None
            self._live = None
            self._to_divide = self._patience
            self._patience *= 2
            return False

    @property
    def _is_last(self) -> bool:
        """Whether no step is left after the stored layer."""
        return self._layers.layer.step >= self._problem.primary_count

    def _is_divided(self) -> bool:
        """Whether the next pass over the stored layer is made chunk by chunk."""
        if self._is_last:
            return False
        if self._to_divide > 0 or self._layers.ahead()[1]:
            return True
        below = DIVIDED_FROM if self._layers.layer.once else WHOLE_BELOW
        return self._bytes > below * self._meter.bytes

    def _sweep(self, sweep: Sweep) -> bool:
        """Sweep in memory; return False when the layer has become too large, and is stored."""
        self._live = sweep
        saved = passed = perf_counter()
        made = sweep.transitions
        while True:
            before = sweep.transitions
            steps, seconds = self._slice()
            # Stops after each pass, as layers can be saved between passes only.
            done = advanced(sweep, steps, seconds, self._meter.bytes, sweep.passes + 1)
            self._steps += sweep.transitions - before
            if done:
                self._finish(sweep)
                return True
            self._progress(sweep, sweep.transitions)
            if not sweep.between:
                continue
            size = sweep.size * sweep.stride * WORD
            large = size > DIVIDED_FROM * self._meter.bytes
            cost = LEAST_SAVE + size / self._rate
            now = perf_counter()
            due = now - saved > pause(cost, now - self._began, self._layers.layer.starts)
            if large or self._ends_soon(sweep.transitions - made, now - passed):
                self._save(sweep)
                saved = perf_counter()
            elif self._saving and self._saving[0].writing.on_disk:
                self._end_saving()
            elif due and not self._saving:
                self._begin_saving(sweep)
                saved = perf_counter()
            if large:
                self._live = None
                return False
            made, passed = sweep.transitions, perf_counter()

    def _finish(self, sweep: Sweep) -> None:
        self._end_saving()
        now = {"transitions": sweep.transitions, "states": sweep.states, "widest": sweep.widest}
        work = summed([self._raced, now])
        self._layers.finish(text_of(sweep.count()), work["transitions"], work)

    # Loading --------------------------------------------------------------------------------------

    def _limbs(self) -> int:
        """Return the limbs that the count of a state of the current layer may have."""
        parts = self._layers.parts
        total = sum(part.total for part in parts)
        return max(-(-total.bit_length() // 64), *(part.limbs for part in parts))

    def _opened(self) -> Sweep:
        sweep = None
        with suppress(KeyError, ValueError, TypeError, RecursionError):
            # Finding the order again would take longer.
            sweep = opened(self._problem, json.loads(self._ledger.facts["items"]))
        if sweep is None or self._ledger.facts.get("sweep") != _format(sweep):
            raise BadInput(
                f"{self._ledger.path.name} is a sweep of another version of combien, whose states "
                "differ: start again in another file"
            )
        return sweep

    def _loaded_whole(self) -> Sweep:
        layer = self._layers.layer
        work = layer.transitions, layer.states, layer.widest
        whole = range(1 << layer.bits)
        return self._loaded(whole, 0, 0, sorted_=layer.sorted, work=work)

    def _loaded(
        self,
        divisions: range,
        shares: int,
        chosen: int,
        *,
        sorted_: bool = False,
        work: tuple[int, int, int] = (0, 0, 0),
        cut: tuple[int, int] | None = None,
    ) -> Sweep:
        """Return a sweep with some divisions of the current layer, or a share of their states."""
        layer, parts = self._layers.layer, self._layers.parts
        sweep = self._opened()
        limbs = self._limbs()
        states = sum(sum(part.sizes[d] for d in divisions) for part in parts) >> shares
        divided = layer.bits if len(divisions) == 1 else 0
        place = (layer.step, layer.passed, limbs, sorted_, *layer.growth)
        try:
            sweep.begin_loading(place, states, divided)
            for part in parts:
                if part.stride - part.limbs != sweep.stride - limbs:
                    raise ValueError("states have another number of words")
                begin, size = sum(part.sizes[: divisions.start]), 0
                for each in divisions:
                    size += part.sizes[each]
                for piece in self._layers.words(part, begin, size):
                    self._slice()
                    load_some(sweep, piece, part.limbs, shares, chosen, self._meter.bytes)
            sweep.end_loading(layer.once, *work)
        except (ValueError, TypeError) as error:
            if isinstance(error, BadInput):
                raise
            self._layers.check(self._slice)
            raise BadFormat(
                f"a layer of {self._ledger.path.name} is wrong: {error}; start again "
                "in another file"
            ) from error
        if cut is not None:
            sweep.divide(*cut)
        while not sweep.between:
            _, seconds = self._slice()
            advanced(sweep, NO_LIMIT, seconds, self._meter.bytes, 0)
        return sweep

    # Chunk by chunk -------------------------------------------------------------------------------

    def _divide(self) -> None:
        """Make one pass over the stored layer, chunk by chunk."""
        if not self._layers.checked:
            self._layers.check(self._slice)
        layer = self._layers.layer
        _, made = self._layers.ahead()
        done = {(part.division, part.shares, part.chosen) for part in made}
        if made:
            bits = len(made[0].sizes).bit_length() - 1
        else:
            parts = GROWTH * self._bytes / max(1.0, CHUNK / 2 * self._meter.bytes)
            bits = min(MOST_DIVISION, int(parts).bit_length())
        for division in range(1 << layer.bits):
            size = sum(part.sizes[division] * part.stride for part in self._layers.parts)
            left = [(0, 0)]
            while left:
                shares, chosen = left.pop()
                if (division, shares, chosen) in done:
                    continue
                begun = any(
                    each == division and more > shares and (which ^ chosen) % (1 << shares) == 0
                    for each, more, which in done
                )
                fits = size * WORD >> shares <= CHUNK * self._meter.bytes
                chunk = division, shares, chosen
                apart = int(made[0].apart) if made else -1
                if not begun and fits and self._swept(chunk, len(done), (bits, apart)):
                    done.add(chunk)
                    made = made or self._layers.ahead()[1]
                    continue
                if shares >= min(MOST_SHARES, size.bit_length() + SPARE_SHARES):
                    raise self._meter.stop_for_bytes(self._known())
                left += [(shares + 1, chosen | 1 << shares), (shares + 1, chosen)]
        self._close()
        self._to_divide -= 1

    def _swept(self, chunk: tuple[int, int, int], number: int, cut: tuple[int, int]) -> bool:
        """Make a pass over a chunk and store what it leads to; False if it is too large."""
        division, shares, chosen = chunk
        try:
            sweep = self._loaded(range(division, division + 1), shares, chosen, cut=cut)
            states = sweep.size
            while not sweep.passes:
                before = sweep.transitions
                steps, seconds = self._slice()
                advanced(sweep, steps, seconds, self._meter.bytes, 1)
                self._steps += sweep.transitions - before
                self._progress(sweep, self._layers.layer.transitions + sweep.transitions)
        except (OutOfBytes, MemoryError):
            return False
        layers, tick = self._layers, self._slice
        layers.add(_begun_saving(sweep, layers, number, tick, chunk=chunk, states=states))
        return True

    def _close(self) -> None:
        """Make the next layer, whose parts are all stored, the current one."""
        before = self._layers.layer
        place, parts = self._layers.ahead()
        assert place is not None
        states = 0 if before.once else sum(part.states for part in parts)
        layer = Layer(
            *place,
            sorted=False,
            growth=before.growth,
            bits=len(parts[0].sizes).bit_length() - 1,
            once=False,
            transitions=before.transitions + sum(part.transitions for part in parts),
            states=before.states + states,
            widest=max(before.widest, states),
            files=len(parts),
        )
        self._layers.advance(self._timed(layer))
