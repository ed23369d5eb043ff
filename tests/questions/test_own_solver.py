"""Models with a solver of their own: it is asked, agrees with engines, and drops no setting."""

from __future__ import annotations

import asyncio
import pickle
from fractions import Fraction
from itertools import islice, permutations
from math import factorial, inf
from typing import Any, ClassVar

import pytest

import combien
from combien import BadInput, BadPosition, Budget, Cancelled, OutOfBudget, Problem, aio
from combien.engines._portfolio import beside
from combien.engines._portfolio.beside import Beside
from combien.engines._portfolio.divided import Planned
from combien.engines._protocol import Found, SolvedModel
from combien.errors import Disagreement, Interrupted
from combien.nonograms import Board, Nonogram

DIAGONALS = Nonogram([[1]] * 4, [[1]] * 4)
ARRANGED = tuple[int, ...]


# A model of a third party -------------------------------------------------------------------------


class Arranging:
    """A search for arrangements, one a step."""

    def __init__(self, model: Arrangements) -> None:
        self.steps = 0
        self.solution: ARRANGED = ()
        self._model = model
        self._all = permutations(range(model.n))

    @property
    def work(self) -> dict[str, int]:
        return {"nodes": self.steps}

    def advance(self, steps: int, seconds: float, bytes: int) -> Found:
        self._model.slices += 1
        if self._model.failing and self._model.slices in self._model.failing:
            raise self._model.failing[self._model.slices]
        self.steps += 1
        found = next(self._all, None)
        if found is None:
            return "exhausted"
        self.solution = (0,) * self._model.n if self._model.lies else found
        return "solution"


class Multiplying:
    """A count, with one factor a step."""

    price = 1e6

    def __init__(self, model: Arrangements) -> None:
        self.steps, self.count = 0, 1
        self.patience = model.patience
        self._model = model

    @property
    def work(self) -> dict[str, int]:
        return {"nodes": self.steps}

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        self._model.slices += 1
        if self._model.slices in self._model.failing:
            raise self._model.failing[self._model.slices]
        self.steps += 1
        self.count *= self.steps
        return self.steps == self._model.n

    def at_least(self) -> int:
        return self.count


class Arrangements:
    """The arrangements of some numbers."""

    name = "arranging"

    def __init__(self, n: int, *, lies: bool = False, counts: bool = True) -> None:
        self.n, self.lies, self.counts = n, lies, counts
        self.slices = self.asked = self.converted = 0
        self.patience = inf
        self.failing: dict[int, BaseException] = {}

    def problem(self) -> Problem:
        self.converted += 1
        return Problem.from_options(
            {pair: [("p", pair[0]), ("n", pair[1])] for pair in _pairs(self.n)}
        )

    def read(self, solution: combien.Solution) -> ARRANGED:
        names: Any = self.problem().names(solution)
        return tuple(number for _, number in sorted(names))

    def own_solver(self) -> Arrangements:
        self.asked += 1
        return self

    @property
    def fingerprint(self) -> str:
        return f"{self.n}"

    def search(self, *, one: bool) -> Arranging:
        return Arranging(self)

    def counting(self) -> Multiplying | None:
        return Multiplying(self) if self.counts else None

    def solves(self, reading: object) -> bool:
        return isinstance(reading, tuple) and sorted(reading) == [*range(self.n)]


def test_a_model_is_asked_and_not_converted() -> None:
    model = Arrangements(4)
    assert isinstance(model, SolvedModel)
    assert combien.count(model) == 24
    assert combien.count(model, modulo=7) == 3
    assert combien.solve(model) == (0, 1, 2, 3)
    assert combien.exists(model)
    assert list(combien.first(model)) == [(0, 1, 2, 3)]
    assert list(combien.solutions(model)) == list(permutations(range(4)))
    assert len(combien.answer(model, "solutions", limit=3).solutions) == 3
    assert model.converted == 0
    found = combien.answer(model)
    assert (found.engine, found.count, found.status, found.complete) == (
        "arranging",
        24,
        "solved",
        True,
    )
    assert '"engine": "arranging"' in found.to_json()
    listed = combien.answer(model, "solutions")
    assert (listed.engine, listed.count, listed.status) == ("arranging", 24, "solved")


def test_nothing_is_proved_nothing() -> None:
    model = Arrangements(0)
    model.search = lambda one: _Empty()  # type: ignore[assignment, method-assign, misc]
    assert combien.solve(model) is None
    assert not combien.exists(model)
    assert combien.answer(model, "solutions").status == "none"


