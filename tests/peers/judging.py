"""Files of all writers, what all readers find in them, and what combien should."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.peers.models import random_model
from tests.peers.programs import OURS, PROGRAMS
from tests.programs import ROOT, how_to_get

# The kinds of models that are written in a format, in turn.
KINDS = {
    "lp": ("cover", "cover", "cover", "odd", "linear"),
    "mps": ("cover", "cover", "cover", "odd", "linear"),
    "opb": ("whole",),
    "wcnf": ("clauses",),
    "xml": ("whole",),
    "mzn": ("whole",),
}
# What needs a second for each file gets at most this many.
MOST = {"xml": 100, "mzn": 100, "linopy": 400}
# These write no constant of the objective.
WITHOUT_CONSTANTS = {
    *(("GLPK", "lp"), ("linopy", "lp"), ("linopy", "mps"), ("PuLP", "lp"), ("PuLP", "mps")),
    *(("Python-MIP", "lp"), ("Python-MIP", "mps")),
}
# These do not read what combien writes: OR-tools no LP, GLPK no sense in MPS, which CBC and PuLP
# ignore, toulbar2 no sum of zeros in OPB, and the others no WCNF of the new form.
UNREAD = {
    *(("OR-tools", "lp"), ("GLPK", "mps"), ("CBC", "mps"), ("PuLP", "mps")),
    *(("clasp", "wcnf"), ("toulbar2", "wcnf"), ("toulbar2", "opb")),
}
RIGHT, REFUSED, WRONG = "right", "refused", "wrong"


@dataclass
class File:
    """A file, and what the readers found: an optimum and perhaps a count, or why neither."""

    writer: str
    format: str
    kind: str
    seed: int
    path: Path
    answers: dict[str, Any] = field(default_factory=dict)

    def truths(self) -> list[object]:
        """What the optimum may be, by the definition, in the terms of the format."""
        model = random_model(self.seed, self.kind)
        best = model.optimum()
        if isinstance(best, str):
            return [best]
        # OPB has no constants and only minimizes, and WCNF adds up weights of falsified clauses;
        # comments may have the rest.
        without = best - model.constant
        if self.format == "wcnf":
            # combien writes the constant, too, if the weights do not become negative.
            gains = sum(weight for weight in model.weights() if weight < 0)
            sign = -1 if model.maximize else 1
            return [sign * without - gains, sign * best]
        if self.format == "opb":
            return [best, without, -best, -without]
        return [best, without] if (self.writer, self.format) in WITHOUT_CONSTANTS else [best]

    def is_meant(self, optimum: object) -> bool:
        return any(same(optimum, truth) for truth in self.truths())

    def counts(self) -> set[int]:
        """What the count may be: a writer may leave out a variable that nothing mentions."""
        model = random_model(self.seed, self.kind)
        text = self.path.read_text(errors="replace")
        names = [rf"(?<!\w){re.escape(name)}(?!\w)" for name in model.idle()]
        # An odd name may be there as a word of the format.
        lost = sum(self.kind == "odd" or not re.search(name, text) for name in names)
        return {len(model.values()) >> at for at in range(lost + 1)}

    def verdict(self) -> tuple[str, str]:
        """Whether combien is right about the file, refuses it or is wrong, and why."""
        others = {name: found for name, found in self.answers.items() if name != OURS}
        read = {name: found["best"] for name, found in others.items() if isinstance(found, dict)}
        if self.writer == OURS:
            theirs = {**others, **read}
            wrong = [name for name in theirs if (name, self.format) not in UNREAD]
            if wrong := [name for name in wrong if not self.is_meant(theirs[name])]:
                return WRONG, f"{wrong[0]} finds {theirs[wrong[0]]}"
            if self.format not in PROGRAMS[OURS].reads.split():
                return RIGHT, "as meant"
        ours = self.answers[OURS]
        if isinstance(ours, str):
            return (REFUSED if ours.startswith("refused") else WRONG), ours
        if ours["count"] not in self.counts():
            return WRONG, f"counts {ours['count']}, not {sorted(self.counts())}"
        if self.is_meant(ours["best"]):
            return RIGHT, "as meant"
        # That a writer loses the sense or the constant is no fault of those who read its files.
        if self.writer != OURS and read:
            if all(same(ours["best"], other) for other in read.values()):
                return RIGHT, "as all readers"
            if same(ours["best"], read.get(self.writer)):
                return RIGHT, "as its writer reads it"
        if str(ours["best"]).startswith("refused"):
            return REFUSED, ours["best"]
        return WRONG, f"optimum {ours['best']}, not {self.truths()[0]}; others: {read}"


def same(one: object, other: object) -> bool:
    """Whether two optima are the same, as far as solvers with floating point can say."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return abs(one - other) < 1e-6
    return one == other


def installed() -> list[str]:
    """The programs that are here."""
    return [name for name, one in PROGRAMS.items() if not any(map(how_to_get, one.needs.split()))]


