"""Many boards as text: the same result as `ascii`, without making a picture of each.

All solutions of a problem fill the same board with the same options, so the text of an option is
computed once: the places of its cells in the text, and the same as one long integer with a byte for
each character.  A board is then a template plus one product for each option, so Python's long
integers replace the loop over cells.  Boards of many characters, or with more options than letters,
are written into a byte array instead, as the cost of long integers is their length for every
option.
"""

from __future__ import annotations

from codecs import charmap_decode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter, mul, or_

from combien.drawing._renderers.ascii import LETTERS, LINES

# The place of a cell in the text: steps to the right, and line (up).
Spot = tuple[int, int]

# Above these, a byte array is faster than long integers, and a text is better made separately.
MOST_SUMMED = 1024
MOST_CHARACTERS = 200_000
# The number of cached looks; about 2 kB each for the largest texts that are summed.
MOST_KEPT = 50_000

_CODES = tuple(LETTERS.encode())
_EMPTY, _BLANK = ord("."), ord(" ")
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_NEWLINE = 16
_CHARACTERS = LINES + "\n"


@dataclass(frozen=True, slots=True)
class OptionLook:
    """The appearance of an option: its cells in the text and its label; a hole has no cells.

    `rank` orders the options of a solution: the patch with the least rank is drawn first.
    """

    rank: int
    spots: tuple[Spot, ...]
    label: str = ""


class LettersText:
    """Boards as text with one character per cell, as from `ascii.letters`.

    >>> looks = [OptionLook(0, ((0, 0), (1, 0))), OptionLook(1, ((1, 0), (2, 0)))]
    >>> looks += [OptionLook(2, ((2, 0),)), OptionLook(0, ((0, 0),))]
    >>> text = LettersText([(0, 0), (1, 0), (2, 0)], looks.__getitem__)
    >>> text((0, 2)), text((1, 3))
    ('aab', 'abb')

    `board` lists the positions of the cells; `look` returns the appearance of an option.
    Cost: 5 microseconds for twelve pentominoes on 60 cells, once the looks are cached.
    """

    def __init__(self, board: Iterable[Spot], look: Callable[[int], OptionLook]) -> None:
        self._look = look
        self._place, template = _template(board)
        self._template = bytes(template)
        self._length = len(template)
        self._base = int.from_bytes(template, "little")
        self._summed = self._length <= MOST_SUMMED
        self._kept: dict[int, _Stamp] = {}

    def __call__(self, solution: Sequence[int]) -> str | None:
        """Return the text of a solution, given by its options.

        Returns None if a patch is adjacent to patches of all 62 letters; `ascii.letters` has more.
        """
        kept = self._kept
        try:
            stamps = [kept[option] for option in solution]
        except KeyError:
            stamps = [self._stamp(option) for option in solution]
        stamps.sort(key=_by_rank)
        codes: Sequence[int] | None = None
        if any(stamp.code for stamp in stamps):
            codes = self._labels(stamps)
        if not self._summed or (codes is None and len(stamps) > len(_CODES)):
            return self._written(stamps, codes)
        if codes is None:
            codes = _SHIFTS
        total: int = sum(map(mul, [stamp.mask for stamp in stamps], codes), self._base)
        return total.to_bytes(self._length, "little").decode("ascii")

    def _stamp(self, option: int) -> _Stamp:
        stamp = self._kept.get(option)
        if stamp is None:
            look = self._look(option)
            own = set(look.spots)
            places = sorted(map(self._place.__getitem__, own))
            adjacent = {(x + dx, y + dy) for x, y in own for dx, dy in _SIDES} - own
            near = sorted(self._place[spot] for spot in adjacent if spot in self._place)
            code = ord(look.label) if len(look.label) == 1 and look.label in LETTERS else 0
            mask = sum(1 << 8 * place for place in places) if self._summed else 0
            # A hole comes last, and has neither cells nor a letter.
            rank = look.rank if places else self._length
            stamp = _Stamp(rank, tuple(places), tuple(near), mask, code)
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[option] = stamp
        return stamp

    def _labels(self, stamps: Sequence[_Stamp]) -> Sequence[int] | None:
        """Return the labels as shifts, if all are letters and neighbors differ."""
        codes = [stamp.code for stamp in stamps if stamp.places]
        if 0 in codes:
            return None
        if len(set(codes)) < len(codes):
            text = bytearray(self._length)
            for stamp, code in zip(stamps, codes, strict=False):
                for place in stamp.places:
                    text[place] = code
            for stamp, code in zip(stamps, codes, strict=False):
                if any(text[place] == code for place in stamp.near):
                    return None
        return [code - _EMPTY for code in codes]

    def _written(self, stamps: Sequence[_Stamp], labels: Sequence[int] | None) -> str | None:
        text = bytearray(self._template)
        for turn, stamp in enumerate(stamps):
            if not stamp.places:
                break
            if labels is not None:
                code = labels[turn] + _EMPTY
            else:
                code = _CODES[turn % len(_CODES)]
                if turn >= len(_CODES):
                    taken = {text[place] for place in stamp.near}
                    if code in taken:
                        following = range(turn + 1, turn + len(_CODES))
                        again = (_CODES[step % len(_CODES)] for step in following)
                        code = next((other for other in again if other not in taken), 0)
                        if not code:
                            return None
            for place in stamp.places:
                text[place] = code
        return text.decode("ascii")


