"""dxz: Nishino, Yasuda, Minato and Nagata's dancing links with a memo, in C; plain items only.

It finds the solutions as a diagram and counts in it.
"""

from __future__ import annotations

from typing import Any

import dxz

from bench.instances.instance import Instance
from bench.peers import with_slack

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the incidence matrix of options and items, as a flat list."""
    options = with_slack(instance)
    incidence = [0] * (len(options) * instance.items)
    for number, option in enumerate(options):
        for item in option:
            incidence[number * instance.items + item] = 1
    return len(options), instance.items, incidence


def count(prepared: Any) -> int:
    """Run the search, including the construction of its links."""
    return int(dxz.dxz_count(*prepared))
