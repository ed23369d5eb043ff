"""What a kind of problem is, and whether all ways to its numbers agree.

A way is a function without arguments that returns a value.  The ways of a question must return
equal values; the first one is the definition, or what is hardest to doubt.  A way that does not
apply raises `CannotAnswer` or `MissingExtra`.  `BadInput` is an answer like any other: that a
problem is refused must not depend on the way either.  Any other exception is a fault.
"""

from __future__ import annotations

import re
import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Any

from combien.errors import BadInput, CannotAnswer, CombienError, MissingExtra

__all__ = ["Case", "Fault", "Kind", "Tally", "TookTooLong", "check", "examine"]

# A JSON value.
Case = Any
Way = Callable[[], object]
# The questions about a problem, with the ways to each answer.
Questions = Mapping[str, Mapping[str, Way]]

# Of processor time.  A way that needs more for a problem this small does not end.
WAY_SECONDS = 20.0
# Above this number, a way that visits each solution takes longer: each is given this time, and what
# does not end in it has refused.
MOST_VISITED, VISITING_SECONDS = 10**8, 2.0
# What is reported of a way, or of a process, that took too long.
SLOW = ("still at work", "killed by SIGXCPU", "silent for")


@dataclass(frozen=True)
class Kind:
    """A kind of problem: how one is drawn, and what is asked about it.

    `share` is the part of the time that it is given, compared with other kinds.  `ask` raises
    an error of this package for a case that is not a problem.
    """

    name: str
    draw: Callable[[Random], Case]
    ask: Callable[[Case], Questions]
    share: float = 1.0


@dataclass(frozen=True)
class Fault:
    """A question whose ways disagree: what each of them returned."""

    question: str
    answers: tuple[tuple[str, str], ...]
    odd: tuple[str, ...]

    def __str__(self) -> str:
        width = max(len(way) for way, _ in self.answers)
        lines = (
            f"  {'*' if way in self.odd else ' '} {way:{width}}  {answer}"
            for way, answer in self.answers
        )
        return "\n".join([f"{self.question}:", *lines])

    @property
    def is_slow(self) -> bool:
        """Whether ways only took too long, which a busy machine may cause: nothing disagrees."""
        return all(answer.startswith(SLOW) for way, answer in self.answers if way in self.odd)

    def is_like(self, other: Fault) -> bool:
        """Whether this is probably the same fault in another problem."""
        return self.question == other.question and not self._kinds().isdisjoint(other._kinds())

    def _kinds(self) -> set[tuple[str, str, bool]]:
        """The odd ways, the exceptions that they raised and where, and whether any way refused."""
        refused = any(isinstance(answer, Refused) for _, answer in self.answers)
        return {
            (way, re.sub("(?s): .* ", " ", answer) if isinstance(answer, Failed) else "", refused)
            for way, answer in self.answers
            if way in self.odd
        }


@dataclass
class Tally:
    """The number of problems, and the outcomes of all ways to their numbers."""

    problems: int = 0
    ways: int = 0
    refused: int = 0
    faults: int = 0

    def add(self, other: Tally) -> None:
        """Add the numbers of another one."""
        self.problems += other.problems
        self.ways += other.ways
        self.refused += other.refused
        self.faults += other.faults


class TookTooLong(BaseException):
    """Not caught by anything that catches exceptions."""


@contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """Raise `TookTooLong` after this time of this process, if it comes back to Python."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


_REFUSED = object()


def _answer(way: Way, known: object) -> object:
    """What a way returns, or `_REFUSED`; an exception as its name.

    `known` is the answer of another way, `None` before there is one.
    """
    many = isinstance(known, int) and known > MOST_VISITED
    try:
        with processor_time(VISITING_SECONDS if many else WAY_SECONDS):
            return way()
    except TookTooLong:
        if many:
            return _REFUSED
        return Failed(f"{SLOW[0]} after {WAY_SECONDS:g} s of processor time")
    except (CannotAnswer, MissingExtra):
        return _REFUSED
    except BadInput as error:
        return Refused(type(error).__name__)
    except Exception as error:
        return Failed(_described(error))


class Failed(str):
    """An exception, which equals no answer."""

    __slots__ = ()


class Refused(str):
    """The name of an exception for bad input, which equals the same name."""

    __slots__ = ()


def _described(error: BaseException) -> str:
    """The exception with the place where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename.rpartition('/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {str(error)[:300]} ({place})"


def examine(kind: Kind, case: Case, tally: Tally) -> list[Fault]:
    """Ask every way, and return the questions whose ways disagree."""
    tally.problems += 1
    try:
        with processor_time(WAY_SECONDS):
            questions = kind.ask(case)
    except CombienError:
        tally.refused += 1
        return []
    except (TookTooLong, Exception) as error:
        tally.faults += 1
        return [Fault("the problem", (("made", Failed(_described(error))),), ("made",))]
    faults = []
    for question, ways in questions.items():
        answers: dict[str, object] = {}
        known = None
        for name, way in ways.items():
            answers[name] = _answer(way, known)
            if known is None and isinstance(answers[name], int):
                known = answers[name]
        tally.ways += len(answers)
        given = {name: answer for name, answer in answers.items() if answer is not _REFUSED}
        tally.refused += len(answers) - len(given)
        if fault := _fault(question, given):
            tally.faults += 1
            faults.append(fault)
    return faults


def _fault(question: str, given: Mapping[str, object]) -> Fault | None:
    if not given:
        return None
    first, *others = given.values()
    if not isinstance(first, Failed) and all(answer == first for answer in others):
        return None
    texts = {name: _short(answer) for name, answer in given.items()}
    # Of two equally frequent answers, the first one counts as right; a failure never does.
    right = Counter(texts[way] for way, one in given.items() if not isinstance(one, Failed))
    usual = max(right, key=right.__getitem__, default="")
    odd = tuple(
        name for name, answer in given.items() if isinstance(answer, Failed) or texts[name] != usual
    )
    return Fault(question, tuple(texts.items()), odd or tuple(texts))


def _short(answer: object) -> str:
    if isinstance(answer, (Failed, Refused)):
        return answer
    text = answer if isinstance(answer, str) else repr(answer)
    return text if len(text) <= 400 else f"{text[:400]}... ({len(text)} characters)"


def check(kind: Kind, case: Case) -> None:
    """Raise an error if the ways disagree: what a test calls that the hunt has written."""
    faults = examine(kind, case, Tally())
    assert not faults, "\n".join(map(str, faults))
