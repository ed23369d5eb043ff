"""Reading and writing each format: worked examples, warnings, and errors for wrong files."""

from __future__ import annotations

import warnings
from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Colored, Problem
from combien.cover.formats import FORMATS, FormatWarning, read, write
from combien.cover.formats._names import knuth_lines, named, words
from combien.errors import BadFormat, BadProblem
from tests.loops import for_each

READ = [name for name, known in FORMATS.items() if known.reader]

# Knuth -------------------------------------------------------------------------------------------

EVERYTHING = """\
| Two guards, one to three lamps.
  | An indented comment.

2|guard 1:3|lamp door |x y
guard x:red y
  guard x:red   |5
lamp x:blue\t|2 |3
lamp door
"""


def test_everything_in_knuths_format() -> None:
    problem = read(EVERYTHING, format="dlx")
    assert problem.item_names == ("guard", "lamp", "door", "x", "y")
    assert [problem.bounds(item) for item in range(5)] == [(2, 2), (1, 3), (1, 1), (0, 1), (0, 1)]
    assert problem.entries(0) == ("guard", Colored("x", "red"), "y")
    assert problem.entries(3) == ("lamp", "door")
    assert [problem.cost(option) for option in range(4)] == [0, 5, 5, 0]
    assert combien.count(problem) == 1


def test_knuths_first_example() -> None:
    text = "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
    problem = read(text, format="dlx")
    assert list(combien.solutions(problem)) == [(0, 3, 4)]
    assert write(problem, format="dlx") == text


def test_options_without_a_primary_item_are_left_out() -> None:
    text = "a | x y\nx\na x\nx:1 |4\n\ny\na y:2 |3\n"
    with pytest.warns(FormatWarning, match="3 options are left out, .* no primary item: .* line 2"):
        problem = read(text, format="dlx")
    assert [option.entries for option in problem.options] == [("a", "x"), ("a", Colored("y", "2"))]
    assert [problem.cost(option) for option in range(2)] == [0, 3]
    with pytest.warns(FormatWarning, match="an option is left out, which has no primary item"):
        read("a | x\nx", format="dlx")


def test_names_that_are_not_words_are_changed_with_a_warning() -> None:
    problem = Problem.from_options([["tile 1", (0, 0)], ["tile_1", "p|q"], [""]])
    with pytest.warns(FormatWarning, match="3 names are changed, as listed in the comments"):
        text = write(problem, format="dlx")
    assert text == (
        '| tile_1_2 stands for "tile 1"\n| p_q stands for "p|q"\n| _ stands for ""\n'
        "tile_1_2 0,0 tile_1 p_q _\ntile_1_2 0,0\ntile_1 p_q\n_\n"
    )
    assert read(text, format="dlx").item_names == ("tile 1", "0,0", "tile_1", "p|q", "")


def test_a_warning_names_what_knuths_programs_cannot_read() -> None:
    with pytest.warns(FormatWarning, match="1 names are changed"):
        write(Problem.from_options([["ninechars"]]), format="dlx")
    shades = [["a", Colored("x", f"shade{k}")] for k in range(100)]
    with pytest.warns(FormatWarning, match="colors of one character, not 'shade0'"):
        write(Problem.from_options(shades, ["x"]), format="dlx")
    both = Problem.from_options(["a"], bounds={"a": (0, 1)}, costs=[1])
    with pytest.warns(FormatWarning, match="no one of them reads both"):
        write(both, format="dlx")


def test_words_are_distinct_and_kept_if_possible() -> None:
    names = ["a b", "a\tb", "a_b", "a_b_2", 5, "5", (1, 2), frozenset("xyz"), "#8"]
    assert words(names, forbidden="|:") == [
        "a_b_3", "a_b_4", "a_b", "a_b_2", "5_2", "5", "1,2", "#8_2", "#8",
    ]  # fmt: skip


def test_names_that_look_alike_become_distinct() -> None:
    expected = ["_", *(f"__{k}" for k in range(2, 33))]
    assert words([chr(k) for k in range(32)], forbidden="") == expected


