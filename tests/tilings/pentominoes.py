"""The twelve pentominoes, and other tiles that several tests use."""

from __future__ import annotations

from combien import Region, Tile, TilingProblem

DRAWINGS = {
    "F": ".**\n**.\n.*.",
    "I": "*****",
    "L": "****\n*...",
    "N": "***.\n..**",
    "P": "**\n**\n*.",
    "T": "***\n.*.\n.*.",
    "U": "*.*\n***",
    "V": "*..\n*..\n***",
    "W": "*..\n**.\n.**",
    "X": ".*.\n***\n.*.",
    "Y": "****\n.*..",
    "Z": "**.\n.*.\n.**",
}

DOMINO = Tile("**", symmetries="all", times="any")


def dominoes(*sides: int) -> TilingProblem:
    """A box to be covered by dominoes."""
    return TilingProblem(Region.box(*sides), [DOMINO])


def pentominoes(*, fixed: str = "") -> list[Tile]:
    """Each of the twelve once, in all orientations, except for those named in `fixed`."""
    return [
        Tile(drawing, symmetries="none" if name in fixed else "all", name=name)
        for name, drawing in DRAWINGS.items()
    ]
