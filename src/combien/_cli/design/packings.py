"""`combien design rectangles`: rectangles into a box."""

from __future__ import annotations

from combien._cli._shared.declare import argument, command, option
from combien._cli._shared.guard import Exit
from combien._cli._shared.options import CommonOptions, common_options, with_options
from combien._cli._shared.pictures import PictureOptions, picture_options
from combien.errors import BadInput

__all__ = ["rectangles"]


MOST_TIMES = 1_000_000


@command()
@argument("BOX")
@argument("WxH...", into="sides")
@option("--no-rotate", "Rectangles may not be rotated.")
@option("--count", "Count the packings.", into="count_only")
@with_options("-n", "--resume")
@common_options()
@picture_options
def rectangles(
    common: CommonOptions,
    drawn: PictureOptions,
    box: str,
    sides: tuple[str, ...],
    no_rotate: bool,
    count_only: bool,
    number: int,
    resume: str,
) -> Exit:
    """Place rectangles in BOX, all of them; cells that they do not cover stay empty.

    The box and the rectangles are sizes such as 8x6; 3x3*4 are four equal ones.

    Examples
    --------
    combien design rectangles 33x32 18x18 15x15 14x14 10x10 9x9 8x8 7x7 4x4 1x1
    combien design rectangles 10x7 5x3 5x4 4x4 3x5 --no-rotate --count
    combien design rectangles 8x6 3x3*3 2x5*2 --svg packing.svg
    """
    from combien._cli._shared.files import Loaded  # Start-up: not for --help.
    from combien._cli.count import count_loaded  # Start-up: not for --help.
    from combien._cli.solve import SolveOptions, solve_loaded  # Start-up: not for --help.
    from combien.design import rectangle_packing  # Start-up: not for --help.

    wanted = SolveOptions(drawn, number, resume=resume)
    if not count_only:
        wanted.check(common)
    given = [pair for text in sides for pair in _pairs(text)]
    (size,) = _pairs(box)
    problem = rectangle_packing(*size, given, rotate=not no_rotate)
    loaded = Loaded(problem.name, problem)
    again = ("combien", "design", "rectangles", box, *sides, *["--no-rotate"] * no_rotate)
    if count_only:
        return count_loaded(
            common,
            loaded,
            explain=False,
            up_to="none",
            resume=resume,
            again=(*again, "--count"),
        )
    return solve_loaded(common, loaded, wanted, again=again)


def _pairs(text: str) -> list[tuple[int, int]]:
    """Parse WxH or WxH*N."""
    size, star, times = text.partition("*")
    numbers = [*size.split("x"), times if star else "1"]
    if len(numbers) != 3 or not all(n.isascii() and n.isdigit() and len(n) < 10 for n in numbers):
        raise BadInput(f"{text[:40]!r}: expected a size such as 3x2, or 3x2*4 for four of them")
    width, height, number = map(int, numbers)
    if not 1 <= number <= MOST_TIMES:
        raise BadInput(f"{text[:40]!r}: expected 1 to {MOST_TIMES:,} rectangles")
    return [(width, height)] * number