class _Empty:
    steps = 0
    work: ClassVar[dict[str, int]] = {}
    solution: ARRANGED = ()

    def advance(self, steps: int, seconds: float, bytes: int) -> Found:
        return "exhausted"


def test_what_is_no_solution_is_found_out() -> None:
    model = Arrangements(3, lies=True)
    for ask in (combien.solve, combien.exists, lambda m: list(combien.solutions(m))):
        with pytest.raises(Disagreement, match="'arranging' of this model has found something"):
            ask(model)
    assert combien.solve(model, engine="bits") is not None


@pytest.mark.parametrize("given", [{"nodes": 10_000}, {"engine": "bits"}, {"engine": "dlx"}])
def test_what_only_engines_obey_goes_to_an_engine(given: dict[str, Any]) -> None:
    model = Arrangements(4)
    assert combien.count(model, **given) == 24
    assert sorted(combien.solutions(model, **given)) == sorted(permutations(range(4)))
    assert combien.exists(model, **given)
    assert combien.solve(model, **given) is not None
    assert combien.first(model, **given).engine in ("bits", "dlx")
    assert combien.answer(model, **given).engine != "arranging"
    assert model.slices == 0
    assert model.converted


def test_settings_of_engines_are_not_dropped(tmp_path: Any) -> None:
    model = Arrangements(4)
    assert sorted(combien.solutions(model, seed=3)) == sorted(permutations(range(4)))
    assert list(combien.solutions(model, seed=3)) != list(permutations(range(4)))
    assert len(list(combien.solutions(model, threads=2))) == 24
    assert combien.count(model, threads=2) == 24
    assert combien.count(model, checkpoint=tmp_path / "run.db") == 24
    # One of the two arrangements of each pair that differ in the first two numbers.
    swap = [4 * place + {0: 1, 1: 0}.get(number, number) for place, number in _pairs(4)]
    assert combien.count(model, up_to=[swap]) == 12
    assert len(list(combien.solutions(model, up_to=[swap]))) == 12
    position = combien.solutions(model, engine="dlx").position
    assert len(list(combien.solutions(model, resume=position))) == 24
    assert combien.count(model, resume=position) == 24
    assert model.slices == 0


def _pairs(n: int) -> list[tuple[int, int]]:
    return [(place, number) for place in range(n) for number in range(n)]


def test_bad_input_is_refused_as_before() -> None:
    model: Any = Arrangements(3)
    wrongs: list[dict[str, Any]] = [
        {"limit": -1},
        {"threads": 0},
        {"seconds": -1},
        {"report": 3},
        {"engine": 4},
    ]
    for wrong in wrongs:
        with pytest.raises(BadInput):
            combien.solutions(model, **wrong)
    with pytest.raises(BadInput):
        combien.count(model, modulo=0)
    with pytest.raises(BadPosition):
        combien.solutions(model, resume=3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="expected a model"):
        combien.count(Arrangements)  # type: ignore[arg-type]
    model.own_solver = lambda: Fraction(1)
    with pytest.raises(BadInput, match="must return a solver, with a name, or None"):
        combien.count(model)
    model.own_solver = lambda: None
    assert combien.answer(model).engine != "arranging"


def test_a_model_need_not_count() -> None:
    model = Arrangements(4, counts=False)
    assert combien.answer(model).engine != "arranging"
    assert combien.answer(model).count == 24
    assert combien.answer(model, "solutions").engine == "arranging"


# Positions, pickles, arrays -----------------------------------------------------------------------


