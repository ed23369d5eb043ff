"""The letters of labels."""

from __future__ import annotations

import string
from itertools import pairwise

from combien.drawing._markup import LETTERS, lettering
from tests.loops import for_each


@for_each(string.ascii_letters + string.digits)
def test_letters_and_digits_are_drawn_on_the_base_line(letter: str) -> None:
    strokes, width = lettering(letter)
    points = [point for stroke in strokes for point in stroke]
    assert width == 4
    assert all(0 <= x <= 4 for x, _ in points)
    assert max(y for _, y in points) == (6 if letter not in "acegmnopqrsuvwxyz" else 4)
    assert min(y for _, y in points) == (-2 if letter in "gjpqy" else 0)
    # No point is repeated: it would be a corner without a direction.
    assert all(a != b for stroke in strokes for a, b in pairwise(stroke))


def test_no_two_letters_look_alike() -> None:
    def edges(letter: str) -> frozenset[frozenset[tuple[float, float]]]:
        return frozenset(
            frozenset(edge)
            for stroke in lettering(letter)[0]
            for edge in (pairwise(stroke) if stroke[1:] else [stroke])
        )

    assert len({edges(letter) for letter in LETTERS}) == len(LETTERS)


def test_letters_stand_side_by_side() -> None:
    strokes, width = lettering("LL")
    assert width == 10
    assert [stroke[0][0] for stroke in strokes] == [0, 6]
    assert lettering("") == ((), 0)


def test_accents_are_left_off_and_strange_characters_are_boxes() -> None:
    assert lettering("é") == lettering("e")
    assert lettering("\x00") == lettering("棋") == lettering("\ud800")
    assert lettering("棋")[0][0][0] == lettering("棋")[0][0][-1]
