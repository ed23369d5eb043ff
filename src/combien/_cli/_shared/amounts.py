"""Click parameter types for amounts with units: `90s`, `2m`, `1e6` steps, `500MB`, `1GiB`."""

from __future__ import annotations

import re
from typing import Any

import click

from combien._base.budget import MOST_THREADS

__all__ = ["BYTES", "SECONDS", "THREADS", "WHOLE", "Bytes", "Seconds", "Threads", "Whole"]

_NUMBER = r"(\d+(?:\.\d*)?|\.\d+)(?:[eE]\+?(\d{1,3}))?"
_DURATION = {"": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_SIZES = {
    "": 1,
    "b": 1,
    **{f"{letter}b": 1000**power for power, letter in enumerate("kmgt", 1)},
    **{f"{letter}ib": 1024**power for power, letter in enumerate("kmgt", 1)},
}


class Seconds(click.ParamType[float]):
    """A duration in seconds, or in minutes or hours with the unit `m` or `h`.

    >>> SECONDS.convert("90s", None, None), SECONDS.convert("1.5m", None, None)
    (90.0, 90.0)
    >>> SECONDS.convert("1h30m", None, None)
    5400.0
    """

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if not isinstance(value, str):
            return float(value)
        text = value.strip()
        parts = re.findall(rf"{_NUMBER}\s*(h|m(?:in)?|s|)\s*", text, re.ASCII)
        if not re.fullmatch(rf"({_NUMBER}\s*(h|m(?:in)?|s)\s*)+|{_NUMBER}", text, re.ASCII):
            self.fail(
                f"{value[:40]!r} is not a duration: expected 90, 90s, 2m or 1h, for example.",
                param,
                ctx,
            )
        total = sum(float(f"{n}e{e or 0}") * _DURATION[unit] for n, e, unit in parts)
        if total == float("inf"):
            self.fail(f"{value[:40]!r} is too long.", param, ctx)
        return total


class Whole(click.ParamType[int]):
    """An integer, possibly in scientific notation.

    >>> WHOLE.convert("1e6", None, None), WHOLE.convert("2.5e3", None, None)
    (1000000, 2500)
    """

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not isinstance(value, str):
            return int(value)
        number = _exact(value.strip())
        if number is None:
            self.fail(
                f"{value[:40]!r} is not an integer: expected 1000000 or 1e6, for example.",
                param,
                ctx,
            )
        return number


class Bytes(click.ParamType[int]):
    """A number of bytes, optionally with a decimal (kB, MB, GB, TB) or binary (KiB, ...) unit.

    >>> BYTES.convert("500MB", None, None), BYTES.convert("1 GiB", None, None)
    (500000000, 1073741824)
    """

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if not isinstance(value, str):
            return int(value)
        found = re.fullmatch(r"(.*?)\s*([a-z]*)", value.strip().lower(), re.DOTALL)
        # The pattern keeps the e of 1e6 in the number: it is not a unit.
        amount, unit = (found[1], found[2]) if found else ("", "")
        number = _exact(amount, times=_SIZES[unit]) if unit in _SIZES else None
        if number is None:
            self.fail(
                f"{value[:40]!r} is not a number of bytes: expected 500MB or 1GiB, for example.",
                param,
                ctx,
            )
        return number


def _exact(text: str, *, times: int = 1) -> int | None:
    """Return the integer that a text denotes, multiplied by `times`, or None."""
    minus = text.startswith("-")
    found = re.fullmatch(_NUMBER, text.removeprefix("-"), re.ASCII)
    # Longer numbers are typing errors, and Python limits the digits that `int` reads.
    if found is None or len(text) > 100:
        return None
    digits, _, decimals = found[1].partition(".")
    number = int(f"{digits}{decimals}" or "0") * times * 10 ** int(found[2] or 0)
    number, rest = divmod(number, 10 ** len(decimals))
    return None if rest else -number if minus else number


class Threads(click.ParamType["int | None"]):
    """A number of threads, or `auto`.

    >>> THREADS.convert("4", None, None), THREADS.convert("auto", None, None)
    (4, None)
    """

    name = "threads"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        if value == "auto":
            return None
        number = _exact(str(value).strip())
        if number is None or not 1 <= number <= MOST_THREADS:
            self.fail(
                f"{str(value)[:40]!r} is not a number of threads: expected auto, or 1 to "
                f"{MOST_THREADS}.",
                param,
                ctx,
            )
        return number


SECONDS, WHOLE, BYTES, THREADS = Seconds(), Whole(), Bytes(), Threads()
