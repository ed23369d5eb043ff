"""Taking many assemblies apart: how many come apart, and at which levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from time import perf_counter

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien._base.records import dataclass
from combien._base.threads import ALONE_SECONDS, default_threads
from combien._wording import counted
from combien.errors import BadTiling
from combien.tilings.disassembly._crew import Crew, Removers
from combien.tilings.disassembly._disassemble import Assembly, Groups, pieces_of
from combien.tilings.disassembly._result import Disassembly

__all__ = ["Survey", "survey", "taken_apart"]

Level = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """How many assemblies come apart, and how many of them at each level.

    >>> print(Survey(3, {(5, 2): 1, (2,): 1}, 900))
    2 of 3 assemblies come apart
        1  5.2
        1  2

    `levels` has the highest level first; `searched` is the number of states that were searched.
    """

    assemblies: int
    levels: Mapping[Level, int]
    searched: int

    @property
    def apart(self) -> int:
        """The number of assemblies that come apart."""
        return sum(self.levels.values())

    @property
    def unique(self) -> bool:
        """Whether exactly one assembly comes apart."""
        return self.apart == 1

    @property
    def highest(self) -> Level | None:
        """The highest level, or None if no assembly comes apart."""
        return next(iter(self.levels), None)

    def to_json(self) -> dict[str, object]:
        """Return values for JSON."""
        return {
            "assemblies": self.assemblies,
            "apart": self.apart,
            "unique": self.unique,
            "levels": [
                {"level": list(level), "assemblies": number}
                for level, number in self.levels.items()
            ],
            "searched": self.searched,
        }

    def __str__(self) -> str:
        """Return the numbers and a histogram of the levels."""
        verb = "comes" if self.apart == 1 else "come"
        lines = [f"{self.apart} of {counted(self.assemblies, 'assembly')} {verb} apart"]
        for level, number in self.levels.items():
            lines.append(f"{number:5}  {'.'.join(map(str, level)) or '-'}")
        return "\n".join(lines)


def survey(
    assemblies: Iterable[Assembly],
    *,
    groups: Groups | None = None,
    limit: int | None = None,
    threads: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Survey:
    """Take assemblies apart, such as all solutions of a problem, and count them by level.

    >>> import combien
    >>> from combien.tilings import Tile, TilingProblem
    >>> bars = TilingProblem("****", [Tile("**", times="any")])
    >>> survey(combien.solutions(bars)).levels
    {(1,): 1}

    `groups` is that of `disassemble`.  The search ends after `limit` assemblies that come apart;
    with 2, the result tells whether the way to come apart is unique.  The budget is for all of them
    together; it does not include the search for the assemblies.

    Assemblies are taken apart by this number of `threads`; by default all processors are used after
    a second.  The result does not depend on it, and with `nodes` there is one.
    Raises the errors of `disassemble`.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if limit is not None:
        limit = check_int("limit", limit, least=1)
    if threads is not None:
        threads = check_int("threads", threads, least=1)
    levels: dict[Level, int] = {}
    number = searched = found = 0
    for result in taken_apart(
        assemblies, groups=groups, threads=threads, budget=limits, report=report
    ):
        number += 1
        searched += result.searched
        if result.comes_apart:
            levels[result.level] = levels.get(result.level, 0) + 1
            found += 1
            if found == limit:
                break
    return Survey(number, dict(sorted(levels.items(), reverse=True)), searched)


def taken_apart(
    assemblies: Iterable[Assembly],
    *,
    groups: Groups | None = None,
    thorough: bool = False,
    threads: int | None = 1,
    budget: Budget,
    report: Reporter | None = None,
) -> Iterator[Disassembly]:
    """Yield the disassembly of each assembly, in their order; distances between shapes are shared.

    With `threads` None, all processors are used after a second.
    """
    try:
        given = iter(assemblies)
    except TypeError:
        raise BadTiling(
            "assemblies: expected assemblies, such as combien.solutions(problem), not a value of "
            f"type {type(assemblies).__name__}"
        ) from None
    meter = Meter(budget, engine="disassembly", report=report, question="search")
    several = 1 if budget.nodes is not None else threads or default_threads()
    alone_until = 0.0 if threads else perf_counter() + ALONE_SECONDS
    pieces = (pieces_of(assembly, groups) for assembly in given)
    removers = Removers(meter, thorough=thorough)
    if several == 1 or not threads:
        for each in pieces:
            yield removers.take_apart(each)
            if several > 1 and perf_counter() > alone_until:
                break
        else:
            return
    searched = removers.searched
    del removers
    with Crew(meter, several, thorough=thorough, searched=searched) as crew:
        yield from crew.results(pieces)
