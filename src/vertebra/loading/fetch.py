"""A page by HTTP, without a browser.

Every hop is checked against the address policy and connects only to the addresses that were
checked. Time, size and redirects are limited, whatever the server does.
"""

from __future__ import annotations

import re
import socket
import threading
import time
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from ssl import SSLContext
from typing import Any, Final, Self
from urllib.parse import urlsplit, urlunsplit

import httpx

from vertebra.errors import FetchFailed, InvalidOption, LoadError, NotAPage, SourceNotFound, TooLarge, UsageError
from vertebra.loading.policy import AddressPolicy, canonical_host
from vertebra.model.meta import Problem
from vertebra.options import Options, option
from vertebra.urls import clean, is_web_url, resolve

_ACCEPT: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
_ENCODINGS: Final = "gzip, deflate"  # those whose output can be limited with the standard library
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_PAGE_TYPES: Final = frozenset(
    {
        *("text/html", "application/xhtml+xml", "text/plain", "application/xml", "text/xml"),
        *("multipart/related", "message/rfc822"),  # a page saved as MHTML
    }
)
_SNIFFED_TYPES: Final = frozenset({"", "application/octet-stream"})
_SNIFFED: Final = 512
_HTML_START: Final = re.compile(
    rb"[\t\n\f\r ]*+(?:<\?xml|<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title"
    rb"|b|body|br|p)[\t\n\f\r />])",
    re.IGNORECASE,
)
_PIECE: Final = 256 * 1024  # most bytes decoded at once


@dataclass(frozen=True)
class FetchOptions(Options):
    """How a page is fetched, and when to give up."""

    timeout: float = option(30.0, "seconds for the whole fetch, redirects included", at_least=0.1, at_most=3600)
    max_bytes: int = option(20_000_000, "most bytes of the page, decompressed", at_least=1, at_most=1_000_000_000)
    max_redirects: int = option(10, "most redirects followed", at_least=0, at_most=100)
    user_agent: str = option("Vertebra (web page structure toolkit)", "the name given to servers")
    allow_private: bool = option(False, "follow redirects into private networks and to this machine")

    def __post_init__(self) -> None:
        """Check the ranges, and that the name can be sent."""
        super().__post_init__()
        if not (self.user_agent.isascii() and self.user_agent.isprintable() and self.user_agent.strip()):
            raise InvalidOption(f"user_agent is {self.user_agent!r}; printable ASCII characters are wanted")


@dataclass(frozen=True)
class Fetched:
    """What a server answered."""

    url: str  # as asked for
    final_url: str  # after redirects
    status: int
    content_type: str  # without parameters; empty if there was none
    charset: str  # from the header; empty if there was none
    headers: dict[str, str]  # lower-case names
    body: bytes  # decompressed
    problems: tuple[Problem, ...] = ()


def fetch(url: str, options: FetchOptions | None = None) -> Fetched:
    """The page at an http: or https: URL. Raises a LoadError that names the URL, or UsageError."""
    options = options or FetchOptions()
    target = _target(url)
    policy = AddressPolicy(options.allow_private, frozenset({_endpoint(target)}))
    with _Deadline(options.timeout) as deadline, _CheckedTransport(policy, deadline) as transport:
        return _follow(transport, url, target, options, deadline)


def _follow(
    transport: _CheckedTransport, asked: str, target: httpx.URL, options: FetchOptions, deadline: _Deadline
) -> Fetched:
    """Request after request, until one is answered with something else than a redirect."""
    where = _shown(asked)
    cookies = httpx.Cookies()
    for _ in range(options.max_redirects + 1):
        try:
            response = transport.handle_request(_request(target, options, cookies))
            try:
                cookies.extract_cookies(response)
                if response.status_code not in _REDIRECTS or "location" not in response.headers:
                    page = _page(response, asked, target, options)
                    if deadline.passed:  # cut off, which may look like the end of the page
                        raise httpx.ReadTimeout("")
                    return page
            finally:
                response.close()
        except (LoadError, httpx.HTTPError, httpx.InvalidURL, zlib.error) as error:
            raise _explained(error, where, options, deadline.passed) from None
        target = _redirected(target, response.headers["location"], where)
        where = f"{_shown(asked)} (redirected to {_shown(str(target))})"
    raise TooLarge(f"{_shown(asked)}: more than {options.max_redirects} redirects; max_redirects raises the limit")


def _request(target: httpx.URL, options: FetchOptions, cookies: httpx.Cookies) -> httpx.Request:
    headers = {
        "Host": target.netloc.decode("ascii"),  # given, because httpx refuses to write hosts with symbols
        "User-Agent": options.user_agent,
        "Accept": _ACCEPT,
        "Accept-Encoding": _ENCODINGS,
    }
    if target.userinfo:
        words = f"{target.username}:{target.password}".encode()
        headers["Authorization"] = f"Basic {b64encode(words).decode('ascii')}"
    request = httpx.Request("GET", target, headers=headers)
    cookies.set_cookie_header(request)
    return request


