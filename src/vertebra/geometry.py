"""Rectangles: CSS pixels from the top left of the page, half-open (x0 <= x < x1)."""

from __future__ import annotations

from typing import NamedTuple


class Rect(NamedTuple):
    """A half-open rectangle; two that only touch do not overlap."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Horizontal extent, never negative."""
        return max(0.0, self.x1 - self.x0)

    @property
    def height(self) -> float:
        """Vertical extent, never negative."""
        return max(0.0, self.y1 - self.y0)

    @property
    def area(self) -> float:
        """Width times height."""
        return self.width * self.height

    def intersect(self, other: Rect) -> Rect:
        """The common part; of zero area when there is none."""
        return Rect(
            max(self.x0, other.x0),
            max(self.y0, other.y0),
            min(self.x1, other.x1),
            min(self.y1, other.y1),
        )

    def shift(self, dx: float, dy: float) -> Rect:
        """The same rectangle moved."""
        return Rect(self.x0 + dx, self.y0 + dy, self.x1 + dx, self.y1 + dy)


EVERYWHERE = Rect(-1e9, -1e9, 1e9, 1e9)
