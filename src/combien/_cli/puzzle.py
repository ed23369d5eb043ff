"""`combien puzzle NAME`: a command for each puzzle, with options generated from its settings.

The options, their help and their defaults are generated from the declared settings of the puzzle.
The remaining options are shared with `combien solve`, `combien count` and `combien explain`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import click

from combien._base.files import located
from combien._cli._shared.declare import (
    Command,
    Decorator,
    argument,
    gathered,
    option,
    paths,
    together,
)
from combien._cli._shared.files import Loaded, format_of
from combien._cli._shared.groups import Group
from combien._cli._shared.guard import Exit
from combien._cli._shared.inputs import STDIN, check_extension, name_in_errors, read_text
from combien._cli._shared.options import CommonOptions, common_options, with_options
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.pictures import flat_picture_options
from combien._cli.convert import save
from combien._cli.count import count_loaded
from combien._cli.explain import explain_loaded
from combien._cli.make import HandoutOptions, hand_out, handout_options, print_rating
from combien._cli.solve import SolveOptions, solve_loaded
from combien._cli.tables import Table
from combien._questions.dispatch import Workers
from combien.cover import formats
from combien.errors import BadPuzzle
from combien.puzzles import PUZZLES, puzzle_named
from combien.puzzles._puzzle import Puzzle, Setting, settings_of

EXAMPLES = """\
combien puzzle langford 7
combien puzzle latin 5 --count
combien puzzle langford 5 --why
combien puzzle sudoku example:killer.sudoku --boxes
combien puzzle rooks 4 --write rooks.dlx
combien puzzle sudoku --make 2 --variant killer --difficulty hard --pdf sheet.pdf
combien puzzle mates --help
"""


class _Puzzles(Group):
    """The commands of the puzzles, each created when it is invoked."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PUZZLES.working())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return puzzle_command(cmd_name) if cmd_name in PUZZLES else None

    def summary_of(self, name: str) -> str:
        return puzzle_named(name).about.summary


puzzle = _Puzzles(
    Table("combien puzzle", "Solve a puzzle, count its solutions, or draw them.", {}, EXAMPLES)
)


def __getattr__(name: str) -> click.Command:
    # Creates the commands of puzzles that are top-level commands, such as `queens`.
    if name not in PUZZLES:
        raise AttributeError(name)
    return puzzle_command(name)


def puzzle_command(name: str) -> click.Command:
    """Return the command of a puzzle."""
    kind = puzzle_named(name)
    about, settings = kind.about, settings_of(kind)
    turns = ["--up-to"] * hasattr(kind, "symmetries")
    # Two arguments could not be told apart.
    beside = any(one.argument for one in settings)
    of_file = [argument("[FILE]", complete=paths)]
    if beside:
        of_file = [option("--file FILE", f"A file with {about.text}.")]
    options = together(
        # Before the options of pictures, which have some of the same names.
        gathered("handout", HandoutOptions, keys=HandoutOptions.__match_args__),
        *of_file * bool(about.text),
        *map(_option, settings),
        option("--count", "Print the number of solutions.", into="counting"),
        option("--why", "Explain why there is no solution, or describe the problem."),
        *[option("--rate", "Print how hard the puzzle is.", into="rating")] * bool(about.levels),
        option("--all", "Print all solutions.", into="every"),
        with_options(*turns, "-n", "--boxes", "--seed", "--threads", "--resume"),
        option(
            "--write PATH",
            "Write the exact cover to a file, in the format of its name (.dlx, .json), and stop; "
            "some puzzles also write a script (.cmb).",
        ),
        *handout_options(kind),
        common_options(),
        flat_picture_options,
        gathered("wanted", SolveOptions, keys=SolveOptions.__match_args__),
    )
    arguments = [f"{s.name.upper()}: {s.help}{_default_text(s)}" for s in settings if s.argument]
    files = [f"FILE holds {about.text}; - is the standard input."]
    files *= bool(about.text) and not beside
    text = [f"{about.title}.", about.summary, *arguments, *files, f"Source: {about.source}."]
    play = options(partial(_play, name))
    help_, epilog = "\n\n".join(text), "\n".join(about.examples)
    return click.command(name, cls=Command, help=help_, epilog=epilog)(play)


