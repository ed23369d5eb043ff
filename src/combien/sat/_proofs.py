"""Proofs of unsatisfiability: reading, checking and writing them.

A solver that answers "unsatisfiable" can write the clauses that it derived, in one of two forms:

    text     a clause per line, ended by 0; after a `d` it is deleted
    binary   a letter, `a` for a derived clause and `d` for a deleted one, then its literals and a
             0; v is written as 2 v and -v as 2 v + 1, with seven bits per byte, the lowest first,
             and all bytes of a number except the last have the eighth bit set

The binary form comes from drat-trim, and is the default of CaDiCaL and Kissat.  Every binary step
ends with a NUL, which text never contains, so the form is detected.

A clause *follows* if unit propagation leads to a contradiction when all of its literals are assumed
to be false: reverse unit propagation (Goldberg and Novikov, 2003).  The checker is meant to be
short and readable, not fast; it goes forward through the proof and checks every step, down to the
empty clause.  Steps of DRAT that only preserve satisfiability, and new variables, are rejected.
The deletion of a clause that is currently the reason of a literal is ignored, as by the checkers of
the competitions, because solvers rely on this.  This is sound, since all clauses follow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import overload

from combien._base.budget import Progress, Reporter
from combien._base.files import replacing
from combien.cover.formats._text import bad, checked, natural, numbered, quoted
from combien.errors import BadFormat, BadInput
from combien.sat._cnf import Clause, Cnf
from combien.sat._pseudo_boolean import BoundsVerdict, check_bounds
from combien.sat.opb import Sums

DERIVED, DELETED = b"ad"
# Longer literals cannot belong to a formula that fits into memory.
LONGEST = 8


@dataclass(frozen=True, slots=True)
class ProofStep:
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


def steps(proof: str | bytes, variables: int) -> Iterator[ProofStep]:
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


def _text(proof: str, variables: int) -> Iterator[ProofStep]:
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
        yield ProofStep(line, deletes, _clause(literals))


def _binary(proof: bytes, variables: int) -> Iterator[ProofStep]:
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
        yield ProofStep(number, letter == DELETED, _clause(literals))
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


NO_REASON = -1


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """The result of a check; if it failed, the line and the reason.

    In a `binary` proof the line is the number of the step.
    """

    verified: bool
    line: int
    why: str
    derived: int
    deleted: int
    kept: int
    binary: bool = False

    def __str__(self) -> str:
        work = f"{self.derived} clauses derived, {self.deleted} deleted, {self.kept} kept"
        unit = "step" if self.binary else "line"
        place = "" if self.verified else f"{unit} {self.line}: "
        return f"{place}{self.why} ({work})"


@overload
def check(cnf: Cnf, proof: str | bytes, *, report: Reporter | None = None) -> ProofCheck: ...


@overload
def check(cnf: Sums, proof: str | bytes, *, report: Reporter | None = None) -> BoundsVerdict: ...


def check(
    cnf: Cnf | Sums, proof: str | bytes, *, report: Reporter | None = None
) -> ProofCheck | BoundsVerdict:
    r"""Check a proof that a formula is unsatisfiable, or what its least cost is.

    >>> cnf = Cnf()
    >>> a, b = cnf.new("a"), cnf.new("b")
    >>> for clause in [[a, b], [a, -b], [-a, b], [-a, -b]]:
    ...     cnf.add(clause)
    >>> print(check(cnf, "1 0\n0\n"))
    verified: the empty clause follows (2 clauses derived, 0 deleted, 0 kept)
    >>> print(check(cnf, "0\n"))
    line 1: the empty clause does not follow (0 clauses derived, 0 deleted, 0 kept)

    Bytes may be a proof in the binary format.  `report` is called from time to time.  Constraints
    as `combien.sat.opb.read` returns them have a proof in the format of VeriPB, by which there is
    no solution, or none that costs less than one that it has.

    Raises
    ------
    BadFormat
        If it is not a proof.

    Notes
    -----
    Cost: about a million steps per second; the clauses are stored.
    """
    if isinstance(cnf, Sums):
        text = proof if isinstance(proof, str) else proof.decode(errors="replace")
        return check_bounds(cnf, text, report=report)
    checker = _Checker(cnf.variable_count)
    for clause in cnf.clauses:
        checker.add(clause)
    binary = is_binary(proof)
    derived = deleted = kept = 0
    total = 1 if report is None else step_count(proof)
    for number, step in enumerate(steps(proof, cnf.variable_count)):
        line, clause = step.number, step.clause
        if report is not None and number % 256 == 0:
            report(Progress("check", line / total, {"lines": line}))
        if step.deletes:
            if checker.delete(clause):
                deleted += 1
            else:
                kept += 1
            continue
        if not checker.follows(clause):
            shown = f"the clause {_shown(clause)}" if clause else "the empty clause"
            return ProofCheck(
                False, line, f"{shown} does not follow", derived, deleted, kept, binary
            )
        derived += 1
        if not clause:
            why = "verified: the empty clause follows"
            return ProofCheck(True, line, why, derived, deleted, kept, binary)
        checker.add(clause)
    why = "the proof ends without the empty clause"
    return ProofCheck(False, step_count(proof), why, derived, deleted, kept, binary)


def _shown(clause: Clause) -> str:
    return " ".join(map(str, clause[:12])) + (" ..." if len(clause) > 12 else "")


class _Checker:
    """The clauses, and the literals that follow from them by unit propagation.

    Each clause is watched at two of its literals, so that it is examined only when one of these
    becomes false.  Literals index lists from both ends: `x[-3]` belongs to the negation of variable
    3.
    """

    def __init__(self, variables: int) -> None:
        size = 2 * variables + 1
        self._clauses: list[list[int] | None] = []
        self._numbers: dict[Clause, list[int]] = {}
        self._watching: list[list[int]] = [[] for _ in range(size)]
        self._values: list[int] = [0] * size
        self._reasons: list[int] = [NO_REASON] * size
        self._trail: list[int] = []
        self._contradiction = False

    def add(self, clause: Iterable[int]) -> None:
        """Add a clause that holds, and propagate."""
        literals = list(dict.fromkeys(clause))
        number = len(self._clauses)
        self._clauses.append(literals)
        self._numbers.setdefault(tuple(sorted(literals)), []).append(number)
        # Literals that are not false come first, so that they are watched.
        literals.sort(key=lambda literal: self._values[literal] < 0)
        for literal in literals[:2]:
            self._watching[literal].append(number)
        if self._contradiction or any(self._values[v] > 0 for v in literals):
            return
        free = sum(self._values[v] == 0 for v in literals)
        if free == 0:
            self._contradiction = True
        elif free == 1:
            begin = len(self._trail)
            self._assign(literals[0], number)
            self._contradiction = not self._propagate(begin)

    def follows(self, clause: Clause) -> bool:
        """Return whether a contradiction follows if all literals are false."""
        begin = len(self._trail)
        found = self._contradiction
        for literal in clause:
            if self._values[literal] > 0:
                found = True
            elif not self._values[literal]:
                self._assign(-literal, NO_REASON)
        found = found or not self._propagate(begin)
        for literal in self._trail[begin:]:
            self._values[literal] = self._values[-literal] = 0
            self._reasons[literal] = NO_REASON
        del self._trail[begin:]
        return found

    def delete(self, clause: Clause) -> bool:
        """Delete a clause if it exists and forces nothing; return whether it was deleted."""
        numbers = self._numbers.get(tuple(sorted(clause)), [])
        for place, number in enumerate(numbers):
            if all(self._reasons[literal] != number for literal in clause):
                del numbers[place]
                self._clauses[number] = None
                return True
        return False

    def _assign(self, literal: int, reason: int) -> None:
        self._values[literal] = 1
        self._values[-literal] = -1
        self._reasons[literal] = reason
        self._trail.append(literal)

    def _propagate(self, begin: int) -> bool:
        """Propagate from this place of the trail; return False at a contradiction."""
        values, clauses, watching = self._values, self._clauses, self._watching
        while begin < len(self._trail):
            false = -self._trail[begin]
            begin += 1
            watchers = watching[false]
            kept: list[int] = []
            watching[false] = kept
            for place, number in enumerate(watchers):
                literals = clauses[number]
                if literals is None:
                    continue
                if len(literals) > 1 and literals[0] == false:
                    literals[0], literals[1] = literals[1], false
                other = literals[0]
                if values[other] > 0:
                    kept.append(number)
                    continue
                for k in range(2, len(literals)):
                    if values[literals[k]] >= 0:
                        literals[1], literals[k] = literals[k], false
                        watching[literals[1]].append(number)
                        break
                else:
                    kept.append(number)
                    if values[other] < 0:
                        kept += watchers[place + 1 :]
                        return False
                    self._assign(other, number)
        return True


def proof_files(proof: str, formula: str = ".cnf") -> tuple[str, str]:
    """Return the names of both files, from the name of the proof and the end of the other one.

    >>> proof_files("none.drup"), proof_files("best.pbp", ".opb")
    (('none.cnf', 'none.drup'), ('best.opb', 'best.pbp'))

    Raises `BadInput` if the proof would overwrite the formula, is a folder, or its folder does not
    exist.
    """
    other = f"{os.path.splitext(proof)[0]}{formula}"
    if other == proof:
        name = "none.drup" if formula == ".cnf" else "best.pbp"
        raise BadInput(f"'{proof}' is the file of the formula: choose another name, such as {name}")
    for file in (other, proof):
        if os.path.isdir(file):
            raise BadInput(f"cannot write '{file}': it is a folder; name a file in it")
    folder = os.path.dirname(proof) or os.curdir
    if not (os.path.isdir(folder) and os.access(folder, os.W_OK)):
        raise BadInput(f"cannot write '{proof}': '{folder}' is not a writable folder")
    return other, proof


def write_proof(
    formula: Iterable[str], lines: Iterable[str], proof: str, *, suffix: str = ".cnf"
) -> None:
    """Write the lines of a formula, which have their line ends, and a proof, or neither.

    Raises `CannotWrite` if one of them cannot be written.
    """
    other, _ = proof_files(proof, suffix)
    with replacing(other) as first, replacing(proof) as second:
        first.writelines(line.encode() for line in formula)
        second.writelines(f"{line}\n".encode() for line in lines)
