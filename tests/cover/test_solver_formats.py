"""The formats of other solvers: worked files, refusals, and HiGHS as reader and writer."""

from __future__ import annotations

import ast
import subprocess
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem
from combien.cover._oracle import all_solutions
from combien.cover.formats import FormatWarning, read, write
from combien.errors import BadFormat
from combien.sat import encode, wcnf
from tests.loops import for_each
from tests.random_problems import priced, problems

CREWS = """\
* Two flights, three duties.
NAME          CREWS
ROWS
 N  COST
 N  OTHER
 E  F1
 G  F2
 L  CREW
COLUMNS
    M1        'MARKER'                 'INTORG'
    D1        COST               5.0   F1                 1.
    D1        OTHER              9.0   F2                 1.
    D2        COST                3.   F1               1E+0
    D2        CREW              -2.0
    D3        COST                2.   F2               1D00
    D3        CREW              -2.0
    M2        'MARKER'                 'INTEND'
RHS
    RHS       F1                  1.   F2                 1.
    RHS       CREW              -1.5
RANGES
    R         F2                  1.
BOUNDS
 BV BND       D1
 UP BND       D2                  1.
 UI BND       D3                  1
ENDATA
"""


def test_a_worked_mps_file() -> None:
    problem = read(CREWS, format="mps")
    assert problem.names(range(3)) == ("D1", "D2", "D3")
    assert [problem.cost(option) for option in range(3)] == [5, 3, 2]
    # -2 D2 - 2 D3 <= -1.5 is D2 + D3 >= 1 for whole numbers.
    assert [(item.name, item.low, item.high) for item in problem.items] == [
        ("F1", 1, 1), ("F2", 1, 2), ("CREW", 1, 2),
    ]  # fmt: skip
    assert combien.best(problem)[0] == (5, (1, 2))


def test_cards_with_blanks_in_names() -> None:
    text = (
        "NAME          TWO WORDS\nROWS\n N  THE COST\n E  ROW 1\nCOLUMNS\n"
        "    M1        'MARKER'                 'INTORG'\n"
        "    COL A     ROW 1              1.0   THE COST           2.0\n"
        "    COL B     ROW 1              1.0\n"
        "    M2        'MARKER'                 'INTEND'\n"
        "RHS\n              ROW 1              1.0\nENDATA\n"
    )
    problem = read(text, format="mps")
    assert problem.item_names == ("ROW 1",)
    assert problem.names([0, 1]) == ("COL A", "COL B")
    assert problem.cost(0) == 2


LETTERS = r"""
\ A comment: not a row.
Maximize
 obj: 3 x + 2 y
    + 4 z + 5
Subject To
 a: x + y = 1
 1 <= y + z <= 2
 -x - z >= -1
 most: 0.5 x + 0.5 y + 0.5 z <= 1.25
Bounds
 x <= 1
 0 <= y <= 1
General
 x
Binary
 y z
End
"""


def test_a_worked_lp_file() -> None:
    with pytest.warns(FormatWarning) as notes:
        problem = read(LETTERS, format="lp")
    assert [str(note.message).split(",")[0] for note in notes] == [
        "objective '+ 5': with a constant", "row 'R2': between two numbers",
    ]  # fmt: skip
    assert (problem.sense, problem.constant) == ("maximize", 5)
    assert [(i.name, i.primary, i.low, i.high) for i in problem.items] == [
        ("a", True, 1, 1), ("R2", True, 1, 2), ("R3", False, 0, 1), ("most", True, 0, 2),
    ]  # fmt: skip
    assert combien.best(problem)[0] == (11, (1, 2))


def lp(rows: str, *, rest: str = "", names: str = "x y z") -> str:
    return f"min\n 0 x + 0 y + 0 z\nst\n{rows}\n{rest}\nbinary\n{names}\nend\n"


def test_large_lp_files_are_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        wanted = read(LETTERS, format="lp")
        for many in range(1, 40):
            monkeypatch.setattr("combien.cover.formats._lp._MANY_WORDS", many)
            assert read(LETTERS, format="lp") == wanted


