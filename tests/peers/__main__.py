"""The command line: write models with all programs, read the files with all, print the table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import mkdtemp

from tests.peers import cases, judging
from tests.peers.judging import KINDS, WRONG
from tests.peers.programs import OURS


def main() -> int:
    """Return 1 if combien is wrong about a file."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    parser.add_argument("--models", type=int, default=100, help="how many models (100)")
    parser.add_argument("--formats", default=" ".join(KINDS), help="formats (%(default)s)")
    parser.add_argument("--kind", help="only models of this kind")
    parser.add_argument("--folder", type=Path, help="keep the files there (a new folder)")
    parser.add_argument("--ours", action="store_true", help="let combien read the FOLDER again")
    parser.add_argument("--readers", help="only these programs read (all that are installed)")
    parser.add_argument("--store", action="store_true", help="renew what the quick tests read")
    given = parser.parse_args()
    names = judging.installed()
    if given.store:
        cases.store(names)
        return 0
    if given.kind:
        KINDS.update(dict.fromkeys(KINDS, (given.kind,)))
    folder = given.folder or Path(mkdtemp(prefix="peers-"))
    folder = folder.resolve()
    folder.mkdir(exist_ok=True)
    if given.ours:
        files = judging.load(folder)
    else:
        files = judging.written(range(given.models), names, given.formats, folder)
    readers = [OURS] if given.ours else (given.readers or "").split() or names
    judging.read(files, readers)
    judging.save(files, folder)
    print(f"files in {folder}\n{judging.table(files)}")
    return any(file.verdict()[0] == WRONG for file in files)


if __name__ == "__main__":
    sys.exit(main())
