"""All kinds of problems that the hunt draws, by name."""

from __future__ import annotations

from tests.hunt.asking import Kind
from tests.hunt.boards import BOARDS, SOLIDS
from tests.hunt.covers import COVERS, GROUPS, LARGE_COVERS, MATRICES
from tests.hunt.designs import ASSEMBLIES, DESIGNS
from tests.hunt.families import FAMILIES
from tests.hunt.nonograms import LARGE_NONOGRAMS, NONOGRAMS
from tests.hunt.painted import PAINTED
from tests.hunt.runs import LIMITS, RUNS
from tests.hunt.strips import RECTANGLES, STRIPS

__all__ = ["KINDS"]

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *(COVERS, LARGE_COVERS, GROUPS, MATRICES, FAMILIES),
        *(BOARDS, SOLIDS, PAINTED, STRIPS, RECTANGLES),
        *(NONOGRAMS, LARGE_NONOGRAMS),
        *(ASSEMBLIES, DESIGNS),
        *(LIMITS, RUNS),
    )
}
