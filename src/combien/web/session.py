"""Answer the questions of the page: a question as JSON in, events out.

There is no server and no page here; each host passes the events on.  An event is an object with
`id` (of its question), `event` and `ms` since the question began:

    problem   items, options, deadCells, uselessPieces      first     placements
    none      code, text, reason, groups, pieces            next      placements, position, last
    progress  fraction, atLeast, forecast                   count     value (digits), engine, upTo
    heat      total (digits), shares: piece -> cells        sample    placements
    nonogram  status, boards, differ, text, reason          hint      text, reason, rule, cells
    sudoku    status, solutions                             export    cmb, python
    opened    problems: name, board, pieces                 xmpuzzle  data (in base64)
    placements piece, total, shown: cells, orbit, removed
    moves     moves: pieces, direction, distance
    apart     comesApart, level, moves
    trace     steps: step, depth, piece, cells or cell; sweep: items, layers, arcs, ways
    terms     terms (digits)
    puzzles   puzzles: name, title, settings                solution  svg
    formula   order, recurrence, generatingFunction, growth, text, reason
    plane     kind, orbits, group, periodTiles, heesch, withHoles, coronas, text, reason, svg
    stopped   code, text, reason, atLeast                   error     code, text, reason
    done

Each question ends with `done`; counts are strings of digits, as JavaScript has no large integers.
If a board has no tiling, questions about its tilings are answered by `none`, or by a `count` of 0.
A `reason` is the text as a statement, {code, values}, for other languages; it is empty for errors
that the page does not cause by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from combien._base.budget import Budget, Meter, Progress, Spending
from combien._wording import Statement
from combien.errors import BadInput, Cancelled, CombienError, OutOfBudget
from combien.web._page import numbered, page_english
from combien.web._reading import (
    USUAL_SECONDS,
    BadQuestion,
    Drawn,
    read_drawn,
    read_question,
)

if TYPE_CHECKING:
    from combien._questions.explanation import Explanation
    from combien.tilings._arrangement import Arrangement
    from combien.tilings._reason import OnBoard, Reason

__all__ = ["Event", "answer"]

Event = dict[str, Any]
Emit = Callable[[Event], None]

# The most that a question may name.
MOST_SECONDS = 86_400.0
MOST_NODES = 2**53
# Short slices of a race would send hundreds of events in a second.
PROGRESS_SECONDS = 0.02
# What is asked about the tilings of a board.
BOARD_PARTS = ("first", "count", "upto", "heat", "sample", "next", "why", "trace")
# Above this many cells and pieces, all shares would be a larger event than the page can use.
MOST_SHARES = 100_000


def answer(text: str | bytes, emit: Emit) -> None:
    """Answer a question; `emit` gets the events one by one.

    >>> import json
    >>> question = {
    ...     "v": 1,
    ...     "id": 1,
    ...     "ask": ["count"],
    ...     "board": {"cells": [[x, y] for x in range(8) for y in range(8)]},
    ...     "pieces": [{"name": "domino", "cells": [[0, 0], [1, 0]], "times": "any"}],
    ... }
    >>> def show(event):
    ...     if event["event"] != "progress":
    ...         print(event["event"], event.get("value", ""))
    >>> answer(json.dumps(question), show)
    problem
    count 12988816
    done

    `emit` may raise `combien.Cancelled` to end the question; it is called at least every 70 ms
    while a search runs.  Errors become events: nothing else is raised.
    """
    begun = perf_counter()
    number: int | None = None
    question: dict[str, Any] = {}

    def send(event: str, **fields: Any) -> None:
        emit({"id": number, "event": event, "ms": _ms(begun), **fields})

    try:
        question = read_question(text)
        number = question["id"]
        _Answering(question, send).run()
    except BadQuestion as error:
        reason = {} if error.statement is None else error.statement.to_json()
        send("error", code=error.code, text=str(error), reason=reason)
    except OutOfBudget as stop:
        ended = _ended(question.get("budget", {}), begun)
        send("stopped", code="budget", **_stated(ended), atLeast=_known(stop))
    except Cancelled as stop:
        send("stopped", code="cancelled", **_stated(Statement("cancelled")), atLeast=_known(stop))
    except MemoryError:
        send("error", code="MemoryError", **_stated(Statement("out-of-memory")))
    except CombienError as error:
        send("error", code=type(error).__name__, text=str(error), reason={})
    send("done")


def _ended(budget: Mapping[str, Any], begun: float) -> Statement:
    """Return which limit ended a question."""
    seconds = budget.get("seconds", USUAL_SECONDS)
    if perf_counter() - begun >= seconds:
        return Statement("ended-seconds", seconds=f"{seconds:g}")
    nodes = budget.get("nodes")
    return Statement("ended-memory") if nodes is None else Statement("ended-nodes", nodes=nodes)


def _stated(statement: Statement) -> dict[str, Any]:
    return {"text": page_english(statement), "reason": statement.to_json()}


def _known(stop: OutOfBudget | Cancelled) -> str:
    return str(stop.known.get("at_least", 0))


def _ms(begun: float) -> int:
    return round(1000 * (perf_counter() - begun))


class _Answering:
    """One question being answered."""

    def __init__(self, question: Mapping[str, Any], send: Callable[..., None]) -> None:
        self._question = question
        self._send = send
        # The seconds are for the whole question, including the construction of its problem.
        self._spending = Spending(_budget(question.get("budget", {})))
        self._reported = -PROGRESS_SECONDS

    def run(self) -> None:
        """Answer each part of the question in turn."""
        asked = self._question.get("ask")
        if not isinstance(asked, list) or not all(isinstance(part, str) for part in asked):
            raise BadQuestion("ask", "ask is a list of words")
        if "nonogram" in self._question:
            from combien.web._grids import nonogram_events  # Start-up: not for tilings.

            events = nonogram_events(self._question["nonogram"], asked, self._budget, self._report)
        elif "sudoku" in self._question:
            from combien.web._grids import sudoku_events  # Start-up: not for tilings.

            events = sudoku_events(self._question["sudoku"], asked, self._budget, self._report)
        elif "file" in self._question:
            from combien.web._solids import file_events  # Start-up: not for drawn boards.

            events = file_events(self._question["file"], asked)
        elif "assembly" in self._question:
            from combien.web._apart import apart_events  # Start-up: not for tilings.

            given = self._question["assembly"]
            events = apart_events(given, asked, self._budget, self._report)
        elif "puzzle" in self._question:
            from combien.web._puzzles import puzzle_events  # Start-up: not for tilings.

            given = self._question["puzzle"]
            events = puzzle_events(given, asked, self._budget, self._report)
        elif "plane" in self._question:
            from combien.web._plane import plane_events  # Start-up: not for tilings.

            events = plane_events(self._question["plane"], asked, self._budget, self._report)
        else:
            self._run_board(asked)
            return
        for event, fields in events:
            self._send(event, **fields)

    # Boards -------------------------------------------------------------------------------------

    def _run_board(self, asked: list[str]) -> None:
        parts: dict[str, Callable[[Drawn, OnBoard], None]] = {
            "first": self._first,
            "count": self._count,
            "upto": self._count_up_to,
            "heat": self._heat,
            "sample": self._sample,
            "next": self._next,
            "why": self._why,
            "trace": self._trace,
            "placements": self._placements,
        }
        others = ("problem", "code", "export", "xmpuzzle", "sequence")
        for part in asked:
            if part not in parts and part not in others:
                known = ", ".join(sorted({*parts, *others}))
                raise BadQuestion("ask", f"{part[:20]!r} is not a question: there are {known}")
        drawn = read_drawn(self._question)
        if "code" in asked:
            from combien.web._reading import code_of  # Start-up: only to print.

            self._send("code", rows=code_of(self._question.get("link")))
        if "export" in asked:
            from combien.web._reading import cmb_of, python_of  # Start-up: only to export.

            self._send("export", cmb=cmb_of(drawn), python=python_of(drawn))
        if "xmpuzzle" in asked:
            from combien.web._solids import xmpuzzle_of  # Start-up: only to export.

            self._send("xmpuzzle", data=xmpuzzle_of(drawn))
            if asked == ["xmpuzzle"]:
                return
        if "sequence" in asked:
            from combien.web._sequences import sequence_events  # Start-up: for this question only.

            axis = self._question.get("axis", 0)
            for event, fields in sequence_events(drawn, axis, self._budget, self._report):
                self._send(event, **fields)
            if asked == ["sequence"]:
                return
        if drawn.model is None:
            self._without_tiles(drawn, asked)
            return
        self._build(drawn.model)
        self._send("problem", **_summary(drawn, drawn.model))
        for part in asked:
            if part in parts:
                parts[part](drawn, drawn.model)

    def _build(self, model: OnBoard) -> None:
        """Build the exact cover problem within the seconds of the question."""
        from combien.tilings._packing_problem import PackingProblem  # Start-up: for boards only.
        from combien.tilings._tiling import build_problem  # Start-up: as above.

        # Most boards are built at once, and a page has no use for progress then.
        self._reported = perf_counter()
        base = model.base if isinstance(model, PackingProblem) else model
        build_problem(base, self._pausing("placements"))
        model.problem()
        self._reported = -PROGRESS_SECONDS

    def _pausing(self, kind: str) -> Callable[[int], None]:
        """Return a function to call during long work, which obeys the seconds of the question."""
        meter = Meter(Budget(seconds=self._budget.seconds), engine="", report=self._report)

        def pause(done: int) -> None:
            if not meter.slice(0)[0]:
                raise meter.stop({kind: done})
            meter.progress(None, {})

        return pause

    @property
    def _budget(self) -> Budget:
        """What is left of the budget, in round seconds for messages."""
        left = self._spending.left
        return left if left.seconds is None else replace(left, seconds=round(left.seconds, 2))

    def _without_tiles(self, drawn: Drawn, asked: list[str]) -> None:
        """Answer for a board that is covered already, or has no pieces."""
        # Of a packing, nothing is pinned if no pieces are left.
        may_be_empty = 0 if drawn.rules is None else len(drawn.rules.optional)
        covered = sum(len(cells) for _, cells in drawn.pinned)
        complete = covered + may_be_empty == len(drawn.board)
        lacking = any(
            low > sum(used == number for used, _ in drawn.pinned)
            for number, low in enumerate(piece.times[0] for piece in drawn.pieces)
        )
        if lacking or not complete:
            if set(asked) & set(BOARD_PARTS):
                why = Statement("board-full" if complete else "no-pieces-left")
                self._send("none", code="arithmetic", **_stated(why), groups=[], pieces=[])
            return
        # What is pinned is the only tiling.
        for part in asked:
            if part in ("first", "sample", "why"):
                kind = "sample" if part == "sample" else "first"
                self._send(kind, placements=_pinned(drawn))
            elif part in BOARD_PARTS:
                up_to = "all" if part == "upto" else "none"
                self._send("count", value="1", engine="", upTo=up_to)

    def _report(self, progress: Progress) -> None:
        now = perf_counter()
        if now < self._reported + PROGRESS_SECONDS:
            return
        self._reported = now
        known = progress.work.get("at_least", 0)
        forecast = None if progress.left is None else list(progress.left)
        self._send("progress", fraction=progress.fraction, atLeast=str(known), forecast=forecast)

    def _first(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import solve  # Start-up: for this question only.
        from combien.tilings._reason_areas import area_reason  # Start-up: as above.

        # Most strokes leave a board of the wrong area, which a search takes seconds to find.
        wrong = area_reason(model)
        if wrong is not None:
            self._none(drawn, wrong.kind, wrong.text, wrong.statement.to_json(), wrong)
            return
        tiling = solve(model, budget=self._budget, report=self._report)
        if tiling is None:
            self._why(drawn, model)
        else:
            self._send("first", placements=_placements(drawn, tiling))

    def _count(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import answer as asked  # Start-up: for this question only.

        found = asked(model, "count", budget=self._budget, report=self._report)
        if found.count is None:
            raise OutOfBudget(found.why, known=found.known)
        self._send("count", value=str(found.count), engine=found.engine, upTo="none")

    def _count_up_to(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import count  # Start-up: for this question only.

        value = count(model, up_to="all", budget=self._budget, report=self._report)
        self._send("count", value=str(value), engine="", upTo="all")

    def _heat(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import heat_map  # Start-up: for this question only.

        if len(model.board) * len(model.tiles) > MOST_SHARES:
            raise BadQuestion("too-large", Statement("too-large-heat"))
        heat = heat_map(model, budget=self._budget, report=self._report)
        if not heat.total:
            self._no_ways()
            return
        whole = heat.total
        shares = [
            {
                "piece": drawn.numbers[tile],
                "cells": [
                    [*cell, round(counts[tile] / whole, 4)]
                    for cell, counts in heat.counts.items()
                    if counts[tile]
                ],
            }
            for tile in range(heat.tiles)
        ]
        self._send("heat", total=str(heat.total), shares=shares)

    def _sample(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import sample  # Start-up: for this question only.

        seed = self._question.get("seed", 0)
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise BadQuestion("seed", "a seed is a whole number")
        found = sample(model, 1, seed=seed, budget=self._budget, report=self._report)
        for tiling in found:
            self._send("sample", placements=_placements(drawn, tiling))
        if not found:
            self._no_ways()

    def _no_ways(self) -> None:
        """Answer a question about the tilings if there are none."""
        self._send("count", value="0", engine="", upTo="none")

    def _next(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import solutions  # Start-up: for this question only.

        position = self._question.get("position", "")
        if not isinstance(position, str):
            raise BadQuestion("position", "a position is text")
        walk = solutions(
            model,
            engine="dlx",
            limit=1,
            resume=position,
            budget=self._budget,
            report=self._report,
        )
        tiling = next(walk, None)
        if tiling is None and not position:
            self._no_ways()
            return
        self._send(
            "next",
            placements=None if tiling is None else _placements(drawn, tiling),
            position=walk.position,
            last=tiling is None,
        )

    def _why(self, drawn: Drawn, model: OnBoard) -> None:
        from combien._questions import explain  # Start-up: for this question only.

        why = explain(model, budget=self._budget, report=self._report)
        if why.status == "unknown":
            raise OutOfBudget(why.text)
        if why.status == "solved" and why.solution is not None:
            self._send("first", placements=_placements(drawn, why.solution))
        else:
            self._none(drawn, why.kind, why.text, why.statement, why)

    def _none(
        self,
        drawn: Drawn,
        code: str,
        text: str,
        statement: Mapping[str, Any],
        shown: Reason | Explanation[Any],
    ) -> None:
        groups = [
            {"cells": [list(cell) for cell in cells], "color": color, "label": label}
            for cells, color, label in shown.groups
        ]
        pieces = [drawn.numbers[tile] for tile in shown.tiles]
        reason = numbered(statement, drawn.numbers)
        self._send("none", code=code, text=text, reason=reason, groups=groups, pieces=pieces)

    def _placements(self, drawn: Drawn, model: OnBoard) -> None:
        from combien.web._browse import placements_of  # Start-up: for this question only.

        piece, cell = self._question.get("piece"), self._question.get("cell")
        self._send("placements", **placements_of(drawn, model, piece, cell))

    def _trace(self, drawn: Drawn, model: OnBoard) -> None:
        from combien.tilings._tiling import TilingProblem  # Start-up: for this question only.
        from combien.web._sweep import sweep_layers  # Start-up: as above.
        from combien.web._trace import trace_steps  # Start-up: as above.

        if not isinstance(model, TilingProblem):
            raise BadQuestion("trace", Statement("packing-trace"))
        steps = trace_steps(model, pause=self._pausing("events"))
        sweep = sweep_layers(model, pause=self._pausing("states"))
        if isinstance(sweep, Statement):
            sweep = {"layers": [], **_stated(sweep)}
        for step in [*steps, *sweep.get("items", []), *sweep.get("ways", [])]:
            if "tile" in step:
                tile = step.pop("tile")
                step["piece"] = None if tile is None else drawn.numbers[tile]
        self._send("trace", steps=steps, sweep=sweep, pinned=_pinned(drawn))


def _budget(given: object) -> Budget:
    """Return the budget of a question."""
    if not isinstance(given, dict) or not set(given) <= {"seconds", "nodes"}:
        raise BadQuestion("budget", "a budget is an object with seconds or nodes")
    seconds, nodes = given.get("seconds", USUAL_SECONDS), given.get("nodes")
    if not isinstance(seconds, (int, float)) or not 0 <= seconds <= MOST_SECONDS:
        raise BadQuestion("budget", f"seconds are a number from 0 to {MOST_SECONDS:g}")
    if nodes is not None and not (isinstance(nodes, int) and 0 <= nodes <= MOST_NODES):
        raise BadQuestion("budget", "nodes are a whole number")
    try:
        return Budget(seconds=seconds, nodes=nodes)
    except BadInput as error:
        raise BadQuestion("budget", str(error)) from None


def _summary(drawn: Drawn, model: OnBoard) -> Event:
    from combien.tilings._reason_dead import (  # Start-up: for boards only.
        dead_cells,
        useless_tiles,
    )

    problem = model.problem()
    return {
        "items": problem.item_count,
        "options": problem.option_count,
        "deadCells": [list(cell) for cell in dead_cells(model)],
        "uselessPieces": [drawn.numbers[tile] for tile in useless_tiles(model)],
    }


def _placements(drawn: Drawn, tiling: Arrangement) -> list[Event]:
    """Return the pinned placements and the others of a tiling."""
    pinned = {frozenset(cells) for _, cells in drawn.pinned}
    return [
        *_pinned(drawn),
        *(
            {"piece": drawn.numbers[p.number], "cells": [list(cell) for cell in p.region]}
            for p in tiling.placements
            if frozenset(p.region) not in pinned
        ),
    ]


def _pinned(drawn: Drawn) -> list[Event]:
    return [
        {"piece": number, "cells": [list(cell) for cell in cells], "pinned": True}
        for number, cells in drawn.pinned
    ]
