"""Plug-ins: packages with entry points, each test with packages of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count as count_up
from pathlib import Path
from typing import cast

import pytest

import combien
from combien import BadInput, Engine, PluginWarning, Problem, Solution
from combien._base import plugins
from combien._base.plugins import GROUPS, Table, is_name, table_of
from combien.engines import ENGINES, Sat, check, engine_named
from combien.web._grids import _in_file as nonograms_of
from tests.cli.commands import combien as run

ENGINE = """
from combien.engines import Count

class Nine:
    name = "nine"
    def refusal(self, problem, question):
        return ""
    def count(self, problem, *, budget=None, report=None):
        return Count(9, {}, self.name, "asked for")

class Empty:
    pass
"""

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """A function that installs a package: its name, and the entry points of each group."""
    monkeypatch.syspath_prepend(tmp_path)

    def add(name: str, source: str = "", **groups: str) -> Path:
        (tmp_path / f"{name}.py").write_text(source)
        info = tmp_path / f"{name}-1.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
        points = [f"[combien.{group}]\n{text}\n" for group, text in groups.items()]
        (info / "entry_points.txt").write_text("\n".join(points))
        forget()
        return tmp_path

    yield add
    forget()
    for name in [one for one in sys.modules if one.startswith("plugin_")]:
        del sys.modules[name]


def forget() -> None:
    plugins._entry_points.cache_clear()
    for group in GROUPS:
        table_of(group)._accepted = None
        table_of(group)._loaded.clear()


def test_an_engine(install: Install) -> None:
    install("plugin_a", ENGINE, engines="nine = plugin_a:Nine")
    problem = combien.Problem.from_options(["a"])
    assert combien.count(problem, engine="nine") == 9
    assert list(ENGINES)[-1] == "nine"
    assert "nine" not in ENGINES.built_in
    with pytest.raises(BadInput, match=r"\(auto, bits, .*, nine\); did you mean 'nine'"):
        engine_named("nines")
    with pytest.raises(combien.CannotAnswer, match="nine engine does not search"):
        combien.shares(problem, parts=2, engine="nine")


def test_names_that_are_built_in_load_nothing(install: Install) -> None:
    install("plugin_a", "raise SystemExit", engines="nine = plugin_a:Nine")
    for group in GROUPS:
        table = table_of(group)
        for name in table.built_in:
            assert name in table
            assert table[name] == table.built_in[name]
        assert table._accepted is None, group
    assert "__path__" not in ENGINES
    assert ENGINES._accepted is None
    assert "plugin_a" not in sys.modules


def test_a_broken_plugin_concerns_only_those_who_name_it(install: Install) -> None:
    install("plugin_a", "raise RuntimeError('no \\x1b[31mnetwork')", engines="nine = plugin_a:Nine")
    install("plugin_b", ENGINE, engines="empty = plugin_b:Empty", formats="odd = plugin_b:Empty")
    problem = combien.Problem.from_options(["a"])
    assert combien.count(problem) == 1
    assert {"nine", "empty"} <= set(ENGINES)
    message = r"engine 'nine' of plugin_a 1.5 cannot be used: RuntimeError: no .\[31mnetwork"
    with pytest.raises(BadInput, match=message):
        combien.count(problem, engine="nine")
    with pytest.raises(BadInput, match=r"'empty' of plugin_b 1.5 cannot be used: .* has no name"):
        combien.count(problem, engine="empty")
    with pytest.warns(PluginWarning, match="format 'odd' of plugin_b 1.5 .* expected a Format"):
        names = list(table_of("formats"))
    assert names == list(table_of("formats").built_in)
    with pytest.raises(combien.BadFormat, match="expected a Format"):
        combien.cover.formats.read("a", format="odd")


def test_names_that_are_taken(install: Install) -> None:
    install("plugin_a", ENGINE, engines="dlx = plugin_a:Nine\nbad name = plugin_a:Nine")
    install("plugin_c", ENGINE, engines="nine = plugin_c:Nine\nalso = plugin_c:Nine")
    install("plugin_b", ENGINE, engines="nine = plugin_b:Nine")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert list(ENGINES)[-2:] == ["also", "nine"]
    assert sorted(str(one.message) for one in caught) == [
        "the engine 'bad name' of plugin_a 1.5 is not used: expected a name of lower-case "
        "letters, digits and hyphens",
        "the engine 'dlx' of plugin_a 1.5 is not used: the name is built in",
        "the engine 'nine' of plugin_c 1.5 is not used: plugin_b 1.5 has the same name",
    ]
    assert type(engine_named("nine")).__module__ == "plugin_b"
    assert type(engine_named("dlx")).__module__.startswith("combien.")


def test_scripts_name_no_plugin(install: Install) -> None:
    install("plugin_a", ENGINE, engines="nine = plugin_a:Nine")
    script = "problem p = constant 2x2 true [constant 1x2 true]\ncount nine p\n"
    path = install("plugin_b") / "script.cmb"
    path.write_text(script)
    outcome = run("run", path)
    assert outcome.code == 2
    assert "nine" in outcome.err
    assert "plugin_a" not in sys.modules


def test_the_page_names_no_plugin(install: Install) -> None:
    install("plugin_a", "raise SystemExit", nonogram_formats="odd = plugin_a:odd")
    assert nonograms_of({"name": "a.odd", "text": "2 1\n2\n1\n1\n"}).width == 2
    assert "plugin_a" not in sys.modules
    with pytest.warns(PluginWarning, match="'odd' of plugin_a 1.5 cannot be used: SystemExit"):
        assert combien.nonograms.formats.guess("a.odd", b"2 1\n2\n1\n1\n") == "nin"


@pytest.mark.parametrize(
    ("name", "good"),
    [("a", True), ("a-b_2", True), ("2d", True), ("A", False), ("", False), ("-a", False)],
)
def test_names(name: str, good: bool) -> None:
    assert is_name(name) == good


def test_every_group_has_its_table() -> None:
    for group in GROUPS:
        table = table_of(group)
        assert isinstance(table, Table)
        assert table.group == group
        # What is built in is what is asked of plug-ins.
        for name in table.built_in:
            if group != "model_counters":
                assert table._fault(table.load(name)) == "", (group, name)


# The command ------------------------------------------------------------------------------------


def test_the_command(install: Install) -> None:
    install("plugin_a", ENGINE, engines="nine = plugin_a:Nine\nzz = plugin_a:Empty")
    outcome = run("plugins")
    assert outcome.code == 0
    assert "engines  nine  plugin_a 1.5  installed\n" in outcome.out
    assert "plugin_a" not in sys.modules
    outcome = run("plugins", "--load", "--json")
    assert outcome.code == 2
    facts = {one["name"]: one for one in json.loads(outcome.out)["plugins"]}
    assert facts["nine"] == {
        "group": "engines",
        "name": "nine",
        "package": "plugin_a",
        "version": "1.5",
        "object": "plugin_a:Nine",
        "state": "loaded",
        "error": "",
    }
    assert facts["zz"]["state"] == "failed"
    assert "returns no engine: it has no name" in facts["zz"]["error"]


def test_help_and_completion_list_plugins(install: Install) -> None:
    install("plugin_a", ENGINE, engines="nine = plugin_a:Nine", lattices="odd = plugin_a:Nine")
    assert "tree, zdd. [default: auto] Of plug-ins: nine." in " ".join(
        run("count", "--help").out.split()
    )
    assert "odd" in run("polyforms", "--help").out
    outcome = run("queens", "4", "--count", "--engine", "nine")
    assert (outcome.code, outcome.out) == (0, "9\n")


def test_a_renderer(install: Install, tmp_path: Path) -> None:
    source = (
        "def sizes(picture):\n    return f'{len(picture.patches)}\\n'\nodd = lambda picture: 3\n"
    )
    install("plugin_a", source, renderers="sizes = plugin_a:sizes\nodd = plugin_a:odd")
    file = tmp_path / "board.sizes"
    assert run("queens", "4", "--render", file).code == 0
    assert file.read_text() == "20\n"
    outcome = run("queens", "4", "--render", tmp_path / "board.tikz")
    assert outcome.code == 2
    assert "one of ascii, svg, png, odd, sizes (combien plugins)" in outcome.err
    picture = combien.Picture.of_cells([([(0, 0)], 0, "")])
    assert picture.render("svg", size=20) == picture.svg(size=20)
    with pytest.raises(combien.BadPicture, match="renderer odd returned 3"):
        picture.render("odd")
    with pytest.raises(combien.BadPicture, match=r"no renderer 'sgv' \(ascii.*mean 'svg'"):
        picture.render("sgv")


COUNTER = """
from combien.sat import Outcome