@for_each(
    [
        ("a: x + y = 1\nb: y + z <= 1", ["x", "y", "z"]),
        # A row of secondary items becomes one with bounds where an option needs it.
        ("b: y + z <= 1", ["x", "y", "z"]),
        ("a: x + y = 0\nb: y + z = 1", ["z"]),
        ("a: 2 x + 2 y = 1", ["x", "y", "z"]),
        ("a: x + y >= 3", ["x", "y", "z"]),
        ("a: x + y <= -1\nb: y + z = 1", ["x", "y", "z"]),
        ("a: 0 x = 0\nb: 0 y <= 1", ["x", "y", "z"]),
        ("a: 0 x = 1", ["x", "y", "z"]),
        ("a: x = 1\nb: x <= 0", ["y", "z"]),
        ("a: x + y + z <= 2\nb: x - x + y >= 1", ["x", "y", "z"]),
    ]
)
def test_solutions_are_those_of_the_rows(rows: str, kept: list[str]) -> None:
    """Compared with all 0-1 vectors, by the definition of linear constraints."""
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        problem = read(lp(rows), format="lp")
    assert list(problem.names(range(problem.option_count))) == kept
    found = {frozenset(problem.names(solution)) for solution in combien.solutions(problem)}
    assert found == {chosen for chosen in _subsets("xyz") if _holds(rows, chosen)}


def _subsets(letters: str) -> list[frozenset[str]]:
    return [
        frozenset(c for at, c in enumerate(letters) if k >> at & 1)
        for k in range(1 << len(letters))
    ]


def _holds(rows: str, chosen: frozenset[str]) -> bool:
    for row in rows.splitlines():
        words = row.split(": ")[1].replace("- ", "+ -1 ").split()
        total, factor = 0, 1
        for word in words[:-2]:
            if word.isalpha():
                total += factor * (word in chosen)
                factor = 1
            elif word != "+":
                factor = int(word) * (-1 if factor == -1 else 1)
        right = int(words[-1])
        if not {"=": total == right, "<=": total <= right, ">=": total >= right}[words[-2]]:
            return False
    return True


WRONG = [
    ("mps", "", "the text ends without ENDATA"),
    ("mps", "ROWS\n N c\n", "line 3: the text ends without ENDATA"),
    ("mps", " E a\n", "line 1: expected the section ROWS first"),
    ("mps", "NAME\nROWS\n X a\nENDATA", "line 3: expected N, E, L or G and the name of a row"),
    ("mps", "ROWS\n E a\n E a\nENDATA", "line 3: a second row is named 'a'"),
    ("mps", "ROWS\n E a\nQUADOBJ\n x x 1\nENDATA", "line 3: section 'QUADOBJ': an exact cover has"),
    ("mps", "ROWS\n E alpha\nCOLUMNS\n x alhpa 1\nENDATA", "'alhpa' is not a row; did you mean"),
    ("mps", "ROWS\n E a\nCOLUMNS\n x a 1e9999\nENDATA", "the number of row 'a', a number, not"),
    ("mps", "ROWS\n E a\nCOLUMNS\n x a\nENDATA", "line 4: expected a variable, then a row"),
    ("mps", "ROWS\n E a\nCOLUMNS\n x a 1\n y a 1\n x a 1\nENDATA", "line 6: variable 'x' is here"),
    (
        "mps",
        "ROWS\n N c\n G a\nCOLUMNS\n x a 1 c 1\nENDATA",
        "line 5: variable 'x' is continuous and in no row and has a cost",
    ),
    ("mps", "ROWS\n E a\nCOLUMNS\n x a 1\nBOUNDS\n LI B y 1\nENDATA", "'y' goes from 1 to no"),
    ("mps", "ROWS\n E a\nCOLUMNS\n x a 1\nBOUNDS\n SC B x 1\nENDATA", "a semicontinuous variable"),
    ("mps", "ROWS\nOBJSENSE\n  UP\nENDATA", "line 3: expected MIN or MAX, not 'UP'"),
    ("lp", "", "line 1: the text ends without End"),
    ("lp", "x + y = 1\nend", "line 1: expected Minimize or Maximize first, not 'x'"),
    ("lp", "min\nx + [ x * y ] / 2\nend", r"line 2: .*'\[', which begins products of variables"),
    ("lp", lp("cap: 2 x + 3 y + z <= 4"), "row 'cap' is not a sum of variables with equal"),
    ("lp", lp("cap: x - y + 0 z <= 0"), "row 'cap' is not a sum .*: call read_model"),
    ("lp", lp("a: x + y = z"), "line 4: row 'a' has a variable on its right side"),
    ("lp", lp("a: x + y"), "row 'a': expected a sum of variables, then"),
    ("lp", lp("a: x * y = 1"), r"line 4: expected a name or a number, not '\*'"),
    ("lp", lp("a: [x ^ 2] = 1"), r"expected a name or a number, not '\['"),
    ("lp", lp("a: x = 1\na: y = 1"), "line 5: a second row is named 'a'"),
    ("lp", lp("a: x + y = 1\nb: y >= 0", names="x z").replace("0 y", "1 y"), None),
    ("lp", lp("a: x + y = 1\nb: y + z >= 1", names="x z"), "line 2: variable 'y' is continuous"),
    ("lp", lp("a: x + y = 1", rest="general\n x y", names="z"), None),
    ("lp", lp("a: x >= 1", rest="general\n x", names="y z"), "'x' goes from 1 to no limit"),
    ("lp", lp("a: x <= 2", rest="bounds\n x <= 2\ngeneral\n x", names="y z"), "from 0 to 2"),
    ("lp", lp("a: x = 1", rest="bounds\n w <= 2\ngeneral\n w"), "'w' goes from 0 to 2"),
    ("lp", lp("a: x = 1", rest="bounds\n 1 <= 2"), "line 6: expected a bound such as"),
    ("lp", lp("a: x = 1", rest="sos1\n s: x:1 y:2"), "sections of other variables"),
    ("lp", "min\n 1e-30 x\nst\n a: x = 1\nbinary\n x\nend", "cost of 'x' is 1e-30: .* digits"),
    ("lp", "min\n 1e30 x\nst\n a: x = 1\nbinary\n x\nend", r"the limit is 2\^62"),
    ("lp", "min\n 1e999 x\nst\n a: x = 1\nbinary\n x\nend", r"the limit is 2\^62"),
]  # fmt: skip


