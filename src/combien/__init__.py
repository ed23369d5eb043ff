"""combien: how many ways, show me one, show me all.

>>> import combien
>>> domino = combien.Tile("**", symmetries="all", times="any")
>>> chessboard = combien.TilingProblem(combien.Region.box(8, 8), [domino])
>>> combien.count(chessboard)
12988816

The public names are those of `__all__`; each is imported when it is first used, so that
`import combien` costs a few milliseconds.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from combien.cover.builder import ProblemBuilder as ProblemBuilder
    from combien.cover.parts import Coloured as Coloured
    from combien.cover.parts import Solution as Solution
    from combien.cover.problem import Problem as Problem
    from combien.cover.verify import verify as verify
    from combien.drawing.sheet import contact_sheet as contact_sheet
    from combien.engines.protocol import Answer as Answer
    from combien.engines.protocol import Budget as Budget
    from combien.errors import CombienError as CombienError
    from combien.families import Family as Family
    from combien.geometry.region import Region as Region
    from combien.nonograms.nonogram import Nonogram as Nonogram
    from combien.questions import Explanation as Explanation
    from combien.questions import Orbits as Orbits
    from combien.questions import Prepared as Prepared
    from combien.questions import Symmetric as Symmetric
    from combien.questions import answer as answer
    from combien.questions import best as best
    from combien.questions import count as count
    from combien.questions import count_by as count_by
    from combien.questions import count_by_size as count_by_size
    from combien.questions import estimate as estimate
    from combien.questions import exists as exists
    from combien.questions import explain as explain
    from combien.questions import family as family
    from combien.questions import marginals as marginals
    from combien.questions import orbits as orbits
    from combien.questions import sample as sample
    from combien.questions import shares as shares
    from combien.questions import solutions as solutions
    from combien.questions import solve as solve
    from combien.tilings.packing import Packing as Packing
    from combien.tilings.packing_problem import PackingProblem as PackingProblem
    from combien.tilings.paint import Paint as Paint
    from combien.tilings.tile import Tile as Tile
    from combien.tilings.tiling import Tiling as Tiling
    from combien.tilings.tiling import TilingProblem as TilingProblem

__version__ = "0.1.0"

_HOMES = {
    "Answer": "combien.engines.protocol",
    "Budget": "combien.engines.protocol",
    "Coloured": "combien.cover.parts",
    "CombienError": "combien.errors",
    "Explanation": "combien.questions",
    "Family": "combien.families",
    "Packing": "combien.tilings.packing",
    "PackingProblem": "combien.tilings.packing_problem",
    "Paint": "combien.tilings.paint",
    "Prepared": "combien.questions",
    "Nonogram": "combien.nonograms.nonogram",
    "Orbits": "combien.questions",
    "Problem": "combien.cover.problem",
    "ProblemBuilder": "combien.cover.builder",
    "Region": "combien.geometry.region",
    "Solution": "combien.cover.parts",
    "Symmetric": "combien.questions",
    "Tile": "combien.tilings.tile",
    "Tiling": "combien.tilings.tiling",
    "TilingProblem": "combien.tilings.tiling",
    "answer": "combien.questions",
    "best": "combien.questions",
    "contact_sheet": "combien.drawing.sheet",
    "count": "combien.questions",
    "count_by": "combien.questions",
    "count_by_size": "combien.questions",
    "estimate": "combien.questions",
    "exists": "combien.questions",
    "explain": "combien.questions",
    "family": "combien.questions",
    "marginals": "combien.questions",
    "orbits": "combien.questions",
    "sample": "combien.questions",
    "shares": "combien.questions",
    "solutions": "combien.questions",
    "solve": "combien.questions",
    "verify": "combien.cover.verify",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'combien' has no attribute {name!r}")
    try:
        value = getattr(import_module(_HOMES[name]), name)
    except ImportError as error:
        if "_native" not in str(error):
            raise
        from combien.errors import MissingExtra

        raise MissingExtra(
            f"the compiled core of combien cannot be loaded ({error}): install the package with "
            "'pip install .', and run from outside its src folder"
        ) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
