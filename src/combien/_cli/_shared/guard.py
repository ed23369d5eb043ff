"""The end of a command: exit codes and error messages.

      0  answered                                   20  unknown: the budget ended first
     10  proved that there is none                 130  interrupted
      2  bad input, or a question that the engine cannot answer
     70  two ways to the same number disagree: an error of combien
      1  the output could not be written           141  the output pipe was closed

Codes 10 and 20 follow the SAT competitions, 70 is EX_SOFTWARE of sysexits.h, 130 and 141 are the
shell's codes for programs ended by a signal; Ctrl-C, SIGTERM and SIGHUP all give 130.  An error of
combien prints a message, never a traceback.  Text that contains names and titles from files is
printed with the functions below, which replace escape sequences.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import contextmanager
from enum import IntEnum

from combien._base import signals
from combien._wording import printable_lines
from combien.errors import CannotWrite, CombienError, Disagreement, OutOfBudget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any


class Exit(IntEnum):
    """The exit codes."""

    ANSWERED = 0
    NOT_WRITTEN = 1
    BAD_INPUT = 2
    NONE = 10
    UNKNOWN = 20
    DISAGREEMENT = 70
    INTERRUPTED = 130
    BROKEN_PIPE = 141


# The arguments of Python that messages name as ways out: limits without a value, and engines.
_LIMIT = r"(?m)(?<![\w-])(seconds|nodes|bytes)=(?=[,;.]? |[,;.]?$)"
_ENGINE = r"(?<![\w-])engine='([a-z-]+)'"


def in_options(message: str) -> str:
    """Return a message with the options of the command line in the place of Python's arguments.

    >>> in_options("give more seconds= or nodes=; 0.1 s"), in_options("ask engine='dlx'")
    ('give more --seconds or --nodes; 0.1 s', 'ask --engine dlx')
    """
    if "=" not in message:
        return message

    return re.sub(_ENGINE, r"--engine \1", re.sub(_LIMIT, r"--\1", message))


def print_message(message: str) -> None:
    """Print lines on the standard error, with control characters replaced."""
    sys.stderr.write(f"{printable_lines(in_options(message))}\n")
    sys.stderr.flush()


def print_text(text: str) -> None:
    r"""Write text to the standard output, with control characters replaced and no line end added.

    >>> print_text("a tile \x1b[31m\n")
    a tile \ufffd[31m
    """
    sys.stdout.write(printable_lines(text))


def print_content(text: str) -> None:
    """Write file content to the standard output; on a terminal, replace control characters."""
    sys.stdout.write(printable_lines(text) if sys.stdout.isatty() else text)


def flushed() -> Exit:
    """Write what is still buffered."""
    sys.stdout.flush()
    return Exit.ANSWERED


def guarded(command: Callable[[], Exit]) -> Exit:
    """Run a command and return its exit code; print errors instead of raising them.

    >>> guarded(lambda: Exit.NONE).value
    10
    """
    try:
        with signals.raising_interrupts():
            code = command()
            sys.stdout.flush()
    except OutOfBudget as error:
        return _ended(Exit.UNKNOWN, str(error))
    except CannotWrite as error:
        return _ended(Exit.NOT_WRITTEN, str(error))
    except Disagreement as error:
        return _ended(Exit.DISAGREEMENT, str(error))
    except CombienError as error:
        return _ended(Exit.BAD_INPUT, str(error))
    except KeyboardInterrupt as error:
        signals.ignore_signals()
        return _ended(Exit.INTERRUPTED, str(error) or "interrupted")
    except RuntimeError as error:
        # Python 3.11 raises this instead, where Ctrl-C arrives while a class names its attributes.
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        signals.ignore_signals()
        return _ended(Exit.INTERRUPTED, "interrupted")
    except MemoryError as error:
        return _ended(Exit.UNKNOWN, out_of_memory(error))
    except OSError as error:
        return not_written(error)
    return code


def out_of_memory(error: MemoryError) -> str:
    """Return what to say when memory ran out, and what can be done.

    >>> out_of_memory(MemoryError()).partition(": ")[0]
    'out of memory'
    """
    from combien._base.memory import available_bytes  # Start-up: only for errors.

    what = f"out of memory: {error}" if str(error) else "out of memory"
    return (
        f"{what}: {available_bytes() / 1e9:.3g} GB are available to this process; give it more "
        "(ulimit -v shows its limit), or ask about a smaller problem"
    )


def _ended(code: Exit, message: str) -> Exit:
    print_message(f"combien: {message}")
    return code


def not_written(error: OSError) -> Exit:
    """Report an error of the standard output; return the exit code.

    What is still buffered is discarded: the interpreter would try to write it again at exit.
    """
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return Exit.BROKEN_PIPE
    return _ended(Exit.NOT_WRITTEN, f"cannot write the output: {error.strerror or error}")


class Interrupts:
    """Context manager that defers Ctrl-C and termination signals to the next `check`.

    A second signal raises `KeyboardInterrupt` at once, and so does the first one within
    `interrupting`.
    """

    # The innermost one that is entered.
    current: Interrupts | None = None

    def __init__(self) -> None:
        self._requested = False
        self._outer: Interrupts | None = None
        self._replaced: dict[signal.Signals, Any] = {}
        self.deferring = True

    def __enter__(self) -> Interrupts:
        self._outer, Interrupts.current = Interrupts.current, self
        for number in signals.end_signals():
            # A background process ignores Ctrl-C; its handler is left alone.
            before = signal.getsignal(number)
            if before in (signal.default_int_handler, signals.raise_interrupt):
                self._replaced[number] = before
                signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        for number, before in self._replaced.items():
            signal.signal(number, before)
        Interrupts.current = self._outer

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._requested or not self.deferring:
            raise KeyboardInterrupt
        self._requested = True

    def check(self) -> None:
        """Raise `KeyboardInterrupt` if a signal has arrived."""
        if self._requested:
            raise KeyboardInterrupt


@contextmanager
def interrupting() -> Iterator[None]:
    """Context manager in which signals interrupt at once: what was found is written already.

    Raises `KeyboardInterrupt` at the beginning if a signal has arrived before.
    """
    interrupts = Interrupts.current
    if interrupts is None:
        yield
        return
    interrupts.check()
    try:
        interrupts.deferring = False
        yield
    finally:
        interrupts.deferring = True
