"""`combien puzzle NAME`: every puzzle of the table, with options made from its settings.

A puzzle declares its settings once; the options of its command, their help and their defaults come
from there.  What is done with a puzzle is what `combien solve` and `combien count` do with a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import rich_click as click

from combien.cli.completion import paths
from combien.cli.convert import save
from combien.cli.count import count_loaded
from combien.cli.explain import explain_loaded
from combien.cli.files import Loaded, format_of, naming, text_of
from combien.cli.groups import Group
from combien.cli.guard import Exit
from combien.cli.options import How, answering
from combien.cli.options import up_to as by_symmetry
from combien.cli.pictures import Drawn, drawing_flat
from combien.cli.solve import MOST_ASKED, Wanted, solve_loaded
from combien.errors import BadPuzzle
from combien.puzzles import PUZZLES, puzzle_named

if TYPE_CHECKING:
    from combien.puzzles.puzzle import Setting

__all__ = ["puzzle", "puzzle_command"]

EXAMPLES = """\
Examples:

combien puzzle langford 7

combien puzzle latin 5 --count

combien puzzle langford 5 --why

combien puzzle sudoku examples/killer.sudoku --boxes

combien puzzle rooks 4 --write rooks.dlx

combien puzzle mates --help
"""

Command = Callable[..., Any]


class _Puzzles(Group):
    """The commands of the table; each is made when it is asked for."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(PUZZLES)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        return puzzle_command(name) if name in PUZZLES else None


@click.group(cls=_Puzzles, epilog=EXAMPLES)
def puzzle() -> None:
    """Play a puzzle: solve it, count its solutions, draw them."""


def puzzle_command(name: str) -> click.Command:
    """The command of a puzzle of the table."""
    from combien.puzzles.puzzle import settings_of

    kind = puzzle_named(name)
    about = kind.about
    settings = settings_of(kind)
    turns = hasattr(kind, "symmetries")

    def play(
        how: How,
        drawn: Drawn,
        *,
        counting: bool,
        why: bool,
        every: bool,
        number: int,
        boxes: bool,
        resume: str,
        seed: int | None,
        write: str | None,
        up_to: str = "none",
        file: str | None = None,
        **given: Any,
    ) -> Exit:
        named = {key: value for key, value in given.items() if value is not None}
        number = 0 if every else number
        drawn = replace(drawn, labels=drawn.labels or about.labelled)
        wanted = Wanted(drawn, number, boxes=boxes, resume=resume, seed=seed, up_to=up_to)
        shown = drawn.anything() or boxes or number != 1 or resume or seed is not None
        if counting and shown:
            raise click.UsageError("--count writes a number: leave the pictures and --all out")
        if why and (counting or shown):
            raise click.UsageError("--why says why there is no solution: ask about it alone")
        if write is not None and (counting or why or shown):
            raise click.UsageError("--write writes the problem: leave what asks about it out")
        wanted.check(how)
        if file is None:
            played = kind()
        else:
            text = text_of(file)
            with naming(file):
                # To `parse`, no text is no setting: the usual puzzle, which nobody asked for here.
                if not text.strip():
                    raise BadPuzzle(f"nothing is written here; expected: {about.text}")
                played = kind.parse(text)
        loaded = Loaded(name, replace(played, **named), puzzle=True)
        loaded.model.problem()
        if write is not None:
            return save(loaded, write, format_of(write, hint="end it with one of these"))
        if why:
            return explain_loaded(how, loaded, None)
        if counting:
            return count_loaded(how, loaded, explain=False, up_to=up_to)
        again = ["combien", "puzzle", name, *([file] if file else []), *_words(settings, named)]
        return solve_loaded(how, loaded, wanted, again=again)

    play.__doc__ = f"{about.title}.\n\n{about.summary}\n\nSource: {about.source}.\n"
    command: Command = answering(drawing_flat(play))
    options: list[Callable[[Command], Command]] = [*_QUESTIONS, *[by_symmetry] * turns]
    for option in [*options, *map(_option, reversed(settings))]:
        command = option(command)
    if about.text:
        command = click.argument("file", metavar="[FILE]", shell_complete=paths, required=False)(
            command
        )
    examples = "\n\n".join(["Examples:", *about.examples])
    return click.command(name, epilog=examples)(command)


def _option(setting: Setting) -> Callable[[Command], Command]:
    """The option, or the argument, of a setting; left out, it is None."""
    kind: Any = click.Choice(setting.choices) if setting.choices else setting.kind
    usual = f"  [default: {setting.write(setting.default) or 'none'}]"
    if setting.argument:
        return click.argument(
            setting.name, type=kind, required=False, metavar=f"[{setting.name.upper()}]"
        )
    name = setting.name.replace("_", "-")
    if setting.kind is bool:
        return click.option(
            f"--{name}/--no-{name}", setting.name, default=None, help=setting.says + usual
        )
    return click.option(f"--{name}", setting.name, type=kind, help=setting.says + usual)


def _words(settings: tuple[Setting, ...], named: dict[str, Any]) -> list[str]:
    """The words of a command line that chooses these settings."""
    words: list[str] = []
    for setting in settings:
        if setting.name not in named:
            continue
        value, name = named[setting.name], setting.name.replace("_", "-")
        if setting.argument:
            words.append(str(value))
        elif isinstance(value, bool):
            words.append(f"--{name}" if value else f"--no-{name}")
        else:
            words += [f"--{name}", str(value)]
    return words


# The last is the first in the help.
_QUESTIONS = (
    click.option(
        "--write",
        metavar="PATH",
        shell_complete=paths,
        help="Write the exact cover to a file, as its name tells (.dlx, .json), and ask nothing.",
    ),
    click.option("--resume", default="", metavar="POSITION", help="Go on where a search stopped."),
    click.option("--seed", type=int, metavar="N", help="Shuffle the search, for variety."),
    click.option("--boxes", is_flag=True, help="Draw the text with lines around the squares."),
    click.option(
        "-n",
        "number",
        type=click.IntRange(0, MOST_ASKED),
        default=1,
        metavar="N",
        show_default=True,
        help="How many solutions.",
    ),
    click.option("--all", "every", is_flag=True, help="All solutions, one after the other."),
    click.option("--why", is_flag=True, help="Say why there is no solution; else what it is."),
    click.option("--count", "counting", is_flag=True, help="How many solutions: only the number."),
)
