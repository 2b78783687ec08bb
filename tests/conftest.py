"""What tests share: a real web server on loopback and one real browser."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from vertebra.loading.browser.process import Browser


class Site:
    """A web server on loopback whose answers tests put in: path -> (content type, body)."""

    def __init__(self) -> None:
        site = self
        self.answers: dict[str, tuple[str, bytes]] = {}
        self.redirects: dict[str, str] = {}
        self.asked: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site.asked.append(self.path)
                if self.path in site.redirects:
                    self.send_response(302)
                    self.send_header("Location", site.redirects[self.path])
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                kind, body = site.answers.get(self.path, ("text/html", b"<h1>not here</h1>"))
                self.send_response(200 if self.path in site.answers else 404)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(ConnectionError):  # cut off, as some tests want it
                    self.wfile.write(body)

            def log_request(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self.thread.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def put(self, html: str, path: str = "/", kind: str = "text/html; charset=utf-8") -> str:
        """Serve this and return its URL."""
        self.answers[path] = (kind, html.encode())
        return self.origin + path

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def site() -> Iterator[Site]:
    """A server with nothing on it."""
    served = Site()
    yield served
    served.close()


@pytest.fixture
def other_site() -> Iterator[Site]:
    """A second server, another origin."""
    served = Site()
    yield served
    served.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with Browser() as running:
        yield running
