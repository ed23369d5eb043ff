"""The colors as people with color vision deficiencies see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import dist
from typing import Any

import pytest

from combien.drawing._palette import (
    DEFAULT,
    HATCHES,
    PALETTES,
    PRINT,
    Hatch,
    Palette,
    palette_named,
)
from combien.errors import BadPicture

Triple = tuple[float, float, float]

# Vision without one kind of cone, in linear sRGB: Machado, Oliveira and Fernandes (2009),
# "A physiologically-based model for simulation of color vision deficiency", severity 1.
EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(color: str) -> Triple:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return r, g, b


def times(lines: tuple[Triple, Triple, Triple], v: Triple) -> Triple:
    a, b, c = (sum(x * y for x, y in zip(line, v, strict=True)) for line in lines)
    return a, b, c


def oklab(light: Triple) -> Triple:
    """Ottosson's OKLab of linear sRGB: equal distances look about equally different."""
    to_cones = (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
    to_lab = (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
    a, b, c = (max(cone, 0.0) ** (1 / 3) for cone in times(to_cones, light))
    return times(to_lab, (a, b, c))


def nearest(colors: tuple[str, ...], eyes: str) -> float:
    """The smallest difference between two of the colors, as these eyes see them."""
    seen = []
    for color in colors:
        a, b, c = (min(max(part, 0.0), 1.0) for part in times(EYES[eyes], linear(color)))
        seen.append(oklab((a, b, c)))
    return min(dist(a, b) for a, b in combinations(seen, 2))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of the Web Content Accessibility Guidelines: 4.5 is good for letters."""
    lights = sorted(
        sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True))
        for c in (one, other)
    )
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_the_measure_knows_red_from_green_and_when_it_cannot() -> None:
    red, green = "#b05050", "#708030"
    assert nearest((red, green), "normal") > 2 * nearest((red, green), "deuteranopia")
    assert nearest(("#000000", "#ffffff"), "normal") == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("eyes", EYES)
def test_twelve_colors_differ_to_any_eyes_and_the_first_ones_more(eyes: str) -> None:
    twelve = DEFAULT.fills[:12]
    floors = {12: 0.065, 8: 0.067, 5: 0.07, 3: 0.17}
    for first, floor in floors.items():
        assert nearest(twelve[:first], eyes) > floor


def test_no_color_comes_twice_before_all_were_used() -> None:
    assert len(DEFAULT) == 36
    assert len({DEFAULT.fill(number) for number in range(36)}) == 36
    assert DEFAULT.empty not in DEFAULT.fills
    assert DEFAULT.fill(36 * 10**30 + 5) == DEFAULT.fill(5)


def test_letters_and_lines_can_be_read_on_each_fill() -> None:
    for palette in PALETTES.values():
        for fill in (*palette.fills[:24], palette.empty, palette.paper):
            assert contrast(fill, palette.ink) > 4.5
        assert min(contrast(fill, palette.ink) for fill in palette.fills) > 3


def test_outlines_are_seen_on_white_on_black_and_between_fills() -> None:
    assert DEFAULT.transparent
    assert min(contrast(DEFAULT.line, page) for page in ("#000000", "#ffffff")) > 3
    assert min(contrast(DEFAULT.line, fill) for fill in DEFAULT.fills[:24]) > 2.7
    # On a black page the fills themselves are visible.
    assert min(contrast("#000000", fill) for fill in (*DEFAULT.fills, DEFAULT.empty)) > 6


def test_colors_are_calm() -> None:
    for fill in DEFAULT.fills[:12]:
        _, a, b = oklab(linear(fill))
        assert dist((0, 0), (a, b)) < 0.156


def test_print_has_no_colors() -> None:
    assert {PRINT.fill(number) for number in range(50)} == {"#ffffff"}
    assert PRINT.fill(None) != "#ffffff"


def test_twelve_hatches_differ_and_come_again_thinner_and_thicker() -> None:
    assert len(set(HATCHES[:12])) == 12
    assert PRINT.hatch(None) is None
    for number, plain in enumerate(HATCHES[:12]):
        thin, thick = PRINT.hatch(12 + number), PRINT.hatch(24 + number)
        assert PRINT.hatch(36 + number) == plain
        if plain is None:
            assert thin is thick is None
            continue
        assert thin == replace(plain, weight=0.5)
        assert thick == replace(plain, weight=2.0)


@pytest.mark.parametrize(
    ("hatch", "message"),
    [
        (lambda: Hatch("stars"), "'lines', 'crossing' or 'dots'"),  # type: ignore[arg-type]
        (lambda: Hatch("dots", 4.5), "whole degrees"),  # type: ignore[arg-type]
        (lambda: Hatch("dots", every=0), "every=0"),
        (lambda: Hatch("dots", weight=float("nan")), "weight=nan"),
        (lambda: Palette("own", ("#000000",), hatches=("dots",)), "a tuple of Hatch"),  # type: ignore[arg-type]
    ],
)
def test_bad_hatches_are_refused(hatch: Callable[[], object], message: str) -> None:
    with pytest.raises(BadPicture, match=message):
        hatch()


def test_palettes_are_found_by_name() -> None:
    assert palette_named("default") is DEFAULT
    own = Palette("own", ("#000000",))
    assert palette_named(own) is own
    with pytest.raises(BadPicture, match="'defualt'; did you mean 'default'"):
        palette_named("defualt")
    with pytest.raises(BadPicture, match="there are default, print"):
        palette_named("zzz")
    bad: Any = 7
    with pytest.raises(BadPicture, match="not int"):
        palette_named(bad)


@pytest.mark.parametrize(
    "color", ["red", "#fff", "#GGGGGG", "#ABCDEF", '"/><script>', "#ffffff\n", None]
)
def test_only_literal_colors_are_colors(color: Any) -> None:
    with pytest.raises(BadPicture, match="write color 1 like '#90a0f0'"):
        Palette("own", ("#000000", color))
    with pytest.raises(BadPicture, match="write color 2 like"):
        Palette("own", ("#000000",), ink=color)


def test_a_palette_has_a_color() -> None:
    with pytest.raises(BadPicture, match="no fills"):
        Palette("own", ())
