"""One page per quirk, through the real Chromium: positions and what can be seen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.conftest import Site
from vertebra.geometry import Rect
from vertebra.loading import pagefile
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.process import Browser
from vertebra.loading.browser.visit import Target
from vertebra.model import BoxKind, Flag, Hidden, Kind, Node, Page

pytestmark = pytest.mark.browser

STYLE = "<!doctype html><style>body{margin:0;font:16px/20px 'Liberation Sans',Arial,sans-serif}</style>"

Show = Callable[..., Page]


@pytest.fixture
def show(browser: Browser, site: Site) -> Show:
    """Serve a body and capture it."""

    def captured(body: str, **options: object) -> Page:
        url = site.put(STYLE + body)
        return browser.capture(Target(url, url=url), CaptureOptions(lazy=False).replace(**options))

    return captured


def by_id(page: Page, wanted: str) -> Node:
    """The element with this id."""
    return next(page[i] for i, value in page.with_attribute("id").items() if value == wanted)


def boxes_of(page: Page, node: Node, kind: BoxKind | None = None) -> list[tuple[Rect, Hidden, str]]:
    """Boxes of a node and below: rectangle, why hidden, text."""
    boxes = page.layout("test").boxes
    found = []
    for i in np.flatnonzero((boxes.node >= node.i) & (boxes.node < page.nodes.end[node.i])).tolist():
        if kind is None or boxes.kind[i] == kind:
            rect = Rect(*(float(side[i]) for side in (boxes.x0, boxes.y0, boxes.x1, boxes.y1)))
            found.append((rect, Hidden(boxes.hidden[i]), page.text[boxes.text_start[i] : boxes.text_end[i]]))
    return found


def hidden(page: Page, wanted: str) -> Hidden:
    """Why the first text of an element cannot be seen."""
    return boxes_of(page, by_id(page, wanted), BoxKind.TEXT)[0][1]


def style_of(page: Page, node: Node, column: str) -> object:
    """A style of a node's first box, words as words."""
    layout = page.layout("test")
    row = int(layout.boxes.style[np.searchsorted(layout.boxes.node, node.i)])
    value = getattr(layout.styles, column)[row]
    return layout.words[value] if layout.styles.__annotations__[column] == "Ints" and column != "font_weight" else value


def test_computed_styles(show: Show) -> None:
    page = show(
        '<p id=a style=\'color:#102030;background:rgba(255,0,0,.5);font:italic 700 20px/30px "Liberation Serif",serif;'
        "text-decoration:underline;text-transform:uppercase;letter-spacing:2px;border:3px solid #0a0b0c;"
        "border-left:none;font-variant:small-caps;text-align:center'>x</p>"
    )
    node = by_id(page, "a")
    assert style_of(page, node, "color") == 0x102030FF
    assert style_of(page, node, "background") == 0xFF000080
    assert style_of(page, node, "font_size") == 20
    assert style_of(page, node, "font_weight") == 700
    assert style_of(page, node, "line_height") == 30
    assert style_of(page, node, "letter_spacing") == 2
    assert style_of(page, node, "font_style") == "italic"
    assert style_of(page, node, "font_variant") == "small-caps"
    assert style_of(page, node, "decoration") == "underline"
    assert style_of(page, node, "transform") == "uppercase"
    assert style_of(page, node, "text_align") == "center"
    assert str(style_of(page, node, "font_family")).startswith('"Liberation Serif"')
    assert (style_of(page, node, "border_top"), style_of(page, node, "border_left")) == (3, 0)
    assert style_of(page, node, "border_color") == 0x0A0B0CFF


def test_effective_background_is_mixed_through_transparent_ancestors(show: Show) -> None:
    page = show(
        "<div style='background:#ff0000'><div><div style='background:rgba(0,0,255,.5)'>"
        "<p id=a>text</p></div></div></div><p id=b>white</p>"
    )
    boxes = page.layout("test").boxes
    behind = {name: int(boxes.background[np.searchsorted(boxes.node, by_id(page, name).i)]) for name in "ab"}
    assert behind == {"a": 0x7F0080FF, "b": 0xFFFFFFFF}


