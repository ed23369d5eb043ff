"""Turn sessions in docstrings into code blocks, from `>>>` to the next empty line."""

from __future__ import annotations

from typing import Any

import griffe


class Sessions(griffe.Extension):  # type: ignore[misc]
    """Puts each session of a docstring between fences, before the page is made."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """Return the text with fences around its sessions."""
    lines: list[str] = []
    inside = False
    for line in [*text.splitlines(), ""]:
        if line.lstrip().startswith(">>>") and not inside:
            inside = True
            lines += ["", "```pycon"]
        elif inside and not line.strip():
            inside = False
            lines.append("```")
        lines.append(line)
    return "\n".join(lines).rstrip()
