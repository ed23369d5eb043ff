"""`combien convert`: convert a problem to another format."""

from __future__ import annotations

from combien._cli._shared.declare import (
    argument,
    command,
    formats,
    option,
    paths,
    problems,
    written,
)
from combien._cli._shared.files import Loaded, format_named, format_of, load
from combien._cli._shared.guard import Exit, print_content
from combien._cli._shared.inputs import STDIN, print_warnings
from combien._cli._shared.options import with_options
from combien._cli._shared.picture_files import NumberedFile
from combien.cover._constrained import Constrained
from combien.cover.formats import FORMATS, write
from combien.errors import BadFormat, BadInput
from combien.tilings import pavage, xmpuzzle
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tiling import TilingProblem


@command()
@option(
    "--from NAME",
    "The format of A: cmb, pavage, xmpuzzle, dlx, json, emc, ec, mps, lp, opb, wcnf or xcsp3.  "
    "[default: by its name]",
    into="source",
    complete=formats,
)
@option(
    "--to NAME",
    "The format of B: pavage, xmpuzzle, dlx, json, emc, ec, mps, lp, opb, wcnf, minizinc or "
    "cpmpy.  [default: by its name]",
    into="target",
    complete=written,
)
@option("--problem NAME", "The problem of A to write.  [default: the last one]", complete=problems)
@with_options("--allow-files")
@argument("A", complete=paths)
@argument("B", complete=paths)
def convert(
    source: str | None,
    target: str | None,
    problem: str | None,
    allow_files: bool,
    a: str,
    b: str,
) -> Exit:
    """Write the problem of file A to file B, in another format.

    It is an error if the other format cannot express the problem; losses that do not change the
    solutions, and renamed items, are warnings.  - is the standard input or output.

    Examples
    --------
    combien convert example:scott.cmb scott.dlx
    combien convert example:knuth.dlx knuth.json
    combien convert --to dlx example:scott.cmb -
    """
    if target is None and b == STDIN:
        raise BadInput("the standard output needs a format, as in --to dlx")
    wanted = format_of(b, hint="set it with --to") if target is None else format_named(target)
    loaded = load(
        a, name=problem, format=source, option="--from", allow_files=allow_files, sides=True
    )
    return save(loaded, b, wanted)


def save(loaded: Loaded, b: str, wanted: str) -> Exit:
    """Write a loaded problem to file B.  Raises `BadInput`, `BadFormat`."""
    with print_warnings():
        written = _written(loaded, wanted)
    if b == STDIN:
        if isinstance(written, bytes):
            raise BadInput(f"{wanted} is a binary format: name a file to write it to")
        print_content(written)
        return Exit.ANSWERED
    NumberedFile(b).write(written if isinstance(written, bytes) else written.encode())
    return Exit.ANSWERED


def _written(loaded: Loaded, wanted: str) -> str | bytes:
    if wanted in FORMATS:
        problem = loaded.problem
        return write(
            Constrained(problem, loaded.limits) if loaded.limits else problem, format=wanted
        )
    model = loaded.model
    if wanted == "pavage" and isinstance(model, TilingProblem):
        return pavage.write(model)
    if wanted == "xmpuzzle" and isinstance(model, (TilingProblem, PackingProblem)):
        return xmpuzzle.write(model)
    raise BadFormat(
        f"this cannot be written as {wanted}: a plain exact cover has no board, and scripts cannot "
        f"be generated; use one of {', '.join(FORMATS)}"
    )