def test_lines_of_text(show: Show) -> None:
    page = show("<p id=a style='margin:10px;width:120px'>one two three four five six seven</p>")
    lines = boxes_of(page, by_id(page, "a"), BoxKind.TEXT)
    assert len(lines) > 1
    assert " ".join(text.strip() for _, _, text in lines) == "one two three four five six seven"
    assert all(rect.x0 == 10 and rect.x1 <= 130 for rect, _, _ in lines)
    assert [round(rect.y0 - lines[0][0].y0) for rect, _, _ in lines] == [20 * i for i in range(len(lines))]


def test_lines_count_characters_not_utf16_units(show: Show) -> None:
    page = show("<p id=a style='width:90px'>😀😀 漢字 after the pictures</p>")
    lines = boxes_of(page, by_id(page, "a"), BoxKind.TEXT)
    assert " ".join(text.strip() for _, _, text in lines) == "😀😀 漢字 after the pictures"


def test_images_and_what_is_drawn_like_one(show: Show) -> None:
    page = show(
        "<img id=a width=40 height=30 style='position:absolute;left:5px;top:6px' "
        "src='data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='>"
        "<svg id=b width=20 height=20 style='position:absolute;left:100px;top:0'><rect width=20 height=20 /></svg>"
        "<canvas id=c width=10 height=10 style='position:absolute;left:200px;top:0'></canvas>"
    )
    for name, expected in {"a": (5, 6, 45, 36), "b": (100, 0, 120, 20), "c": (200, 0, 210, 10)}.items():
        rect, why, _ = boxes_of(page, by_id(page, name), BoxKind.IMAGE)[0]
        assert (tuple(rect), why) == (expected, Hidden.NOT)


def test_form_controls_show_their_values(show: Show) -> None:
    page = show(
        "<input id=a value=old><input id=b type=checkbox checked><input id=c type=password value=secret>"
        "<select id=d><option>first<optgroup label=g><option selected> second  choice</optgroup></select>"
        "<textarea id=e>old</textarea><input id=f type=submit value=Send><input id=g type=radio>"
        "<script>a.value='typed'; e.value='written'</script>"
    )
    texts = {name: by_id(page, name).text for name in "abcdef"}
    assert texts == {"a": "typed", "b": "", "c": "", "d": "second choice", "e": "written", "f": "Send"}
    assert by_id(page, "b").flags & Flag.CHECKED
    assert not by_id(page, "g").flags & Flag.CHECKED
    assert all(boxes_of(page, by_id(page, name), BoxKind.CONTROL) for name in "abcdefg")
    assert "secret" not in page.text


def test_generated_text(show: Show) -> None:
    page = show(
        "<style>#a::before{content:'Note: '}#a::after{content:' (' attr(title) ')'}li{counter-increment:n}"
        "</style><p id=a title=end>text</p><ol><li id=b>item</ol>"
    )
    lines = boxes_of(page, by_id(page, "a"), BoxKind.TEXT)
    assert "".join(text for _, _, text in lines) == "Note: text (end)"
    assert [rect.x0 for rect, _, _ in lines] == sorted(rect.x0 for rect, _, _ in lines)
    assert by_id(page, "a").all_text == "Note: text (end)"
    marker = next(child for child in by_id(page, "b").children if child.kind is Kind.PSEUDO)
    assert (marker.tag, marker.text.strip()) == ("::marker", "1.")


def test_shadow_trees_open_and_closed(show: Show) -> None:
    page = show(
        "<div id=a><b id=light>light</b></div><div id=c></div><script>"
        "a.attachShadow({mode:'open'}).innerHTML='<p id=p style=\"margin:7px 0 0 9px\">open <slot></slot></p>';"
        "c.attachShadow({mode:'closed'}).innerHTML='<p id=q>closed</p>'</script>"
    )
    paragraph = by_id(page, "p")
    assert paragraph.flags & Flag.SHADOW
    assert "/#shadow-root/" in paragraph.xpath
    assert boxes_of(page, paragraph, BoxKind.TEXT)[0][0].x0 == 9
    assert not by_id(page, "light").flags & Flag.SHADOW
    assert hidden(page, "light") is Hidden.NOT
    assert by_id(page, "q").all_text == "closed"


