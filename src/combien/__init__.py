"""Exact cover, tilings and puzzles: count, find or list the solutions.

>>> import combien
>>> domino = combien.Tile("**", symmetries="all", times="any")
>>> chessboard = combien.TilingProblem(combien.Region.box(8, 8), [domino])
>>> combien.count(chessboard)
12988816

The public names are listed in `__all__`.  Each is imported on first use, so `import combien` takes
less than a millisecond.  Type checkers read the imports below instead.
"""

from __future__ import annotations

# Not from `typing`, whose import costs more than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien._questions import Explanation as Explanation
    from combien._questions import HeatMap as HeatMap
    from combien._questions import Orbits as Orbits
    from combien._questions import Prepared as Prepared
    from combien._questions import Priced as Priced
    from combien._questions import Solutions as Solutions
    from combien._questions import Symmetric as Symmetric
    from combien._questions import SymmetryClass as SymmetryClass
    from combien._questions import UpTo as UpTo
    from combien._questions import answer as answer
    from combien._questions import best as best
    from combien._questions import count as count
    from combien._questions import count_by as count_by
    from combien._questions import count_by_size as count_by_size
    from combien._questions import estimate as estimate
    from combien._questions import exists as exists
    from combien._questions import explain as explain
    from combien._questions import family as family
    from combien._questions import first as first
    from combien._questions import group_of as group_of
    from combien._questions import heat_map as heat_map
    from combien._questions import marginals as marginals
    from combien._questions import orbits as orbits
    from combien._questions import sample as sample
    from combien._questions import shares as shares
    from combien._questions import solutions as solutions
    from combien._questions import solve as solve
    from combien.cover._elements import Colored as Colored
    from combien.cover._elements import Item as Item
    from combien.cover._elements import Option as Option
    from combien.cover._elements import Solution as Solution
    from combien.cover._infeasibility.weights import Weights as Weights
    from combien.cover._problem import Options as Options
    from combien.cover._problem import Problem as Problem
    from combien.cover._problem import ProblemBuilder as ProblemBuilder
    from combien.cover._symmetry.group import ProblemGroup as ProblemGroup
    from combien.cover._symmetry.group import ProblemSymmetry as ProblemSymmetry
    from combien.cover._verify import verify as verify
    from combien.drawing._content import Patch as Patch
    from combien.drawing._palette import Hatch as Hatch
    from combien.drawing._palette import Palette as Palette
    from combien.drawing._picture import Picture as Picture
    from combien.drawing._renderers.sheet import Drawable as Drawable
    from combien.drawing._renderers.sheet import contact_sheet as contact_sheet
    from combien.engines._estimate import Estimate as Estimate
    from combien.engines._portfolio.plan import PartPlan as PartPlan
    from combien.engines._portfolio.plan import Plan as Plan
    from combien.engines._portfolio.plan import PlanEntry as PlanEntry
    from combien.engines._protocol import Answer as Answer
    from combien.engines._protocol import Budget as Budget
    from combien.engines._protocol import Engine as Engine
    from combien.engines._protocol import Model as Model
    from combien.engines._protocol import Progress as Progress
    from combien.engines._protocol import Question as Question
    from combien.engines._protocol import Reporter as Reporter
    from combien.engines._protocol import Status as Status
    from combien.errors import BadFormat as BadFormat
    from combien.errors import BadInput as BadInput
    from combien.errors import BadNonogram as BadNonogram
    from combien.errors import BadPicture as BadPicture
    from combien.errors import BadPosition as BadPosition
    from combien.errors import BadProblem as BadProblem
    from combien.errors import BadPuzzle as BadPuzzle
    from combien.errors import BadRegion as BadRegion
    from combien.errors import BadScript as BadScript
    from combien.errors import BadTiling as BadTiling
    from combien.errors import Cancelled as Cancelled
    from combien.errors import CannotAnswer as CannotAnswer
    from combien.errors import CannotWrite as CannotWrite
    from combien.errors import CombienError as CombienError
    from combien.errors import Disagreement as Disagreement
    from combien.errors import Interrupted as Interrupted
    from combien.errors import InUse as InUse
    from combien.errors import MissingExtra as MissingExtra
    from combien.errors import OutOfBudget as OutOfBudget
    from combien.families import ByKind as ByKind
    from combien.families import Family as Family
    from combien.families import Universe as Universe
    from combien.geometry._cell import Cell as Cell
    from combien.geometry._lattice import Lattice as Lattice
    from combien.geometry._region import Region as Region
    from combien.geometry._symmetry import Group as Group
    from combien.geometry._symmetry import Symmetry as Symmetry
    from combien.nonograms._nonogram import Nonogram as Nonogram
    from combien.sequences._sequence import Sequence as Sequence
    from combien.sequences._sequence import sequence as sequence
    from combien.sequences._strip import Strip as Strip
    from combien.tilings._packing import Packing as Packing
    from combien.tilings._packing_problem import PackingProblem as PackingProblem
    from combien.tilings._paint import Paint as Paint
    from combien.tilings._paint import PlacedPaint as PlacedPaint
    from combien.tilings._placement import Placement as Placement
    from combien.tilings._placement import Placements as Placements
    from combien.tilings._tile import Symmetries as Symmetries
    from combien.tilings._tile import Tile as Tile
    from combien.tilings._tile import Times as Times
    from combien.tilings._tiling import Tiling as Tiling
    from combien.tilings._tiling import TilingProblem as TilingProblem

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "BadFormat",
    "BadInput",
    "BadNonogram",
    "BadPicture",
    "BadPosition",
    "BadProblem",
    "BadPuzzle",
    "BadRegion",
    "BadScript",
    "BadTiling",
    "Budget",
    "ByKind",
    "Cancelled",
    "CannotAnswer",
    "CannotWrite",
    "Cell",
    "Colored",
    "CombienError",
    "Disagreement",
    "Drawable",
    "Engine",
    "Estimate",
    "Explanation",
    "Family",
    "Group",
    "Hatch",
    "HeatMap",
    "InUse",
    "Interrupted",
    "Item",
    "Lattice",
    "MissingExtra",
    "Model",
    "Nonogram",
    "Option",
    "Options",
    "Orbits",
    "OutOfBudget",
    "Packing",
    "PackingProblem",
    "Paint",
    "Palette",
    "PartPlan",
    "Patch",
    "Picture",
    "PlacedPaint",
    "Placement",
    "Placements",
    "Plan",
    "PlanEntry",
    "Prepared",
    "Priced",
    "Problem",
    "ProblemBuilder",
    "ProblemGroup",
    "ProblemSymmetry",
    "Progress",
    "Question",
    "Region",
    "Reporter",
    "Sequence",
    "Solution",
    "Solutions",
    "Status",
    "Strip",
    "Symmetric",
    "Symmetries",
    "Symmetry",
    "SymmetryClass",
    "Tile",
    "Tiling",
    "TilingProblem",
    "Times",
    "Universe",
    "UpTo",
    "Weights",
    "answer",
    "best",
    "contact_sheet",
    "count",
    "count_by",
    "count_by_size",
    "estimate",
    "exists",
    "explain",
    "family",
    "first",
    "group_of",
    "heat_map",
    "marginals",
    "orbits",
    "sample",
    "sequence",
    "shares",
    "solutions",
    "solve",
    "verify",
]

