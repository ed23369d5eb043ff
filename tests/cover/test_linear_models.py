"""Linear models in files: what they mean, in every spelling, and what is kept."""

from __future__ import annotations

import subprocess
import warnings
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Constrained, Problem, SideConstraint, Solution
from combien.cover._oracle import all_solutions
from combien.cover.formats import FORMATS, FormatWarning, read, read_model, write
from combien.errors import BadFormat, BadInput, CannotAnswer
from tests.linear_files import Meaning, as_lp, as_mps, random_meaning
from tests.loops import for_each
from tests.random_problems import problems

Model = Problem | Constrained[Solution]


def parts(model: Model) -> Problem:
    return model.covers if isinstance(model, Constrained) else model


def solutions(model: Model) -> dict[frozenset[str], Fraction]:
    """Return the names of the options of each solution, and its cost, by the definition."""
    problem = parts(model)
    fault = model.fault if isinstance(model, Constrained) else lambda chosen: ""
    return {
        frozenset(map(str, problem.names(chosen))): sum(
            (Fraction(problem.cost(option)) for option in chosen), Fraction(problem.constant)
        )
        for chosen in all_solutions(problem)
        if not fault(chosen)
    }


def quiet(text: str, name: str) -> Model:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        return read_model(text, format=name)


def check(meaning: Meaning, text: str, name: str) -> None:
    """Compare a file with what its writer meant."""
    model, wanted = quiet(text, name), meaning.solutions()
    assert solutions(model) == wanted, text
    assert combien.count(model) == len(wanted)
    found = combien.best(model)
    assert found.proved
    assert found.sense == ("maximize" if meaning.maximize else "minimize")
    best = (max if meaning.maximize else min)(wanted.values(), default=None)
    assert (Fraction(found[0].cost) if found else None) == best, text


@pytest.mark.parametrize(("name", "writer"), [("lp", as_lp), ("mps", as_mps)])
@settings(max_examples=150)
@given(seed=st.integers(0, 10**6))
def test_files_mean_what_their_writer_meant(name: str, writer: Any, seed: int) -> None:
    random = Random(seed)
    meaning = random_meaning(random)
    check(meaning, writer(meaning, random), name)


@given(seed=st.integers(0, 10**6), spaces=st.booleans())
def test_pseudo_boolean_files_mean_what_their_writer_meant(seed: int, spaces: bool) -> None:
    """With a header, and as SCIP writes them, with its comments about the objective."""
    random = Random(seed)
    meaning = random_meaning(random, fractions=False, continuous=False)
    names = [one.name for one in meaning.variables]
    sign = -1 if meaning.maximize else 1
    lines = [f"* Obj. scale       : {sign}", f"* Obj. offset      : {sign * meaning.constant}"]
    costs = [(int(sign * one.cost), one.name) for one in meaning.variables if one.cost]
    objective = "".join(f"{cost:+d} {name} " for cost, name in costs)
    lines.append(f"min:{objective and ' '}{objective};")
    rows = []
    for row in meaning.constraints:
        total = "".join(f"{int(factor):+d} {names[at]} " for at, factor in row.terms.items())
        negated = "".join(f"{-int(factor):+d} {names[at]} " for at, factor in row.terms.items())
        for relation, end in row.sides:
            if relation == "<=":
                rows.append(f"{negated}>= {-end} ;")
            else:
                rows.append(f"{total}{relation} {end} ;")
    rows += [f"+1 {one.name} = {one.low} ;" for one in meaning.variables if one.low == one.high]
    # Every variable is in a row, as a file without a header has no others.
    rows += [f"+1 {name} >= 0 ;" for name in names]
    if spaces:
        lines.insert(0, f"* #variable= {len(names)} #constraint= {len(rows)}")
    check(meaning, "\n".join([*lines, *rows, ""]), "opb")


