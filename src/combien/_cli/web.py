"""`combien web`: the page, served to a browser on this computer."""

from __future__ import annotations

import click

from combien._cli._shared.declare import command, option


@command()
@option(
    "--port P",
    "The port on the loopback address; by default, any free one.",
    type=click.IntRange(0, 65535),
    default=0,
)
@option("--no-browser", "Print the address only, and open no browser.")
def web(port: int, no_browser: bool) -> None:
    """Draw boards, count their tilings and solve nonograms in a browser.

    The page is served to this computer only.  It needs the extra `web`.

    Examples
    --------
    combien web
    combien web --port 8000 --no-browser
    """
    from combien.web.server import serve  # Optional dependency: Starlette.

    serve(port, browser=not no_browser)
