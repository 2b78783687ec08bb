"""What a person can see: clipping, opacity, backgrounds, and what is behind something else.

The snapshot says where boxes are, not whether they can be seen. One pass in document order hands
down what an ancestor does to its descendants; the rest is array arithmetic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vertebra.geometry import EVERYWHERE, Rect
from vertebra.loading.browser.styles import StyleStrings, colour, number
from vertebra.model import Hidden
from vertebra.model.columns import Floats

WHITE: Final = 0xFFFFFFFF
_NOWHERE: Final = Rect(0, 0, 0, 0)
_SMALLEST_TEXT: Final = 2.0  # pixels; screen-reader texts are clipped to 1 by 1
_CELL: Final = 4  # pixels of a cell of the covering raster
_MOST_CELLS: Final = 4_000_000
_NUMBERS: Final = re.compile(r"-?[\d.]+(?:px|%)?|auto")


class Clip(NamedTuple):
    """What is left of the page inside an element: by all clipping, and by other than scrolling."""

    seen: Rect
    reachable: Rect


class Window(NamedTuple):
    """The clips that a child gets, by its position: in the flow, absolute, fixed."""

    flow: Clip
    absolute: Clip
    fixed: Clip


OPEN: Final = Window(*(Clip(EVERYWHERE, EVERYWHERE),) * 3)


@dataclass
class Cascade:
    """What every node hands down, by node number; rows of the snapshot's layout in between."""

    window: list[Window] = field(default_factory=list)
    opacity: list[float] = field(default_factory=list)
    background: list[int] = field(default_factory=list)
    fixed: list[bool] = field(default_factory=list)
    own: list[Clip] = field(default_factory=list)  # the clip that applies to the node's own box


class LayoutRows(NamedTuple):
    """The first layout row of every node: -1 for nodes without a box."""

    row_of: list[int]
    rects: list[Rect]
    styles: StyleStrings


def cascade(parents: list[int], rows: LayoutRows, viewport_nodes: set[int], frames: dict[int, int]) -> Cascade:
    """Hand clips, opacity, backgrounds and fixedness from each node to those below it.

    `viewport_nodes` are the elements whose overflow belongs to the window; `frames` maps the
    document node inside a frame to the frame element.
    """
    result = Cascade()
    styles = rows.styles
    columns = _Columns(
        position=styles.words("position"),
        display=styles.words("display"),
        overflow_x=styles.words("overflow-x"),
        overflow_y=styles.words("overflow-y"),
        clip=styles.words("clip"),
        clip_path=styles.words("clip-path"),
        transform=styles.words("transform"),
        opacity=styles.read("opacity", number, 1.0),
        background=styles.read("background-color", colour),
        borders=[styles.read(f"border-{side}-width", number) for side in ("top", "right", "bottom", "left")],
        padding_top=styles.read("padding-top", number),
        padding_left=styles.read("padding-left", number),
    )
    for node, above in enumerate(parents):
        row = rows.row_of[node]
        window = result.window[above] if above >= 0 else OPEN
        opacity = result.opacity[above] if above >= 0 else 1.0
        background = result.background[above] if above >= 0 else WHITE
        fixed = result.fixed[above] if above >= 0 else False
        own = window.flow
        if node in frames:
            frame_row = rows.row_of[frames[node]]
            content = _content_box(rows.rects[frame_row], columns, frame_row)
            inside = _narrow(result.own[frames[node]], content, soft=False)
            window = Window(inside, inside, inside)
            background = WHITE
        elif row >= 0 and columns.position[row]:
            position = columns.position[row]
            own = {"absolute": window.absolute, "fixed": window.fixed}.get(position, window.flow)
            fixed = fixed or position == "fixed"
            opacity *= columns.opacity[row]
            background = _over(columns.background[row], background)
            own = _own_clip(own, rows.rects[row], columns, row)
            window = _inside(window, own, rows.rects[row], columns, row, node in viewport_nodes)
        result.window.append(window)
        result.opacity.append(opacity)
        result.background.append(background)
        result.fixed.append(fixed)
        result.own.append(own)
    return result


