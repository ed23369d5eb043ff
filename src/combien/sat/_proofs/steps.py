"""Proofs of unsatisfiability: read the steps, in text or in the binary format, and write files.

    text     a clause per line, ended by 0; after a `d` it is deleted
    binary   a letter, `a` for a derived clause and `d` for a deleted one, then its literals and a
    0;
             v is written as 2 v and -v as 2 v + 1, with seven bits per byte, the lowest first, and
             all bytes of a number except the last have the eighth bit set

The binary format comes from drat-trim, and is the default of CaDiCaL and Kissat.  Every binary step
ends with a NUL, which text never contains, so the format is detected.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from combien._base.files import replacing
from combien._base.records import dataclass
from combien.cover.formats._text import bad, checked, natural, numbered, quoted
from combien.errors import BadFormat, BadInput
from combien.sat import dimacs
from combien.sat._cnf import Clause, Formula

__all__ = ["Step", "is_binary", "proof_files", "step_count", "steps", "write_proof"]

DERIVED, DELETED = b"ad"
# Longer literals cannot belong to a formula that fits into memory.
LONGEST = 8


@dataclass(frozen=True, slots=True)
class Step:
    """A derived or deleted clause, with its line or, in a binary proof, its number."""

    number: int
    deletes: bool
    clause: Clause


def is_binary(proof: str | bytes) -> bool:
    """Return whether a proof is in the binary format.

    >>> is_binary(b"a\\x02\\x00"), is_binary(b"1 0\\n")
    (True, False)
    """
    return isinstance(proof, bytes) and b"\0" in proof


def step_count(proof: str | bytes) -> int:
    """Return the position of the end of the proof: one more than its last line or step."""
    if isinstance(proof, str):
        return proof.count("\n") + 1
    return proof.count(b"\0" if is_binary(proof) else b"\n") + 1


def steps(proof: str | bytes, variables: int) -> Iterator[Step]:
    r"""Generate the steps of a proof over the variables 1 to `variables`.

    >>> list(steps("-1 2 0\n", 2)) == list(steps(b"a\x03\x04\x00", 2))
    True

    Raises
    ------
    BadFormat
        With the line or the step, also for a literal of another variable.
    """
    if isinstance(proof, bytes) and is_binary(proof):
        return _binary(proof, variables)
    return _text(proof if isinstance(proof, str) else proof.decode(errors="replace"), variables)


def _text(proof: str, variables: int) -> Iterator[Step]:
    for line, text in numbered(checked(proof)):
        words = text.split()
        if not words or words[0] == "c":
            continue
        deletes = words[0] == "d"
        words = words[deletes:]
        if not words or words[-1] != "0":
            raise bad(
                "expected a clause that ends in 0, as '1 -2 0' or 'd 1 -2 0', or a binary proof",
                line=line,
            )
        literals = []
        for word in words[:-1]:
            variable = natural(word.removeprefix("-"), "a literal", line=line)
            if not 1 <= variable <= variables:
                raise bad(_unknown_literal(quoted(word), variables), line=line)
            literals.append(-variable if word.startswith("-") else variable)
        yield Step(line, deletes, _clause(literals))


def _binary(proof: bytes, variables: int) -> Iterator[Step]:
    place = number = 0
    while place < len(proof):
        number += 1
        letter = proof[place]
        end = proof.find(b"\0", place + 1)
        if letter not in (DERIVED, DELETED):
            raise BadFormat(f"step {number}: expected the letter a or d, not byte {letter}")
        if end < 0:
            raise BadFormat(f"step {number}: the proof ends within it: expected a 0")
        literals = []
        for code in _numbers(proof[place + 1 : end], number):
            literal = -(code >> 1) if code & 1 else code >> 1
            if not 1 <= abs(literal) <= variables:
                raise BadFormat(f"step {number}: {_unknown_literal(str(literal), variables)}")
            literals.append(literal)
        yield Step(number, letter == DELETED, _clause(literals))
        place = end + 1


def _numbers(coded: bytes, step: int) -> Iterator[int]:
    value = length = 0
    for byte in coded:
        value |= (byte & 127) << 7 * length
        length += 1
        if byte < 128:
            yield value
            value = length = 0
        elif length == LONGEST:
            raise BadFormat(f"step {step}: a literal takes more than {LONGEST} bytes")
    if length:
        raise BadFormat(f"step {step}: it ends within a literal")


def _clause(literals: Iterable[int]) -> Clause:
    """Return the literals in order, without duplicates."""
    return tuple(dict.fromkeys(literals))


def _unknown_literal(literal: str, variables: int) -> str:
    return (
        f"{literal} is not a literal of the formula, which has {variables} variables: proofs "
        "with new variables cannot be checked"
    )


def proof_files(proof: str) -> tuple[str, str]:
    """Return the names of both files, from the name of the proof.

    >>> proof_files("none.drup")
    ('none.cnf', 'none.drup')

    Raises `BadInput` if the proof would overwrite the clauses, is a folder, or its folder does not
    exist.
    """
    clauses = f"{os.path.splitext(proof)[0]}.cnf"
    if clauses == proof:
        raise BadInput(
            f"'{proof}' is the file of the clauses: choose another name, such as none.drup"
        )
    for file in (clauses, proof):
        if os.path.isdir(file):
            raise BadInput(f"cannot write '{file}': it is a folder; name a file in it")
    folder = os.path.dirname(proof) or os.curdir
    if not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
        raise BadInput(f"cannot write '{proof}': '{folder}' is not a writable folder")
    return clauses, proof


def write_proof(formula: Formula, lines: Iterable[str], proof: str) -> None:
    """Write both files, or neither if that fails.

    Raises `CannotWrite` if one of them cannot be written.
    """
    clauses, _ = proof_files(proof)
    with replacing(clauses) as first, replacing(proof) as second:
        first.writelines(line.encode() for line in dimacs.lines(formula))
        second.writelines(f"{line}\n".encode() for line in lines)
