"""Evaluate the declarations of a script before any command runs.

Definitions become patterns, tiles and problems; the result is a list of orders, each a command with
its problem.  So a misspelled name in the last line is reported at once, not after a `count` that
takes an hour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from combien._base.checks import did_you_mean
from combien.engines import ENGINES
from combien.errors import BadRegion, BadTiling
from combien.geometry._region import Region
from combien.language import _syntax as syntax
from combien.language._equal_size import NAME as EQUAL_SIZE
from combien.language._equal_size import require_equal_sizes
from combien.language._models import Drawn, TileSource, make_model
from combien.language._parser import require_shallow
from combien.language._pattern import Pattern
from combien.language._source import Span
from combien.language._undefined import KINDS, undefined, word_of
from combien.tilings._tile import Symmetries, Tile, Times
from combien.tilings._tiling import TilingProblem, equal_tiles, times_together

if TYPE_CHECKING:
    from combien.language._models import TilingModel

Command = (
    syntax.PrintCommand
    | syntax.SolveCommand
    | syntax.AllCommand
    | syntax.CountCommand
    | syntax.DimacsCommand
    | syntax.Switch
    | syntax.TheAnswer
)

# From names in the language, which have no hyphens, to names of engines.
ALGORITHMS = {name.replace("-", "_"): name for name in ENGINES.built_in}

# Not an engine: `solve best` finds a cheapest tiling.
BEST = "best"

# Limits for a whole script: two hundred boards of 1000 x 1000 as patterns (one bit per place), and
# five as regions (about 100 bytes and 2 microseconds per cell).
MOST_PLACES = 200_000_000
MOST_REGION_CELLS = 5_000_000

# The maximum number of equal tiles that a warning lists.
_MOST_SHOWN = 8

_TIMES: dict[object, Times] = {"~one": 1, "~maybe": (0, 1), "~any": "any"}
_SYMMETRIES: dict[object, Symmetries] = {"~sym": "all", "~rot": "rotations"}


@dataclass(frozen=True, slots=True)
class Order:
    """A command and its problem, if it has one."""

    command: Command
    problem: TilingModel | None = None


@dataclass(frozen=True, slots=True)
class Meaning:
    """The orders of a script, and its problems by name, in order of definition."""

    orders: tuple[Order, ...]
    problems: Mapping[str, TilingModel]


Warn = Callable[[str], None]
# Of a checker: the place, and what is said about it.
Remark = Callable[[Span, str], None]


def check(
    declarations: Iterable[syntax.Declaration], *, warn: Warn, warn_of_equal: Warn | None = None
) -> Meaning:
    """Evaluate a sequence of declarations.

    `warn` is called for repeated definitions, and `warn_of_equal`, or else `warn`, for equal tiles.

    Raises
    ------
    BadScript
        With the place: for undefined names and names of the wrong kind, unknown algorithms, sizes
        that do not fit, empty tiles and boards, failed assertions, and too many cells.
    """
    checker = Checker(declarations, _placed(warn), _placed(warn_of_equal or warn))
    checker.run()
    return Meaning(tuple(checker.orders), checker.problems)


def _placed(warn: Warn) -> Remark:
    return lambda span, text: warn(f"{place(span)}{text}")


class Checker:
    """Evaluates declarations in order; holds the definitions so far."""

    def __init__(
        self, declarations: Iterable[syntax.Declaration], warn: Remark, warn_of_equal: Remark
    ) -> None:
        self.orders: list[Order] = []
        self.problems: dict[str, TilingModel] = {}
        self._declarations = list(declarations)
        self._at = 0
        self._warn = warn
        self._warn_equal = warn_of_equal
        self._patterns: dict[str, Pattern] = {}
        self._solids: dict[str, Region] = {}
        # By dimension: the same name may be defined in the plane and in space.
        self._tiles: dict[int, dict[str, tuple[TileSource, ...]]] = {2: {}, 3: {}}
        self._problems_by_dimension: dict[int, dict[str, TilingModel]] = {2: {}, 3: {}}
        self._regions: dict[Pattern, Region] = {}
        self._kinds: dict[tuple[Region, Times, Symmetries, str], Tile] = {}
        self._places = self._region_cells = 0
        # Each list of tiles is checked once, although several problems may use it.
        self._checked_tiles: set[tuple[Tile, ...]] = set()

    def run(self) -> None:
        """Evaluate all declarations."""
        require_shallow(self._declarations)
        for at in range(len(self._declarations)):
            self.declare(at)

    def declare(self, at: int) -> None:
        """Evaluate the declaration of this number, after those before it."""
        self._at = at
        declaration = self._declarations[at]
        match declaration:
            case syntax.PatternDefinition(name, body):
                pattern = self._evaluate(body)
                self._define("pattern", name)
                self._patterns[name.text] = pattern
            case syntax.SolidDefinition(name, layers):
                solid = self._stack(layers, name.span)
                self._define("pattern3", name)
                self._solids[name.text] = solid
            case syntax.TilesDefinition(name, entries, dimension):
                tiles = tuple(self._tile(entry, dimension) for entry in entries)
                self._define(word_of("tiles", dimension), name)
                self._tiles[dimension][name.text] = tiles
            case syntax.KnownTiles(name, options, dimension):
                tiles = self._known_tiles(name, options, dimension)
                self._define(word_of("tiles", dimension), name)
                self._tiles[dimension][name.text] = tiles
            case syntax.ProblemDefinition(name, dimension=dimension):
                problem, painted = self._problem(declaration)
                self._warn_of_equal_tiles(problem, painted, name.span)
                self._define(word_of("problem", dimension), name)
                self._problems_by_dimension[dimension][name.text] = problem
                # The last definition comes last, also if it replaces an earlier one.
                self.problems.pop(problem.name, None)
                self.problems[problem.name] = problem
            case syntax.Assertion(condition):
                self._assert(condition, declaration.span)
            case syntax.Switch() | syntax.TheAnswer():
                self.orders.append(Order(declaration))
            case syntax.PrintCommand(problem=name) | syntax.DimacsCommand(problem=name):
                # These commands have no variant for three dimensions.
                flat = (
                    name.text in self._problems_by_dimension[2]
                    or name.text not in self._problems_by_dimension[3]
                )
                self._command(declaration, name, 2 if flat else 3)
            case syntax.SolveCommand() | syntax.AllCommand() | syntax.CountCommand():
                _check_algorithm(declaration)
                self._command(declaration, declaration.problem, declaration.dimension)
                if declaration.algorithm.name == EQUAL_SIZE:
                    problem = self._problems_by_dimension[declaration.dimension][
                        declaration.problem.text
                    ]
                    try:
                        if not isinstance(problem, TilingProblem):
                            raise BadTiling(
                                "equal_size takes plain tilings, without settings such as ~holes: "
                                "use another algorithm, such as auto"
                            )
                        require_equal_sizes(problem)
                    except BadTiling as error:
                        raise declaration.algorithm.span.fault(str(error)) from None

    def _command(self, command: Command, name: syntax.Name, dimension: int) -> None:
        self._require(word_of("problem", dimension), name)
        self.orders.append(Order(command, self._problems_by_dimension[dimension][name.text]))

    # Names ----------------------------------------------------------------------------------------

    def tables(self) -> dict[str, Mapping[str, object]]:
        """Return what is defined so far, by keyword and name."""
        return {
            "pattern": self._patterns,
            "tiles": self._tiles[2],
            "problem": self._problems_by_dimension[2],
            "pattern3": self._solids,
            "tiles3": self._tiles[3],
            "problem3": self._problems_by_dimension[3],
        }

    def _define(self, word: str, name: syntax.Name) -> None:
        if name.text in self.tables()[word]:
            self._warn(name.span, f"{KINDS[word]} '{name.text}' is defined again")

    def _require(self, word: str, name: syntax.Name) -> None:
        """Raise unless the name is defined with this kind."""
        tables = self.tables()
        if name.text not in tables[word]:
            rest = islice(self._declarations, self._at, None)
            raise undefined(name, word, tables, rest)

    # Patterns -------------------------------------------------------------------------------------

    def _evaluate(self, expression: syntax.Expression) -> Pattern:
        match expression:
            case syntax.Name(text):
                self._require("pattern", expression)
                return self._patterns[text]
            case syntax.Drawing(lines):
                made = _made(expression.span, lambda: Pattern.drawn(lines))
            case syntax.Constant(size, value):
                made = _made(size.span, lambda: Pattern.constant(size.x, size.y, value))
            case syntax.Binary(operator, left, right):
                first, second = self._evaluate(left), self._evaluate(right)
                made = _made(expression.span, lambda: first.combine(operator, second))
            case syntax.Put(inner, position, value):
                whole = self._evaluate(inner)
                made = _made(position.span, lambda: whole.set(position.x, position.y, value))
            case syntax.Crop(position, size, inner):
                whole = self._evaluate(inner)
                made = _made(size.span, lambda: whole.crop(position.x, position.y, size.x, size.y))
            case syntax.Shift(inner, by):
                whole = self._evaluate(inner)
                made = _made(by.span, lambda: whole.shift(by.x, by.y))
            case syntax.Resize(inner, size):
                whole = self._evaluate(inner)
                made = _made(size.span, lambda: whole.resize(size.x, size.y))
            case syntax.Apply(isometry, inner):
                whole = self._evaluate(inner)
                made = _made(expression.span, lambda: whole.apply(isometry))
        self._places += max(made.width, 1) * max(made.height, 1)
        if self._places > MOST_PLACES:
            raise expression.span.fault(
                f"the patterns of this script have more than {MOST_PLACES:,} places in all: "
                "split it into several scripts"
            )
        return made

    def _assert(self, condition: syntax.Comparison | bool, span: Span) -> None:
        if isinstance(condition, syntax.Comparison):
            left, right = self._evaluate(condition.left), self._evaluate(condition.right)
            if left != right:
                raise condition.span.fault(
                    f"this assertion fails: on the left is {_seen(left)}\n"
                    f"and on the right {_seen(right)}"
                )
        elif not condition:
            raise span.fault("this assertion fails")

    def _warn_of_equal_tiles(self, problem: TilingModel, painted: set[int], span: Span) -> None:
        """Warn of equal tiles, once for each list of tiles; colors may tell them apart."""
        if problem.tiles in self._checked_tiles:
            return
        self._checked_tiles.add(problem.tiles)
        tiles = problem.tiles
        for numbers in equal_tiles(tiles):
            if not painted.isdisjoint(numbers):
                continue
            shown = ", ".join(map(str, numbers[:_MOST_SHOWN]))
            more = ", ..." if len(numbers) > _MOST_SHOWN else ""
            name = tiles[numbers[0]].name
            self._warn_equal(
                span,
                f"the tiles {shown}{more}{f' ({name})' if name else ''} of problem "
                f"'{problem.name}' are equal: exchanging two gives another tiling; to count only "
                f"tilings that look different, write one tile, with "
                f"{_together([tiles[n] for n in numbers])}",
            )

    # Tiles and problems ---------------------------------------------------------------------------

    def _tile(self, entry: syntax.TileEntry, dimension: int) -> TileSource:
        times, symmetries = _use(entry.options, "any", "none")
        costs = [option.cost for option in entry.options if isinstance(option, syntax.Cost)]
        if dimension == 3 and symmetries == "all":
            # Solids are rotated but not reflected, which is impossible in space.
            symmetries = "rotations"
        name = entry.pattern.text if isinstance(entry.pattern, syntax.Name) else ""

        def make(region: Region) -> Tile:
            # Equal entries share a tile, so that its orientations are computed only once.
            key = region, times, symmetries, name
            if key not in self._kinds:
                try:
                    self._kinds[key] = Tile(region, symmetries=symmetries, times=times, name=name)
                except BadTiling as error:  # Only in a tree that was built by a program.
                    raise entry.span.fault(str(error)) from None
            return self._kinds[key]

        drawn = self._drawn(entry.pattern, dimension)
        region = self._region(drawn, "an empty tile")
        colored = [option for option in entry.options if isinstance(option, syntax.Colored)]
        return TileSource(
            make(region),
            make,
            drawn,
            costs[-1] if costs else 0,
            tuple((one.color.text, self._drawn(one.cells, dimension)) for one in colored),
            self._edges(entry, dimension),
        )

    def _edges(
        self, entry: syntax.TileEntry, dimension: int
    ) -> tuple[tuple[syntax.EdgeColored, Drawn], ...]:
        found = [option for option in entry.options if isinstance(option, syntax.EdgeColored)]
        if found and dimension == 3:
            raise found[0].span.fault("edges have colors in the plane only: color cells, ~color")
        return tuple((one, self._drawn(one.cells, dimension)) for one in found)

    def _known_tiles(
        self, name: syntax.Name, options: Sequence[object], dimension: int
    ) -> tuple[TileSource, ...]:
        """Return the tiles of a set of the catalogue."""
        from combien.tilings._names import set_named  # Start-up: only for sets by name.

        times, symmetries = _use(options, 1, "all")
        try:
            tiles = set_named(
                name.text, dimension=dimension, one_sided=symmetries == "rotations", times=times
            )
        except BadTiling as error:
            word = word_of("tiles", dimension)
            raise name.span.fault(f"{error}; for a list, write {word} NAME = [...]") from None
        for tile in tiles:
            self._take_cells(len(tile), name.span)
        return tuple(TileSource(tile) for tile in tiles)

    def _problem(self, definition: syntax.ProblemDefinition) -> tuple[TilingModel, set[int]]:
        """Return the model of a problem, and the numbers of its painted tiles."""
        dimension = definition.dimension
        board = self._drawn(definition.board, dimension)
        self._region(board, "an empty board")
        if isinstance(definition.tiles, syntax.Name):
            self._require(word_of("tiles", dimension), definition.tiles)
            tiles = self._tiles[dimension][definition.tiles.text]
        else:
            tiles = tuple(self._tile(entry, dimension) for entry in definition.tiles)

        def draw(expression: syntax.Expression) -> Drawn:
            drawn = self._drawn(expression, dimension)
            if isinstance(drawn.places, Pattern):
                self._take_cells(drawn.places.bits.bit_count(), expression.span)
            return drawn

        model = make_model(definition, board, tiles, draw)
        return model, {
            number for number, source in enumerate(tiles) if source.colors or source.edges
        }

    def _drawn(self, expression: syntax.Expression, dimension: int) -> Drawn:
        """Return a pattern, or in three dimensions a region by its name."""
        if dimension == 2:
            return Drawn(self._evaluate(expression), expression.span)
        if not isinstance(expression, syntax.Name):
            raise expression.span.fault(
                "expected the name of a three-dimensional pattern here: define one with pattern3"
            )
        self._require("pattern3", expression)
        return Drawn(self._solids[expression.text], expression.span)

    def _region(self, drawn: Drawn, empty: str) -> Region:
        """Return the cells as a region of squares or cubes; `empty` describes it if it has none."""
        places = drawn.places
        if not (places if isinstance(places, Region) else places.bits):
            raise drawn.span.fault(f"{empty}: draw at least one '*'")
        if isinstance(places, Region):
            return places
        if places not in self._regions:
            self._take_cells(places.bits.bit_count(), drawn.span)
            self._regions[places] = Region(places.cells())
        return self._regions[places]

    def _stack(self, layers: tuple[syntax.Expression, ...], span: Span) -> Region:
        """Return the solid with these layers, the lowest first."""
        if not layers:
            raise span.fault("a three-dimensional pattern has at least one layer")
        patterns = [self._evaluate(layer) for layer in layers]
        first = patterns[0]
        for layer, pattern in zip(layers, patterns, strict=True):
            if (pattern.width, pattern.height) != (first.width, first.height):
                raise layer.span.fault(
                    f"all layers must be of one size: this one is {pattern.width}x"
                    f"{pattern.height}, the first is {first.width}x{first.height}"
                )
        self._take_cells(sum(pattern.bits.bit_count() for pattern in patterns), span)
        cells = ((*cell, z) for z, pattern in enumerate(patterns) for cell in pattern.cells())
        try:
            return Region(cells, dimension=3)
        except BadRegion as error:
            raise span.fault(str(error)) from None

    def _take_cells(self, count: int, span: Span) -> None:
        self._region_cells += count
        if self._region_cells > MOST_REGION_CELLS:
            raise span.fault(
                f"the boards and tiles of this script have more than {MOST_REGION_CELLS:,} "
                "cells in all: split it into several scripts"
            )


def place(span: Span) -> str:
    """Return the position as a prefix of messages; empty for a tree built by a program."""
    line = f"line {span.line}: " if span.line else ""
    return f"{span.file}, {line}" if span.file and line else line


def _together(tiles: Sequence[Tile]) -> str:
    """Return the option of a single tile that replaces these tiles."""
    low, high = times_together(tiles)
    if high is None:
        return "~any"
    return f"~times {low}" if low == high else f"~times {low}..{high}"


def _made(span: Span, make: Callable[[], Pattern]) -> Pattern:
    try:
        return make()
    except BadRegion as error:
        raise span.fault(str(error)) from None


def _use(
    options: Iterable[object], times: Times, symmetries: Symmetries
) -> tuple[Times, Symmetries]:
    """Return the uses and symmetries of a tile; the last option of each kind takes effect."""
    for option in options:
        if isinstance(option, syntax.TileTimes):
            times = option.low, option.high
        elif isinstance(option, str):
            times = _TIMES.get(option, times)
            symmetries = _SYMMETRIES.get(option, symmetries)
    return times, symmetries


def _check_algorithm(
    command: syntax.SolveCommand | syntax.AllCommand | syntax.CountCommand,
) -> None:
    algorithm = command.algorithm
    if algorithm.name == BEST and algorithm.command is None:
        if not isinstance(command, syntax.SolveCommand):
            raise algorithm.span.fault(
                "best finds one cheapest tiling: write solve best, or combien best -k 5 for more"
            )
        return
    up_to = "none" if isinstance(command, syntax.SolveCommand) else command.up_to
    if up_to != "none" and algorithm.name == EQUAL_SIZE:
        raise algorithm.span.fault(
            "equal_size does not count up to symmetry: use another algorithm, such as auto"
        )
    known = list(dict.fromkeys(["dlx", "zdd", EQUAL_SIZE, *ALGORITHMS]))
    if algorithm.name not in known and algorithm.command is None:
        raise algorithm.span.fault(
            f"there is no algorithm '{algorithm.name}' ({', '.join(known)})"
            f"{did_you_mean(algorithm.name, known)}"
        )


def _seen(pattern: Pattern) -> str:
    """Describe a pattern, with its drawing if it is small."""
    size = f"a pattern of {pattern.width}x{pattern.height}"
    if not pattern.width * pattern.height:
        return size
    if pattern.width > 60 or pattern.height > 20:
        return f"{size} with {pattern.bits.bit_count()} cells"
    return f"{size}:\n{pattern.art()}"