@for_each(WRONG)
def test_what_is_not_an_exact_cover_is_refused(name: str, text: str, message: str | None) -> None:
    check_refusal(name, text, message)


def check_refusal(name: str, text: str, message: str | None) -> None:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        if message is None:
            read(text, format=name)
            return
        with pytest.raises(BadFormat, match=message) as caught:
            read(text, format=name)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize("name", ["mps", "lp"])
@given(words=st.lists(st.sampled_from([*CREWS.split("\n"), *LETTERS.split(), "\n", " "])))
def test_shuffled_lines_are_read_or_refused(name: str, words: list[str]) -> None:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        try:
            read(" ".join(["min", *words, "\nend"]), format=name)
            read("\n".join(["ROWS", *words, "ENDATA"]), format=name)
        except BadFormat as error:
            assert str(error)


# Clauses, pseudo-Boolean constraints, XCSP3 ------------------------------------------------------


@pytest.mark.parametrize("name", ["opb", "wcnf"])
@settings(max_examples=40)
@given(data=st.data())
def test_solutions_and_costs_survive(name: str, data: st.DataObject) -> None:
    problem = data.draw(problems(bounds=name == "opb"))
    size = problem.option_count
    problem = priced(problem, data.draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size)))
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        again = read(write(problem, format=name), format=name)
    assert all_solutions(again) == all_solutions(problem)
    assert [again.cost(o) for o in range(size)] == [problem.cost(o) for o in range(size)]


@pytest.mark.parametrize("kind", [float, Fraction, Decimal])
@settings(max_examples=30)
@given(data=st.data())
def test_decimal_costs_survive(kind: type[Any], data: st.DataObject) -> None:
    problem = data.draw(problems(bounds=True))
    size = problem.option_count
    given = data.draw(st.lists(st.integers(-999, 999), min_size=size, max_size=size))
    costs = [kind(str(cost / 100)) for cost in given]
    problem = priced(problem, costs)
    exact = [Fraction(cost, 100) for cost in given]
    for name in ("mps", "lp") if size else ():
        again = read(write(problem, format=name), format=name)
        assert [again.cost(option) for option in range(size)] == exact
        found = [best.cost for best in combien.best(again, k=3)]
        assert found == [Fraction(str(best.cost)) for best in combien.best(problem, k=3)]
    if any(costs):
        assert read(write(problem, format="json"), format="json") == problem
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        again = read(write(problem, format="opb"), format="opb")
    scaled = [again.cost(option) for option in range(size)]
    factor = next((Fraction(a) / b for a, b in zip(scaled, exact, strict=True) if b), 0)
    assert scaled == [factor * cost for cost in exact]


