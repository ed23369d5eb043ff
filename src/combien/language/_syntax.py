"""The syntax tree of a script: declarations and their expressions.

Every node has the `Span` that it was read from; spans are ignored in comparisons, so trees of the
same script in different layouts are equal.  An infix operator and its prefix form (`a || b`, `union
a b`) are the same node.  Two and three dimensions share a class, with a field `dimension`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from combien.language._source import NOWHERE, Source, Span

Operator = Literal["union", "inter", "diff", "xor"]
Isometry = Literal[
    "Id", "Rot90", "Rot180", "Rot270", "VertRefl", "HorizRefl", "Diag1Refl", "Diag2Refl"
]
TileOption = Literal["~one", "~maybe", "~any", "~sym", "~rot"]
# The symmetries up to which tilings are counted, after `~up_to`, as in Python.
UpTo = Literal["all", "rotations", "none"]

OPERATORS: dict[Operator, str] = {"union": "||", "inter": "&&", "diff": "-", "xor": "^"}
OPTIONS: tuple[TileOption, ...] = get_args(TileOption)
ISOMETRIES: tuple[Isometry, ...] = get_args(Isometry)
# The sides of squares whose edges may have colors.
SIDES = ("top", "right", "bottom", "left")
UP_TO: tuple[UpTo, ...] = get_args(UpTo)
# A declaration of combine, which prints 42.
THE_ANSWER = "answer_to_the_question_of_life_the_universe_and_everything"


@dataclass(frozen=True, slots=True)
class Node:
    """The base class of nodes: the span of the source text."""

    span: Span = field(default=NOWHERE, kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name, in its definition or in a use; as an expression, the pattern of this name."""

    text: str


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A string, without its quotes; all of its characters are printable."""

    text: str


@dataclass(frozen=True, slots=True)
class Pair(Node):
    """A size or a position, `8x3`."""

    x: int
    y: int


# Expressions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawing(Node):
    """ASCII art: lines of `*` and `.`, all of one length, the top one first."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """`constant 8x3 true`: all cells of a frame, or none."""

    size: Pair
    value: bool


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left || right`, or one of the other three operators."""

    operator: Operator
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Put(Node):
    """`set inner 2x3 true`: one cell added, or removed."""

    inner: Expression
    position: Pair
    value: bool


@dataclass(frozen=True, slots=True)
class Crop(Node):
    """`crop 1x1 3x2 inner`: the part of size 3x2 whose bottom left corner is at 1x1."""

    position: Pair
    size: Pair
    inner: Expression


@dataclass(frozen=True, slots=True)
class Shift(Node):
    """`shift inner 2x1`: moved right and up; cells that leave the frame are lost."""

    inner: Expression
    by: Pair


@dataclass(frozen=True, slots=True)
class Resize(Node):
    """`resize inner 9x9`: the same bottom left corner in another frame."""

    inner: Expression
    size: Pair


@dataclass(frozen=True, slots=True)
class Apply(Node):
    """`apply Rot90 inner`: rotated or reflected."""

    isometry: Isometry
    inner: Expression


Expression = Name | Drawing | Constant | Binary | Put | Crop | Shift | Resize | Apply


def inner_expressions(expression: Expression) -> Iterator[Expression]:
    """Yield the expressions directly within one."""
    if isinstance(expression, Binary):
        yield expression.left
        yield expression.right
    elif isinstance(expression, Put | Crop | Shift | Resize | Apply):
        yield expression.inner


# Declarations -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TileTimes(Node):
    """`~times 3`, or `~times 2..5`: how often a tile is used."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`~cost 3`: the cost of each use of a tile."""

    cost: int


@dataclass(frozen=True, slots=True)
class Colored(Node):
    """`~color red cells`: these cells of a tile or of the board have a color."""

    color: Name
    cells: Expression


@dataclass(frozen=True, slots=True)
class EdgeColored(Node):
    """`~top red cells`: the upper edges of these cells of a tile have a color."""

    side: str
    color: Name
    cells: Expression


@dataclass(frozen=True, slots=True)
class TileEntry(Node):
    """An entry of a list of tiles: its pattern, and its options in their written order."""

    pattern: Expression
    options: tuple[TileOption | TileTimes | Cost | Colored | EdgeColored, ...] = ()


