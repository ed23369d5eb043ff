"""What is printed: the pieces of a tiling or a packing, or regions, tiles and placements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from combien._base.checks import check_instance, check_list
from combien.errors import BadPicture
from combien.geometry._region import Region
from combien.tilings._arrangement import Arrangement
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile

Printable = Arrangement | Iterable[Region | Tile | Placement]
_MOST_PIECES = 1000


class Piece(NamedTuple):
    """A region, its name, and the number of its color."""

    region: Region
    name: str
    color: int


def check_text(name: str, text: object) -> str:
    """Return a text; raise `BadPicture` for another value.

    >>> check_text("title", "Soma")
    'Soma'
    """
    return check_instance(name, text, str, error=BadPicture)


def labels_of(arrangement: Arrangement, labels: bool | Sequence[str]) -> list[str]:
    """Return what is written on each piece: the names of tiles, numbers, given texts, or nothing.

    >>> from combien import Region, TilingProblem, solve
    >>> labels_of(solve(TilingProblem(Region.box(2, 1), [Tile("**")])), ["both"])
    ['both']
    """
    if isinstance(labels, bool):
        return [
            (placement.tile.name[:12] or str(at + 1)) if labels else ""
            for at, placement in enumerate(arrangement.placements)
        ]
    sound = isinstance(labels, Sequence) and not isinstance(labels, str)
    if not sound or not all(isinstance(label, str) for label in labels):
        raise BadPicture("labels is True, False, or a list of texts")
    if len(labels) != len(arrangement):
        raise BadPicture(f"{len(labels)} labels for {len(arrangement)} pieces: give one for each")
    return [label[:12] for label in labels]


def pieces_of(given: Printable) -> list[Piece]:
    """Return the pieces of an arrangement, or of regions, tiles and placements, in order.

    >>> [piece.name for piece in pieces_of([Tile("**", name="I"), Region.box(2, 2)])]
    ['I', 'piece 2']
    """
    several: Iterable[object]
    if isinstance(given, Arrangement):
        several = given.placements
    elif isinstance(given, Region) or not isinstance(given, Iterable):
        raise BadPicture(
            "pieces are a tiling, a packing, or a list of regions, tiles or placements, "
            f"not one {type(given).__name__}"
        )
    else:
        several = given
    pieces: list[Piece] = []
    for number, one in enumerate(check_list("pieces", several, error=BadPicture)):
        if number == _MOST_PIECES:
            raise BadPicture(f"more than {_MOST_PIECES} pieces: give fewer")
        plain = f"piece {number + 1}"
        if isinstance(one, Placement):
            pieces.append(Piece(one.region, one.tile.name or plain, one.number))
        elif isinstance(one, Tile):
            pieces.append(Piece(one.region, one.name or plain, number))
        elif isinstance(one, Region):
            pieces.append(Piece(one, plain, number))
        else:
            raise BadPicture(
                f"piece {number} is a value of type {type(one).__name__}: expected a Region, a "
                "Tile or a Placement"
            )
    if not pieces:
        raise BadPicture("no pieces: give at least one")
    return pieces
