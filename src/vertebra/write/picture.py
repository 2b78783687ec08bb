"""Pictures of a rendered page: the whole screenshot, with marks drawn on it, or small enough for a report.

Marks come in layers; those of the boxes, which every rendered page has, are made here.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
import numpy.typing as npt

from vertebra.errors import MissingExtra, PageFileError, UsageError
from vertebra.geometry import Rect
from vertebra.model import BoxKind, Flag, Hidden, Kind, Page, Tile
from vertebra.text import squeeze

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

MOST_HEIGHT: Final = 30_000  # CSS pixels of a page that are stitched together
MOST_PREVIEW: Final = 12_000  # pixels; the WebP format ends at 16,383
_MOST_PIXELS: Final = 60_000_000  # of a stitched screenshot: 180 MB while it is worked on
DEFAULT_COLOUR: Final = "#2563eb"
_FILL: Final = 26  # opacity of a mark, of 255
_BORDER: Final = 2
_FONT_SIZE: Final = 13
_QUALITY: Final = 60
_EFFORT: Final = 2  # 0 to 6; more costs three times the time for 4% of the size
_BEGINNING: Final = 60  # characters of a text that a tip shows
_NAME: Final = 48  # characters of an id or a class
_REASONS: Final = {
    Hidden.EMPTY: "no width or no height",
    Hidden.INVISIBLE: "visibility is off",
    Hidden.TRANSPARENT: "fully transparent",
    Hidden.CLIPPED: "cut away by an ancestor",
    Hidden.SCROLLED: "scrolled out of its area",
    Hidden.OUTSIDE: "beyond the edges of the page",
    Hidden.COVERED: "behind something opaque",
}


@dataclass(frozen=True)
class Mark:
    """A rectangle worth seeing, in CSS pixels of the page."""

    rect: Rect
    label: str = ""  # short, drawn at the corner
    colour: str = ""  # "#rrggbb"; empty for the colour of the layer
    tip: str = ""  # lines to read when pointing at it; the first is the heading
    node: int = -1  # the node it stands for, -1 if none


@dataclass(frozen=True)
class Layer:
    """Marks that are shown and hidden together."""

    name: str
    marks: Sequence[Mark]
    colour: str = DEFAULT_COLOUR
    style: Literal["filled", "outline", "dashed"] = "filled"
    shown: bool = True  # when the page is opened


@dataclass(frozen=True)
class Preview:
    """A small picture of a page."""

    webp: bytes
    size: tuple[int, int]  # of the picture, in pixels
    shows: tuple[int, int]  # what it shows of the page, in CSS pixels from the top left
    cut: bool  # the page goes on below what is shown


def screenshot(page: Page, most_height: int = MOST_HEIGHT) -> Image.Image:
    """The tiles as one picture, one pixel for each CSS pixel; what lies below `most_height` is left out."""
    _need_pillow(page)
    from PIL import Image

    width = _width(page)
    height = max(1, min(most_height, _bottom(page), _MOST_PIXELS // width))
    whole = Image.new("RGB", (width, height), "white")
    for tile in page.screenshot:
        if tile.top < height:
            whole.paste(_in_css_pixels(tile), (0, tile.top))
    return whole


def annotated(page: Page, marks: Sequence[Mark], most_height: int = MOST_HEIGHT) -> bytes:
    """The screenshot with the marks over it, translucent and labelled, as PNG."""
    picture = screenshot(page, most_height)
    from PIL import ImageDraw

    draw = ImageDraw.Draw(picture, "RGBA")
    for mark in marks:
        _draw_rectangle(draw, mark)
    _draw_labels(draw, [mark for mark in marks if mark.label])
    return _saved(picture, "PNG")


def preview(page: Page, width: int) -> Preview:
    """The page scaled down to a width (never up), as WebP; one too tall for that is cut, and says so."""
    if width < 1:
        raise UsageError(f"a preview cannot be {width} pixels wide")
    _need_pillow(page)
    from PIL import Image

    width = min(width, _width(page))
    part = screenshot(page, MOST_PREVIEW * _width(page) // width)
    height = max(1, min(MOST_PREVIEW, round(part.height * width / part.width)))
    small = part.resize((width, height), Image.Resampling.LANCZOS)
    webp = _saved(small, "WEBP", quality=_QUALITY, method=_EFFORT)
    whole = max(_bottom(page), int(page.meta.size[1]))
    return Preview(webp, small.size, part.size, cut=whole > part.height)


def box_layers(page: Page) -> list[Layer]:
    """What the browser laid out: texts, images, controls, blocks, fixed parts and what is hidden."""
    boxes = page.layout("drawing the boxes").boxes
    kinds, seen, tips = boxes.kind, boxes.visible, _Tips(page)
    lines = (kinds == BoxKind.TEXT) & _is_written(page)
    controls = (kinds == BoxKind.CONTROL) | (kinds == BoxKind.FRAME)
    blocks = (kinds == BoxKind.ELEMENT) & ~_is_inline(page)
    return [
        Layer("Text", tips.marks(seen & lines), "#2563eb"),
        Layer("Images", tips.marks(seen & (kinds == BoxKind.IMAGE)), "#15803d"),
        Layer("Controls and frames", tips.marks(seen & controls), "#c2410c"),
        Layer("Blocks", tips.marks(seen & blocks), "#7c3aed", "outline", shown=False),
        Layer("Fixed parts", tips.marks(seen & _is_fixed_top(page, seen)), "#be185d"),
        Layer("Hidden", tips.marks(~seen), "#dc2626", "dashed", shown=False),
    ]


def _need_pillow(page: Page) -> None:
    try:
        import_module("PIL.Image")
    except ImportError as error:
        raise MissingExtra("pillow", "browser") from error
    if not page.screenshot:
        raise UsageError("this page has no screenshot: render it with its screenshot turned on")


def _bottom(page: Page) -> int:
    return max(tile.top + tile.height for tile in page.screenshot)


def _width(page: Page) -> int:
    """Of the screenshot, in CSS pixels."""
    tile = page.screenshot[0]
    width, height = _opened(tile).size
    return max(1, round(width * tile.height / height))


def _opened(tile: Tile) -> Image.Image:
    from PIL import Image

    try:
        return Image.open(io.BytesIO(tile.png), formats=("PNG",))
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise PageFileError(f"the screenshot is damaged at {tile.top} pixels from the top") from error


def _in_css_pixels(tile: Tile) -> Image.Image:
    """The tile's picture; a screen with a finer grid has drawn it larger, this makes it fit again."""
    from PIL import Image

    try:
        piece = _opened(tile).convert("RGB")
    except (OSError, SyntaxError, ValueError) as error:
        raise PageFileError(f"the screenshot is damaged at {tile.top} pixels from the top") from error
    if piece.height == tile.height:
        return piece
    width = max(1, round(piece.width * tile.height / piece.height))
    return piece.resize((width, max(1, tile.height)), Image.Resampling.LANCZOS)