@dataclass(frozen=True, slots=True)
class Holes(Node):
    """`~holes 3`, `~holes 0..4` or `~holes any`: the number of empty cells; None: any number."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Marked(Node):
    """`~force cells`, `~forbid cells` or `~optional cells`."""

    what: Literal["force", "forbid", "optional"]
    cells: Expression


@dataclass(frozen=True, slots=True)
class PlacementCost(Node):
    """`~cost 3 cells`: the cost of a tile that covers exactly these cells, besides its own."""

    cost: int
    cells: Expression


@dataclass(frozen=True, slots=True)
class OnLattice(Node):
    """`~on hexagons`: what the cells of the drawings are."""

    name: str


@dataclass(frozen=True, slots=True)
class BorderColor(Node):
    """`~border gray`: the color of edges along the border of the board."""

    color: Name


Setting = Holes | Marked | Colored | PlacementCost | OnLattice | BorderColor


@dataclass(frozen=True, slots=True)
class PatternDefinition(Node):
    """`pattern name = body`."""

    name: Name
    body: Expression


@dataclass(frozen=True, slots=True)
class SolidDefinition(Node):
    """`pattern3 name = [layers]`, the lowest layer first."""

    name: Name
    layers: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class TilesDefinition(Node):
    """`tiles name = [entries]`, or `tiles3`."""

    name: Name
    entries: tuple[TileEntry, ...]
    dimension: int = 2


@dataclass(frozen=True, slots=True)
class KnownTiles(Node):
    """`tiles pentominoes`, or `tiles3`: a set of the catalogue, with options for all its tiles."""

    name: Name
    options: tuple[TileOption | TileTimes, ...] = ()
    dimension: int = 2


@dataclass(frozen=True, slots=True)
class ProblemDefinition(Node):
    """`problem name = board tiles`, or `problem3`; the tiles are a list or the name of one."""

    name: Name
    board: Expression
    tiles: Name | tuple[TileEntry, ...]
    dimension: int = 2
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """`left = right`: whether two patterns have the same frame and the same cells."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Assertion(Node):
    """`assert condition`."""

    condition: Comparison | bool


@dataclass(frozen=True, slots=True)
class Algorithm(Node):
    """The algorithm to use: a name, or `sat` with the command of a SAT solver."""

    name: str
    command: Text | None = None


@dataclass(frozen=True, slots=True)
class PrintCommand(Node):
    """`print problem`."""

    problem: Name


@dataclass(frozen=True, slots=True)
class SolveCommand(Node):
    """`solve algorithm problem ascii`, or `svg "file"`; or `solve3`."""

    algorithm: Algorithm
    problem: Name
    svg: Text | None = None
    dimension: int = 2


@dataclass(frozen=True, slots=True)
class AllCommand(Node):
    """`all algorithm problem`, or `all3`."""

    algorithm: Algorithm
    problem: Name
    dimension: int = 2
    up_to: UpTo = "none"


@dataclass(frozen=True, slots=True)
class CountCommand(Node):
    """`count algorithm problem`, or `count3`."""

    algorithm: Algorithm
    problem: Name
    dimension: int = 2
    up_to: UpTo = "none"


@dataclass(frozen=True, slots=True)
class DimacsCommand(Node):
    """`dimacs problem "file"`."""

    problem: Name
    file: Text


@dataclass(frozen=True, slots=True)
class Switch(Node):
    """`debug on`, `timing off`."""

    what: Literal["debug", "timing"]
    on: bool


@dataclass(frozen=True, slots=True)
class Exit(Node):
    """`exit`: the following declarations are ignored."""


@dataclass(frozen=True, slots=True)
class Include(Node):
    """`include "file"`."""

    file: Text


@dataclass(frozen=True, slots=True)
class TheAnswer(Node):
    """The declaration that prints 42."""


Definition = PatternDefinition | SolidDefinition | TilesDefinition | KnownTiles | ProblemDefinition

Declaration = (
    PatternDefinition
    | SolidDefinition
    | TilesDefinition
    | KnownTiles
    | ProblemDefinition
    | Assertion
    | PrintCommand
    | SolveCommand
    | AllCommand
    | CountCommand
    | DimacsCommand
    | Switch
    | Exit
    | Include
    | TheAnswer
)


@dataclass(frozen=True)
class Script:
    """A whole script: its declarations in order, and the source they were read from."""

    declarations: tuple[Declaration, ...]
    source: Source = field(default=NOWHERE.source, compare=False, repr=False)

    @property
    def asks(self) -> bool:
        """Whether the script contains more than definitions."""
        return not all(isinstance(declaration, Definition) for declaration in self.declarations)