def test_frames_are_moved_to_their_place(show: Show, site: Site, other_site: Site) -> None:
    deep = "<style>body{margin:0}</style><p id=deepest style=margin:1px>deep</p>"
    inside = f"<p id=in style='margin:4px'>x</p><iframe id=deep srcdoc='{deep}' style='border:0;margin:2px'></iframe>"
    inner = site.put(STYLE + inside, "/inner")
    foreign = other_site.put(STYLE + "<p id=far>foreign</p>", "/far")
    page = show(
        f"<iframe src={inner} width=300 height=200 style='position:absolute;left:100px;top:50px;"
        f"border:5px solid;padding:3px'></iframe>"
        f"<iframe src={foreign} style='position:absolute;left:600px;top:0;border:0'></iframe>",
        allow_private=True,
    )
    assert boxes_of(page, by_id(page, "in"))[0][0][:2] == (100 + 5 + 3 + 4, 50 + 5 + 3 + 4)
    frame = boxes_of(page, by_id(page, "deep"), BoxKind.FRAME)[0][0]
    assert boxes_of(page, by_id(page, "deepest"))[0][0][:2] == (frame.x0 + 1, frame.y0 + 1)
    assert boxes_of(page, by_id(page, "far"))[0][0].x0 == 600
    assert "/iframe[1]/#document/html[1]/" in by_id(page, "in").xpath


def test_a_scrolled_frame_shows_another_part(show: Show) -> None:
    page = show(
        "<iframe width=200 height=100 style='border:0' srcdoc='<style>body{margin:0}</style>"
        '<p id=top style="margin:0;height:300px">top</p><p id=low style="margin:0;height:500px">low</p>'
        "<script>scrollTo(0,250)</script>'></iframe>"
    )
    assert boxes_of(page, by_id(page, "low"))[0][0].y0 == 50
    assert hidden(page, "low") is Hidden.NOT
    assert hidden(page, "top") is Hidden.CLIPPED


def test_clipping(show: Show) -> None:
    page = show(
        "<div style='width:100px;height:40px;overflow:hidden'><p id=seen style='margin:0;white-space:nowrap'>"
        "a long line that runs out of its box</p><p id=cut style='margin:60px 0 0'>cut away</p></div>"
        "<div style='overflow:hidden;height:20px;width:300px'><div style='position:absolute;left:400px;top:0'>"
        "<p id=escaped style='margin:0'>not inside its containing block</p></div></div>"
        "<div style='overflow:auto;height:30px;width:200px'><p style='margin:0'>first</p>"
        "<p id=below style='margin:50px 0'>scroll to me</p></div>"
        "<p id=reader style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)'>for readers</p>"
        "<p id=path style='clip-path:inset(100%)'>inset away</p>"
        "<p id=half style='margin:0;height:20px;width:200px;clip-path:inset(0 50% 0 0);background:red'>half</p>"
        "<p id=indent style='text-indent:-9999px;margin:0'>moved out</p>"
        "<p id=left style='position:absolute;left:-500px;width:300px'>moved left</p>"
    )
    (rect, why, _), *_ = boxes_of(page, by_id(page, "seen"), BoxKind.TEXT)
    assert (rect.x1, why) == (100, Hidden.NOT)
    expected = {
        "cut": Hidden.CLIPPED,
        "escaped": Hidden.NOT,
        "below": Hidden.SCROLLED,
        "reader": Hidden.CLIPPED,
        "path": Hidden.CLIPPED,
        "indent": Hidden.OUTSIDE,
        "left": Hidden.OUTSIDE,
    }
    assert {name: hidden(page, name) for name in expected} == expected
    assert boxes_of(page, by_id(page, "half"))[0][0].width == 100


