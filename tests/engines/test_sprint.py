"""Short counts: their work, reason and plan are made when they are read."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

from combien.engines._portfolio.auto import Auto
from tests.engines.boards import queens


def test_a_short_count_is_copied_whole() -> None:
    sent: Callable[[Any], Any] = lambda short: pickle.loads(pickle.dumps(short))  # noqa: E731
    for copied in (copy.copy, copy.deepcopy, sent):
        count = Auto().count(queens(6))
        again = copied(count)
        assert (again, again.plan is None, again.work) == (count, False, count.work)
