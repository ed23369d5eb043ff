"""All kinds of problems that the hunt draws, by name.

Half of the exact covers have twins, equal options and numbers that almost respect them (see
`planting.py`).
"""

from __future__ import annotations

from tests.hunt.asking import Kind
from tests.hunt.boards import BOARDS, SOLIDS
from tests.hunt.covers import COVERS, GROUPS, LARGE_COVERS, MATRICES
from tests.hunt.designs import ASSEMBLIES, DESIGNS
from tests.hunt.families import FAMILIES
from tests.hunt.made import MADE, SHEETS
from tests.hunt.nonograms import LARGE_NONOGRAMS, NONOGRAMS
from tests.hunt.painted import PAINTED
from tests.hunt.planes import PLANE
from tests.hunt.runs import LIMITS, RUNS
from tests.hunt.strips import RECTANGLES, STRIPS
from tests.hunt.weighed import WEIGHTS

__all__ = ["KINDS"]

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *(COVERS, LARGE_COVERS, WEIGHTS, GROUPS, MATRICES, FAMILIES),
        *(BOARDS, SOLIDS, PAINTED, STRIPS, RECTANGLES, PLANE),
        *(NONOGRAMS, LARGE_NONOGRAMS),
        *(ASSEMBLIES, DESIGNS, MADE, SHEETS),
        *(LIMITS, RUNS),
    )
}
