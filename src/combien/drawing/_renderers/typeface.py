"""Text in PDF files: Roboto, of which a file has the glyphs that it needs.

The text can be searched and copied.  Pictures draw their letters as strokes; see `_markup.py`.
"""

from __future__ import annotations

import io
from importlib import import_module
from importlib.resources import files
from typing import Any

from combien._base.extras import EXTRAS, needed

# The height of a capital of Roboto, as a fraction of the font size.
CAPITAL = 0.711
_FILE = "Roboto-Medium.ttf"


def pdf_library() -> Any:
    """Return the module `pydyf`.  Raises `MissingExtra` if a part of the extra is missing."""
    for module, package in EXTRAS["pdf"].items():
        with needed(f"PDF files need {package.partition('>')[0]}", "pdf"):
            import_module(module)
    return import_module("pydyf")


class Typeface:
    """The font of one PDF file; `end` adds it to the file, after all text is written."""

    def __init__(self, library: Any, document: Any) -> None:
        from fontTools.ttLib import TTFont  # Optional dependency.

        data = files("font_roboto").joinpath("files", _FILE).read_bytes()
        self._font = TTFont(io.BytesIO(data), recalcTimestamp=False)
        self._glyphs: dict[int, str] = self._font.getBestCmap()
        self._metrics: dict[str, tuple[int, int]] = self._font["hmtx"].metrics
        self._units: int = self._font["head"].unitsPerEm
        self._numbers: dict[str, int] = self._font.getReverseGlyphMap()
        # The text that each used glyph stands for, by its number.
        self._used: dict[int, str] = {}
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
        return all(ord(character) in self._glyphs for character in words)

    def width(self, words: str) -> float:
        """Return the width of a text, as a multiple of the height of a capital."""
        widths = (self._metrics[self._glyph(character)][0] for character in words)
        return sum(widths) / self._units / CAPITAL

    def show(
        self, stream: Any, words: str, x: float, y: float, *, high: float, down: bool = False
    ) -> None:
        """Write a text with capitals of a height from (x, y); `down` if y runs down.

        A character without a glyph is an empty box.
        """
        codes = []
        for character in words:
            number = self._numbers[self._glyph(character)]
            self._used.setdefault(number, character)
            codes.append(f"{number:04X}")
        stream.begin_text()
        stream.set_font_size("F", round(high / CAPITAL, 4))
        stream.set_text_matrix(1, 0, 0, -1 if down else 1, round(x, 4), round(y, 4))
        stream.show_text(f"<{''.join(codes)}>")
        stream.end_text()

    def end(self) -> None:
        """Add the font to the file, if there is any text."""
        if not self._used:
            self._reference.update({"Subtype": "/Type1", "BaseFont": "/Helvetica"})
            return
        from fontTools.subset import Options, Subsetter  # Optional dependency.

        library, document = self._library, self._document
        # The glyphs keep their numbers, which the pages have by now.
        options = Options(retain_gids=True, notdef_outline=True, hinting=False, layout_features=[])
        options.drop_tables += ["OS/2", "name", "post", "gasp"]
        # The subsetter would read these, for most of its time, before it drops them.
        for layout in ("GSUB", "GPOS", "GDEF"):
            if layout in self._font:
                del self._font[layout]
        subsetter = Subsetter(options)
        subsetter.populate(gids=sorted(self._used))
        widths = {number: self._width_of(number) for number in sorted(self._used)}
        head, hhea = self._font["head"], self._font["hhea"]
        box = [head.xMin, head.yMin, head.xMax, head.yMax]
        scale = 1000 / self._units
        subsetter.subset(self._font)
        file = io.BytesIO()
        self._font.save(file, reorderTables=True)
        program = library.Stream(
            [file.getvalue()], {"Length1": len(file.getvalue())}, compress=True
        )
        document.add_object(program)
        descriptor = library.Dictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": "/CMBNAA+Roboto-Medium",
                "Flags": 4,
                "FontBBox": library.Array([round(side * scale) for side in box]),
                "ItalicAngle": 0,
                "Ascent": round(hhea.ascent * scale),
                "Descent": round(hhea.descent * scale),
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
                "W": library.Array(
                    [part for n, wide in widths.items() for part in (n, library.Array([wide]))]
                ),
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

    def _glyph(self, character: str) -> str:
        return self._glyphs.get(ord(character), ".notdef")

    def _width_of(self, number: int) -> int:
        return round(self._metrics[self._font.getGlyphName(number)][0] * 1000 / self._units)

    def _map(self) -> str:
        """Return the map from glyphs to text, for readers that search and copy."""
        pairs = [
            f"<{number:04X}> <{character.encode('utf-16-be', 'replace').hex().upper()}>"
            for number, character in sorted(self._used.items())
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