# Wrong files, format by format --------------------------------------------------------------------

HEAD = '{"format": "combien-problem", "version": 1, '

WRONG = [
    ("dlx", "", r"line 1: no items: the first line"),
    ("dlx", "| only\n| comments\n", "no items"),
    (
        "dlx",
        "a b\na bb",
        r"line 2, column 3: 'bb' is not an item of the first line; did you mean 'b'\?",
    ),
    ("dlx", "a b\n\n| c\na b\na a", "line 5, column 3: item 'a' is twice in this option"),
    ("dlx", "a | x\na x x:1", "line 2, column 5: item 'x' is twice"),
    ("dlx", "a a", "line 1, column 3: item 'a' is named twice"),
    ("dlx", "a | a", "line 1, column 5: item 'a' is named twice"),
    ("dlx", "a | x | y", r"line 1, column 7: a second '\|'"),
    ("dlx", "a:b", "line 1, column 1: expected the name of an item, without ':'"),
    ("dlx", "2|", "expected the name of an item"),
    ("dlx", "3:2|a", "bounds 3 to 2: the upper one must be at least 1"),
    ("dlx", "0|a", "bounds 0 to 0: the upper one must be at least 1"),
    ("dlx", "1:2:3|a", r"bounds are written 2\|name or 1:3\|name"),
    ("dlx", "1|2|a", r"bounds are written"),
    ("dlx", "x|a", "expected an upper bound in digits, not 'x'"),
    ("dlx", ":3|a", "expected a lower bound in digits, not ''"),
    ("dlx", "99999999999|a", "an upper bound is '99999999999': the limit is 2147483647"),
    ("dlx", "a | 2|x", "line 1, column 5: only primary items have bounds"),
    ("dlx", "a\na:1", "line 2, column 1: item 'a' is primary: only secondary items have colors"),
    ("dlx", "a | x\na x:", "expected a color after 'x'"),
    ("dlx", "a | x\na x:1:2", "expected a color after 'x'"),
    ("dlx", "a\na |", "line 2, column 3: expected a cost in digits, not ''"),
    ("dlx", "a\na |-1", "expected a cost in digits, not '-1'"),
    ("dlx", "a\na |1e3", "expected a cost in digits"),
    ("dlx", "a\na |4611686018427387904", "the costs of this option are too high"),
    ("dlx", "a\na |" + "9" * 100_000, "a cost is '9999999999[^ ]{0,40}': the limit is"),
    ("dlx", "a\n" + "b" * 100_000, "'b{37}...' is not an item"),
    ("ec", "", "line 1: expected 'p ec N' first"),
    ("ec", "s 1\np ec 1", "line 1: expected 'p ec N' first"),
    ("ec", "p cnf 3 1", "expected 'p ec N' first"),
    ("ec", "p ec", "expected 'p ec N', one number"),
    ("ec", "p ec 3 4", "expected 'p ec N', one number: all items are primary"),
    ("ec", "p ec -1", "expected the number of items in digits, not '-1'"),
    ("ec", "p ec 1000000000000", "the number of items is '1000000000000': the limit is 4000000"),
    ("ec", "p ec 2\np ec 2", "line 2: a second line 'p'"),
    ("ec", "p ec 2\n1 2", "line 2: a line begins with c .*, p or s .*, not '1'"),
    ("ec", "p ec 2\ns", "line 2: an option without items: leave this line out"),
    ("ec", "c\np ec 2\ns 1 3", "line 3: an item's number is '3': the limit is 2"),
    ("ec", "p ec 2\ns 0", "line 2: item 0: items are numbered from 1"),
    ("ec", "p ec 2\ns 1_0", "expected an item's number in digits, not '1_0'"),
    ("ec", "p ec 2\ns ²", "expected an item's number in digits, not '²'"),
    ("ec", "p ec 2\ns " + "1" * 100_000, "an item's number is '1+...': the limit is 2"),
    ("ec", "p ec 2\ns 2 2", "line 2: option 0 holds item 2 twice"),
    ("emc", "", "expected the number of primary items"),
    ("emc", "3 0", "expected the number of options"),
    ("emc", "3 x 1", "expected the number of secondary items in digits, not 'x'"),
    ("emc", "3 0 1 111", "line 1: the header has three numbers"),
    ("emc", "1000000000000 0 0", "the limit is 2147483647"),
    ("emc", "2000000000 0 0", "2000000000 items: the limit is 4000000"),
    ("emc", "2 0 1000000000\n11", "the header announces 1000000000 options of 2 digits, more"),
    ("emc", "3 0 1\n1121", "line 2, column 3: expected 0 or 1, not '2'"),
    ("emc", "3 0 1\n1 1x1", "line 2, column 4: expected 0 or 1, not 'x'"),
    ("emc", "3 0 1\n11", "line 2: 2 digits, not one for each of the 3 items"),
    ("emc", "3 0 2\n  1  1  1  \n", "the header announces 2 options, and the text has 1"),
    ("emc", "3 0 1\n111\n\n111", "line 4: the header announces only 1 options"),
    ("emc", "1 1 1\n01", "line 2: option 0 .* has no primary item"),
    ("emc", "1 1 1\n00", "line 2: option 0 is empty"),
    ("json", "", "line 1, column 1: not valid JSON"),
    ("json", '{\n"format" 1}', "line 2, column 10: not valid JSON"),
    ("json", "[]", "expected an object with the keys format, version, items, options"),
    ("json", '{"format": "x", "version": 1, "items": []}', "the key 'options' is missing"),
    (
        "json",
        '{"format": 1, "version": 1, "items": [], "options": []}',
        "format: expected 'combien-problem'",
    ),
    (
        "json",
        '{"format": "combien-problem", "version": 2, "items": [], "options": []}',
        "version: expected 1",
    ),
    ("json", '{"a": 1, "b": 2, "a": 3}', "key 'a' is twice in an object"),
    ("json", '{"a": NaN}', "NaN is not valid JSON"),
    ("json", '{"a": -Infinity}', "-Infinity is not valid JSON"),
    ("json", "[" * 100_000, "nested too deeply"),
    ("json", '{"a":' * 100_000, "nested too deeply"),
    ("json", "9" * 100_000, "a number has too many digits"),
    ("json", HEAD + '"items": 5, "options": []}', "items: expected a list"),
    ("json", HEAD + '"items": [], "optoins": []}', "unknown key 'optoins'; did you mean 'options'"),
    (
        "json",
        HEAD + '"items": ["a", "a"], "options": []}',
        r"items\[1\]: item 'a' is declared twice",
    ),
    ("json", HEAD + '"items": [1e999], "options": []}', r"items\[0\]: a number is too large"),
    ("json", HEAD + '"items": [{"name": {}}], "options": []}', r"items\[0\]: a name is a text"),
    (
        "json",
        HEAD + '"items": [' + "[" * 30 + "]" * 30 + '], "options": []}',
        r"items\[0\]: a name is .* at most 20 deep",
    ),
    (
        "json",
        HEAD + '"items": [{"name": "a", "secondary": 1}], "options": []}',
        r"items\[0\]: secondary is true or false",
    ),
    (
        "json",
        HEAD + '"items": [{"name": "a", "bounds": [1]}], "options": []}',
        r"items\[0\]: bounds are two whole numbers",
    ),
    (
        "json",
        HEAD + '"items": [{"name": "a", "bounds": [0, true]}], "options": []}',
        r"items\[0\]: bounds are two whole numbers",
    ),
    (
        "json",
        HEAD + '"items": [{"name": "a", "bounds": [2, 1]}], "options": []}',
        r"items\[0\]: .* 0 <= low <= high",
    ),
    ("json", HEAD + '"items": ["a"], "options": ["a"]}', r"options\[0\]: expected a list"),
    ("json", HEAD + '"items": ["a"], "options": [{}]}', r"options\[0\]: the key 'entries' is miss"),
    ("json", HEAD + '"items": ["a"], "options": [["a"], []]}', r"options\[1\]: .* is empty"),
    (
        "json",
        HEAD + '"items": ["alpha"], "options": [["alhpa"]]}',
        r"options\[0\]: 'alhpa' is not among the items; did you mean 'alpha'",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [["a", {"item": "a", "colr": 1}]]}',
        r"options\[0\]: unknown key 'colr'; did you mean 'color'",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [{"entries": ["a"], "cost": "a"}]}',
        r"options\[0\]: a cost is a number, or the text of a decimal",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [{"entries": ["a"], "cost": "1/0"}]}',
        r"options\[0\]: a cost is a number, or the text of a decimal",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [{"entries": ["a"], "cost": true}]}',
        r"options\[0\]: a cost is a number, or the text of a decimal",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [{"entries": ["a"], "cost": 1e999}]}',
        r"options\[0\]: option 0 costs inf: costs are finite numbers",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [{"entries": ["a"], "cost": 0.5},'
        '{"entries": ["a"], "cost": "0.5"}]}',
        r"option 1 costs .*: give all costs of an objective one type",
    ),
    (
        "json",
        HEAD + '"items": ["a"], "options": [{"entries": ["a"], "cost": 1' + "0" * 30 + "}]}",
        r"options\[0\]: .* a cost is below 2\^62",
    ),
]


