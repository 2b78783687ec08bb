"""Small PNG files: the forum's avatars and the site's icon."""

from __future__ import annotations

import struct
import zlib
from random import Random

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
CELLS = 5
AVATAR_COLOURS = ((63, 107, 138), (138, 74, 58), (84, 122, 74), (122, 84, 138), (184, 124, 20))


def png(pixels: Pixels) -> bytes:
    """Return an RGB picture (height, width, 3) as a PNG file."""
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows.tobytes(), 9))
    return b"\x89PNG\r\n\x1a\n" + body + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)


def avatar_name(member: str) -> str:
    """Return the file name of a member's avatar."""
    return f"avatar-{zlib.crc32(member.encode()) % 9000 + 1000}.png"


def avatar(member: str) -> bytes:
    """Return a symmetric pattern, always the same for the same name."""
    rng = Random(member)
    colour = np.array(rng.choice(AVATAR_COLOURS), np.uint8)
    half = np.array([[rng.random() < 0.5 for _ in range(3)] for _ in range(CELLS)])
    pattern = np.concatenate([half, half[:, 1::-1]], axis=1)
    big = np.kron(pattern, np.ones((14, 14), bool))
    framed = np.pad(big, 5)
    pixels = np.where(framed[:, :, None], colour, np.array((238, 240, 242), np.uint8))
    return png(pixels.astype(np.uint8))


def icon() -> bytes:
    """Return the icon shown in browser tabs: an amber pane between dark bars."""
    pixels = np.full((32, 32, 3), 255, np.uint8)
    ink, amber = (29, 42, 51), (240, 169, 31)
    pixels[9:27, 8:24] = amber
    pixels[13:23, 14:18] = (255, 243, 208)
    pixels[5:9, 10:22] = ink
    pixels[9:27, 8:10] = ink
    pixels[9:27, 22:24] = ink
    pixels[26:30, 5:27] = ink
    pixels[1:5, 14:18] = ink
    return png(pixels)
