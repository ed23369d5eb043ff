"""The titles and tasks of the sheets of puzzles, in English and French.

A task states every rule that the settings of the puzzle have: without one of them, a puzzle would
have more solutions than the sheet says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combien.puzzles._puzzle import Puzzle
from combien.puzzles._sudoku_text import SYMBOLS

Task = tuple[str, str]


def task_of(puzzle: Puzzle[Any], language: str) -> Task:
    """Return the title and the task of a puzzle; those of plug-ins are in the language that is.

    >>> from combien.puzzles import Langford
    >>> print(*task_of(Langford(4, skolem=True), "en"), sep=": ")
    Langford pairings: Each number from 1 to 4 is there twice, with k - 1 numbers between the two k.
    """
    known = TASKS.get(puzzle.about.name)
    if known is None:
        return puzzle.about.title, puzzle.about.summary
    return known[language == "fr"](puzzle)


def only_solution(number: int, language: str) -> str:
    """Return that puzzles have one solution each."""
    if language == "fr":
        several = "À chaque fois, il y a une seule solution."
        return "Il y a une seule solution." if number == 1 else several
    return "There is exactly one solution." if number == 1 else "Each has exactly one solution."


OTHERS = {"en": "There are other solutions.", "fr": "Il y a d'autres solutions."}


def _queens(puzzle: Any) -> Task:
    rule = "Place the missing queens: one in each row and column, and no two on a diagonal."
    return "Queens", rule + " Diagonals go on at the opposite edge." * puzzle.torus


def _dames(puzzle: Any) -> Task:
    rule = "Placez les dames qui manquent\u00a0: une par ligne et par colonne, jamais deux sur une "
    rule += "diagonale."
    return "Dames", rule + " Les diagonales continuent au bord opposé." * puzzle.torus


def _latin(puzzle: Any) -> Task:
    lines = "Each row, column and diagonal" if puzzle.diagonals else "Each row and each column"
    rule = f"{lines} has each number from 1 to {puzzle.size} once."
    first = " The first row and the first column are in order."
    return "Latin squares", rule + first * puzzle.reduced


def _latins(puzzle: Any) -> Task:
    lines = "Chaque ligne et chaque colonne"
    if puzzle.diagonals:
        lines = "Chaque ligne, chaque colonne et chaque diagonale"
    rule = f"{lines} contient une fois chaque nombre de 1 à {puzzle.size}."
    first = " La première ligne et la première colonne sont dans l'ordre."
    return "Carrés latins", rule + first * puzzle.reduced


def _langford(puzzle: Any) -> Task:
    between = "k - 1" if puzzle.skolem else "k"
    rule = f"Each number from 1 to {puzzle.size} is there twice, with {between} numbers between the"
    return "Langford pairings", f"{rule} two k."


def _paires(puzzle: Any) -> Task:
    between = "k - 1" if puzzle.skolem else "k"
    rule = f"Chaque nombre de 1 à {puzzle.size} est là deux fois\u00a0; entre les deux k, il y a "
    return "Suites de Langford", f"{rule}{between} nombres."


def _sudoku(puzzle: Any) -> Task:
    parts = ["row", "column", *["outlined region"] * bool(puzzle.regions_of)]
    parts += ["diagonal"] * puzzle.x
    what = "digit" if puzzle.size < 10 else "symbol"
    last = SYMBOLS[puzzle.size - 1]
    rule = f"Each {', '.join(parts[:-1])} and {parts[-1]} has each {what} from 1 to {last} once."
    sums = any(cage.sum for cage in puzzle.cages)
    cages = " The digits of a cage differ" + ", and their sum is in its corner" * sums + "."
    return "Sudoku", rule + cages * bool(puzzle.cages)


def _sudokus(puzzle: Any) -> Task:
    parts = ["ligne", "chaque colonne", *["chaque région"] * bool(puzzle.regions_of)]
    parts += ["chaque diagonale"] * puzzle.x
    what = "chiffre" if puzzle.size < 10 else "symbole"
    lines = f"Chaque {', '.join(parts[:-1])} et {parts[-1]}"
    rule = f"{lines} contient une fois chaque {what} de 1 à {SYMBOLS[puzzle.size - 1]}."
    sums = any(cage.sum for cage in puzzle.cages)
    cages = " Dans une cage, les chiffres diffèrent" + ", et leur somme est dans le coin" * sums
    return "Sudoku", rule + f"{cages}." * bool(puzzle.cages)


def _dominosa(puzzle: Any) -> Task:
    last = puzzle.pips
    return "Dominosa", f"Find the dominoes: each one from 0-0 to {last}-{last} lies there once."


def _dominos(puzzle: Any) -> Task:
    last = puzzle.pips
    rule = f"Retrouvez les dominos\u00a0: chacun, de 0-0 à {last}-{last}, est posé une fois."
    return "Dominosa", rule


def _words(puzzle: Any) -> Task:
    ways = "in any of eight directions"
    if not puzzle.backwards:
        ways = "to the right, down or diagonally to the right"
    return "Word search", f"Find the words: they run {ways}."


def _mots(puzzle: Any) -> Task:
    ways = "dans les huit directions"
    if not puzzle.backwards:
        ways = "vers la droite, vers le bas ou en diagonale vers la droite"
    return "Mots cachés", f"Trouvez les mots, écrits {ways}."


def _sum(puzzle: Any) -> Task:
    base = "" if puzzle.base == 10 else f" of base {puzzle.base}"
    rule = f"Each letter is a digit{base}, always the same; two letters are two digits. "
    # A number of one digit may be 0.
    long = " of several digits" * (min(map(len, puzzle.words)) == 1)
    return "Sums of words", f"{rule}No number{long} begins with 0."


def _addition(puzzle: Any) -> Task:
    base = "" if puzzle.base == 10 else f" en base {puzzle.base}"
    rule = (
        f"Chaque lettre est un chiffre{base}, toujours le même\u00a0; deux lettres, deux chiffres. "
    )
    long = " de plusieurs chiffres" * (min(map(len, puzzle.words)) == 1)
    return "Additions de mots", f"{rule}Aucun nombre{long} ne commence par 0."


def _stars(puzzle: Any) -> Task:
    several = "1 star" if puzzle.stars == 1 else f"{puzzle.stars} stars"
    rule = f"Place {several} in each row, column and region; no two touch, not even at a corner."
    return "Star battle", rule


def _etoiles(puzzle: Any) -> Task:
    several = "1 étoile" if puzzle.stars == 1 else f"{puzzle.stars} étoiles"
    rule = (
        f"Placez {several} dans chaque ligne, colonne et région\u00a0; deux étoiles ne se touchent "
    )
    return "Bataille d'étoiles", f"{rule}jamais, même par un coin."


def _coloring(puzzle: Any) -> Task:
    rule = f"Color the nodes with at most {puzzle.colors} colors; the ends of each edge differ."
    return "Graph coloring", rule


def _coloriage(puzzle: Any) -> Task:
    rule = (
        f"Coloriez les sommets avec {puzzle.colors} couleurs au plus\u00a0; les couleurs de deux "
    )
    return "Coloriage de graphe", f"{rule}sommets reliés sont différentes."


def _triddler(puzzle: Any) -> Task:
    rule = "Color triangles: the numbers are the lengths of the blocks of each strip, in order. "
    return "Triddler", f"{rule}Two blocks of one color do not touch."


def _triddlers(puzzle: Any) -> Task:
    rule = "Coloriez des triangles. Les nombres sont les longueurs des blocs de chaque bande, dans "
    return "Triddler", f"{rule}l'ordre. Deux blocs d'une même couleur ne se touchent pas."


def _mega(puzzle: Any) -> Task:
    return puzzle.about.title, puzzle.about.summary


def _megas(puzzle: Any) -> Task:
    rule = "Noircissez des cases d'après les groupes de chaque ligne, de chaque colonne ou de deux "
    return "Méga-nonogramme", f"{rule}lignes ou colonnes voisines."


# In English and in French.
TASKS: dict[str, tuple[Callable[[Any], Task], Callable[[Any], Task]]] = {
    "queens": (_queens, _dames),
    "latin": (_latin, _latins),
    "langford": (_langford, _paires),
    "sudoku": (_sudoku, _sudokus),
    "dominosa": (_dominosa, _dominos),
    "wordsearch": (_words, _mots),
    "cryptarithm": (_sum, _addition),
    "starbattle": (_stars, _etoiles),
    "coloring": (_coloring, _coloriage),
    "triddler": (_triddler, _triddlers),
    "mega": (_mega, _megas),
}
