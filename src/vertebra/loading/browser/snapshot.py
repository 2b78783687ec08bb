"""The browser's DOM snapshot to a page.

Needs the answer of CDP `DOMSnapshot.captureSnapshot`: one entry a document, each with columns for its
nodes, layout rows and text boxes, all strings in one list. Corrected here: frames are put into their
place and moved by their offset, generated and form texts become text of their nodes, and boxes get
the part of them that can be seen.
"""

from __future__ import annotations

import dataclasses
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vertebra.errors import TooLarge
from vertebra.loading.browser import visibility
from vertebra.loading.browser.styles import StyleStrings, sides, style_columns
from vertebra.loading.browser.tree import Raw, Tree, whole
from vertebra.model import BoxKind, Flag, Hidden, Kind, Layout, Meta, Page, Problem, Tile, check
from vertebra.model.build import depths_of, ends_of
from vertebra.model.columns import Attributes, Boxes, Bytes, Floats, Nodes, make_table

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
    texts = tree.texts(rows.generated(tree, raw["strings"]))
    text_end = np.cumsum([len(text) for text in texts])
    text_start = text_end - [len(text) for text in texts]
    layout, fixed = _layout(raw, tree, rows, (text_start, text_end), own_origin)
    parent = np.asarray(tree.parent, np.int32)
    attributes, attribute_end, values, names = tree.attributes()
    first = raw["documents"][0]
    if missing := _frames_without_content(tree, rows):
        problem = Problem("frame-missing", f"{missing} frames are in another process and were not captured")
        meta = dataclasses.replace(meta, problems=(*meta.problems, problem))
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
        layouts = [document["layout"] for document in raw["documents"]]
        self.start = np.cumsum([0, *(len(layout["nodeIndex"]) for layout in layouts)]).tolist()  # of each document
        self.text: list[int] = list(chain.from_iterable(layout["text"] for layout in layouts))  # -1 for elements
        self.paint = np.array(list(chain.from_iterable(layout["paintOrders"] for layout in layouts)), np.int64)
        self.node = np.array(
            [tree.number[i][node] for i, layout in enumerate(layouts) for node in layout["nodeIndex"]], np.int64
        )
        bounds = np.array(list(chain.from_iterable(layout["bounds"] for layout in layouts)), np.float64).reshape(-1, 4)
        self.rect = np.concatenate((bounds[:, :2], bounds[:, :2] + bounds[:, 2:]), axis=1)
        first = np.full(len(tree.places) + 1, len(self.node))  # one more: nodes outside of the page are -1
        np.minimum.at(first, self.node, np.arange(len(self.node)))
        self.first: list[int] = np.where(first == len(self.node), -1, first)[:-1].tolist()
        style_rows = list(chain.from_iterable(layout["styles"] for layout in layouts))
        self.styles = StyleStrings.of(style_rows, raw["strings"])
        self.shift = self._move_frames(raw["documents"], tree)

    def _move_frames(self, documents: list[Raw], tree: Tree) -> list[tuple[float, float]]:
        """Move the rows of every frame to where the frame is on the page; the shift of each document."""
        shifts = [(0.0, 0.0)] * len(documents)
        if tree.frame_of:
            borders, paddings = self.styles.words("border-width"), self.styles.words("padding")
        for document, owner in sorted(tree.frame_of.items(), key=lambda item: item[1]):  # outer frames first
            row = self.first[owner]
            if row < 0:
                continue
            border, padding = sides(borders[row]), sides(paddings[row])
            x0, y0, *_ = self.rect[row].tolist()
            dx = x0 + border[3] + padding[3] - documents[document]["scrollOffsetX"]
            dy = y0 + border[0] + padding[0] - documents[document]["scrollOffsetY"]
            shifts[document] = (dx, dy)
            self.rect[self.start[document] : self.start[document + 1]] += (dx, dy, dx, dy)
        return shifts

    def generated(self, tree: Tree, strings: list[str]) -> dict[int, str]:
        """The texts of pseudo-elements, which have rows of text but no text nodes."""
        texts: dict[int, str] = {}
        pseudo = set(np.flatnonzero(tree.kinds == Kind.PSEUDO).tolist())
        for node, text in zip(self.node.tolist(), self.text, strict=True):
            if text >= 0 and node in pseudo:
                texts[node] = texts.get(node, "") + strings[text]
        return texts


