"""Give every reader damaged input, each case within limits of time and memory.

    python -m tests.fuzz --cases 200000 [--seed 1] [--coverage] [READER ...]

A valid input of `tests.readers` is damaged some times; then it is read, or refused with an error of
combien.  Any other exception, a crash and what takes longer than `SECONDS` or more than `BYTES` is
a finding, which is shrunk and printed.  Cases depend on their reader, seed and number only.

With `--coverage`, atheris (from PyPI) watches which branches of the package a case takes, and goes
on from those that take new ones; such cases are written as what was read, for `fault`.
"""

from __future__ import annotations

import argparse
import json
import mmap
import os
import re
import resource
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from random import Random
from time import process_time
from types import FrameType
from typing import Any


def _instrumented() -> AbstractContextManager[None]:
    """Within it, imported modules of the package count their branches, with `--coverage`."""
    if "--coverage" not in sys.argv:
        return nullcontext()
    import atheris

    return atheris.instrument_imports(include=["combien"])  # type: ignore[no-any-return]


with _instrumented():
    from combien.errors import CombienError
    from tests.readers import READERS, Seed

# Of CPU time, and of memory beyond what the process had at the beginning.
SECONDS = 0.5
BYTES = 400_000_000
# Instrumented Python takes longer.
SLOWER = 4
# Of an input, so that it is the reader that takes the time.
LONGEST = 20_000
TRIES_TO_SHRINK = 200

_NUMBERS = (
    *(b"0", b"-1", b"2", b"7", b"63", b"100", b"256", b"1000", b"65535", b"65536", b"99999"),
    *(b"1000000", b"2147483648", b"9223372036854775808", b"9" * 30, b"9" * 5000, b"1e9", b"0.5"),
)
_WORDS = (
    *(b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"\\", b"/", b"&", b";", b"#"),
    *(b"\n", b"\r\n", b"\t", b" ", b"\0", b"\x1b[2J", b"\xff", b"\xef\xbb\xbf", b"\xc3\xa9"),
    *(b"\xed\xa0\x80", b"\xf0\x9f\x90\x8c", b"null", b"true", b"NaN", b"-Infinity", b"1e999"),
)
_VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2**53,
    2**70,
    0.5,
    1e308,
    "",
    "a",
    "\0\ud800",
    [],
    {},
    [[]],
    "9" * 400,
)
_TOKEN = re.compile(rb"[\w.]+|\s+|[^\w\s]")
_NUMBER = re.compile(rb"\d+")


class TooLong(BaseException):
    """A case took longer than `SECONDS`: not an `Exception`, so that no reader swallows it."""


# Damage -------------------------------------------------------------------------------------------