@for_each(WRONG)
def test_errors_name_the_fault_and_its_place(name: str, text: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message) as caught:
        read(text, format=name)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("name", READ)
def test_bytes_that_are_not_text(name: str) -> None:
    with pytest.raises(BadFormat, match="expected a text, not a value of type bytes"):
        read(b"a", format=name)  # type: ignore[arg-type]
    with pytest.raises(BadFormat, match="line 2, column 3: a NUL character"):
        read("ab\ncd\0", format=name)


def test_a_byte_order_mark_and_dos_lines_are_read() -> None:
    assert read("\ufeffa b\r\na\r\nb\r\n", format="dlx").item_names == ("a", "b")
    assert read("\ufeff1 0 1\r\n1\r\n", format="emc").option_count == 1
    assert read("\ufeffp ec 1\r\ns 1\r\n", format="ec").option_count == 1


@pytest.mark.parametrize("name", READ)
@given(text=st.one_of(st.text(max_size=60), st.text('abs01p ec|:{}[]",\n', max_size=60)))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        try:
            assert isinstance(read(text, format=name), Problem)
        except BadFormat as error:
            assert str(error)


@given(st.lists(st.sampled_from([*EVERYTHING.split(), "|", "\n", ":", "|3"]), max_size=30))
def test_shuffled_words_are_read_or_refused(shuffled: list[str]) -> None:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        try:
            read(" ".join(["guard lamp | x\n", *shuffled]), format="dlx")
        except BadFormat as error:
            assert str(error).startswith("line ")


