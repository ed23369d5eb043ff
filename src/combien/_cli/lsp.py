"""`combien lsp`: the language server, which an editor starts."""

from __future__ import annotations

from combien import __version__
from combien._cli._shared.declare import command


@command()
def lsp() -> None:
    """Help an editor with tiling scripts: the language server.

    An editor starts it and talks to it on the standard streams (Language Server Protocol).  It
    shows errors while one types, and drawings and numbers of placements at names; it completes
    names and options, finds definitions, and counts and draws problems when asked to.  Opening a
    script runs nothing.  It needs the extra `combien[lsp]`.

    Examples
    --------
    combien lsp
    """
    from combien.language._server import serve  # Optional dependency: pygls.

    serve(__version__)
