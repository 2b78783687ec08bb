"""What the browser may reach: a proxy on this machine that applies the address policy.

A page can redirect, answer with another address, open a WebSocket or start a worker; all of it
leaves the browser through its proxy. Here every host is looked up once, by the policy, and only
the addresses found then are connected to.
"""

from __future__ import annotations

import asyncio
import re
from asyncio import StreamReader, StreamWriter
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Self

from vertebra.errors import AddressBlocked, SourceNotFound
from vertebra.loading.browser.streams import HEADER_LIMIT, LINGER, LoopbackServer, break_off, read_head
from vertebra.loading.policy import Address, AddressPolicy, canonical_host
from vertebra.options import Options, option

REFUSED_HEADER: Final = "X-Vertebra-Refused"
TOO_MANY_BYTES: Final = "too-many-bytes"
_CHUNK: Final = 64 * 1024
_KEPT_REFUSALS: Final = 1000  # different ones; a page may ask for any number of hosts

_AUTHORITY: Final = re.compile(r"(?:[^@]*@)?(\[[^\]]*\]|[^:\[\]]*)(?::([0-9]{1,5}))?")
_ABSOLUTE: Final = re.compile(r"(?i:http)://([^/?#]+)([^#]*)")
_HOP_HEADERS: Final = frozenset({"connection", "keep-alive", "proxy-connection", "proxy-authorization"})


@dataclass(frozen=True)
class GateLimits(Options):
    """When the gate gives up on a connection, or closes for good."""

    max_bytes: int = option(200_000_000, "most bytes a page may load, as sent", at_least=1, at_most=10**12)
    connect_seconds: float = option(10.0, "seconds to find and reach a host", at_least=0.1, at_most=600)


class _RefusedError(Exception):
    """The gate answers by itself, with a status and a word for the reason."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Gate(LoopbackServer):
    """The proxy: point a browser context at `url`, with loopback addresses not exempt."""

    def __init__(self, policy: AddressPolicy, limits: GateLimits) -> None:
        super().__init__()
        self.refused: Counter[tuple[str, str]] = Counter()  # host and reason, also for hosts not reached
        self.bytes_received = 0
        self.requests = 0
        self._policy = policy
        self._limits = limits
        self.why_shut = ""  # once it is

    @classmethod
    async def open(cls, policy: AddressPolicy, limits: GateLimits | None = None) -> Self:
        """A gate that listens, in the running event loop."""
        gate = cls(policy, limits or GateLimits())
        await gate.listen()
        return gate

    @property
    def url(self) -> str:
        """What to give the browser as its proxy."""
        return f"http://127.0.0.1:{self.port}"

    def shut(self, reason: str = "closed") -> None:
        """Refuse every new request and drop the open ones, so that a page is cut off."""
        self.why_shut = self.why_shut or reason
        self.drop()

    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve the one request of a connection."""
        host = ""
        try:
            request = await self._request(reader)
            if request is None:
                return
            host = request.host
            upstream_reader, upstream = await self._connect(request)
        except _RefusedError as refusal:
            self._note(host, refusal.reason)
            writer.write(_refusal(refusal))
            return
        try:
            if request.tunnel:
                writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                upstream.write(request.head)
            await self._relay(reader, writer, upstream_reader, upstream, request.tunnel)
        finally:
            upstream.transport.abort()

    def _note(self, host: str, reason: str) -> None:
        known = (host, reason) in self.refused or len(self.refused) < _KEPT_REFUSALS
        self.refused[host if known else "", reason] += 1

    async def _request(self, reader: StreamReader) -> _Request | None:
        try:
            lines = await read_head(reader)
        except ValueError:
            raise _RefusedError(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "long-header") from None
        if not lines:
            return None
        self.requests += 1
        request = _parse(lines)
        if request is None:
            raise _RefusedError(HTTPStatus.BAD_REQUEST, "bad-request")
        return request

    async def _connect(self, request: _Request) -> tuple[StreamReader, StreamWriter]:
        """A connection to an address that the policy gave; raises _RefusedError if there is none."""
        if self.why_shut:
            raise _RefusedError(HTTPStatus.FORBIDDEN, self.why_shut)
        try:
            async with asyncio.timeout(self._limits.connect_seconds):
                addresses = await self._policy.resolve_async(request.host, request.port)
                if request.port == self.port and any(address.is_loopback for address in addresses):
                    raise _RefusedError(HTTPStatus.FORBIDDEN, "proxy-itself")
                return await self._first_to_answer(addresses, request.port)
        except AddressBlocked:
            raise _RefusedError(HTTPStatus.FORBIDDEN, "private-address") from None
        except SourceNotFound:
            raise _RefusedError(HTTPStatus.BAD_GATEWAY, "unknown-host") from None
        except TimeoutError:
            raise _RefusedError(HTTPStatus.GATEWAY_TIMEOUT, "connect-timeout") from None
        except OSError:
            raise _RefusedError(HTTPStatus.BAD_GATEWAY, "cannot-connect") from None

    async def _first_to_answer(self, addresses: list[Address], port: int) -> tuple[StreamReader, StreamWriter]:
        """Try one address after the other; those before the last get their share of the time."""
        *others, last = addresses
        for address in others:
            with suppress(OSError):
                async with asyncio.timeout(self._limits.connect_seconds / len(addresses)):
                    return await asyncio.open_connection(str(address), port, limit=HEADER_LIMIT)
        return await asyncio.open_connection(str(last), port, limit=HEADER_LIMIT)

    async def _relay(
        self, reader: StreamReader, writer: StreamWriter, above: StreamReader, upstream: StreamWriter, tunnel: bool
    ) -> None:
        """Pass bytes both ways until the far end is done, or the browser is and nothing more comes."""
        upwards = asyncio.create_task(_send_up(reader, upstream))
        downwards = asyncio.create_task(self._send_down(above, writer, tunnel))
        try:
            await asyncio.wait({upwards, downwards}, return_when=asyncio.FIRST_COMPLETED)
            if not downwards.done():
                await asyncio.wait({downwards}, timeout=LINGER)
            if not downwards.done() or downwards.exception() is not None:
                break_off(writer)
        finally:
            for task in (upwards, downwards):
                task.cancel()
            await asyncio.gather(upwards, downwards, return_exceptions=True)

    async def _send_down(self, above: StreamReader, writer: StreamWriter, tunnel: bool) -> None:
        if not tunnel and not await self._send_answer_head(above, writer):
            return
        while data := await above.read(_CHUNK):
            self._count(len(data))
            writer.write(data)
            await writer.drain()

    async def _send_answer_head(self, above: StreamReader, writer: StreamWriter) -> bool:
        """Tell the browser that the connection ends with this answer, whatever the server says."""
        status = ""
        while not status or (status.startswith("1") and status != "101"):
            try:
                lines = await read_head(above)
            except (ValueError, EOFError):
                lines = []
            if not lines or not lines[0].startswith("HTTP/"):
                writer.write(_refusal(_RefusedError(HTTPStatus.BAD_GATEWAY, "bad-answer")))
                return False
            status = f"{lines[0]} ".split(" ")[1]
            head = "\r\n".join(_end_to_end(lines, keep=status.startswith("1")))
            self._count(len(head))
            writer.write(head.encode("latin-1"))
            await writer.drain()
        return True

    def _count(self, size: int) -> None:
        self.bytes_received += size
        if self.bytes_received > self._limits.max_bytes:
            self.shut(TOO_MANY_BYTES)
            raise ConnectionError


