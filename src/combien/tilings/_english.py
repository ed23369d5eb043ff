"""Reasons as statements, and their words in English, by the codes of the statements.

`_french/statements.py` has the same codes; a test compares the codes and their values.
Building the page takes the words from here, without a compiled core.
"""

from __future__ import annotations

from combien._wording import Statement, in_words

ENGLISH = {
    # Parts of other statements.
    "nothing": "",
    "board": "the board",
    "part": "one part",
    "tile": "tile {number}",
    "tile-named": "tile {number} ({name})",
    "hole": "a hole",
    "holes": "holes",
    "cell": "cell {at}",
    "either": "{items} or {last}",
    "placement": "{tile} on {cells}",
    # Areas.
    "no-tiles": "There are no tiles, and {what} has {cells} {cells:cell|cells}.",
    "tile-too-large": (
        "{tile:^} must be used, and has {size} {size:cell|cells}: {what} has only {cells}."
    ),
    "too-many": "The tiles that must be used have {least} cells at least, and {what} has {cells}.",
    "no-multiple-of-tile": (
        "Each tile has {common} cells, and {what} has {cells}, which is not a multiple of {common}."
    ),
    "no-multiple-of-small-tile": (
        "Each tile that is not too large has {common} cells, and {what} has {cells}, "
        "which is not a multiple of {common}."
    ),
    "no-multiple-of-small-tiles": (
        "Each tile that is not too large has a multiple of {common} cells, and {what} has {cells}, "
        "which is not a multiple of {common}."
    ),
    "no-multiple-of-tiles": (
        "Each tile has a multiple of {common} cells, and {what} has {cells}, "
        "which is not a multiple of {common}."
    ),
    "too-few": (
        "All tiles together, used as often as allowed, cover {most} cells at most, and "
        "{what} has {cells}."
    ),
    "no-numbers": (
        "No numbers of tiles cover exactly the {cells} {cells:cell|cells} that {what} has: "
        "{shares}{more}."
    ),
    "share": "{tile} has {size} {size:cell|cells} and is used {low} {low:time|times}",
    "share-range": "{tile} has {size} {size:cell|cells} and is used {low} to {high} times",
    "more-shares": ", and {n} more",
    "parts": (
        "The board falls into {parts} parts, and no tile can cover cells of two parts. {why}"
    ),
    # Cells without a placement, tiles without room.
    "dead": "{parts:^;}.",
    "dead-after": "{steps:/}\nThen {parts:;}.",
    "uncovered": "no placement covers {cells}{more}",
    "uncovered-after": "no placement that is left covers {cells}{more}",
    "more-uncovered": " (nor {n} more)",
    "no-room": (
        "{tile} must be used {n} {n:time|times}, and there is no room for that on this board"
    ),
    "no-room-after": (
        "{tile} must be used {n} {n:time|times}, and there is no room for that any more"
    ),
    "step-first": "{step}. only one placement covers {item}: {placement}",
    "step-next": "{step}. only one placement is left for {item}: {placement}",
    "step-tile": "{step}. there is no more choice for {item}: {placement}",
    "step-rest": "and so on, {n} placements in all",
    "corner": (
        "There {n:is|are} only {n} {n:placement|placements} for {item}, and each makes something "
        "else impossible:\n{lines:/}"
    ),
    "corner-line": "{step}. {placement}: {item}",
    # Colorings.
    "chessboard": "like a chessboard",
    "chessboard-of-blocks": "like a chessboard of blocks of {size}",
    "by-rule": "by {rule}",
    "by-kind": "by the kind of its cells",
    "same-black-white": (
        "Color the board {coloring}.\nEach placement covers as many black cells as white ones, but "
        "the board has {black} black and {white} white ones."
    ),
    "same-colors": (
        "Color the board {coloring}.\nEach placement covers as many cells of color {one} as of "
        "color {other}, but the board has {ones} and {others} of them."
    ),
    "weights-by-color": "Color the board {coloring} and give {weights}{conclusion}",
    "weights-of-cells": "Give the cells the weights of the picture{conclusion}",
    "weights-listed": "weights ({weights}{rest})",
    "weights-drawn": "the cells the weights of the picture",
    "weights-rest": ", the others: 0",
    "weight-of-black": "black cells: {weight}",
    "weight-of-white": "white cells: {weight}",
    "weight-of-color": "color {color}: {weight}",
    "weight-of-tile": "{tile}: {weight}",
    "weights-of-tiles": ".\nThe use of a tile weighs too: {weights}{more}",
    "more-weights": " (and {n} more)",
    "board-with-uses": "the board with all uses",
    "weighs-zero": ("{tiles}.\nEach placement weighs 0, but {what} weighs {total}, not 0."),
    "weighs-multiple": (
        "{tiles}.\nEach placement weighs a multiple of {modulus}, but {what} weighs {total}, "
        "not a multiple of {modulus}."
    ),
    # Marks.
    "marks-most": (
        "Mark {marked}, {n} of them.\nOf these, {limits}. "
        "So tiles that fill the board cover at most {reach}."
    ),
    "marks-least": (
        "Mark {marked}, {n} of them.\nOf these, {limits}. "
        "So tiles that fill the board cover at least {reach}."
    ),
    "marked-black": "the black cells of the board colored {coloring}",
    "marked-white": "the white cells of the board colored {coloring}",
    "marked-rule": "the cells with {rule} = {value}",
    "covers-most": "{tile} covers at most {n}",
    "covers-least": "{tile} covers at least {n}",
    "most": "{tile} at most {n}",
    "least": "{tile} at least {n}",
    # Searches.
    "searched": "An exhaustive search found no solution: {engine}, {counters}.",
}


def english(statement: Statement) -> str:
    """Return a reason in English.

    >>> english(Statement("no-tiles", what=Statement("board"), cells=1))
    'There are no tiles, and the board has 1 cell.'
    """
    return in_words(statement, ENGLISH)


def named_tile(number: int, name: str) -> Statement:
    """Return the name of a tile as a statement; its own name may be empty.

    >>> english(named_tile(0, "")), english(named_tile(2, "L"))
    ('tile 0', 'tile 2 (L)')
    """
    if name:
        return Statement("tile-named", number=number, name=name)
    return Statement("tile", number=number)