def _target(url: str) -> httpx.URL:
    """The URL with its host in the one spelling that is checked and connected to."""
    if not is_web_url(clean(url)):
        raise UsageError(f"{_shown(url)!r} is not an http: or https: URL")
    try:
        parts = urlsplit(clean(url))
        host = canonical_host(parts.hostname or "")
        netloc = f"[{host}]" if ":" in host else host
        if parts.port is not None:
            netloc += f":{parts.port}"
        if "@" in parts.netloc:
            netloc = f"{parts.netloc.rpartition('@')[0]}@{netloc}"
        return httpx.URL(urlunsplit(parts._replace(netloc=netloc)))
    except (ValueError, httpx.InvalidURL) as error:
        raise UsageError(f"{_shown(url)!r} is not a usable URL: {error}") from None
    except SourceNotFound as error:
        raise SourceNotFound(f"{_shown(url)}: {error}") from None


def _redirected(source: httpx.URL, location: str, where: str) -> httpx.URL:
    try:
        return _target(resolve(str(source), location))
    except (UsageError, SourceNotFound) as error:
        raise FetchFailed(f"{where}: redirected to a place that cannot be followed: {error}") from None


def _endpoint(url: httpx.URL) -> tuple[str, int]:
    return url.raw_host.decode("ascii"), url.port or (443 if url.scheme == "https" else 80)


class _Deadline:
    """Ends the whole exchange in time: when it passes, the connections are shut down.

    The time limits of the HTTP library start again with every byte received, so a server that
    sends a byte a second would never meet them.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._streams: list[Any] = []
        self.passed = False

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def remaining(self) -> float:
        """Seconds left; never quite nothing, since that would mean no limit."""
        return max(self._end - time.monotonic(), 0.001)

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Note new connections; called by the HTTP library."""
        if event in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            with self._lock:
                self._streams.append(info["return_value"])
                if self.passed:
                    self._shut_down()

    def _pass(self) -> None:
        with self._lock:
            self.passed = True
            self._shut_down()

    def _shut_down(self) -> None:
        for stream in self._streams:
            connection = stream.get_extra_info("socket")
            with suppress(OSError):  # closed already
                # Not the method of TLS sockets, which would pull the connection from under the reader.
                socket.socket.shutdown(connection, socket.SHUT_RDWR)


