"""What a person can see: clipping, opacity, backgrounds, and what is behind something else.

The snapshot says where boxes are, not whether they can be seen. One pass in document order hands
down what an ancestor does to its descendants; the rest is array arithmetic.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from vertebra.geometry import EVERYWHERE, Rect
from vertebra.loading.browser.styles import StyleStrings, number, sides
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


class State(NamedTuple):
    """What an element hands down to its content."""

    flow: Clip  # the clip for content in the flow,
    absolute: Clip  # for absolutely positioned content,
    fixed: Clip  # and for content fixed to the window
    opacity: float
    background: int  # effective colour
    is_fixed: bool


_UNCUT: Final = Clip(EVERYWHERE, EVERYWHERE)
TOP: Final = State(_UNCUT, _UNCUT, _UNCUT, 1.0, WHITE, False)


class Handed(NamedTuple):
    """For every node the state of its content and the clip of its own box."""

    state: list[State]
    own: list[Clip]


class Boxed(NamedTuple):
    """What is known of the nodes' boxes before visibility: rows of the layout and who has which."""

    row_of: list[int]  # first row of every node, -1 for nodes without a box
    rect: Floats  # rows by 4
    styles: StyleStrings

    def rect_of(self, row: int) -> Rect:
        """The rectangle of a row."""
        return Rect(*self.rect[row].tolist())


def hand_down(parents: list[int], boxed: Boxed, viewport_nodes: set[int], frames: dict[int, int]) -> Handed:
    """Hand clips, opacity, backgrounds and fixedness from each node to those below it.

    `viewport_nodes` are the elements whose overflow belongs to the window; `frames` maps the
    document node inside a frame to the frame element. Most elements change nothing and share the
    state of their parent.
    """
    changing = _Changing(boxed)
    states: list[State] = []
    own: list[Clip] = []
    for node, above in enumerate(parents):
        state = states[above] if above >= 0 else TOP
        clip = state.flow
        row = boxed.row_of[node]
        if node in frames:
            state = changing.inside_frame(state, own[frames[node]], boxed.row_of[frames[node]])
        elif row >= 0 and changing.rows[row]:
            state, clip = changing.inside(state, row, node in viewport_nodes)
        states.append(state)
        own.append(clip)
    return Handed(states, own)


class _Changing:
    """The rows whose style does something to what is below them."""

    def __init__(self, boxed: Boxed) -> None:
        self.boxed = boxed
        styles = boxed.styles
        self.position = styles.words("position")
        self.overflow = styles.words("overflow")
        self.clip = styles.words("clip")
        self.clip_path = styles.words("clip-path")
        self.border = styles.words("border-width")
        self.padding = styles.words("padding")
        self.transformed = styles.is_not("transform", "none")
        self.inline = ~styles.is_not("display", "inline")
        self.opacity = styles.read("opacity", number, 1.0)
        self.background = styles.colours("background-color")
        rows = styles.is_not("position", "static") | styles.is_not("overflow", "visible") | self.transformed
        rows |= styles.is_not("clip", "auto") | styles.is_not("clip-path", "none")
        self.rows = (rows | (self.opacity != 1) | (self.background & 0xFF > 0)).tolist()

    def inside(self, state: State, row: int, is_viewport: bool) -> tuple[State, Clip]:
        """The state for what is below a row, and the clip of the row's own box."""
        position = self.position[row]
        own = {"absolute": state.absolute, "fixed": state.fixed}.get(position, state.flow)
        rect = self.boxed.rect_of(row)
        if self.clip[row] != "auto" or self.clip_path[row] != "none":
            own = _own_clip(own, rect, self.clip[row] if position in ("absolute", "fixed") else "", self.clip_path[row])
        flow = own
        if not is_viewport and self.overflow[row] != "visible" and not self.inline[row]:
            flow = self._cut_overflow(own, rect, row)
        transformed = bool(self.transformed[row])
        below = State(
            flow=flow,
            absolute=flow if position != "static" or transformed else state.absolute,
            fixed=flow if transformed else state.fixed,
            opacity=state.opacity * float(self.opacity[row]),
            background=_over(int(self.background[row]), state.background),
            is_fixed=state.is_fixed or position == "fixed",
        )
        return below, own

    def _cut_overflow(self, own: Clip, rect: Rect, row: int) -> Clip:
        """The clip narrowed to the padding box, in the directions that do not overflow."""
        x, _, y = self.overflow[row].partition(" ")
        y = y or x
        top, right, bottom, left = sides(self.border[row])
        box = Rect(rect.x0 + left, rect.y0 + top, rect.x1 - right, rect.y1 - bottom)
        if x == "visible":
            box = box._replace(x0=EVERYWHERE.x0, x1=EVERYWHERE.x1)
        if y == "visible":
            box = box._replace(y0=EVERYWHERE.y0, y1=EVERYWHERE.y1)
        return _narrow(own, box, soft=x in ("auto", "scroll") or y in ("auto", "scroll"))

    def inside_frame(self, state: State, own: Clip, row: int) -> State:
        """The state for the document in a frame: nothing gets out of it, and it starts on white."""
        rect = self.boxed.rect_of(row)
        top, right, bottom, left = map(sum, zip(sides(self.border[row]), sides(self.padding[row]), strict=True))
        inside = _narrow(own, Rect(rect.x0 + left, rect.y0 + top, rect.x1 - right, rect.y1 - bottom), soft=False)
        return state._replace(flow=inside, absolute=inside, fixed=inside, background=WHITE)


def _own_clip(clip: Clip, rect: Rect, legacy: str, path: str) -> Clip:
    """The clip of the element's own box: the `clip` and `clip-path` properties, the usual forms."""
    edges = _NUMBERS.findall(legacy) if legacy.startswith("rect(") else []
    if len(edges) == 4:
        top, right, bottom, left = (None if edge == "auto" else number(edge) for edge in edges)
        x0 = rect.x0 + left if left is not None else EVERYWHERE.x0
        y0 = rect.y0 + top if top is not None else EVERYWHERE.y0
        x1 = rect.x0 + right if right is not None else EVERYWHERE.x1
        y1 = rect.y0 + bottom if bottom is not None else EVERYWHERE.y1
        clip = _narrow(clip, Rect(x0, y0, x1, y1), soft=False)
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


def _narrow(clip: Clip, rect: Rect, *, soft: bool) -> Clip:
    """A clip cut further. A soft cut hides what scrolling would bring back, wherever it is now."""
    reachable = clip.reachable.intersect(rect)
    if soft and reachable.area > 0:
        reachable = EVERYWHERE
    return Clip(clip.seen.intersect(rect), reachable)


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
