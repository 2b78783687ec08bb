"""Computed styles: which are asked for, and how their strings become columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vertebra.model.columns import Styles, make_table

# Asked for in this order; the snapshot answers with one string index for each. Every property costs
# the browser about as much as ten nodes, so sides come together as one.
PROPERTIES: Final = (
    "color", "background-color", "background-image", "background-clip", "font-size", "font-family", "font-weight",
    "font-style", "font-variant-caps", "text-decoration-line", "text-transform", "letter-spacing", "line-height",
    "text-align", "display", "position", "float", "overflow", "opacity", "border-width", "border-color", "padding",
    "visibility", "clip", "clip-path", "transform",
)  # fmt: skip
PLACE: Final = {name: i for i, name in enumerate(PROPERTIES)}
_NUMBER: Final = re.compile(r"[-+]?\d*\.?\d+(?:e[-+]?\d+)?")
_COLOUR: Final = re.compile(r"[a-z]+\([^)]*\)")

# Column of Styles -> the property whose words it holds.
_WORD_COLUMNS: Final = {
    "background_image": "background-image", "font_family": "font-family", "font_style": "font-style",
    "font_variant": "font-variant-caps", "decoration": "text-decoration-line", "transform": "text-transform",
    "text_align": "text-align", "display": "display", "position": "position", "floating": "float",
    "overflow": "overflow",
}  # fmt: skip
_NUMBER_COLUMNS: Final = {
    "font_size": "font-size", "font_weight": "font-weight", "letter_spacing": "letter-spacing",
    "line_height": "line-height", "opacity": "opacity",
}  # fmt: skip


def number(value: str) -> float:
    """The first number of a value such as "12.5px"; 0 for words such as "normal"."""
    match = _NUMBER.match(value)
    return float(match[0]) if match else 0.0


def sides(value: str) -> tuple[float, float, float, float]:
    """Top, right, bottom and left of a shorthand such as "2px 3px"."""
    top, right, bottom, left = _four([number(part) for part in value.split()] or [0.0])
    return top, right, bottom, left


def colour(value: str) -> int:
    """A computed colour as 0xRRGGBBAA; colours of other spaces are taken as their first three parts."""
    parts = _NUMBER.findall(value)
    if len(parts) < 3:
        return 0
    scale = 1.0 if value.startswith("rgb") else 255.0
    red, green, blue = (max(0, min(255, round(float(part) * scale))) for part in parts[:3])
    alpha = max(0, min(255, round(float(parts[3]) * 255))) if len(parts) > 3 else 255
    return red << 24 | green << 16 | blue << 8 | alpha


class StyleStrings:
    """The style part of a snapshot: a matrix of string indices, and each distinct string read once."""

    def __init__(self, matrix: npt.NDArray[np.int64], strings: list[str]) -> None:
        self.matrix = matrix  # -1 where there is no style
        self.strings = strings

    @staticmethod
    def of(rows: Sequence[Sequence[int]], strings: list[str]) -> StyleStrings:
        """From the snapshot's rows; those of documents are empty."""
        matrix = np.full((len(rows), len(PROPERTIES)), -1, np.int64)
        styled = [i for i, row in enumerate(rows) if row]
        if styled:
            flat = np.fromiter(chain.from_iterable(rows), np.int64, len(styled) * len(PROPERTIES))
            matrix[styled] = flat.reshape(-1, len(PROPERTIES))
        return StyleStrings(matrix, strings)

    def read(self, name: str, reader: Callable[[str], float], missing: float = 0) -> npt.NDArray[np.float64]:
        """A property as a number for every row."""
        table = self._table(name, reader, np.full(len(self.strings) + 1, missing, np.float64))
        return table[self.matrix[:, PLACE[name]]]

    def words(self, name: str) -> list[str]:
        """A property for every row, an empty string where there is none."""
        strings = self.strings
        return [strings[i] if i >= 0 else "" for i in self.matrix[:, PLACE[name]].tolist()]

    def is_not(self, name: str, *usual: str) -> npt.NDArray[np.bool_]:
        """True where a property has another value than these; False where there is no style."""
        return self.read(name, lambda value: value not in usual) > 0

    def colours(self, name: str) -> npt.NDArray[np.int64]:
        """A colour for every row."""
        table = self._table(name, colour, np.zeros(len(self.strings) + 1, np.int64))
        return table[self.matrix[:, PLACE[name]]]

    def distinct(self) -> tuple[StyleStrings, npt.NDArray[np.int64]]:
        """The distinct rows in order of first use, and for every row its place among them."""
        size = self.matrix.shape[1] * self.matrix.itemsize
        data = np.ascontiguousarray(self.matrix).tobytes()
        places: dict[bytes, int] = {}
        of_row = [places.setdefault(data[i : i + size], len(places)) for i in range(0, len(data), size)]
        matrix = np.frombuffer(b"".join(places), np.int64).reshape(-1, len(PROPERTIES))
        return StyleStrings(matrix, self.strings), np.array(of_row, np.int64)

    def _table(self, name: str, reader: Callable[[str], float], table: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Values by string index; the last entry, reached by -1, is for rows without a style."""
        column = self.matrix[:, PLACE[name]]
        for i in np.flatnonzero(np.bincount(column + 1)).tolist():
            if i:
                table[i - 1] = reader(self.strings[i - 1])
        return table


def style_columns(distinct: StyleStrings, hide: str) -> tuple[Styles, tuple[str, ...]]:
    """The style table and its words. `hide`, the origin of our own server, is taken out of URLs."""
    places: dict[str, int] = {}
    data: dict[str, Any] = {}
    for column, name in _WORD_COLUMNS.items():
        words = (word.replace(hide, "") if hide and hide in word else word for word in distinct.words(name))
        data[column] = [places.setdefault(word, len(places)) for word in words]
    for column, name in _NUMBER_COLUMNS.items():
        data[column] = distinct.read(name, number)
    data["color"] = distinct.colours("color")
    data["background"] = distinct.colours("background-color")
    widths = [sides(value) for value in distinct.words("border-width")]
    for i, side in enumerate(("top", "right", "bottom", "left")):
        data[f"border_{side}"] = [width[i] for width in widths]
    data["border_color"] = list(map(_border_colour, widths, distinct.words("border-color")))
    return make_table(Styles, data), tuple(places)


def _border_colour(widths: tuple[float, float, float, float], value: str) -> int:
    """The colour of the first drawn side."""
    if not any(widths):
        return 0
    shades = _four(_COLOUR.findall(value))
    return next(colour(shade) for shade, width in zip(shades, widths, strict=True) if width)


def _four(values: list[Any]) -> list[Any]:
    """The four sides of a shorthand that leaves out what repeats."""
    top = values[0] if values else ""
    right = values[1] if len(values) > 1 else top
    bottom = values[2] if len(values) > 2 else top
    return [top, right, bottom, values[3] if len(values) > 3 else right]