# The module of each name.
_HOMES = {
    "Answer": "combien.engines._protocol",
    "BadFormat": "combien.errors",
    "BadInput": "combien.errors",
    "BadNonogram": "combien.errors",
    "BadPicture": "combien.errors",
    "BadPosition": "combien.errors",
    "BadProblem": "combien.errors",
    "BadPuzzle": "combien.errors",
    "BadRegion": "combien.errors",
    "BadScript": "combien.errors",
    "BadTiling": "combien.errors",
    "Budget": "combien.engines._protocol",
    "ByKind": "combien.families",
    "Cancelled": "combien.errors",
    "CannotAnswer": "combien.errors",
    "CannotWrite": "combien.errors",
    "Cell": "combien.geometry._cell",
    "Colored": "combien.cover._elements",
    "CombienError": "combien.errors",
    "Disagreement": "combien.errors",
    "Engine": "combien.engines._protocol",
    "Estimate": "combien.engines._estimate",
    "Explanation": "combien._questions",
    "Family": "combien.families",
    "Group": "combien.geometry._symmetry",
    "Hatch": "combien.drawing._palette",
    "Item": "combien.cover._elements",
    "Lattice": "combien.geometry._lattice",
    "HeatMap": "combien._questions",
    "InUse": "combien.errors",
    "Interrupted": "combien.errors",
    "MissingExtra": "combien.errors",
    "Model": "combien.engines._protocol",
    "Nonogram": "combien.nonograms._nonogram",
    "Option": "combien.cover._elements",
    "Options": "combien.cover._problem",
    "Orbits": "combien._questions",
    "OutOfBudget": "combien.errors",
    "Packing": "combien.tilings._packing",
    "PackingProblem": "combien.tilings._packing_problem",
    "Paint": "combien.tilings._paint",
    "Palette": "combien.drawing._palette",
    "PartPlan": "combien.engines._portfolio.plan",
    "Patch": "combien.drawing._content",
    "Picture": "combien.drawing._picture",
    "PlacedPaint": "combien.tilings._paint",
    "Placement": "combien.tilings._placement",
    "Placements": "combien.tilings._placement",
    "Plan": "combien.engines._portfolio.plan",
    "PlanEntry": "combien.engines._portfolio.plan",
    "Prepared": "combien._questions",
    "Priced": "combien._questions",
    "Problem": "combien.cover._problem",
    "ProblemBuilder": "combien.cover._problem",
    "ProblemGroup": "combien.cover._symmetry.group",
    "ProblemSymmetry": "combien.cover._symmetry.group",
    "Progress": "combien.engines._protocol",
    "Question": "combien.engines._protocol",
    "Region": "combien.geometry._region",
    "Reporter": "combien.engines._protocol",
    "Sequence": "combien.sequences._sequence",
    "Solution": "combien.cover._elements",
    "Solutions": "combien._questions",
    "Status": "combien.engines._protocol",
    "Strip": "combien.sequences._strip",
    "Symmetric": "combien._questions",
    "Symmetries": "combien.tilings._tile",
    "Symmetry": "combien.geometry._symmetry",
    "SymmetryClass": "combien._questions",
    "Tile": "combien.tilings._tile",
    "Tiling": "combien.tilings._tiling",
    "TilingProblem": "combien.tilings._tiling",
    "Times": "combien.tilings._tile",
    "Universe": "combien.families",
    "UpTo": "combien._questions",
    "Weights": "combien.cover._infeasibility.weights",
    "answer": "combien._questions",
    "best": "combien._questions",
    "Drawable": "combien.drawing._renderers.sheet",
    "contact_sheet": "combien.drawing._renderers.sheet",
    "count": "combien._questions",
    "count_by": "combien._questions",
    "count_by_size": "combien._questions",
    "estimate": "combien._questions",
    "exists": "combien._questions",
    "explain": "combien._questions",
    "family": "combien._questions",
    "first": "combien._questions",
    "group_of": "combien._questions",
    "heat_map": "combien._questions",
    "marginals": "combien._questions",
    "orbits": "combien._questions",
    "sample": "combien._questions",
    "sequence": "combien.sequences._sequence",
    "shares": "combien._questions",
    "solutions": "combien._questions",
    "solve": "combien._questions",
    "verify": "combien.cover._verify",
}


if not TYPE_CHECKING:
    # Hidden from type checkers, which would otherwise accept any misspelled name.
    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'combien' has no attribute {name!r}")
        from importlib import import_module  # Start-up: only for the first name.

        try:
            value = getattr(import_module(_HOMES[name]), name)
        except ImportError as error:
            if "_native" not in str(error):
                raise
            from combien.errors import MissingExtra  # Start-up: only without the core.

            raise MissingExtra(
                f"the compiled core of combien cannot be loaded ({error}): install the package "
                "with 'pip install .', and run from outside its src folder"
            ) from error
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Return the public names only."""
    return list(__all__)
