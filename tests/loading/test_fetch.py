"""Fetching from real servers on this machine, most of them badly behaved."""

from __future__ import annotations

import gzip
import http.server
import os
import shutil
import socket
import ssl
import subprocess
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from vertebra import errors
from vertebra.errors import AddressBlocked, FetchFailed, NotAPage, SourceNotFound, TooLarge, UsageError
from vertebra.loading import fetch as module
from vertebra.loading import policy
from vertebra.loading.fetch import Fetched, FetchOptions, fetch, looks_like_html
from vertebra.model.meta import Problem

PAGE = b"<!DOCTYPE html><title>Hello</title>"


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers with whatever the test put at the path."""

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Server)
        server.seen.append((self.path, dict(self.headers)))
        try:
            server.routes[self.path](self)
        except OSError:
            server.broken_off.set()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def reply(self, body: bytes = PAGE, kind: str | None = "text/html", status: int = 200, **headers: str) -> None:
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    """A web server whose paths are functions."""

    daemon_threads = True

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        super().__init__((host, port), Handler)
        self.routes: dict[str, Callable[[Handler], None]] = {"/": Handler.reply}
        self.seen: list[tuple[str, dict[str, str]]] = []
        self.broken_off = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        yield server
        server.shutdown()


other = server  # a second one


def redirect(to: str, status: int = 302) -> Callable[[Handler], None]:
    return lambda handler: handler.reply(b"", status=status, Location=to)


def fetched_from(server: Server, answer: Callable[[Handler], None], **options: Any) -> Fetched:
    server.routes["/page"] = answer
    return fetch(f"{server.url}/page", FetchOptions(**options))


def test_a_page_with_its_type_charset_and_headers(server: Server) -> None:
    server.routes["/page?q=1"] = lambda h: h.reply(kind='Text/HTML; Charset="ISO-8859-2"', X_Thing="Yes")
    result = fetch(f"{server.url}/page?q=1#part")
    assert (result.status, result.content_type, result.charset) == (200, "text/html", "iso-8859-2")
    assert (result.body, result.headers["x-thing"], result.problems) == (PAGE, "Yes", ())
    assert result.url == result.final_url == f"{server.url}/page?q=1#part"
    _, sent = server.seen[0]
    assert sent["Host"] == f"127.0.0.1:{server.server_port}"
    assert "Vertebra" in sent["User-Agent"]


def test_proxies_of_the_environment_are_ignored(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    assert fetch(server.url).body == PAGE


def test_redirects_are_followed_with_cookies(server: Server) -> None:
    server.routes["/a"] = lambda h: h.reply(b"", status=301, Location="b/c", Set_Cookie="seen=1; Path=/")
    server.routes["/b/c"] = redirect("../d?x=1")
    server.routes["/d?x=1"] = Handler.reply
    result = fetch(f"{server.url}/a")
    assert (result.url, result.final_url) == (f"{server.url}/a", f"{server.url}/d?x=1")
    assert server.seen[-1][1]["Cookie"] == "seen=1"


def test_too_many_redirects(server: Server) -> None:
    with pytest.raises(TooLarge, match="more than 3 redirects"):
        fetched_from(server, redirect("/page"), max_redirects=3)
    assert len(server.seen) == 4


@pytest.mark.parametrize("host", ["127.0.0.1", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]", "127.1."])
def test_a_redirect_into_a_private_place_is_blocked(server: Server, other: Server, host: str) -> None:
    with pytest.raises(AddressBlocked, match=r"/page \(redirected to .*--allow-private"):
        fetched_from(server, redirect(f"http://{host}:{other.server_port}/"))
    assert not other.seen
    assert fetched_from(server, redirect(f"http://127.1:{other.server_port}/"), allow_private=True).body == PAGE


@pytest.mark.parametrize("to", ["file:///etc/passwd", "data:text/html,x", "ftp://host/", "http://[", "http://a b/"])
def test_a_redirect_elsewhere_is_an_error(server: Server, to: str) -> None:
    with pytest.raises(FetchFailed, match="cannot be followed"):
        fetched_from(server, redirect(to))


def test_a_name_is_looked_up_once_and_connected_to_as_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is public when checked and private when asked again must not get through."""
    lookups: list[str] = []
    system, kind_of = socket.getaddrinfo, policy.kind_of

    def look_up(host: Any, *rest: Any, **named: Any) -> Any:
        if host != "rebind.example":
            return system(host, *rest, **named)
        lookups.append(host)
        return system("127.0.0.2" if len(lookups) == 1 else "127.0.0.1", *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(policy, "kind_of", lambda a: "public" if a == ip_address("127.0.0.2") else kind_of(a))
    with Server("127.0.0.2") as public, Server("127.0.0.1", public.server_port) as private:
        url = f"http://rebind.example:{public.server_port}/"
        public.routes["/again"] = redirect(url)
        assert fetch(url).body == PAGE
        assert lookups == ["rebind.example"]
        assert public.seen[0][1]["Host"] == f"rebind.example:{public.server_port}"
        lookups.clear()
        with pytest.raises(AddressBlocked):
            fetch(f"{url}again")
        assert not private.seen
        public.shutdown()
        private.shutdown()


def test_the_next_address_is_tried(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [ip_address("127.0.0.3"), ip_address("127.0.0.1")]
    monkeypatch.setattr(policy.AddressPolicy, "resolve", lambda *_: found)
    assert fetch(f"http://two.example:{server.server_port}/").body == PAGE


def drip_header(handler: Handler) -> None:
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while True:
        handler.wfile.write(b"x")
        time.sleep(0.02)


def drip_body(handler: Handler, length: str = "") -> None:
    """Without a length, the end of the connection is the end of the page."""
    handler.reply(Content_Length=length) if length else handler.reply()
    while True:
        handler.wfile.write(b"x")
        time.sleep(0.02)


def drip_long_body(handler: Handler) -> None:
    drip_body(handler, "100000")


def say_nothing(_: Handler) -> None:
    time.sleep(1)


@pytest.mark.parametrize("answer", [drip_header, drip_body, drip_long_body, say_nothing])
def test_the_time_limit_holds_against_slow_servers(server: Server, answer: Callable[[Handler], None]) -> None:
    started = time.monotonic()
    with pytest.raises(TooLarge, match=r"/page: not finished after 0\.3 seconds"):
        fetched_from(server, answer, timeout=0.3)
    assert 0.25 < time.monotonic() - started < 0.8


def test_the_time_limit_covers_redirects(server: Server) -> None:
    def slowly(handler: Handler) -> None:
        time.sleep(0.1)
        redirect("/page")(handler)

    with pytest.raises(TooLarge, match="seconds"):
        fetched_from(server, slowly, timeout=0.35, max_redirects=100)
    assert len(server.seen) < 6


def bomb(encoding: str) -> bytes:
    """A hundred megabytes of nothing."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16 if encoding == "gzip" else -zlib.MAX_WBITS)
    return b"".join([*(packer.compress(bytes(1_000_000)) for _ in range(100)), packer.flush()])


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_a_bomb_is_stopped_early(server: Server, encoding: str) -> None:
    data = bomb(encoding)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="more than 2,000,000 bytes"):
            fetched_from(server, lambda h: h.reply(data, Content_Encoding=encoding), max_bytes=2_000_000)
        assert tracemalloc.get_traced_memory()[1] < 12_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
def test_other_compressions_are_refused_unread(server: Server, encoding: str) -> None:
    with pytest.raises(FetchFailed, match="not asked to"):
        fetched_from(server, lambda h: h.reply(b"\x1b\xff\xff", Content_Encoding=encoding))
    assert server.seen[0][1]["Accept-Encoding"] == "gzip, deflate"


def test_compressed_pages(server: Server) -> None:
    text = PAGE + os.urandom(300_000).hex().encode()
    raw = zlib.compressobj(wbits=-15)
    for encoding, data in {
        "gzip": gzip.compress(text[:1000]) + gzip.compress(text[1000:]),
        "X-GZip": gzip.compress(text) + b"left over",
        "deflate": zlib.compress(text),
        "Deflate": raw.compress(text) + raw.flush(),
        "identity": text,
    }.items():
        answer = partial(Handler.reply, body=data, Content_Encoding=encoding)
        assert fetched_from(server, answer).body == text, encoding


@pytest.mark.parametrize("data", [gzip.compress(PAGE)[:-9], b"not gzip at all", b"", b"\x1f"])
def test_damaged_compression(server: Server, data: bytes) -> None:
    with pytest.raises(FetchFailed, match="compressed and damaged"):
        fetched_from(server, lambda h: h.reply(data, Content_Encoding="gzip"))


def endless(handler: Handler) -> None:
    handler.reply()
    while True:
        handler.wfile.write(bytes(100_000))


def test_a_page_without_end_is_stopped(server: Server) -> None:
    with pytest.raises(TooLarge, match="max_bytes"):
        fetched_from(server, endless, max_bytes=1_000_000)
    assert server.broken_off.wait(2)


def test_an_announced_size_is_refused_at_once(server: Server) -> None:
    with pytest.raises(TooLarge, match="max_bytes"):
        fetched_from(server, lambda h: h.reply(Content_Length="21000000"))
    assert fetched_from(server, lambda h: h.reply(PAGE), max_bytes=len(PAGE)).body == PAGE


@pytest.mark.parametrize("kind", ["image/png", "application/pdf", "application/json", "video/mp4"])
def test_other_types_are_not_pages(server: Server, kind: str) -> None:
    with pytest.raises(NotAPage, match=rf"/page: .*{kind}"):
        fetched_from(server, lambda h: h.reply(kind=f"{kind}; x=y"))


@pytest.mark.parametrize("kind", ["application/xhtml+xml", "text/plain", "text/xml", "multipart/related; boundary=x"])
def test_types_that_are_pages_are_not_looked_into(server: Server, kind: str) -> None:
    assert fetched_from(server, lambda h: h.reply(b"\x00", kind)).body == b"\x00"


@pytest.mark.parametrize("kind", [None, "application/octet-stream"])
def test_without_a_type_the_beginning_decides(server: Server, kind: str | None) -> None:
    assert fetched_from(server, lambda h: h.reply(PAGE + bytes(5000), kind)).status == 200
    with pytest.raises(NotAPage, match="does not begin as HTML"):
        fetched_from(server, lambda h: h.reply(b"\x89PNG\r\n" + bytes(5000), kind))
    with pytest.raises(NotAPage, match="empty"):
        fetched_from(server, lambda h: h.reply(b"", kind))


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        *((b"<!doctype HTML>", True), (b" \n<HTML lang=en>", True), (b"<head>", True), (b"<script src=x>", True)),
        *((b"<!--", True), (b"<?xml version='1.0'?>", True), (b"\xef\xbb\xbf<body>", True), (b"<p>", True)),
        *(("\ufeff<html>".encode("utf-16-le"), True), (b"<html", True), (b"", False), (b"hello <html>", False)),
        *((b"<htmlx>", False), (b"<svg>", False), (b"%PDF-1.7", False), (b" " * 600 + b"<html>", False)),
    ],
)
def test_how_html_begins(start: bytes, expected: bool) -> None:
    assert looks_like_html(start) is expected


def test_an_error_page_is_a_page(server: Server) -> None:
    result = fetched_from(server, lambda h: h.reply(status=404))
    assert (result.status, result.body) == (404, PAGE)
    assert result.problems == (Problem("http-status", "the server answered 404 Not Found"),)
    with pytest.raises(FetchFailed, match="503 Service Unavailable and sent no page"):
        fetched_from(server, lambda h: h.reply(b"{}", "application/json", 503))


def test_a_redirect_without_a_target_is_a_page(server: Server) -> None:
    assert fetched_from(server, lambda h: h.reply(status=302)).status == 302


def closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def test_failures_are_one_line_that_names_the_url(server: Server) -> None:
    gone = f"http://user:secret@127.0.0.1:{closed_port()}/x"
    with pytest.raises(FetchFailed, match=r"/x: cannot connect .*check the address") as caught:
        fetch(gone)
    assert "secret" not in str(caught.value)
    with pytest.raises(FetchFailed, match="does not answer as HTTP"):
        fetched_from(server, lambda h: void(h.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")))
    with pytest.raises(FetchFailed, match="/page: "):
        fetched_from(server, lambda h: h.reply(Content_Length="1000"))
    with pytest.raises(FetchFailed, match="/page: "):
        fetched_from(server, lambda h: h.connection.close())
    with pytest.raises(FetchFailed, match="cannot connect"):
        fetch(f"https://127.0.0.1:{server.server_port}/")


def void(_: object) -> None:
    """Drop a value."""


@pytest.mark.parametrize("url", ["ftp://host/", "file:///etc/passwd", "page.html", "", "http://[", "http://h:99999/"])
def test_what_is_no_web_address_is_a_wrong_call(url: str) -> None:
    with pytest.raises(UsageError, match="URL"):
        fetch(url)


@pytest.mark.parametrize("url", ["http://", "http:///path", "http://a..b/", "http://1.2.3.4.5/", "http://a b/"])
def test_what_cannot_be_a_host_is_not_found(url: str) -> None:
    with pytest.raises(SourceNotFound, match="no such host"):
        fetch(url)


@pytest.mark.parametrize("changes", [{"timeout": 0}, {"max_bytes": 0}, {"user_agent": "a\r\nb"}, {"user_agent": ""}])
def test_options_are_checked(changes: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidOption, match=next(iter(changes))):
        FetchOptions(**changes)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_tls_is_checked_against_the_name_not_the_address(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=secure.example"]
    subprocess.run([*command, "-addext", "subjectAltName=DNS:secure.example"], check=True, capture_output=True)
    names: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    context.sni_callback = lambda _, name, __: names.append(name)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    monkeypatch.setattr(policy.AddressPolicy, "resolve", lambda *_: [ip_address("127.0.0.1")])

    with pytest.raises(FetchFailed, match="certificate of the server cannot be trusted"):
        fetch(f"https://secure.example:{server.server_port}/")
    monkeypatch.setattr(module, "_tls", lambda: ssl.create_default_context(cafile=certificate))
    assert fetch(f"https://secure.example:{server.server_port}/").body == PAGE
    assert names[-1] == "secure.example"
    with pytest.raises(FetchFailed, match="certificate of the server cannot be trusted"):
        fetch(f"https://other.example:{server.server_port}/")
    # The same address for both names, on a connection that could be used again.
    monkeypatch.setattr(Handler, "protocol_version", "HTTP/1.1")
    to = f"https://other.example:{server.server_port}/"
    server.routes["/across"] = lambda h: h.reply(b"", status=302, Location=to, Content_Length="0")
    with pytest.raises(FetchFailed, match="certificate of the server cannot be trusted"):
        fetch(f"https://secure.example:{server.server_port}/across")
    server.routes["/slow"] = drip_body
    with pytest.raises(TooLarge, match="seconds"):
        fetch(f"https://secure.example:{server.server_port}/slow", FetchOptions(timeout=0.3))
