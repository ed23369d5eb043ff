"""A record: an integer sequence, its published terms, and models of its terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import combien

__all__ = ["Part", "Parts", "Record", "whole"]

_PUBLISHED = Path(__file__).with_name("published.txt")


@dataclass(frozen=True, slots=True)
class Part:
    """A summand of a term: `weight` times the number of solutions, up to symmetry if wanted.

    With `stabilizers`, only the solutions up to all symmetries that have one of these groups of
    symmetries, by their names, are counted.  A part without a model is the number `weight` itself.
    """

    weight: int
    model: combien.Model[object] | None = None
    up_to: combien.UpTo = "none"
    stabilizers: tuple[tuple[str, ...], ...] = ()

    def count(self, *, engine: str, checkpoint: Path | None) -> tuple[int, dict[str, int]]:
        """Return the summand and the work."""
        if self.model is None:
            return self.weight, {}
        if self.stabilizers:
            found = combien.orbits(self.model, engine=engine)
            wanted = [kind.orbits for kind in found.kinds if kind.symmetries in self.stabilizers]
            return self.weight * sum(wanted), dict(found.work)
        answer = combien.answer(self.model, up_to=self.up_to, engine=engine, checkpoint=checkpoint)
        assert answer.count is not None
        return self.weight * answer.count, dict(answer.work)


Parts = Callable[[int], Iterable[Part]]


def whole(make: Callable[[int], combien.Model[object]], *, up_to: combien.UpTo = "none") -> Parts:
    """Return the parts of a sequence whose term is the count of one model."""
    return lambda n: [Part(1, make(n), up_to)]


@cache
def _published() -> dict[str, tuple[int, tuple[int, ...]]]:
    """Return offsets and terms by name, from lines such as `A004003 0: 1, 2, 36, 6728`."""
    found = {}
    for line in _PUBLISHED.read_text(encoding="utf-8").splitlines():
        head, terms = line.split(":")
        name, offset = head.split()
        found[name] = int(offset), tuple(map(int, terms.split(",")))
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
    def offset(self) -> int:
        """The index of the first term."""
        return _published()[self.name][0]

    @property
    def published(self) -> tuple[int, ...]:
        """The published terms, from a(`offset`) on, as stored when the record was computed."""
        return _published()[self.name][1]

    @property
    def next(self) -> int:
        """The index of the first term that is not published."""
        return self.offset + len(self.published)

    def term(
        self, n: int, *, engine: str = "auto", reduced: bool = False, folder: Path | None = None
    ) -> tuple[int, str]:
        """Return a(n), and the work of the engine.  a(0) is 1, for nothing to cover.

        With a `folder`, each part is a run in a file there, which the same call continues.
        """
        parts = self.reduced if reduced else self.parts
        if parts is None:
            raise ValueError(f"{self.name} has no reduced parts")
        total = work = 0
        unit = "nodes"
        for number, part in enumerate(parts(n) if n else [Part(1)]):
            name = f"{self.name}-{n}-{engine}{'-reduced' * reduced}-{number}.db"
            found, done = part.count(engine=engine, checkpoint=folder / name if folder else None)
            total += found
            done.pop("problems", None)
            unit = next(iter(done), unit)
            work += done.get(unit, 0)
        return total, f"{work:,} {unit}"
