"""pyxcc: dancing cells in Rust; secondary items and colors, all solutions kept as labels."""

from __future__ import annotations

from typing import Any

import pyxcc

from bench.instances.instance import Instance

__all__ = ["count", "prepare"]


def prepare(instance: Instance) -> Any:
    """Return the problem, with short labels."""
    first = instance.primary
    plain = [[0] * len(option) for option in instance.options]
    options = [
        pyxcc.Option(
            str(number),
            [str(item) for item in option if item < first],
            [
                (str(item), str(color) if color else "")
                for item, color in zip(option, colors, strict=True)
                if item >= first
            ],
        )
        for number, (option, colors) in enumerate(
            zip(instance.options, instance.colors or plain, strict=True)
        )
    ]
    items = [str(item) for item in range(instance.items)]
    return pyxcc.Problem(items[:first], items[first:], options)


def count(prepared: Any) -> int:
    """Run the search, which always keeps all solutions."""
    return int(pyxcc.solve(prepared, True).count())
