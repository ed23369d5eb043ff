"""A record: an integer sequence, its published terms, and models of its terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from combien._base.budget import UNLIMITED, Budget, Reporter
from combien._questions import UpTo, answer, orbits
from combien.engines import Model
from combien.errors import BadInput, OutOfBudget

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Part:
    """A summand of a term: `weight` times the number of solutions, up to symmetry if wanted.

    With `stabilizers`, only the solutions up to all symmetries that have one of these groups of
    symmetries, by their names, are counted.  A part without a model is the number `weight` itself.
    """

    weight: int
    model: Model[Any] | None = None
    up_to: UpTo = "none"
    stabilizers: tuple[tuple[str, ...], ...] = ()

    def count(
        self, *, engine: str, checkpoint: Path | None, budget: Budget, report: Reporter | None
    ) -> tuple[int, dict[str, int]]:
        """Return the summand and the work."""
        if self.model is None:
            return self.weight, {}
        if self.stabilizers:
            found = orbits(self.model, engine=engine, budget=budget, report=report)
            wanted = [kind.orbits for kind in found.kinds if kind.symmetries in self.stabilizers]
            return self.weight * sum(wanted), dict(found.work)
        counted = answer(
            self.model,
            up_to=self.up_to,
            engine=engine,
            checkpoint=checkpoint,
            budget=budget,
            report=report,
        )
        if counted.count is None:
            raise OutOfBudget("a limit was reached before the term", known=dict(counted.work))
        return self.weight * counted.count, dict(counted.work)


Parts = Callable[[int], Iterable[Part]]


def whole(make: Callable[[int], Model[Any]], *, up_to: UpTo = "none") -> Parts:
    """Return the parts of a sequence whose term is the count of one model."""
    return lambda n: [Part(1, make(n), up_to)]


@cache
def _terms(file: str) -> dict[str, dict[int, int]]:
    """Return terms by name and index, from lines such as `A004003 0: 1, 2, 36, 6728`."""
    found: dict[str, dict[int, int]] = {}
    for line in (_FOLDER / file).read_text(encoding="utf-8").splitlines():
        head, terms = line.split(":")
        name, first = head.split()
        found.setdefault(name, {}).update(enumerate(map(int, terms.split(",")), int(first)))
    return found


@dataclass(frozen=True, slots=True)
class Record:
    """A sequence, whose a(n) is the sum of its `parts` at n.

    `reduced` are parts with the same sum, but less work, by symmetry.  At `errata`, the published
    terms are not those of the definition.
    """

    name: str
    title: str
    parts: Parts
    reduced: Parts | None = None
    errata: tuple[int, ...] = ()

    @property
    def published(self) -> dict[int, int]:
        """The published terms by index, as stored when the record was computed."""
        return _terms("published.txt")[self.name]

    @property
    def computed(self) -> dict[int, int]:
        """The terms that two engines have computed: new ones, and those of errata."""
        return _terms("computed.txt").get(self.name, {})

    @property
    def known(self) -> dict[int, int]:
        """The terms by index: published, or else computed."""
        return self.published | self.computed

    @property
    def offset(self) -> int:
        """The index of the first term."""
        return min(self.published)

    @property
    def next(self) -> int:
        """The index of the first term that is not published."""
        return max(self.published) + 1

    def term(
        self,
        n: int,
        *,
        engine: str = "auto",
        reduced: bool = False,
        folder: Path | None = None,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
    ) -> tuple[int, str]:
        """Return a(n), and the work of the engine.  a(0) is 1, for nothing to cover.

        With a `folder`, each part is a run in a file there, which the same call continues.
        """
        parts = self.reduced if reduced else self.parts
        if parts is None:
            raise BadInput(f"{self.name} has no other parts by symmetry: omit --reduced")
        if n < self.offset:
            raise BadInput(f"{self.name} begins with a({self.offset})")
        summands = list(parts(n) if n else [Part(1)])
        if folder and any(part.stabilizers or part.up_to != "none" for part in summands):
            raise BadInput(f"{self.name} is counted up to symmetry, in no run: omit --folder")
        total = work = 0
        unit = "nodes"
        for number, part in enumerate(summands):
            name = f"{self.name}-{n}-{engine}{'-reduced' * reduced}-{number}.db"
            found, done = part.count(
                engine=engine,
                checkpoint=folder / name if folder else None,
                budget=budget,
                report=report,
            )
            total += found
            done.pop("problems", None)
            unit = next(iter(done), unit)
            work += done.get(unit, 0)
        return total, f"{work:,} {unit}"
