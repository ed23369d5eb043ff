"""Text in PDF files: Roboto, of which a file has the glyphs that it needs.

The text can be searched and copied.  Pictures draw their letters as strokes; see `_markup.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from combien._base.extras import EXTRAS, needed
from combien.drawing._renderers.truetype import roboto

# The height of a capital of Roboto, as a fraction of the font size.
CAPITAL = 0.711


def pdf_library() -> Any:
    """Return the module `pydyf`.  Raises `MissingExtra` if a part of the extra is missing."""
    for module, package in EXTRAS["pdf"].items():
        with needed(f"PDF files need {package.partition('>')[0]}", "pdf"):
            import_module(module)
    return import_module("pydyf")


class Typeface:
    """The font of one PDF file; `end` adds it to the file, after all text is written."""

    def __init__(self, library: Any, document: Any) -> None:
        self._font = roboto()
        # The code of each used character; 0 is an empty box.
        self._codes: dict[str, int] = {}
        self._library, self._document = library, document
        self._reference = library.Dictionary({"Type": "/Font", "Subtype": "/Type0"})
        document.add_object(self._reference)

    @property
    def resources(self) -> Any:
        """The resources of a page with text."""
        fonts = self._library.Dictionary({"F": self._reference.reference})
        return self._library.Dictionary({"Font": fonts})

    def knows(self, words: str) -> bool:
        """Return whether there is a glyph for each character."""
        return all(map(self._glyph, words))

    def width(self, words: str) -> float:
        """Return the width of a text, as a multiple of the height of a capital."""
        return sum(map(self._font.width, map(self._glyph, words))) / self._font.units / CAPITAL

    def show(
        self, stream: Any, words: str, x: float, y: float, *, high: float, down: bool = False
    ) -> None:
        """Write a text with capitals of a height from (x, y); `down` if y runs down.

        A character without a glyph is an empty box.
        """
        codes = [
            self._codes.setdefault(character, len(self._codes) + 1) if self._glyph(character) else 0
            for character in words
        ]
        stream.begin_text()
        stream.set_font_size("F", round(high / CAPITAL, 4))
        stream.set_text_matrix(1, 0, 0, -1 if down else 1, round(x, 4), round(y, 4))
        stream.show_text(f"<{''.join(f'{code:04X}' for code in codes)}>")
        stream.end_text()

    def end(self) -> None:
        """Add the font to the file."""
        library, document, font = self._library, self._document, self._font
        scale = 1000 / font.units
        glyphs = [0, *map(self._glyph, self._codes)]
        widths = [round(font.width(glyph) * scale) for glyph in glyphs]
        file = font.of(glyphs)
        program = library.Stream([file], {"Length1": len(file)}, compress=True)
        document.add_object(program)
        descriptor = library.Dictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": "/CMBNAA+Roboto-Medium",
                "Flags": 4,
                "FontBBox": library.Array([round(side * scale) for side in font.box]),
                "ItalicAngle": 0,
                "Ascent": round(font.ascent * scale),
                "Descent": round(font.descent * scale),
                "CapHeight": round(CAPITAL * 1000),
                "StemV": 90,
                "FontFile2": program.reference,
            }
        )
        document.add_object(descriptor)
        system = {"Registry": library.String("Adobe"), "Ordering": library.String("Identity")}
        descendant = library.Dictionary(
            {
                "Type": "/Font",
                "Subtype": "/CIDFontType2",
                "BaseFont": "/CMBNAA+Roboto-Medium",
                "CIDSystemInfo": library.Dictionary({**system, "Supplement": 0}),
                "CIDToGIDMap": "/Identity",
                "FontDescriptor": descriptor.reference,
                "W": library.Array([0, library.Array(widths)]),
            }
        )
        document.add_object(descendant)
        text = library.Stream([self._map().encode()], compress=True)
        document.add_object(text)
        self._reference.update(
            {
                "BaseFont": "/CMBNAA+Roboto-Medium",
                "Encoding": "/Identity-H",
                "DescendantFonts": library.Array([descendant.reference]),
                "ToUnicode": text.reference,
            }
        )

    def _glyph(self, character: str) -> int:
        return self._font.glyphs.get(ord(character), 0)

    def _map(self) -> str:
        """Return the map from glyphs to text, for readers that search and copy."""
        pairs = [
            f"<{code:04X}> <{ord(character):04X}>"
            for character, code in {"\ufffd": 0, **self._codes}.items()
        ]
        lines = [
            "/CIDInit /ProcSet findresource begin",
            "12 dict begin begincmap",
            "/CMapName /Text def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
        ]
        for at in range(0, len(pairs), 100):
            some = pairs[at : at + 100]
            lines += [f"{len(some)} beginbfchar", *some, "endbfchar"]
        return "\n".join([*lines, "endcmap end end"])
