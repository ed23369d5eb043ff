"""Commands about combien itself: `combien examples`, and `combien completion` for shells."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click
from click import get_current_context, shell_completion

from combien._base.files import EXAMPLE, example_names, open_regular, write_file
from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.guard import Exit, print_content
from combien.errors import BadInput, CannotWrite

# Examples whose formats have no comments.
_ABOUT = {
    "camel.txt": "The small camel as a board, for combien encode --tile.",
    "key.txt": "A key drawn with characters, for combien nonogram make.",
    "miles.csv": "The miles of the trips of prices.dlx, for --limit of combien best.",
    "square.latin": "A Latin square of order 8, for combien puzzle mates.",
}
# The comment that a file begins with: lines, or a text between marks; or the title of a nonogram.
_LINES = re.compile(r"(?:[#|*].*\n)+")
_MARKED = re.compile(r'(?:<\?xml.*\?>\s*)?(?:"""|<!--)([^"]*?)(?:"""|-->)')
_TITLE = re.compile(r'title "(.*)"')
_INCLUDE = re.compile(r'^include "([^"/]+)"', re.MULTILINE)


def _named(context: click.Context, parameter: click.Parameter, prefix: str) -> list[str]:
    return [name for name in example_names() if name.startswith(prefix)]


@command()
@option("-o PATH", "The file to write, - for the standard output.  [default: NAME]", into="output")
@argument("[NAME]", complete=_named)
def examples(name: str | None, output: str | None) -> Exit:
    """List the examples, or write one into the current folder.

    The files that an example includes are written too.  No file is replaced.  To try an example
    without writing it, name it as example:NAME in place of a file.

    Examples
    --------
    combien examples
    combien examples camel.cmb
    combien count example:camel.cmb
    """
    if name is None:
        if output is not None:
            raise BadInput("-o needs the NAME of an example")
        context = get_current_context()
        formatter = context.make_formatter()
        if rows := [(name, _summary(name)) for name in example_names()]:
            formatter.write_dl(rows)
        click.echo(formatter.getvalue(), nl=False, color=context.color)
        return Exit.ANSWERED
    name = name.removeprefix(EXAMPLE)
    if output == "-":
        print_content(_text(name))
        return Exit.ANSWERED
    wanted = {output or name: _text(name)}
    if output is None:
        # Neighbors that are here already are those of an earlier example.
        neighbors = {one: _text(one) for one in _INCLUDE.findall(wanted[name])}
        wanted |= {one: text for one, text in neighbors.items() if not _is_file(one, text)}
    for path in wanted:
        if os.path.lexists(path):
            raise CannotWrite(f"'{path}' exists, and is not replaced: name another file with -o")
    for path, text in wanted.items():
        write_file(path, text)
        sys.stdout.write(f"{path}\n")
    return Exit.ANSWERED


def _text(name: str) -> str:
    with open_regular(f"{EXAMPLE}{name}") as file:
        return file.read().decode()


def _is_file(path: str, text: str) -> bool:
    return os.path.isfile(path) and Path(path).read_bytes() == text.encode()


def _summary(name: str) -> str:
    """Return what an example shows: the first sentence of its comment, or its title."""
    text = _text(name)
    if found := _LINES.match(text):
        comment = re.sub(r"^[#|*]", "", found[0], flags=re.MULTILINE)
    elif found := _MARKED.match(text):
        comment = found[1]
    elif found := _TITLE.match(text):
        comment = f"{found[1]}, a nonogram."
    else:
        comment = _ABOUT.get(name, "")
    comment = " ".join(comment.split())
    return re.split(r"(?<=\.) ", comment)[0]


# The file that a shell reads, below a folder by a variable or by default; and what else it needs.
_PLACES = {
    "bash": (
        "XDG_DATA_HOME",
        "~/.local/share",
        "bash-completion/completions/combien",
        "new shells read it if they have bash-completion; otherwise add to ~/.bashrc:\n  . {file}",
    ),
    "zsh": (
        "ZDOTDIR",
        "~",
        ".zfunc/_combien",
        "new shells read it if .zshrc has this line:\n"
        "  fpath=({folder} $fpath); autoload -Uz compinit; compinit",
    ),
    "fish": (
        "XDG_CONFIG_HOME",
        "~/.config",
        "fish/completions/combien.fish",
        "new shells read it",
    ),
}


@command()
@option("--install", "Write the script where the shell looks for it.")
@argument("[SHELL]", choices=tuple(_PLACES))
def completion(shell: str | None, install: bool) -> Exit:
    """Print the shell completion script, or install it.

    SHELL is bash, zsh or fish, by default the one of $SHELL.  New shells then complete commands,
    options, puzzles, engines, formats, files, and the problems of a file named earlier on the line.

    Examples
    --------
    combien completion --install
    combien completion zsh --install
    combien completion bash
    """
    shell = shell or os.path.basename(os.environ.get("SHELL", ""))
    if shell not in _PLACES:
        raise BadInput(f"$SHELL is not one of {', '.join(_PLACES)}: name the shell")
    kinds = {
        "bash": shell_completion.BashComplete,
        "zsh": shell_completion.ZshComplete,
        "fish": shell_completion.FishComplete,
    }
    script = kinds[shell](
        get_current_context().find_root().command, {}, "combien", "_COMBIEN_COMPLETE"
    ).source()
    if not install:
        sys.stdout.write(script)
        return Exit.ANSWERED
    variable, default, place, needed = _PLACES[shell]
    file = os.path.join(os.environ.get(variable) or os.path.expanduser(default), place)
    try:
        os.makedirs(os.path.dirname(file), exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"cannot write '{file}': {error.strerror or error}") from None
    write_file(file, script)
    sys.stdout.write(f"{file}\n{needed.format(file=file, folder=os.path.dirname(file))}\n")
    return Exit.ANSWERED
