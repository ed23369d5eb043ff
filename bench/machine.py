"""The machine and the versions of the programs, without which results mean nothing."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from bench.peers import PEERS

__all__ = ["facts"]


def facts() -> dict[str, object]:
    """Return the processor, the number of cores, Python, and the versions of the programs."""
    return {
        "cpu": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "programs": {name: _version(name) for name in ("combien", *PEERS) if ":" not in name},
    }


def _processor() -> str:
    """Return the processor's name, family and model; virtual machines often hide the name."""
    fields: dict[str, str] = {}
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text().splitlines():
            key, _, value = line.partition(":")
            fields.setdefault(key.strip(), value.strip())
    if "model name" not in fields:
        return platform.processor() or platform.machine()
    return (
        f"{fields['model name']} (family {fields.get('cpu family')}, model {fields.get('model')})"
    )


def _version(program: str) -> str:
    try:
        return version(program)
    except PackageNotFoundError:
        return "not installed" if program in PEERS else "from the source tree"
