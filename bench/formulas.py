"""Find and prove the formula of strips of one width after the other: `python -m bench.formulas`.

Each width runs in a separate process, so that its CPU time and memory are measured, and ends at
the limits.  A line for each width is printed at once, as a row of the table in docs/sequences.md.

    python -m bench.formulas domino --widths 12 20
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time

from combien import Strip, sequence
from combien.errors import OutOfBudget

__all__ = ["main"]

MEGABYTE = 10**6


def main(arguments: list[str] | None = None) -> int:
    """Print a row of the table for each width, until one reaches a limit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("tiles", help="a tile or a set of tiles")
    parser.add_argument("--widths", type=int, nargs=2, default=(1, 100), metavar=("FROM", "TO"))
    parser.add_argument("--minutes", type=int, default=20, help="of CPU time for each width")
    parser.add_argument("--gigabytes", type=int, default=8)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.here:
        return _measure(given.tiles, given.widths[0], given.gigabytes)
    limit = 60 * given.minutes

    def restrict() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    for width in range(given.widths[0], given.widths[1] + 1):
        command = [sys.executable, "-m", "bench.formulas", given.tiles, "--here"]
        command += ["--widths", str(width), str(width), "--gigabytes", str(given.gigabytes)]
        done = subprocess.run(command, check=False, preexec_fn=restrict)
        if done.returncode:
            print(f"| {given.tiles} | {width} | not within the limits |", flush=True)
            return 1
    return 0


def _measure(tiles: str, width: int, gigabytes: int) -> int:
    """Print the row of one width; 1 if its memory is not enough."""
    started = time.process_time()
    found = sequence(Strip(width, tiles=tiles), bytes=gigabytes * 1000 * MEGABYTE)
    try:
        proof = found.proof
    except OutOfBudget:
        return 1
    assert proof is not None
    seconds = time.process_time() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 // MEGABYTE
    row = [
        tiles,
        width,
        getattr(proof, "found_states", ""),
        proof.states,
        getattr(proof, "transitions", ""),
        proof.order,
        getattr(proof, "method", ""),
        getattr(proof, "primes", ""),
        f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}",
        memory,
    ]
    print("| " + " | ".join(map(str, row)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
