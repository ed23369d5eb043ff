"""The modules of the page that need no page, run by node: for tests that need `nodejs`."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from combien.web._page import bundled, page_files


def run_module(name: str, code: str, folder: Path) -> Any:
    """Return the argument of `show(...)` at the end of a module, from its JSON."""
    program = folder / f"{name}.mjs"
    show = "const show = (value) => console.log(JSON.stringify(value));"
    program.write_text(f"{show}\n{bundled(name)}\n{{{code}\n}}\n", encoding="utf-8")
    found = subprocess.run(
        ["node", str(program)], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(found.stdout)


def words_of(text: str, begin: str) -> dict[str, str]:
    """Return a table of words of a module, which begins with this line and has one level."""
    (body,) = re.findall(rf"^{re.escape(begin)}\n(.*?)^ *\}}[;,]$", text, re.MULTILINE | re.DOTALL)
    pairs = re.findall(r'(?:^|[ {])"?([\w-]+)"?: ("(?:[^"\\]|\\.)*")', body, re.MULTILINE)
    return {key: json.loads(word) for key, word in pairs}


def page_words() -> dict[str, str]:
    """Return the English words of the page."""
    return words_of(page_files()["words.js"].decode(), "export const ENGLISH = {")
