"""Point a file to the command that reads it."""

from __future__ import annotations

import os

from combien.errors import BadFormat

__all__ = ["refuse_of_others"]

# Files of puzzles, and the puzzles that read them.
PUZZLES = {".sudoku": "sudoku", ".latin": "mates", ".col": "coloring"}
# Extensions that several kinds of files share.
SHARED = (".json", ".txt")


def refuse_of_others(file: str, *commands: str) -> None:
    """Raise `BadFormat` if the extension of a file belongs to another command.

    >>> refuse_of_others("snail.non", "combien nonogram solve")
    >>> refuse_of_others("snail.non", "combien solve")
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: 'snail.non' is for another command: combien nonogram solve snail.non

    Files with unknown extensions pass.
    """
    ending = os.path.splitext(file)[1].lower()
    command = "" if ending in SHARED else _command(ending)
    if command and command not in commands:
        raise BadFormat(f"'{file}' is for another command: {command} {file}")


def _command(ending: str) -> str:
    from combien._cli._shared.files import FORMATS

    if ending in PUZZLES:
        return f"combien puzzle {PUZZLES[ending]}"
    if any(ending in endings for endings, _ in FORMATS.values()):
        return "combien run" if ending == ".cmb" else "combien solve"
    # Asked last, as nothing else here costs anything to load.
    from combien.nonograms import formats as nonograms

    if any(ending in known.extensions for known in nonograms.FORMATS.values()):
        return "combien nonogram solve"
    return ""