Spans = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]  # text start and end of every node


class _Pieces(NamedTuple):
    """Boxes to be, in document order: layout rows of elements, and lines of text."""

    node: npt.NDArray[np.int64]
    row: npt.NDArray[np.int64]
    rect: Floats
    kind: Bytes
    text_start: npt.NDArray[np.int64]
    text_end: npt.NDArray[np.int64]


def _layout(raw: Raw, tree: Tree, rows: _Rows, spans: Spans, own_origin: str) -> tuple[Layout, list[bool]]:
    handed = visibility.hand_down(
        tree.parent,
        visibility.Boxed(rows.first, rows.rect, rows.styles),
        _viewport_nodes(tree, rows),
        {tree.number[document][0]: owner for document, owner in tree.frame_of.items() if rows.first[owner] >= 0},
    )
    pieces = _pieces(raw, tree, rows, spans)
    distinct, style_of = rows.styles.distinct()
    styles, words = style_columns(distinct, own_origin)
    size = float(raw["documents"][0]["contentWidth"]), float(raw["documents"][0]["contentHeight"])
    states = [handed.state[node] for node in pieces.node.tolist()]
    opacity = np.array([state.opacity for state in states], np.float64)
    fixed = np.array([state.is_fixed for state in states], np.bool_)
    seen, hidden = visibility.hide(_candidates(pieces, rows.styles, handed, opacity), size)
    can_be_seen, paint = hidden == Hidden.NOT, rows.paint[pieces.row]
    solid = rows.styles.colours("background-color")[pieces.row] & 0xFF == 255
    opaque = can_be_seen & (pieces.kind != BoxKind.TEXT) & solid & (opacity > 0.99) & ~fixed
    subject = can_be_seen & (pieces.kind != BoxKind.ELEMENT) & ~fixed
    hidden[visibility.covered(seen, paint, opaque, subject, size)] = Hidden.COVERED
    boxes = {
        "node": pieces.node,
        "x0": seen[:, 0],
        "y0": seen[:, 1],
        "x1": seen[:, 2],
        "y1": seen[:, 3],
        "kind": pieces.kind,
        "hidden": hidden,
        "paint": paint,
        "style": style_of[pieces.row],
        "background": np.array([state.background for state in states], np.int64),
        "text_start": pieces.text_start,
        "text_end": pieces.text_end,
    }
    layout = Layout(make_table(Boxes, boxes), styles, words)
    return layout, [state.is_fixed for state in handed.state]


def _candidates(
    pieces: _Pieces, styles: StyleStrings, handed: visibility.Handed, opacity: Floats
) -> visibility.Candidates:
    is_text = pieces.kind == BoxKind.TEXT
    # A line of text is cut by what its element does to its content, a box by what is around it.
    clips = [
        handed.state[node].flow if text else handed.own[node]
        for node, text in zip(pieces.node.tolist(), is_text.tolist(), strict=True)
    ]
    no_ink = (styles.colours("color") & 0xFF == 0) & styles.is_not("background-clip", "text")
    return visibility.Candidates(
        rect=pieces.rect,
        seen=np.array([clip.seen for clip in clips], np.float64).reshape(-1, 4),
        reachable=np.array([clip.reachable for clip in clips], np.float64).reshape(-1, 4),
        is_text=is_text,
        invisible=styles.is_not("visibility", "visible")[pieces.row],
        transparent=(is_text & no_ink[pieces.row]) | (opacity < 0.01),
    )


def _viewport_nodes(tree: Tree, rows: _Rows) -> set[int]:
    """Elements whose overflow the window takes over: html, and body where html leaves it to it."""
    result: set[int] = set()
    leaves_it = ~rows.styles.is_not("overflow", "visible")
    for node, name in enumerate(tree.names):
        if name not in ("html", "body") or rows.first[node] < 0:
            continue
        above = tree.parent[node]
        is_root = name == "html" and tree.names[above] == "#document"
        if is_root or (above in result and leaves_it[rows.first[above]]):
            result.add(node)
    return result


