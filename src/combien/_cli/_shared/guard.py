"""How a command ends: the exit codes, and what each error becomes.

      0  answered                                   20  unknown: the budget ended first
     10  proved that there is none                 130  interrupted
      2  bad input, or a question that the engine cannot answer
      1  the output could not be written           141  nobody reads the output any more

Codes 10 and 20 are those of the SAT competitions, 130 and 141 those that a shell gives to a program
that a signal has ended; Ctrl-C, SIGTERM and SIGHUP all end with 130.  An error that combien raises
on purpose is a message, never a traceback.  Text for people goes through `tell` and `say`: names
and titles come from files, and a file may hold escape sequences.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import IntEnum

from combien import _signals
from combien._wording import printable_lines
from combien.errors import CannotWrite, CombienError, OutOfBudget

__all__ = ["Exit", "flushed", "guarded", "say", "say_content", "tell"]


class Exit(IntEnum):
    """The exit codes."""

    ANSWERED = 0
    NOT_WRITTEN = 1
    BAD_INPUT = 2
    NONE = 10
    UNKNOWN = 20
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def tell(message: str) -> None:
    """Write a line or several for a person to the standard error."""
    sys.stderr.write(f"{printable_lines(message)}\n")
    sys.stderr.flush()


def say(text: str) -> None:
    r"""Write text for a person to the standard output, without adding a line end.

    >>> say("a tile \x1b[31m\n")
    a tile \ufffd[31m
    """
    sys.stdout.write(printable_lines(text))


def say_content(text: str) -> None:
    """Write the content of a file to the standard output: as it is, unless that is a terminal."""
    sys.stdout.write(printable_lines(text) if sys.stdout.isatty() else text)


def flushed() -> Exit:
    """Write what is still buffered."""
    sys.stdout.flush()
    return Exit.ANSWERED


def guarded(command: Callable[[], Exit]) -> Exit:
    """Runs a command to its end and gives its exit code, whatever happens.

    >>> guarded(lambda: Exit.NONE).value
    10
    """
    try:
        with _signals.raising():
            code = command()
            sys.stdout.flush()
    except OutOfBudget as error:
        return _ended(Exit.UNKNOWN, str(error))
    except CannotWrite as error:
        return _ended(Exit.NOT_WRITTEN, str(error))
    except CombienError as error:
        return _ended(Exit.BAD_INPUT, str(error))
    except KeyboardInterrupt as error:
        _signals.quiet()
        return _ended(Exit.INTERRUPTED, str(error) or "interrupted")
    except MemoryError:
        return _ended(Exit.UNKNOWN, "out of memory: ask about a smaller problem")
    except BrokenPipeError:
        _forget_output()
        return Exit.BROKEN_PIPE
    except OSError as error:
        _forget_output()
        return _ended(Exit.NOT_WRITTEN, f"cannot write the output: {error.strerror or error}")
    return code


def _ended(code: Exit, message: str) -> Exit:
    tell(f"combien: {message}")
    return code


def _forget_output() -> None:
    """Lets what is still buffered go nowhere; the interpreter would try it again at its end."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