def run(action: str, name: str, jobs: Sequence[Any]) -> list[Any]:
    """Let a program do jobs; one that it does not survive has a reason as its result."""
    results: list[Any] = []
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    while len(results) < len(jobs):
        # Some leave files where they run.
        with TemporaryDirectory() as folder:
            done = subprocess.run(
                [sys.executable, "-m", "tests.peers.programs", action, name],
                input=json.dumps(jobs[len(results) :]),
                env={**os.environ, "PYTHONPATH": path},
                capture_output=True,
                cwd=folder,
                text=True,
                check=False,
            )
        results += map(json.loads, done.stdout.splitlines())
        if len(results) < len(jobs):
            results.append(f"crashed: exit code {done.returncode}")
    return results


def written(seeds: Sequence[int], names: Iterable[str], formats: str, folder: Path) -> list[File]:
    """Let the writers write models, and return the files that are there."""

    def of(name: str, format: str) -> list[File]:
        kinds = ("clauses",) if name == "python-sat" else KINDS[format]
        most = min(MOST.get(format, len(seeds)), MOST.get(name, len(seeds)))
        files = [
            File(name, format, kinds[seed % len(kinds)], seed, folder / f"{name}-{seed}.{format}")
            for seed in seeds[:most]
        ]
        run("write", name, [(file.seed, file.kind, str(file.path)) for file in files])
        return [file for file in files if file.path.exists()]

    chosen = formats.split()
    pairs = [(name, form) for name in names for form in chosen if form in PROGRAMS[name].writes]
    with ThreadPoolExecutor(2) as pool:
        return [file for files in pool.map(of, *zip(*pairs, strict=True)) for file in files]


def read(files: Sequence[File], names: Iterable[str]) -> None:
    """Let the readers read all files in their formats."""

    def by(name: str) -> list[tuple[File, Any]]:
        mine = [file for file in files if file.format in PROGRAMS[name].reads.split()]
        return [*zip(mine, run("read", name, [str(file.path) for file in mine]), strict=True)]

    with ThreadPoolExecutor(2) as pool:
        for name, found in zip(names, pool.map(by, names), strict=True):
            for file, answer in found:
                file.answers[name] = answer


def save(files: Sequence[File], folder: Path) -> None:
    """Store what the readers found, beside the files."""
    rows = [{**vars(file), "path": file.path.name} for file in files]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    # Messages name files by their paths on this machine.
    lines = lines.replace(f"{folder.resolve()}{os.sep}", "")
    (folder / "answers.json").write_text(f"[\n{lines}\n]\n")


def load(folder: Path) -> list[File]:
    """Return files with what was stored about them."""
    rows = json.loads((folder / "answers.json").read_text())
    return [File(**{**row, "path": folder / row["path"]}) for row in rows]


def table(files: Sequence[File]) -> str:
    """The verdicts for each writer and format, what other readers find, and the reasons."""
    verdicts = [file.verdict() for file in files]
    columns = f"{'right':>6} {REFUSED:>8} {'wrong':>6}  readers: as meant/not/refused"
    lines = [f"{'writer':10} {'format':6} {'files':>6} {columns}"]
    for pair in dict.fromkeys((file.writer, file.format) for file in files):
        chosen = [at for at, file in enumerate(files) if (file.writer, file.format) == pair]
        tally = Counter(verdicts[at][0] for at in chosen)
        others: list[str] = []
        for name in files[chosen[0]].answers:
            answers = [(files[at], files[at].answers[name]) for at in chosen]
            meant = [file.is_meant(one["best"]) for file, one in answers if isinstance(one, dict)]
            not_meant, refused = len(meant) - sum(meant), len(chosen) - len(meant)
            if name != OURS:
                others.append(f"{name} {sum(meant)}/{not_meant}/{refused}")
        numbers = f"{tally[RIGHT]:6} {tally[REFUSED]:8} {tally[WRONG]:6}"
        lines.append(f"{pair[0]:10} {pair[1]:6} {len(chosen):6} {numbers}  {', '.join(others)}")
    total = Counter(kind for kind, _ in verdicts)
    lines.append(f"{'all':17} {len(files):6} {total[RIGHT]:6} {total[REFUSED]:8} {total[WRONG]:6}")
    reasons: dict[tuple[str, str], list[str]] = {}
    for file, (kind, reason) in zip(files, verdicts, strict=True):
        if reason != "as meant":
            reason = re.sub(r"^.*?, line \d+: ", "", reason)
            general = re.sub(r"-?\d+(\.\d+)?", "N", re.sub(r"'[^']*'", "'...'", reason))
            general = general.partition(", not")[0] if kind == WRONG else general[:120]
            reasons.setdefault((kind, general), []).append(f"{file.path.name}: {reason}")
    for (kind, general), found in sorted(reasons.items(), key=lambda pair: -len(pair[1])):
        lines.append(f"{kind} {len(found):6}: {general}\n    {found[0]}")
    return "\n".join(lines)
