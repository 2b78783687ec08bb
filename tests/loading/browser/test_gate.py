"""The browser's proxy, with real connections on this machine."""

from __future__ import annotations

import asyncio
import functools
import os
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

from vertebra.loading import policy
from vertebra.loading.browser.find import need_chromium
from vertebra.loading.browser.gate import Gate, GateLimits
from vertebra.loading.browser.streams import break_off
from vertebra.loading.policy import AddressPolicy

Serve = Callable[[StreamReader, StreamWriter], Awaitable[None]]


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test in a loop where nothing may go wrong unseen and nothing may be left behind."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        complaints: list[dict[str, Any]] = []

        async def watched() -> None:
            asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
            before = open_files()
            async with asyncio.timeout(10):
                await test(**fixtures)
            assert asyncio.all_tasks() == {asyncio.current_task()}
            await asyncio.sleep(0.01)
            assert open_files() <= before

        asyncio.run(watched())
        assert not complaints

    return run


@asynccontextmanager
async def serving(serve: Serve, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[int]:
    """A server on this machine; gives its port."""
    tasks: set[asyncio.Task[None]] = set()

    async def handle(reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        with suppress(OSError, asyncio.CancelledError):
            await serve(reader, writer)
        tasks.discard(task)
        writer.transport.abort()

    server = await asyncio.start_server(handle, host, port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(set(tasks))
        await asyncio.sleep(0)


@asynccontextmanager
async def gate_to(*ports: int, **limits: Any) -> AsyncIterator[Gate]:
    """A gate that lets through to these ports of this machine."""
    asked_for = frozenset(("127.0.0.1", port) for port in ports)
    gate = await Gate.open(AddressPolicy(allowed=asked_for), GateLimits(**limits))
    try:
        yield gate
    finally:
        await gate.close()


@asynccontextmanager
async def connected(gate: Gate, sent: str | bytes) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    """A connection to the gate, with something sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
    writer.write(sent.encode() if isinstance(sent, str) else sent)
    try:
        yield reader, writer
    finally:
        writer.transport.abort()
        await asyncio.sleep(0)


async def ask(gate: Gate, sent: str | bytes) -> bytes:
    """The whole answer to one request."""
    async with connected(gate, sent) as (reader, _):
        return await reader.read()


async def echo(reader: StreamReader, writer: StreamWriter) -> None:
    """Send back what comes, then close."""
    while data := await reader.read(1000):
        writer.write(data)
        await writer.drain()


class Web:
    """A web server that remembers what it was sent and answers the same every time."""

    def __init__(self, answer: bytes = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", stay: bool = False) -> None:
        self.answer = answer
        self.stay = stay
        self.heads: list[bytes] = []

    async def __call__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.heads.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(self.answer)
        await writer.drain()
        if self.stay:
            await reader.read()
        writer.close()
        await writer.wait_closed()


@in_a_loop
async def test_connect_tunnels_both_ways_and_ends_with_the_far_end() -> None:
    async with serving(echo) as port, gate_to(port) as gate:
        # What follows the request at once belongs to the tunnel.
        async with connected(gate, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\nHost: x\r\n\r\nearly") as (
            reader,
            writer,
        ):
            assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 200 Connection established\r\n\r\n"
            assert await reader.readexactly(5) == b"early"
            blob = os.urandom(300_000)
            writer.write(blob)
            assert await reader.readexactly(len(blob)) == blob
            writer.write_eof()
            assert await reader.read() == b""
        assert (gate.requests, gate.bytes_received) == (1, 300_005)
        assert not gate.refused


@in_a_loop
async def test_plain_requests_are_rewritten() -> None:
    web = Web()
    async with serving(web) as port, gate_to(port) as gate:
        answer = await ask(
            gate,
            f"GET http://user@127.0.0.1:{port}/a/b?c=d HTTP/1.1\r\nHost: other.example\r\nX-Kept: yes\r\n"
            "Proxy-Connection: keep-alive\r\nProxy-Authorization: Basic eDp5\r\nConnection: keep-alive\r\n\r\n",
        )
        assert answer == b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
        expected = f"GET /a/b?c=d HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Kept: yes\r\nConnection: close\r\n\r\n"
        assert web.heads == [expected.encode()]
        await ask(gate, f"GET http://127.0.0.1:{port}?q HTTP/1.1\r\n\r\n")
        assert web.heads[1].startswith(b"GET /?q HTTP/1.1\r\n")


@in_a_loop
async def test_a_server_that_keeps_the_connection_does_not_get_the_next_request() -> None:
    web = Web(
        b"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 2\r\n\r\nhi", True
    )
    async with serving(web) as port, gate_to(port) as gate:
        request = f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n"
        async with connected(gate, request) as (reader, _):
            expected = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"
            assert await reader.readexactly(len(expected)) == expected


@in_a_loop
async def test_bodies_and_interim_answers_pass() -> None:
    async def post(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await reader.readexactly(200_000)
        writer.write(b"HTTP/1.1 201 Created\n\n" + body[::-1])  # bare line ends, as some servers have them
        writer.close()
        await writer.wait_closed()

    async with serving(post) as port, gate_to(port) as gate:
        body = os.urandom(200_000)
        head = f"POST http://127.0.0.1:{port}/ HTTP/1.1\r\nContent-Length: 200000\r\n\r\n".encode()
        answer = await ask(gate, head + body)
        assert answer.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nConnection: close\r\n\r\n")
        assert answer.endswith(body[::-1])


@pytest.mark.parametrize("by_tunnel", [True, False])
@in_a_loop
async def test_websockets_pass(by_tunnel: bool) -> None:
    async def socket_echo(reader: StreamReader, writer: StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        assert b"Upgrade: websocket\r\nConnection: Upgrade\r\n" in head
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
        await echo(reader, writer)

    async with serving(socket_echo) as port, gate_to(port) as gate:
        upgrade = "HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        tunnel = f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nGET / {upgrade}"
        plain = f"GET http://127.0.0.1:{port}/ {upgrade}"
        async with connected(gate, tunnel if by_tunnel else plain) as (reader, writer):
            if by_tunnel:
                await reader.readuntil(b"\r\n\r\n")
            assert b"101 Switching Protocols\r\nUpgrade: websocket\r\n" in await reader.readuntil(b"\r\n\r\n")
            for frame in (b"\x81\x85abcdhello", b"\x88\x80abcd"):
                writer.write(frame)
                assert await reader.readexactly(len(frame)) == frame


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.1", "2130706433", "0x7f.0.0.1", "localhost", "LOCALHOST.", "[::1]", "[::ffff:7f00:1]"]
)
@pytest.mark.parametrize("request_line", ["CONNECT {} HTTP/1.1", "GET http://{}/ HTTP/1.1"])
@in_a_loop
async def test_private_addresses_are_refused(host: str, request_line: str) -> None:
    web = Web()

    async with serving(web) as private, gate_to(1) as gate:
        answer = await ask(gate, request_line.format(f"{host}:{private}") + "\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 403 Forbidden\r\nX-Vertebra-Refused: private-address\r\n")
        assert [reason for _, reason in gate.refused] == ["private-address"]
    assert not web.heads


@in_a_loop
async def test_a_name_that_turns_private_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked up once a request; 127.0.0.2 stands for a public address here."""
    lookups: list[str] = []
    system, kind_of = socket.getaddrinfo, policy.kind_of

    def look_up(host: Any, *rest: Any, **named: Any) -> Any:
        if host != "rebind.example":
            return system(host, *rest, **named)
        lookups.append(host)
        return system("127.0.0.2" if len(lookups) == 1 else "127.0.0.1", *rest, **named)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(policy, "kind_of", lambda a: "public" if a == ip_address("127.0.0.2") else kind_of(a))

    private = Web()
    async with serving(private) as port, serving(Web(), "127.0.0.2", port):
        gate = await Gate.open(AddressPolicy.for_url(f"http://rebind.example:{port}/"))
        request = f"GET http://rebind.example:{port}/ HTTP/1.1\r\n\r\n"
        assert (await ask(gate, request)).endswith(b"hi")
        assert lookups == ["rebind.example"]
        assert b"X-Vertebra-Refused: private-address" in await ask(gate, request)
        await gate.close()
    assert not private.heads


@pytest.mark.parametrize(
    ("sent", "status", "reason"),
    [
        ("GET http://no-such-host.invalid/ HTTP/1.1", "502 Bad Gateway", "unknown-host"),
        ("CONNECT 1.2.3.4.5:80 HTTP/1.1", "502 Bad Gateway", "unknown-host"),
        ("GET / HTTP/1.1", "400 Bad Request", "bad-request"),
        ("GET ftp://host/ HTTP/1.1", "400 Bad Request", "bad-request"),
        ("CONNECT host HTTP/1.1", "400 Bad Request", "bad-request"),
        ("CONNECT host:99999 HTTP/1.1", "400 Bad Request", "bad-request"),
        ("GET http:// HTTP/1.1", "400 Bad Request", "bad-request"),
        ("\x16\x03\x01\x02", "400 Bad Request", "bad-request"),
        ("GET http://host/ HTTP/1.1\r\nX: " + "x" * 70_000, "431 Request Header Fields Too Large", "long-header"),
        ("GET http://host/ HTTP/1.1" + "\r\nX: y" * 20_000, "431 Request Header Fields Too Large", "long-header"),
    ],
)
@in_a_loop
async def test_what_cannot_be_served_is_refused_with_a_reason(sent: str, status: str, reason: str) -> None:
    async with gate_to() as gate:
        answer = await ask(gate, sent[:66_000] if reason == "long-header" else sent + "\r\n\r\n")
        assert answer.startswith(f"HTTP/1.1 {status}\r\nX-Vertebra-Refused: {reason}\r\n".encode())
        assert sum(gate.refused.values()) == 1


@in_a_loop
async def test_a_port_where_nothing_listens() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        async with gate_to(port) as gate:
            assert b"502 Bad Gateway" in await ask(gate, f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n")
            assert dict(gate.refused) == {("127.0.0.1", "cannot-connect"): 1}


@in_a_loop
async def test_the_gate_does_not_lead_to_itself() -> None:
    gate = await Gate.open(AddressPolicy(allow_private=True))
    answer = await ask(gate, f"CONNECT localhost:{gate.port} HTTP/1.1\r\n\r\n")
    assert b"403 Forbidden\r\nX-Vertebra-Refused: proxy-itself" in answer
    await gate.close()


async def pour(reader: StreamReader, writer: StreamWriter) -> None:
    """Send without end."""
    await reader.read(1)
    while True:
        writer.write(bytes(10_000))
        await writer.drain()


@in_a_loop
async def test_too_many_bytes_close_the_gate() -> None:
    async with serving(pour) as port, gate_to(port, max_bytes=500_000) as gate:
        connect = f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nx"
        with pytest.raises(ConnectionError):
            await ask(gate, connect)
        assert 500_000 < gate.bytes_received < 700_000
        assert b"403 Forbidden\r\nX-Vertebra-Refused: too-many-bytes" in await ask(gate, connect)


@in_a_loop
async def test_shut_drops_tunnels_and_refuses_from_then_on() -> None:
    async with serving(echo) as port, gate_to(port) as gate:
        connect = f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n"
        async with connected(gate, connect) as (reader, _):
            await reader.readuntil(b"\r\n\r\n")
            gate.shut()
            with pytest.raises(ConnectionError):
                await reader.read()
        assert b"403 Forbidden\r\nX-Vertebra-Refused: closed" in await ask(gate, connect)


@in_a_loop
async def test_close_leaves_nothing_behind_even_when_busy() -> None:
    async with serving(echo) as port, gate_to(port) as gate:
        writers = []
        for sent in (b"", b"GET http", f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode()):
            writers += [(await asyncio.open_connection("127.0.0.1", gate.port))[1] for _ in range(5)]
            for writer in writers[-5:]:
                writer.write(sent)
        await asyncio.sleep(0.02)
        await gate.close()
        await gate.close()
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", gate.port)
        for writer in writers:
            writer.transport.abort()


@in_a_loop
async def test_resets_and_half_sentences_are_nobodys_problem() -> None:
    async def reset(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
        await asyncio.sleep(0.02)
        break_off(writer)

    async with serving(reset) as port, serving(Web(b"nonsense\r\n\r\n")) as odd, gate_to(port, odd) as gate:
        with pytest.raises(ConnectionError):  # must not look like a complete answer
            await ask(gate, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n")
        assert b"X-Vertebra-Refused: bad-answer" in await ask(gate, f"GET http://127.0.0.1:{odd}/ HTTP/1.1\r\n\r\n")
        for sent in ("", "\r\n", "GET http://127", f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\nx\n"):
            async with connected(gate, sent) as (_, writer):
                await asyncio.sleep(0.01)
                break_off(writer)
        await asyncio.sleep(0.03)


@pytest.mark.browser
def test_chromium_reaches_only_what_was_asked_for() -> None:
    playwright = pytest.importorskip("playwright.async_api")
    chromium = need_chromium()

    async def test() -> None:
        picture = Web(
            b"HTTP/1.1 200 OK\r\nContent-Type: image/svg+xml\r\n\r\n<svg xmlns='http://www.w3.org/2000/svg'/>"
        )
        async with serving(picture) as hidden:
            body = (
                f"<title>Asked for</title><img src='//127.0.0.1:{hidden}/1.svg'><img src='//localhost:{hidden}/2.svg'>"
                f"<iframe src='http://[::1]:{hidden}/'></iframe><script>new WebSocket('ws://127.0.0.1:{hidden}/')</script>"
            )
            page_server = Web(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body.encode())
            async with serving(page_server) as port, gate_to(port) as gate, playwright.async_playwright() as p:
                browser = await p.chromium.launch(executable_path=str(chromium), args=["--no-sandbox"])
                context = await browser.new_context(proxy={"server": gate.url, "bypass": "<-loopback>"})
                page = await context.new_page()
                response = await page.goto(f"http://127.0.0.1:{port}/")
                assert response is not None
                assert (response.status, await page.title()) == (200, "Asked for")
                assert await page.evaluate("[...document.images].map(i => i.naturalWidth)") == [0, 0]
                await browser.close()
                assert set(gate.refused) >= {(host, "private-address") for host in ("127.0.0.1", "localhost", "::1")}
        assert not picture.heads

    asyncio.run(test())
