"""The puzzles, each a class with settings; `PUZZLES` has them by name."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.puzzles._board": "Board Chessboard",
    "combien.puzzles._coloring": "Coloring",
    "combien.puzzles._costas": "Costas",
    "combien.puzzles._cryptarithm": "Cryptarithm",
    "combien.puzzles._dominosa": "Dominosa",
    "combien.puzzles._edges": "Edges",
    "combien.puzzles._golomb": "Golomb",
    "combien.puzzles._guards": "Guards",
    "combien.puzzles._hooks": "Hooks",
    "combien.puzzles._insanity": "Insanity",
    "combien.puzzles._kirkman": "Kirkman",
    "combien.puzzles._langford": "Langford",
    "combien.puzzles._latin": "Latin",
    "combien.puzzles._magic": "Magic",
    "combien.puzzles._matchings": "Matchings",
    "combien.puzzles._mates": "Mates",
    "combien.puzzles._mega": "Mega",
    "combien.puzzles._partitions": "Partitions",
    "combien.puzzles._partridge": "Partridge",
    "combien.puzzles._puzzle": "About BySettings Puzzle once setting",
    "combien.puzzles._queens": "Queens",
    "combien.puzzles._squares": "Squares",
    "combien.puzzles._starbattle": "StarBattle",
    "combien.puzzles._steiner": "Steiner",
    "combien.puzzles._sudoku": "Sudoku",
    "combien.puzzles._table": "PUZZLES puzzle_named",
    "combien.puzzles._template": "Rooks",
    "combien.puzzles._triangles": "Triangles",
    "combien.puzzles._triddler": "Triddler",
    "combien.puzzles._wordsearch": "WordSearch",
    "combien.puzzles._wordsquare": "WordSquare",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