def test_formats_of_whole_numbers_have_multiples() -> None:
    problem = Problem.from_options(["ab", "a", "b"], costs=[0.5, 0.25, 1])
    for name in ("opb", "wcnf", "minizinc", "cpmpy"):
        with pytest.warns(FormatWarning, match=f"costs are multiplied by 4, as the {name} format"):
            text = write(problem, format=name)
        if name in ("opb", "wcnf"):
            again = read(text, format=name)
            assert [again.cost(option) for option in range(3)] == [2, 1, 4]
    assert "minimize 2 * x[1] + 1 * x[2] + 4 * x[3];" in _text(problem, "minizinc")
    with pytest.raises(BadFormat, match="the dlx format has only whole costs: write json, mps or"):
        write(problem, format="dlx")
    thirds = Problem.from_options(["a"], costs=[Fraction(1, 3)])
    with pytest.raises(BadFormat, match="the cost 1/3 has no finite decimal form"):
        write(thirds, format="mps")


def _text(problem: Problem, name: str) -> str:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        return write(problem, format=name)


def test_each_variable_of_a_header_is_an_option() -> None:
    for name, text in (
        ("opb", "* #variable= 3 #constraint= 1\n+1 x2 = 1 ;\n"),
        ("wcnf", "p wcnf 3 1 9\n9 2 0\n"),
    ):
        with pytest.warns(FormatWarning, match="variables 'x1', 'x3': free"):
            assert combien.count(read(text, format=name)) == 4
    for text in ("* #variable= 2000000 #constraint= 0\n", "p wcnf 2000000 0 9\n"):
        with pytest.raises(BadFormat, match="are in no constraint"):
            read(text, format=text[2:6] if text[0] == "p" else "opb")


def test_clauses_whose_pairs_exclude_each_other_are_one_item() -> None:
    problem = read(
        "p wcnf 3 5 9\n9 1 2 3 0\n9 -1 -2 0\n9 -1 -3 0\n9 -3 -2 0\n2 -3 0", format="wcnf"
    )
    assert [(item.name, item.low, item.high) for item in problem.items] == [("c1", 1, 1)]
    assert [problem.cost(option) for option in range(3)] == [0, 0, 2]
    # Without one of the pairs, two of them may be chosen.
    problem = read("h 1 2 3 0\nh -1 -2 0\nh -1 -3 0\n", format="wcnf")
    assert sorted(combien.solutions(problem)) == [(0,), (1,), (1, 2), (2,)]


def test_maxsat_answers_are_read_as_bits() -> None:
    encoding = encode(Problem.from_options(["a", "a"], costs=[5, 0]), "pairwise")
    answer = wcnf.read_answer("c time 0\no 0\ns OPTIMUM FOUND\nv 01\n", encoding)
    assert encoding.solution(answer.model) == (1,)
    answer = wcnf.read_answer("s OPTIMUM FOUND\nv -1 2 0\n", encoding)
    assert encoding.solution(answer.model) == (1,)


SQUARE = """<instance format="XCSP3" type="COP">
  <variables>
    <array id="x" size="[2][2]"> 0..1 </array>
    <var id="free"> 0 1 </var>
  </variables>
  <constraints>
    <group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum>
      <args> 1 x[0][] </args> <args> 1 x[1][0..1] </args> </group>
    <block>
      <count id="column"> <list> x[][0] </list> <values> 1 </values> <condition> (lt,2) </condition>
      </count>
      <sum> <list> x[][1] free </list> <coeffs> 2 2 2 </coeffs> <condition> (in,0..3) </condition>
      </sum>
    </block>
  </constraints>
  <objectives> <minimize type="sum"> <list> x[0][] </list> <coeffs> 3 1 </coeffs> </minimize>
  </objectives>
</instance>
"""


def test_a_worked_xcsp3_file() -> None:
    problem = read(SQUARE, format="xcsp3")
    assert problem.names(range(5)) == ("x[0][0]", "x[0][1]", "x[1][0]", "x[1][1]", "free")
    # The last row says `0 <= sum <= 1`, so it is primary.
    assert [(item.primary, item.low, item.high) for item in problem.items] == [
        (True, 1, 1), (True, 1, 1), (False, 0, 1), (True, 0, 1),
    ]  # fmt: skip
    assert combien.best(problem)[0] == (1, (1, 2))


def test_only_one_direction() -> None:
    problem = Problem.from_options(["a"])
    with pytest.raises(BadFormat, match="xcsp3 files are only read: write minizinc"):
        write(problem, format="xcsp3")
    for name in ("minizinc", "cpmpy"):
        with pytest.raises(BadFormat, match=f"{name} files are only written: "):
            read("x", format=name)


