"""Make the font of PDF files, and put its license beside it: `python tools/typeface.py`.

Needs `pip install font-roboto==0.0.1 fonttools==4.68.0`.  The font is Roboto Medium 2.138, of 2017
(https://github.com/googlefonts/roboto-2), copyright Google, under the Apache License 2.0; that
package has it as Google published it, in 300 kB.  What is changed: characters that are not in
`BLOCKS`, hints and rules for pairs of letters are left out, and glyphs made of others are drawn.

The same versions make the same bytes, which a test compares.
"""

from __future__ import annotations

import io
from importlib.resources import files
from pathlib import Path

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

FOLDER = Path(__file__).parent.parent / "src/combien/drawing/_renderers"
# Latin, Greek and Cyrillic; Latin for Vietnamese; punctuation, currencies, arrows and signs.
BLOCKS = (range(0x20, 0x250), range(0x370, 0x530), range(0x1E00, 0x1F00), range(0x2000, 0x2300))
CHANGES = "Subset of Roboto Medium for PDF files, made by tools/typeface.py of combien"


def made() -> dict[str, bytes]:
    """Return the files by name: the font and its license."""
    source = files("font_roboto").joinpath("files")
    data = source.joinpath("Roboto-Medium.ttf").read_bytes()
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    shapes, glyphs = font.getGlyphSet(), font["glyf"]
    drawn = {}
    for name in font.getGlyphOrder():
        if glyphs[name].isComposite():
            parts, pen = DecomposingRecordingPen(shapes), TTGlyphPen(None)
            shapes[name].draw(parts)
            parts.replay(pen)
            drawn[name] = pen.glyph()
    for name, glyph in drawn.items():
        glyphs[name] = glyph

    options = Options(notdef_outline=True, hinting=False, layout_features=[])
    options.drop_tables += ["GDEF", "GPOS", "GSUB", "OS/2", "gasp", "post"]
    options.name_IDs = [0, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[character for block in BLOCKS for character in block])
    subsetter.subset(font)
    font["name"].setName(CHANGES, 10, 3, 1, 0x409)

    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language = 3, 10, 0
    table.cmap = font.getBestCmap()
    font["cmap"].tables = [table]
    file = io.BytesIO()
    font.save(file)
    return {
        "roboto.ttf": file.getvalue(),
        "roboto-license.txt": source.joinpath("LICENSE").read_bytes(),
    }


if __name__ == "__main__":
    for name, content in made().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")
