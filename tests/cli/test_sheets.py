"""What printed sheets say: each number and sentence is computed, or is not there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from combien import Region, Tile, TilingProblem, count, solutions
from combien._cli._shared.tasks import RULES, only_solution, task_of
from combien.design import FaultFree
from combien.errors import BadPicture
from combien.geometry import PRISMS, torus
from combien.language import problems as problems_in
from combien.printing._tasks import MOST_DRAWN, copies_of, sheet_of
from combien.puzzles import (
    PUZZLES,
    Cryptarithm,
    Langford,
    Latin,
    Queens,
    StarBattle,
    Sudoku,
    WordSearch,
    puzzle_named,
)
from combien.tilings import PackingProblem
from combien.tilings.classics import classic
from tests.cli.commands import combien
from tests.cli.test_pictures import refused
from tests.printing.test_sheets import contents, texts

needs_pdf = pytest.mark.needs(".[pdf]")
DOMINO = Tile("**", symmetries="all", times="any", name="I")

BOARDS = """
pattern domino = {**}
problem none = set set constant 8x8 true 0x0 false 7x7 false [domino ~sym ~any]
problem area = constant 3x3 true [domino ~sym ~any]
problem one = constant 2x1 true [domino ~sym ~any]
problem two = constant 2x2 true [domino ~sym ~any]
problem many = constant 8x8 true [domino ~sym ~any]
problem huge = constant 30x30 true [domino ~sym ~any]
"""


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    path = tmp_path / "boards.cmb"
    path.write_text(BOARDS, encoding="utf-8")
    return path


def sheet(boards: Path, name: str, *words: object, code: int = 0) -> list[str]:
    """The text of each page of a handout, on one line."""
    path = boards.with_suffix(".pdf")
    path.unlink(missing_ok=True)
    options = ("--problem", name, "--pdf", path, "--pages", "handout", *words)
    outcome = combien("solve", boards, *options)
    assert outcome.code == code, outcome.err
    return [" ".join(page.split()) for page in texts(path.read_bytes())]


# Boards with 0, 1, 2 and many solutions ---------------------------------------------------------


@needs_pdf
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_board_without_a_solution_asks_why(boards: Path, language: str) -> None:
    question, answer = sheet(boards, "none", "--language", language, code=10)
    if language == "en":
        assert question.endswith(
            "Cut out the pieces and try to cover the board. Pieces may be turned and flipped. "
            "Can it be done? Why?"
        )
        assert answer.startswith("Answers Color the board like a chessboard.")
        assert answer.endswith("but the board has 30 black and 32 white ones.")
    else:
        assert question.endswith("retournées. Est-ce possible ? Pourquoi ?")
        assert answer.startswith("Réponses Colorions le plateau en damier.")
        assert answer.endswith("mais le plateau a 30 noires et 32 blanches.")
    assert not any(word in question for word in ("exactly", "ways", "façon", "seule"))
    # 62 cells, and the 31 dominoes that cover as many.
    assert contents(boards.with_suffix(".pdf").read_bytes())[0].count("\nB*") == 62 + 31


@needs_pdf
def test_a_board_of_a_wrong_area(boards: Path) -> None:
    question, answer = sheet(boards, "area", code=10)
    assert question.endswith("Can it be done? Why?")
    assert "Each piece has 2 cells, and the board has 9, which is not a multiple of 2." in answer
    # Four cover all cells but one.
    assert contents(boards.with_suffix(".pdf").read_bytes())[0].count("\nB*") == 9 + 4


@needs_pdf
@pytest.mark.parametrize(
    ("name", "says", "dit"),
    [
        ("one", "There is exactly one way.", "Il y a une seule façon."),
        ("two", "There are 2 ways;", "Il y a 2 façons,"),
        ("many", "There are 12,988,816 ways;", "Il y a 12 988 816 façons,"),
    ],
)
def test_a_board_with_solutions(boards: Path, name: str, says: str, dit: str) -> None:
    ways = count(problems_in(boards)[name])
    assert str(ways) in (*says.replace(",", "").split(), "1")
    assert says in sheet(boards, name)[0]
    assert dit in sheet(boards, name, "--language", "fr")[0]


@needs_pdf
def test_a_count_that_is_not_finished_is_not_there(
    boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, answer = sheet(boards, "huge", "--nodes", 500)
    assert question.endswith("cover the board. Pieces may be turned and flipped. 450 times")
    assert answer.startswith("Answers")
    monkeypatch.setattr("combien._cli.solve.COUNTING", 0.0)
    for words in ((), ("--up-to", "rotations"), ("-n", 3), ("--seed", 1)):
        question = sheet(boards, "many", *words)[0]
        assert question.endswith("Pieces may be turned and flipped."), words


@needs_pdf
def test_some_solutions_are_not_all_of_them(boards: Path) -> None:
    """The number is that of all solutions, not of those that were asked for."""
    for words in (("-n", 1), ("-n", 2), ("-n", 0), ("--up-to", "all", "-n", 0)):
        assert "There are 2 ways;" in sheet(boards, "two", *words)[0], words


@needs_pdf
def test_a_reason_that_is_not_found_in_time(boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien._cli.solve.COUNTING", 0.0)
    question, answer = sheet(boards, "none", code=10)
    assert question.endswith("Can it be done? Why?")
    assert answer == "Answers A computer has tried all ways: none of them works."
    answer = sheet(boards, "none", "--language", "fr", code=10)[1]
    assert answer == "Réponses Un ordinateur a essayé toutes les façons : aucune ne convient."


@needs_pdf
def test_a_search_that_is_not_finished_has_no_sheet(boards: Path, tmp_path: Path) -> None:
    file = tmp_path / "none.pdf"
    words = ("--problem", "none", "--pdf", file, "--pages", "handout", "--engine", "dlx")
    assert combien("solve", boards, *words, "--nodes", 10).code == 20
    assert not file.exists()


@needs_pdf
def test_what_a_handout_cannot_state_is_refused(boards: Path, tmp_path: Path) -> None:
    costs = tmp_path / "costs.csv"
    costs.write_text("option,cost\n")
    words = ("--problem", "two", "--pdf", tmp_path / "a.pdf", "--pages", "handout")
    outcome = combien("solve", boards, *words, "--limit", "I=..1")
    assert outcome.code == 2
    assert not (tmp_path / "a.pdf").exists()
    with pytest.raises(BadPicture, match="colors of cells"):
        sheet_of(PackingProblem(TilingProblem("**", [DOMINO]), colors={(0, 0): "red"}))
    with pytest.raises(BadPicture, match="placements that are forbidden"):
        forbidden = [(0, Region.box(2, 1))]
        sheet_of(PackingProblem(TilingProblem("***", [DOMINO]), holes=1, forbidden=forbidden))
    with pytest.raises(BadPicture, match="language is one of en, fr"):
        sheet_of(TilingProblem("**", [DOMINO]), language="de")


@needs_pdf
def test_fault_free_tilings_state_their_rule(boards: Path) -> None:
    question, _ = sheet(boards, "one", "--fault-free")
    assert "No straight line may run between the pieces" in question
    assert "There is exactly one way." in question
    assert count(FaultFree(problems_in(boards)["one"])) == 1
    question, answer = sheet(boards, "two", "--fault-free", code=10)
    assert question.endswith("Can it be done? Why?")
    assert "tried all ways" in answer


# Pieces ------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    st.tuples(st.integers(1, 4), st.integers(1, 4)),
    st.lists(
        st.tuples(
            st.sampled_from(["*", "**", "***", "*.\n**"]),
            st.sampled_from(["none", "rotations", "all"]),
            st.sampled_from([1, 2, (0, 1), (0, 3), (1, 4), (1, None), "any"]),
        ),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from([0, 1, (0, 2), "any"]),
    st.booleans(),
)
@example((3, 1), [("*", "none", (2, None))], (0, 3), True)
def test_the_copies_suffice_for_every_solution(
    size: tuple[int, int], tiles: list[tuple[str, str, object]], holes: object, first: bool
) -> None:
    """No tiling, found by listing all, uses a tile more often, or leaves one over unannounced."""
    board = Region.box(*size)
    made = [Tile(art, symmetries=turn, times=times) for art, turn, times in tiles]  # type: ignore[arg-type]
    model = TilingProblem(board, made)
    copies = copies_of(model)
    for number, (tile, many) in enumerate(zip(made, copies, strict=True)):
        low, high = tile.times
        assert low <= many
        assert high is None or many <= high
        assert model.tiles[number] is tile
    forced = [(0, made[0].region)] * (first and made[0].region <= board)
    packed = PackingProblem(model, holes=holes, forced=forced)  # type: ignore[arg-type]
    assert copies_of(packed) == copies
    printed = sheet_of(packed)
    for tiling in solutions(packed, limit=200):
        used = Counter(placement.number for placement in tiling.placements)
        assert all(used[number] <= many for number, many in enumerate(copies))
        left = len(printed.pieces) - (used.total() - len(forced))
        assert left == 0 or "You need not use all pieces." in printed.task


def test_copies_by_hand() -> None:
    pentominoes = classic("pentominoes on 6x10").problem()
    assert copies_of(pentominoes) == (1,) * 12
    once = [Tile("**", name="a"), Tile("*", times="any")]
    assert copies_of(TilingProblem(Region.box(3, 1), once)) == (1, 1)
    # More than fits is required: then it is what is required.
    assert copies_of(TilingProblem(Region.box(3, 1), [Tile("**", times=4)])) == (4,)
    assert copies_of(PackingProblem(TilingProblem(Region.box(5, 1), [DOMINO]), holes="any")) == (2,)


def test_many_copies_are_a_number() -> None:
    tiles = [Tile("*", times="any", name="1"), Tile("**", symmetries="all", times="any")]
    sheet = sheet_of(TilingProblem(Region.box(20, 20), tiles))
    assert [piece.title for piece in sheet.pieces] == ["400 times", "200 times"]
    assert "You need not use all pieces." in sheet.task
    assert sheet_of(TilingProblem(Region.box(40, 40), tiles), language="fr").pieces[0].title == (
        "1\u00a0600 fois"
    )
    few = sheet_of(TilingProblem(Region.box(10, 5), tiles))
    assert len(few.pieces) == 75 <= MOST_DRAWN


@pytest.mark.parametrize(
    ("tiles", "says", "titles"),
    [
        ([Tile("*.\n**", symmetries="all", times=2)], "turned and flipped", ["", ""]),
        # What is its own mirror image may be flipped, whatever the rule is.
        ([Tile("**", symmetries="rotations", times=3)], "turned and flipped", [""] * 3),
        ([Tile("*..\n***\n..*", symmetries="rotations")], "turned, but not flipped", [""]),
        ([Tile("**")], "may not be turned or flipped", [""]),
        ([Tile("**", symmetries="all"), Tile("**")], "except where", ["", "do not turn or flip"]),
        (
            [Tile(".**\n**.", symmetries="rotations"), Tile("***", symmetries="all")],
            "except where they say otherwise",
            ["do not flip", ""],
        ),
        ([Tile("*", times=(2, 50))], "turned and flipped", [""] * 25),
        (
            [
                Tile("*"),
                Tile("**", symmetries="all", times=(2, 3)),
                Tile("***", symmetries="all", times=(0, 1)),
            ],
            "You need not use all pieces.",
            ["must be used", *["use at least 2"] * 3, ""],
        ),
    ],
)
def test_how_pieces_may_be_turned(tiles: list[Tile], says: str, titles: list[str]) -> None:
    sheet = sheet_of(TilingProblem(Region.box(*(5, 5) if len(tiles) < 3 else (3, 3)), tiles))
    assert says in sheet.task
    assert [piece.title for piece in sheet.pieces] == titles


def test_holes_and_pieces_in_place() -> None:
    base = TilingProblem(Region.box(5, 1), [DOMINO])

    def says(**more: object) -> str:
        return sheet_of(PackingProblem(base, **more)).task  # type: ignore[arg-type]

    assert says() == sheet_of(base).task
    assert "place them on the board. Cells may stay empty. You need not use" in says(holes="any")
    assert "Cells to leave empty: 1." in says(holes=1)
    assert "Cells to leave empty: at most 3." in says(holes=(0, 3))
    assert "Cells to leave empty: 1 to 3." in says(holes=(1, 3))
    assert "Cells to leave empty: at least 2." in says(holes=(2, None))
    forced = [(0, Region.box(2, 1))]
    sheet = sheet_of(PackingProblem(base, holes=1, forced=forced))
    assert "The pieces that are on the board stay there." in sheet.task
    assert len(sheet.pieces) == 1
    assert len(sheet.board.patches) == 3 + 1
    dotted = sheet_of(PackingProblem(base, optional=Region([(4, 0), (0, 0)])))
    assert "Only cells with a dot may stay empty." in dotted.task
    assert sorted(mark.at for mark in dotted.board.marks) == [(0.5, 0.5), (4.5, 0.5)]  # type: ignore[union-attr]


def test_solids_and_boards_that_wrap_around() -> None:
    cubes = Region.box(2, 2, 2)
    rod = Tile(Region.box(1, 1, 2), symmetries="rotations", times=4)
    sheet = sheet_of(TilingProblem(cubes, [rod]), ways=9)
    assert sheet.task.startswith("Build the pieces and fill the board; both are drawn layer")
    assert "Pieces may be turned." in sheet.task
    assert "cut" not in sheet.task.lower()
    # Whether pieces can be moved into their places is not what was counted.
    assert "There are 9 ways to arrange the pieces;" in sheet.task
    assert sheet.task.endswith("Whether they can be put together like this is another question.")
    chiral = Tile(Region([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)]), symmetries="all")
    assert "mirror images" in sheet_of(TilingProblem(cubes, [chiral, chiral])).task
    prism = Region.box(1, 1, 1, lattice=PRISMS)
    assert "layer" in sheet_of(TilingProblem(prism, [Tile(prism)])).task
    ring = sheet_of(TilingProblem(torus(4, 4), [DOMINO]), ways=272)
    assert "The board wraps around" in ring.task


def test_pieces_of_one_shape_are_told_apart() -> None:
    twins = [Tile("**", times=1, name="a"), Tile("**", times=1, name="b")]
    board = Region.box(2, 2)
    assert "if their colors are" in sheet_of(TilingProblem(board, twins), ways=2).task
    assert "colors" not in sheet_of(TilingProblem(board, [Tile("**", times=2)]), ways=2).task
    assert "ways" not in sheet_of(TilingProblem(board, twins), ways=0).task


@needs_pdf
def test_many_pieces_are_on_pages_of_their_own(boards: Path) -> None:
    tiles = [DOMINO, Tile("*.\n**", symmetries="all", times="any")]
    problem = TilingProblem(Region.box(12, 12), tiles)
    assert len(sheet_of(problem).pieces) == 72 + 48
    text = "pattern l = {*. **}\nproblem p = constant 12x12 true [{**} ~sym ~any, l ~sym ~any]\n"
    boards.write_text(text)
    pages = contents(
        (sheet(boards, "p", "--nodes", 100_000), boards.with_suffix(".pdf").read_bytes())[1]
    )
    assert len(pages) >= 3
    assert pages[0].count("\nB*") == 144
    assert sum(page.count("\nB*") for page in pages[1:-1]) == 72 + 48


# Puzzles -----------------------------------------------------------------------------------------


def test_every_sheet_has_a_task_in_both_languages() -> None:
    made = {name for name in PUZZLES if puzzle_named(name).about.levels}
    drawn = {name for name in PUZZLES if hasattr(puzzle_named(name), "picture")}
    assert set(RULES) == made | drawn
    for name in RULES:
        for language in ("en", "fr"):
            title, task = task_of(puzzle_named(name)(), language)
            assert title
            assert task.endswith(".")
    assert len({only_solution(number, of) for number in (1, 2) for of in ("en", "fr")}) == 4
    plain = puzzle_named("golomb")()
    assert task_of(plain, "fr") == (plain.about.title, plain.about.summary)


@pytest.mark.parametrize(
    ("puzzle", "says", "dit"),
    [
        (StarBattle(2, tuple("abcdefghi"[y] * 9 for y in range(9))), "2 stars", "2 étoiles"),
        (Langford(4, skolem=True), "k - 1 numbers", "k - 1 nombres"),
        (Latin(4, reduced=True), "first row and the first", "première ligne et la première"),
        (Latin(5, diagonals=True), "column and diagonal", "chaque diagonale"),
        (Queens(5, torus=True), "at the opposite edge", "au bord opposé"),
        (WordSearch(backwards=False), "down or diagonally to the right", "en diagonale vers la d"),
        (WordSearch(), "any of eight directions", "huit directions"),
        (Cryptarithm("ab+b=c", 7), "of base 7", "en base 7"),
        # Here the solution is 0 + 1 = 1.
        (Cryptarithm("a+b=b", 2), "number of several digits", "nombre de plusieurs chiffres"),
        (Cryptarithm("send+more=money"), "No number begins with 0", "nombre ne commence par 0"),
        (Sudoku((0,) * 16), "digit from 1 to 4", "chiffre de 1 à 4"),
        (Sudoku((0,) * 256), "symbol from 1 to G", "symbole de 1 à G"),
        (Sudoku((0,) * 81, x=True), "outlined region and diagonal", "région et chaque diagonale"),
    ],
)
def test_every_setting_that_is_a_rule_is_stated(puzzle: object, says: str, dit: str) -> None:
    assert says in task_of(puzzle, "en")[1]  # type: ignore[arg-type]
    assert dit in task_of(puzzle, "fr")[1]  # type: ignore[arg-type]


@needs_pdf
def test_cages_are_a_rule(tmp_path: Path) -> None:
    path = tmp_path / "killer.pdf"
    words = ["puzzle", "sudoku", "--make", "2", "--variant", "killer", "--difficulty", "easy"]
    assert combien(*words, "--pdf", path).code == 0
    question = " ".join(texts(path.read_bytes())[0].split())
    assert "The digits of a cage differ, and their sum is in its corner." in question
    assert "Each has exactly one solution." in question
    assert combien(*words, "--pdf", path, "--language", "fr").code == 0
    question = " ".join(texts(path.read_bytes())[0].split())
    assert "leur somme est dans le coin" in question
    assert "À chaque fois, il y a une seule solution." in question


@needs_pdf
@pytest.mark.parametrize(
    ("givens", "only"),
    [("1... ..2. .3.. ...4", True), ("1... .... .... ....", False)],
)
def test_a_puzzle_of_a_file_says_whether_it_is_the_only_solution(
    tmp_path: Path, givens: str, only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, path = tmp_path / "a.sudoku", tmp_path / "a.pdf"
    file.write_text(givens)
    words = ("puzzle", "sudoku", file, "--pdf", path)
    assert combien(*words).code == 0
    question, answer = (" ".join(page.split()) for page in texts(path.read_bytes()))
    assert ("There is exactly one solution." in question) == only
    assert ("There are other solutions." in answer) != only
    # Unless the search for a second one is not finished.
    monkeypatch.setattr("combien._cli.make.SECOND", 0.0)
    assert combien(*words).code == 0
    question, answer = (" ".join(page.split()) for page in texts(path.read_bytes()))
    assert "solution" not in question + answer


def test_a_puzzle_without_a_solution_is_not_printed(tmp_path: Path) -> None:
    file = tmp_path / "a.sudoku"
    file.write_text("11.. .... .... ....")
    assert refused(
        combien("puzzle", "sudoku", file, "--pdf", tmp_path / "a.pdf"), "has no solution to print"
    )


@needs_pdf
def test_easy_words_are_not_said_to_run_in_eight_directions(tmp_path: Path) -> None:
    path = tmp_path / "words.pdf"
    words = ("puzzle", "wordsearch", "--make", 1, "--pdf", path, "--difficulty")
    for level, says in (("easy", "diagonally to the right"), ("hard", "eight directions")):
        assert combien(*words, level).code == 0
        assert says in " ".join(texts(path.read_bytes())[0].split())