def test_models_hold_names_as_texts_only() -> None:
    names = ['"); import os #', "\\(1)", "new\nline", "\u2028"]
    problem = Problem.from_options({name: [name] for name in names})
    for name in ("minizinc", "cpmpy"):
        text = write(problem, format=name)
        assert len(text.splitlines()) == len(
            write(Problem.from_options("abcd"), format=name).splitlines()
        )
        assert "\\(" not in text
    ast.parse(text)
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import)]
    assert len(found) == 1


@pytest.mark.needs("cpmpy")
def test_cpmpy_finds_the_cheapest() -> None:
    pytest.importorskip("cpmpy")
    problem = Problem.from_options(
        ["ab", "bx", "ax", "c", "ca"],
        "x",
        bounds={"c": (0, 2), "b": (0, 1)},
        costs=[3, 0, -2, 5, 1],
    )
    space: dict[str, Any] = {"__name__": "model"}
    exec(write(problem, format="cpmpy"), space)
    assert space["model"].solve()
    assert space["model"].objective_value() == combien.best(problem)[0].cost


# Names that would end a text, begin an expression, or end a comment.
MINIZINC = [
    Problem.from_options(
        ["ab", "bx", "ax", "c", "ca"],
        "x",
        bounds={"c": (0, 2), "b": (0, 1)},
        costs=[3, 0, -2, 5, 1],
    ),
    Problem.from_options([["\\(1)", '"', "%"], ['"'], ["%", "\n"], ["\\(1)"], ["\n"]]),
    Problem.from_options(["ab", "bc"]),
    Problem.from_options(["a", "a"], costs=[-1, -2], bounds={"a": (1, 2)}),
]


@pytest.mark.needs("minizinc")
@pytest.mark.parametrize("problem", MINIZINC)
def test_minizinc_finds_all_solutions_and_the_cheapest(problem: Problem, tmp_path: Path) -> None:
    model = tmp_path / "model.mzn"
    model.write_text(write(problem, format="minizinc"), encoding="utf-8")
    numbered = model.read_text("utf-8").replace("[name[i]", "[show(i)")
    (tmp_path / "numbers.mzn").write_text(numbered, encoding="utf-8")
    for file in (model, tmp_path / "numbers.mzn"):
        done = subprocess.run(
            ["minizinc", "--solver", "gecode", "-a", str(file)],
            capture_output=True,
            check=True,
            text=True,
        )
    found = [
        tuple(sorted(int(line) - 1 for line in part.split()))
        for part in done.stdout.replace("=" * 10, "").split("-" * 10)[:-1]
    ]
    assert ("UNSATISFIABLE" in done.stdout) == (not combien.count(problem))
    if problem.has_costs:
        assert sum(map(problem.cost, found[-1])) == combien.best(problem)[0].cost
    else:
        assert sorted(found) == sorted(map(tuple, all_solutions(problem)))


HUGE = """<instance><variables> <array id="x" size="[1000000000]"> 0 1 </array>
</variables></instance>"""
BOMB = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><instance>&c;</instance>'


def xcsp3(constraint: str, *, variables: str = '<array id="x" size="[3]"> 0 1 </array>') -> str:
    parts = f"<variables>{variables}</variables>\n<constraints>\n{constraint}\n</constraints>"
    return f"<instance>\n{parts}</instance>"


def total(condition: str, listed: str = "x[]", *, more: str = "") -> str:
    return f"<sum><list>{listed}</list>{more}<condition>{condition}</condition></sum>"