class _CheckedTransport(httpx.BaseTransport):
    """Looks each host up once, by the policy, and connects to the addresses it was given.

    No connection is kept: with addresses in place of names, two hosts on one address would share
    a connection that was only verified for the first.
    """

    def __init__(self, policy: AddressPolicy, deadline: _Deadline) -> None:
        self._policy = policy
        self._deadline = deadline
        limits = httpx.Limits(max_keepalive_connections=0)
        self._inner = httpx.HTTPTransport(verify=_tls(), trust_env=False, limits=limits)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request to the first address that answers."""
        host, port = _endpoint(request.url)
        addresses = self._policy.resolve(host, port, self._deadline.remaining())
        for left in range(len(addresses), 0, -1):
            remaining = self._deadline.remaining()
            url = request.url.copy_with(host=str(addresses[-left]))
            extensions = {
                "timeout": httpx.Timeout(remaining, connect=remaining / left).as_dict(),
                "trace": self._deadline.trace,
                "sni_hostname": host,
            }
            direct = httpx.Request(request.method, url, headers=request.headers, extensions=extensions)
            try:
                response = self._inner.handle_request(direct)
                response.request = request
                return response
            except (httpx.ConnectError, httpx.ConnectTimeout):
                if left == 1:
                    raise
        raise httpx.ConnectError("no address")

    def close(self) -> None:
        """Close what is open."""
        self._inner.close()


@cache
def _tls() -> SSLContext:
    return httpx.create_ssl_context(trust_env=False)


def _page(response: httpx.Response, asked: str, target: httpx.URL, options: FetchOptions) -> Fetched:
    """Read the answer, as long as it is a page."""
    mime = _mime(response.headers.get("content-type", ""))
    if mime not in _PAGE_TYPES | _SNIFFED_TYPES:
        raise _no_page(response, f"it is of type {mime}")
    body = bytearray()
    sniffed = mime in _PAGE_TYPES
    for piece in _decoded(response, options.max_bytes):
        body += piece
        if len(body) > options.max_bytes:
            raise _too_many_bytes(options.max_bytes)
        if not sniffed and len(body) >= _SNIFFED:
            sniffed = _require_html(response, body)
    if not sniffed:
        _require_html(response, body)
    return Fetched(
        url=asked,
        final_url=str(target),
        status=response.status_code,
        content_type=mime,
        charset=response.charset_encoding or "",
        headers=dict(response.headers),
        body=bytes(body),
        problems=_problems(response),
    )


def _problems(response: httpx.Response) -> tuple[Problem, ...]:
    if response.status_code < 400:
        return ()
    status = f"{response.status_code} {response.reason_phrase}".strip()
    return (Problem("http-status", f"the server answered {status}"),)


def _mime(header: str) -> str:
    """The type without parameters; of several headers, the last."""
    return header.rpartition(",")[2].partition(";")[0].strip().lower()


def looks_like_html(start: bytes) -> bool:
    """Whether a document of unknown type begins as HTML does, by its first 512 bytes."""
    start = start[:_SNIFFED]
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        start = start.decode("utf-16", "replace").encode()
    return _HTML_START.match(start.removeprefix(b"\xef\xbb\xbf") + b" ") is not None


def _require_html(response: httpx.Response, body: bytearray) -> bool:
    if not looks_like_html(bytes(body[:_SNIFFED])):
        raise _no_page(response, "it has no type and does not begin as HTML does" if body else "it is empty")
    return True


def _no_page(response: httpx.Response, why: str) -> LoadError:
    if problems := _problems(response):
        return FetchFailed(f"{problems[0].message} and sent no page; check the address")
    return NotAPage(f"not an HTML page: {why}; give the address of a page")


def _decoded(response: httpx.Response, limit: int) -> Iterator[bytes]:
    """The body in pieces of limited size, however small it was compressed."""
    encoding = response.headers.get("content-encoding", "").strip().lower()
    if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
        raise FetchFailed(f"the server compressed the page with {encoding!r} although it was not asked to")
    compressed = encoding not in ("", "identity")
    length = response.headers.get("content-length", "")
    if not compressed and length.isdecimal() and int(length[:18]) > limit:
        raise _too_many_bytes(limit)
    expand = _Expander(encoding).pieces if compressed else lambda data: iter((data,))
    received = 0
    for data in response.iter_raw():
        received += len(data)
        if received > limit + _PIECE:  # compressed nothing, for ever
            raise _too_many_bytes(limit)
        yield from expand(data)
    yield from expand(b"")


class _Expander:
    """Decompresses gzip and deflate a piece at a time; b"" marks the end of the data."""

    def __init__(self, encoding: str) -> None:
        self._gzip = encoding.endswith("gzip")
        self._waiting = b""
        self._stream: Any = None  # zlib.decompressobj, once its kind is known

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """What the data decompresses to. Raises zlib.error if it is damaged or ends too early."""
        waiting, self._waiting = self._waiting + data, b""
        if self._stream is None:
            if data and len(waiting) < 2:
                self._waiting = waiting
                return
            self._stream = zlib.decompressobj(self._kind(waiting))
        while waiting and not self._stream.eof:
            yield self._stream.decompress(waiting, _PIECE)
            waiting = self._stream.unconsumed_tail
            if self._stream.eof and self._gzip and self._stream.unused_data.startswith(b"\x1f\x8b"):
                waiting = self._stream.unused_data  # gzip files may follow each other
                self._stream = zlib.decompressobj(self._kind(waiting))
        if not data and not self._stream.eof:
            raise zlib.error("it ends too early")

    def _kind(self, start: bytes) -> int:
        """The `wbits` of zlib; deflate comes with a header or, against the standard, without."""
        if self._gzip:
            return zlib.MAX_WBITS | 16
        has_header = start[0] & 15 == 8 and int.from_bytes(start[:2], "big") % 31 == 0 if start else True
        return zlib.MAX_WBITS if has_header else -zlib.MAX_WBITS


def _too_many_bytes(limit: int) -> TooLarge:
    return TooLarge(f"the page has more than {limit:,} bytes; max_bytes raises the limit")


def _explained(error: Exception, where: str, options: FetchOptions, late: bool) -> LoadError:
    """The error for the caller: which URL, what happened, what to do."""
    if late or isinstance(error, httpx.TimeoutException):
        return TooLarge(f"{where}: not finished after {options.timeout:g} seconds; timeout raises the limit")
    if isinstance(error, LoadError):
        return type(error)(f"{where}: {error}")
    return FetchFailed(f"{where}: {_reason(error)}")


def _reason(error: Exception) -> str:
    detail = " ".join(str(error).split()) or type(error).__name__
    if isinstance(error, zlib.error):
        return f"the page is compressed and damaged ({detail}); try again"
    if isinstance(error, httpx.ConnectError):
        if "CERTIFICATE" in detail.upper():
            return f"the certificate of the server cannot be trusted ({detail})"
        return f"cannot connect ({detail}); check the address and whether the server is running"
    if isinstance(error, httpx.ProtocolError):
        return f"the server does not answer as HTTP prescribes ({detail}); check the address"
    return f"the connection was lost ({detail}); try again"


def _shown(url: str) -> str:
    """A URL on one line of a message, without a password."""
    url = "".join(c for c in clean(url) if c.isprintable())
    shown: str = re.sub(r"^([a-zA-Z]+://)[^/?#]*@", r"\1", url)
    return shown if len(shown) <= 300 else f"{shown[:297]}..."
