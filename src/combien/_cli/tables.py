"""The groups of commands, as tables from names to modules and one line of help.

A module is imported when its command is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click


class Table:
    """A group: how it is called, its help, examples, and its commands in order.

    Each has the module below `combien._cli` that defines it, or nothing for a group, and the first
    line of its help.  `headings` has the first command of each section of the help.
    """

    __slots__ = ("commands", "examples", "headings", "path", "summary")

    def __init__(
        self,
        path: str,
        summary: str,
        commands: Mapping[str, tuple[str, str]],
        examples: str,
        headings: Mapping[str, str] | None = None,
    ) -> None:
        self.path = path
        self.summary = summary
        self.commands = commands
        self.examples = examples
        self.headings = headings or {}

    def command(self, name: str) -> click.Command:
        """Return what its module has for a command."""
        module = import_module(f"combien._cli.{self.commands[name][0]}")
        found: click.Command = getattr(module, name.replace("-", "_"))
        return found


_GROUPS = (
    Table(
        "combien",
        "Solve, count and draw exact covers, tilings and puzzles.",
        {
            "run": ("run", "Run a tiling script: answer its commands in order."),
            "count": ("count", "Count the solutions of a problem, all of them or up to symmetry."),
            "solve": ("solve", "Find solutions of a problem."),
            "best": ("best", "Find the cheapest solutions, and prove that they are."),
            "sample": (
                "sample",
                "Draw solutions at random, uniformly or by weights, with replacement.",
            ),
            "marginals": ("sample", "Count, for each option, the solutions that contain it."),
            "sequence": (
                "sequence",
                "Count the tilings of the boards of a family, and prove a formula.",
            ),
            "explain": (
                "explain",
                "Explain why there is no solution, or describe the problem and its search.",
            ),
            "puzzle": ("puzzle", "Solve a puzzle, count its solutions, or draw them."),
            "queens": (
                "puzzle",
                "Place n queens on an n x n board so that no two attack each other.",
            ),
            "sudoku": ("sudoku", "Solve the sudokus of a file, or generate new ones."),
            "nonogram": (
                "",
                "Nonograms: solve, check, explain, make, convert, draw, encode and play them.",
            ),
            "rectangles": (
                "rectangles",
                "Find which rectangles some polyominoes tile, each used any number of times.",
            ),
            "plane": (
                "plane",
                "Find whether a tile tiles the plane, and if not, how often copies can surround "
                "it.",
            ),
            "design": (
                "",
                "Design puzzles: unique boards, sets of pieces, burrs, packings of rectangles.",
            ),
            "polyforms": (
                "polyforms",
                "List the polyforms of a set by name, or all with N cells, up to rotation and "
                "reflection.",
            ),
            "apart": (
                "apart",
                "Find which assemblies of a puzzle come apart, and in how many moves.",
            ),
            "estimate": (
                "runs",
                "Estimate how large a search will be, by random walks down its tree (Knuth, 1975).",
            ),
            "shares": (
                "runs",
                "Split a search into shares, as positions for `combien solve --resume`.",
            ),
            "runs": (
                "",
                "Show, check or export the file of a long run, or work on it.",
            ),
            "convert": ("convert", "Write the problem of file A to file B, in another format."),
            "encode": (
                "encode",
                "Write a problem as clauses for a SAT solver, and read the answer.",
            ),
            "check-proof": (
                "encode",
                "Check a proof that a formula has no solution, or no cheaper one.",
            ),
            "check-count": ("encode", "Check a certificate of a count."),
            "web": ("web", "Draw boards, count their tilings and solve nonograms in a browser."),
            "lsp": ("web", "Help an editor with tiling scripts: the language server."),
            "examples": ("about", "List the examples, or write one into the current folder."),
            "completion": ("about", "Print the shell completion script, or install it."),
            "doctor": ("doctor", "Show what works here, for yourself or for a bug report."),
            "plugins": (
                "plugins",
                "List the plug-ins: engines, formats, puzzles, ... of other installed packages.",
            ),
        },
        """\
