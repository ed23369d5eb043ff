"""Animations: pictures of one size, as SVG without scripts, GIF or animated PNG.

In an SVG, every frame is a group that an `animate` element shows for its time.  Programs that do
not animate show the first frame.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from zlib import crc32

from combien._base.checks import check_int
from combien._base.extras import needed
from combien.drawing._markup import number, opening
from combien.drawing._renderers.png import image
from combien.errors import BadPicture

_MOST_PIXELS = 400_000_000
_USED = re.compile(r'<use href="#s([0-9]+)"')
# The usual number of elements in a run that frames may share.
_RUN = 8

# An element of a picture; and where it can be shared, the same around the origin, and its place.
Element = tuple[str, str, tuple[float, float]]


@dataclass(frozen=True)
class Animation:
    """Frames of one size, each a piece of SVG, in pixels.

    Frames refer to `shapes`, which they share, as `<use href="#s0"/>` and so on.

    >>> film = Animation(("<g/>", '<g id="b"/>'), width=4, height=3, title="two")
    >>> len(film), film.frame(1).count("<g")
    (2, 1)
    """

    frames: tuple[str, ...]
    width: float
    height: float
    title: str = ""
    paper: str = ""
    shapes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.frames)

    def frame(self, number: int) -> str:
        """Return one frame as SVG; raise `BadInput` if there is no such frame."""
        number = check_int("number", number, most=len(self.frames) - 1)
        return "\n".join([*self._head(), self._shared(number), self.frames[number], "</svg>\n"])

    def svg(self, *, frame_seconds: float = 0.1) -> str:
        """Return the animation as SVG, without scripts; each frame is shown for `frame_seconds`."""
        _check_seconds(frame_seconds)
        whole = number(frame_seconds * len(self.frames))
        lines = [*self._head(), self._shared()]
        count = len(self.frames)
        at = 0
        for frame, repeated in groupby(self.frames):
            after = at + len(list(repeated))
            values, times = ["hidden", "visible", "hidden"], [0.0, at / count, after / count]
            if at == 0:
                values, times = values[1:], times[::2]
            if after == count:
                values, times = values[:-1], times[:-1]
            lines.append(f'<g visibility="{"hidden" if at else "visible"}">')
            if len(values) > 1:
                lines.append(
                    f'<animate attributeName="visibility" calcMode="discrete" dur="{whole}s" '
                    f'repeatCount="indefinite" values="{";".join(values)}" '
                    f'keyTimes="{";".join(f"{time:.6g}" for time in times)}"/>'
                )
            lines += [frame, "</g>"]
            at = after
        return "\n".join([*lines, "</svg>\n"])

    def gif(self, *, frame_seconds: float = 0.1, width: int = 480) -> bytes:
        """Return the animation as GIF, `width` pixels wide; needs Pillow.

        All frames share one palette of 255 colors.  Raises `MissingExtra` if Pillow is not
        installed, and `BadPicture` for more than 400 million pixels in all.
        """
        images = self._images(frame_seconds, width)
        from PIL import Image  # Optional dependency.

        sample = Image.new("RGB", (images[0].width, images[0].height * min(len(images), 8)))
        step = max(1, len(images) // 8)
        for at, one in enumerate(images[::step][:8]):
            sample.paste(one, (0, at * one.height))
        palette = sample.quantize(255)
        parts = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in images]
        out = io.BytesIO()
        # GIF counts in hundredths of a second.
        parts[0].save(
            out,
            "GIF",
            save_all=True,
            append_images=parts[1:],
            duration=max(20, round(frame_seconds * 100) * 10),
            loop=0,
            disposal=1,
            optimize=False,
        )
        return out.getvalue()

    def apng(self, *, frame_seconds: float = 0.1, width: int = 480) -> bytes:
        """Return the animation as animated PNG, `width` pixels wide; needs Pillow.

        Raises `MissingExtra` if Pillow is not installed, and `BadPicture` for more than 400 million
        pixels in all.
        """
        images = self._images(frame_seconds, width)
        out = io.BytesIO()
        images[0].save(
            out,
            "PNG",
            save_all=True,
            append_images=images[1:],
            duration=round(frame_seconds * 1000),
            loop=0,
        )
        return out.getvalue()

    def _head(self) -> list[str]:
        return opening(
            number(self.width), number(self.height), title=self.title, paper=self.paper or None
        )

    def _shared(self, at: int | None = None) -> str:
        """Return the shapes of all frames, or of one."""
        numbers: Iterable[int] = range(len(self.shapes))
        if at is not None:
            used = {int(found) for found in _USED.findall(self.frames[at])}
            # Shapes may refer to others.
            queue = list(used)
            for n in queue:
                queue += {int(found) for found in _USED.findall(self.shapes[n])} - used
                used.update(queue)
            numbers = sorted(used)
        shapes = "".join(f'<g id="s{n}">{self.shapes[n]}</g>' for n in numbers)
        return f"<defs>{shapes}</defs>" if shapes else ""

    def _images(self, frame_seconds: float, width: int) -> list[Any]:
        _check_seconds(frame_seconds)
        with needed("GIF and animated PNG need Pillow", "pictures"):
            from PIL import Image  # Optional dependency.
        width = check_int("width", width, least=1, most=_MOST_PIXELS)
        if width * (width * self.height / self.width) * len(self.frames) > _MOST_PIXELS:
            raise BadPicture(f"more than {_MOST_PIXELS} pixels in all: give a smaller width")
        paper = self.paper or "#ffffff"
        head = opening(number(self.width), number(self.height), title="", paper=paper)
        known: dict[str, Any] = {}
        for at, frame in enumerate(self.frames):
            if frame not in known:
                text = "\n".join([*head, self._shared(at), frame, "</svg>\n"])
                data = image(text, width=width, across=self.width, down=self.height)
                known[frame] = Image.open(io.BytesIO(data)).convert("RGB")
        return [known[frame] for frame in self.frames]


def _check_seconds(seconds: float) -> None:
    sound = isinstance(seconds, (int, float)) and not isinstance(seconds, bool)
    if not sound or not 0.02 <= seconds <= 60:
        raise BadPicture("frame_seconds is how long each frame is shown: a number from 0.02 to 60")


def shared_frames(frames: Sequence[Sequence[Element]]) -> tuple[list[list[str]], list[str]]:
    """Return frames that refer to the shapes that they share, and these shapes.

    A face that is only moved has the same shape in all frames.  What does not move is the same in
    many frames, in long runs of elements, which are cut where a checksum says.
    """
    numbers: dict[str, int] = {}

    def used(shape: str, at: tuple[float, float] = (0.0, 0.0)) -> str:
        place = f' x="{number(at[0])}" y="{number(at[1])}"' if any(at) else ""
        return f'<use href="#s{numbers.setdefault(shape, len(numbers))}"{place}/>'

    cut: list[list[str]] = []
    for elements in frames:
        runs: list[list[str]] = [[]]
        for text, shape, at in elements:
            line = used(shape, at) if shape else text
            runs[-1].append(line)
            if not crc32(line.encode()) % _RUN:
                runs.append([])
        cut.append(["\n".join(run) for run in runs if run])
    times = Counter(run for runs in cut for run in set(runs))
    return [
        [used(run) if times[run] > 1 and "\n" in run else run for run in runs] for runs in cut
    ], list(numbers)
