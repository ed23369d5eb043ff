"""Any value for any parameter gives a result or an error of the package.

What is no model, engine, limit or number is refused, in the same words by every question.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest

import combien
from combien import design
from combien.errors import BadInput, CombienError
from tests.design.burr_calls import BURR_CALLS
from tests.loops import for_each
from tests.public_calls import CALLS as OTHER_CALLS
from tests.wrong_values import UNCHECKED, VALUES, rule

CALLS = OTHER_CALLS | BURR_CALLS


def bound_call(name: str, parameter: str, value: object) -> object:
    """The good call of this name, with this value for this parameter."""
    function, good = CALLS[name]
    try:
        kinds = {n: p.kind for n, p in inspect.signature(function).parameters.items()}
    except ValueError:
        kinds = {}
    positional, named = [], {}
    for key, usual in good.items():
        given = value if key == parameter else usual
        if key.startswith("*, "):
            named[key[3:]] = given
        elif kinds.get(key) == inspect.Parameter.KEYWORD_ONLY:
            named[key] = given
        else:
            positional.append(given)
            if key.startswith("*") and parameter == key:
                positional.append(usual)
    return function(*positional, **named)


def seen(result: Any) -> None:
    """Use a result as a caller would, with the first items of what it lists."""
    if isinstance(result, Iterator):
        list(islice(result, 5))
    elif isinstance(result, combien.Constrained):
        combien.count(result)
    elif isinstance(result, design.Burr):
        len(result.board)
    elif not isinstance(result, type) and callable(getattr(result, "problem", None)):
        result.problem()


@pytest.mark.parametrize("name", CALLS)
def test_any_value_gives_a_result_or_an_error_of_the_package(name: str) -> None:
    wrong = []
    _, good = CALLS[name]
    for parameter, (what, make) in product(good, VALUES.items()):
        message, accepted = rule(name, parameter)
        try:
            seen(bound_call(name, parameter, make()))
        except Exception as error:
            described = what in accepted or (
                isinstance(error, BadInput) and re.search(message, str(error), re.DOTALL)
            )
            if not isinstance(error, CombienError) or not described:
                wrong.append(f"{parameter}, {what}: {type(error).__name__}: {error!s:.200}")
        else:
            if what not in accepted:
                wrong.append(f"{parameter}, {what}: accepted")
    assert wrong == []


@for_each(name for name in CALLS if name != "run_file")
def test_the_valid_call_succeeds(name: str) -> None:
    seen(bound_call(name, "", None))


def test_every_public_name_is_called() -> None:
    protocols = {"Engine", "Lattice", "Model"}
    values = {
        name
        for name in combien.__all__
        if not isinstance(getattr(combien, name), type | types.FunctionType)
        or issubclass_safe(getattr(combien, name), BaseException)
    }
    aliases = {"Cell", "Question", "Reporter", "Status", "Symmetries", "Times", "UpTo"}
    called = {name.partition(".")[0].partition(",")[0] for name in CALLS}
    left = set(combien.__all__) - called - UNCHECKED - protocols - aliases - values
    assert left == set()


def issubclass_safe(value: object, kind: type) -> bool:
    return isinstance(value, type) and issubclass(value, kind)
