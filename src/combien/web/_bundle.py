"""The page's modules joined into one, and its styles for a part of a page: for notebooks.

A notebook takes one module as text and inserts styles into a page that it does not own.
"""

from __future__ import annotations

import re
from importlib.resources import files

__all__ = ["bundled", "scoped_styles"]

_IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


def bundled(entry: str) -> str:
    """Return a module of the page together with all that it imports, as one module.

    >>> code = bundled("picture")
    >>> "import" in code, code.count("NAMESPACE = "), "const $svg = (() => {" in code
    (False, 1, True)

    Each imported module becomes a function that is called once and returns what it exports; imports
    become destructurings.  Imports must be static, from the same folder, and without `as` inside
    braces, as in all modules of the page.
    """
    done: dict[str, str] = {}
    text = _without_imports(entry, done)
    return "".join(done.values()) + text


def _without_imports(name: str, done: dict[str, str]) -> str:
    """Return the text of a module; the modules that it imports are added to `done`."""
    text = (files("combien.web") / "static" / f"{name}.js").read_text(encoding="utf-8")

    def taken(found: re.Match[str]) -> str:
        whole, names, module = found.groups()
        if module not in done:
            body = _without_imports(module, done)
            exports = ", ".join(export for _, export in _EXPORT.findall(body))
            inner = _EXPORT.sub(r"\1", body)
            done[module] = f"const ${module} = (() => {{\n{inner}return {{ {exports} }};\n}})();\n"
        return f"const {whole or '{' + names + '}'} = ${module};\n"

    return _IMPORT.sub(taken, text)


def scoped_styles(name: str) -> str:
    """Return the styles of the page for the elements below those of a class.

    >>> scoped_styles("combien-editor")[:27]
    '.combien-editor {\\n& {\\n  --i'
    """
    text = (files("combien.web") / "static" / "page.css").read_text(encoding="utf-8")
    return f".{name} {{\n{text.replace(':root', '&')}}}\n"