@given(seed=st.integers(0, 10**6))
def test_clauses_mean_what_their_writer_meant(seed: int) -> None:
    """Clauses of any signs, weights of single literals, and a constant."""
    random = Random(seed)
    size = random.randint(1, 5)
    every = range(1, size + 1)
    hard = [
        [random.choice((1, -1)) * at for at in random.sample(every, random.randint(1, size))]
        for _ in range(random.randint(0, 6))
    ]
    soft = [(random.randint(1, 9), random.choice((1, -1)) * random.choice(every)) for _ in "1234"]
    constant = random.randint(0, 3)
    lines = [f"h {' '.join(map(str, clause))} 0" for clause in hard]
    lines += [f"{weight} {literal} 0" for weight, literal in soft]
    lines += [f"{constant} 0"] if constant else []
    wanted = {}
    for bits in range(1 << size):
        true = {at if bits >> (at - 1) & 1 else -at for at in range(1, size + 1)}
        if all(true & set(clause) for clause in hard):
            cost = constant + sum(weight for weight, literal in soft if literal not in true)
            wanted[frozenset(f"x{at}" for at in true if at > 0)] = Fraction(cost)
    used = {abs(literal) for clause in hard for literal in clause} | {abs(at) for _, at in soft}
    # The new form has no header: other variables are not in the file.
    wanted = {
        chosen: cost for chosen, cost in wanted.items() if chosen <= {f"x{at}" for at in used}
    }
    assert solutions(quiet("\n".join(lines) + "\n", "wcnf")) == wanted


# What decides nothing -----------------------------------------------------------------------------


def lp(rows: str, *, objective: str = "min\n 0 x", rest: str = "bin\n x y z") -> str:
    return f"{objective}\nst\n{rows}\n{rest}\nend\n"


def test_a_variable_that_others_determine_gives_them_its_cost() -> None:
    rows = lp(" c: x + y + z = 2\n d: total - 3 x - 2 y - z = 4", objective="max\n 2 total")
    with pytest.warns(FormatWarning, match="variable 'total': only the distance"):
        problem = read(rows.replace("bin\n", "bounds\n total <= 100\nbin\n"), format="lp")
    assert [(found.cost, problem.names(found.solution)) for found in combien.best(problem)] == [
        (18, ("x", "y"))
    ]


@for_each(
    [
        # A continuous variable in an inequality, with a cost.
        (" c: total - 3 x - 2 y >= 0", "min\n total", "bin\n x y", "continuous and in 1 row"),
        (" c: s + x = 1\n d: s + y = 1", "min\n x", "bin\n x y", "continuous and in 2 rows"),
        (" c: x + y = 1", "min\n s", "bin\n x y", "'s' is continuous and in no row and has a cost"),
        # An integer that its equation does not determine.
        (" c: n + x <= 5", "min\n x", "bin\n x\ngen\n n", "'n' goes from 0 to 5"),
    ]
)
def test_other_continuous_variables_are_refused(
    rows: str, objective: str, rest: str, message: str
) -> None:
    with pytest.raises(BadFormat, match=message):
        read(lp(rows, objective=objective, rest=rest), format="lp")


def test_free_variables_double_the_count_and_are_named() -> None:
    text = lp(" c: x = 1", rest="bounds\n z <= 1\nbin\n x y z")
    with pytest.warns(FormatWarning, match="variables 'z', 'y': free, as no row and no cost"):
        problem = read(text.replace("0 x", "3 x"), format="lp")
    assert combien.count(problem) == 4
    mps = "ROWS\n N c\n E a\nCOLUMNS\n x a 1\nRHS\n R a 1\nBOUNDS\n BV B x\n BV B y\nENDATA\n"
    with pytest.warns(FormatWarning, match="variable 'y': free"):
        assert combien.count(read(mps, format="mps")) == 2


def test_integers_are_binary_where_rows_limit_them() -> None:
    text = lp(" c: 2 x + 3 y <= 4\n d: x + y + z <= 3\n e: z <= 1", rest="general\n x y z")
    # x may be 2, which no row excludes.
    with pytest.raises(BadFormat, match="'x' goes from 0 to 2"):
        read(text, format="lp")
    problem = quiet(text.replace("2 x", "2.5 x"), "lp")
    assert set(solutions(problem)) == {
        frozenset(chosen) for chosen in ("", "x", "y", "z", "xz", "yz")
    }


