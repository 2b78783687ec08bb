"""Pictures of pages: stitched, marked, scaled down."""

from __future__ import annotations

import io
import sys

import numpy as np
import pytest
from PIL import Image

from vertebra.errors import MissingExtra, PageFileError, UsageError
from vertebra.geometry import Rect
from vertebra.model import Kind, Meta, Page, Tile, check
from vertebra.model.columns import Attributes, Nodes, make_table
from vertebra.write import picture
from vertebra.write.picture import Mark, annotated, preview, screenshot

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def png(size: tuple[int, int], colour: tuple[int, int, int]) -> bytes:
    """A picture of one colour."""
    return _saved(Image.new("RGB", size, colour))


def _saved(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def page_with(*tiles: Tile, height: float = 0.0) -> Page:
    """A page that has nothing but a screenshot."""
    zeros = {name: np.zeros(1) for name in Nodes.__annotations__}
    nodes = make_table(Nodes, zeros | {"parent": [-1], "end": [1], "kind": [Kind.DOCUMENT]})
    attributes = make_table(Attributes, {"name": [], "value_start": [], "value_end": []})
    return check(Page(nodes, attributes, "", "", ("#document",), (), Meta(size=(0, height)), screenshot=tiles))


def two_tiles() -> Page:
    """Red from 0 to 60, blue from 60 to 100."""
    return page_with(Tile(0, 60, png((200, 60), RED)), Tile(60, 40, png((200, 40), BLUE)))


def opened(data: bytes) -> Image.Image:
    """The picture in these bytes."""
    return Image.open(io.BytesIO(data)).convert("RGB")


def is_near(colour: object, other: tuple[int, int, int], tolerance: int = 12) -> bool:
    """True for colours that lossy compression may have made of each other."""
    assert isinstance(colour, tuple)
    return all(abs(one - two) <= tolerance for one, two in zip(colour, other, strict=True))


def test_tiles_become_one_picture() -> None:
    """Each tile lies where its top says."""
    whole = screenshot(two_tiles())
    assert whole.size == (200, 100)
    assert (whole.getpixel((0, 59)), whole.getpixel((199, 60))) == (RED, BLUE)


def test_tall_pages_are_cut_at_the_bound() -> None:
    """The bound is in CSS pixels of the page."""
    assert screenshot(two_tiles(), most_height=30).size == (200, 30)


def test_tiles_of_a_fine_screen_are_brought_to_css_pixels() -> None:
    """Two pixels of such a screen are one of the page."""
    halves = Image.new("RGB", (400, 100), RED)
    halves.paste(BLUE, (200, 0, 400, 100))
    fine = _saved(halves)
    whole = screenshot(page_with(Tile(0, 50, fine), Tile(50, 50, fine)))
    assert whole.size == (200, 100)
    assert [whole.getpixel(place) for place in ((90, 10), (110, 10), (90, 90), (110, 90))] == [RED, BLUE, RED, BLUE]


def test_a_page_without_screenshot_says_what_to_do() -> None:
    """The message names the way out."""
    with pytest.raises(UsageError, match="no screenshot: render it"):
        screenshot(page_with())
    with pytest.raises(UsageError, match="no screenshot"):
        preview(page_with(), 100)


def test_a_damaged_screenshot_is_named() -> None:
    """Whatever is wrong with a tile, it is one error of ours."""
    whole = png((200, 60), RED)
    for damaged in (b"", b"GIF89a", whole[: len(whole) // 2]):
        with pytest.raises(PageFileError, match="damaged at 0 pixels"):
            screenshot(page_with(Tile(0, 60, damaged)))


def test_without_pillow_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pillow is optional; its absence is no ImportError."""
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    for use in (screenshot, lambda page: annotated(page, []), lambda page: preview(page, 100)):
        with pytest.raises(MissingExtra, match=r"'pillow'.*vertebra\[browser\]"):
            use(two_tiles())


def test_a_mark_colours_its_border_tints_its_inside_and_leaves_the_rest() -> None:
    """The rectangle is half-open, as everywhere."""
    page = page_with(Tile(0, 100, png((200, 100), WHITE)))
    marked = opened(annotated(page, [Mark(Rect(50, 40, 120, 80), colour="#00aa00")]))
    for x, y in ((50, 40), (119, 79), (80, 40), (50, 60)):
        assert marked.getpixel((x, y)) == (0, 0xAA, 0)
    inside = marked.getpixel((85, 60))
    assert isinstance(inside, tuple)
    assert inside[1] > inside[0] > 180
    outside = [(49, 60), (120, 60), (80, 39), (80, 80), (0, 0), (199, 99)]
    assert {marked.getpixel(place) for place in outside} == {WHITE}


def test_a_label_is_drawn_on_top_of_its_mark_or_inside_when_there_is_no_room() -> None:
    """Labels stay inside the picture."""
    page = page_with(Tile(0, 100, png((200, 100), WHITE)))
    low = opened(annotated(page, [Mark(Rect(50, 40, 120, 80), "7", "#000080")]))
    assert low.getpixel((51, 30)) == (0, 0, 0x80)
    high = opened(annotated(page, [Mark(Rect(50, 0, 120, 80), "7", "#000080")]))
    assert high.getpixel((53, 8)) == (0, 0, 0x80)


def test_marks_off_the_picture_and_without_end_are_harmless() -> None:
    """They cost nothing and colour nothing."""
    page = page_with(Tile(0, 100, png((200, 100), WHITE)))
    far = [Mark(Rect(500, 500, 600, 600)), Mark(Rect(-90, -90, -50, -50)), Mark(Rect(9, 9, 3, 3))]
    assert opened(annotated(page, far)).getcolors() == [(200 * 100, WHITE)]
    assert annotated(page, [Mark(Rect(-1e9, -1e9, 1e9, 1e9))])


def test_a_colour_that_is_none_is_refused() -> None:
    """With the word that was given."""
    with pytest.raises(UsageError, match="'bluish' is no colour"):
        annotated(two_tiles(), [Mark(Rect(0, 0, 9, 9), colour="bluish")])


def test_a_preview_is_scaled_and_shows_the_whole_page() -> None:
    """Its colours are where they are on the page."""
    small = preview(two_tiles(), 100)
    assert (small.size, small.shows, small.cut) == ((100, 50), (200, 100), False)
    image = opened(small.webp)
    assert image.size == (100, 50)
    assert is_near(image.getpixel((50, 10)), RED)
    assert is_near(image.getpixel((50, 45)), BLUE)


def test_a_preview_is_never_scaled_up() -> None:
    """Larger would only be blurred."""
    assert preview(two_tiles(), 5000).size == (200, 100)


def test_a_preview_says_when_the_page_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether the capture or the preview was cut."""
    assert preview(page_with(Tile(0, 60, png((200, 60), RED)), height=900.0), 100).cut
    monkeypatch.setattr(picture, "MOST_PREVIEW", 20)
    cut = preview(two_tiles(), 100)
    assert (cut.size, cut.shows, cut.cut) == ((100, 20), (200, 40), True)


def test_a_preview_needs_a_width() -> None:
    """No division by zero."""
    with pytest.raises(UsageError, match="0 pixels wide"):
        preview(two_tiles(), 0)


def test_pictures_are_the_same_bytes_every_time() -> None:
    """No clock, no randomness."""
    marks = [Mark(Rect(5, 30, 90, 80), "1 header", "#be185d")]
    assert annotated(two_tiles(), marks) == annotated(two_tiles(), marks)
    assert preview(two_tiles(), 150) == preview(two_tiles(), 150)
