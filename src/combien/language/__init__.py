"""The tiling language: boards, tiles and questions about them, as text.

    parse        parse text into a `Script`
    to_text      convert a `Script` back into text
    run_file     run the script in a file
    run_script   run a parsed script
    problems     return the problems that a script defines, by name

It is the language of combine (El Sibaie and Filliatre, JFLA 2013), and scripts written for combine
run unchanged.  Heavy modules are imported only when a script is read.
"""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, TextIO

from combien._base.budget import budget_of
from combien._base.checks import short_repr
from combien._wording import printable
from combien.cover.formats import FormatWarning
from combien.engines._protocol import Budget, Engine, Reporter
from combien.errors import BadInput
from combien.language import _parser as parser
from combien.language._check import check
from combien.language._files import Permissions, gather, read_script
from combien.language._syntax import Script

if TYPE_CHECKING:
    from combien.tilings._packing_problem import PackingProblem
    from combien.tilings._tiling import TilingProblem

__all__ = ["Script", "parse", "problems", "run_file", "run_script", "to_text"]


def parse(text: str, *, file: str = "") -> Script:
    """Parse a script.

    >>> parse("count dlx p").declarations[0].problem
    Name(text='p')

    `file` is the name in error messages; included files are searched for relative to it.

    Raises
    ------
    BadScript
        With file, line, column, the line with a caret, and what was expected.
    """
    return parser.parse(text, file=file)


def to_text(script: Script) -> str:
    """Return the text of a script; parsing it gives an equal tree.

    >>> to_text(parse("pattern a = union(b)c"))
    'pattern a = b || c\\n'
    """
    from combien.language import _printer as printer  # Start-up: not for other scripts.

    return printer.to_text(script)


def run_file(
    path: str | os.PathLike[str],
    *,
    out: TextIO,
    err: TextIO,
    engine: str | Engine | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    debug: bool = False,
    stats: bool = False,
    allow_commands: bool = False,
    allow_files: bool = False,
    overwrite: bool = False,
) -> None:
    """Run the script in a file, writing answers to `out` and warnings to `err`.

    `engine` replaces the algorithms that the script names; the limits apply to each question;
    `debug` has the effect of `debug on` as the first line; `stats` prints the counters of each
    engine at the end.

    Scripts are not trusted: by default they start only known SAT solvers, read only files below
    their folder, write only below their folder or the working directory, and replace only files
    written by combien.  `allow_commands` allows any command, `allow_files` reading and writing
    anywhere and through symbolic links, `overwrite` replacing any file.

    Raises
    ------
    BadScript
        For any error in the script and any action that is not allowed, with its position.
    OutOfBudget
        If the budget of a question runs out.
    """
    run_script(
        read_script(path),
        out=out,
        err=err,
        engine=engine,
        nodes=nodes,
        seconds=seconds,
        bytes=bytes,
        budget=budget,
        report=report,
        debug=debug,
        stats=stats,
        allow_commands=allow_commands,
        allow_files=allow_files,
        overwrite=overwrite,
    )


def run_script(
    script: Script,
    *,
    out: TextIO,
    err: TextIO,
    engine: str | Engine | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
    debug: bool = False,
    stats: bool = False,
    allow_commands: bool = False,
    allow_files: bool = False,
    overwrite: bool = False,
) -> None:
    """Run a parsed script.

    >>> import sys
    >>> script = parse("problem p = {*** $ ***} [{**} ~sym]  count dlx p  solve dlx p ascii")
    >>> run_script(script, out=sys.stdout, err=sys.stderr)
    p : (DLX) 3 solutions
    aab
    ccb
    <BLANKLINE>

    See `run_file` for the parameters and errors.
    """
    from combien.language._interpreter import Interpreter  # Start-up: not for other scripts.

    for name, stream in (("out", out), ("err", err)):
        if isinstance(stream, type) or not callable(getattr(stream, "write", None)):
            raise BadInput(f"{name}={short_repr(stream)}: expected a file open for writing")
    Interpreter(
        out=out,
        err=err,
        engine=engine,
        budget=budget_of(budget, nodes, seconds, bytes),
        report=report,
        debug=debug,
        stats=stats,
        permissions=Permissions(allow_commands, allow_files, overwrite),
    ).run(script)


def problems(
    script: Script | str | os.PathLike[str], *, allow_files: bool = False
) -> dict[str, TilingProblem | PackingProblem]:
    """Return the problems that a script defines, by name, in order of definition.

    >>> problems(parse("problem p = {***} [{*}]  count dlx p"))
    {'p': <TilingProblem 'p': 3 cells, 1 tile>}

    A problem with settings such as `~holes` is a `PackingProblem`.
    The commands of the script are ignored.  A string or path names a file.  Included files must be
    below the folder of the script unless `allow_files` is true.  Equal tiles cause a
    `FormatWarning`.

    Raises
    ------
    BadScript
        With the position of the error.
    """
    read = script if isinstance(script, Script) else read_script(script)
    permissions = Permissions(files=allow_files)
    meaning = check(gather(read, permissions), warn=_ignore, warn_of_equal=_warn)
    return dict(meaning.problems)


def _ignore(remark: str) -> None:
    """Ignore a warning."""


def _warn(remark: str) -> None:
    """Issue a warning of the checker."""
    warnings.warn(printable(remark), FormatWarning, stacklevel=3)
