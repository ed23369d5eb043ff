"""Long searches: `combien estimate`, `combien shares`, and the files of runs, `combien runs`."""

from __future__ import annotations

import sys
from dataclasses import asdict

from click import UsageError

from combien import running
from combien._base.budget import Budget
from combien._cli._shared.declare import argument, command, option, paths
from combien._cli._shared.guard import Exit, flushed, print_text
from combien._cli._shared.options import Request, request_options, with_options
from combien._cli._shared.progress import Bar
from combien._cli._shared.report import explain_interrupt, print_json
from combien._questions import estimate as guess
from combien._questions import shares as split
from combien._wording import counted
from combien.running._workers import begin_run, work_on


@command()
@argument("FILE", complete=paths)
@option("--json", "Print one JSON object.", into="as_json")
def status(file: str, as_json: bool) -> Exit:
    """Show how far a run is, also while it is running.

    Examples
    --------
    combien runs status run.db
    combien runs status --json run.db
    """
    found = running.status(file)
    if as_json:
        print_json({**asdict(found), "found": str(found.found)})
    else:
        print_text(f"{found}\n")
    return Exit.ANSWERED if found.complete else Exit.UNKNOWN


@command()
@argument("FILE", complete=paths)
@option("--recount", "The number of finished shares to count again.", type=int, shown=10)
def verify(file: str, recount: int) -> Exit:
    """Check the file of a run, and count some shares again.

    Examples
    --------
    combien runs verify --recount 20 run.db
    """
    with explain_interrupt(Bar(), "a smaller --recount takes less time"):
        number = running.verify(file, recount=recount)
    layer = running.status(file).layer
    what = f"{number} of its shares were counted again"
    if layer is not None:
        what = f"its layer has {counted(layer.files, 'file')}"
    print_text(f"{file} is sound; {what}\n")
    return Exit.ANSWERED


@command()
@argument("FILE", complete=paths)
def export(file: str) -> Exit:
    """Write the facts and the shares of a run as lines of JSON.

    Examples
    --------
    combien runs export run.db > run.jsonl
    """
    running.export(file, sys.stdout)
    return flushed()


@command()
@option("--checkpoint FILE", "The file to create, where all workers can write it.")
@option("--parts", "The minimum number of shares.", type=int, shown=1000)
@request_options(without=("--seconds", "--nodes", "--bytes", "--json", "-v"))
def begin(request: Request, checkpoint: str | None, parts: int) -> Exit:
    """Begin a run that workers on several machines search, and search nothing.

    Ten shares for each worker are enough, as long ones are split later.

    Examples
    --------
    combien runs begin --checkpoint shared.db example:scott.cmb
    """
    if not checkpoint:
        raise UsageError("name the file of the run: --checkpoint run.db")
    problem = request.load().model.problem()
    with explain_interrupt(Bar(), "a smaller --parts takes less time"):
        number = begin_run(problem, checkpoint, engine=request.engine, parts=parts)
    print_text(f"{checkpoint} has {counted(number, 'share')}; search by combien runs work\n")
    return Exit.ANSWERED


@command()
@argument("FILE", complete=paths)
@option("--name", "The name of this worker, for combien runs status.", default="")
@with_options("--threads", "--seconds")
def work(file: str, name: str, threads: int | None, seconds: float | None) -> Exit:
    """Search shares of a run, beside other workers, until none is left.

    It may be killed at any time: what it had leased is searched again by others, at once on the
    same machine, after five minutes elsewhere.  By default it has one thread.

    Examples
    --------
    combien runs work shared.db
    combien runs work --name task7 --seconds 14000 shared.db
    """
    with Bar() as bar, explain_interrupt(bar, "what was found is stored"):
        work_on(file, name=name, threads=threads or 1, budget=Budget(seconds=seconds), report=bar)
    print_text(f"{running.status(file)}\n")
    return Exit.ANSWERED


@command()
@option("--walks", "The number of random walks.", type=int, shown=1000)
@option("--seed", "The seed of the random walks.", type=int, shown=0)
@option("--resume POSITION", "Estimate what is left of a search from this position.", default="")
@request_options(without=("-v",))
def estimate(request: Request, walks: int, seed: int, resume: str) -> Exit:
    """Estimate how large a search will be, by random walks down its tree (Knuth, 1975).

    The standard error measures how much the walks differ.  It is not a confidence interval: an
    estimate is often too low, because the walks miss rare large subtrees.

    Examples
    --------
    combien estimate example:scott.cmb
    combien estimate --walks 100000 --engine dlx example:knuth.dlx
    """
    loaded = request.load()
    with (
        Bar() as bar,
        explain_interrupt(bar, "reduce --walks, or set --seconds"),
    ):
        found = guess(
            loaded.model,
            engine=request.engine,
            walks=walks,
            seed=seed,
            resume=resume,
            budget=request.budget,
            report=bar,
        )
    if request.json:
        print_json({"problem": loaded.name, **asdict(found)})
    else:
        print_text(f"{found.engine}: {found}\n")
    return Exit.ANSWERED


@command()
@option("--parts", "The minimum number of shares.", type=int, shown=16)
@option("--resume POSITION", "Split the rest of a search from this position.", default="")
@request_options(without=("--seconds", "--nodes", "--bytes", "-v"))
def shares(request: Request, parts: int, resume: str) -> Exit:
    """Split a search into shares, as positions for `combien solve --resume`.

    The shares, one after another, give the solutions of the whole search in the same order.  No two
    shares visit the same node below the split.

    Examples
    --------
    combien shares --parts 100 example:scott.cmb > shares.txt
    combien solve example:scott.cmb -n 0 --resume "$(sed -n 3p shares.txt)"
    """
    loaded = request.load()
    with explain_interrupt(Bar(), "a smaller --parts takes less time"):
        positions = split(loaded.model, parts=parts, engine=request.engine, resume=resume)
    if request.json:
        print_json({"problem": loaded.name, "shares": positions})
    else:
        sys.stdout.writelines(f"{position}\n" for position in positions)
    return Exit.ANSWERED
