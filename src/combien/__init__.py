"""combien: how many ways, show me one, show me all.

>>> import combien
>>> domino = combien.Tile("**", symmetries="all", times="any")
>>> chessboard = combien.TilingProblem(combien.Region.box(8, 8), [domino])
>>> combien.count(chessboard)
12988816

The public names are those of `__all__`; each is imported when it is first used, so that
`import combien` costs less than a millisecond.  Type checkers read the imports below instead.
"""

from __future__ import annotations

# Not the one of `typing`, whose import costs more than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.cover.builder import ProblemBuilder as ProblemBuilder
    from combien.cover.orbits.group import ProblemGroup as ProblemGroup
    from combien.cover.orbits.group import ProblemSymmetry as ProblemSymmetry
    from combien.cover.parts import Coloured as Coloured
    from combien.cover.parts import Item as Item
    from combien.cover.parts import Option as Option
    from combien.cover.parts import Solution as Solution
    from combien.cover.problem import Options as Options
    from combien.cover.problem import Problem as Problem
    from combien.cover.reasons.weights import Weights as Weights
    from combien.cover.verify import verify as verify
    from combien.drawing.palette import Hatch as Hatch
    from combien.drawing.palette import Palette as Palette
    from combien.drawing.picture import Patch as Patch
    from combien.drawing.picture import Picture as Picture
    from combien.drawing.sheet import Drawable as Drawable
    from combien.drawing.sheet import contact_sheet as contact_sheet
    from combien.engines.estimate import Estimate as Estimate
    from combien.engines.plan import PartPlan as PartPlan
    from combien.engines.plan import Plan as Plan
    from combien.engines.plan import PlanEntry as PlanEntry
    from combien.engines.protocol import Answer as Answer
    from combien.engines.protocol import Budget as Budget
    from combien.engines.protocol import Engine as Engine
    from combien.engines.protocol import Model as Model
    from combien.engines.protocol import Progress as Progress
    from combien.engines.protocol import Question as Question
    from combien.engines.protocol import Reporter as Reporter
    from combien.engines.protocol import Status as Status
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
    from combien.errors import CannotAnswer as CannotAnswer
    from combien.errors import CannotWrite as CannotWrite
    from combien.errors import CombienError as CombienError
    from combien.errors import InUse as InUse
    from combien.errors import MissingExtra as MissingExtra
    from combien.errors import OutOfBudget as OutOfBudget
    from combien.families import ByKind as ByKind
    from combien.families import Family as Family
    from combien.families import Universe as Universe
    from combien.geometry.cell import Cell as Cell
    from combien.geometry.lattice import Lattice as Lattice
    from combien.geometry.region import Region as Region
    from combien.geometry.symmetry import Group as Group
    from combien.geometry.symmetry import Symmetry as Symmetry
    from combien.nonograms.nonogram import Nonogram as Nonogram
    from combien.questions import Explanation as Explanation
    from combien.questions import Orbits as Orbits
    from combien.questions import Prepared as Prepared
    from combien.questions import Priced as Priced
    from combien.questions import Solutions as Solutions
    from combien.questions import Symmetric as Symmetric
    from combien.questions import SymmetryClass as SymmetryClass
    from combien.questions import UpTo as UpTo
    from combien.questions import answer as answer
    from combien.questions import best as best
    from combien.questions import count as count
    from combien.questions import count_by as count_by
    from combien.questions import count_by_size as count_by_size
    from combien.questions import estimate as estimate
    from combien.questions import exists as exists
    from combien.questions import explain as explain
    from combien.questions import family as family
    from combien.questions import first as first
    from combien.questions import group_of as group_of
    from combien.questions import marginals as marginals
    from combien.questions import orbits as orbits
    from combien.questions import sample as sample
    from combien.questions import shares as shares
    from combien.questions import solutions as solutions
    from combien.questions import solve as solve
    from combien.tilings.packing import Packing as Packing
    from combien.tilings.packing_problem import PackingProblem as PackingProblem
    from combien.tilings.paint import Look as Look
    from combien.tilings.paint import Paint as Paint
    from combien.tilings.placement import Placement as Placement
    from combien.tilings.placement import Placements as Placements
    from combien.tilings.tile import Symmetries as Symmetries
    from combien.tilings.tile import Tile as Tile
    from combien.tilings.tile import Times as Times
    from combien.tilings.tiling import Tiling as Tiling
    from combien.tilings.tiling import TilingProblem as TilingProblem

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
    "CannotAnswer",
    "CannotWrite",
    "Cell",
    "Coloured",
    "CombienError",
    "Drawable",
    "Engine",
    "Estimate",
    "Explanation",
    "Family",
    "Group",
    "Hatch",
    "InUse",
    "Item",
    "Lattice",
    "Look",
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
    "Solution",
    "Solutions",
    "Status",
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
    "marginals",
    "orbits",
    "sample",
    "shares",
    "solutions",
    "solve",
    "verify",
]

