"""Answers as JSON and as sentences."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from combien._cli._shared.guard import Exit, tell
from combien._cli._shared.options import SCHEMA
from combien._cli._shared.progress import Bar, counters
from combien.engines._protocol import Answer

__all__ = [
    "NO_DIAGRAM",
    "any_length",
    "counts_as_text",
    "ended",
    "exit_code",
    "facts",
    "known_when_interrupted",
    "say_json",
    "sentence",
]


# The advice after Ctrl-C during a question about all solutions.
NO_DIAGRAM = (
    "the diagram of all solutions was not complete, and is built anew next time; "
    "combien solve lists solutions meanwhile"
)


def say_json(content: Mapping[str, object]) -> None:
    """Write a JSON object with its schema number on one line of the standard output."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, **content}) + "\n")


def counts_as_text(value: Any) -> Any:
    """Return the value with the integers under the keys `count` as strings.

    >>> counts_as_text({"parts": [{"count": 65, "options": 7}]})
    {'parts': [{'count': '65', 'options': 7}]}
    """
    if isinstance(value, Mapping):
        return {
            key: str(one) if key == "count" and isinstance(one, int) else counts_as_text(one)
            for key, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [counts_as_text(one) for one in value]
    return value


def facts(answer: Answer[object]) -> dict[str, object]:
    """Return everything about an answer but the solutions, for JSON.

    Counts of solutions are exact, of any size, and texts: many programs round numbers beyond 2^53.
    `nodes` is the work in one number, `work` the counters apart; `position` is where to resume.
    """
    known = {k: str(v) if k == "at_least" else v for k, v in answer.known.items()}
    return {
        "status": answer.status,
        "count": None if answer.count is None else str(answer.count),
        "complete": answer.complete,
        "engine": answer.engine,
        "why": answer.why,
        "nodes": answer.nodes,
        "work": dict(answer.work),
        "known": known,
        "seconds": round(answer.seconds, 6),
        "position": "" if answer.complete else answer.position,
    }


def sentence(answer: Answer[object]) -> str:
    """Describe the engine, its reason and its work, or why there is no answer."""
    who = f"{answer.engine}: {answer.why}"
    # The reason for a stop includes the work.
    work = "" if answer.status == "stopped" else counters(answer.work)
    return "; ".join(part for part in (who, work, f"{answer.seconds:.3f} s") if part)


def exit_code(answer: Answer[object]) -> Exit:
    """Return the exit code for the status."""
    return {"solved": Exit.ANSWERED, "none": Exit.NONE, "stopped": Exit.UNKNOWN}[answer.status]


def ended(name: str, bar: Bar, *, verbose: bool, none: bool) -> Exit:
    """Print the final remarks on an answer and return the exit code."""
    if verbose:
        tell(bar.sentence)
    if none:
        tell(f"{name} has no solution")
    return Exit.NONE if none else Exit.ANSWERED


@contextmanager
def known_when_interrupted(bar: Bar, then: str) -> Iterator[None]:
    """Context manager that adds the work done and an advice to the message of Ctrl-C.

    >>> with Bar() as bar, known_when_interrupted(bar, "--walks N takes fewer"):
    ...     pass
    """
    try:
        yield
    except KeyboardInterrupt:
        bar.clear()
        done = counters(bar.work)
        after = f"after {done} of {bar.engine}" if done else "before any work was reported"
        raise KeyboardInterrupt(f"interrupted {after}; {then}") from None


@contextmanager
def any_length() -> Iterator[None]:
    """Context manager that lifts Python's limit on the digits of an integer.

    The limit of 4300 digits protects parsers; a count may be longer.  It stays while files are
    read.
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
