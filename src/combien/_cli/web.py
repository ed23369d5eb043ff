"""Commands that serve: `combien web` a page to a browser, `combien lsp` an editor."""

from __future__ import annotations

import click

from combien import __version__
from combien._cli._shared.declare import command, option


@command()
@option(
    "--port P",
    "The port on the loopback address; by default, any free one.",
    type=click.IntRange(0, 65535),
    default=0,
)
@option("--no-browser", "Print the address only, and open no browser.")
@option(
    "--public URL",
    "The address of the static site, for links that others can open.",
    default="",
)
def web(port: int, no_browser: bool, public: str) -> None:
    """Draw boards, count their tilings and solve nonograms in a browser.

    The page is served to this computer only.  It needs the extra `web`.

    Examples
    --------
    combien web
    combien web --port 8000 --no-browser
    combien web --public https://school.example/combien/
    """
    from combien.web.server import serve  # Optional dependency: Starlette.

    serve(port, browser=not no_browser, public=public)


@command()
def lsp() -> None:
    """Help an editor with tiling scripts: the language server.

    An editor starts it and talks to it on the standard streams (Language Server Protocol).  It
    shows errors while one types, and drawings and numbers of placements at names; it completes
    names and options, finds definitions, and counts and draws problems when asked to.  Opening a
    script runs nothing.  It needs the extra `lsp`.

    Examples
    --------
    combien lsp
    """
    from combien.language._server import serve  # Optional dependency: pygls.

    serve(__version__)
