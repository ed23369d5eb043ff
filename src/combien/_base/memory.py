"""The memory that is available to this process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from time import perf_counter

# Assumed where the system does not report its memory.
UNKNOWN_MEMORY = 4 * 10**9
_NO_LIMIT = 2**62


def default_bytes(part: int = 2) -> int:
    """Return the default limit for tables, this part of the available memory: half of it.

    Looked up at most once a second.
    """
    return _available_at(int(perf_counter())) // part


@lru_cache(maxsize=1)
def _available_at(second: int) -> int:
    return available_bytes()


def available_bytes(root: str = "/") -> int:
    """Return the memory that this process can still allocate without swapping or being killed.

    The minimum of the machine's available memory (`MemAvailable`) and of what each control group of
    the process and its ancestors has left: `memory.max` and `memory.high` (version 2) or
    `memory.limit_in_bytes` (version 1), less the usage without reclaimable file caches.  Where the
    system reports none of these, the total memory.  And what the limits of the process leave, of
    its address space or its data (`ulimit -v` and `ulimit -d`).

    The files are read below `root`, which tests replace.
    Cost: 0.1 ms.
    """
    return max(0, min((_machine_bytes(root), *_group_bytes(root), *_process_bytes(root))))


def _machine_bytes(root: str) -> int:
    """Return the available memory of the machine, or else its total memory."""
    available = _table(f"{root}/proc/meminfo").get("MemAvailable:")
    if available is not None:
        return 1024 * available
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):  # Not available on every system.
        return UNKNOWN_MEMORY


def _group_bytes(root: str) -> Iterator[int]:
    """Yield what is left below each limit of a control group, in bytes."""
    for line in _text(f"{root}/proc/self/cgroup").splitlines():
        # hierarchy:controllers:path; version 2 is hierarchy 0 and names no controllers.
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        limits: tuple[str, ...]
        if not controllers:
            mounts = [f"{root}/sys/fs/cgroup", f"{root}/sys/fs/cgroup/unified"]
            limits, used, cache = ("memory.max", "memory.high"), "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            mounts = [f"{root}/sys/fs/cgroup/memory"]
            limits, used = ("memory.limit_in_bytes",), "memory.usage_in_bytes"
            cache = "total_inactive_file"
        else:
            continue
        # In a container, the path may be the host's path; then only the mount itself exists.
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        for mount in mounts:
            for depth in range(len(parts), -1, -1):
                group = "/".join([mount, *parts[:depth]])
                bounds = [n for name in limits if (n := _number(f"{group}/{name}")) is not None]
                # Version 1 represents "no limit" by a number near 2**63.
                bound = min(bounds, default=_NO_LIMIT)
                if bound < _NO_LIMIT:
                    dropped = _table(f"{group}/memory.stat").get(cache, 0)
                    in_use = (_number(f"{group}/{used}") or 0) - dropped
                    yield bound - max(0, in_use)


def _process_bytes(root: str) -> Iterator[int]:
    """Yield what is left below each limit of this process, in bytes."""
    try:
        import resource  # Platform: not on Windows.
    except ImportError:
        return
    used = _table(f"{root}/proc/self/status")
    for limit, name in ((resource.RLIMIT_AS, "VmSize:"), (resource.RLIMIT_DATA, "VmData:")):
        most, _ = resource.getrlimit(limit)
        if most != resource.RLIM_INFINITY:
            yield most - 1024 * used.get(name, 0)


def _number(path: str) -> int | None:
    """Return the number in a file; None for other text ("max") or no file."""
    text = _text(path).strip()
    return int(text) if text.isascii() and text.isdigit() else None


def _table(path: str) -> dict[str, int]:
    """Parse lines of a name and a number."""
    pairs = (line.split()[:2] for line in _text(path).splitlines())
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2 and pair[1].isdigit()}


def _text(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
