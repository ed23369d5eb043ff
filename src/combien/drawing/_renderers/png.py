"""A picture as PNG: the SVG, drawn by resvg.

The result does not depend on the machine's fonts or libraries: labels are strokes, and resvg draws
without a system library.  So the bytes are the same on each run.  resvg-py is in the extra
`pictures`.

Large pictures are drawn by another process.  resvg holds the lock of the interpreter all the time,
so that neither Ctrl-C nor a timer would end it: 90,000 cells take it ten seconds.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from subprocess import DEVNULL, PIPE, run
from typing import Any

from combien._base.extras import interpreter, needed
from combien.drawing._content import ColorBy, Content
from combien.drawing._palette import Palette
from combien.drawing._renderers import svg
from combien.errors import BadPicture, MissingExtra

MOST_PIXELS = 100_000_000
# What takes a few tenths of a second at most is drawn by this process.
_CHARACTERS, _PIXELS = 300_000, 4_000_000
# The program of the other one: it reads an SVG and writes a PNG, or why it cannot.
_REFUSED = 3
_PROGRAM = f"""
import sys, resvg_py
width, height = map(int, sys.argv[1:])
text = sys.stdin.buffer.read().decode()
try:
    image = resvg_py.svg_to_bytes(
        svg_string=text, skip_system_fonts=True, width=width, height=height
    )
except ValueError as error:
    sys.stdout.buffer.write(str(error).encode())
    sys.exit({_REFUSED})
sys.stdout.buffer.write(bytes(image))
"""


def render(
    picture: Content,
    *,
    width: int = 800,
    palette: Palette | str = "default",
    labels: bool | None = None,
    color_by: ColorBy | None = None,
) -> bytes:
    """Return the PNG file of a picture, on white paper; see `Picture.png` for the options.

    >>> from combien import Picture
    >>> image = render(Picture.of_cells([([(0, 0), (1, 0)], 0, "domino")]), width=120)
    >>> int.from_bytes(image[16:20], "big"), int.from_bytes(image[20:24], "big")
    (120, 72)

    Cost: about 10 ms per million pixels, besides the SVG.
    """
    across, down = svg.size_in_pixels(picture)
    # The size is checked first, because rendering a large picture takes long.
    height = _height(width, across, down)
    text = svg.render(picture, palette=palette, labels=labels, color_by=color_by, opaque=True)
    return _drawn(text, width, height)


def image(text: str, *, width: int, across: float, down: float) -> bytes:
    """Return the PNG file of an SVG that is `across` by `down` pixels large.

    >>> image('<svg xmlns="http://www.w3.org/2000/svg"/>', width=3, across=10, down=20)[1:4]
    b'PNG'
    """
    return _drawn(text, width, _height(width, across, down))


def _height(width: int, across: float, down: float) -> int:
    if isinstance(width, bool) or not isinstance(width, int) or width < 1:
        raise BadPicture("width is a whole number of pixels, at least 1")
    if width > MOST_PIXELS or width * (width * down / across) > MOST_PIXELS:
        raise BadPicture(
            f"a picture as wide as that would have more than {MOST_PIXELS} pixels: "
            "give a smaller width"
        )
    return max(1, round(width * down / across))


def resvg() -> Any:
    """Return the module `resvg_py`.  Raises `MissingExtra` if it is not installed."""
    with needed("PNG pictures need resvg-py (extra 'pictures')", "pictures"):
        return import_module("resvg_py")


def _drawn(text: str, width: int, height: int) -> bytes:
    resvg_py = resvg()
    if len(text) > _CHARACTERS or width * height > _PIXELS:
        image = _by_another_process(text, width, height)
        if image is not None:
            return image
    try:
        image = resvg_py.svg_to_bytes(
            svg_string=text, skip_system_fonts=True, width=width, height=height
        )
    except ValueError as error:
        raise BadPicture(f"resvg refuses this picture: {error}") from None
    return bytes(image)


def _by_another_process(text: str, width: int, height: int) -> bytes | None:
    """Return the PNG file, or None if this system starts no processes.

    The process is ended if this one is interrupted meanwhile.
    """
    try:
        python = interpreter("large pictures are drawn")
    except MissingExtra:
        return None
    # The same modules, but none of the current folder.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = run(
            [python, "-P", "-c", _PROGRAM, str(width), str(height)],
            input=text.encode(),
            stdout=PIPE,
            stderr=DEVNULL,
            env=environment,
            # Ctrl-C is for this process, which ends the other one.
            start_new_session=True,
            check=False,
        )
    except OSError:
        return None
    if done.returncode == _REFUSED:
        raise BadPicture(f"resvg refuses this picture: {done.stdout.decode()}")
    if done.returncode:
        raise BadPicture(
            f"resvg did not draw this picture (exit code {done.returncode}): give a smaller width"
        )
    return done.stdout
