"""The results as one Markdown table, with ratios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from typing import Any

from bench.instances.instance import Instance

__all__ = ["best", "geometric_mean", "result_text", "table"]

Result = Mapping[str, Any]


def result_text(result: Result) -> str:
    """Return the result of one measurement as text.

    >>> result_text({"cpu": 0.25}), result_text({"limit": 60}), result_text({"cannot": "no colors"})
    ('0.25', '> 60', 'cannot')
    >>> result_text({"wrong": 7})
    'WRONG: 7'
    """
    if "cpu" in result:
        seconds = result["cpu"]
        return f"{seconds:.4f}" if seconds < 0.1 else f"{seconds:.3g}"
    if "limit" in result:
        return f"> {result['limit']}"
    if "wrong" in result:
        return f"WRONG: {result['wrong']}"
    words = ("cannot", "missing", "memory", "crashed", "failed")
    return next(word for word in words if word in result)


def best(results: Mapping[str, Result], programs: Iterable[str]) -> float | None:
    """Return the least CPU seconds of these programs, or None if none of them answered."""
    times = [results[name]["cpu"] for name in programs if "cpu" in results.get(name, {})]
    return min(times, default=None)


def geometric_mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean, in which factors of 2 and 1/2 cancel.

    >>> geometric_mean([2.0, 0.5])
    1.0
    """
    return exp(sum(map(log, ratios)) / len(ratios))


def table(
    instances: Iterable[Instance],
    results: Mapping[str, Mapping[str, Result]],
    *,
    columns: Sequence[str],
    ratios: Mapping[str, tuple[Sequence[str], Sequence[str]]],
) -> str:
    """Return a table with a line per instance, and a column per program and per named ratio.

    A ratio has our programs and the peers that do the same work; it is the best time of the
    peers over our best time.
    """
    head = ["instance", "options", "solutions", *columns, *ratios]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    gained: dict[str, list[float]] = {name: [] for name in ratios}
    for instance in instances:
        row = results[instance.name]
        line = [instance.name, f"{len(instance.options)}", f"{instance.count}"]
        line += [result_text(row[program]) for program in columns]
        for name, (programs, peers) in ratios.items():
            ours, theirs = best(row, programs), best(row, peers)
            if theirs is None or ours is None:
                line.append("")
                continue
            gained[name].append(theirs / ours)
            line.append(f"{theirs / ours:.2f}")
        lines.append(line)
    means = [f"{geometric_mean(g):.2f}" if g else "" for g in gained.values()]
    lines.append(["geometric mean", "", "", *[""] * len(columns), *means])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
