"""What is reported of a count up to symmetry, which is several counts one after the other."""

from __future__ import annotations

from typing import Any

import combien
from combien import Problem, Region, TilingProblem
from combien.engines import engine_named
from combien.engines._protocol import Progress
from tests.tilings.pentominoes import DOMINO


class Halfway:
    """An engine that reports once of each count, when half of it is done."""

    name = "halfway"

    def refusal(self, problem: Problem, question: str) -> str:
        return ""

    def count(self, problem: Problem, *, budget: Any, report: Any) -> Any:
        report(Progress(self.name, 0.5, {}))
        return engine_named("dlx").count(problem, budget=budget)


def test_reports_are_of_all_counts_together() -> None:
    reports: list[Progress] = []
    engine: Any = Halfway()
    problem = TilingProblem(Region.box(4, 4), [DOMINO])
    assert combien.count(problem, up_to="all", engine=engine, report=reports.append) == 9
    # Of none, of half-turns, of quarter-turns, of mirrors of two kinds.
    assert [progress.fraction for progress in reports] == [0.1, 0.3, 0.5, 0.7, 0.9]