async def _send_up(reader: StreamReader, upstream: StreamWriter) -> None:
    while data := await reader.read(_CHUNK):
        upstream.write(data)
        await upstream.drain()
    upstream.write_eof()


@dataclass(frozen=True)
class _Request:
    """A request to a proxy."""

    host: str
    port: int
    tunnel: bool
    head: bytes = b""  # to send on; a tunnel has none


def _parse(lines: list[str]) -> _Request | None:
    """The request, or None if it is none that a proxy gets."""
    words = lines[0].split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        return None
    method, target, _ = words
    tunnel = method == "CONNECT"
    absolute = None if tunnel else _ABSOLUTE.fullmatch(target)
    if not tunnel and absolute is None:
        return None
    place = _AUTHORITY.fullmatch(absolute[1] if absolute else target)
    if place is None or not place[1] or (tunnel and not place[2]):
        return None
    port = int(place[2] or 80)
    if not 0 < port < 65536:
        return None
    if absolute is None:
        return _Request(_known(place[1]), port, True)
    path = absolute[2] if absolute[2].startswith("/") else f"/{absolute[2]}"
    host = place[1] if port == 80 else f"{place[1]}:{port}"
    upgrade = any(line.lower().startswith("upgrade:") for line in lines)
    start, *headers = _end_to_end([f"{method} {path} HTTP/1.1", *lines[1:]], keep=upgrade)
    headers = [line for line in headers if not line.lower().startswith(("host:", "proxy-"))]
    return _Request(_known(place[1]), port, False, "\r\n".join([start, f"Host: {host}", *headers]).encode("latin-1"))


def _known(host: str) -> str:
    """The canonical host if there is one, so that refusals are counted under one name."""
    try:
        return canonical_host(host)
    except SourceNotFound:
        return host


def _end_to_end(lines: list[str], keep: bool) -> list[str]:
    """A head without what concerns one connection only; `keep` leaves that in, to change protocols."""
    if keep:
        return [*lines, "", ""]
    headers = [line for line in lines[1:] if line.partition(":")[0].strip().lower() not in _HOP_HEADERS]
    return [lines[0], *headers, "Connection: close", "", ""]


def _refusal(refusal: _RefusedError) -> bytes:
    """Without a body: what the gate says must not look like a text of the page."""
    return (
        f"HTTP/1.1 {refusal.status.value} {refusal.status.phrase}\r\n{REFUSED_HEADER}: {refusal.reason}\r\n"
        "Cache-Control: no-store\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    ).encode("latin-1")
