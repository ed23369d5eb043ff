"""Events about the puzzles of the table, by their settings: a solution as a picture, or a count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from combien._base.budget import Budget, Reporter, Spending
from combien._wording import Statement
from combien.errors import BadPuzzle, OutOfBudget
from combien.puzzles import PUZZLES, puzzle_named
from combien.puzzles._puzzle import Setting, settings_of
from combien.web._reading import BadQuestion

# Of numbers such as sizes; those with limits in the millions are seeds.
MOST_NUMBER = 40
SEEDS = 10**6
MOST_TEXT = 200


def puzzle_list() -> list[dict[str, Any]]:
    """Return the puzzles with their titles and settings, as JSON.

    >>> [puzzle["settings"] for puzzle in puzzle_list() if puzzle["name"] == "costas"]
    [[{'name': 'size', 'default': 6, 'low': 1, 'high': 20, 'choices': []}]]
    """
    return [
        {
            "name": name,
            "title": puzzle_named(name).about.title,
            "settings": [
                {
                    "name": one.name,
                    "default": one.default,
                    "low": one.low,
                    "high": _most(one),
                    "choices": list(one.choices),
                }
                for one in settings_of(puzzle_named(name))
            ],
        }
        for name in PUZZLES.built_in
    ]


def puzzle_events(
    given: object, asked: list[str], budget: Budget, report: Reporter | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the events of a question about a puzzle.

    >>> question = {"name": "queens", "settings": {"size": 6}}
    >>> for event, fields in puzzle_events(question, ["count"], Budget()):
    ...     print(event, fields["value"])
    count 4

    Raises `BadQuestion`, and the errors of the puzzle.  Building the problem takes a few seconds at
    most, which count as seconds of the budget; only the hosts of the page can interrupt it.
    """
    from combien._questions import answer, solve  # Start-up: for this question only.

    for part in asked:
        if part not in ("list", "solve", "count"):
            raise BadQuestion("ask", "a puzzle is asked for list, solve or count")
    if "list" in asked:
        yield "puzzles", {"puzzles": puzzle_list()}
    if asked == ["list"]:
        return
    spending = Spending(budget)
    try:
        model = _puzzle(given)
        model.problem()
    except BadPuzzle as error:
        refused = Statement("settings-refused", text=str(error))
        raise BadQuestion("puzzle", refused) from None
    if "solve" in asked:
        solution = solve(model, budget=spending.left, report=report)
        if solution is None:
            yield "none", {"code": "search", "text": "", "reason": {}, "groups": [], "pieces": []}
        else:
            yield "solution", {"svg": solution.picture().svg()}
    if "count" in asked:
        found = answer(model, "count", budget=spending.left, report=report)
        if found.count is None:
            raise OutOfBudget(found.why, known=found.known)
        yield "count", {"value": str(found.count), "engine": found.engine, "upTo": "none"}


def _puzzle(given: object) -> Any:
    """Return the puzzle of a question after checking all its settings."""
    if not isinstance(given, dict) or not isinstance(given.get("name"), str):
        raise BadQuestion("puzzle", "a puzzle is an object with a name and settings")
    settings = given.get("settings", {})
    if not isinstance(settings, dict) or given["name"] not in PUZZLES.built_in:
        raise BadQuestion("puzzle", f"the name of a puzzle is one of {', '.join(PUZZLES.built_in)}")
    kind = puzzle_named(given["name"])
    known = {one.name: one for one in settings_of(kind)}
    for name, value in settings.items():
        if name not in known:
            raise BadQuestion("puzzle", f"the settings are {', '.join(known)}")
        least, most = known[name].low, _most(known[name])
        if isinstance(value, str) and len(value) > MOST_TEXT:
            raise BadQuestion("puzzle", Statement("setting-long", setting=name, most=MOST_TEXT))
        if type(value) is int and most is not None and value > most:
            raise BadQuestion("puzzle", Statement("setting-most", setting=name, most=most))
        if type(value) is int and least is not None and value < least:
            raise BadQuestion("puzzle", Statement("setting-least", setting=name, least=least))
        known[name].check(value)
    return kind(**settings)


def _most(one: Setting) -> int | None:
    if one.kind is not int or (one.high is not None and one.high >= SEEDS):
        return one.high
    return MOST_NUMBER if one.high is None else min(one.high, MOST_NUMBER)
