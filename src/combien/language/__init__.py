"""The tiling language: boards, tiles and questions about them, as text.

    parse        a text becomes a `Script`, or an error that shows the place
    to_text      and back
    run_file     reads a file and answers what it asks
    run_script   the same for a script that was parsed
    problems     only the problems that it defines, by name

The language is that of combine (El Sibaie and Filliatre, JFLA 2013), and scripts written for it
run here as they are.  Nothing heavy is imported before a script is read.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TextIO

from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.language._syntax import Script

if TYPE_CHECKING:
    from combien.tilings._tiling import TilingProblem

__all__ = ["Script", "parse", "problems", "run_file", "run_script", "to_text"]


def parse(text: str, *, file: str = "") -> Script:
    """The tree of a script.

    >>> parse("count dlx p").declarations[0].problem
    Name(text='p')

    `file` is what errors call the text, and where the files that it includes are looked for.
    Errors: `BadScript`, with file, line, column, the line with a caret, and what was expected.
    """
    from combien.language import _parser as parser

    return parser.parse(text, file=file)


def to_text(script: Script) -> str:
    """The text of a script; parsing it gives an equal tree.

    >>> to_text(parse("pattern a = union(b)c"))
    'pattern a = b || c\\n'
    """
    from combien.language import _printer as printer

    return printer.to_text(script)


def run_file(
    path: str | os.PathLike[str],
    *,
    out: TextIO,
    err: TextIO,
    engine: str | None = None,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
    debug: bool = False,
    stats: bool = False,
    allow_commands: bool = False,
    allow_files: bool = False,
    overwrite: bool = False,
) -> None:
    """Run the script in a file: answers go to `out`, remarks to `err`.

    `engine` answers everything, whatever algorithms the script names; `budget` is for each
    question; `debug` is `debug on` from the first line; `stats` adds the counters of all work at
    the end, a line for each engine.

    A script may come from anybody, so by default it starts no program but known SAT solvers, reads
    only files below its folder, and writes only below its folder or the working directory, over
    files of its kind.  `allow_commands` lets it run any command, `allow_files` read and write
    anywhere and through symbolic links, `overwrite` replace any file.

    Raises
    ------
    BadScript
        At the place, for what is wrong or not allowed.
    OutOfBudget
        When a question's budget ends before its answer.
    """
    from combien.language._include import read_script

    run_script(
        read_script(path),
        out=out,
        err=err,
        engine=engine,
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
    engine: str | None = None,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
    debug: bool = False,
    stats: bool = False,
    allow_commands: bool = False,
    allow_files: bool = False,
    overwrite: bool = False,
) -> None:
    """Run a script that was parsed.

    >>> import sys
    >>> script = parse("problem p = {*** $ ***} [{**} ~sym]  count dlx p  solve dlx p ascii")
    >>> run_script(script, out=sys.stdout, err=sys.stderr)
    p : (DLX) 3 solutions
    aab
    ccb
    <BLANKLINE>

    Arguments and errors are those of `run_file`.
    """
    from combien.errors import BadInput, shown
    from combien.language._interpreter import Interpreter
    from combien.language._permissions import Permissions

    for name, stream in (("out", out), ("err", err)):
        if isinstance(stream, type) or not callable(getattr(stream, "write", None)):
            raise BadInput(f"{name}={shown(stream)}: a file that is open for writing is expected")
    if not isinstance(budget, Budget):
        raise BadInput(f"budget={shown(budget)}: a Budget is expected, as in Budget(seconds=10)")
    Interpreter(
        out=out,
        err=err,
        engine=engine,
        budget=budget,
        report=report,
        debug=debug,
        stats=stats,
        permissions=Permissions(allow_commands, allow_files, overwrite),
    ).run(script)


def problems(
    script: Script | str | os.PathLike[str], *, allow_files: bool = False
) -> dict[str, TilingProblem]:
    """The problems that a script defines, by name, in the order of their definitions.

    >>> problems(parse("problem p = {***} [{*}]  count dlx p"))
    {'p': <TilingProblem 'p': 3 cells, 1 tile>}

    Nothing is asked or written; a text or path is that of a file.  Files are included from below
    the folder of the script, unless `allow_files` is true.  Equal tiles are a `FormatWarning`.
    Errors: `BadScript`.
    """
    from combien.language._check import check
    from combien.language._include import gather, read_script
    from combien.language._permissions import Permissions

    read = script if isinstance(script, Script) else read_script(script)
    permissions = Permissions(files=allow_files)
    meaning = check(gather(read, permissions), warn=_unheard, warn_of_equal=_warn)
    return dict(meaning.problems)


def _unheard(remark: str) -> None:
    """Takes a remark that nobody waits for."""


def _warn(remark: str) -> None:
    """Passes on a remark of the checker."""
    import warnings

    from combien._wording import printable
    from combien.cover.formats import FormatWarning

    warnings.warn(printable(remark), FormatWarning, stacklevel=3)