combien run example:camel.cmb
combien count example:scott.cmb --problem scott
combien solve example:scott.cmb --svg scott.svg
combien queens 8
combien COMMAND --help

Exit codes: 0 answered, 10 proved none, 20 unknown (a limit was reached), 130 interrupted, 2 bad
input, 70 an error of combien (please report it).
""",
        {
            "run": "Count and solve",
            "puzzle": "Puzzles",
            "rectangles": "Polyominoes and puzzle design",
            "estimate": "Long searches",
            "convert": "Formats and SAT solvers",
            "web": "The page, editors and this installation",
        },
    ),
    Table(
        "combien nonogram",
        "Nonograms: solve, check, explain, make, convert, draw, encode and play them.",
        {
            "solve": ("nonogram.solve", "Solve a nonogram, or all nonograms of files and folders."),
            "check": ("nonogram.check", "Check nonograms: clues, goal, uniqueness and difficulty."),
            "report": (
                "nonogram.report",
                "Report solutions, difficulty and smallest changes of a nonogram.",
            ),
            "hint": ("nonogram.check", "Show the next logical step of a nonogram."),
            "make": ("nonogram.make", "Make a puzzle from a picture."),
            "convert": ("nonogram.convert", "Write the puzzles of a file in another format."),
            "draw": (
                "nonogram.draw",
                "Draw puzzles to print (SVG, PNG, PDF), or a page to play on (HTML).",
            ),
            "encode": (
                "nonogram.convert",
                "Write a puzzle as clauses in DIMACS form, and read the answer.",
            ),
            "play": ("nonogram.play", "Play a nonogram: set cells, get hints, undo, check."),
        },
        """\
combien nonogram solve example:snail.non
combien nonogram hint -n 3 example:snail.non
combien nonogram make --unique cells example:key.txt key.non
""",
    ),
    Table(
        "combien design",
        "Design puzzles: unique boards, sets of pieces, burrs, packings of rectangles.",
        {
            "boards": (
                "design",
                "Find which cells to remove from BOARD so that TILES cover the rest in exactly one "
                "way.",
            ),
            "sets": (
                "design",
                "Find sets of pieces among TILES that tile BOARD in a given number of ways.",
            ),
            "pieces": (
                "pieces",
                "List the connected pieces that are left of a bar without some of its cells.",
            ),
            "burrs": (
                "pieces",
                "Find sets of six pieces that make a burr, by the number of solutions and the "
                "level.",
            ),
            "shapes": (
                "pieces",
                "Make pieces of another puzzle out of the assemblies of a problem.",
            ),
            "rectangles": (
                "design",
                "Place rectangles in BOX, all of them; cells that they do not cover stay empty.",
            ),
        },
        """\
combien design boards 4x4 L-tromino --times 5 --holes 1
combien design sets 5x5 pentominoes --solutions 1..8 --hardness 50.. -n 3
combien design rectangles 8x6 3x3*3 2x5*2
combien design burrs 6 --pieces 154,568,687,992,1024 --level 5..
""",
    ),
    Table(
        "combien runs",
        "Show, check or export the file of a long run, or work on it.",
        {
            "status": ("runs", "Show how far a run is, also while it is running."),
            "verify": ("runs", "Check the file of a run, and count some shares again."),
            "export": ("runs", "Write the facts and the shares of a run as lines of JSON."),
            "begin": (
                "runs",
                "Begin a run that workers on several machines search, and search nothing.",
            ),
            "work": ("runs", "Search shares of a run, beside other workers, until none is left."),
        },
        """\
combien count --checkpoint run.db example:scott.cmb
combien runs status run.db
combien runs verify --recount 20 run.db
""",
    ),
)
# By the words with which a group is called.
TABLES = {group.path: group for group in _GROUPS}