# Where each of them is imported from when it is first used.
_HOMES = {
    "Answer": "combien.engines.protocol",
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
    "Budget": "combien.engines.protocol",
    "ByKind": "combien.families",
    "CannotAnswer": "combien.errors",
    "CannotWrite": "combien.errors",
    "Cell": "combien.geometry.cell",
    "Coloured": "combien.cover.parts",
    "CombienError": "combien.errors",
    "Engine": "combien.engines.protocol",
    "Estimate": "combien.engines.estimate",
    "Explanation": "combien.questions",
    "Family": "combien.families",
    "Group": "combien.geometry.symmetry",
    "Hatch": "combien.drawing.palette",
    "Item": "combien.cover.parts",
    "Lattice": "combien.geometry.lattice",
    "Look": "combien.tilings.paint",
    "InUse": "combien.errors",
    "MissingExtra": "combien.errors",
    "Model": "combien.engines.protocol",
    "Nonogram": "combien.nonograms.nonogram",
    "Option": "combien.cover.parts",
    "Options": "combien.cover.problem",
    "Orbits": "combien.questions",
    "OutOfBudget": "combien.errors",
    "Packing": "combien.tilings.packing",
    "PackingProblem": "combien.tilings.packing_problem",
    "Paint": "combien.tilings.paint",
    "Palette": "combien.drawing.palette",
    "PartPlan": "combien.engines.plan",
    "Patch": "combien.drawing.picture",
    "Picture": "combien.drawing.picture",
    "Placement": "combien.tilings.placement",
    "Placements": "combien.tilings.placement",
    "Plan": "combien.engines.plan",
    "PlanEntry": "combien.engines.plan",
    "Prepared": "combien.questions",
    "Priced": "combien.questions",
    "Problem": "combien.cover.problem",
    "ProblemBuilder": "combien.cover.builder",
    "ProblemGroup": "combien.cover.orbits.group",
    "ProblemSymmetry": "combien.cover.orbits.group",
    "Progress": "combien.engines.protocol",
    "Question": "combien.engines.protocol",
    "Region": "combien.geometry.region",
    "Reporter": "combien.engines.protocol",
    "Solution": "combien.cover.parts",
    "Solutions": "combien.questions",
    "Status": "combien.engines.protocol",
    "Symmetric": "combien.questions",
    "Symmetries": "combien.tilings.tile",
    "Symmetry": "combien.geometry.symmetry",
    "SymmetryClass": "combien.questions",
    "Tile": "combien.tilings.tile",
    "Tiling": "combien.tilings.tiling",
    "TilingProblem": "combien.tilings.tiling",
    "Times": "combien.tilings.tile",
    "Universe": "combien.families",
    "UpTo": "combien.questions",
    "Weights": "combien.cover.reasons.weights",
    "answer": "combien.questions",
    "best": "combien.questions",
    "Drawable": "combien.drawing.sheet",
    "contact_sheet": "combien.drawing.sheet",
    "count": "combien.questions",
    "count_by": "combien.questions",
    "count_by_size": "combien.questions",
    "estimate": "combien.questions",
    "exists": "combien.questions",
    "explain": "combien.questions",
    "family": "combien.questions",
    "first": "combien.questions",
    "group_of": "combien.questions",
    "marginals": "combien.questions",
    "orbits": "combien.questions",
    "sample": "combien.questions",
    "shares": "combien.questions",
    "solutions": "combien.questions",
    "solve": "combien.questions",
    "verify": "combien.cover.verify",
}


if not TYPE_CHECKING:
    # Hidden from type checkers, for which it would make every misspelled name one of the package.
    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'combien' has no attribute {name!r}")
        from importlib import import_module

        try:
            value = getattr(import_module(_HOMES[name]), name)
        except ImportError as error:
            if "_native" not in str(error):
                raise
            from combien.errors import MissingExtra

            raise MissingExtra(
                f"the compiled core of combien cannot be loaded ({error}): install the package "
                "with 'pip install .', and run from outside its src folder"
            ) from error
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """The public names only."""
    return list(__all__)