def _draw_rectangle(draw: ImageDraw.ImageDraw, mark: Mark) -> None:
    colour = _rgb(mark)
    width, height = draw.im.size
    near = mark.rect.intersect(Rect(-_BORDER, -_BORDER, width + _BORDER, height + _BORDER))
    x0, y0, x1, y1 = (round(side) for side in near)
    if x0 > x1 or y0 > y1:  # nothing of it is in the picture
        return
    corners = (x0, y0, max(x0, x1 - 1), max(y0, y1 - 1))
    draw.rectangle(corners, fill=(*colour, _FILL))
    draw.rectangle(corners, outline=(*colour, 255), width=_BORDER)


def _draw_labels(draw: ImageDraw.ImageDraw, marks: Sequence[Mark]) -> None:
    """Labels on plates of the marks' colours, above all rectangles; where one is taken, the next stands beside it."""
    from PIL import ImageFont

    font, height = ImageFont.load_default(_FONT_SIZE), _FONT_SIZE + 4
    placed: list[Rect] = []
    for mark in marks:
        x, y = max(0, round(mark.rect.x0)), round(mark.rect.y0)
        y = y - height if y >= height else max(0, y)  # inside the rectangle when there is no room on top of it
        plate = Rect(x, y, x + round(draw.textlength(mark.label, font=font)) + 8, y + height)
        for other in placed:
            if plate.intersect(other).area > 0:
                plate = plate.shift(other.x1 - plate.x0, 0)
        placed = sorted([*placed, plate])
        colour = _rgb(mark)
        draw.rectangle((plate.x0, plate.y0, plate.x1 - 1, plate.y1 - 1), fill=(*colour, 255))
        ink = (0, 0, 0) if _is_light(colour) else (255, 255, 255)
        draw.text((plate.x0 + 4, plate.y0 + height // 2), mark.label, fill=ink, font=font, anchor="lm")


def _rgb(mark: Mark) -> tuple[int, int, int]:
    from PIL import ImageColor

    try:
        red, green, blue, *_ = ImageColor.getrgb(mark.colour or DEFAULT_COLOUR)
    except ValueError as error:
        raise UsageError(f"{mark.colour!r} is no colour; one like '#2563eb' is wanted") from error
    return red, green, blue


def _is_light(colour: tuple[int, int, int]) -> bool:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150


def _saved(picture: Image.Image, form: str, **settings: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **settings)
    return out.getvalue()


def _is_written(page: Page) -> npt.NDArray[np.bool_]:
    """True for boxes with more than white space in their own text."""
    boxes = page.layout("drawing the boxes").boxes
    spans = zip(boxes.text_start.tolist(), boxes.text_end.tolist(), strict=True)
    return np.array([bool(page.text[start:end].strip()) for start, end in spans], np.bool_)


def _is_inline(page: Page) -> npt.NDArray[np.bool_]:
    """True for boxes of inline elements."""
    layout = page.layout("drawing the boxes")
    words = np.array([word == "inline" for word in layout.words] or [False])
    display = layout.styles.display
    found: npt.NDArray[np.bool_] = words[display][layout.boxes.style] if len(display) else layout.boxes.style < 0
    return found


def _is_fixed_top(page: Page, seen: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """True for the outermost visible boxes of what is fixed to the window."""
    owners = page.layout("drawing the boxes").boxes.node
    tops = np.zeros(len(owners), np.bool_)
    last, reach = -1, -1
    for i in np.flatnonzero(seen & ((page.nodes.flags[owners] & Flag.FIXED) > 0)).tolist():
        node = int(owners[i])
        if node == last or node >= reach:
            tops[i] = True
            last, reach = node, int(page.nodes.end[node])
    return tops


class _Tips:
    """What to say about a box: its element, how its text begins, why it is hidden."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.boxes = page.layout("drawing the boxes").boxes
        self.texts = np.flatnonzero(np.diff(page.sums.texts))  # texts with something in them
        self.ids = page.with_attribute("id")
        self.classes = page.with_attribute("class")
        self.said = {name: page.with_attribute(name) for name in ("alt", "aria-label", "placeholder", "title", "src")}

    def marks(self, chosen: npt.NDArray[np.bool_]) -> list[Mark]:
        """Marks for some of the boxes."""
        b, rows = self.boxes, np.flatnonzero(chosen)
        columns = (b.x0[rows], b.y0[rows], b.x1[rows], b.y1[rows], b.node[rows], rows)
        return [
            Mark(Rect(x0, y0, x1, y1), tip=self._tip(node, row), node=node)
            for x0, y0, x1, y1, node, row in zip(*(column.tolist() for column in columns), strict=True)
        ]

    def _tip(self, node: int, row: int) -> str:
        boxes, page = self.boxes, self.page
        text = page.text[boxes.text_start[row] : boxes.text_end[row]] or self._beginning(node)
        is_element = page.nodes.kind[node] == Kind.ELEMENT
        lines = [self._name(node if is_element else int(page.nodes.parent[node])), _short(squeeze(text), _BEGINNING)]
        if hidden := int(boxes.hidden[row]):
            lines.append(f"{Hidden(hidden).name}: {_REASONS[Hidden(hidden)]}")
        return "\n".join(line for line in lines if line)

    def _name(self, node: int) -> str:
        """As a style sheet would call it: `div#main.wide`."""
        page = self.page
        name = str(page.tags[page.nodes.tag[max(0, node)]])
        if label := squeeze(self.ids.get(node, "")):
            name += "#" + _short(label, _NAME)
        if classes := self.classes.get(node, "").split():
            name += _short("." + ".".join(classes), _NAME)
        return name

    def _beginning(self, node: int) -> str:
        """The first text in the sub-tree, or what stands for one."""
        nodes = self.page.nodes
        first = int(np.searchsorted(self.texts, node))
        if first < len(self.texts) and self.texts[first] < nodes.end[node]:
            text = self.page[int(self.texts[first])].text
            return text[: 4 * _BEGINNING]
        said: str = next((values[node] for values in self.said.values() if values.get(node)), "")
        return said[: 4 * _BEGINNING]


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