def test_invisible_things(show: Show) -> None:
    page = show(
        "<p id=none style='display:none'>no box</p><p id=vis style='visibility:hidden'>hidden <b id=back "
        "style='visibility:visible'>back</b></p><div style='opacity:0'><p id=op>clear</p></div>"
        "<p id=ink style='color:transparent'>no ink</p><p id=zero style='font-size:0'>nothing</p>"
        "<p id=gradient style='color:transparent;background:linear-gradient(red,blue);background-clip:text'>drawn</p>"
        "<p id=ok>seen</p>"
    )
    assert boxes_of(page, by_id(page, "none")) == []
    assert by_id(page, "none").all_text == "no box"
    expected = {
        "vis": Hidden.INVISIBLE,
        "back": Hidden.NOT,
        "op": Hidden.TRANSPARENT,
        "ink": Hidden.TRANSPARENT,
        "gradient": Hidden.NOT,
        "ok": Hidden.NOT,
    }
    assert {name: hidden(page, name) for name in expected} == expected
    assert all(why is Hidden.EMPTY for _, why, _ in boxes_of(page, by_id(page, "zero"), BoxKind.TEXT))


def test_covered_things(show: Show) -> None:
    page = show(
        "<p id=under style='margin:0;width:150px'>behind a wall</p><p id=free style='margin:0;width:150px'>free</p>"
        "<div style='position:absolute;left:0;top:0;width:200px;height:20px;background:#eee'><b id=on>on top</b></div>"
        "<p id=glassed style='position:absolute;left:300px;top:0;margin:0'>behind glass</p>"
        "<div style='position:absolute;left:290px;top:0;width:200px;height:20px;background:rgba(0,0,0,.3)'></div>"
    )
    expected = {"under": Hidden.COVERED, "free": Hidden.NOT, "on": Hidden.NOT, "glassed": Hidden.NOT}
    assert {name: hidden(page, name) for name in expected} == expected


def test_fixed_parts_are_there_once_and_cover_nothing(show: Show) -> None:
    page = show(
        "<div id=bar style='position:fixed;bottom:0;left:0;width:100%;height:50px;background:#c00'>"
        "<b id=in>bar</b></div>"
        "<div style='height:728px'></div><p id=under style='margin:0'>under the bar until one scrolls</p>"
        "<div style='height:3000px'></div>"
    )
    assert boxes_of(page, by_id(page, "bar"))[0][0] == (0, 718, 1366, 768)
    assert by_id(page, "in").flags & Flag.FIXED
    assert hidden(page, "under") is Hidden.NOT
    red = np.asarray(picture(page))[:, 700, 0] == 0xCC
    assert np.flatnonzero(red).tolist() == list(range(718, 768))


