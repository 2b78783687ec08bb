"""The columns of a page: what is stored for every node, attribute, box and style.

Each table is a frozen dataclass of NumPy arrays of equal length. Its annotation is the
declaration of a column's type: the builder converts to it, the page file writes it.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
Colours = npt.NDArray[np.uint32]

_DTYPES = {"Ints": np.int32, "Bytes": np.uint8, "Floats": np.float64, "Colours": np.uint32}


class Kind(IntEnum):
    """What a node is."""

    DOCUMENT = 0  # the page, or the content of a frame
    ELEMENT = 1
    TEXT = 2
    COMMENT = 3
    DOCTYPE = 4
    PSEUDO = 5  # ::before, ::after, ::marker; its text is the generated content


class Flag(IntFlag):
    """Yes-or-no facts about a node."""

    SHADOW = 1  # inside a shadow tree
    FIXED = 2  # fixed to the window, itself or through an ancestor
    CHECKED = 4  # a ticked box or radio button
    SELECTED = 8  # a chosen option of a list
    CLICKABLE = 16  # the browser would react to a click


class BoxKind(IntEnum):
    """What a box shows."""

    ELEMENT = 0  # the border box of an element that has no picture of its own
    TEXT = 1  # one line fragment of a text
    IMAGE = 2  # img, svg, canvas, video, embedded objects
    CONTROL = 3  # form controls
    FRAME = 4  # the outside of an iframe


class Hidden(IntEnum):
    """Why nobody can see a box; NOT for one that can be seen."""

    NOT = 0
    EMPTY = 1  # no width or no height
    INVISIBLE = 2  # visibility: hidden or collapse
    TRANSPARENT = 3  # opacity 0, or text in a fully transparent colour
    CLIPPED = 4  # cut away by an ancestor
    SCROLLED = 5  # inside a scrolling area, outside of its window
    OUTSIDE = 6  # beyond the edges of the page
    COVERED = 7  # behind something opaque painted later


@dataclass(frozen=True, eq=False)
class Nodes:
    """One row a node, in document order: `parent[i] < i`, the sub-tree of i is the slice i:end[i]."""

    parent: Ints  # -1 for the root
    end: Ints
    depth: Ints  # 0 for the root
    kind: Bytes  # Kind
    tag: Ints  # into Page.tags
    flags: Bytes  # Flag
    text_start: Ints  # into Page.text; for a form control its current value
    text_end: Ints
    attribute_end: Ints  # attributes of i: attribute_end[i-1]:attribute_end[i]


@dataclass(frozen=True, eq=False)
class Attributes:
    """One row an attribute, in the order of the nodes."""

    name: Ints  # into Page.attribute_names
    value_start: Ints  # into Page.attribute_text
    value_end: Ints


@dataclass(frozen=True, eq=False)
class Boxes:
    """One row a box, in document order. The rectangle is the part that can be seen; of a hidden
    box it is the whole, where it would be.
    """

    node: Ints
    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats
    kind: Bytes  # BoxKind
    hidden: Bytes  # Hidden
    paint: Ints  # larger is painted later
    style: Ints  # row of Styles
    background: Colours  # effective colour behind the box, RRGGBBAA
    text_start: Ints  # of a line fragment: its text in Page.text
    text_end: Ints

    @property
    def visible(self) -> npt.NDArray[np.bool_]:
        """True for boxes a person can see."""
        seen: npt.NDArray[np.bool_] = self.hidden == Hidden.NOT
        return seen


@dataclass(frozen=True, eq=False)
class Styles:
    """One row for every distinct computed style. Words are indices into Page.style_words."""

    color: Colours  # RRGGBBAA
    background: Colours  # own, not effective
    background_image: Ints  # word; "none" if there is no picture
    font_size: Floats
    font_family: Ints
    font_weight: Ints
    font_style: Ints
    font_variant: Ints
    decoration: Ints
    transform: Ints
    letter_spacing: Floats
    line_height: Floats  # 0 for "normal"
    text_align: Ints
    display: Ints
    position: Ints
    floating: Ints
    overflow: Ints
    opacity: Floats
    border_top: Floats  # width; 0 when none is drawn
    border_right: Floats
    border_bottom: Floats
    border_left: Floats
    border_color: Colours  # of the first drawn side


Table = TypeVar("Table", Nodes, Attributes, Boxes, Styles)


def dtypes(table: type[Any]) -> dict[str, np.dtype[Any]]:
    """Column names and types of a table, in declared order."""
    return {f.name: np.dtype(_DTYPES[f.type]) for f in dataclasses.fields(table) if isinstance(f.type, str)}


def make_table(table: type[Table], data: dict[str, Any]) -> Table:
    """A table from lists or arrays: right types, read-only, equal lengths."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for name, dtype in dtypes(table).items():
        array = np.asarray(data[name], dtype=dtype)
        if array.flags.writeable or not array.flags.c_contiguous:
            array = array.copy() if array is data[name] else np.ascontiguousarray(array)
            array.setflags(write=False)
        arrays[name] = array
    lengths = {len(array) for array in arrays.values()}
    if len(lengths) > 1:
        raise ValueError(f"columns of {table.__name__} differ in length: {sorted(lengths)}")
    return table(**arrays)


def length(table: Nodes | Attributes | Boxes | Styles) -> int:
    """Number of rows."""
    return len(getattr(table, dataclasses.fields(table)[0].name))
