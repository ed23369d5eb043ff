"""The command line of the hunt."""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from functools import partial
from pathlib import Path

from tests.hunt.hunting import Hunt
from tests.hunt.kinds import KINDS


def main() -> int:
    """Hunt, and return 1 if something disagreed; what took too long is only printed."""
    parser = argparse.ArgumentParser(prog="python -m tests.hunt", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0, help="how long (2)")
    parser.add_argument("--cases", type=int, help="this many cases of each kind instead")
    parser.add_argument("--seed", type=int, help="by default a new one, which is printed")
    parser.add_argument("--kind", action="append", choices=sorted(KINDS), help="only this kind")
    parser.add_argument("--out", type=Path, help="a folder in which each fault becomes a test")
    given = parser.parse_args()
    # Files that cannot hold everything warn of it, thousands of times.
    warnings.simplefilter("ignore")
    seed = given.seed if given.seed is not None else int.from_bytes(os.urandom(4))
    kinds = {name: KINDS[name] for name in given.kind or KINDS}
    tell = partial(print, flush=True)
    tell(f"seed {seed}")
    hunt = Hunt(kinds, seed, out=given.out, tell=tell)
    try:
        if given.cases is None:
            hunt.by_time(60 * given.minutes)
        else:
            hunt.by_cases(given.cases)
    except KeyboardInterrupt:
        tell("stopped")
    tell(hunt.table())
    return any(not found.fault.is_slow for found in hunt.found)


if __name__ == "__main__":
    sys.exit(main())
