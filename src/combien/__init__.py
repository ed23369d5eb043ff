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

The public names are those of the table below, each imported on first use, so that `import combien`
takes about a millisecond.
"""

from combien._base.lazy import lazy

__version__ = "0.2.0"

_NAMES = {
    "combien._questions": """
        Best Explanation HeatMap Orbits Prepared Priced Solutions Symmetric SymmetryClass
        UpTo answer best certificate count count_by count_by_size count_by_total estimate
        exists explain family first group_of heat_map marginals orbits relaxation sample
        shares solutions solve
    """,
    "combien.cover": "Constrained SideConstraint",
    "combien.cover._elements": "Colored Item Option Solution",
    "combien.cover._problem": "Options Problem ProblemBuilder",
    "combien.cover._symmetry": "ProblemGroup ProblemSymmetry",
    "combien.cover._verify": "verify",
    "combien.cover._weights": "Weights",
    "combien.drawing._content": "Patch",
    "combien.drawing._palette": "Hatch Palette",
    "combien.drawing._picture": "Picture",
    "combien.drawing._renderers.sheet": "Drawable contact_sheet",
    "combien.engines._search.estimate": "Estimate",
    "combien.engines._protocol": """
        Answer BestProgress Budget Engine Model PartPlan Plan PlanEntry Progress Question
        Reporter Status
    """,
    "combien.engines._optimum.relaxation": "Relaxation",
    "combien.errors": """
        BadFormat BadInput BadNonogram BadPicture BadPosition BadProblem BadPuzzle
        BadRegion BadScript BadTiling Cancelled CannotAnswer CannotWrite CombienError
        Disagreement Interrupted InUse MissingExtra OutOfBudget PluginWarning
    """,
    "combien.families": "ByKind Family Universe",
    "combien.geometry._cell": "Cell",
    "combien.geometry._lattice": "Lattice",
    "combien.geometry._region": "Region",
    "combien.geometry._symmetry": "Group Symmetry",
    "combien.nonograms._nonogram": "Nonogram",
    "combien.sequences._sequence": "Sequence sequence",
    "combien.sequences._strip": "Strip",
    "combien.tilings._packing_problem": "Packing PackingProblem",
    "combien.tilings._paint": "Paint PlacedPaint",
    "combien.tilings._placement": "Placement Placements",
    "combien.tilings._tile": "Symmetries Tile Times",
    "combien.tilings._tiling": "Tiling TilingProblem",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
