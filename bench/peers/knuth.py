"""Knuth's programs for exact covers, on no package registry: dlx1, dlx2, ssxcc and ssxc1.

The environment variable KNUTH names a folder with these programs, compiled from his CWEB files with
`-O3 -march=native` and with `o` (a memory access) defined as nothing.  Reading the file, of some
milliseconds at most, is part of the search; to count, solutions are not printed.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from bench.instances.instance import Instance
from bench.peers import Unsupported

__all__ = ["KnuthProgram", "dlx1", "dlx2", "ssxc1", "ssxcc"]

FOLDER = os.environ.get("KNUTH")
if not FOLDER:
    raise ImportError("KNUTH does not name the folder with Knuth's programs")


class KnuthProgram:
    """A program that reads the options from its standard input."""

    def __init__(self, name: str, *, colors: bool = False) -> None:
        self._path = Path(FOLDER or "", name)
        self._colors = colors

    def prepare(self, instance: Instance) -> str:
        """Return the text of the problem, items as numbers."""
        if instance.colors is not None and not self._colors:
            raise Unsupported("no colors")
        return "".join(f"{line}\n" for line in _lines(instance))

    def count(self, text: str) -> int:
        """Return the number that the program reports at its end."""
        # Some return any exit code.
        done = subprocess.run(
            [self._path, "v1"], input=text, capture_output=True, text=True, check=False
        )
        found = re.search(r"Altogether (\d+) solution", done.stderr)
        if found is None:
            raise ValueError(done.stderr[-200:])
        return int(found[1])


def _lines(instance: Instance) -> Iterator[str]:
    names = list(map(str, range(instance.items)))
    secondary = names[instance.primary :]
    yield " ".join(chain(names[: instance.primary], ["|"] if secondary else [], secondary))
    for number, option in enumerate(instance.options):
        if instance.colors is None:
            yield " ".join(names[item] for item in option)
            continue
        shades = instance.colors[number]
        yield " ".join(
            # A color is one character.
            f"{item}:{chr(ord('A') + shade - 1)}" if shade else names[item]
            for item, shade in zip(option, shades, strict=True)
        )


dlx1 = KnuthProgram("dlx1")
dlx2 = KnuthProgram("dlx2", colors=True)
ssxcc = KnuthProgram("ssxcc", colors=True)
ssxc1 = KnuthProgram("ssxc1")
