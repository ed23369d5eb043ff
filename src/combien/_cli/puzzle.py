"""`combien puzzle NAME`: a command for each puzzle, with options generated from its settings.

The options, their help and their defaults are generated from the declared settings of the puzzle.
The remaining options are shared with `combien solve`, `combien count` and `combien explain`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import click

from combien._cli._shared.files import Loaded, format_of
from combien._cli._shared.groups import Command, Group
from combien._cli._shared.guard import Exit
from combien._cli._shared.inputs import STDIN, check_extension, name_in_errors, read_text
from combien._cli._shared.options import CommonOptions, common_options, with_options
from combien._cli._shared.picture_files import NumberedFile
from combien._cli._shared.pictures import PictureOptions, flat_picture_options
from combien._cli.completion import paths
from combien._cli.convert import save
from combien._cli.count import count_loaded
from combien._cli.explain import explain_loaded
from combien._cli.solve import SolveOptions, solve_loaded
from combien.cover import formats
from combien.errors import BadPuzzle
from combien.puzzles import PUZZLES, puzzle_named

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from combien.puzzles._puzzle import Setting

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

Callback = Callable[..., Any]
Decorator = Callable[[Callback], Callback]


class _Puzzles(Group):
    """The commands of the puzzles, each created when it is invoked."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PUZZLES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return puzzle_command(cmd_name) if cmd_name in PUZZLES else None

    def stub(self, name: str) -> click.Command:
        """Return a placeholder with the name and the summary of a puzzle."""
        summary = puzzle_named(name).about.summary
        return click.Command(name, callback=_Puzzles.stub, short_help=summary)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem  # Start-up: only for completion.

        return [
            CompletionItem(name, help=puzzle_named(name).about.summary)
            for name in PUZZLES
            if name.startswith(incomplete)
        ]


@click.group(cls=_Puzzles, table={}, epilog=EXAMPLES)
def puzzle() -> None:
    """Solve a puzzle, count its solutions, or draw them."""


def __getattr__(name: str) -> click.Command:
    # Creates the commands of puzzles that are top-level commands, such as `queens`.
    if name not in PUZZLES:
        raise AttributeError(name)
    return puzzle_command(name)


def puzzle_command(name: str) -> click.Command:
    """Return the command of a puzzle."""
    from combien.puzzles._puzzle import settings_of  # Start-up: not for --help.

    kind = puzzle_named(name)
    about = kind.about
    settings = settings_of(kind)
    turns = hasattr(kind, "symmetries")

    def play(
        common: CommonOptions,
        drawn: PictureOptions,
        *,
        counting: bool,
        why: bool,
        every: bool,
        number: int,
        boxes: bool,
        resume: str,
        seed: int | None,
        write: str | None,
        threads: int | None,
        up_to: str = "none",
        file: str | None = None,
        **given: Any,
    ) -> Exit:
        named = {key: value for key, value in given.items() if value is not None}
        number = 0 if every else number
        wanted = SolveOptions(
            drawn, number, boxes=boxes, resume=resume, seed=seed, up_to=up_to, threads=threads
        )
        drawn_or_listed = drawn.anything() or boxes or number != 1 or seed is not None
        shown = drawn_or_listed or resume
        if counting and drawn_or_listed:
            raise click.UsageError(
                "--count cannot be combined with pictures, --all and options of the search"
            )
        if why and (counting or shown):
            raise click.UsageError("--why cannot be combined with other questions and pictures")
        if write is not None and (counting or why or shown):
            raise click.UsageError("--write cannot be combined with questions and pictures")
        wanted.check(common)
        if file is None:
            played = kind()
        else:
            check_extension(file, f"combien puzzle {name}")
            if file != STDIN and not os.path.exists(file):
                raise BadPuzzle(
                    f"there is no file '{file[:100]}': expected a file with {about.text}; "
                    f"for the other settings see combien puzzle {name} --help"
                )
            text = read_text(file)
            with name_in_errors(file):
                # `parse` reads an empty text as the default puzzle, which is not intended here.
                if not text.strip():
                    raise BadPuzzle(f"the file is empty: expected {about.text}")
                played = kind.parse(text)
        loaded = Loaded(name, replace(played, **named), puzzle=True)
        loaded.model.problem()
        script: Callable[[], str] | None = getattr(loaded.model, "script", None)
        again = ["combien", "puzzle", name, *([file] if file else []), *_words(settings, named)]
        if write is not None and write.endswith(".cmb") and script:
            NumberedFile(write).write(script().encode())
            return Exit.ANSWERED
        if write is not None:
            wanted_format = format_of(write, hint="end it with one of these", among=formats.FORMATS)
            return save(loaded, write, wanted_format)
        if why:
            return explain_loaded(common, loaded, None)
        if counting:
            from combien._questions.dispatch import Workers  # Start-up: not for --help.

            return count_loaded(
                common,
                loaded,
                explain=False,
                up_to=up_to,
                workers=Workers(threads=threads),
                resume=resume,
                again=[*again, "--count"],
            )
        return solve_loaded(common, loaded, wanted, again=again)

    paragraphs = [f"{about.title}.", about.summary]
    paragraphs += [
        f"{one.name.upper()}: {one.help}{_default_text(one)}" for one in settings if one.argument
    ]
    paragraphs += [f"FILE holds {about.text}; - is the standard input."] * bool(about.text)
    play.__doc__ = "\n\n".join([*paragraphs, f"Source: {about.source}."])
    callback: Callback = common_options()(flat_picture_options(play))
    shared = with_options(*["--up-to"] * turns, "-n", "--boxes", "--seed", "--threads", "--resume")
    options: list[Decorator] = [_WRITE, shared, *_QUESTIONS, *map(_option, reversed(settings))]
    for option in options:
        callback = option(callback)
    if about.text:
        callback = click.argument("file", metavar="[FILE]", shell_complete=paths, required=False)(
            callback
        )
    examples = "\n\n".join(["Examples:", *about.examples])
    return cast(
        "click.Command",
        click.command(name, cls=Command, epilog=examples, short_help=about.summary)(callback),
    )


def _option(setting: Setting) -> Decorator:
    """Return the option or the argument of a setting; its default is None."""
    kind: Any = click.Choice(setting.choices) if setting.choices else setting.kind
    if setting.argument:
        return click.argument(
            setting.name, type=kind, required=False, metavar=f"[{setting.name.upper()}]"
        )
    name, text = setting.name.replace("_", "-"), f"{setting.help}{_default_text(setting)}"
    if setting.kind is bool:
        return click.option(f"--{name}/--no-{name}", setting.name, default=None, help=text)
    return click.option(f"--{name}", setting.name, type=kind, help=text)


def _default_text(setting: Setting) -> str:
    """Describe the default and the range of a setting."""
    low, high = setting.low, setting.high
    room = "" if low is None or high is None else f", {low} to {high}"
    return f"  [default: {setting.write(setting.default) or 'none'}{room}]"


def _words(settings: tuple[Setting, ...], named: dict[str, Any]) -> list[str]:
    """Return the command-line words for these settings."""
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


_WRITE = click.option(
    "--write",
    metavar="PATH",
    shell_complete=paths,
    help="Write the exact cover to a file, in the format of its name (.dlx, .json), and stop; some "
    "puzzles also write a script (.cmb).",
)
# Decorators apply from the last to the first.
_QUESTIONS = (
    click.option("--all", "every", is_flag=True, help="Print all solutions."),
    click.option(
        "--why", is_flag=True, help="Explain why there is no solution, or describe the problem."
    ),
    click.option("--count", "counting", is_flag=True, help="Print the number of solutions."),
)
