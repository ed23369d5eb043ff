"""Settings of problems, and sets of tiles by name: the same models as in Python."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.cover import _oracle as oracle
from combien.errors import BadScript
from combien.geometry import HEXAGONS, TRIANGLES, torus
from combien.language import parse, problems, run_script, to_text
from combien.language._syntax import (
    Colored,
    Cost,
    CountCommand,
    Holes,
    KnownTiles,
    Marked,
    OnLattice,
    PlacementCost,
    ProblemDefinition,
    Script,
    TileEntry,
)
from combien.tilings import PackingProblem, Paint, Tile, TilingProblem, catalogue
from tests.language.test_round_trip import (
    algorithms,
    dimensions,
    entries,
    expressions,
    identifiers,
    options,
)


def model(text: str) -> TilingProblem | PackingProblem:
    """The last problem of a script."""
    return list(problems(parse(text)).values())[-1]


def said(text: str) -> str:
    """What a script writes."""
    out = io.StringIO()
    run_script(parse(text), out=out, err=io.StringIO())
    return out.getvalue()


numbers = st.integers(-(10**9) + 1, 10**9 - 1)
found_settings = st.one_of(
    st.lists(st.integers(0, 10**9 - 1), min_size=2, max_size=2).map(
        lambda ends: Holes(min(ends), max(ends))
    ),
    st.just(Holes(0, None)),
    st.builds(Marked, st.sampled_from(["force", "forbid", "optional"]), expressions),
    st.builds(Colored, identifiers, expressions),
    st.builds(PlacementCost, numbers, expressions),
    st.sampled_from(["squares", "hexagons", "torus"]).map(OnLattice),
)
painted = st.builds(
    TileEntry,
    expressions,
    st.lists(
        options | numbers.map(Cost) | st.builds(Colored, identifiers, expressions), max_size=3
    ).map(tuple),
)
declarations = st.one_of(
    st.builds(
        ProblemDefinition,
        identifiers,
        expressions,
        identifiers | entries | st.lists(painted, max_size=3).map(tuple),
        dimensions,
        st.lists(found_settings, max_size=4).map(tuple),
    ),
    st.builds(KnownTiles, identifiers, st.lists(options, max_size=3).map(tuple), dimensions),
    st.builds(
        CountCommand, algorithms, identifiers, dimensions, st.sampled_from(["all", "rotations"])
    ),
)


@settings(max_examples=40)
@given(st.lists(declarations, max_size=5).map(lambda found: Script(tuple(found))))
def test_reading_what_was_printed_gives_the_tree(script: Script) -> None:
    assert parse(to_text(script)) == script


def test_the_words_are_still_names() -> None:
    words = ("holes", "force", "forbid", "optional", "color", "cost", "on_", "best", "pentominoes")
    for word in words:
        text = f"pattern {word} = {{**}} problem {word} = {word} [{word}] count dlx {word}"
        assert said(text) == f"{word} : (DLX) 1 solutions\n"


BAR = "pattern bar = {**} "


def test_holes() -> None:
    bars = TilingProblem("*****", [Tile("**", times="any", name="bar")], name="p")
    for words, holes in (("1", 1), ("0..3", (0, 3)), ("any", "any"), ("0", 0)):
        found = model(BAR + f"problem p = {{*****}} [bar] ~holes {words}")
        assert isinstance(found, PackingProblem)
        wanted = PackingProblem(bars, holes=holes)  # type: ignore[arg-type]
        assert found.problem() == wanted.problem()


def test_optional_cells() -> None:
    found = model(BAR + "problem p = {*****} [bar] ~optional {*...*} ~optional {..*..}")
    assert isinstance(found, PackingProblem)
    assert found.may_be_holes == ((0, 0), (2, 0), (4, 0))
    assert combien.count(found) == 3
    none = model(BAR + "problem p = {**} [bar] ~optional {**} ~holes 0")
    assert combien.count(none) == 1


def test_forced_and_forbidden() -> None:
    text = BAR + "problem p = constant 4x4 true [bar ~sym] "
    every = combien.count(model(text))
    forced = combien.count(model(text + "~force {**.. $ .... $ .... $ ....}"))
    forbidden = combien.count(model(text + "~forbid {**.. $ .... $ .... $ ....}"))
    assert (every, forced, forbidden) == (36, 18, 18)


@settings(max_examples=30)
@given(st.sets(st.sampled_from(range(5)), max_size=2), st.sampled_from([0, 1, 2, 3]))
def test_forbidden_placements_against_the_definition(starts: set[int], holes: int) -> None:
    marks = " ".join(f"~forbid {{{'.' * x}**{'.' * (4 - x)}}}" for x in sorted(starts))
    found = model(BAR + f"problem p = {{******}} [bar] ~holes {holes} {marks}")

    def ways(at: int, left: int) -> int:
        if at == 6:
            return left == 0
        kept = ways(at + 1, left - 1) if left else 0
        return kept + (ways(at + 2, left) if at < 5 and at not in starts else 0)

    assert combien.count(found) == ways(0, holes) == len(oracle.all_solutions(found.problem()))


def test_colors() -> None:
    found = model(
        "problem p = constant 3x2 true [{**} ~sym ~color black {*.} ~color white {.*}] "
        "~color black {*** $ ...}"
    )
    domino = Tile("**", symmetries="all", times="any")
    paint = Paint(cells={(0, 0): "black", (1, 0): "white"})
    base = TilingProblem("***\n***", [domino], name="p")
    wanted = PackingProblem(base, paints={0: paint}, colors={(x, 1): "black" for x in range(3)})
    assert found.problem() == wanted.problem()


def test_costs() -> None:
    text = "problem p = {****} [{**} ~cost 5, {*} ~cost 2] ~cost -4 {.**.} solve best p ascii"
    assert said(text) == "p : cost 5, the least\nabbc\n\n"
    assert [one.cost for one in combien.best(model(text), k=9)] == [5, 8, 9, 9, 10]
    assert combien.count(model(text)) == 5


def test_on_other_lattices() -> None:
    text = "pattern big = { ****** $ ***** $ **** }  problem p = big [{**} ~sym] ~on triangles"
    art = "******\n*****.\n****.."
    board = combien.Region.from_art(art, lattice=TRIANGLES)
    diamond = Tile(combien.Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")
    assert model(text).problem() == TilingProblem(board, [diamond], name="p").problem()
    honey = "problem p = { .*.* $ *.*. $ .*.* } [{*.*} ~rot] ~on hexagons"
    cells = combien.Region.from_art(".*.*\n*.*.\n.*.*", lattice=HEXAGONS)
    pair = Tile(
        combien.Region.from_art("*.*", lattice=HEXAGONS), symmetries="rotations", times="any"
    )
    assert model(honey).problem() == TilingProblem(cells, [pair], name="p").problem()
    # A pattern of a setting keeps its place: it is not moved to the nearest hexagon.
    ring = model(honey + " ~force { .... $ *.*. $ .... }")
    assert isinstance(ring, PackingProblem)
    assert ring.forced == ((0, combien.Region([(0, 1, -1), (1, 1, -2)], lattice=HEXAGONS)),)


def test_boards_that_wrap_around() -> None:
    for name, number in (("torus", 272), ("cylinder", 121), ("squares", 36)):
        text = f"problem p = constant 4x4 true [{{**}} ~sym] ~on {name}"
        assert combien.count(model(text)) == number
    assert model("problem p = constant 4x4 true [{**}] ~on torus").board == torus(4, 4)
    across = model("problem p = constant 4x4 true [{**}] ~on torus ~force {*..*$....$....$....}")
    assert combien.count(across) == 8


def test_sets_by_name() -> None:
    found = model("tiles pentominoes  problem p = constant 10x6 true pentominoes")
    assert found.tiles == catalogue.pentominoes()
    one_sided = model("tiles tetrominoes ~rot ~any problem p = constant 4x4 true tetrominoes")
    assert one_sided.tiles == catalogue.tetrominoes(one_sided=True, times="any")
    iamonds = model(
        "tiles hexiamonds ~maybe problem p = constant 6x4 true hexiamonds ~on triangles"
    )
    assert iamonds.tiles == catalogue.hexiamonds(times=(0, 1))
    soma = (
        "tiles3 soma  pattern layer = constant 3x3 true  pattern3 cube = [layer, layer, layer]  "
        "problem3 p = cube soma  count3 dlx p ~up_to all"
    )
    assert model(soma).tiles == catalogue.soma()
    assert said(soma) == "p : (DLX) 240 solutions\n"


def test_up_to_symmetry() -> None:
    text = "problem p = constant 4x4 true [{**} ~sym] "
    assert said(text + "count dlx p ~up_to all count zdd p ~up_to rotations count dlx p") == (
        "p : (DLX) 9 solutions\np : (ZDD) 12 solutions\np : (DLX) 36 solutions\n"
    )
    assert said(text + "all dlx p ~up_to all").endswith('9 solutions found for problem "p"\n')


FRAME = "problem p = constant 4x4 true "


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (FRAME + "[{*}] ~holes", 37, "expected a number of cells, such as ~holes 3"),
        (FRAME + "[{*}] ~holes 4..2", 37, "after ~holes, not '4..2'"),
        (FRAME + "[{*}] ~holes 9999999999", 37, "too large: it has at most 9 digits"),
        (FRAME + "[{*}] ~on hexagon", 37, "not 'hexagon'; did you mean 'hexagons'?"),
        (FRAME + "[{*}] ~holse 3", 37, "not '~holse'; did you mean '~holes'?"),
        (FRAME + "[{*}] ~force {*}", 44, "this pattern is 1x1, and its board 4x4: resize it"),
        (FRAME + "[{*}] ~force constant 4x4 true", 44, "no tile covers exactly these cells"),
        (FRAME + "[{*}] ~forbid constant 4x4 false", 45, "no tile covers exactly these cells"),
        (FRAME + "[{**} ~cost 2..3]", 37, "expected a whole number, such as ~cost 3 or ~cost -1"),
        (FRAME + "[{**} ~color red {*}]", 48, "this pattern is 1x1, and its tile 2x1"),
        (FRAME + "[{*.} ~color red {.*}]", 48, "the position 1x0 is not a cell of the tile"),
        ("problem p = {*.} [{*}] ~optional {.*}", 34, "1x0 is not a cell of the board"),
        ("problem p = {***} [{*}, {*}] ~force {*..}", 37, "the tiles 0, 1 can all cover these"),
        ("tiles pentomino", 7, "no set of tiles 'pentomino' (monominoes, "),
        ("tiles soma", 7, "soma are not a set of tiles of dimension 2, but of 3"),
        ("tiles hexiamonds " + FRAME + "hexiamonds", 26, "write ~on triangles after the tiles"),
        ("problem p = {**} [{*}] ~on hexagons", 13, "drawn on hexagons: "),
        (FRAME + "[{*}] count best p", 43, "best finds one cheapest tiling: write solve best"),
        (FRAME + "[{*}] ~holes 1 count equal_size p", 52, "equal_size takes plain tilings"),
        (
            FRAME + "[{*}] count dlx p ~up_to sym",
            49,
            "expected the symmetries (all, rotations",
        ),
    ],
)
def test_errors(text: str, column: int, message: str) -> None:
    with pytest.raises(BadScript) as caught:
        run_script(parse(text), out=io.StringIO(), err=io.StringIO())
    assert message in str(caught.value)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_settings_are_limited() -> None:
    with pytest.raises(BadScript, match="at most 1000 settings"):
        model(FRAME + "[{*}] " + "~holes 1 " * 1001)
    with pytest.raises(BadScript, match="nested more than 200 deep"):
        parse(FRAME + "[{*}] ~forbid " + "apply Rot90 " * 201 + "{*}")


@pytest.mark.slow
def test_the_cells_of_settings_are_limited() -> None:
    with pytest.raises(BadScript, match="more than 5,000,000 cells"):
        model(
            "pattern big = constant 1500x1500 true "
            "problem p = big [constant 1500x1500 true] ~forbid big ~forbid big"
        )