def test_unknown_formats() -> None:
    with pytest.raises(BadFormat, match=r"no format 'jsno' \(dlx, json, emc, ec, .*'json'\?"):
        read("", format="jsno")
    with pytest.raises(BadFormat, match="no format 'x'"):
        write(Problem.from_options([]), format="x")


# Problems that cannot be written ------------------------------------------------------------------


def test_problems_that_a_format_cannot_hold_are_refused() -> None:
    with pytest.raises(BadFormat, match="no negative costs: write json, or add to all costs"):
        write(Problem.from_options(["a"], costs=[-1]), format="dlx")
    for name in (frozenset("ab"), b"a", float("inf"), 10**4000, object):
        with pytest.raises(
            BadFormat, match=f"item 0: JSON has no name of type {type(name).__name__}"
        ):
            write(Problem.from_options([[name]]), format="json")
    deep: object = 1
    for _ in range(30):
        deep = (deep,)
    with pytest.raises(BadFormat, match="item 0: JSON has no name of type tuple like this one"):
        write(Problem.from_options([[deep]]), format="json")
    with pytest.raises(BadFormat, match="option 0: JSON has no name of type bytes"):
        write(Problem.from_options({b"name": "a"}), format="json")


def test_the_worked_ec_text() -> None:
    problem = Problem.from_options([[(0, 1), "b\nc"], [frozenset("xy")]])
    assert write(problem, format="ec") == (
        "c item 1 is 0,1\nc item 2 is 'b\\nc'\nc item 3 is unnamed\np ec 3\ns 1 2\ns 3\n"
    )
    assert write(read("p ec 2\ns 2 1\n", format="ec"), format="ec") == "p ec 2\ns 2 1\n"