def _play(
    name: str,
    *,
    common: CommonOptions,
    wanted: SolveOptions,
    handout: HandoutOptions,
    counting: bool,
    why: bool,
    every: bool,
    write: str | None,
    file: str | None = None,
    rating: bool = False,
    **given: Any,
) -> Exit:
    """Answer the question about a puzzle with these settings, or write it to a file."""
    wanted = replace(wanted, number=0) if every else wanted
    drawn_or_listed = wanted.drawn.anything() or wanted.boxes or wanted.number != 1
    drawn_or_listed = drawn_or_listed or wanted.seed is not None
    shown = drawn_or_listed or wanted.resume
    handout.check()
    if handout.anything() and (
        counting or why or wanted.resume or wanted.number != 1 or wanted.drawn.anything()
    ):
        raise click.UsageError(
            "--make and --pdf cannot be combined with questions and other pictures"
        )
    if counting and drawn_or_listed:
        raise click.UsageError(
            "--count cannot be combined with pictures, --all and options of the search"
        )
    if why and (counting or shown):
        raise click.UsageError("--why cannot be combined with other questions and pictures")
    if rating and (counting or why or shown or handout.anything() or write is not None):
        raise click.UsageError("--rate cannot be combined with other questions and pictures")
    if write is not None and (counting or why or shown):
        raise click.UsageError("--write cannot be combined with questions and pictures")
    wanted.check(common)
    named = {key: value for key, value in given.items() if value is not None}
    kind = puzzle_named(name)
    puzzle = replace(_read(kind, file), **named)
    loaded = Loaded(name, puzzle, puzzle=True)
    if rating:
        return print_rating(common, puzzle)
    if handout.anything():
        return hand_out(common, puzzle, handout, seed=wanted.seed)
    loaded.model.problem()
    if write is not None:
        script: Callable[[], str] | None = getattr(loaded.model, "script", None)
        if write.endswith(".cmb") and script:
            NumberedFile(write).write(script)
            return Exit.ANSWERED
        writing = [name for name, known in formats.FORMATS.items() if known.writer]
        known = format_of(write, hint="end it with one of these", among=writing)
        return save(loaded, write, known)
    if why:
        return explain_loaded(common, loaded, None)
    has_argument = any(one.argument for one in settings_of(kind))
    filed = ["--file"] * has_argument + [file] if file else []
    again = ["combien", "puzzle", name, *filed, *_words(kind, named)]
    if counting:
        return count_loaded(
            common,
            loaded,
            explain=False,
            up_to=wanted.up_to,
            workers=Workers(threads=wanted.threads),
            resume=wanted.resume,
            again=[*again, "--count"],
        )
    sizes = {one.name: getattr(loaded.model, one.name) for one in settings_of(kind) if one.argument}
    title = " ".join([name, *filed, *_words(kind, {} if file else sizes | named)])
    return solve_loaded(common, loaded, wanted, again=again, title=title)


def _read(kind: type[Puzzle[Any]], file: str | None) -> Puzzle[Any]:
    """Return the puzzle of a file, or the default one."""
    if file is None:
        return kind()
    check_extension(file, f"combien puzzle {kind.about.name}")
    if file != STDIN and not os.path.exists(located(file)):
        raise BadPuzzle(
            f"there is no file '{file[:100]}': expected a file with {kind.about.text}; "
            f"for the other settings see combien puzzle {kind.about.name} --help"
        )
    text = read_text(file)
    with name_in_errors(file):
        # `parse` reads an empty text as the default puzzle, which is not intended here.
        if not text.strip():
            raise BadPuzzle(f"the file is empty: expected {kind.about.text}")
        return kind.parse(text)


def _option(setting: Setting) -> Decorator:
    """Return the option or the argument of a setting; its default is None."""
    kind, choices = setting.kind, setting.choices or None
    if setting.argument:
        value = f"[{setting.name.upper()}]"
        return argument(value, into=setting.name, choices=choices, type=kind)
    name, text = setting.name.replace("_", "-"), f"{setting.help}{_default_text(setting)}"
    if setting.kind is bool:
        return option(f"--{name}/--no-{name}", text, into=setting.name, default=None)
    return option(f"--{name}", text, into=setting.name, choices=choices, type=kind)


def _default_text(setting: Setting) -> str:
    """Describe the default and the range of a setting."""
    low, high = setting.low, setting.high
    room = "" if low is None or high is None else f", {low} to {high}"
    return f"  [default: {setting.write(setting.default) or 'none'}{room}]"


def _words(kind: type[Puzzle[Any]], named: dict[str, Any]) -> list[str]:
    """Return the command-line words for these settings."""
    words: list[str] = []
    for setting in settings_of(kind):
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