def test_a_position_is_resumed() -> None:
    model = Arrangements(4)
    walk = combien.solutions(model)
    head = list(islice(walk, 10))
    assert walk.position == "arranging:4:10:after"
    assert [*head, *combien.solutions(model, resume=walk.position)] == [*permutations(range(4))]
    assert (walk.fraction, walk.complete) == (0.0, False)
    rest = combien.answer(model, "solutions", resume=walk.position)
    assert (len(rest.solutions), rest.count, rest.complete) == (14, None, True)
    assert combien.answer(model, "solutions", resume=rest.position).status == "none"


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("arranging:5:1:after", "another problem"),
        ("arranging:4:x:after", "is not a position"),
        ("arranging:4:99:after", "after 99 solutions, and there are 24"),
    ],
)
def test_a_wrong_position_is_refused(position: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        list(combien.solutions(Arrangements(4), resume=position))


def test_a_position_of_the_solver_is_none_of_an_engine() -> None:
    with pytest.raises(BadPosition, match="belongs to the engine 'arranging', not 'dlx'"):
        combien.solutions(Arrangements(4), resume="arranging:4:1:after", engine="dlx")
    with pytest.raises(BadPosition, match="belongs to the engine 'arranging'"):
        combien.count(Arrangements(4), resume="arranging:4:1:after")


def test_peeking_takes_nothing() -> None:
    walk = combien.solutions(DIAGONALS, limit=20)
    head = list(islice(walk, 5))
    ahead = walk.peek(3)
    assert len(ahead) == 3
    assert len(walk.peek(99)) == 15
    rest = list(walk)
    assert rest[:3] == ahead
    assert len({*head, *rest}) == 20
    assert walk.peek() == []
    one = combien.first(DIAGONALS)
    assert one.peek(9) == list(one)
    assert one.peek(9) == []


def test_a_pickle_continues() -> None:
    walk = combien.solutions(DIAGONALS)
    list(islice(walk, 7))
    copy = pickle.loads(pickle.dumps(walk))
    assert list(copy) == list(walk)
    with pytest.raises(TypeError, match="cannot pickle a search for one solution"):
        pickle.dumps(combien.first(DIAGONALS))


def test_arrays_have_options() -> None:
    pytest.importorskip("numpy", reason="arrays need numpy")
    walk = combien.solutions(DIAGONALS, limit=20)
    assert walk.engine == "nonogram"
    rows = [row for table in walk.arrays() for row in table.tolist()]
    assert len(rows) == 20
    assert walk.engine == "bits"
    walk = combien.solutions(DIAGONALS)
    first = walk.peek()
    assert next(walk) == first[0]
    with pytest.raises(BadInput, match="'nonogram', which has found the solutions so far"):
        walk.arrays()
    assert len(list(walk)) == 23


def test_the_text_of_an_iterator() -> None:
    walk = combien.solutions(DIAGONALS)
    assert repr(walk) == "<Solutions: 0 yielded so far, by nonogram>"
    next(walk)
    assert repr(walk) == "<Solutions: 1 yielded so far, by nonogram>"
    list(walk)
    assert repr(walk) == "<Solutions: all yielded, by nonogram>"


@pytest.mark.parametrize("word", ["found", "", None, "Solution", True])
def test_another_word_than_those_of_a_search_is_refused(
    word: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Arranging, "advance", lambda *arguments: word)
    with pytest.raises(BadInput, match="expected 'solution', 'exhausted', 'out of slice'"):
        combien.solve(Arrangements(3))


@pytest.mark.parametrize("word", ["exhausted", "solution", None, 1])
def test_a_count_is_finished_by_true_only(word: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Multiplying, "advance", lambda *arguments: word)
    with pytest.raises(BadInput, match="expected True when the number is known, or False"):
        combien.count(Arrangements(3))


def test_an_iterator_is_at_its_end_when_arrays_go_on() -> None:
    pytest.importorskip("numpy", reason="arrays need numpy")
    walk = combien.solutions(DIAGONALS)
    before = iter(walk)
    number = sum(len(table) for table in walk.arrays())
    assert number == combien.count(DIAGONALS, engine="dlx")
    assert list(before) == []


# Limits -------------------------------------------------------------------------------------------


def test_a_limit_of_a_list() -> None:
    walk = combien.solutions(Arrangements(9), seconds=0.05)
    found: list[ARRANGED] = []
    with pytest.raises(OutOfBudget) as stop:
        found.extend(walk)
    assert 0 < len(found) == stop.value.known["at_least"] < factorial(9)
    assert not walk.complete
    # It can be continued, and nothing is lost.
    rest = combien.solutions(Arrangements(9), resume=stop.value.position)
    assert next(rest) == next(islice(permutations(range(9)), len(found), None))
    stopped = combien.answer(Arrangements(9), "solutions", seconds=0.05)
    assert (stopped.status, stopped.complete, stopped.count) == ("solved", False, None)


def test_a_limit_of_a_count() -> None:
    model = Arrangements(10**9)
    model.solves = lambda reading: True  # type: ignore[method-assign]
    with pytest.raises(OutOfBudget) as stop:
        combien.count(model, budget=Budget(seconds=0.0))
    assert stop.value.position == ""
    assert stop.value.known["at_least"] == 1
    assert combien.answer(model, seconds=0.0).status == "stopped"
    assert model.converted == 0


@pytest.mark.parametrize("ask", [combien.count, combien.solve, combien.exists])
def test_progress_can_cancel(ask: Any) -> None:
    def stop(progress: combien.Progress) -> None:
        raise Cancelled

    # Its first board takes a while.
    hard = Nonogram([[1]] * 40, [[1]] * 40)
    with pytest.raises(Cancelled):
        ask(hard, report=stop)


def test_a_cancelled_list_goes_on() -> None:
    calls = iter([Cancelled(), None])

    def report(progress: combien.Progress) -> None:
        if error := next(calls, None):
            raise error

    walk = combien.solutions(DIAGONALS, report=report)
    with pytest.raises(Cancelled):
        list(walk)
    assert len({*walk}) == 24


@pytest.mark.parametrize("at", [1, 2, 5])
def test_an_interrupted_list_goes_on(at: int) -> None:
    model = Arrangements(4)
    model.failing = {at: KeyboardInterrupt()}
    walk = combien.solutions(model)
    found: list[ARRANGED] = []
    with pytest.raises(KeyboardInterrupt):
        for each in walk:
            found.append(each)
    assert not walk.complete
    assert [*found, *walk] == list(permutations(range(4)))


def test_an_interrupted_count_says_what_is_known() -> None:
    model = Arrangements(6)
    model.failing = {3: KeyboardInterrupt("stop")}
    with pytest.raises(Interrupted) as stop:
        combien.count(model)
    assert stop.value.known == {"at_least": 2, "nodes": 2}
    assert stop.value.position == ""


def test_a_solver_without_memory() -> None:
    model = Arrangements(4)
    model.failing = {2: MemoryError()}
    with pytest.raises(OutOfBudget, match="the search needs more than") as stop:
        list(combien.solutions(model, bytes=10**6))
    assert stop.value.position == "arranging:4:1:after"
    model = Arrangements(5)
    model.failing = {2: MemoryError()}
    found = combien.answer(model)
    assert (found.count, found.engine == "arranging") == (120, False)


def test_tasks_can_wait() -> None:
    assert asyncio.run(aio.to_thread(combien.count, DIAGONALS)) == 24

    async def listed() -> list[Board]:
        return [board async for board in aio.iterate(combien.solutions, DIAGONALS)]

    assert len(asyncio.run(listed())) == 24


# Beside an exact cover ----------------------------------------------------------------------------


def test_an_impatient_model_is_counted_by_engines() -> None:
    model = Arrangements(5)
    model.patience = 3
    found = combien.answer(model)
    assert (found.count, model.slices, model.converted) == (120, 3, 1)
    assert found.engine != "arranging"
    assert found.plan is not None


def test_the_own_count_goes_on_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "STEPS", 100)
    monkeypatch.setattr(beside, "FIRST", 0.0)
    model = Arrangements(11)
    model.patience = 3
    own = model.counting()
    assert own is not None
    own.price = 1.0
    race = Beside(Planned(model.problem()), own)
    while not race.advance(10**6, 1.0, 10**9):
        pass
    assert race.by_own
    assert race.count == factorial(11)
    # By the question itself.
    monkeypatch.setattr(Multiplying, "price", 1.0)
    found = combien.answer(model, report=lambda progress: None)
    assert (found.count, found.engine) == (factorial(11), "arranging")


def test_a_wrong_own_count_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "STEPS", 100)
    monkeypatch.setattr(beside, "FIRST", 0.0)
    model = Arrangements(11)
    own = model.counting()
    assert own is not None
    own.price = 1.0
    monkeypatch.setattr(Multiplying, "advance", lambda *_: True)
    race = Beside(Planned(model.problem()), own)
    with pytest.raises(Disagreement, match="1 as derived, but at least"):
        while not race.advance(10**6, 1.0, 10**9):
            pass


def test_beside_an_own_count_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "STEPS", 10)
    monkeypatch.setattr(beside, "FIRST", 0.0)
    monkeypatch.setattr(Multiplying, "price", 1.0)
    model = Arrangements(6)
    model.patience = 1
    model.failing = {2: MemoryError()}
    found = combien.answer(model, report=lambda progress: None)
    assert (found.count, found.engine == "arranging") == (factorial(6), False)
