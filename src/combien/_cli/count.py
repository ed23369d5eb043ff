"""`combien count`: the exact number of solutions."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from click import UsageError

from combien._base.files import write_file
from combien._cli._shared.declare import command, option
from combien._cli._shared.guard import Exit, print_message, print_text
from combien._cli._shared.options import (
    CommonOptions,
    Request,
    SatOptions,
    positive,
    request_options,
    sat_options,
    with_options,
)
from combien._cli._shared.progress import Bar, counters
from combien._cli._shared.report import (
    Beside,
    answer_each,
    counts_as_text,
    exit_code,
    explain_interrupt,
    finish,
    print_json,
    sentence,
    unlimited_digits,
)
from combien._cli._shared.weights import (
    by_option,
    limit_option,
    limit_words,
    refuse_beside,
    whole_constant,
    whole_numbers,
    with_limits,
)
from combien.engines._protocol import Answer
from combien.errors import Interrupted

if TYPE_CHECKING:
    from combien._cli._shared.files import Loaded
    from combien._questions.dispatch import Workers
    from combien._questions.up_to import SymmetryName
    from combien.cover._symmetry import ProblemGroup


NO_SAT_OPTIONS = SatOptions()


@command()
@option("--explain", "Show which engines were tried and why one was chosen.")
@with_options("--up-to", "--fault-free", "--threads")
@option(
    "--modulo M",
    "Print the count modulo M; the engine frontier then takes less memory.",
    type=positive,
)
@by_option()
@limit_option()
@option("--certificate FILE", "Write a certificate of the count, which combien check-count checks.")
@option("--checkpoint FILE", "Store the run in this file; the same command continues it.")
@option("--processes N", "Search with this many processes; needs --checkpoint.", type=positive)
@option(
    "--cluster ADDRESS", "Search on a Dask cluster, local:4 or tcp://HOST:PORT; needs --checkpoint."
)
@with_options("--resume")
@request_options()
@sat_options(proof=False)
def count(
    request: Request,
    sat: SatOptions,
    explain: bool,
    up_to: SymmetryName,
    fault_free: bool,
    threads: int | None,
    modulo: int | None,
    by: str | None,
    limits: tuple[str, ...],
    certificate: str | None,
    checkpoint: str | None,
    processes: int | None,
    cluster: str | None,
    resume: str,
) -> Exit:
    """Count the solutions of a problem, all of them or up to symmetry.

    The exact number, of any size, is the only text on the standard output.  The engine and the
    reason for its choice appear on the standard error: on a terminal, with -v, or in detail with
    --explain.

    Ctrl-C, and a limit that is reached, print the command that continues a search.  Its count
    includes what was found before; only the count of a share (combien shares) is its own.

    With --by, the output is a polynomial: 2*q^5 for two solutions of total 5.  Volumes begin at 0.

    Examples
    --------
    combien count example:camel.cmb
    combien count example:scott.cmb --problem scott -v
    combien count --engine frontier --seconds 10 --json example:dominoes.cmb
    combien count --explain example:scott.cmb
    combien count --up-to all example:scott.cmb
    combien count --modulo 1000000007 example:camel.cmb
    combien count --limit example:miles.csv=..60 example:prices.dlx
    combien count --by cost example:prices.dlx
    combien count --by volume --problem board_8x8 example:dominoes.cmb
    """
    from combien._questions.dispatch import Workers  # Start-up: not for --help.

    if certificate is not None and (modulo is not None or limits):
        other = "--limit" if limits else "--modulo"
        raise UsageError(f"--certificate cannot be combined with {other}: omit one of them")
    sat.engine(request)  # Refuse conflicting options before reading the file.
    others = {
        "--up-to": up_to != "none",
        "--fault-free": fault_free,
        "--checkpoint": checkpoint,
        "--processes": processes,
        "--cluster": cluster,
        **sat.given(),
    }
    refuse_beside(limits, others)
    without = {**others, "--certificate": certificate}
    others |= {"--engine": request.engine != "auto", "--explain": explain, "--threads": threads}
    others |= {"--modulo": modulo, "--certificate": certificate, "--resume": resume}
    refuse_beside(by is not None, others, name="--by")
    one = {"--certificate": certificate, "--checkpoint": checkpoint, "--resume": resume}
    asked = (
        [(request, request.load_fault_free())]
        if fault_free
        else request.load_each(one, without=without)
    )
    if by is not None:
        return answer_each(
            asked,
            lambda request, loaded: _count_by(request, with_limits(loaded, limits), by),
        )
    return answer_each(
        asked,
        lambda request, loaded: count_loaded(
            request,
            with_limits(loaded, limits),
            sat=sat,
            explain=explain,
            up_to=up_to,
            workers=Workers(
                threads=threads, processes=processes, cluster=cluster, checkpoint=checkpoint
            ),
            modulo=modulo,
            certificate=certificate,
            resume=resume,
            again=("combien", "count", *["--fault-free"] * fault_free, *limit_words(limits)),
            label="" if len(asked) == 1 else f"{loaded.name}: ",
        ),
        heading="",
    )


def _count_by(request: Request, loaded: Loaded, by: str) -> Exit:
    """Count the solutions by the total of these numbers, and print the polynomial."""
    from combien._questions import count_by_total  # Start-up: not for --help.
    from combien.sequences._formula import sum_text  # Start-up: not for --help.

    numbers = whole_numbers(loaded, by, "--by")
    then = "the polynomial was not complete and cannot be resumed"
    with Bar() as bar, explain_interrupt(bar, then):
        found = count_by_total(loaded.asked, numbers, budget=request.budget, report=bar)
    # The constant in a volume means nothing.
    least = min(found, default=0) if by == "volume" else 0
    if by == "cost":
        least = -whole_constant(loaded.problem.constant, "--by")
    powers = [total - least for total in found]
    with unlimited_digits():
        if request.json:
            totals = [
                {"total": str(power), "count": str(number)}
                for power, number in zip(powers, found.values(), strict=True)
            ]
            number = str(sum(found.values()))
            print_json({"problem": loaded.name, "by": by, "count": number, "totals": totals})
        else:
            terms = ["q"[:power] if power in (0, 1) else f"q^{power}" for power in powers]
            print_text(sum_text([*found.values()], terms.__getitem__, times="*") + "\n")
    return finish(loaded, bar, verbose=request.verbose, none=not found)


def count_loaded(
    common: CommonOptions,
    loaded: Loaded,
    *,
    sat: SatOptions = NO_SAT_OPTIONS,
    explain: bool,
    up_to: SymmetryName,
    workers: Workers | None = None,
    modulo: int | None = None,
    certificate: str | None = None,
    resume: str = "",
    again: Sequence[str] = ("combien", "count"),
    label: str = "",
) -> Exit:
    """Count the solutions of a loaded problem and print the number after the label.

    `again` is the beginning of the command line that resumes the count.
    """
    from combien._questions import answer  # Start-up: not for --help.
    from combien._questions.dispatch import Workers  # Start-up: not for --help.

    workers = workers or Workers()
    engine = sat.engine(common)
    group = None
    if up_to != "none":
        from combien._questions import group_of  # Start-up: not for --help.

        group = group_of(loaded.model, up_to=up_to)
        print_message(f"up to {group}")
    started = perf_counter()
    beside = Beside(loaded, up_to=up_to, budget=common.budget)
    interrupted = False
    with Bar() as bar:
        try:
            found = answer(
                loaded.asked,
                "count",
                up_to=group or "none",
                modulo=modulo,
                engine=engine,
                budget=common.budget,
                report=bar,
                threads=workers.threads,
                processes=workers.processes,
                cluster=workers.cluster,
                checkpoint=workers.checkpoint,
                resume=resume,
            )
        except KeyboardInterrupt as stop:
            interrupted = True
            known = stop.known if isinstance(stop, Interrupted) else {}
            found = Answer(
                status="stopped",
                engine=bar.engine or common.engine,
                why=f"interrupted before the count was known ({counters(known or bar.work)})",
                work={name: number for name, number in known.items() if name != "at_least"},
                seconds=perf_counter() - started,
                complete=False,
                position=stop.position if isinstance(stop, Interrupted) else "",
                known=known,
                modulo=modulo,
            )
    if certificate is not None and found.count is not None:
        _certify(common, loaded, group, found.count, certificate)
    with unlimited_digits():
        names = group.names if group else ()
        alone = workers == Workers() and common.engine == "auto" and modulo is None
        alone = alone and not loaded.limits
        more = beside.of_count(found) if alone else {}
        named = (loaded.name, label)
        _print(common, found, named=named, names=names, explain=explain, beside=more)
        if found.count is None and workers.checkpoint is not None:
            print_message(f"the same command continues the run in {workers.checkpoint}")
        if found.position:
            words = [*again, *common.words(), *sat.words()]
            words += [] if workers.threads is None else ["--threads", str(workers.threads)]
            words += [] if modulo is None else ["--modulo", str(modulo)]
            from shlex import join  # Start-up: only for a search that stopped.

            print_message(f"resume with: {join([*words, '--resume', found.position])}")
    return Exit.INTERRUPTED if interrupted else exit_code(found)


def _certify(
    common: CommonOptions, loaded: Loaded, group: ProblemGroup | None, number: int, path: str
) -> None:
    """Write a certificate of a count."""
    from combien._questions.certificates import certified  # Start-up: only for a certificate.
    from combien.engines._search.listed import compare  # Start-up: only for a certificate.

    engine = common.engine if common.engine in ("frontier", "memo") else "auto"
    with Bar() as bar:
        text, proved = certified(
            loaded.model, group, engine=engine, title=loaded.name, budget=common.budget, report=bar
        )
    compare("solutions by a certificate", proved, number, complete=True)
    write_file(path, text)


def _print(
    common: CommonOptions,
    found: Answer[object],
    *,
    named: tuple[str, str],
    names: tuple[str, ...],
    explain: bool,
    beside: dict[str, object],
) -> None:
    name, label = named
    if common.json:
        from combien.engines._answer_json import facts  # Start-up: only for --json.

        content = {"problem": name, **({"up_to": names} if names else {}), **facts(found), **beside}
        if explain:
            content["plan"] = counts_as_text(found.plan.facts()) if found.plan else None
        print_json(content)
    elif found.count is not None:
        print_text(f"{label}{found.count}\n")
    if explain and not common.json:
        print_message(label + str(found.plan or f"{found.engine} made no plan"))
    if found.count is None or common.verbose or (sys.stderr.isatty() and not common.json):
        print_message(label + sentence(found))
