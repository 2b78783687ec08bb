"""Computed styles: which are asked for, and how their strings become columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from vertebra.model.columns import Styles, make_table

# Asked for in this order; the snapshot answers with one string index for each.
PROPERTIES: Final = (
    "color", "background-color", "background-image", "font-size", "font-family", "font-weight", "font-style",
    "font-variant-caps", "text-decoration-line", "text-transform", "letter-spacing", "line-height", "text-align",
    "display", "position", "float", "overflow-x", "overflow-y", "opacity", "border-top-width", "border-right-width",
    "border-bottom-width", "border-left-width", "border-top-style", "border-right-style", "border-bottom-style",
    "border-left-style", "border-top-color", "border-right-color", "border-bottom-color", "border-left-color",
    "visibility", "clip", "clip-path", "transform", "padding-top", "padding-left", "background-clip",
)  # fmt: skip
PLACE: Final = {name: i for i, name in enumerate(PROPERTIES)}
_SIDES: Final = ("top", "right", "bottom", "left")
_NUMBER: Final = re.compile(r"[-+]?\d*\.?\d+(?:e[-+]?\d+)?")

# Column of Styles -> the property whose words it holds.
_WORD_COLUMNS: Final = {
    "background_image": "background-image", "font_family": "font-family", "font_style": "font-style",
    "font_variant": "font-variant-caps", "decoration": "text-decoration-line", "transform": "text-transform",
    "text_align": "text-align", "display": "display", "position": "position", "floating": "float",
    "overflow": "overflow-x",
}  # fmt: skip
_NUMBER_COLUMNS: Final = {
    "font_size": "font-size", "font_weight": "font-weight", "letter_spacing": "letter-spacing",
    "line_height": "line-height", "opacity": "opacity",
}  # fmt: skip


def number(value: str) -> float:
    """The first number of a value such as "12.5px"; 0 for words such as "normal"."""
    match = _NUMBER.match(value)
    return float(match[0]) if match else 0.0


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

    def __init__(self, rows: Sequence[Sequence[int]], strings: list[str]) -> None:
        self.strings = strings
        matrix = np.full((len(rows), len(PROPERTIES)), -1, np.int64)
        full = [i for i, row in enumerate(rows) if row]
        if full:
            matrix[full] = np.array([rows[i] for i in full], np.int64)
        self.matrix = matrix

    def words(self, name: str) -> list[str]:
        """The value of a property for every row."""
        strings = self.strings
        return [strings[i] if i >= 0 else "" for i in self.matrix[:, PLACE[name]].tolist()]

    def read(self, name: str, reader: Callable[[str], float], missing: float = 0) -> list[Any]:
        """A property for every row, its distinct strings read once."""
        seen: dict[int, float] = {-1: missing}
        values: list[Any] = []
        for i in self.matrix[:, PLACE[name]].tolist():
            if i not in seen:
                seen[i] = reader(self.strings[i])
            values.append(seen[i])
        return values

    def distinct(self) -> tuple[StyleStrings, npt.NDArray[np.int64]]:
        """The distinct rows in order of first use, and for every row its place among them."""
        places: dict[bytes, int] = {}
        matrix = np.ascontiguousarray(self.matrix)
        of_row = np.array([places.setdefault(row.tobytes(), len(places)) for row in matrix], np.int64)
        kept = StyleStrings([], self.strings)
        kept.matrix = np.array([np.frombuffer(row, np.int64) for row in places], np.int64).reshape(-1, len(PROPERTIES))
        return kept, of_row


def style_columns(distinct: StyleStrings, hide: str) -> tuple[Styles, tuple[str, ...]]:
    """The style table and its words. `hide`, the origin of our own server, is taken out of URLs."""
    places: dict[str, int] = {}
    data: dict[str, Any] = {}
    for column, name in _WORD_COLUMNS.items():
        words = (word.replace(hide, "") if hide and hide in word else word for word in distinct.words(name))
        data[column] = [places.setdefault(word, len(places)) for word in words]
    for column, name in _NUMBER_COLUMNS.items():
        data[column] = distinct.read(name, number)
    data["color"] = distinct.read("color", colour)
    data["background"] = distinct.read("background-color", colour)
    return make_table(Styles, data | _borders(distinct)), tuple(places)


def _borders(distinct: StyleStrings) -> dict[str, Any]:
    """Widths of the drawn sides and the colour of the first of them."""
    data: dict[str, Any] = {}
    colours = np.zeros(len(distinct.matrix), np.uint32)
    for side in reversed(_SIDES):
        drawn = [word not in ("none", "hidden", "") for word in distinct.words(f"border-{side}-style")]
        width = np.array(distinct.read(f"border-{side}-width", number), np.float64) * np.array(drawn, np.float64)
        data[f"border_{side}"] = width
        shade = np.array(distinct.read(f"border-{side}-color", colour), np.uint32)
        colours = np.where(width > 0, shade, colours)
    return data | {"border_color": colours}
