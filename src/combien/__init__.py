"""Exact cover, tilings and puzzles: count, find or list the solutions.

>>> import combien
>>> domino = combien.Tile("**", symmetries="all", times="any")
>>> chessboard = combien.TilingProblem(combien.Region.box(8, 8), [domino])
>>> combien.count(chessboard)
12988816

What is asked of a model:

- `count`, `exists`: how many solutions, and whether there is one
- `solve`, `solutions`, `sample`: one solution, all in turn, and some at random
- `explain`: why there is none
- `orbits`, `heat_map`, `best`, `family`: up to symmetry, by cell, the cheapest, as a diagram
- `answer`: the count with the engine, the work and the time

A model is a `TilingProblem` (of a `Region` and `Tile`s), a `PackingProblem`, a `Nonogram`, one of
`combien.puzzles`, or a `Problem` of items and options.

The public names are those imported below, each on first use, so that `import combien` takes about
a millisecond.
"""

from combien._base.lazy import lazy

__version__ = "0.2.0"
__all__: list[str]

# Not from `typing`, whose import costs more than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien._questions import Best as Best
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
    from combien._questions import certificate as certificate
    from combien._questions import count as count
    from combien._questions import count_by as count_by
    from combien._questions import count_by_size as count_by_size
    from combien._questions import count_by_total as count_by_total
    from combien._questions import estimate as estimate
    from combien._questions import exists as exists
    from combien._questions import explain as explain
    from combien._questions import family as family
    from combien._questions import first as first
    from combien._questions import group_of as group_of
    from combien._questions import heat_map as heat_map
    from combien._questions import marginals as marginals
    from combien._questions import orbits as orbits
    from combien._questions import relaxation as relaxation
    from combien._questions import sample as sample
    from combien._questions import shares as shares
    from combien._questions import solutions as solutions
    from combien._questions import solve as solve
    from combien.cover import Constrained as Constrained
    from combien.cover import SideConstraint as SideConstraint
    from combien.cover._elements import Colored as Colored
    from combien.cover._elements import Item as Item
    from combien.cover._elements import Option as Option
    from combien.cover._elements import Solution as Solution
    from combien.cover._problem import Options as Options
    from combien.cover._problem import Problem as Problem
    from combien.cover._problem import ProblemBuilder as ProblemBuilder
    from combien.cover._symmetry import ProblemGroup as ProblemGroup
    from combien.cover._symmetry import ProblemSymmetry as ProblemSymmetry
    from combien.cover._verify import verify as verify
    from combien.cover._weights import Weights as Weights
    from combien.drawing._content import Patch as Patch
    from combien.drawing._palette import Hatch as Hatch
    from combien.drawing._palette import Palette as Palette
    from combien.drawing._picture import Picture as Picture
    from combien.drawing._renderers.sheet import Drawable as Drawable
    from combien.drawing._renderers.sheet import contact_sheet as contact_sheet
    from combien.engines._estimate import Estimate as Estimate
    from combien.engines._protocol import Answer as Answer
    from combien.engines._protocol import BestProgress as BestProgress
    from combien.engines._protocol import Budget as Budget
    from combien.engines._protocol import Engine as Engine
    from combien.engines._protocol import Model as Model
    from combien.engines._protocol import PartPlan as PartPlan
    from combien.engines._protocol import Plan as Plan
    from combien.engines._protocol import PlanEntry as PlanEntry
    from combien.engines._protocol import Progress as Progress
    from combien.engines._protocol import Question as Question
    from combien.engines._protocol import Reporter as Reporter
    from combien.engines._protocol import Status as Status
    from combien.engines._relaxation import Relaxation as Relaxation
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
    from combien.errors import PluginWarning as PluginWarning
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
    from combien.tilings._packing_problem import Packing as Packing
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
else:
    __getattr__, __dir__, __all__ = lazy(__name__)
