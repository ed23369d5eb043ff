"""Dissections of a square into squares, counted up to symmetry by their own symmetries."""

from __future__ import annotations

from bench.records.boards import squares
from bench.records.record import Part, Record

NONE = ("Id",)
HALF_TURN = ("Id", "Rot180")
AXIS = ("Id", "VertRefl")
DIAGONAL = ("Id", "Diag1Refl")
QUARTER_TURNS = ("Id", "Rot90", "Rot180", "Rot270")
AXES = ("Id", "Rot180", "VertRefl", "HorizRefl")
DIAGONALS = ("Id", "Rot180", "Diag1Refl", "Diag2Refl")


def _record(name: str, title: str, *stabilizers: tuple[str, ...]) -> Record:
    def parts(n: int) -> list[Part]:
        # On one cell all symmetries are the same permutation.
        return [Part(1, squares(n, n), stabilizers=stabilizers)] if n > 1 else [Part(0)]

    return Record(name, f"dissections of an n X n square into squares, {title}", parts)


RECORDS = (
    _record("A226979", "orbits of 2", QUARTER_TURNS, AXES, DIAGONALS),
    _record("A226980", "orbits of 4", HALF_TURN, AXIS, DIAGONAL),
    _record("A226981", "orbits of 8", NONE),
    _record("A240120", "symmetric in both diagonals only", DIAGONALS),
    _record("A240121", "symmetric in both axes only", AXES),
    _record("A240122", "symmetric by quarter turns only", QUARTER_TURNS),
    _record("A240123", "symmetric in one diagonal only", DIAGONAL),
    _record("A240124", "symmetric by a half turn only", HALF_TURN),
    _record("A240125", "symmetric in one axis only", AXIS),
)
