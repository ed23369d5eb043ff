"""The engines, by name.  A new engine is one file here and one line in this table."""

from __future__ import annotations

from importlib import import_module

from combien.engines.protocol import Engine
from combien.errors import BadInput, did_you_mean

__all__ = ["ENGINES", "engine_named"]

# Name: module, and what makes the engine; a module is imported when its engine is first asked for.
ENGINES = {
    "auto": ("combien.engines.auto", "Auto"),
    "bits": ("combien.engines.bits", "bits"),
    "dlx": ("combien.engines.dlx", "smallest"),
    "dlx-leftmost": ("combien.engines.dlx", "leftmost"),
    "dlx-weighted": ("combien.engines.dlx", "weighted"),
    "frontier": ("combien.engines.frontier", "Frontier"),
}


def engine_named(name: str) -> Engine:
    """The engine with this name.

    >>> engine_named("dlx").name
    'dlx'
    >>> engine_named("dxl")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: there is no engine 'dxl' (auto, bits, ...); did you mean 'dlx'?
    """
    if name not in ENGINES:
        raise BadInput(
            f"there is no engine {name!r} ({', '.join(ENGINES)}){did_you_mean(name, ENGINES)}"
        )
    module, attribute = ENGINES[name]
    engine: Engine = getattr(import_module(module), attribute)()
    return engine