@for_each(
    [
        ("xcsp3", HUGE, "line 1: more than 50000 variables"),
        ("xcsp3", HUGE.replace("[1000000000]", "[999999999]" * 6), "more than 50000 variables"),
        ("xcsp3", BOMB, "line 1: document types and entities are not allowed"),
        ("xcsp3", "<a>" * 100, "line 1: more than 64 elements inside one another"),
        ("xcsp3", "<puzzle/>", "line 1: expected <instance>, not <puzzle>"),
        ("xcsp3", xcsp3("<nValues> x[] </nValues>"), "line 4: a constraint <nValues>"),
        (
            "xcsp3",
            xcsp3(total("(eq,1)", more="<coeffs>1 2 3</coeffs>")),
            "row 'c1' is not a sum of variables",
        ),
        ("xcsp3", xcsp3(total("(eq,1)", more="<coeffs>1 1</coeffs>")), "2 coefficients for 3"),
        ("xcsp3", xcsp3(total("(ne,1)")), r"condition '\(ne,1\)': expected eq, le"),
        ("xcsp3", xcsp3(total("(eq,1)", "y")), "line 4: 'y' is not a variable"),
        ("xcsp3", xcsp3(total("(eq,1)", "x[3]")), "the indices go from 0 to 2"),
        ("xcsp3", xcsp3(total("(eq,1)", "x[1..999999999]")), "the indices go from 0 to 2"),
        ("xcsp3", xcsp3(total("(eq,1)", "x")), "'x': expected 1 indices"),
        (
            "xcsp3",
            xcsp3(total("(eq,3)"), variables='<array id="x" size="[3]"> 0..5 </array>'),
            "row 'c1' is not a sum of variables",
        ),
        (
            "xcsp3",
            xcsp3(f"<group>{total('(eq,1)', '%3')}<args>x[0]</args></group>"),
            "%3: the group",
        ),
        (
            "opb",
            "* #variable= 2 #constraint= 1\n+1 x1 +2 x2 >= 1 ;",
            None,
        ),
        ("opb", "* #variable= 1 #constraint= 1\n+1 x1\n* c\n>= 1 ;", None),
        ("opb", "* #variable= 1000000000 #constraint= 0\n", "the limit is 10000000"),
        (
            "opb",
            "* #variable= 1 #constraint= 0\nmin: +" + "9" * 30 + " x1 ;",
            r"the limit is 2\^62",
        ),
        ("wcnf", "h 1 -2 0", "row 'c1' is not a sum of variables with equal coefficients"),
        ("wcnf", "h 1 2\n", "line 1: a clause ends with 0"),
        ("wcnf", "h 1 x 0\n", "line 1: expected a literal, as 3 or -3, not 'x'"),
        ("wcnf", "5 1 2 0\n", "line 1: a soft clause of several literals"),
        ("wcnf", "p wcnf 3 1 5\n5 4 0", "line 2: variable 4, but the header promises 3"),
        ("wcnf", "p wcnf 3 1 5\nh 3 0", "line 2: a clause h in a file with a header"),
        ("wcnf", "h 1 0\np wcnf 3 1 5\n", "line 2: expected one header"),
        ("wcnf", "1e9 1 0\n", "line 1: expected h or a weight in digits"),
        ("wcnf", "h 999999999999 0\n", "expected a literal"),
    ]
)
def test_hostile_and_wrong_files(name: str, text: str, message: str | None) -> None:
    check_refusal(name, text, message)


def test_names_that_the_lp_format_reserves() -> None:
    problem = Problem.from_options({"st": ["end"], "e5": ["2x"], "a+b": ["end"]})
    with pytest.warns(FormatWarning, match="5 names are changed"):
        text = write(problem, format="lp")
    again = read(text, format="lp")
    assert again.item_names == ("_end", "_2x")
    assert again.names(range(3)) == ("_st", "_e5", "a_b")


# HiGHS --------------------------------------------------------------------------------------------


def _highs(path: Path) -> Any:
    highspy = pytest.importorskip("highspy", reason='pip install "combien[milp]"')
    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    assert model.readModel(str(path)) == highspy.HighsStatus.kOk
    return model


@pytest.mark.parametrize("name", ["mps", "lp"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_highs_reads_what_is_written_and_the_other_way_round(
    name: str, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    problem = data.draw(problems(bounds=True).filter(lambda found: found.option_count > 0))
    costs = data.draw(st.lists(st.integers(-9, 9), min_size=problem.option_count, max_size=9))
    problem = priced(problem, costs[: problem.option_count])
    folder = tmp_path_factory.mktemp("models")
    mine, theirs = folder / f"mine.{name}", folder / f"theirs.{name}"
    mine.write_text(write(problem, format=name), encoding="utf-8")
    model = _highs(mine)
    model.run()
    expected = combien.best(problem)
    solved = str(model.getModelStatus()).endswith("kOptimal")
    assert solved == bool(expected)
    if expected:
        assert model.getInfo().objective_function_value == pytest.approx(expected[0].cost)
    model.writeModel(str(theirs))
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        again = read(theirs.read_text(encoding="utf-8"), format=name)
    assert _covers(again) == _covers(problem)
    assert [one.cost for one in combien.best(again)] == [one.cost for one in expected]


def _covers(problem: Problem) -> set[frozenset[object]]:
    names = [
        f"x{option + 1}" if isinstance(problem.name(option), tuple) else problem.name(option)
        for option in range(problem.option_count)
    ]
    return {frozenset(names[o] for o in solution) for solution in all_solutions(problem)}
