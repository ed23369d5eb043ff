"""The levels that puzzles are made of, and what each says; `design.rate` measures them.

A step is *forced* if an item of the exact cover needs all of its remaining options: a cell that has
one digit left, a digit that has one place left in a row.  A *look ahead* supposes an option where
no step is forced: if forced steps then leave an item with too few options, the option is out.
"""

from __future__ import annotations

_HARD = {"hard": "not every step is forced: a look ahead is needed"}
# Puzzles of which a part of the solution is given.
WITH_GIVENS = {
    "easy": "every step is forced, even if one of the givens is left out",
    "medium": "every step is forced, but no longer if any one of the givens is left out",
    **_HARD,
}
# The same of sudokus: their givens are symmetric, or at least those that are made.
_PAIR = "(of symmetric givens, any pair)"
OF_SUDOKUS = {
    "easy": f"{WITH_GIVENS['easy']} {_PAIR.replace('any', 'one')}",
    "medium": f"{WITH_GIVENS['medium']} {_PAIR}",
    **_HARD,
}
# Puzzles that are drawn at random.
WITHOUT = {
    "easy": "every step is forced, and there are at least two at a time, except the last",
    "medium": "every step is forced, and at some time before the last there is only one",
    **_HARD,
}
# A cell of a cage may have one digit left while the cage has several ways to be filled.
OF_CAGES = {level: f"{text} (a step fills a cage)" for level, text in WITHOUT.items()}
# Each word has one place, so that every step is forced.
OF_WORDS = {
    "easy": "no word is written backwards",
    "medium": "some words are written backwards",
    "hard": "some words are written backwards, and all letters are of the words",
}
# The sum of a column is an option for each choice of its digits, and hardly any is forced.
ONLY_HARD = _HARD
