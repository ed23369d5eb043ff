"""A count that engines of two kinds agree on."""

from __future__ import annotations

import combien
from combien import TilingProblem


def both(problem: TilingProblem) -> int:
    """The count, by a sweep and by a search that lists."""
    swept = combien.count(problem, engine="frontier")
    assert combien.count(problem, engine="dlx") == swept
    return swept
