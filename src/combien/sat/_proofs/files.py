"""Writes a proof of unsatisfiability as two files: the clauses and the proof."""

from __future__ import annotations

import os
from collections.abc import Iterable

from combien._files import replacing
from combien.errors import BadInput
from combien.sat import dimacs
from combien.sat._cnf import Formula

__all__ = ["names", "write"]


def names(proof: str) -> tuple[str, str]:
    """Return the names of both files, from the name of the proof.

    >>> names("none.drup")
    ('none.cnf', 'none.drup')

    Raises
    ------
    BadInput
        If the proof would overwrite the clauses, is a folder, or its folder does not exist.
    """
    clauses = f"{os.path.splitext(proof)[0]}.cnf"
    if clauses == proof:
        raise BadInput(
            f"'{proof}' is where the clauses go: call the proof something like none.drup"
        )
    for file in (clauses, proof):
        if os.path.isdir(file):
            raise BadInput(f"cannot write '{file}': it is a folder; name a file in it")
    folder = os.path.dirname(proof) or os.curdir
    if not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
        raise BadInput(f"cannot write '{proof}': '{folder}' is not a writable folder")
    return clauses, proof


def write(formula: Formula, lines: Iterable[str], proof: str) -> None:
    """Write both files, or neither if that fails.

    Raises `CannotWrite` if one of them cannot be written.
    """
    clauses, _ = names(proof)
    with replacing(clauses) as first, replacing(proof) as second:
        first.writelines(line.encode() for line in dimacs.lines(formula))
        second.writelines(f"{line}\n".encode() for line in lines)
