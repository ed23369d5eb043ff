"""The local server: the page, and questions answered by native processes.

It listens on the loopback address only.  Other pages in the same browser cannot use it: the Host
and Origin headers are checked (against DNS rebinding and cross-site requests), and each question
needs the token of the start, which only the page of the printed address knows.
"""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import AsyncIterator
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from combien._base.extras import needed
from combien._wording import Statement
from combien.errors import BadInput
from combien.web._page import page_files
from combien.web._reading import MOST_BYTES
from combien.web.worker import Worker, Workers, last_events

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["HOST", "MOST_QUESTIONS", "application", "serve"]

HOST = "127.0.0.1"
# Questions at the same time: a few tabs of one person.
MOST_QUESTIONS = 4
POLL_SECONDS = 0.25

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
TYPES = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "svg": "image/svg+xml",
}


def application(port: int, token: str, workers: Workers, *, public: str = "") -> ASGIApp:
    """Return the ASGI application for a port of the loopback address.

    `public` is the address of a page that everyone can open, for links.
    """
    from anyio.to_thread import run_sync  # Optional dependency.
    from starlette.applications import Starlette  # Optional dependency.
    from starlette.requests import ClientDisconnect  # Optional dependency.
    from starlette.responses import (  # Optional dependency.
        PlainTextResponse,
        Response,
        StreamingResponse,
    )
    from starlette.routing import Route  # Optional dependency.

    parts = page_files()
    hosts = {f"{name}:{port}" for name in (HOST, "localhost", "[::1]")}

    async def page(request: Request) -> Response:
        given = request.query_params.get("token", "")
        if not secrets.compare_digest(given.encode(), token.encode()):
            return PlainTextResponse(
                "This page needs its token: open the address that combien web printed.", 403
            )
        html = parts["index.html"].decode()
        settings = {"token": token, "public": public}
        meta = "".join(
            f'<meta name="combien-{name}" content="{escape(value)}">\n'
            for name, value in settings.items()
        )
        meta += "</head>"
        return Response(html.replace("</head>", meta, 1), media_type="text/html")

    async def file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in parts or name in ("index.html", "service_worker.js"):
            return PlainTextResponse("There is no such file.", 404)
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        return Response(parts[name], media_type=kind)

    async def ask(request: Request) -> Response:
        given = request.headers.get("x-combien-token", "")
        if not secrets.compare_digest(given.encode(), token.encode()):
            return PlainTextResponse("The token is missing or wrong: reload the page.", 403)
        if request.headers.get("content-type") != "application/json":
            return PlainTextResponse("A question is of type application/json.", 415)
        body = b""
        try:
            async for part in request.stream():
                body += part
                if len(body) > MOST_BYTES:
                    return PlainTextResponse(f"A question has at most {MOST_BYTES} bytes.", 413)
            text = body.decode()
        except UnicodeDecodeError:
            return PlainTextResponse("A question is encoded in UTF-8.", 400)
        except ClientDisconnect:
            return Response(status_code=400)
        worker = await run_sync(workers.take)
        if worker is None:
            return PlainTextResponse("Too many questions at the same time: stop one.", 503)
        return StreamingResponse(_events(workers, worker, text), media_type="text/event-stream")

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/ask", ask, methods=["POST"]),
            Route("/{name}", file),
        ]
    )
    return _Guarded(app, hosts)


async def _events(workers: Workers, worker: Worker, text: str) -> AsyncIterator[str]:
    """Yield the events of a question; if nobody listens any more, end it."""
    from anyio import CancelScope  # Optional dependency.
    from anyio.to_thread import run_sync  # Optional dependency.

    done = False
    try:
        await run_sync(worker.ask, text)
        while not done:
            event = await run_sync(worker.event, POLL_SECONDS)
            if event is None and (overdue := worker.overdue) is not None:
                for last in last_events(text, "stopped", overdue, code="budget", atLeast="0"):
                    yield f"data: {json.dumps(last)}\n\n"
                return
            if event is None:
                # A comment, which also notices that the page is gone.
                yield ": waiting\n\n"
                continue
            done = '"event": "done"' in event
            yield f"data: {event}\n\n"
    except (EOFError, OSError):
        for last in last_events(text, "error", Statement("solver-ended"), code="memory"):
            yield f"data: {json.dumps(last)}\n\n"
    finally:
        with CancelScope(shield=True):
            await run_sync(partial(workers.give, worker, done=done))


class _Guarded:
    """Refuses requests from elsewhere, and adds the headers to each reply."""

    def __init__(self, app: ASGIApp, hosts: set[str]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.responses import PlainTextResponse  # Optional dependency.

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        refusal: Response | None = None
        if headers.get(b"host") not in self._hosts:
            refusal = PlainTextResponse("This server answers on the loopback address only.", 421)
        elif origin is not None and origin.removeprefix("http://") not in self._hosts:
            refusal = PlainTextResponse("Requests of other sites are refused.", 403)

        async def guarded(message: object) -> None:
            assert isinstance(message, dict)
            if message["type"] == "http.response.start":
                more = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
                message = {**message, "headers": [*message.get("headers", []), *more]}
            await send(message)

        await (refusal or self._app)(scope, receive, guarded)


def serve(port: int = 0, *, browser: bool = True, public: str = "") -> None:
    """Serve the page until Ctrl-C, and print its address; port 0 takes any free one."""
    if public and not public.startswith(("https://", "http://")):
        raise BadInput(f"--public {public}: expected an address with https://")
    with needed("the server of the page needs Starlette and uvicorn", "web"):
        import starlette.applications  # noqa: F401  # Optional dependency.
        import uvicorn  # Optional dependency.

    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
        except OSError as error:
            raise BadInput(
                f"port {port} cannot be used ({error.strerror}): take another one, or 0 for any"
            ) from None
        # Before the address is printed: a program that reads it may connect at once.
        listener.listen()
        port = listener.getsockname()[1]
        token = secrets.token_urlsafe(16)
        address = f"http://{HOST}:{port}/?token={token}"
        workers = Workers(MOST_QUESTIONS)
        config = uvicorn.Config(
            application(port, token, workers, public=public), log_level="warning"
        )
        print(f"combien web: {address}\nPress Ctrl-C to stop.", flush=True)
        if browser:
            import webbrowser  # Start-up: only to open the page.

            webbrowser.open(address)
        try:
            uvicorn.Server(config).run(sockets=[listener])
        finally:
            workers.close()
