"""XCSP3: constraints and expressions against all assignments, evaluated by the definition."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.cover.formats import FormatWarning, read_model
from combien.errors import BadFormat
from tests.loops import for_each

DOMAINS = {"x[0]": (0, 1), "x[1]": (0, 1), "y[0]": (0, 1, 2), "y[1]": (1, 3), "z": (-1, 0, 2)}
VARIABLES = """<variables> <array id="x" size="[2]"> 0 1 </array>
<array id="y" size="[2]"> <domain for="y[0]"> 0..2 </domain> <domain for="others"> 1 3 </domain>
</array> <var id="z"> -1 0 2 </var> </variables>"""

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "add": lambda *given: sum(given), "sub": operator.sub, "mul": lambda *given: prod(given),
    "neg": operator.neg, "abs": abs, "dist": lambda a, b: abs(a - b), "min": min, "max": max,
    "eq": lambda *given: len(set(given)) == 1, "ne": operator.ne, "lt": operator.lt,
    "le": operator.le, "gt": operator.gt, "ge": operator.ge, "not": operator.not_,
    "and": lambda *given: all(given), "or": lambda *given: any(given),
    "imp": lambda a, b: not a or b, "iff": lambda a, b: bool(a) == bool(b),
    "xor": lambda a, b: bool(a) != bool(b), "in": lambda a, b: a in b,
    "notin": lambda a, b: a not in b, "set": lambda *given: given,
}  # fmt: skip


def evaluated(text: str, values: dict[str, int]) -> Any:
    for name, value in values.items():
        text = text.replace(name, f"({value})")
    # Some functions have names that are words of Python.
    names = {f"f_{name}": function for name, function in FUNCTIONS.items()}
    return eval(re.sub(r"([a-z]+)\(", r"f_\1(", text), {"__builtins__": {}}, names)


def instance(constraints: str, objective: str = "") -> str:
    return (
        f'<instance format="XCSP3" type="CSP">{VARIABLES}<constraints>{constraints}</constraints>'
        f"{objective and f'<objectives>{objective}</objectives>'}</instance>"
    )


def assignments() -> Iterator[dict[str, int]]:
    for values in product(*DOMAINS.values()):
        yield dict(zip(DOMAINS, values, strict=True))


def found(text: str) -> tuple[Any, list[dict[str, int]]]:
    """Return the model of an instance, and its solutions as assignments."""
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        model = read_model(text, format="xcsp3")
    problem = model.covers if isinstance(model, combien.Constrained) else model
    solutions = []
    for solution in combien.solutions(model):
        chosen = set(map(str, problem.names(solution)))
        solutions.append(
            {
                name: int(name in chosen)
                if values == (0, 1)
                else next(value for value in values if f"{name}={value}" in chosen)
                for name, values in DOMAINS.items()
            }
        )
    return model, solutions


def same(solutions: list[dict[str, int]], wanted: list[dict[str, int]]) -> bool:
    key = lambda one: sorted(one.items())  # noqa: E731
    return sorted(solutions, key=key) == sorted(wanted, key=key)


def random_number(random: Random, depth: int = 2) -> str:
    kind = random.randint(0, 5 if depth else 1)
    if kind == 0:
        return str(random.randint(-2, 3))
    if kind in (1, 2):
        return random.choice(list(DOMAINS))
    a, b = (random_number(random, depth - 1) for _ in range(2))
    return random.choice(
        [f"add({a},{b})", f"sub({a},{b})", f"mul({a},{random.randint(-2, 2)})", f"neg({a})",
         f"abs({a})", f"dist({a},{b})", f"min({a},{b})"]
    )  # fmt: skip


def random_claim(random: Random, depth: int = 2) -> str:
    if not depth or random.random() < 0.4:
        if random.random() < 0.2:
            return random.choice(("x[0]", "x[1]"))
        if random.random() < 0.15:
            return f"{random.choice(('in', 'notin'))}({random.choice(list(DOMAINS))},set(0,2))"
        relation = random.choice(("eq", "ne", "lt", "le", "gt", "ge"))
        return f"{relation}({random_number(random)},{random_number(random)})"
    a, b = (random_claim(random, depth - 1) for _ in range(2))
    return random.choice(
        [f"and({a},{b})", f"or({a},{b})", f"not({a})", f"imp({a},{b})", f"iff({a},{b})",
         f"xor({a},{b})"]
    )  # fmt: skip


def test_random_expressions_mean_what_they_evaluate_to() -> None:
    random, read = Random(7), 0
    for _ in range(120):
        claim = random_claim(random)
        wanted = [one for one in assignments() if evaluated(claim, one)]
        try:
            _, solutions = found(instance(f"<intension> {claim} </intension>"))
        except BadFormat as error:
            assert "<intension> has" in str(error), claim
            continue
        read += 1
        assert same(solutions, wanted), claim
    # The others are about products and comparisons of several variables.
    assert read > 50


@settings(max_examples=60)
@given(seed=st.integers(0, 10**6))
def test_objectives_are_expressions(seed: int) -> None:
    random = Random(seed)
    expression, sense = random_number(random), random.choice(("minimize", "maximize"))
    objective = f"<{sense}>{expression}</{sense}>"
    text = instance("<intension> ge(add(y[0],z),1) </intension>", objective)
    try:
        model, _ = found(text)
    except BadFormat as error:
        assert "the objective has" in str(error)
        return
    costs = [evaluated(expression, one) for one in assignments() if one["y[0]"] + one["z"] >= 1]
    best = combien.best(model)
    assert best[0].cost == (max if sense == "maximize" else min)(costs)
    assert best.sense == sense


CONSTRAINTS: list[tuple[str, Callable[[dict[str, int]], bool]]] = [
    (
        "<sum> <list> x[] y[0] </list> <coeffs> 1x2 2 </coeffs> <condition> (le,z) </condition>"
        "</sum>",
        lambda v: v["x[0]"] + v["x[1]"] + 2 * v["y[0]"] <= v["z"],
    ),
    (
        "<count> <list> y[] z </list> <values> 0 2 </values> <condition> (in,1..2) </condition>"
        "</count>",
        lambda v: 1 <= sum(v[one] in (0, 2) for one in ("y[0]", "y[1]", "z")) <= 2,
    ),
    (
        "<allDifferent> y[] z </allDifferent>",
        lambda v: len({v["y[0]"], v["y[1]"], v["z"]}) == 3,
    ),
    ("<allDifferent> x[] </allDifferent>", lambda v: v["x[0]"] != v["x[1]"]),
    (
        "<allDifferent> add(x[0],1) y[] </allDifferent>",
        lambda v: len({v["x[0]"] + 1, v["y[0]"], v["y[1]"]}) == 3,
    ),
    (
        "<allDifferent> <matrix> (x[0],y[0])(y[1],z) </matrix> </allDifferent>",
        lambda v: v["x[0]"] != v["y[0]"] and v["y[1]"] != v["z"] and v["x[0]"] != v["y[1]"]
        and v["y[0]"] != v["z"],
    ),
    (
        "<cardinality> <list> y[] z </list> <values> 0 2 3 </values> <occurs> 0..1 x[0] 1 </occurs>"
        "</cardinality>",
        lambda v: (w := [v["y[0]"], v["y[1]"], v["z"]]).count(0) <= 1
        and w.count(2) == v["x[0]"] and w.count(3) == 1,
    ),
    (
        '<cardinality> <list> y[] </list> <values closed="true"> 0 2 3 </values>'
        "<occurs> 0..2 0..2 0..2 </occurs> </cardinality>",
        lambda v: v["y[1]"] == 3 and v["y[0]"] != 1,
    ),
    (
        "<instantiation> <list> x[] z </list> <values> 1 0 2 </values> </instantiation>",
        lambda v: (v["x[0]"], v["x[1]"], v["z"]) == (1, 0, 2),
    ),
    (
        "<clause> not(x[0]) x[1] eq(z,2) </clause>",
        lambda v: v["x[0]"] == 0 or v["x[1]"] == 1 or v["z"] == 2,
    ),
    (
        "<group> <intension> ne(%0,%1) </intension> <args> y[] </args> <args> z y[0] </args>"
        "</group>",
        lambda v: v["y[0]"] != v["y[1]"] and v["z"] != v["y[0]"],
    ),
    (
        "<intension> and(or(x[0],and(x[1],eq(z,2))),imp(x[0],and(x[1],eq(z,0)))) </intension>",
        lambda v: bool(v["x[1]"] and v["z"] == (0 if v["x[0]"] else 2)),
    ),
]  # fmt: skip


@for_each(CONSTRAINTS)
def test_constraints_mean_what_they_say(text: str, holds: Callable[[dict[str, int]], bool]) -> None:
    _, solutions = found(instance(text))
    assert same(solutions, [one for one in assignments() if holds(one)])


def test_as_pycsp3_writes_it() -> None:
    """A sum of one variable, a sum with a plus, and a row of any coefficients."""
    text = """<instance format="XCSP3" type="COP">
    <variables> <array id="x" size="[4]"> 0 1 </array> </variables>
    <constraints>
      <intension> eq(x[3],1) </intension>
      <intension> eq(add(x[0],x[1]),1) </intension>
      <intension> le(add(mul(4,x[1]),mul(4,x[2]),x[3]),7) </intension>
      <intension> or(x[1],x[2]) </intension>
    </constraints>
    <objectives> <maximize> add(mul(3,x[0]),x[1],2) </maximize> </objectives> </instance>"""
    model = read_model(text, format="xcsp3")
    assert sorted(map(sorted, combien.solutions(model))) == [[0, 2, 3], [1, 3]]
    assert combien.best(model)[0].cost == 5


def test_variables_that_nothing_mentions_are_said() -> None:
    text = instance("<intension> eq(x[0],1) </intension>")
    with pytest.warns(FormatWarning) as notes:
        assert combien.count(read_model(text, format="xcsp3")) == 2 * 3 * 2 * 3
    said = " ".join(str(note.message) for note in notes)
    assert "variables 'y[0]', 'y[1]', 'z': in no constraint" in said
    assert "ACE leaves it out" in said
    assert "variable 'x[1]': free" in said


@for_each(
    [
        ("<intension> eq(x[0],1 </intension>", "line 3: <intension>: expected a comma"),
        ("<intension> eq(x[0],w) </intension>", "'w' is not a variable"),
        ("<intension> eq(x[0],?) </intension>", "unknown characters at '[?][)]'"),
        ("<intension> eq(x[0]) , </intension>", "expected its end, not ','"),
        (f"<intension> {'not(' * 60}x[0]{')' * 60} </intension>", "more than 50 functions"),
        ("<intension> mul(x[0],x[1]) </intension>", "has mul.*, which is not a comparison"),
        (
            f"<intension> or({','.join(['and(x[0],x[1],eq(z,2))'] * 12)}) </intension>",
            "more than 10000 clauses",
        ),
        ("<clause> y[0] </clause>", "other values than 0 and 1"),
        ("<allDifferent> add(y[0],z) </allDifferent>", "an expression of several variables"),
    ]
)
def test_hostile_and_wrong_expressions(constraint: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        read_model(instance(constraint), format="xcsp3")


@for_each(
    [
        ('<var id="v"> 0..99999999 </var>', "more than 10000 values of a variable"),
        ('<array id="v" size="[9000]"> 0..7 </array>', "more than 50000 values of variables"),
        ('<array id="v" size="[2]"> <domain> 1 </domain> </array>', "expected <domain for="),
    ]
)
def test_hostile_and_wrong_variables(variable: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        read_model(f"<instance><variables>{variable}</variables></instance>", format="xcsp3")


@for_each(
    [
        # Of several variables: no 0 or 1 stands for it.
        ("in(add(x[0],x[1]),set(1,2))", "in\\(...\\), which is not a comparison"),
        ("notin(add(x[0],x[1]),set(1,2))", "notin\\(...\\), which is not a comparison"),
        ("or(in(add(x[0],x[1]),set(2)),x[0])", "in\\(...\\) of several variables"),
        # There is no opposite of a comparison of three.
        ("not(eq(x[0],x[1],y[0]))", "not\\(...\\), which is not a comparison"),
        ("not(xor(x[0],x[1],y[0]))", "not\\(...\\), which is not a comparison"),
        ("or(not(eq(x[0],x[1],y[0])),x[0])", "of several variables"),
        ("imp(x[0],x[1],x[0])", "imp\\(...\\) of 3 arguments: expected 2"),
        ("sub(x[0])", "sub\\(...\\) of 1 arguments: expected 2"),
        ("eq(neg(x[0],x[1]),0)", "neg\\(...\\) of 2 arguments: expected 1"),
        ("in(x[0],set(x[1]))", "'x\\[1\\]': expected a whole number"),
    ]
)
def test_other_expressions_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        read_model(instance(f"<intension> {text} </intension>"), format="xcsp3")


@for_each(
    [
        "eq(mul(sub(x[0],x[0]),2),0)",
        "in(sub(x[0],x[0]),set(0))",
        "eq(mul(y[0],sub(x[0],x[0])),0)",
        "or(x[0],lt(sub(y[0],y[0]),0))",
    ]
)
def test_variables_that_cancel_out_do_not_matter(text: str) -> None:
    _, solutions = found(instance(f"<intension> {text} </intension>"))
    assert same(solutions, [values for values in assignments() if evaluated(text, values)])


def test_the_least_of_one_is_itself() -> None:
    _, solutions = found(instance("<intension> eq(min(y[0]),max(2)) </intension>"))
    assert same(solutions, [values for values in assignments() if values["y[0]"] == 2])


def test_constraints_without_a_name_get_another_than_those_with_one() -> None:
    """Also another than a variable of several values, which is a row itself."""
    text = (
        instance(
            '<sum id="c2"> <list> x[0] x[1] </list> <condition> (eq,1) </condition> </sum>'
            "<sum> <list> x[0] y[0] </list> <condition> (ge,1) </condition> </sum>"
            "<sum> <list> x[1] z </list> <condition> (ge,1) </condition> </sum>"
        )
        .replace(' id="z"', ' id="c3"')
        .replace(" z ", " c3 ")
    )
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        model = read_model(text, format="xcsp3")
    # With x = (0, 1), y[0] is not 0 and c3 not -1; with x = (1, 0), c3 is 2.
    assert combien.count(model) == (2 * 2 * 2) + (3 * 2 * 1)


def test_values_are_whole_numbers() -> None:
    text = "<count> <list> y[] </list> <values> 1..3 </values> <condition> (eq,1) </condition>"
    with pytest.raises(BadFormat, match=r"'1\.\.3': expected a whole number"):
        read_model(instance(f"{text} </count>"), format="xcsp3")
