"""The progress bar and the spinner, shown on a terminal during long computations.

Nothing is drawn in the first half second, in which most computations end.  The bar is one line; on
a narrow terminal the least important parts are omitted.  It shows the elapsed time, the work, its
rate and, if the engine reports it, the completed fraction.  The remaining time is shown only for
runs whose shares are searched in random order (`combien.running`): other searches are too uneven.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Mapping
from threading import Event, Thread
from time import perf_counter
from typing import TYPE_CHECKING, TextIO, cast

from combien._wording import printable
from combien.engines._protocol import BestProgress, Progress

if TYPE_CHECKING:
    from combien.engines._protocol import Cost

# In seconds.
DELAY = 0.5
REDRAW_INTERVAL = 0.1
SPINNER_INTERVAL = 0.5

# Return to the first column and erase the line.
ERASE = "\r\x1b[K"

FULL, EMPTY = "━", "╌"
PLAIN_FULL, PLAIN_EMPTY = "#", "-"
LONGEST_BAR, SHORTEST_BAR = 40, 5


class Bar:
    """A reporter that keeps the latest report, and draws it if the standard error is a terminal.

    `check` is called at each report and may raise to stop the computation.
    """

    def __init__(self, *, check: Callable[[], None] | None = None) -> None:
        self._check = check
        self._terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        # Whether the standard output goes to the same terminal as the bar.
        self._shared = sys.stdout.isatty()
        self._begun = perf_counter()
        self._next_drawing = self._begun + DELAY
        self._drawn = False
        # What is done, for the message of an interrupt.
        self.phase = ""
        self.engine = ""
        self.work: Mapping[str, int] = {}
        # Of the best solution so far, if the question is about that.
        self.bound: Cost | None = None

    def __call__(self, progress: Progress) -> None:
        """Receive a report."""
        self.engine = progress.engine
        self.work = progress.work
        if isinstance(progress, BestProgress):
            self.bound = progress.bound
        if self._terminal and perf_counter() >= self._next_drawing:
            self._draw(progress)
            self._next_drawing = perf_counter() + REDRAW_INTERVAL
        if self._check is not None:
            self._check()

    def begin(self, phase: str) -> None:
        """Begin another part of the work, such as "the search for moves"."""
        self.phase, self.engine, self.work = phase, "", {}

    @property
    def sentence(self) -> str:
        """The engine, its work and the elapsed time."""
        work = counters(self.work) or "no work at all"
        return f"{self.engine or 'at once'}: {work}; {perf_counter() - self._begun:.3f} s"

    def clear(self) -> None:
        """Erase the bar before other output; later reports draw it again."""
        if self._drawn:
            _write(ERASE)
            self._drawn = False
        self._next_drawing = perf_counter() + DELAY

    def clear_for_output(self) -> None:
        """Clear the bar before writing to the standard output, if both are on the terminal.

        If the standard output is a file, the bar stays.
        """
        if self._shared:
            self.clear()

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def wrap(self, stream: TextIO) -> TextIO:
        """Return a stream that clears the bar before each write, if both are on the terminal."""
        if self._terminal and stream.isatty():
            return cast("TextIO", _ClearingStream(self, stream))
        return stream

    def _draw(self, progress: Progress) -> None:
        width = _columns()
        elapsed = perf_counter() - self._begun
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        # Some terminals wrap after a full line.
        _write(ERASE + line(progress, elapsed, width - 1, encoding=encoding))
        self._drawn = True


class _ClearingStream(io.TextIOBase):
    """A stream that clears the progress bar before each write."""

    def __init__(self, bar: Bar, stream: TextIO) -> None:
        self._bar = bar
        self._stream = stream

    def write(self, text: str) -> int:
        self._bar.clear()
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()


def line(progress: Progress, elapsed: float, width: int, *, encoding: str = "utf-8") -> str:
    """Format a progress report as one line of at most `width` characters.

    >>> line(Progress("dlx", 0.25, {"nodes": 3_000_000, "updates": 7}), 90, 48)
    'dlx ━━━╌╌╌╌╌╌╌╌╌╌ 25% 1:30 3.00M nodes (33.3k/s)'
    >>> line(Progress("frontier", None, {"transitions": 7}), 2.4, 19)
    'frontier 0:02'
    >>> line(Progress("dlx", 0.25, {"nodes": 3_000_000}), 90, 5)
    '25%'

    >>> line(Progress("run", 0.25, {"nodes": 3_000_000}, (7800, 13_190)), 4000, 70)
    'run 25% 1:06:40 2 h 10 min to 3 h 40 min left 3.00M nodes (750/s)'

    >>> best = BestProgress("cheapest", None, {"nodes": 3_000_000}, None, None, 720, 711, 0.0125)
    >>> line(best, 90, 70)
    'cheapest 1:30 best 720, bound 711, gap 1.25% 3.00M nodes (33.3k/s)'

    The bar itself is drawn if the fraction is known.  Parts that do not fit are omitted: first the
    bar, then the rate, the work, the name of the engine, the cost, and the time.
    """
    share = "" if progress.fraction is None else f"{_percent(progress.fraction)}"
    name, count = next(iter(_steps(progress.work).items()), ("", 0))
    rate = f" ({_short(count / elapsed)}/s)" if elapsed > 0 and count else ""
    work = f"{_short(count)} {name}" if name else ""
    cost = _standing(progress) if isinstance(progress, BestProgress) else ""
    left = "" if progress.left is None else f"{_interval(*progress.left)} left"
    shown = [progress.engine, share, _clock(elapsed), left, cost, work + rate]
    # The parts to omit, in this order.
    for left_out, instead in ((5, work), (5, ""), (0, ""), (4, ""), (2, ""), (3, "")):
        if _length(shown) <= width:
            break
        shown[left_out] = instead
    else:
        if _length(shown) > width:
            return ""
    room = width - _length(shown) - 1
    if progress.fraction is not None and room >= SHORTEST_BAR and shown[0]:
        shown.insert(1, _bar(progress.fraction, min(room, LONGEST_BAR), encoding))
    return " ".join(part for part in shown if part)


def _standing(progress: BestProgress[object, object]) -> str:
    """Format the incumbent, the bound and the gap."""
    known = {"best": progress.cost, "bound": progress.bound}
    parts = [f"{name} {value}" for name, value in known.items() if value is not None]
    if progress.cost is not None and progress.gap is not None:
        parts.append(f"gap {progress.gap:.2%}")
    return ", ".join(parts)


def _length(parts: list[str]) -> int:
    return len(" ".join(part for part in parts if part))


def _bar(fraction: float, width: int, encoding: str) -> str:
    done = int(fraction * width)
    full, empty = FULL, EMPTY
    try:
        (full + empty).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        full, empty = PLAIN_FULL, PLAIN_EMPTY
    return full * done + empty * (width - done)


def _percent(fraction: float) -> str:
    # Rounded down, so that unfinished work never shows 100 %.
    return f"{int(100 * fraction)}%"


def _steps(work: Mapping[str, int]) -> Mapping[str, int]:
    """Return the main counter of the work alone, or all counters if there is none."""
    for name in ("nodes", "transitions", "pivots", "products", "walks"):
        if work.get(name):
            return {name: work[name]}
    return work


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _interval(low: float, high: float) -> str:
    """Format an interval of seconds.

    >>> _interval(7800, 13_190), _interval(41, 75), _interval(0.2, 3.4)
    ('2 h 10 min to 3 h 40 min', '41 s to 1 min 15 s', '0 s to 3 s')
    """
    return f"{_duration(low)} to {_duration(high)}"


def _duration(seconds: float) -> str:
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 3600:
        return f"{round(whole / 60)} min"
    minutes = round(whole / 60)
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes / 1440:.1f} days"


def _short(number: float) -> str:
    """Format a number in at most five characters.

    >>> [_short(n) for n in (0, 999, 1000, 12345, 999_999, 3.2e9, 1e30)]
    ['0', '999', '1.00k', '12.3k', '1.00M', '3.20G', '1e+30']
    """
    if number < 999.5:
        return f"{number:.0f}"
    for unit in ("k", "M", "G", "T"):
        number /= 1000
        if number < 999.5:
            return f"{number:.3g}{unit}" if number >= 100 else f"{number:#.3g}{unit}"
    return f"{number * 1e12:.0e}"


def _columns() -> int:
    """Return the width of the terminal of the standard error."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def counters(work: Mapping[str, int]) -> str:
    """Format counters as text.

    >>> counters({"nodes": 12345, "updates": 7})
    'nodes 12,345, updates 7'
    """
    return ", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in work.items())


class Spinner:
    """Context manager that shows the elapsed time on the standard error.

    >>> with Spinner("solving"):
    ...     pass

    With `bar`, it replaces a bar that may be on the line.
    """

    def __init__(self, what: str, *, bar: bool = False) -> None:
        self._what = printable(what)
        self._first = ERASE if bar and os.environ.get("TERM") != "dumb" else "\r"
        self._progress = ""
        self._ended = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> Spinner:
        if sys.stderr.isatty():
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def update(self, progress: Progress) -> None:
        """Set the progress to show with the next redraw; usable as a reporter."""
        self._progress = f" ({counters(progress.work)})"

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        started = perf_counter()
        pause, width = DELAY, 0
        while not self._ended.wait(pause):
            line = f"{self._what}{self._progress} ... {perf_counter() - started:.0f} s"
            begin = "\r" if width else self._first
            width = max(width, len(line))
            print(f"{begin}{line:{width}}", end="", file=sys.stderr, flush=True)
            pause = SPINNER_INTERVAL
        if width:
            # Later output begins on an empty line.
            print(f"\r{' ' * width}\r", end="", file=sys.stderr, flush=True)
