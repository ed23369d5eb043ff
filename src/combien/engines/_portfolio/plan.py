"""The plan of a count, after the fact: who ran, what it cost, what was expected, who won and why.

Plain frozen data, for `Answer.plan`, for `combien count --explain` and for JSON.  Costs are in
nanoseconds of the price list of `candidates.py`: steps times what such a step takes on a usual
machine.  They come from counters, never from a clock, so the same question has the same plan.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

__all__ = ["PartPlan", "Plan", "PlanEntry"]

Outcome = Literal["chosen", "beside", "dropped", "waiting"]


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """One candidate of a race.

    `outcome`: "chosen" has the count; "beside" ran until another one had it; "dropped" could not,
    or could not go on; "waiting" was not let in before the end.  `spent` is its work in
    nanoseconds by the price list, `expected` what it was thought to need in all, None if unknown.
    """

    name: str
    outcome: Outcome
    why: str
    spent: float
    expected: float | None
    work: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A part of the problem, and the race for its count; `copies` equal parts share one race."""

    options: int
    items: int
    copies: int
    count: int | None
    entries: tuple[PlanEntry, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """What was done before the race, and a race for each different part.

    >>> from combien import Problem, answer
    >>> plan = answer(Problem.from_options(["ab", "c", "a", "bc"])).plan
    >>> plan.reduction
    'counted whole: it was done before looking for parts would have paid'
    >>> [(entry.name, entry.outcome) for entry in plan.parts[0].entries[:3]]
    [('fkt', 'dropped'), ('bits', 'chosen'), ('dlx', 'waiting')]

    `str(plan)` says it in lines, `plan.facts()` for JSON.
    """

    reduction: str
    parts: tuple[PartPlan, ...]

    def facts(self) -> dict[str, object]:
        """The plan as plain dictionaries and lists."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.reduction
        for part in self.parts:
            copies = f", {part.copies} equal ones" if part.copies > 1 else ""
            yield f"{part.options} options, {part.items} items{copies}:"
            width = max((len(entry.name) for entry in part.entries), default=0)
            for entry in part.entries:
                words = [f"{entry.outcome:8}", entry.why]
                words[0] = f"  {entry.name:{width}}  {words[0]}"
                yield "  ".join(words) + _costs(entry)


def _costs(entry: PlanEntry) -> str:
    if not entry.spent and entry.expected is None:
        return ""
    told = [f"cost {milliseconds(entry.spent)}"]
    if entry.expected is not None and entry.outcome == "beside":
        told.append(f"{milliseconds(entry.expected)} expected in all")
    return f" ({', '.join(told)})"


def milliseconds(nanoseconds: float) -> str:
    """A cost for people.

    >>> milliseconds(123_456), milliseconds(2.5e9), milliseconds(1e30)
    ('0.12 ms', '2.5 s', '1e+21 s')
    """
    if nanoseconds < 1e9:
        return f"{nanoseconds / 1e6:.2g} ms"
    return f"{nanoseconds / 1e9:.2g} s"