def test_rows_are_items_where_they_count() -> None:
    text = lp(" a: 3 x + 5 y + 6 z <= 7\n b: -2 x - 3 y <= -2\n c: 4 x + 4 y + z <= 7")
    model = read_model(text, format="lp")
    assert isinstance(model, Constrained)
    assert [(item.name, item.low, item.high) for item in model.covers.items] == [
        ("a", 0, 1), ("b", 1, 2),
    ]  # fmt: skip
    assert [one.name for one in model.constraints] == ["c"]
    with pytest.raises(BadFormat, match=r"row 'c' is not a sum .*: call read_model"):
        read(text, format="lp")


# Contradictions and what programs read differently ------------------------------------------------


def mps(columns: str, *, rhs: str = " R a 1", bounds: str = "", head: str = "") -> str:
    return (
        f"{head}NAME\nROWS\n N c\n E a\n L b\nCOLUMNS\n M 'MARKER' 'INTORG'\n{columns}\n"
        f" M 'MARKER' 'INTEND'\nRHS\n{rhs}\nBOUNDS\n{bounds}\nENDATA\n"
    )


PLAIN = " x a 1 c 3\n y a 1 b 1"


@for_each(
    [
        ("mps", mps(" x a 1\n x a 1"), "line 9: variable 'x' has two numbers in row 'a': programs"),
        ("mps", mps(PLAIN, rhs=" R a 1\n S a 2"), "line 13: two vectors in RHS, 'R' and 'S'"),
        ("mps", mps(PLAIN, rhs=" R a 1\n R a 2"), "line 13: a second number of row 'a' in RHS"),
        ("mps", mps(PLAIN, bounds=" UP B x 1\n UP C y 1"), "line 15: two vectors in BOUNDS"),
        ("mps", mps(PLAIN, bounds=" UP B x 1\n UP B x 0"), "line 15: a second upper bound of"),
        ("mps", mps(PLAIN, bounds=" UP B x -1"), "line 14: variable 'x' has the upper bound -1"),
        (
            "mps",
            mps(" x b 1", rhs=" R b 5", bounds=" LO B x 0"),
            "'x' is an integer with a lower",
        ),
        ("mps", mps(PLAIN, bounds=" FX B x 2\n BV B x"), "goes from 2 to 2, but line 15 says"),
        ("mps", mps(PLAIN, head="OBJSENSE\n MAX\nOBJSENSE\n MIN\n"), "line 4: minimize, but an"),
        ("lp", lp(" c1: x y >= 1"), r"line 4: expected \+ or - between 'x' and 'y'"),
        ("lp", lp(" 2 3 x >= 1"), r"line 4: expected \+ or - between '2' and '3'"),
        ("lp", lp(" c: 3 x + 2 y z >= 1"), r"line 4: expected \+ or - between 'y' and 'z'"),
        ("lp", lp(" c: x >= 1 <= 3"), "line 4: row 'c': expected its end after '1', not '<='"),
        ("lp", lp(" x + y >= 1 2 z >= 1"), "line 4: row 'R1': expected its end after '1'"),
        ("lp", lp(" c: 1 >= 0"), "line 4: row 'c': expected a sum of variables"),
        ("lp", lp(" c: x >= 0", rest="bounds\n -x >= -1\nbin\n x"), "line 6: expected a bound"),
        ("lp", lp(" c: x >= 0", rest="bounds\n 2 x <= 1\nbin\n x"), "without a coefficient"),
        ("lp", lp(" c: x >= 0", rest="bounds\n x <= 1 <= 2\nbin\n x"), "line 6: expected a bound"),
        ("lp", lp(" c: inf + x >= 0"), "line 4: an infinite number in a sum"),
        ("lp", "min\n x\nmax\n x\nst\n c: x = 1\nbin\n x\nend", "line 3: a second objective"),
        ("lp", lp(" c: x = 1", rest="bounds\n x = 2\nbin\n x"), "goes from 2 to 2, but line 8"),
        (
            "wcnf",
            "h 1 0\n0 -1 0\n",
            "line 2: a weight of 0: python-sat takes such a clause as hard",
        ),
        ("opb", "* Obj. scale : 0\nmin: +1 x1 ;\n+1 x1 >= 0 ;\n", "'Obj. scale' is 0"),
        ("opb", "* Obj. offset : 1\n* Obj. offset : 2\nmin: +1 x1 ;\n", "line 2: a second comment"),
    ]
)
def test_what_has_two_meanings_is_refused(name: str, text: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        read_model(text, format=name)


@for_each(
    [
        ("mps", mps(PLAIN, rhs=" R a 1 c 5"), "row 'c': the right side of the objective is minus"),
        (
            "mps",
            mps(PLAIN, bounds=" FX B x 0\n BV B x"),
            "variable 'x': binary, with other bounds",
        ),
        ("mps", mps(PLAIN, head="OBJSENSE MAX\n"), "'OBJSENSE MAX': maximized, but lp_solve"),
        ("mps", mps(PLAIN, head="OBJSENSE MAXIMIZE\n"), "maximized, but HiGHS, lp_solve"),
        ("mps", mps(PLAIN, head="OBJSENSE\n MAX\n"), "maximized, but CBC and PuLP"),
        ("mps", mps(" x b 1 c 2", rhs=" R b 5"), "'x': an integer without bounds, so 0 or 1"),
        ("lp", lp(" c: x + 1 >= 2", rest="bin\n x"), "row 'c': with a constant on its left"),
        ("lp", lp(" c: 0 <= x + y <= 1", rest="bin\n x y"), "row 'c': between two numbers"),
        ("lp", lp(" c: x = 1", objective="max\n x + 3", rest="bin\n x"), "'. 3': with a constant"),
        ("mps", mps(PLAIN, head="*SENSE:Maximize\n"), "comment '.SENSE:Maximize': obeyed"),
        ("mps", mps(PLAIN, head="* Format:     Free MPS\n"), "'c': minimized, as GLPK writes"),
        ("lp", lp(" c: x + y = 1", rest="bounds\n x <= 5\nbin\n x y"), "'x': binary; its wider"),
        (
            "lp",
            lp(" c: x + y = 1", rest="bounds\n x <= 1\n x <= 0\nbin\n x y"),
            "of which the last",
        ),
        ("lp", lp(" c: x + y = 1\n\\* constant term = 2.5 *\\", rest="bin\n x y"), "comment '2.5'"),
        ("opb", "* Obj. scale : -1\nmin: +1 x1 ;\n+1 x1 >= 0 ;\n", "comment 'Obj. scale : -1'"),
    ]
)
def test_what_other_programs_read_differently_is_said(name: str, text: str, message: str) -> None:
    with pytest.warns(FormatWarning, match=message):
        read_model(text, format=name)


def test_comments_of_writers_are_obeyed() -> None:
    found = combien.best(quiet(mps(PLAIN, head="*SENSE:Maximize\n"), "mps"))
    assert (found[0].cost, found.sense) == (3, "maximize")
    glpk = mps(PLAIN, rhs=" R a 1 c 5", head="* Format:     Free MPS\n")
    assert parts(quiet(glpk, "mps")).constant == 5
    assert parts(quiet(glpk.replace("* Format", "* format"), "mps")).constant == -5
    comment = mps(" x a 1 $ c 3\n y a 1 c 1").replace("NAME", "NAME one $ two")
    assert combien.count(read(comment, format="mps")) == 2


def test_pulp_writes_the_sense_before_the_name() -> None:
    for word in ("MAX", "MAXIMIZE", "Max"):
        text = mps(PLAIN, head=f"*SENSE:Maximize\nOBJSENSE\n    {word}\n")
        assert parts(quiet(text, "mps")).sense == "maximize"
        assert combien.cover.formats.sniff(text) == "mps"


# What is written ----------------------------------------------------------------------------------


@st.composite
def models(draw: st.DrawFn) -> Model:
    """A problem with a sense, a constant, and perhaps side constraints."""
    problem = draw(problems(bounds=True).filter(lambda found: found.option_count > 0))
    size = problem.option_count
    costs = draw(st.lists(st.integers(-9, 9), min_size=size, max_size=size))
    builder = Problem.builder()
    builder.copy_items(problem)
    for option in range(size):
        builder.option(*problem.entries(option), name=f"x{option + 1}")
    sense: Any = draw(st.sampled_from(["minimize", "maximize"]))
    builder.price(costs, sense=sense, constant=draw(st.integers(-5, 5)))
    sides = []
    for at in range(draw(st.integers(0, 2))):
        weights = draw(st.lists(st.integers(-4, 4), min_size=size, max_size=size))
        ends = sorted(draw(st.tuples(st.integers(-6, 9), st.integers(-6, 9))))
        least, most = draw(st.sampled_from([(*ends,), (None, ends[1]), (ends[0], None)]))
        sides.append(SideConstraint(weights, least=least, most=most, name=f"side{at}"))
    built = builder.build()
    return Constrained(built, sides) if sides else built


@given(model=models())
def test_sense_constant_and_rows_survive(model: Model) -> None:
    problem, wanted = parts(model), solutions(model)
    objective = bool(problem.has_costs or problem.constant)
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        for name in ("json", "mps", "lp", "opb"):
            again = read_model(write(model, format=name), format=name)
            assert solutions(again) == wanted, name
            # Without OBJSENSE, which few programs read, a file of MPS is minimized.
            silent = name == "mps" and problem.sense == "minimize"
            if objective or name != "opb":
                assert parts(again).sense == ("" if silent else problem.sense)
            if name == "json":
                assert parts(again) == problem
    best = [found.cost for found in combien.best(model, k=2)]
    pick = sorted(wanted.values(), reverse=problem.sense == "maximize")
    assert best == pick[:2]


@given(model=models())
def test_clauses_have_the_costs_up_to_sign_and_a_constant(model: Model) -> None:
    """WCNF minimizes, and has no negative weights: which solutions are better is the same."""
    problem = parts(model)
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        if isinstance(model, Constrained) or problem.has_bounds:
            with pytest.raises(BadFormat, match=r"the wcnf format has no (side|bounds)"):
                write(model, format="wcnf")
            return
        # Without the comments, which name the variables by their items.
        lines = write(model, format="wcnf").splitlines()
        text = "\n".join(line for line in lines if not line.startswith("c"))
    again, wanted = solutions(quiet(text, "wcnf")), solutions(model)
    sign = -1 if problem.sense == "maximize" and (problem.has_costs or problem.constant) else 1
    costs = [sign * problem.cost(option) for option in range(problem.option_count)]
    constant = sign * problem.constant + sum(cost for cost in costs if cost < 0)
    lost = min(0, constant)
    assert again == {chosen: sign * cost - lost for chosen, cost in wanted.items()}
    said = " ".join(str(note.message) for note in notes)
    assert ("costs are negated" in said) == (sign < 0)
    assert (f"costs are larger by {-lost}," in said) == (lost < 0)


def test_other_formats_refuse_what_they_would_lose() -> None:
    builder = Problem.builder()
    builder.option("a")
    builder.price([5], sense="maximize")
    with pytest.raises(
        BadFormat, match="the dlx format has no maximization: write json, mps or lp"
    ):
        write(builder.build(), format="dlx")
    builder = Problem.builder()
    builder.option("a")
    builder.price([0], constant=3)
    for name in ("dlx", "ec", "emc"):
        with pytest.raises(BadFormat, match=f"the {name} format has no co"):
            write(builder.build(), format=name)
    model = Constrained(Problem.from_options(["a"]), [SideConstraint([2], most=1)])
    for name, known in FORMATS.items():
        if known.writer and not known.sides:
            with pytest.raises(BadFormat, match="has no side constraints: write json, mps, lp"):
                write(model, format=name)


class _Cp:
    """A stand-in for CPMpy, in which the variables have values."""

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.rows: list[bool] = []
        self.objective: tuple[str, int] | None = None

    def Model(self) -> _Cp:  # noqa: N802
        return self

    def __iadd__(self, row: bool) -> _Cp:
        self.rows.append(row)
        return self

    def boolvar(self, shape: int, name: str) -> Any:
        return self.values if shape > 1 else self.values[0]

    def intvar(self, low: int, high: int) -> int:
        return low

    def sum(self, terms: list[int]) -> int:
        return sum(terms)

    def minimize(self, total: int) -> None:
        self.objective = ("minimize", total)

    def maximize(self, total: int) -> None:
        self.objective = ("maximize", total)


@settings(max_examples=30)
@given(model=models())
def test_cpmpy_models_say_the_same(model: Model) -> None:
    text, problem, wanted = write(model, format="cpmpy"), parts(model), solutions(model)
    body = text.partition("import cpmpy as cp\n")[2].partition("\nif __name__")[0]
    found: dict[frozenset[str], Any] = {}
    for bits in range(1 << problem.option_count):
        cp = _Cp([bits >> at & 1 for at in range(problem.option_count)])
        exec(body, {"cp": cp})
        if all(cp.rows):
            chosen = frozenset(f"x{at + 1}" for at, value in enumerate(cp.values) if value)
            found[chosen] = cp.objective
    assert found.keys() == wanted.keys()
    if problem.has_costs:
        assert found == {chosen: (problem.sense, cost) for chosen, cost in wanted.items()}


@pytest.mark.needs("minizinc")
def test_minizinc_obeys_the_sense_and_keeps_equal_options(tmp_path: Path) -> None:
    builder = Problem.builder()
    for cost in (1, 2, 4):
        builder.option("a", name="same")
        builder.option("b", name=f"b{cost}")
    builder.price([1, 1, 2, 2, 4, 4], sense="maximize", constant=10)
    sides = [SideConstraint([1, 1, 2, 2, 4, 4], most=6)]
    model = Constrained(builder.build(), sides)
    path = tmp_path / "model.mzn"
    path.write_text(write(model, format="minizinc"), encoding="utf-8")
    words = ["minizinc", "--solver", "gecode"]
    done = subprocess.run([*words, str(path)], capture_output=True, check=True, text=True)
    assert done.stdout.split("-----")[0].split("\n")[:2] in (["same (2)", "b4"], ["b2", "same (3)"])
    path.write_text(path.read_text("utf-8").replace("solve maximize", "solve satisfy; %"), "utf-8")
    done = subprocess.run([*words, "-a", str(path)], capture_output=True, check=True, text=True)
    assert done.stdout.count("-" * 10) == combien.count(model) == 8


# The objective ------------------------------------------------------------------------------------


def priced_problem(*, sense: Any = "", constant: Any = 0) -> Problem:
    builder = Problem.builder()
    for entries in ("ab", "a", "b", "a"):
        builder.option(*entries)
    builder.price([5, 1, 3, 2], sense=sense, constant=constant)
    return builder.build()


def test_best_obeys_the_problem() -> None:
    problem = priced_problem(sense="maximize", constant=10)
    found = combien.best(problem, k=2)
    assert [cost for cost, _ in found] == [15, 15]
    assert (found.sense, found.bound, found.costs) == ("maximize", 15, ((15,), (15,)))
    assert combien.best(problem, maximize=True)[0].cost == 15
    with pytest.raises(BadInput, match=r"maximize=False was given, .* are to maximize"):
        combien.best(problem, maximize=False)
    with pytest.raises(BadInput, match=r"maximize=True was given, .* are to minimize"):
        combien.best(priced_problem(sense="minimize"), maximize=True)
    # Costs of one's own have their own sense, and no constant.
    assert combien.best(problem, costs=[5, 1, 3, 2])[0].cost == 4
    assert combien.best(priced_problem(), maximize=True)[0].cost == 5


@pytest.mark.parametrize("constant", [7, -7, Fraction(1, 3), 0.5])
def test_the_constant_is_part_of_each_cost(constant: Any) -> None:
    plain, problem = priced_problem(), priced_problem(constant=constant)
    for method in ("bound", "prices", "zdd"):
        found = combien.best(problem, k=3, engine=method)
        assert [cost for cost, _ in found] == [
            cost + constant for cost, _ in combien.best(plain, k=3)
        ]
    reports: list[Any] = []
    combien.best(problem, report=reports.append)
    assert all(one.bound is None or one.bound <= 4 + constant for one in reports)
    # A gap is a part of the whole cost: 4 is within 100 % of 4, and not of -3.
    assert combien.best(problem, gap=2)[0].cost <= 2 * 4 + abs(constant) + 4


def test_known_costs_have_the_constant() -> None:
    options = ["".join(pair) for pair in combinations("abcdefghijkl", 2)]
    builder = Problem.builder()
    builder.gather(options)
    builder.price([(7 * at) % 31 for at in range(len(options))], constant=1000)
    with pytest.raises(combien.OutOfBudget) as stopped:
        combien.best(builder.build(), k=40, nodes=400, engine="bound")
    assert stopped.value.known["best"] >= 1000
    assert stopped.value.known.get("lower_bound", 1000) >= 1000
    assert all(found.cost >= 1000 for found in stopped.value.found)


def test_totals_and_relaxations_have_the_constant() -> None:
    problem = priced_problem(constant=10)
    assert combien.count_by_total(problem) == {14: 1, 15: 2}
    pytest.importorskip("highspy", reason="pip install highspy")
    assert combien.relaxation(problem).bound == 14
    with pytest.raises(CannotAnswer, match="to be maximized"):
        combien.relaxation(priced_problem(sense="maximize"))


def test_changed_problems_keep_the_objective() -> None:
    problem = priced_problem(sense="maximize", constant=3)
    more = problem.add_options(["ab"], costs=[9])
    assert (more.sense, more.constant, combien.best(more)[0].cost) == ("maximize", 3, 12)
    assert problem != priced_problem(sense="maximize") != priced_problem()
    fingerprints = {
        one.fingerprint for one in (problem, priced_problem(sense="maximize"), priced_problem())
    }
    assert len(fingerprints) == 3
    forced = Problem.builder()
    for entries in ("a", "bc", "b", "c"):
        forced.option(*entries)
    forced.price([4, 1, 2, 3], sense="maximize", constant=100)
    reduction = combien.cover.reduce(forced.build())
    total = reduction.cost + sum(combien.best(part)[0].cost for part in reduction.problems)
    assert total == combien.best(forced.build())[0].cost == 109


def test_weights_name_options() -> None:
    problem = Problem.from_options({"x": "ab", "y": "a", "z": "b", 7: "a"})
    model = Constrained(problem, [SideConstraint({"y": 2, "z": 2}, most=3)])
    assert set(combien.solutions(model)) == {(0,), (2, 3)}
    assert set(combien.solutions(Constrained(model, [SideConstraint({0: 1}, least=1)]))) == {(0,)}
    with pytest.raises(BadInput, match="hours: no option is named 'w': give its number"):
        Constrained(problem, [SideConstraint({"w": 1}, most=1, name="hours")])
    twice = Problem.from_options(["a", "a"])
    with pytest.raises(BadInput, match=r"2 options are named \('a',\): give its number"):
        Constrained(twice, [SideConstraint({("a",): 1}, most=1)])


def test_tables_without_rows_keep_their_columns() -> None:
    np = pytest.importorskip("numpy", reason="pip install numpy")
    empty: Any = np.empty((0, 3), dtype="i")
    matrices: list[Any] = [empty, memoryview(empty)]
    for matrix in matrices:
        problem = Problem.from_matrix(matrix)
        assert (problem.item_count, combien.count(problem)) == (3, 0)
    assert combien.count(Problem.from_matrix(np.eye(3, dtype=int))) == 1
    assert combien.count(Problem.from_matrix(memoryview(np.eye(3, dtype="i")))) == 1

    class Frame:
        columns = ("a", "b")

        def to_numpy(self) -> Any:
            return np.empty((0, 2))

    assert combien.count(Problem.from_matrix(Frame())) == 0  # type: ignore[arg-type]
