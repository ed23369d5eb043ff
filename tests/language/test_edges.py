"""Colored edges of tiles in scripts: the same counts as with `Paint`, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import PackingProblem, Region, Tile, TilingProblem
from combien.errors import BadScript
from combien.language import parse, problems, to_text
from combien.tilings import Paint

SIDES = ("top", "right", "bottom", "left")
STEPS = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}
WORDS = {"none": "", "rotations": "~rot", "all": "~sym"}


def model(text: str) -> PackingProblem:
    (found,) = problems(parse(text)).values()
    assert isinstance(found, PackingProblem)
    return found


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(*[st.sampled_from("rgb")] * 4), min_size=4, max_size=4),
    st.sampled_from(sorted(WORDS)),
    st.sampled_from([None, "r", "g"]),
)
def test_squares_against_python(
    given: list[tuple[str, str, str, str]], symmetries: str, border: str | None
) -> None:
    entries = [
        " ".join(
            [
                f"{{*}} ~one {WORDS[symmetries]}",
                *(f"~{side} {color} {{*}}" for side, color in zip(SIDES, colors, strict=True)),
            ]
        )
        for colors in given
    ]
    text = f"problem p = constant 2x2 true [{', '.join(entries)}]"
    text += f" ~border {border}" if border else " ~holes 0"
    base = TilingProblem(
        Region.box(2, 2),
        [Tile("*", symmetries=symmetries) for _ in given],  # type: ignore[arg-type]
    )
    paints = {number: Paint.sides(*colors) for number, colors in enumerate(given)}
    wanted = combien.count(PackingProblem(base, paints=paints, border=border))
    script = parse(text)
    assert combien.count(model(text)) == wanted
    assert to_text(parse(to_text(script))) == to_text(script)
    assert combien.count(model(to_text(script))) == wanted


@settings(max_examples=30, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            [
                ((1, 0), "left"),
                ((1, 0), "bottom"),
                ((2, 0), "right"),
                ((2, 0), "bottom"),
                ((2, 0), "top"),
                ((1, 1), "top"),
                ((1, 1), "right"),
            ]
        ),
        st.sampled_from("rg"),
        min_size=1,
    ),
    st.sampled_from(sorted(WORDS)),
)
def test_larger_tiles_against_python(
    colors: dict[tuple[tuple[int, int], str], str], symmetries: str
) -> None:
    # An L tromino in a pattern whose left column is empty.
    def drawn(cell: tuple[int, int]) -> str:
        rows = ["".join("*" if (x, y) == cell else "." for x in range(3)) for y in (1, 0)]
        return "{" + " $ ".join(rows) + "}"

    options = " ".join(f"~{side} {c} {drawn(cell)}" for (cell, side), c in colors.items())
    text = f"problem p = constant 4x3 true [{{.*. $ .**}} ~times 4 {WORDS[symmetries]} {options}]"
    edges: dict[tuple[tuple[int, ...], tuple[int, ...]], str] = {}
    for ((x, y), side), color in colors.items():
        dx, dy = STEPS[side]
        edges[(x - 1, y), (x - 1 + dx, y + dy)] = color
    tile = Tile("*.\n**", symmetries=symmetries, times=4)  # type: ignore[arg-type]
    problem = PackingProblem(
        TilingProblem(Region.box(4, 3), [tile]), paints={0: Paint(edges=edges)}
    )
    assert combien.count(model(text)) == combien.count(problem)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("problem p = {**} [{**} ~top red {*}]", "this pattern is 1x1, and its tile 2x1"),
        ("problem p = {**} [{*.} ~top red {.*}]", "the position 1x0 is not a cell of the tile"),
        ("problem p = {**} [{**} ~right red {*.}]", "the right edge of the position 0x0 is inside"),
        ("problem p = {*.*} [{*} ~top red {*}] ~on hexagons", "edges have colors on squares"),
        ("problem p = {**} [{*} ~top red {*}] ~on torus", "do not wrap"),
        ("problem p = {**} [{*}] ~top red {**}", "'~top'"),
        ("problem p = {**} [{*} ~top {*}]", "expected a name"),
        ("problem p = {**} [{*} ~topp red {*}]", "did you mean '~top'?"),
        ("problem p = {**} [{*}] ~border", "expected a name"),
        (
            "pattern3 c = [{*}] tiles3 t = [c ~top red c] problem3 p = c t",
            "edges have colors in the plane only",
        ),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadScript) as refused:
        problems(parse(text))
    assert message in str(refused.value)


def test_words_of_settings_are_still_names() -> None:
    script = parse("pattern top = {**} pattern border = {*} problem left = top [border]")
    assert combien.count(problems(script)["left"]) == 1