def count(variables, clauses):
    return sum(
        all(any((model >> abs(x) - 1 & 1) == (x > 0) for x in clause) for clause in clauses)
        for model in range(2**variables)
    )

class Trying:
    def __init__(self, formula, *, proof=False, bytes=None):
        self.clauses = [tuple(clause) for clause in formula]
        self.variables, self.steps = formula.variable_count, 0
    work = property(lambda self: {"nodes": self.steps})
    def add(self, clause):
        self.clauses.append(tuple(clause))
    def ask(self, assumptions):
        self.wanted = [(literal,) for literal in assumptions]
    def run(self, steps, seconds):
        self.steps += 1
        for number in range(2**self.variables):
            self.literals = [k + 1 if number >> k & 1 else -k - 1 for k in range(self.variables)]
            if all(set(clause) & set(self.literals) for clause in self.clauses + self.wanted):
                return Outcome.SATISFIABLE
        return Outcome.UNSATISFIABLE
    def model(self):
        return self.literals
    def core(self):
        return [literal for (literal,) in self.wanted]
    def stop(self):
        pass
"""


def test_a_sat_solver_and_a_model_counter(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {
        "sat_solvers": "trying = plugin_a:Trying\ncadical = plugin_a:Trying",
        "model_counters": "tables = plugin_a:count",
    }
    monkeypatch.setenv("PYTHONPATH", str(install("plugin_a", COUNTER, **points)))
    monkeypatch.setattr("combien.sat._model_counter.COUNTERS", {})
    problem = combien.Problem.from_options(["ab", "c", "a", "bc", "b"])
    assert combien.count(problem, engine="sat") == 3
    assert combien.count(problem, engine=Sat(solver="tables")) == 3
    found = list(combien.solutions(problem, engine=Sat(solver="trying")))
    assert sorted(found) == sorted(combien.solutions(problem, engine="dlx"))
    # A program that is known is that program.
    monkeypatch.setenv("PATH", "")
    with pytest.raises(combien.MissingExtra, match="no program 'cadical'"):
        Sat(solver="cadical")
    with pytest.raises(combien.CannotAnswer, match="tables only counts"):
        combien.solve(problem, engine=Sat(solver="tables"))
    with pytest.raises(combien.CannotAnswer, match="'trying' does not count"):
        combien.count(problem, engine=Sat(solver="trying"))


def test_warnings_of_the_command_line(install: Install) -> None:
    folder = install("plugin_a", ENGINE, engines="dlx = plugin_a:Nine")
    done = subprocess.run(
        [sys.executable, "-m", "combien", "queens", "4", "--engine", "dxl"],
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.stderr.startswith(
        "combien: warning: the engine 'dlx' of plugin_a 1.5 is not used: the name is built in\n"
        "combien: there is no engine 'dxl' ("
    )


# The check of engines -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dlx", "bits", "frontier", "zdd"])
def test_our_engines_pass(name: str) -> None:
    checked = check(engine_named(name), problems=120)
    assert checked.counted >= 60
    assert checked.solvable >= 40
    assert checked.listed == (0 if name == "frontier" else checked.counted)


class Changed:
    """The engine dlx, with one method replaced."""

    name = "dlx"

    def __init__(self, **methods: object) -> None:
        self._methods = methods

    def __getattr__(self, name: str) -> object:
        return self._methods.get(name) or getattr(engine_named("dlx"), name)


def test_mistakes_are_found() -> None:
    dlx = engine_named("dlx")

    def swallows(problem: Problem, **given: object) -> object:
        found = dlx.count(problem)
        return replace(found, count=0) if given else found

    mistakes = {
        "count": lambda problem: replace(dlx.count(problem), count=3),
        "count with report=": swallows,
    }
    for message, count in mistakes.items():
        with pytest.raises(combien.Disagreement, match=f"^{message}.*: "):
            check(cast("Engine", Changed(count=count)))
    times = count_up()
    lists = {
        "list": lambda problem, **given: iter([Solution((0,))]),
        "second list": lambda problem, **given: sorted(
            dlx.solutions(problem), reverse=next(times) % 2 == 0
        ),
    }
    for message, solutions in lists.items():
        with pytest.raises(combien.Disagreement, match=f"^{message}: "):
            check(cast("Engine", Changed(solutions=solutions)))
    with pytest.raises(BadInput, match="is not an engine"):
        check(cast("Engine", Engine))
