"""`combien nonogram play`: a nonogram on the whole terminal, or by lines of text.

`frame` turns a game into styled text for a terminal of any size, without curses.  A board that does
not fit is shown in part, around the cursor; the clues of its row and column are in full below.
"""

from __future__ import annotations

import locale
import os
import sys
import textwrap
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING, Any

from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.inputs import STDIN
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.progress import Spinner
from combien._cli.nonogram.files import HINT_BUDGET, board_from, decide, load, puzzle_options
from combien._wording import printable
from combien.errors import BadInput
from combien.nonograms._clue import BLACK, LETTERS, UNKNOWN, WHITE, Clue
from combien.nonograms._human.game import Game
from combien.nonograms._human.player import KEYS, Player

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Board, Nonogram


@command()
@option("--board FILE", "Continue from a saved board.", into="begun")
@option("--lines", "Read commands line by line, as without a terminal.")
@puzzle_options
def play(file: str, format: str | None, number: int | None, begun: str | None, lines: bool) -> Exit:
    """Play a nonogram: set cells, get hints, undo, check.

    On a terminal, arrow keys move and single keys do the rest.  Without one, or with --lines,
    commands are read line by line; "help" lists them.

    Examples
    --------
    combien nonogram play example:snail.non
    printf '1 1-5 .\\nhint\\nquit\\n' | combien nonogram play example:snail.non
    """
    for what, name in (("puzzle", file), ("board", begun)):
        if name == STDIN:
            raise BadInput(
                f"the game reads moves from the standard input: name a file for the {what}"
            )
    puzzle = load(file, format=format, number=number)
    board = board_from(begun) if begun is not None else puzzle.given
    with Spinner("preparing"):
        outcome = decide(puzzle, HINT_BUDGET)
    if outcome.status == "none":
        print_message(f"this nonogram has no solution: {outcome.reason}")
        return Exit.NONE
    solution = outcome.boards[0] if outcome.status == "unique" else None
    if not lines and can_run():
        player = Player(
            puzzle.nonogram,
            board=board,
            given=puzzle.given,
            solution=solution,
            exists=os.path.lexists,
            write=_write,
        )
        sys.stdout.flush()
        play_on_screen(player)
        return Exit.ANSWERED
    _by_lines(puzzle.nonogram, board, solution)
    return Exit.ANSWERED


def _write(name: str, text: str) -> None:
    """Write a board.  Raises `BadInput`, `CannotWrite`."""
    NumberedFile(name).write(text.encode())


