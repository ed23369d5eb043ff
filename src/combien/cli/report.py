"""What came of a question, for a program (JSON) and for a person (a sentence)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from combien.cli.guard import Exit, tell
from combien.cli.progress import Bar, counters
from combien.engines.protocol import Answer

__all__ = ["any_length", "ended", "exit_code", "facts", "sentence"]


def facts(answer: Answer[object]) -> dict[str, object]:
    """Everything about an answer but the solutions, for JSON.

    `count` is exact, of any size: read it with a library that does not round integers beyond 2^53.
    `nodes` is the work in one number, `work` the counters apart; `position` is where to resume.
    """
    return {
        "status": answer.status,
        "count": answer.count,
        "complete": answer.complete,
        "engine": answer.engine,
        "why": answer.why,
        "nodes": answer.nodes,
        "work": dict(answer.work),
        "known": dict(answer.known),
        "seconds": round(answer.seconds, 6),
        "position": "" if answer.complete else answer.position,
    }


def sentence(answer: Answer[object]) -> str:
    """Who answered, why, and what it took; or why there is no answer, with what it took."""
    who = f"{answer.engine}: {answer.why}"
    # What stopped a question says what was done until then.
    work = "" if answer.status == "stopped" else counters(answer.work)
    return "; ".join(part for part in (who, work, f"{answer.seconds:.3f} s") if part)


def exit_code(answer: Answer[object]) -> Exit:
    """The exit code that says what the status says."""
    return {"solved": Exit.ANSWERED, "none": Exit.NONE, "stopped": Exit.UNKNOWN}[answer.status]


def ended(name: str, bar: Bar, *, verbose: bool, none: bool) -> Exit:
    """Says what is to be said when an answer is written, and gives the exit code."""
    if verbose:
        tell(bar.sentence)
    if none:
        tell(f"{name} has no solution")
    return Exit.NONE if none else Exit.ANSWERED


@contextmanager
def any_length() -> Iterator[None]:
    """A context in which numbers are written whatever their length.

    Python stops at 4300 digits, to protect servers that read numbers; a count may well be longer.
    Where files are read, the limit stays.
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
