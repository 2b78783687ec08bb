"""Drawing flat pictures as SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

Point = tuple[float, float]
Box = tuple[float, float, float, float]


def number(value: float) -> str:
    """Return a coordinate with at most one decimal."""
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def mix(first: str, second: str, share: float) -> str:
    """Return the colour that lies a share of the way from the first to the second."""
    pairs = [(int(first[i : i + 2], 16), int(second[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


class Canvas:
    """A picture under construction."""

    def __init__(self, width: int, height: int) -> None:
        """Start with nothing drawn."""
        self.width = width
        self.height = height
        self._parts: list[str] = []
        self._gradients = 0

    def add(self, tag: str, **attributes: str | float) -> None:
        """Add one SVG element."""
        self._parts.append(f"<{tag}{_attributes(attributes)}/>")

    def rect(self, box: Box, fill: str, **more: str | float) -> None:
        """Draw a rectangle given as left, top, width and height."""
        x, y, width, height = box
        self.add("rect", x=x, y=y, width=width, height=height, fill=fill, **more)

    def circle(self, centre: Point, radius: float, fill: str, **more: str | float) -> None:
        """Draw a disc."""
        self.add("circle", cx=centre[0], cy=centre[1], r=radius, fill=fill, **more)

    def ellipse(self, centre: Point, radii: Point, fill: str, **more: str | float) -> None:
        """Draw a filled ellipse."""
        self.add("ellipse", cx=centre[0], cy=centre[1], rx=radii[0], ry=radii[1], fill=fill, **more)

    def polygon(self, points: Sequence[Point], fill: str, **more: str | float) -> None:
        """Draw a filled polygon."""
        corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
        self.add("polygon", points=corners, fill=fill, **more)

    def path(self, way: str, fill: str = "none", **more: str | float) -> None:
        """Draw an SVG path."""
        self.add("path", d=way, fill=fill, **more)

    def line(self, points: Sequence[Point], colour: str, width: float) -> None:
        """Draw a line through points."""
        way = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
        self.path(way, stroke=colour, stroke_width=width, stroke_linecap="round")

    def text(self, words: str, at: Point, size: float, **more: str | float) -> None:
        """Draw one line of text."""
        style = {"font_family": "Georgia, 'Times New Roman', serif", **more}
        attributes = _attributes({"x": at[0], "y": at[1], "font_size": size, **style})
        safe = words.replace("&", "&amp;").replace("<", "&lt;")
        self._parts.append(f"<text{attributes}>{safe}</text>")

    def fade(self, box: Box, top: str, bottom: str) -> None:
        """Fill a rectangle with a vertical gradient."""
        self._gradients += 1
        name = f"g{self._gradients}-{self.width}"
        self._parts.append(
            f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">'
            f'<stop offset="0" stop-color="{top}"/><stop offset="1" stop-color="{bottom}"/>'
            "</linearGradient>"
        )
        self.rect(box, f"url(#{name})")

    def insert(self, other: Canvas, box: Box) -> None:
        """Draw another picture, cut and scaled to fill a box."""
        x, y, width, height = box
        self._parts.append(
            f'<svg x="{number(x)}" y="{number(y)}" width="{number(width)}"'
            f' height="{number(height)}" viewBox="0 0 {other.width} {other.height}"'
            f' preserveAspectRatio="xMidYMid slice">{"".join(other._parts)}</svg>'
        )

    def to_svg(self) -> bytes:
        """Return the finished file."""
        size = f'width="{self.width}" height="{self.height}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}'
            f' viewBox="0 0 {self.width} {self.height}"'
            f' preserveAspectRatio="xMidYMid slice">{"".join(self._parts)}</svg>\n'
        ).encode()


def _attributes(attributes: dict[str, str | float]) -> str:
    written = []
    for name, value in attributes.items():
        shown = value if isinstance(value, str) else number(value)
        written.append(f' {name.replace("_", "-")}="{shown}"')
    return "".join(written)


def wavy(box: Box, rough: float, rng: Random) -> str:
    """Return a path filling a box from below, with a rolling upper edge."""
    left, top, width, height = box
    phases = [rng.uniform(0, 2 * math.pi) for _ in range(3)]
    steps = 24
    points = []
    for step in range(steps + 1):
        share = step / steps
        swell = sum(math.sin(share * (3 + 4 * i) + phases[i]) / (i + 1) for i in range(3))
        points.append((left + share * width, top + rough * swell))
    way = f"M{number(left)} {number(top + height)}"
    way += "".join(f"L{number(x)} {number(y)}" for x, y in points)
    return way + f"L{number(left + width)} {number(top + height)}Z"