def _by_lines(nonogram: Nonogram, board: Board | None, solution: Board | None) -> None:
    """Play by lines of text."""
    game = Game(nonogram, board=board, solution=solution)
    person = sys.stdin.isatty()
    print_text(f"{game.do('help')}\n\n" * person + f"{game.drawn()}\n")
    while not game.over and not game.solved:
        if person:
            sys.stdout.write("> ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            break
        if reply := game.do(line.rstrip("\n")):
            print_text(f"{reply}\n")


# A piece of a line, and its style: words such as "done", "cursor", "ink3", "below".
Piece = tuple[str, str]

LEAST_ROWS, LEAST_COLUMNS = 10, 24
WAIT_MILLISECONDS = 400
# Reading keys may fail because of a signal, but not forever.
MOST_FAILURES = 100
# Hints are one to three lines long.
MOST_NOTES = 3
GUIDE = 5
_CHARACTERS = {
    " ": "space",
    "\n": "enter",
    "\r": "enter",
    "\x1b": "escape",
    "\x7f": "backspace",
    "\b": "backspace",
}
# How long curses waits for the rest of an escape sequence, in milliseconds.
ESCAPE_DELAY = 50


def can_run() -> bool:
    """Return whether the whole terminal can be used: it is one, and curses knows its kind."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        curses = import_module("curses")
        curses.setupterm(os.environ.get("TERM", "dumb"), sys.stdout.fileno())
        return bool(curses.tigetstr("cup"))
    except (ImportError, OSError, ValueError):
        return False
    except Exception as error:
        if type(error).__name__ == "error":  # curses.error
            return False
        raise


def frame(player: Player, rows: int, columns: int, *, plain: bool = False) -> list[list[Piece]]:
    """Return the lines of a terminal of this size; `plain` is without characters beyond ASCII.

    >>> from combien.nonograms import Nonogram
    >>> game = Player(Nonogram([[2], [1]], [[1], [2]], title="Two"))
    >>> for line in frame(game, 10, 60, plain=True)[:4]:
    ...     print("".join(text for text, style in line).rstrip())
    Two
        1 2
     2|[   |
     1|    |
    """
    if rows < LEAST_ROWS or columns < LEAST_COLUMNS:
        return [[(f"needs {LEAST_COLUMNS} by {LEAST_ROWS}"[:columns], "note")]]
    nonogram, board = player.nonogram, player.board
    numbers = [str(block.length or "?") for clue in nonogram.columns for block in clue]
    cell = 1 + max(map(len, numbers), default=1)
    longest = max(len(" ".join(_numbers(clue))) for clue in nonogram.rows)
    left = min(longest + 1, columns // 2)
    notes = _note(player, columns)
    used = len(notes) + 3
    above = min(max(*map(len, nonogram.columns), 1), (rows - used) // 2)
    shown_rows = _around(player.row, board.height, rows - above - used)
    room = columns - left - 2
    shown_columns = _around(player.column, board.width, _fitting(room, cell))
    bar = "|" if plain else "\N{BOX DRAWINGS LIGHT VERTICAL}"
    lines: list[list[Piece]] = [[(printable(nonogram.title)[:columns], "title")]]
    for level in range(above):
        line: list[Piece] = [(" " * (left + 1), "")]
        for column in shown_columns:
            line.append(_number(player, board.height + column, level - above, cell))
            line.append((" " if _ends_block(column) else "", ""))
        lines.append(line)
    for row in shown_rows:
        line = [*_row_clue(player, row, left), (bar, "rule")]
        below = "below" if _ends_block(row) else ""
        for column in shown_columns:
            line.append(_cell(player, row, column, cell, below, plain=plain))
            line.append((bar if _ends_block(column) else "", "rule"))
        if not _ends_block(shown_columns[-1]):
            line.append((bar, "rule"))
        lines.append(line)
    place = f"row {player.row + 1}: {_clue_text(player, player.row)}"
    across = _clue_text(player, board.height + player.column)
    lines.append([(f"{place}   column {player.column + 1}: {across}"[:columns], "place")])
    lines += [[(text, "note")] for text in notes]
    lines.append([(_keys(player)[:columns], "keys")])
    return lines


def _note(player: Player, columns: int) -> list[str]:
    """Return the lines of the note."""
    note = printable(player.prompt)
    if player.mode == "name":
        # The end of a name that is being typed must stay visible.
        return [note[-columns:]]
    return textwrap.wrap(note, columns)[:MOST_NOTES] or [""]


def _numbers(clue: Clue) -> list[str]:
    return [str(block.length or "?") for block in clue] or ["0"]


def _clue_text(player: Player, line: int) -> str:
    """Return the clue of a line in full, with letters for colors."""
    nonogram = player.nonogram
    clue = (nonogram.rows + nonogram.columns)[line]
    letters = [LETTERS[block.color] if len(player.colors) > 1 else "" for block in clue]
    return " ".join(map("".join, zip(_numbers(clue), letters or [""], strict=True)))


def _keys(player: Player) -> str:
    if len(player.colors) < 2:
        return KEYS
    names = [f"{n} {player.nonogram.ink(v).name}" for n, v in enumerate(player.colors, 1)]
    chosen = player.nonogram.ink(player.color).name
    return printable(f"color {chosen} ({', '.join(names)})  {KEYS}")


def _ends_block(number: int) -> bool:
    return number % GUIDE == GUIDE - 1


def _around(place: int, count: int, most: int) -> range:
    """Return at most `most` of the numbers below `count`, around one of them."""
    most = max(1, min(most, count))
    begin = min(max(place - most // 2, 0), count - most)
    return range(begin, begin + most)


def _fitting(room: int, cell: int) -> int:
    """Return how many cells fit into this many characters, with a bar after every five."""
    count = 1
    while (count + 1) * cell + (count + 1) // GUIDE + 1 <= room:
        count += 1
    return count


def _number(player: Player, line: int, place: int, width: int) -> Piece:
    """Return a number above a column; `place` counts from the end of the clue, from -1."""
    clue = (player.nonogram.rows + player.nonogram.columns)[line]
    if not clue:
        return ("0" if place == -1 else "").rjust(width), "done"
    if -place > len(clue):
        return " " * width, ""
    text = str(clue[place].length or "?").rjust(width)
    return text, _number_style(player, line, len(clue) + place)


def _number_style(player: Player, line: int, block: int) -> str:
    nonogram = player.nonogram
    color = (nonogram.rows + nonogram.columns)[line][block].color
    done = "done" if player.finished(line)[block] else f"clue{color}"
    height = nonogram.height
    name = f"row {line + 1}" if line < height else f"column {line - height + 1}"
    here = line in (player.row, height + player.column)
    return done + " here" * here + " wrong" * (name in player.wrong_lines)


def _row_clue(player: Player, row: int, width: int) -> list[Piece]:
    """Return the numbers of a row, with as many of the last ones as fit."""
    clue = player.nonogram.rows[row]
    if not clue:
        return [("0".rjust(width), "done")]
    pieces: list[Piece] = []
    left = width
    for block in reversed(range(len(clue))):
        text = f" {clue[block].length or '?'}"
        if len(text) > left:
            break
        pieces.insert(0, (text, _number_style(player, row, block)))
        left -= len(text)
    return [(" " * left, ""), *pieces]


def _cell(player: Player, row: int, column: int, width: int, below: str, *, plain: bool) -> Piece:
    """Return a cell: filled, letters in a color, a dot for white, or blank; brackets if current."""
    value = player.board[row, column]
    styles = [below] * bool(below)
    filled = value not in (WHITE, UNKNOWN)
    if filled:
        black = "#" if plain else "\N{FULL BLOCK}"
        mark = black if value == BLACK else LETTERS[value]
        styles.append(f"ink{value}")
    elif value == WHITE:
        mark = "." if plain else "\N{MIDDLE DOT}"
    else:
        mark = " "
    text = mark * width if filled else mark.rjust(width)
    hinted = () if player.hint is None else player.hint.cells
    if (row, column) in player.wrong:
        mark, text = "X", text[:-1] + "X"
        styles.append("wrong")
    elif any((row, column) == cell[:2] for cell in hinted):
        mark = "?" if value == UNKNOWN else mark
        text = text[:-1] + mark
        styles.append("hint")
    if (row, column) == (player.row, player.column):
        styles.append("cursor")
        text = f"[{mark * (width - 2)}]" if width > 2 else f"[{mark}"
    return text, " ".join(styles)


def play_on_screen(player: Player) -> None:
    """Play on the whole terminal until the player leaves.

    The terminal is restored on any error and on Ctrl-C.
    """
    curses = import_module("curses")
    locale.setlocale(locale.LC_ALL, "")
    plain = "utf" not in locale.getpreferredencoding(do_setlocale=False).lower()
    os.environ.setdefault("ESCDELAY", str(ESCAPE_DELAY))
    window = curses.initscr()
    try:
        curses.noecho()
        curses.cbreak()
        window.keypad(True)
        # A change of the size that comes just before a wait is seen after it.
        window.timeout(WAIT_MILLISECONDS)
        styles = _Styles(curses, player)
        _hide_cursor(curses)
        failures = 0
        while not player.over and failures < MOST_FAILURES:
            _draw(curses, window, frame(player, *window.getmaxyx(), plain=plain), styles)
            begun = monotonic()
            try:
                typed = window.get_wch()
            except curses.error:
                # No key for a while, or a signal; at once and again and again without a terminal.
                waited = monotonic() - begun > WAIT_MILLISECONDS / 2000
                failures = 0 if waited else failures + 1
                continue
            failures = 0
            if key := _named(curses, typed):
                player.press(key)
    finally:
        window.keypad(False)
        curses.nocbreak()
        curses.echo()
        curses.endwin()


def _hide_cursor(curses: Any) -> None:
    try:
        curses.curs_set(0)
    except curses.error:
        # Some terminals cannot; the cell of the cursor has brackets anyway.
        return


def _named(curses: Any, typed: int | str) -> str:
    """Return the name of a key, or "" for one without a meaning and for a resize."""
    named = {
        curses.KEY_UP: "up",
        curses.KEY_DOWN: "down",
        curses.KEY_LEFT: "left",
        curses.KEY_RIGHT: "right",
        curses.KEY_HOME: "home",
        curses.KEY_END: "end",
        curses.KEY_PPAGE: "pageup",
        curses.KEY_NPAGE: "pagedown",
        curses.KEY_BACKSPACE: "backspace",
        curses.KEY_DC: "delete",
        curses.KEY_ENTER: "enter",
    }
    if isinstance(typed, int):
        return named.get(typed, "")
    key = _CHARACTERS.get(typed, typed)
    return key if key.isprintable() else ""


class _Styles:
    """The attributes of curses for the styles of a frame."""

    def __init__(self, curses: Any, player: Player) -> None:
        self._curses = curses
        self._pairs: dict[str, int] = {}
        self._known: dict[str, int] = {}
        if not curses.has_colors():
            return
        curses.start_color()
        curses.use_default_colors()
        many = curses.COLORS >= 256
        wanted = {"wrong": curses.COLOR_RED, "hint": curses.COLOR_CYAN}
        if many:
            wanted["done"] = 244
        for ink in player.nonogram.palette if len(player.colors) > 1 else ():
            if ink.value not in (WHITE, BLACK):
                shade = _nearest_256(ink.hex) if many else 1 + ink.value % 6
                wanted[f"ink{ink.value}"] = wanted[f"clue{ink.value}"] = shade
        for number, (style, color) in enumerate(wanted.items(), 1):
            if number < curses.COLOR_PAIRS:
                curses.init_pair(number, color, -1)
                self._pairs[style] = curses.color_pair(number)

    def of(self, style: str) -> int:
        """Return the attributes of a style."""
        if style not in self._known:
            self._known[style] = self._made(style)
        return self._known[style]

    def _made(self, style: str) -> int:
        curses = self._curses
        words = style.split()
        plain = {
            "title": curses.A_BOLD,
            "note": curses.A_BOLD,
            "keys": curses.A_DIM,
            "rule": curses.A_DIM,
            "done": curses.A_DIM,
            "below": curses.A_UNDERLINE,
            "cursor": curses.A_BOLD,
            "wrong": curses.A_BOLD,
            "here": curses.A_BOLD,
        }
        if "done" in words:
            words = [word for word in words if word != "here"]
        found: int = curses.A_NORMAL
        for word in words:
            found |= plain.get(word, 0)
        # Marks on request win over the colors of cells.
        for word in sorted(words, key=lambda word: word not in ("wrong", "hint", "done")):
            if word in self._pairs:
                return found | self._pairs[word]
        return found


def _nearest_256(shade: str) -> int:
    """Return the color of the 6 by 6 by 6 cube of 256-color terminals that is closest to a shade.

    >>> _nearest_256("#ff0000"), _nearest_256("#ffffff")
    (196, 231)
    """
    steps = (0, 95, 135, 175, 215, 255)
    red, green, blue = (
        min(range(6), key=lambda at: abs(steps[at] - part)) for part in bytes.fromhex(shade[1:])
    )
    return 16 + 36 * red + 6 * green + blue


def _draw(curses: Any, window: Any, lines: list[list[Piece]], styles: _Styles) -> None:
    window.erase()
    height, width = window.getmaxyx()
    for y, line in enumerate(lines[:height]):
        x = 0
        for text, style in line:
            room = width - x - (y == height - 1)
            if room <= 0:
                break
            try:
                window.addstr(y, x, text[:room], styles.of(style))
            except curses.error:
                # The terminal has become smaller in the meantime.
                break
            x += len(text)
    window.refresh()
