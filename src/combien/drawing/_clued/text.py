"""Text output of a board with clues: `#` black, `.` white, `?` unknown.

Other shades are letters: the letters given by the board, or else the next unused ones.
"""

from __future__ import annotations

from string import ascii_letters

from combien.drawing._clued.board import CluedBoard, Number

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
    custom: dict[str | None, str] = {**dict(reversed(board.letters))}
    letters: dict[str | None, str] = {None: "?", "#ffffff": ".", "#000000": "#", **custom}
    for shade in board.cells:
        if shade not in letters:
            letters[shade] = ascii_letters[(len(letters) - 3) % len(ascii_letters)]

    def written(clue: tuple[Number, ...]) -> list[str]:
        return [f"{number or '?'}{custom.get(shade, '').strip('#')}" for number, shade in clue]

    beside = [" ".join(written(clue)) for clue in board.rows]
    margin = max(3, max(map(len, beside)) + 2)
    above = [written(clue) for clue in board.columns]
    cell = max(2, 1 + max((len(number) for clue in above for number in clue), default=1))
    lines = []
    tallest = max(map(len, above))
    for level in range(tallest):
        parts = []
        for clue in above:
            at = level - (tallest - len(clue))
            parts.append(f"{clue[at] if at >= 0 else '':>{cell}}")
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
