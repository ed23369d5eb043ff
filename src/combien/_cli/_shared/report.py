"""Format answers as JSON and as sentences."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from combien._cli._shared.guard import Exit, print_message
from combien._cli._shared.options import SCHEMA
from combien._cli._shared.progress import Bar, counters
from combien.engines._protocol import Answer

__all__ = [
    "NO_DIAGRAM",
    "counts_as_text",
    "exit_code",
    "explain_interrupt",
    "facts",
    "finish",
    "print_json",
    "sentence",
    "unlimited_digits",
]


# The advice after Ctrl-C during a question about all solutions.
NO_DIAGRAM = (
    "the diagram of all solutions was not complete and cannot be resumed; combien solve lists "
    "solutions without it"
)


def print_json(content: Mapping[str, object]) -> None:
    """Write a JSON object with its schema number on one line of the standard output."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, **content}) + "\n")


def counts_as_text(value: Any) -> Any:
    """Return a JSON value with the integers under the keys `count` replaced by strings.

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
    """Return an answer without its solutions as JSON values.

    Counts of solutions are strings, since many programs round numbers beyond 2^53.  `nodes` is the
    total work, `work` the separate counters; `position` is the position to resume from.  With a
    `modulo`, the count is the remainder.
    """
    known = {k: str(v) if k == "at_least" else v for k, v in answer.known.items()}
    return {
        "status": answer.status,
        "count": None if answer.count is None else str(answer.count),
        **({} if answer.modulo is None else {"modulo": str(answer.modulo)}),
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
    """Describe the engine, why it was chosen and its work, or why there is no answer."""
    who = f"{answer.engine}: {answer.why}"
    # The reason for a stop includes the work.
    work = "" if answer.status == "stopped" else counters(answer.work)
    return "; ".join(part for part in (who, work, f"{answer.seconds:.3f} s") if part)


def exit_code(answer: Answer[object]) -> Exit:
    """Return the exit code for the status."""
    return {"solved": Exit.ANSWERED, "none": Exit.NONE, "stopped": Exit.UNKNOWN}[answer.status]


def finish(name: str, bar: Bar, *, verbose: bool, none: bool) -> Exit:
    """Print the final messages of a command and return its exit code."""
    if verbose:
        print_message(bar.sentence)
    if none:
        print_message(f"{name} has no solution")
    return Exit.NONE if none else Exit.ANSWERED


@contextmanager
def explain_interrupt(bar: Bar, then: str) -> Iterator[None]:
    """Context manager that adds the work done and the advice `then` to the message of Ctrl-C.

    >>> with Bar() as bar, explain_interrupt(bar, "reduce --walks"):
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
def unlimited_digits() -> Iterator[None]:
    """Context manager that lifts Python's limit on the digits of an integer.

    The limit of 4300 digits protects parsers, so it must stay in force while files are read; a
    count may be longer.
    """
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