class _Columns(NamedTuple):
    position: list[str]
    display: list[str]
    overflow_x: list[str]
    overflow_y: list[str]
    clip: list[str]
    clip_path: list[str]
    transform: list[str]
    opacity: list[float]
    background: list[int]
    borders: list[list[float]]  # top, right, bottom, left
    padding_top: list[float]
    padding_left: list[float]


def _inside(window: Window, own: Clip, rect: Rect, columns: _Columns, row: int, is_viewport: bool) -> Window:
    """The clips for what is below an element."""
    x, y = columns.overflow_x[row], columns.overflow_y[row]
    flow = own
    if not is_viewport and (x != "visible" or y != "visible") and columns.display[row] != "inline":
        top, right, bottom, left = (side[row] for side in columns.borders)
        padding_box = Rect(rect.x0 + left, rect.y0 + top, rect.x1 - right, rect.y1 - bottom)
        if x == "visible":
            padding_box = padding_box._replace(x0=EVERYWHERE.x0, x1=EVERYWHERE.x1)
        if y == "visible":
            padding_box = padding_box._replace(y0=EVERYWHERE.y0, y1=EVERYWHERE.y1)
        flow = _narrow(own, padding_box, soft=x in ("auto", "scroll") or y in ("auto", "scroll"))
    if flow is own and columns.position[row] == "static":
        return Window(flow, window.absolute, window.fixed) if flow is not window.flow else window
    transformed = columns.transform[row] not in ("none", "")
    contains = columns.position[row] != "static" or transformed
    return Window(flow, flow if contains else window.absolute, flow if transformed else window.fixed)


def _own_clip(clip: Clip, rect: Rect, columns: _Columns, row: int) -> Clip:
    """The clip of the element's own box: the `clip` and `clip-path` properties, the usual forms."""
    legacy, path = columns.clip[row], columns.clip_path[row]
    if legacy.startswith("rect(") and columns.position[row] in ("absolute", "fixed"):
        edges = _NUMBERS.findall(legacy)
        if len(edges) == 4:
            top, right, bottom, left = edges
            clip = _narrow(
                clip,
                Rect(
                    rect.x0 + (number(left) if left != "auto" else -1e9),
                    rect.y0 + (number(top) if top != "auto" else -1e9),
                    rect.x0 + (number(right) if right != "auto" else 1e9),
                    rect.y0 + (number(bottom) if bottom != "auto" else 1e9),
                ),
                soft=False,
            )
    if path.startswith("inset("):
        clip = _narrow(clip, _inset(rect, path), soft=False)
    elif path.startswith(("circle(0", "ellipse(0")):
        clip = Clip(_NOWHERE, _NOWHERE)
    return clip


def _inset(rect: Rect, path: str) -> Rect:
    """The rectangle of `inset(top right bottom left)`, with the usual short forms."""
    edges = _NUMBERS.findall(path.partition("round")[0])
    if not edges:
        return rect
    top, right, bottom, left = (edges + edges[:1] * 3)[:4] if len(edges) == 1 else (*edges, *edges[-2:], edges[1])[:4]

    def length(value: str, whole: float) -> float:
        return number(value) * whole / 100 if value.endswith("%") else number(value)

    return Rect(
        rect.x0 + length(left, rect.width),
        rect.y0 + length(top, rect.height),
        rect.x1 - length(right, rect.width),
        rect.y1 - length(bottom, rect.height),
    )


def _content_box(rect: Rect, columns: _Columns, row: int) -> Rect:
    """Where the content of a frame is drawn."""
    top, right, bottom, left = (side[row] for side in columns.borders)
    return Rect(
        rect.x0 + left + columns.padding_left[row],
        rect.y0 + top + columns.padding_top[row],
        rect.x1 - right,
        rect.y1 - bottom,
    )


def _narrow(clip: Clip, rect: Rect, *, soft: bool) -> Clip:
    """A clip cut further; a soft cut hides what scrolling would bring back."""
    return Clip(clip.seen.intersect(rect), clip.reachable if soft else clip.reachable.intersect(rect))


