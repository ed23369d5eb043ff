"""`combien web`: the page, served to a browser on this computer."""

from __future__ import annotations

import click

from combien._cli._shared.groups import command

__all__ = ["web"]

EXAMPLES = """\
Examples:

combien web

combien web --port 8000 --no-browser
"""


@command(epilog=EXAMPLES)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    metavar="P",
    help="The port on the loopback address; by default, any free one.",
)
@click.option("--no-browser", is_flag=True, help="Print the address only, and open no browser.")
def web(port: int, no_browser: bool) -> None:
    """Draw boards, count their tilings and solve nonograms in a browser.

    The page is served to this computer only.  It needs the extra `combien[web]`.
    """
    from combien.web.server import serve  # Optional dependency: Starlette.

    serve(port, browser=not no_browser)
