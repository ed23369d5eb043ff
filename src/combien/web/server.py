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
from contextlib import asynccontextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from combien._base.extras import needed
from combien._wording import Statement
from combien.errors import BadInput
from combien.web._page import page_files
from combien.web._queue import WAIT_SECONDS, Busy, Workers
from combien.web._reading import MOST_BYTES
from combien.web.worker import Worker, last_events

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
    from starlette.applications import Starlette  # Optional dependency.
    from starlette.requests import ClientDisconnect  # Optional dependency.
    from starlette.responses import PlainTextResponse, Response  # Optional dependency.
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

    async def ask(request: Request) -> ASGIApp:
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
        return _Reply(workers, text)

    @asynccontextmanager
    async def opened(app: Starlette) -> AsyncIterator[None]:
        async with workers.opened():
            yield

    app = Starlette(
        lifespan=opened,
        routes=[
            Route("/", page),
            Route("/ask", ask, methods=["POST"]),
            Route("/{name}", file),
        ],
    )
    return _Guarded(app, hosts)


class _Reply:
    """The reply to a question: its events, or why there are none; it ends when nobody listens."""

    def __init__(self, workers: Workers, text: str) -> None:
        self._workers = workers
        self._text = text

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from anyio import create_task_group  # Optional dependency.
        from starlette.responses import PlainTextResponse  # Optional dependency.

        async with create_task_group() as group:

            async def leave() -> None:
                # The question has been read, so what comes is the end of the connection.
                while (await receive())["type"] != "http.disconnect":
                    pass
                group.cancel_scope.cancel()

            group.start_soon(leave)
            try:
                async with self._workers.answering(self._text) as worker:
                    await _stream(send, self._events(worker))
            except Busy as busy:
                later = {"Retry-After": f"{WAIT_SECONDS:.0f}"}
                await PlainTextResponse(str(busy), 503, later)(scope, receive, send)
            group.cancel_scope.cancel()

    async def _events(self, worker: Worker) -> AsyncIterator[str]:
        """Yield what the process sends, and the last events if it does not send them."""
        from anyio.to_thread import run_sync  # Optional dependency.

        failed = last_events(self._text, "error", Statement("solver-ended"), code="memory")
        ends = [] if worker.busy else failed
        try:
            while worker.busy and not ends:
                event = await run_sync(worker.event, POLL_SECONDS)
                # A comment shows that the server lives.
                yield ": waiting" if event is None else f"data: {event}"
                if worker.busy:
                    ends = self._ended(worker)
        except EOFError:
            ends = failed
        for end in ends:
            yield f"data: {json.dumps(end)}"

    def _ended(self, worker: Worker) -> list[dict[str, Any]]:
        """Return the last events of a question that is ended from here, if it is."""
        overdue = worker.overdue
        if self._workers.ended:
            why, code = Statement("cancelled"), "cancelled"
        elif overdue is not None:
            why, code = overdue, "budget"
        else:
            return []
        return last_events(self._text, "stopped", why, code=code, atLeast="0")


async def _stream(send: Send, lines: AsyncIterator[str]) -> None:
    kind = (b"content-type", b"text/event-stream; charset=utf-8")
    await send({"type": "http.response.start", "status": 200, "headers": [kind]})
    async for line in lines:
        body = f"{line}\n\n".encode()
        await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body"})


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

        class Server(uvicorn.Server):
            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                # It waits for the replies, and a count may have hours.
                workers.end()
                await super().shutdown(sockets)

        print(f"combien web: {address}\nPress Ctrl-C to stop.", flush=True)
        if browser:
            import webbrowser  # Start-up: only to open the page.

            webbrowser.open(address)
        Server(config).run(sockets=[listener])