def _over(colour_above: int, below: int) -> int:
    """One colour painted over an opaque one."""
    alpha = colour_above & 0xFF
    if alpha == 0:
        return below
    if alpha == 255:
        return colour_above
    mixed = 0
    for shift in (24, 16, 8):
        upper, lower = colour_above >> shift & 0xFF, below >> shift & 0xFF
        mixed |= round((upper * alpha + lower * (255 - alpha)) / 255) << shift
    return mixed | 0xFF


@dataclass(frozen=True)
class Candidates:
    """Boxes before it is known which of them can be seen."""

    rect: Floats  # n by 4
    seen: Floats  # n by 4: the clip
    reachable: Floats  # n by 4
    is_text: npt.NDArray[np.bool_]
    invisible: npt.NDArray[np.bool_]
    transparent: npt.NDArray[np.bool_]


def hide(boxes: Candidates, page_size: tuple[float, float]) -> tuple[Floats, npt.NDArray[np.uint8]]:
    """The visible part of every box, and why a box has none. The first reason that holds counts."""
    width, height = page_size
    visible = _intersect(boxes.rect, boxes.seen)
    on_page = _intersect(visible, np.array([[0.0, 0.0, width, height]]))
    least = np.where(boxes.is_text, _SMALLEST_TEXT, 0.0)
    hidden = np.zeros(len(boxes.rect), np.uint8)
    reasons = (
        (Hidden.EMPTY, _too_small(boxes.rect, np.zeros(len(least)))),
        (Hidden.INVISIBLE, boxes.invisible),
        (Hidden.TRANSPARENT, boxes.transparent),
        (Hidden.CLIPPED, _too_small(_intersect(boxes.rect, boxes.reachable), least)),
        (Hidden.SCROLLED, _too_small(visible, least)),
        (Hidden.OUTSIDE, _too_small(on_page, np.zeros(len(least)))),
    )
    for reason, holds in reversed(reasons):
        hidden[holds] = reason
    return np.where((hidden == Hidden.NOT)[:, None], on_page, boxes.rect), hidden


def _intersect(a: Floats, b: Floats) -> Floats:
    return np.concatenate((np.maximum(a[:, :2], b[:, :2]), np.minimum(a[:, 2:], b[:, 2:])), axis=1)


def _too_small(rect: Floats, least: Floats) -> npt.NDArray[np.bool_]:
    width, height = rect[:, 2] - rect[:, 0], rect[:, 3] - rect[:, 1]
    small: npt.NDArray[np.bool_] = (width <= 0) | (height <= 0) | (width < least) | (height < least)
    return small


def covered(
    rect: Floats,
    paint: npt.NDArray[np.int64],
    opaque: npt.NDArray[np.bool_],
    subject: npt.NDArray[np.bool_],
    page_size: tuple[float, float],
) -> npt.NDArray[np.bool_]:
    """True for subjects that lie wholly behind opaque boxes painted later.

    Opaque boxes are painted, in order, into a raster of cells (only cells they fill); a subject is
    covered if every cell it touches was last painted by something later than itself.
    """
    width, height = max(1.0, page_size[0]), max(1.0, page_size[1])
    cell = max(_CELL, float(np.sqrt(width * height / _MOST_CELLS)))
    raster = np.full((int(height // cell) + 2, int(width // cell) + 2), -1, np.int64)
    inner = np.concatenate((np.ceil(rect[:, :2] / cell), np.floor(rect[:, 2:] / cell)), axis=1).astype(np.int64)
    outer = np.concatenate((np.floor(rect[:, :2] / cell), np.ceil(rect[:, 2:] / cell)), axis=1).astype(np.int64)
    painters = np.flatnonzero(opaque)
    for i in painters[np.argsort(paint[painters], kind="stable")].tolist():
        x0, y0, x1, y1 = inner[i].tolist()
        if x1 > x0 and y1 > y0:
            raster[y0:y1, x0:x1] = paint[i]
    result = np.zeros(len(rect), np.bool_)
    latest = int(paint[painters].max(initial=-1))
    for i in np.flatnonzero(subject & (paint < latest)).tolist():
        x0, y0, x1, y1 = outer[i].tolist()
        if raster[y0, x0] > paint[i]:  # most boxes are settled by their first cell
            result[i] = bool(raster[y0:y1, x0:x1].min() > paint[i])
    return result
