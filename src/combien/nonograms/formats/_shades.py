"""Color names in files: #rgb, #rrggbb, rrggbb, and common English names."""

from __future__ import annotations

import re
import warnings

from combien.nonograms.formats._text import FormatWarning, bad, quoted

__all__ = ["shade_of"]

_NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "brown": "#a52a2a",
    "purple": "#800080",
    "violet": "#ee82ee",
    "pink": "#ffc0cb",
    "grey": "#808080",
    "gray": "#808080",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "lime": "#00ff00",
    "navy": "#000080",
    "teal": "#008080",
    "maroon": "#800000",
    "olive": "#808000",
    "gold": "#ffd700",
    "beige": "#f5f5dc",
    "tan": "#d2b48c",
    "turquoise": "#40e0d0",
    "salmon": "#fa8072",
    "khaki": "#f0e68c",
    "silver": "#c0c0c0",
    "skyblue": "#87ceeb",
}
_LONG = re.compile(r"#?([0-9a-f]{6})")
_SHORT = re.compile(r"#?([0-9a-f]{3})")


def shade_of(word: str, *, line: int) -> str:
    """Return the shade of a color name as #rrggbb; unknown names are gray, with a warning.

    >>> shade_of("Red", line=1), shade_of("#0F0", line=1), shade_of("123456", line=1)
    ('#ff0000', '#00ff00', '#123456')
    """
    small = word.lower()
    if small in _NAMED:
        return _NAMED[small]
    if found := _LONG.fullmatch(small):
        return f"#{found[1]}"
    if found := _SHORT.fullmatch(small):
        return "#" + "".join(2 * digit for digit in found[1])
    if not small.isalnum():
        raise bad(f"expected a color, as in #ff0000 or red, not {quoted(word)}", line=line)
    warnings.warn(
        f"line {line}: the color {quoted(word)} is unknown: gray is used instead",
        FormatWarning,
        stacklevel=2,
    )
    return "#808080"