def picture(page: Page) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The screenshot as an array of pixels, tiles put together."""
    import io

    from PIL import Image

    tiles = [np.asarray(Image.open(io.BytesIO(tile.png)).convert("RGB")) for tile in page.screenshot]
    return np.concatenate(tiles)


def test_screenshots_in_tiles_show_what_the_columns_say(show: Show) -> None:
    page = show(
        "<div style='height:100vh;background:#00f'></div><div style='height:9000px'></div>"
        "<div id=end style='height:33px;width:77px;background:#0f0'></div>"
    )
    pixels = picture(page)
    assert len(page.screenshot) == 3
    assert [tile.top for tile in page.screenshot] == [0, 4096, 8192]
    assert pixels.shape[:2] == (round(page.meta.size[1]), round(page.meta.size[0]))
    green = np.argwhere((pixels == (0, 255, 0)).all(axis=2))
    rect = boxes_of(page, by_id(page, "end"))[0][0]
    assert (*green.min(axis=0)[::-1], *(green.max(axis=0)[::-1] + 1)) == rect
    assert (pixels[767, 5] == (0, 0, 255)).all()
    assert (pixels[768, 5] == (255, 255, 255)).all()  # the picture did not make the window taller


def test_long_pages_are_photographed_up_to_the_limit(show: Show) -> None:
    page = show("<div style='height:5000px'></div>", max_height=1000)
    assert sum(tile.height for tile in page.screenshot) == 1000
    assert [problem.code for problem in page.meta.problems] == ["long-page"]
    assert page.meta.size[1] == 5000


def test_lazy_content_is_scrolled_in(show: Show, site: Site) -> None:
    site.put("<svg xmlns='http://www.w3.org/2000/svg' width='30' height='30'/>", "/lazy.svg", "image/svg+xml")
    body = (
        "<div style='height:5000px'></div><img id=a loading=lazy src=/lazy.svg><p id=b>waiting</p><script>"
        "new IntersectionObserver((seen, self) => {if (seen[0].isIntersecting) {self.disconnect();"
        "seen[0].target.textContent = 'loaded'}}).observe(document.getElementById('b'))</script>"
    )
    page = show(body, lazy=True)
    assert boxes_of(page, by_id(page, "a"))[0][0].width == 30
    assert by_id(page, "b").all_text == "loaded"
    assert by_id(show(body, lazy=False), "b").all_text == "waiting"


def test_a_page_that_scrolls_inside_of_itself_is_unfolded(show: Show) -> None:
    body = (
        "<style>html,body{height:100%;overflow:hidden}</style><div style='height:40px'>bar</div>"
        "<div style='height:calc(100% - 40px);overflow-y:auto'><div style='height:3000px'>top</div>"
        "<p id=end>the end</p></div>"
    )
    page = show(body)
    assert hidden(page, "end") is Hidden.NOT
    assert boxes_of(page, by_id(page, "end"))[0][0].y0 > 3000
    assert [problem.code for problem in page.meta.problems] == ["unfolded"]
    assert sum(tile.height for tile in page.screenshot) > 3000
    folded = show(body, unfold=False)
    assert hidden(folded, "end") is Hidden.SCROLLED
    assert folded.meta.size[1] == 768


def test_animations_are_over(show: Show) -> None:
    page = show(
        "<style>@keyframes in{from{opacity:0;margin-left:500px}to{opacity:1;margin-left:10px}}"
        "@keyframes spin{from{margin-left:0}to{margin-left:300px}}"
        "#a{animation:in 30s forwards}#b{animation:spin 2s infinite}</style><p id=a>comes in</p><p id=b>spins</p>"
    )
    assert hidden(page, "a") is Hidden.NOT
    assert boxes_of(page, by_id(page, "a"))[0][0].x0 == 10
    assert boxes_of(page, by_id(page, "b"))[0][0].x0 == 0


def test_scripts_off(show: Show) -> None:
    body = "<p id=a>before</p><script>a.textContent='after'</script><noscript><p id=b>no scripts</p></noscript>"
    assert by_id(show(body), "a").all_text == "after"
    without = show(body, scripts=False)
    assert by_id(without, "a").all_text == "before"
    assert by_id(without, "b").all_text == "no scripts"
    assert without.sums.words[-1] == 3


def test_transforms_move_boxes(show: Show) -> None:
    page = show("<p id=a style='margin:0;width:100px;height:20px;transform:translate(50px,30px) scale(2);"
                "transform-origin:0 0'>x</p>")  # fmt: skip
    assert boxes_of(page, by_id(page, "a"))[0][0] == (50, 30, 250, 70)


def test_same_page_same_bytes(show: Show) -> None:
    body = "<h1>Title</h1><p>Some text <a href=/x>link</a></p><input autofocus value=x><ul><li>one<li>two</ul>"
    assert pagefile.to_bytes(show(body)) == pagefile.to_bytes(show(body))


def test_rendered_pages_round_trip(show: Show) -> None:
    page = show("<p id=a>text</p><img width=3 height=3>")
    again = pagefile.from_bytes(pagefile.to_bytes(page))
    assert pagefile.to_bytes(again) == pagefile.to_bytes(page)
    assert again.meta == page.meta
    assert boxes_of(again, by_id(again, "a")) == boxes_of(page, by_id(page, "a"))
