"""xcover: dancing cells compiled by numba; secondary items and colors.

Importing it compiles or loads the search, so this is not measured.  Its arrays are made separately
from its search, whereas `xcover.covers` does both.
"""

from __future__ import annotations

from typing import Any

from xcover.dancing_cells import (
    algorithm_c,
)
from xcover.solvers import input_as_arrays

from bench.instances.instance import Instance

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the items as the five arrays of xcover, with colors if there are any."""
    names: list[list[Any]] = [list(option) for option in instance.options]
    primary: list[Any] = list(range(instance.primary))
    secondary: list[Any] = list(range(instance.primary, instance.items))
    if instance.colors is not None:
        names = [
            [f"{item}:{shade}" if shade else f"{item}" for item, shade in zip(*both, strict=True)]
            for both in zip(instance.options, instance.colors, strict=True)
        ]
        primary, secondary = [*map(str, primary)], [*map(str, secondary)]
    return input_as_arrays(
        names, primary=primary, secondary=secondary, colored=instance.colors is not None
    )


def count(prepared: Any) -> int:
    """Exhaust the generator, which makes a list of each solution."""
    return sum(1 for _ in algorithm_c(*prepared))
