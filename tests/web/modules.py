"""The modules of the page that need no page, run by node: for tests that need `nodejs`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from combien.web._page import bundled


def run_module(name: str, code: str, folder: Path) -> Any:
    """Return the argument of `show(...)` at the end of a module, from its JSON."""
    program = folder / f"{name}.mjs"
    show = "const show = (value) => console.log(JSON.stringify(value));"
    program.write_text(f"{show}\n{bundled(name)}\n{{{code}\n}}\n", encoding="utf-8")
    found = subprocess.run(
        ["node", str(program)], capture_output=True, text=True, check=True, timeout=60
    )
    return json.loads(found.stdout)
