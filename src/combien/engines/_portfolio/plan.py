"""The plan of a count: the engines that ran, their costs and forecasts, and the winner.

Frozen data for `Answer.plan`, `combien count --explain` and JSON.  Costs are in nanoseconds of the
cost model in `candidates.py`: steps times the typical time of a step.  They come from counters,
never from a clock, so plans are deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

__all__ = ["PartPlan", "Plan", "PlanEntry", "refused", "undivided", "waiting"]

Outcome = Literal["chosen", "beside", "dropped", "waiting"]


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """One candidate of a race.

    `outcome`: "chosen" found the count; "beside" was running when another one did; "dropped" could
    not count or not continue; "waiting" had not been started.  `spent` is the cost of its work in
    nanoseconds of the cost model, `expected` its forecast total cost, None if unknown.
    """

    name: str
    outcome: Outcome
    why: str
    spent: float
    expected: float | None
    work: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PartPlan:
    """A component of the problem, and its race; `copies` components are equal to it.

    In a count modulo a number, `count` may be the remainder.
    """

    options: int
    items: int
    copies: int
    count: int | None
    entries: tuple[PlanEntry, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The reduction before the race, and a race for each distinct component.

    >>> from combien import Problem, answer
    >>> plan = answer(Problem.from_options(["ab", "c", "a", "bc"])).plan
    >>> plan.reduction
    'counted whole: it was done before looking for parts would have paid'
    >>> [(entry.name, entry.outcome) for entry in plan.parts[0].entries[:3]]
    [('fkt', 'dropped'), ('bits', 'chosen'), ('dlx', 'waiting')]

    `str(plan)` is text for people, `plan.facts()` is for JSON.
    """

    reduction: str
    parts: tuple[PartPlan, ...]

    def facts(self) -> dict[str, object]:
        """Return the plan as dictionaries and lists."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.reduction
        for part in self.parts:
            copies = f", {part.copies} equal ones" if part.copies > 1 else ""
            yield f"{part.options} options, {part.items} items{copies}:"
            width = max((len(entry.name) for entry in part.entries), default=0)
            total = sum(entry.spent for entry in part.entries)
            for entry in part.entries:
                words = [f"{entry.outcome:8}", entry.why]
                words[0] = f"  {entry.name:{width}}  {words[0]}"
                yield "  ".join(words) + _costs(entry, total)


def _costs(entry: PlanEntry, total: float) -> str:
    """Return what was paid for this candidate, and its part of the whole cost."""
    if not entry.spent and entry.expected is None:
        return ""
    costs = [f"cost {milliseconds(entry.spent)}"]
    if 0 < entry.spent < total:
        costs.append(f"{entry.spent / total:.0%} of all work")
    if entry.expected is not None and entry.outcome == "beside":
        costs.append(f"{milliseconds(entry.expected)} expected in all")
    return f" ({', '.join(costs)})"


def milliseconds(nanoseconds: float) -> str:
    """Format a cost.

    >>> milliseconds(123_456), milliseconds(2.5e9), milliseconds(1e30)
    ('0.12 ms', '2.5 s', '1e+21 s')
    """
    if nanoseconds < 1e9:
        return f"{nanoseconds / 1e6:.2g} ms"
    return f"{nanoseconds / 1e9:.2g} s"


def waiting(name: str) -> PlanEntry:
    """Return the entry of a candidate that was not started."""
    return PlanEntry(name, "waiting", "not needed", 0.0, None, {})


def refused(name: str, why: str) -> PlanEntry:
    """Return the entry of a candidate that cannot count the problem."""
    # Without the suggested alternative, which may be "auto".
    return PlanEntry(name, "dropped", why.partition(": ask ")[0], 0.0, None, {})


def undivided(part: PartPlan, why: str = "") -> Plan:
    """Return the plan of a problem that was counted whole."""
    return Plan(
        f"counted whole: {why or 'it was done before looking for parts would have paid'}", (part,)
    )
