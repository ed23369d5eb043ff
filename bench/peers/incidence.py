"""An instance as an array of options by items, for programs that support only plain items."""

from __future__ import annotations

from typing import Any

import numpy as np

from bench.instances.instance import Instance
from bench.peers import with_slack

__all__ = ["incidence"]


def incidence(instance: Instance, kind: Any) -> Any:
    """Return an array with 1 where an option uses an item, else 0, as numbers of this kind."""
    options = with_slack(instance)
    array = np.zeros((len(options), instance.items), dtype=kind)
    for number, option in enumerate(options):
        array[number, option] = 1
    return array
