"""A board with numbers in its margins as text: `#` dark, `.` white, `?` not known.

Shades that are neither black nor white are letters, in the order in which they come.
"""

from __future__ import annotations

from string import ascii_letters

from combien.drawing.clued import CluedBoard

__all__ = ["render"]

_GUIDE = 5


def render(board: CluedBoard) -> str:
    """The lines of the text.

    >>> black = "#000000"
    >>> print(render(CluedBoard(1, 1, ("#ffffff",), ((),), (((12, black), (1, black)),))))
          12
           1
        +----+
        |  . |
        +----+
    """
    letters: dict[str | None, str] = {None: "?", "#ffffff": ".", "#000000": "#"}
    for shade in board.cells:
        if shade not in letters:
            letters[shade] = ascii_letters[(len(letters) - 3) % len(ascii_letters)]
    beside = [" ".join(str(number) for number, _ in clue) for clue in board.rows]
    margin = max(3, max(map(len, beside)) + 2)
    numbers = [str(number) for clue in board.columns for number, _ in clue]
    cell = max(2, 1 + max(map(len, numbers), default=1))
    lines = []
    tallest = max(len(clue) for clue in board.columns)
    for level in range(tallest):
        parts = []
        for clue in board.columns:
            at = level - (tallest - len(clue))
            parts.append(f"{clue[at][0] if at >= 0 else '':>{cell}}")
        lines.append((" " * (margin + 2) + _joined(parts, "  ")).rstrip())
    rule = " " * (margin + 1) + "+" + _joined(["-" * cell] * board.width, "-+") + "-+"
    for number in range(board.height):
        if number % _GUIDE == 0:
            lines.append(rule)
        shades = board.cells[number * board.width : (number + 1) * board.width]
        cells = _joined([f"{letters[shade]:>{cell}}" for shade in shades], " |")
        lines.append(f"{beside[number]:>{margin}} |{cells} |")
    return "\n".join([*lines, rule])


def _joined(parts: list[str], guide: str) -> str:
    """The parts of a line, with the guide between each five and the next."""
    fives = ("".join(parts[at : at + _GUIDE]) for at in range(0, len(parts), _GUIDE))
    return guide.join(fives)
