"""Servers on loopback that leave nothing behind, and the pieces of HTTP they share."""

from __future__ import annotations

import asyncio
import socket
import struct
from abc import ABC, abstractmethod
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from typing import Final

HEADER_LIMIT: Final = 64 * 1024
LINGER: Final = 10.0  # seconds for an answer to finish when the browser has stopped sending


class LoopbackServer(ABC):
    """A server on a free port of 127.0.0.1 that leaves nothing behind when it is closed."""

    def __init__(self) -> None:
        self.port = 0
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def listen(self) -> None:
        """Take a port and answer from now on."""
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=HEADER_LIMIT)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """Stop listening, drop what is open and wait until it is gone. May be called again."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
        self.drop()
        if self._connections:
            await asyncio.wait(self._connections)
        if server is not None:
            await server.wait_closed()

    def drop(self) -> None:
        """Break off every open connection."""
        for task in self._connections:
            task.cancel()

    @abstractmethod
    async def answer(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve one connection; the peer's resets and half sentences may be raised."""

    def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._server is None:
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._connections.add(task)
        task.add_done_callback(lambda done: self._ended(done, writer))

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError, EOFError):
            await self.answer(reader, writer)
            await hang_up(writer)

    def _ended(self, task: asyncio.Task[None], writer: StreamWriter) -> None:
        self._connections.discard(task)
        break_off(writer)


async def hang_up(writer: StreamWriter) -> None:
    """Close a connection after what was written has been taken, or after a while if it is not."""
    writer.close()
    with suppress(OSError):
        async with asyncio.timeout(LINGER):
            await writer.wait_closed()
    writer.transport.abort()


def break_off(writer: StreamWriter) -> None:
    """Reset a connection, so that the peer does not take what it got for the whole."""
    with suppress(OSError):  # closed already
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def read_head(reader: StreamReader) -> list[str]:
    """The lines of a request or answer up to the empty one.

    Nothing if the peer sent nothing. Raises ValueError if they are too long, EOFError if cut off.
    """
    lines: list[str] = []
    size = 0
    while line := await reader.readline():
        size += len(line)
        if size > HEADER_LIMIT:
            raise ValueError("the header is too long")
        text = line.decode("latin-1").rstrip("\r\n")
        if text:
            lines.append(text)
        elif lines:  # empty lines before the first are tolerated
            return lines
    if lines:
        raise EOFError
    return []
