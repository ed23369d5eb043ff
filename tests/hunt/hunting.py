"""The hunt: problems are drawn and examined until the time is over, and faults are written down."""

from __future__ import annotations

import pprint
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter

from tests.hunt.asking import Case, Fault, Kind, Tally
from tests.hunt.children import Outcome, examined
from tests.hunt.shrinking import shrunk

__all__ = ["Found", "Hunt"]

Examining = Callable[[Kind, Iterable[Case]], Iterator[Outcome]]

# A fault that was seen this often is only counted from then on.
OFTEN = 2
# Cases that a child is given, at first and at most; of a turn of a kind in seconds.
FEW, MANY, TURN = 4, 500, 2.0


@dataclass(frozen=True)
class Found:
    """A fault, in a case that was made smaller."""

    kind: str
    seed: int
    number: int
    case: Case
    fault: Fault

    @property
    def name(self) -> str:
        """A name for a test."""
        words = f"{self.kind} {self.seed} {self.number} {self.fault.question}"
        return re.sub(r"[^a-z0-9]+", "_", words)

    def __str__(self) -> str:
        said = f"{self.kind}, seed {self.seed}, case {self.number}: {self.fault}"
        return f"{said}\n{pprint.pformat(self.case, width=98, compact=True)}\n"

    def test(self) -> str:
        """A test that fails as long as the fault is there."""
        case = pprint.pformat(self.case, width=98, compact=True)
        comment = "\n".join(f"# {line}".rstrip() for line in str(self.fault).splitlines())
        return (
            f'"""Found by the hunt: {self.kind}, seed {self.seed}, case {self.number}."""\n\n'
            f"from tests.hunt.asking import check\nfrom tests.hunt.kinds import KINDS\n\n"
            f"{comment}\nCASE = {case}\n\n\n"
            f"def test_{self.name}() -> None:\n    check(KINDS[{self.kind!r}], CASE)\n"
        )


@dataclass
class Hunt:
    """A hunt with a seed: the kinds in turns, each with its share of the time."""

    kinds: Mapping[str, Kind]
    seed: int
    out: Path | None = None
    tell: Callable[[str], None] = print
    examine: Examining = examined
    tallies: dict[str, Tally] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    _again: dict[tuple[str, ...], int] = field(default_factory=dict)

    def by_cases(self, cases: int) -> None:
        """Examine this number of cases of each kind."""
        for kind in self.kinds.values():
            self._examine(kind, 0, cases)

    def by_time(self, seconds: float) -> None:
        """Examine cases until the time is over; the kind that is most behind comes next."""
        ends = perf_counter() + seconds
        spent = dict.fromkeys(self.kinds, 0.0)
        done = dict.fromkeys(self.kinds, 0)
        size = dict.fromkeys(self.kinds, FEW)
        while perf_counter() < ends:
            kind = min(self.kinds.values(), key=lambda one: spent[one.name] / one.share)
            begun = perf_counter()
            number = size[kind.name]
            done[kind.name] += self._examine(kind, done[kind.name], number, ends)
            took = perf_counter() - begun
            spent[kind.name] += took
            size[kind.name] = max(1, min(MANY, 2 * number, int(number * TURN / took)))

    def drawn(self, kind: Kind, number: int) -> Case:
        """The case with this number."""
        return kind.draw(Random(f"{self.seed} {kind.name} {number}"))

    def _examine(self, kind: Kind, start: int, cases: int, ends: float = float("inf")) -> int:
        numbers = range(start, start + cases)
        tally = self.tallies.setdefault(kind.name, Tally())
        done = 0
        outcomes = self.examine(kind, [self.drawn(kind, number) for number in numbers])
        for number, (case, one, faults) in zip(numbers, outcomes, strict=False):
            tally.add(one)
            done += 1
            for fault in faults:
                self._add(kind, number, case, fault)
            if perf_counter() > ends:
                break
        return done

    def _add(self, kind: Kind, number: int, case: Case, fault: Fault) -> None:
        key = (kind.name, fault.question, *fault.odd)
        self._again[key] = self._again.get(key, 0) + 1
        if self._again[key] > OFTEN:
            return

        def fails(smaller: Case) -> bool:
            return any(map(fault.is_like, self._faults(kind, smaller)))

        smallest, last = case, fault
        # What takes too long once would do so at each step.
        if not fault.is_slow:
            smallest = shrunk(case, fails)
            last = next(filter(fault.is_like, self._faults(kind, smallest)), fault)
        found = Found(kind.name, self.seed, number, smallest, last)
        self.found.append(found)
        self.tell(str(found))
        if self.out is not None:
            self.out.mkdir(parents=True, exist_ok=True)
            path = self.out / f"test_{found.name}.py"
            path.write_text(found.test())
            self.tell(f"  written to {path}\n")

    def _faults(self, kind: Kind, case: Case) -> list[Fault]:
        return next(iter(self.examine(kind, [case])))[2]

    def table(self) -> str:
        """What was asked, for each kind."""
        head = ("kind", "problems", "ways asked", "disagreements or too slow", "refusals")
        rows = [
            (name, *map(str, (one.problems, one.ways, one.faults, one.refused)))
            for name, one in self.tallies.items()
        ]
        total = Tally()
        for one in self.tallies.values():
            total.add(one)
        rows.append(("all", *map(str, (total.problems, total.ways, total.faults, total.refused))))
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        return "\n".join(
            "  ".join(
                text.rjust(width) if place else text.ljust(width)
                for place, (text, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in (head, *rows)
        )
