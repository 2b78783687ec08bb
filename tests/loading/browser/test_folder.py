"""A folder served to the browser, asked by raw sockets so that nothing cleans up the requests."""

from __future__ import annotations

import asyncio
import os
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from vertebra.errors import SourceNotFound, UsageError
from vertebra.loading.browser.folder import FolderServer

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small saved site, with a secret beside it."""
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site-other").mkdir()
    (tmp_path / "site-other" / "secret.txt").write_text("secret")
    root = tmp_path / "site"
    (root / "a" / "b").mkdir(parents=True)
    (root / "index.html").write_text("home")
    (root / "a" / "index.html").write_text("index of a")
    return root


def served(root: Path, test: Callable[[FolderServer], Coroutine[Any, Any, None]]) -> None:
    """Run a test with the folder served, and check that nothing is left or complained about."""
    complaints: list[dict[str, Any]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        server = await FolderServer.open(root)
        async with asyncio.timeout(10):
            await test(server)
        await server.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(run())
    assert not complaints


async def read_answer(reader: StreamReader, with_body: bool = True) -> Answer:
    """Read one answer by its length, leaving what follows."""
    start, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    size = int(headers["content-length"])
    return int(start.split(" ")[1]), headers, await reader.readexactly(size) if with_body else b""


async def connect(server: FolderServer) -> tuple[StreamReader, StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", server.port)


async def get(server: FolderServer, target: str, method: str = "GET", host: str = "") -> Answer:
    """One request on a connection of its own."""
    reader, writer = await connect(server)
    host = host or f"127.0.0.1:{server.port}"
    writer.write(f"{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    try:
        answer = await read_answer(reader, method != "HEAD")
        assert await reader.read() == b""
        return answer
    finally:
        writer.transport.abort()


def answers(root: Path, *targets: str) -> list[Answer]:
    """What a server of the folder answers to each."""
    found: list[Answer] = []

    async def test(server: FolderServer) -> None:
        found.extend([await get(server, target) for target in targets])

    served(root, test)
    return found


def test_files_folders_and_what_is_not_there(root: Path) -> None:
    home, sub, missing, *others = answers(
        root, "/", "/a/", "/missing.html", "/a/b/", "/index.html/", "/a/../index.html", "/a/%2e%2e/index.html"
    )
    assert home == (200, {"content-type": "text/html", "content-length": "4", "connection": "close"}, b"home")
    assert sub[2] == b"index of a"
    assert {missing[0], *(status for status, _, _ in others)} == {404}
    assert missing[1]["content-type"] == "text/html"
    assert b"<h1>404 Not Found</h1>" in missing[2]


def test_a_folder_without_a_slash_leads_to_the_one_with(root: Path) -> None:
    (root / "ä é").mkdir()
    plain, query, encoded, twice = answers(root, "/a", "/a?q=1", "/%C3%A4%20%C3%A9", "//a")
    assert [answer[0] for answer in (plain, query, encoded, twice)] == [301] * 4
    assert plain[1]["location"] == twice[1]["location"] == "/a/"
    assert query[1]["location"] == "/a/?q=1"
    assert encoded[1]["location"] == "/%C3%A4%20%C3%A9/"


@pytest.mark.parametrize(
    "target",
    [
        *("/../secret.txt", "/a/../../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/%2E%2E%2Fsecret.txt"),
        *("/%252e%252e/secret.txt", "/..%5csecret.txt", "/..\\secret.txt", "//etc/passwd", "/%2fetc/passwd"),
        *("/../site-other/secret.txt", "/index.html%00", "/%00", "/index.html%00.txt", "/index.html\x00"),
        *("/?/../../secret.txt", "/a?/../../secret.txt", "/a/index.html?/../../../secret.txt", "/..", "/a/../.."),
        *("/outside.txt", "/outside/secret.txt", "/outside/", "/loop", "/" + "x" * 300, "/" + "a/" * 3000, "/%ff"),
    ],
)
def test_nothing_outside_the_folder_is_served(root: Path, target: str) -> None:
    (root / "outside.txt").symlink_to(root.parent / "secret.txt")
    (root / "outside").symlink_to(root.parent)
    (root / "loop").symlink_to(root / "loop")
    ((status, _, body),) = answers(root, target)
    assert status in (200, 301, 404)
    assert b"secret" not in body
    assert status != 200 or body in (b"home", b"index of a")  # the query was ignored


def test_links_inside_the_folder_are_followed(root: Path) -> None:
    (root / "link.html").symlink_to(root / "a" / "index.html")
    (root / "linked").symlink_to(root / "a")
    assert [answer[2] for answer in answers(root, "/link.html", "/linked/")] == [b"index of a"] * 2


def test_only_files_are_opened(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert answers(root, "/pipe")[0][0] == 404


def test_files_with_a_query_in_their_name(root: Path) -> None:
    (root / "index.php?p=3").write_text("three")
    (root / "index.php?q=a b").write_text("decoded")
    (root / "index.php?r=%2F").write_text("as written")
    (root / "index.html?s=1").write_text("of the folder")
    (root / "index.php").write_text("plain")
    targets = ["?p=3", "%3Fp=3", "?q=a%20b", "?r=%2F", "?p=4", "?", ""]
    found = answers(root, *(f"/index.php{target}" for target in targets), "/?s=1", "/?s=2")
    expected = ["three", "three", "decoded", "as written", "plain", "plain", "plain", "of the folder", "home"]
    assert [body.decode() for _, _, body in found] == expected


def test_types(root: Path) -> None:
    expected = {
        "x.HTML": "text/html",
        "x.htm": "text/html",
        "x.css": "text/css",
        "x.css?v=2": "text/css",
        "x.js": "text/javascript",
        "x.mjs": "text/javascript",
        "x.svg": "image/svg+xml",
        "x.webp": "image/webp",
        "x.png": "image/png",
        "x.woff2": "font/woff2",
        "x.json": "application/json",
        "x.mhtml": "multipart/related",
        "x": None,  # the browser looks at the content
        "x.php": None,
    }
    for name in expected:
        (root / name).write_bytes(b"")
    found = answers(root, *(f"/{name}" for name in expected))
    assert [headers.get("content-type") for _, headers, _ in found] == list(expected.values())


def test_the_redirects_file(root: Path) -> None:
    (root / "_redirects").write_text(
        "# comment\n\n/old /new 301\n/moved https://example.org/ü 302!\n/short /to\n/index.html /home 308\n"
        "/rewritten /x 200\n/broken\nnothing /x\n/old /ignored\n"
    )
    found = answers(root, "/old", "/old?x=1", "/moved", "/short", "/index.html", "/rewritten", "/broken")
    assert [(status, headers.get("location")) for status, headers, _ in found] == [
        *((301, "/new"), (301, "/new"), (302, "https://example.org/%C3%BC"), (301, "/to"), (308, "/home")),
        *((404, None), (404, None)),
    ]


def test_urls_of_files(root: Path, tmp_path: Path) -> None:
    names = ["a/index.html", "ä b.html", "index.php?p=3", "100%.html", "x#y.html", "Z\udcff.html"]
    for name in names:
        (root / name).write_text(ascii(name))
    (tmp_path / "link").symlink_to(root)

    async def test(server: FolderServer) -> None:
        for name in names:
            for path in (Path(name), root / name, tmp_path / "link" / name):
                url = server.url_of(path)
                assert url.startswith(f"{server.origin}/")
                assert (await get(server, url.removeprefix(server.origin)))[2] == ascii(name).encode()
        assert server.url_of(root) == f"{server.origin}/"
        assert server.url_of(root / "a") == f"{server.origin}/a/"
        for outside in (root.parent, root / ".." / "secret.txt", Path("../secret.txt")):
            with pytest.raises(UsageError, match="outside the folder"):
                server.url_of(outside)

    served(root, test)


def test_many_requests_on_one_connection(root: Path) -> None:
    async def test(server: FolderServer) -> None:
        reader, writer = await connect(server)
        for method in ["GET"] * 50 + ["HEAD", "GET"]:
            writer.write(f"{method} / HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
        for method in ["GET"] * 50 + ["HEAD", "GET"]:
            status, headers, body = await read_answer(reader, method == "GET")
            assert (status, headers["connection"]) == (200, "keep-alive")
            assert (headers["content-length"], body) == ("4", b"home" if method == "GET" else b"")
        writer.write(b"GET /missing HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n")
        assert (await read_answer(reader))[0] == 404
        status, headers, _ = await read_answer(reader)
        assert (status, headers["connection"], await reader.read()) == (200, "close", b"")
        writer.transport.abort()

    served(root, test)


def test_large_files_arrive_whole(root: Path) -> None:
    data = os.urandom(5_000_000)
    (root / "large.bin").write_bytes(data)
    assert answers(root, "/large.bin")[0][2] == data


def test_it_is_read_only_and_answers_to_its_own_name(root: Path) -> None:
    async def test(server: FolderServer) -> None:
        for method in ("POST", "PUT", "DELETE", "OPTIONS"):
            assert (await get(server, "/", method))[0] == 405
        assert (await get(server, "http://127.0.0.1/"))[0] == 400
        assert (await get(server, "/", host=f"attacker.example:{server.port}"))[0] == 421
        reader, writer = await connect(server)
        writer.write(b"GET / HTTP/1.1\r\nX: " + b"x" * 65_540)
        assert (await read_answer(reader))[0] == 431
        writer.transport.abort()

    served(root, test)


def test_a_body_is_not_read_as_the_next_request(root: Path) -> None:
    async def test(server: FolderServer) -> None:
        reader, writer = await connect(server)
        writer.write(b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nGET /a/ HTTP/1.1\r\n\r\n")
        assert (await read_answer(reader))[1]["connection"] == "close"
        writer.transport.abort()

    served(root, test)


def test_close_ends_what_is_open(root: Path) -> None:
    (root / "large.bin").write_bytes(bytes(20_000_000))

    async def test(server: FolderServer) -> None:
        connections = [await connect(server) for _ in range(3)]
        connections[1][1].write(b"GET /large.bin HTTP/1.1\r\n\r\n")
        connections[2][1].write(b"GET /lar")
        await connections[1][0].read(10)
        await server.close()
        for _, writer in connections:
            writer.transport.abort()

    served(root, test)


def test_what_is_no_folder_is_not_found(root: Path) -> None:
    for path in (root / "missing", root / "index.html"):
        with pytest.raises(SourceNotFound, match="folder"):
            asyncio.run(FolderServer.open(path))
