"""TdZdd: zero-suppressed diagrams top down, with a specification of exact cover (tdzdd.cpp).

TdZdd is a library of C++ headers on no package registry, but graphillion's source distribution has
a copy in `src/subsetting`.  The environment variable TDZDD names the folder with `DdSpec.hpp`; the
specification is compiled when it is first needed, with `-O3 -march=native`; so are those of
subgraphs, which graphillion's copy has (tdzdd_graphs.cpp).
"""

from __future__ import annotations

import ctypes
import os
import subprocess
from array import array
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.instances.instance import Instance
from bench.peers import plain_options
from bench.peers.conjunction import sorted_options

__all__ = ["count", "count_subgraphs", "prepare"]

SOURCE = Path(__file__).with_suffix(".cpp")
GRAPHS = SOURCE.with_name("tdzdd_graphs.cpp")
BUILT = Path(__file__).resolve().parent.parent.parent / "build" / "bench"


def _library(source: Path) -> ctypes.CDLL:
    headers = os.environ.get("TDZDD")
    if not headers:
        raise ImportError("TDZDD does not name the folder with TdZdd's headers")
    key = sha256(source.read_bytes() + headers.encode()).hexdigest()[:12]
    library = BUILT / f"tdzdd-{key}.so"
    if not library.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        # Another process may compile it at the same time.
        made = library.with_suffix(f".{os.getpid()}")
        flags = ["-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-shared", "-fPIC", "-w"]
        command = ["g++", *flags, f"-I{headers}", str(source), "-o", str(made)]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise ImportError(f"TdZdd cannot be compiled: {error}") from error
        made.replace(library)
    return ctypes.CDLL(str(library))


LIBRARY = _library(SOURCE)
LIBRARY.count_exact_covers.restype = ctypes.c_char_p


def prepare(instance: Instance) -> Any:
    """Return the options by their first items, as arrays."""
    plain_options(instance)
    starts, entries = array("i", [0]), array("i")
    for option in sorted_options(instance):
        entries.extend(option)
        starts.append(len(entries))
    return instance.items, instance.primary, starts, entries


def count(prepared: Any) -> int:
    """Make the diagram, and count its paths."""
    items, primary, starts, entries = prepared
    addresses = [ctypes.c_void_p(numbers.buffer_info()[0]) for numbers in (starts, entries)]
    found = LIBRARY.count_exact_covers(len(starts) - 1, items, primary, *addresses)
    return int(found)


def count_subgraphs(
    family: str, edges: Sequence[tuple[int, int]], *, reduced: bool
) -> Callable[[], int]:
    """Return the function that counts a family of `bench/graphs.py`, the edges in this order.

    If `reduced`, its diagram is reduced first.
    """
    library = _library(GRAPHS)
    library.count_subgraphs.restype = ctypes.c_char_p
    ends = array("i", [end for edge in edges for end in edge])
    many = (max(ends) + 1, len(edges), ctypes.c_void_p(ends.buffer_info()[0]))
    # The function holds `ends`.
    return lambda: int(library.count_subgraphs(family.encode(), *many, reduced)) if ends else 0
