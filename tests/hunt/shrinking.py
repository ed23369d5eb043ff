"""Smaller cases with the same fault: parts of the JSON value are left out or made smaller."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from tests.hunt.asking import Case

__all__ = ["shrunk"]


def shrunk(
    case: Case, fails: Callable[[Case], bool], *, tries: int = 600, seconds: float = 120
) -> Case:
    """Return a case that fails and becomes right, or invalid, by each single reduction.

    After this number of tries, or this time, the smallest one so far.
    """
    ends = perf_counter() + seconds
    seen: set[str] = set()
    left = tries
    again = True
    while again:
        again = False
        for smaller in reductions(case):
            key = repr(smaller)
            if key in seen:
                continue
            seen.add(key)
            left -= 1
            if left < 0 or perf_counter() > ends:
                return case
            if fails(smaller):
                case, again = smaller, True
                break
    return case


def reductions(case: Case) -> Iterator[Case]:
    """Values with a part left out or made smaller, those that save most first."""
    if isinstance(case, dict):
        for name, value in case.items():
            for smaller in reductions(value):
                yield {**case, name: smaller}
    elif isinstance(case, list):
        size = len(case)
        while size:
            for start in range(0, len(case), size):
                yield [*case[:start], *case[start + size :]]
            size //= 2
        for place, value in enumerate(case):
            for smaller in reductions(value):
                yield [*case[:place], smaller, *case[place + 1 :]]
    elif isinstance(case, bool):
        if case:
            yield False
    elif isinstance(case, int) and case:
        yield from dict.fromkeys([0, case // 2, case - (1 if case > 0 else -1)])