def _pieces(raw: Raw, tree: Tree, rows: _Rows, spans: Spans) -> _Pieces:
    """Elements as one box, texts as one box a line fragment; documents have none."""
    text_start, text_end = spans
    has_box = np.isin(tree.kinds, (Kind.ELEMENT, Kind.PSEUDO))
    row = np.flatnonzero((np.asarray(rows.text) < 0) & (rows.node >= 0) & has_box[rows.node])
    node = rows.node[row]
    kinds = np.array([_box_kind(name) for name in tree.tags], np.uint8)[np.asarray(tree.tag)[node]]
    lines = _Lines(raw, rows)
    line_node = rows.node[lines.row]
    # Upper-casing can make a line longer than its node's text.
    first = np.minimum(text_start[line_node] + lines.first, text_end[line_node])
    last = np.minimum(text_start[line_node] + lines.last, text_end[line_node])
    order = np.lexsort((np.concatenate((row, lines.row)), np.concatenate((node, line_node))))
    return _Pieces(
        node=np.concatenate((node, line_node))[order],
        row=np.concatenate((row, lines.row))[order],
        rect=np.concatenate((rows.rect[row], lines.rect))[order],
        kind=np.concatenate((kinds, np.full(len(line_node), BoxKind.TEXT, np.uint8)))[order],
        text_start=np.concatenate((text_start[node], first))[order],
        text_end=np.concatenate((text_start[node], last))[order],
    )


class _Lines:
    """The line fragments of all documents: their row, rectangle, first and one-past-last character."""

    def __init__(self, raw: Raw, rows: _Rows) -> None:
        row: list[int] = []
        rect: list[npt.NDArray[np.float64]] = []
        spans: list[tuple[int, int]] = []
        for document, data in enumerate(raw["documents"]):
            boxes = data["textBoxes"]
            owners = [rows.start[document] + i for i in boxes["layoutIndex"]]
            row += owners
            bounds = np.array(boxes["bounds"], np.float64).reshape(-1, 4)
            corner = bounds[:, :2] + rows.shift[document]
            rect.append(np.concatenate((corner, corner + bounds[:, 2:]), axis=1))
            wide: dict[int, bytes] = {}
            for owner, start, length in zip(owners, boxes["start"], boxes["length"], strict=True):
                spans.append(_characters(raw["strings"], rows.text[owner], start, length, wide))
        self.row = np.array(row, np.int64)
        self.rect = np.concatenate(rect)
        self.first = np.array([first for first, _ in spans], np.int64)
        self.last = np.array([last for _, last in spans], np.int64)
        on_page = rows.node[self.row] >= 0
        if not on_page.all():
            self.row, self.rect = self.row[on_page], self.rect[on_page]
            self.first, self.last = self.first[on_page], self.last[on_page]


def _characters(strings: list[str], text: int, start: int, length: int, wide: dict[int, bytes]) -> tuple[int, int]:
    """A line's span in characters: the browser counts UTF-16 units, which differ beyond U+FFFF."""
    if text not in wide:
        string = strings[text]
        is_wide = not string.isascii() and max(string) > "\uffff"
        wide[text] = string.encode("utf-16-le") if is_wide else b""
    if not wide[text]:
        return start, start + length
    before = len(wide[text][: 2 * start].decode("utf-16-le", "ignore"))
    return before, before + len(wide[text][2 * start : 2 * (start + length)].decode("utf-16-le", "ignore"))


def _frames_without_content(tree: Tree, rows: _Rows) -> int:
    """Frames with a box whose document the snapshot lacks: it ends at the borders of the page's process."""
    inside = set(tree.frame_of.values())
    frames = (node for node, name in enumerate(tree.names) if name in ("iframe", "frame"))
    return sum(rows.first[node] >= 0 and node not in inside for node in frames)


def _box_kind(name: str) -> BoxKind:
    if name in _IMAGES:
        return BoxKind.IMAGE
    if name in _CONTROLS:
        return BoxKind.CONTROL
    return BoxKind.FRAME if name in ("iframe", "frame") else BoxKind.ELEMENT