def damaged(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    """Return the content with one to eight changes."""
    for _ in range(1 + int(dice.expovariate(0.7)) % 8):
        content = dice.choice(_CHANGES)(content, seeds, dice)[:LONGEST]
    return content


def _span(content: bytes, dice: Random) -> tuple[int, int]:
    begin = dice.randrange(len(content) + 1)
    return begin, min(len(content), begin + 1 + int(dice.expovariate(0.1)))


def _flip(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    at = dice.randrange(len(content) + 1)
    return content[:at] + dice.randbytes(1) + content[at + 1 :]


def _remove(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    begin, end = _span(content, dice)
    return content[:begin] + content[end:]


def _cut(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _repeat(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    begin, end = _span(content, dice)
    times = dice.choice((2, 2, 3, 40, 1000))
    return content[:end] + content[begin:end] * (times - 1) + content[end:]


def _splice(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    at, other = dice.randrange(len(content) + 1), dice.choice(seeds)[1]
    begin, end = _span(other, dice)
    return content[:at] + other[begin : dice.choice((end, None))] + content[at:]


def _number(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    return _instead(content, list(_NUMBER.finditer(content)), dice.choice(_NUMBERS), dice)


def _word(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    tokens = list(_TOKEN.finditer(content))
    word = dice.choice((dice.choice(_WORDS), dice.choice(tokens)[0])) if tokens else b"a"
    return _instead(content, tokens, word * dice.choice((1, 1, 1, 1, 2, 2, 1500)), dice)


def _instead(content: bytes, found: list[re.Match[bytes]], word: bytes, dice: Random) -> bytes:
    if not found:
        return content + word
    at = dice.choice(found)
    return content[: at.start()] + word + content[dice.choice((at.start(), at.end())) :]


def _lines(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    lines = content.split(b"\n")
    a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def _tree(content: bytes, seeds: list[Seed], dice: Random) -> bytes:
    """Change a value in JSON."""
    if not content.startswith((b"{", b"[")):
        return _word(content, seeds, dice)
    try:
        tree: Any = json.loads(content)
    except (ValueError, RecursionError):
        return content
    places: list[tuple[Any, Any]] = []
    at = [tree]
    while at:
        node = at.pop()
        children = list(node.items() if isinstance(node, dict) else enumerate(node))
        places += [(node, key) for key, _ in children]
        at += [child for _, child in children if isinstance(child, (dict, list))]
    if places:
        node, key = dice.choice(places)
        other, its = dice.choice(places)
        match dice.randrange(4):
            case 0:
                del node[key]
            case 1:
                node[key] = json.loads(json.dumps(other[its])) if its in other else None
            case 2 if isinstance(node, list):
                node[key:key] = [node[key]] * dice.choice((1, 2, 500))
            case _:
                node[key] = dice.choice(_VALUES)
    return json.dumps(tree).encode()


_CHANGES: tuple[Callable[[bytes, list[Seed], Random], bytes], ...] = (
    *(_flip, _remove, _cut, _repeat, _splice, _number, _number, _word, _word, _lines, _tree, _tree),
)


# Cases --------------------------------------------------------------------------------------------


def case_of(reader: str, seed: int, number: int, seeds: list[Seed]) -> Seed:
    """Return a case: the name of its format, and its content."""
    dice = Random(f"{reader} {seed} {number}")
    format, content = dice.choice(seeds)
    return format, damaged(content, seeds, dice)


@contextmanager
def limits() -> Iterator[None]:
    """Limit the memory of the process, and raise `TooLong` when the timer of a case ends."""

    def end(number: int, frame: FrameType | None) -> None:
        raise TooLong

    handler = signal.signal(signal.SIGPROF, end)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * mmap.PAGESIZE
    resource.setrlimit(resource.RLIMIT_AS, (used + BYTES, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
        signal.signal(signal.SIGPROF, handler)


def fault(reader: str, format: str, content: bytes, *, slower: int = 1) -> str:
    """Return what is wrong with reading a case, by exception and place, or "" if nothing is."""
    read = READERS[reader].read
    seconds, begun = slower * SECONDS, process_time()
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
        try:
            read(format, content)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except CombienError:
        pass
    except (Exception, TooLong) as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "/combien/" in frame.filename] or frames
        place = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}"
        if isinstance(error, TooLong):
            return "TooLong"
        return f"{type(error).__name__} at {place}: {str(error)[:200]!r}"
    return "TooLong" if process_time() - begun > seconds else ""


def shrunk(reader: str, format: str, content: bytes) -> bytes:
    """Return a shorter content with the same fault: without as many spans as possible."""
    kind = fault(reader, format, content).partition(":")[0]
    tries, length = TRIES_TO_SHRINK, len(content) // 2
    if kind == "TooLong":
        tries //= 4
    while kind and length and tries:
        at = 0
        while at < len(content) and tries:
            tries -= 1
            shorter = content[:at] + content[at + length :]
            if fault(reader, format, shorter).partition(":")[0] == kind:
                content = shorter
            else:
                at += length
        length //= 2
    return content


def findings(
    reader: str, numbers: range, *, seed: int, at: Callable[[int], None] = lambda _: None
) -> Iterator[str]:
    """Yield a description of each new fault among these cases; `at` gets each number before."""
    known: Counter[str] = Counter()
    seeds = READERS[reader].seeds()
    with warnings.catch_warnings(), limits():
        warnings.simplefilter("ignore")
        for number in numbers:
            at(number)
            format, content = case_of(reader, seed, number, seeds)
            found = fault(reader, format, content)
            kind = found.partition(": ")[0]
            if found == "TooLong":  # Once more: the first time may have imported modules.
                found = fault(reader, format, content)
            if found and known[kind] < (3 if kind == "TooLong" else 1):
                known[kind] += 1
                small = shrunk(reader, format, content)
                yield f"{reader}, case {number} of seed {seed}: {found}\n  {format!r} {small!r}"


# The command --------------------------------------------------------------------------------------


def watched(reader: str, cases: int, seed: int) -> int:
    """Try cases in processes of their own, since some may crash; return the number of findings."""
    place, first, found = mmap.mmap(-1, 8), 0, mmap.mmap(-1, 8)
    crashes = 0
    while first < cases:
        child = os.fork()
        if not child:
            for finding in findings(
                reader,
                range(first, cases),
                seed=seed,
                at=lambda number: place.__setitem__(slice(8), number.to_bytes(8, "big")),
            ):
                found[:] = (int.from_bytes(found[:], "big") + 1).to_bytes(8, "big")
                print(finding, flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status == 0:
            break
        number = int.from_bytes(place[:], "big")
        crashes += 1
        print(f"{reader}, case {number} of seed {seed}: status {status}", flush=True)
        first = number + 1
    return crashes + int.from_bytes(found[:], "big")


def by_coverage(reader: str, cases: int, seed: int) -> int:
    """Try cases that atheris derives from those that took new branches; return the findings."""
    import atheris

    seeds = READERS[reader].seeds()
    formats = sorted({format for format, _ in seeds})
    known: set[str] = set()
    count = mmap.mmap(-1, 1)

    def one(content: bytes) -> None:
        """Read a case: the number of its format in a byte, and its content."""
        format = formats[content[0] % len(formats)] if content else formats[0]
        found = fault(reader, format, content[1:], slower=SLOWER)
        if found and found.partition(": ")[0] not in known:
            known.add(found.partition(": ")[0])
            count[0] = min(255, len(known))
            print(f"{reader}: {found}\n  {format!r} {content[1:]!r}", flush=True)

    def change(content: bytes, most: int, number: int) -> bytes:
        return content[:1] + damaged(content[1:], seeds, Random(number))[: most - 1]

    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()
        if not child:
            with _instrumented(), limits():
                warnings.simplefilter("ignore")
                for number, (format, content) in enumerate(seeds):
                    case = bytes([formats.index(format)]) + content
                    Path(folder, str(number)).write_bytes(case)
                    fault(reader, format, content, slower=100)  # Imports what it needs.
                # Its own limits are in the way of those of a case.
                flags = [f"-runs={cases}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=9999"]
                flags += ["-rss_limit_mb=0", "-print_final_stats=1", f"-artifact_prefix={folder}/"]
                atheris.Setup([sys.argv[0], folder, *flags], one, custom_mutator=change)
                atheris.Fuzz()
        status = os.waitpid(child, 0)[1]
    return count[0] + (status != 0)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--coverage", action="store_true")
    parser.add_argument("readers", nargs="*", choices=[[], *READERS])
    given = parser.parse_args()
    total = 0
    for reader in given.readers or READERS:
        begun = os.times()
        found = (by_coverage if given.coverage else watched)(reader, given.cases, given.seed)
        ended = os.times()
        total += found
        seconds = ended.children_user - begun.children_user
        print(f"{reader}: {given.cases} cases in {seconds:.1f} s, {found} findings", flush=True)
    sys.exit(total > 0)


if __name__ == "__main__":
    main()
