"""The groups of commands: tables from names to modules and one line of help.

A module is imported when its command is named, so that the help of a group needs none.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["TABLES", "Table"]


class Table:
    """A group: how it is called, its help, examples, and its commands in order.

    Each has the module below `combien._cli` that defines it, or nothing for a group, and the first
    line of its help.
    """

    __slots__ = ("commands", "examples", "path", "summary")

    def __init__(
        self, path: str, summary: str, commands: Mapping[str, tuple[str, str]], examples: str
    ) -> None:
        self.path = path
        self.summary = summary
        self.commands = commands
        self.examples = examples


_GROUPS = (
    Table(
        "combien",
        "Solve, count and draw exact covers, tilings and puzzles.",
        {
            "run": ("run", "Run a tiling script: answer its commands in order."),
            "count": ("count", "Count the solutions of a problem, all of them or up to symmetry."),
            "solve": ("solve", "Find solutions of a problem."),
            "best": ("best", "Find the cheapest solutions, and prove that they are."),
            "sample": ("sample", "Draw solutions uniformly at random, with replacement."),
            "marginals": ("marginals", "Count, for each option, the solutions that contain it."),
            "sequence": (
                "sequence",
                "Count the tilings of the boards of a family, and prove a formula.",
            ),
            "estimate": (
                "plan",
                "Estimate how large a search will be, by random walks down its tree (Knuth, 1975).",
            ),
            "shares": (
                "plan",
                "Split a search into shares, as positions for `combien solve --resume`.",
            ),
            "runs": (
                "",
                "Show, check or export the file of a long run (combien count --checkpoint).",
            ),
            "explain": (
                "explain",
                "Explain why there is no solution, or describe the problem and its search.",
            ),
            "web": ("web", "Draw boards, count their tilings and solve nonograms in a browser."),
            "convert": ("convert", "Write the problem of file A to file B, in another format."),
            "encode": (
                "encode",
                "Write a problem as clauses for a SAT solver, and read the answer.",
            ),
            "check-proof": (
                "check_proof",
                "Check a proof that a formula in DIMACS form is unsatisfiable.",
            ),
            "completion": ("completion", "Print the shell completion script."),
            "puzzle": ("puzzle", "Solve a puzzle, count its solutions, or draw them."),
            "sudoku": ("sudoku.sudoku", "Solve the sudokus of a file, or generate new ones."),
            "nonogram": (
                "",
                "Nonograms: solve, check, explain, make, convert, draw, encode and play them.",
            ),
            "rectangles": (
                "rectangles",
                "Find which rectangles some polyominoes tile, each used any number of times.",
            ),
            "design": (
                "",
                "Design puzzles: unique boards, sets of pieces, packings of rectangles.",
            ),
            "polyforms": (
                "design.polyforms",
                "List the polyforms of a set by name, or all with N cells, up to rotation and "
                "reflection.",
            ),
            "apart": (
                "packings.apart",
                "Find which assemblies of a puzzle come apart by translations, and in how many "
                "moves.",
            ),
            "queens": (
                "puzzle",
                "Place n queens on an n x n board so that no two attack each other.",
            ),
        },
        """\
combien run examples/camel.cmb
combien count examples/scott.cmb --problem scott
combien solve examples/scott.cmb --svg scott.svg
combien queens 8
combien COMMAND --help

Exit codes: 0 answered, 10 proved none, 20 unknown (a limit was reached), 130 interrupted, 2 bad
input, 70 an error of combien (please report it).
""",
    ),
    Table(
        "combien nonogram",
        "Nonograms: solve, check, explain, make, convert, draw, encode and play them.",
        {
            "solve": ("nonogram.solve", "Solve a nonogram, or all nonograms of files and folders."),
            "check": ("nonogram.check", "Check nonograms: clues, goal, uniqueness and difficulty."),
            "hint": ("nonogram.hint", "Show the next logical step of a nonogram."),
            "make": ("nonogram.make", "Make a puzzle from a picture."),
            "convert": ("nonogram.convert", "Write the puzzles of a file in another format."),
            "draw": (
                "nonogram.draw",
                "Draw puzzles to print (SVG, PNG, PDF), or a page to play on (HTML).",
            ),
            "encode": (
                "nonogram.encode",
                "Write a puzzle as clauses in DIMACS form, and read the answer.",
            ),
            "play": ("nonogram.play", "Play a nonogram: set cells, get hints, undo, check."),
        },
        """\
combien nonogram solve examples/snail.non
combien nonogram hint -n 3 examples/snail.non
combien nonogram make --unique cells examples/key.txt key.non
""",
    ),
    Table(
        "combien design",
        "Design puzzles: unique boards, sets of pieces, packings of rectangles.",
        {
            "boards": (
                "design.design",
                "Find which cells to remove from BOARD so that TILES cover the rest in exactly one "
                "way.",
            ),
            "sets": (
                "design.design",
                "Find sets of pieces among TILES that tile BOARD in a given number of ways.",
            ),
            "rectangles": (
                "design.packings",
                "Place rectangles in BOX, all of them; cells that they do not cover stay empty.",
            ),
        },
        """\
combien design boards 4x4 L-tromino --times 5 --holes 1
combien design sets 5x5 pentominoes --solutions 1..8 --hardness 50.. -n 3
combien design rectangles 8x6 3x3*3 2x5*2
""",
    ),
    Table(
        "combien runs",
        "Show, check or export the file of a long run (combien count --checkpoint).",
        {
            "status": ("runs", "Show how far a run is, also while it is running."),
            "verify": ("runs", "Check the file of a run, and count some shares again."),
            "export": ("runs", "Write the facts and the shares of a run as lines of JSON."),
        },
        """\
combien count --checkpoint run.db examples/scott.cmb
combien runs status run.db
combien runs verify --recount 20 run.db
""",
    ),
)
# By the words with which a group is called.
TABLES = {group.path: group for group in _GROUPS}