def test_the_worked_emc_text() -> None:
    # The matrix with which the literature begins, with its last item secondary.
    text = "3 1 5\n1011\n0110\n1101\n1001\n0100\n"
    problem = read(text, format="emc")
    assert problem.primary_flags == b"\1\1\1\0"
    assert write(problem, format="emc") == text
    assert read("3\n1\n5\n1 0 1 1\n0 1 1 0\n1 1 01\n 1001\n0 100", format="emc") == problem


# Solutions ---------------------------------------------------------------------------------------


def test_solutions_by_name() -> None:
    problem = Problem.from_options([["b", "a", Colored("x", 1)], [(3, 4)], [frozenset("a")]], ["x"])
    assert named(problem, [0, 1, 2]) == "b a x:1; 3,4; ?"
    assert list(knuth_lines(problem, [0, 1])) == [" b a x:1", " 3,4"]
    assert named(problem, []) == ""
    frozen = Problem.from_options({"left": "ab", (1, "r"): "c", frozenset("z"): "d"})
    assert named(frozen, [0, 1, 2]) == "left; 1,r; option 2"


def test_solutions_in_knuths_order_of_items() -> None:
    problem = Problem.from_options(["cab"], primary="abc")
    assert list(knuth_lines(problem, [0])) == [" a b c"]


def test_a_solution_of_another_problem() -> None:
    problem = Problem.from_options(["a"])
    with pytest.raises(BadProblem, match="there is no option 1: there are 1"):
        named(problem, [1])
    with pytest.raises(BadProblem, match="there is no option -1"):
        list(knuth_lines(problem, [-1]))


def test_a_table_gives_no_name_to_two_items() -> None:
    """The number 7 and the text "7" have the same text, so only the text is restored."""
    problem = Problem.from_options([["x"], [7, "7"]], primary=[7, "7", "x"])
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        again = read(write(problem, format="dlx"), format="dlx")
    assert again.item_names == ("7_2", "7", "x")
    long = Problem.from_options(
        [["x"], [123456789, "123456789"]], primary=[123456789, "123456789", "x"]
    )
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        again = read(write(long, format="dlx"), format="dlx")
    assert len(set(again.item_names)) == 3
    assert again.item_names[1:] == ("123456789", "x")


@pytest.mark.parametrize(
    ("bounds", "costs", "warned"),
    [({"a": (1, 2)}, [3], True), ({"a": (1, 2)}, None, False), (None, [3], False)],
)
def test_bounds_and_costs_together_give_a_warning(
    bounds: dict[Hashable, tuple[int, int]] | None, costs: list[int] | None, warned: bool
) -> None:
    problem = Problem.from_options(["ab"], bounds=bounds, costs=costs)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        write(problem, format="dlx")
    assert ["no one of them reads both" in str(one.message) for one in found] == [True] * warned


def test_deep_names_of_json() -> None:
    deep: Hashable = "x"
    for _ in range(30):
        deep = (deep,)
    for name in (deep, Colored("x", deep)):
        with pytest.raises(BadFormat, match="JSON has no name of type tuple like this one"):
            write(Problem.from_options({name: "a"}), format="json")
    colored: Hashable = "c"
    for _ in range(12):
        colored = (Colored("x", colored),)
    with pytest.raises(BadFormat, match="JSON has no name of type tuple like this one"):
        write(Problem.from_options({colored: "a"}), format="json")
