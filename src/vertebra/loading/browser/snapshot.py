"""The browser's DOM snapshot to a page.

Needs the answer of CDP `DOMSnapshot.captureSnapshot`: one entry a document, each with columns for its
nodes, layout rows and text boxes, all strings in one list. Corrected here: frames are put into their
place and moved by their offset, generated and form texts become text of their nodes, and boxes get
the part of them that can be seen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vertebra.errors import TooLarge
from vertebra.geometry import Rect
from vertebra.loading.browser import visibility
from vertebra.loading.browser.styles import StyleStrings, colour, number, style_columns
from vertebra.loading.browser.tree import Raw, Tree, whole
from vertebra.model import BoxKind, Flag, Hidden, Kind, Layout, Meta, Page, Tile, check
from vertebra.model.build import depths_of, ends_of
from vertebra.model.columns import Attributes, Boxes, Bytes, Nodes, make_table

MAXIMUM_NODES: Final = 500_000

_IMAGES: Final = frozenset({"img", "svg", "canvas", "video", "embed", "object", "audio"})
_CONTROLS: Final = frozenset({"input", "select", "textarea", "button", "progress", "meter"})


def page_from_snapshot(
    raw: Raw, meta: Meta, source: bytes, screenshot: tuple[Tile, ...] = (), own_origin: str = ""
) -> Page:
    """The page that a snapshot describes. `own_origin` is never left in the result."""
    count = sum(len(document["nodes"]["parentIndex"]) for document in raw["documents"])
    if count > MAXIMUM_NODES:
        raise TooLarge(f"the rendered page has {count:,} nodes; the limit is {MAXIMUM_NODES:,}")
    raw["strings"] = [whole(string) for string in raw["strings"]]
    tree = Tree(raw)
    rows = _Rows(raw, tree)
    texts = tree.texts(rows.generated)
    text_end = np.cumsum([len(text) for text in texts])
    text_start = text_end - [len(text) for text in texts]
    layout, fixed = _layout(raw, tree, rows, (text_start, text_end), own_origin)
    parent = np.asarray(tree.parent, np.int32)
    attributes, attribute_end, values, names = tree.attributes()
    first = raw["documents"][0]
    nodes = {
        "parent": parent,
        "end": ends_of(parent),
        "depth": depths_of(parent),
        "kind": tree.kinds,
        "tag": tree.tag,
        "flags": tree.flags | (np.asarray(fixed, np.uint8) * np.uint8(Flag.FIXED)),
        "text_start": text_start,
        "text_end": text_end,
        "attribute_end": attribute_end,
    }
    page = Page(
        nodes=make_table(Nodes, nodes),
        attributes=make_table(Attributes, attributes),
        text="".join(texts),
        attribute_text=values,
        tags=tuple(tree.tags),
        attribute_names=names,
        meta=dataclasses.replace(meta, size=(float(first["contentWidth"]), float(first["contentHeight"]))),
        source=source,
        rendered=layout,
        screenshot=screenshot,
    )
    return check(page)


class _Rows:
    """The layout rows of all documents, in page coordinates."""

    def __init__(self, raw: Raw, tree: Tree) -> None:
        strings = raw["strings"]
        self.node: list[int] = []
        self.text: list[int] = []  # string index, -1 for elements
        self.paint: list[int] = []
        self.rects: list[Rect] = []
        self.first: list[int] = [-1] * len(tree.places)  # first row of each node
        self.start: list[int] = []  # of each document
        self.generated: dict[int, str] = {}
        style_rows: list[list[int]] = []
        for document, data in enumerate(raw["documents"]):
            layout = data["layout"]
            self.start.append(len(self.node))
            style_rows += layout["styles"]
            for row, node in enumerate(layout["nodeIndex"]):
                number_ = tree.number[document][node]
                if number_ >= 0 and self.first[number_] < 0:
                    self.first[number_] = len(self.node)
                self.node.append(number_)
                self.text.append(layout["text"][row])
                self.paint.append(layout["paintOrders"][row])
                x, y, width, height = layout["bounds"][row]
                self.rects.append(Rect(x, y, x + width, y + height))
                if layout["text"][row] >= 0 and number_ >= 0 and tree.kinds[number_] == Kind.PSEUDO:
                    self.generated[number_] = self.generated.get(number_, "") + strings[layout["text"][row]]
        self.styles = StyleStrings(style_rows, strings)
        self.offset = self._move_frames(raw["documents"], tree)

    def _move_frames(self, documents: list[Raw], tree: Tree) -> list[tuple[float, float]]:
        """Shift the rows of every frame to where the frame is on the page; the shift of each document."""
        offsets: list[tuple[float, float]] = [(0.0, 0.0)] * len(documents)
        edges = [self.styles.read(name, number) for name in ("border-left-width", "padding-left")]
        tops = [self.styles.read(name, number) for name in ("border-top-width", "padding-top")]
        bounds = [*self.start, len(self.node)]
        ranges = list(pairwise(bounds))
        for document, owner in sorted(tree.frame_of.items(), key=lambda item: item[1]):  # outer frames first
            row = self.first[owner]
            if row < 0:
                continue
            rect = self.rects[row]
            dx = rect.x0 + sum(edge[row] for edge in edges) - documents[document]["scrollOffsetX"]
            dy = rect.y0 + sum(top[row] for top in tops) - documents[document]["scrollOffsetY"]
            offsets[document] = (dx, dy)
            for i in range(*ranges[document]):
                self.rects[i] = self.rects[i].shift(dx, dy)
        return offsets


Spans = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]  # text start and end of every node


class _Piece(NamedTuple):
    """A box to be: a layout row, or one line of it."""

    node: int
    row: int
    rect: Rect
    kind: BoxKind
    text_start: int
    text_end: int


def _layout(raw: Raw, tree: Tree, rows: _Rows, spans: Spans, own_origin: str) -> tuple[Layout, list[bool]]:
    handed = visibility.cascade(
        tree.parent,
        visibility.LayoutRows(rows.first, rows.rects, rows.styles),
        _viewport_nodes(tree, rows),
        {tree.number[document][0]: owner for document, owner in tree.frame_of.items() if rows.first[owner] >= 0},
    )
    pieces = sorted(_pieces(raw, tree, rows, spans), key=lambda piece: (piece.node, piece.row))
    distinct, of_row = rows.styles.distinct()
    styles, words = style_columns(distinct, own_origin)
    row = np.array([piece.row for piece in pieces], np.int64)
    node = np.array([piece.node for piece in pieces], np.int64)
    kind = np.array([piece.kind for piece in pieces], np.uint8)
    rect = np.array([piece.rect for piece in pieces], np.float64).reshape(-1, 4)
    paint = np.asarray(rows.paint, np.int64)[row] if len(row) else np.zeros(0, np.int64)
    size = float(raw["documents"][0]["contentWidth"]), float(raw["documents"][0]["contentHeight"])
    seen, hidden = visibility.hide(_candidates(pieces, rect, kind, rows, handed), size)
    opacity = np.array(handed.opacity, np.float64)[node]
    fixed = np.array(handed.fixed, np.bool_)[node]
    own_background = np.array(rows.styles.read("background-color", colour), np.int64)[row]
    opaque = (hidden == Hidden.NOT) & (kind != BoxKind.TEXT) & (own_background & 0xFF == 255) & (opacity > 0.99)
    subject = (hidden == Hidden.NOT) & (kind != BoxKind.ELEMENT) & ~fixed
    hidden[visibility.covered(seen, paint, opaque & ~fixed, subject, size)] = Hidden.COVERED
    boxes = {
        "node": node,
        "x0": seen[:, 0],
        "y0": seen[:, 1],
        "x1": seen[:, 2],
        "y1": seen[:, 3],
        "kind": kind,
        "hidden": hidden,
        "paint": paint,
        "style": of_row[row] if len(row) else row,
        "background": np.array(handed.background, np.int64)[node],
        "text_start": [piece.text_start for piece in pieces],
        "text_end": [piece.text_end for piece in pieces],
    }
    return Layout(make_table(Boxes, boxes), styles, words), handed.fixed


def _candidates(
    pieces: list[_Piece], rect: npt.NDArray[np.float64], kind: Bytes, rows: _Rows, handed: visibility.Cascade
) -> visibility.Candidates:
    styles = rows.styles
    shown = [word != "visible" for word in styles.words("visibility")]
    ink = styles.read("color", colour)
    filled = [word == "text" for word in styles.words("background-clip")]
    is_text = kind == BoxKind.TEXT
    # A line of text is cut by what its element does to its content, a box by what is around it.
    clips = [handed.window[p.node].flow if p.kind == BoxKind.TEXT else handed.own[p.node] for p in pieces]
    clear = [p.kind == BoxKind.TEXT and ink[p.row] & 0xFF == 0 and not filled[p.row] for p in pieces]
    faint = [handed.opacity[p.node] < 0.01 for p in pieces]
    return visibility.Candidates(
        rect=rect,
        seen=np.array([clip.seen for clip in clips], np.float64).reshape(-1, 4),
        reachable=np.array([clip.reachable for clip in clips], np.float64).reshape(-1, 4),
        is_text=is_text,
        invisible=np.array([shown[p.row] for p in pieces], np.bool_),
        transparent=np.array(clear, np.bool_) | np.array(faint, np.bool_),
    )


def _viewport_nodes(tree: Tree, rows: _Rows) -> set[int]:
    """Elements whose overflow the window takes over: html, and body where html leaves it to it."""
    result: set[int] = set()
    overflow = rows.styles.words("overflow-x")
    for number_, name in enumerate(tree.names):
        above = tree.parent[number_]
        if above < 0 or name not in ("html", "body"):
            continue
        if (name == "html" and tree.names[above] == "#document" and rows.first[number_] >= 0) or (
            name == "body" and above in result and overflow[rows.first[above]] == "visible"
        ):
            result.add(number_)
    return result


def _pieces(raw: Raw, tree: Tree, rows: _Rows, spans: Spans) -> Iterator[_Piece]:
    """Elements as one box, texts as one box a line fragment; documents have none."""
    text_start, text_end = (offsets.tolist() for offsets in spans)
    for row, (node, text) in enumerate(zip(rows.node, rows.text, strict=True)):
        if node >= 0 and text < 0 and tree.kinds[node] in (Kind.ELEMENT, Kind.PSEUDO):
            start = text_start[node]
            kind = _box_kind(tree.names[node])
            yield _Piece(node, row, rows.rects[row], kind, start, start)
    for document, data in enumerate(raw["documents"]):
        lines = data["textBoxes"]
        dx, dy = rows.offset[document]
        offsets = _Offsets(raw["strings"])
        for line, layout_row in enumerate(lines["layoutIndex"]):
            row = rows.start[document] + layout_row
            node = rows.node[row]
            if node < 0:
                continue
            x, y, width, height = lines["bounds"][line]
            start, end = offsets.of(rows.text[row], lines["start"][line], lines["length"][line])
            rect = Rect(x + dx, y + dy, x + dx + width, y + dy + height)
            # Upper-casing can make a text longer than its node's.
            first, last = (min(text_start[node] + offset, text_end[node]) for offset in (start, end))
            yield _Piece(node, row, rect, BoxKind.TEXT, first, last)


class _Offsets:
    """Line offsets count UTF-16 units, ours count characters; they differ only beyond U+FFFF."""

    def __init__(self, strings: list[str]) -> None:
        self.strings = strings

    def of(self, string: int, start: int, length: int) -> tuple[int, int]:
        """First and one-past-last character of a line."""
        text = self.strings[string]
        if text.isascii() or max(text, default="") <= "\uffff":
            return start, start + length
        units = text.encode("utf-16-le")
        before = len(units[: 2 * start].decode("utf-16-le", "ignore"))
        return before, before + len(units[2 * start : 2 * (start + length)].decode("utf-16-le", "ignore"))


def _box_kind(name: str) -> BoxKind:
    if name in _IMAGES:
        return BoxKind.IMAGE
    if name in _CONTROLS:
        return BoxKind.CONTROL
    return BoxKind.FRAME if name in ("iframe", "frame") else BoxKind.ELEMENT