class BoxesText:
    """Boards as text with lines around each patch, as from `ascii.boxes` without labels.

    >>> looks = [OptionLook(0, ((0, 0), (1, 0))), OptionLook(0, ((0, 0),))]
    >>> looks += [OptionLook(1, ((1, 0),))]
    >>> text = BoxesText([(0, 0), (1, 0)], looks.__getitem__)
    >>> print(text((0,)))
    ┌───┐
    └───┘
    >>> print(text((1, 2)))
    ┌─┬─┐
    └─┴─┘

    Every line belongs to the outline of a patch or of the board, so the result is the union of all
    outlines: each character is a set of four arms.
    """

    def __init__(self, board: Iterable[Spot], look: Callable[[int], OptionLook]) -> None:
        self._look = look
        spots = list(board)
        left, top = min(x for x, _ in spots), max(y for _, y in spots)
        right, bottom = max(x for x, _ in spots), min(y for _, y in spots)
        arms = _outline(spots)
        lines = []
        self._place: dict[Spot, int] = {}
        start = 0
        for line in range(top, bottom - 2, -1):
            # The line above the cells with this y; corners are at its even places.
            ends = [at for x in range(left, right + 2) for at in (2 * x, 2 * x + 1)]
            used = [at for at in ends if (at, line) in arms]
            length = max(used) - 2 * left + 1 if used else 0
            self._place.update(((2 * left + at, line), start + at) for at in range(length))
            lines.append(length)
            start += length + 1
        self._length = start - 1
        template = bytearray(self._length)
        for spot, bits in arms.items():
            template[self._place[spot]] = bits
        end = -1
        for length in lines[:-1]:
            end += length + 1
            template[end] = _NEWLINE
        self._template = bytes(template)
        self._base = int.from_bytes(template, "little")
        self._summed = self._length <= MOST_SUMMED
        self._kept: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {}

    def __call__(self, solution: Sequence[int]) -> str:
        """Return the text of a solution, given by its options."""
        kept = self._kept
        try:
            stamps = [kept[option] for option in solution]
        except KeyError:
            stamps = [self._stamp(option) for option in solution]
        if self._summed:
            drawn = reduce(or_, [mask for mask, _ in stamps], self._base)
            text: bytes | bytearray = drawn.to_bytes(self._length, "little")
        else:
            text = bytearray(self._template)
            for _, arms in stamps:
                for place, bits in arms:
                    text[place] |= bits
        return charmap_decode(text, "strict", _CHARACTERS)[0]

    def _stamp(self, option: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        stamp = self._kept.get(option)
        if stamp is None:
            arms = _outline(self._look(option).spots)
            placed = tuple(sorted((self._place[spot], bits) for spot, bits in arms.items()))
            mask = sum(bits << 8 * place for place, bits in placed) if self._summed else 0
            stamp = mask, placed
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[option] = stamp
        return stamp


@dataclass(frozen=True, slots=True)
class _Stamp:
    """An option's cells in the text, the adjacent cells, its mask, and the code of its label."""

    rank: int
    places: tuple[int, ...]
    near: tuple[int, ...]
    mask: int
    code: int


_by_rank = attrgetter("rank")
_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
# The differences from the template, in which all cells are empty.
_SHIFTS = tuple(code - _EMPTY for code in _CODES)


def _template(board: Iterable[Spot]) -> tuple[dict[Spot, int], bytearray]:
    """Return the place of each cell in the text, and the text of the empty board."""
    spots = list(board)
    left, top, bottom = min(x for x, _ in spots), max(y for _, y in spots), min(y for _, y in spots)
    lines: dict[int, list[int]] = {y: [] for y in range(top, bottom - 1, -1)}
    for x, y in spots:
        lines[y].append(x)
    place: dict[Spot, int] = {}
    text = bytearray()
    for y, xs in lines.items():
        start = len(text)
        text += bytes([_BLANK]) * (max(xs) - left + 1 if xs else 0)
        for x in xs:
            place[x, y] = start + x - left
            text[start + x - left] = _EMPTY
        text += b"\n"
    return place, text[:-1]


def _outline(spots: Iterable[Spot]) -> dict[Spot, int]:
    """Return the arms of the outline of some cells.

    The arms are at corners (2x, y) and between corners (2x + 1, y).
        The corner (2x, y) is the upper left one of the cell (x, y).
    """
    cells = set(spots)
    arms: dict[Spot, int] = {}

    def add(at: int, line: int, bits: int) -> None:
        arms[at, line] = arms.get((at, line), 0) | bits

    for x, y in cells:
        for line, beyond in ((y, (x, y + 1)), (y - 1, (x, y - 1))):
            if beyond not in cells:
                add(2 * x, line, _RIGHT)
                add(2 * x + 1, line, _LEFT | _RIGHT)
                add(2 * x + 2, line, _LEFT)
        for at, beyond in ((2 * x, (x - 1, y)), (2 * x + 2, (x + 1, y))):
            if beyond not in cells:
                add(at, y, _DOWN)
                add(at, y - 1, _UP)
    return arms
