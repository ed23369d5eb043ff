"""What all searches share: a count under way, and a walk through the solutions.

A search of the core is a machine that stops anywhere; here it becomes an iterator with a position,
a budget and progress.  Which machine it is, is the engine's to say: it gives a function that opens
one at a position.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from operator import length_hint

from combien import _native
from combien.cover.parts import Solution
from combien.cover.problem import Problem
from combien.engines.counting import OutOfBytes
from combien.engines.meter import NO_LIMIT, Meter
from combien.errors import BadPosition

__all__ = ["Open", "Place", "SearchCounting", "SearchWalk"]

# Opens a search of a problem at a position of the core.
Open = Callable[[Problem, "Place"], _native.Search]

MOST_SOLUTIONS_A_BATCH = 1024

# A search may take so many bytes whatever the budget: it is little beside the program itself.
ALWAYS_ALLOWED = 16_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """A position in numbers: the options chosen, root down (-1 for "none of those left").

    `visited` says whether all below the last choice is done.  The first `floor` choices are fixed:
    the search ends when it would have to change one, so it is a share of the whole.
    """

    choices: tuple[int, ...] = ()
    visited: bool = False
    floor: int = 0

    def text(self, engine: str, problem: Problem) -> str:
        """As text: engine, problem, choices (the fixed ones before a `/`), after or at."""
        words = ["-" if choice < 0 else str(choice) for choice in self.choices]
        fixed, free = ".".join(words[: self.floor]), ".".join(words[self.floor :])
        path = f"{fixed}/{free}" if self.floor else free
        return f"{engine}:{problem.fingerprint}:{path}:{'after' if self.visited else 'at'}"

    @classmethod
    def parse(cls, text: str, engine: str, problem: Problem) -> Place:
        """The position that a text means; `BadPosition` when it is not of this search."""
        if not isinstance(text, str):
            raise BadPosition(f"{text!r:.60} is not a position: a text is expected")
        if not text:
            return cls()
        parts = text.strip().split(":")
        if len(parts) != 4 or parts[3] not in ("after", "at"):
            raise BadPosition(
                f"'{text[:60]}' is not a position; one looks like "
                f"{engine}:{problem.fingerprint}:3.14.15:after"
            )
        writer, fingerprint, path, place = parts
        if writer != engine:
            raise BadPosition(f"this position belongs to the engine {writer!r}, not {engine!r}")
        if fingerprint != problem.fingerprint:
            raise BadPosition("this position belongs to another problem (its fingerprint differs)")
        fixed, slash, free = path.rpartition("/")
        before, behind = cls._steps(fixed), cls._steps(free)
        return cls((*before, *behind), place == "after", len(before) if slash else 0)

    @staticmethod
    def _steps(path: str) -> list[int]:
        steps = []
        for step in path.split(".") if path else []:
            if step != "-" and not (step.isascii() and step.isdigit() and len(step) < 18):
                raise BadPosition(f"'{step[:20]}' in this position is not the number of an option")
            steps.append(-1 if step == "-" else int(step))
        return steps


def _opened(open_at: Open, problem: Problem, place: Place) -> _native.Search:
    try:
        return open_at(problem, place)
    except _native.InvalidPosition as error:
        raise BadPosition(f"this position does not belong to this search: {error}") from error


def _work(search: _native.Search) -> dict[str, int]:
    return {"nodes": search.nodes, "updates": search.updates}


class SearchCounting:
    """A count by search, under way; the search is opened by the first `advance`.

    `needs` is the memory that it takes, which does not grow.
    """

    def __init__(self, problem: Problem, open_at: Open, *, needs: int = 0) -> None:
        self._problem = problem
        self._open_at = open_at
        self._needs = needs
        self._search: _native.Search | None = None

    @property
    def steps(self) -> int:
        """Nodes visited."""
        return self._search.nodes if self._search else 0

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates."""
        return _work(self._search) if self._search else {"nodes": 0, "updates": 0}

    @property
    def known(self) -> Mapping[str, int]:
        """The counters, and the solutions found so far as a lower bound."""
        return {"at_least": self.count, **self.work}

    @property
    def bytes(self) -> int:
        """What the search holds."""
        return self._needs if self._search else 0

    @property
    def fraction(self) -> float:
        """The finished shares of the tree."""
        return self._search.fraction if self._search else 0.0

    @property
    def count(self) -> int:
        """The solutions found."""
        return self._search.found if self._search else 0

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Searches for a slice."""
        if self._search is None:
            if self._needs > max(bytes, ALWAYS_ALLOWED):
                raise OutOfBytes
            self._search = _opened(self._open_at, self._problem, Place())
        outcome, _ = self._search.run(NO_LIMIT, steps, seconds, keep=False)
        return bool(outcome == _native.DONE)


class SearchWalk:
    """Solutions one at a time.

    The core finds them in batches that begin with one and double, so that the first comes at once
    and a million cost little more than the search.  `position` and `work` are nevertheless those of
    the last solution that was *yielded*: asked in the middle of a batch, the walk goes back to the
    batch's beginning and searches again up to there.
    """

    def __init__(
        self, problem: Problem, open_at: Open, *, engine: str, why: str, meter: Meter, resume: str
    ) -> None:
        self.engine = engine
        self.why = why
        self._problem = problem
        self._open_at = open_at
        self._meter = meter
        self._begin(Place.parse(resume, engine, problem), work={"nodes": 0, "updates": 0})
        self._fraction = self._search.fraction
        self._stream = iter(self)

    def _begin(self, place: Place, *, work: dict[str, int]) -> None:
        """Starts afresh from a position, with the work that was done before it."""
        self._search = _opened(self._open_at, self._problem, place)
        self._earlier_work = work
        self._batch: Iterator[Solution] = iter(())
        self._batch_length = 0
        self._batch_size = 1
        self._exhausted = False
        self._mark()

    def _mark(self) -> None:
        """Remembers where the next batch begins."""
        self._batch_start = self._place()
        self._batch_work = _work(self._search)

    def __iter__(self) -> Iterator[Solution]:
        # A chain of whole batches, so that no line of Python runs between two solutions; how far it
        # is, the batch's own iterator knows.
        return chain.from_iterable(self._batches())

    def __next__(self) -> Solution:
        for solution in self._stream:
            return solution
        if self.complete:
            raise StopIteration
        # The stream ended by an error, an interrupt for instance: the walk itself goes on.
        self._stream = iter(self)
        return next(self._stream)

    def _batches(self) -> Iterator[Iterator[Solution]]:
        yield self._batch
        while not self._exhausted:
            self._fetch()
            yield self._batch

    def _fetch(self) -> None:
        work = self._total(_work(self._search))
        steps, seconds = self._meter.slice(work["nodes"])
        if steps == 0:
            raise self._meter.stop(work, position=self.position)
        self._mark()
        outcome, found = self._search.run(self._batch_size, steps, seconds, keep=True)
        self._batch = iter(list(map(Solution, found)))
        self._batch_length = len(found)
        self._exhausted = outcome == _native.DONE
        if outcome == _native.SOLUTION:
            self._batch_size = min(2 * self._batch_size, MOST_SOLUTIONS_A_BATCH)
        self._fraction = max(self._fraction, self._search.fraction)
        self._meter.progress(self._fraction, self._total(_work(self._search)))

    def _total(self, work: Mapping[str, int]) -> dict[str, int]:
        return {name: value + self._earlier_work[name] for name, value in work.items()}

    def _settle(self) -> None:
        """Brings the search to the solution that was yielded last."""
        left = length_hint(self._batch)
        if left == 0:
            return
        yielded = self._batch_length - left
        deque(self._batch, maxlen=0)
        self._begin(self._batch_start, work=self._total(self._batch_work))
        if yielded:
            self._search.run(yielded, NO_LIMIT, float("inf"), keep=False)

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates up to the last solution."""
        self._settle()
        return self._total(_work(self._search))

    @property
    def position(self) -> str:
        """Where the walk stands: engine, problem, options chosen from the root down."""
        self._settle()
        return self._place().text(self.engine, self._problem)

    def _place(self) -> Place:
        choices, visited, floor = self._search.position()
        return Place(tuple(choices), visited, floor)

    @property
    def fraction(self) -> float:
        """The finished shares of the tree, never falling."""
        return self._fraction

    @property
    def complete(self) -> bool:
        """Whether every solution has been yielded."""
        return self._exhausted and length_hint(self._batch) == 0
