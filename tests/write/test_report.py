"""The report: what is in the file, and what a person sees of it in a real browser."""

from __future__ import annotations

import dataclasses
import gc
import io
import weakref
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, sync_playwright
from playwright.sync_api import Page as Tab

from vertebra.errors import NoLayout, UsageError
from vertebra.geometry import Rect
from vertebra.loading.browser.find import need_chromium
from vertebra.model import BoxKind, Flag, Hidden, Kind, Layout, Meta, Page, Problem, Tile, check
from vertebra.model.build import depths_of, ends_of
from vertebra.model.columns import Attributes, Boxes, Nodes, Styles, make_table
from vertebra.write.report import Layer, Mark, ReportOptions, ReportWriter, Section, box_layers

HOSTILE = "</script><script>window.hacked = 1; alert(1)</script><img src=x onerror=alert(2)>\u2028<!-- \ud800"


class N(NamedTuple):
    """A node of a page made by hand."""

    parent: int
    tag: str
    text: str = ""
    flags: Flag = Flag(0)
    name: str = ""  # its id


class B(NamedTuple):
    """A box of a page made by hand."""

    node: int
    rect: tuple[float, float, float, float]
    kind: BoxKind = BoxKind.ELEMENT
    hidden: Hidden = Hidden.NOT
    display: str = "block"


_WORDS = ("block", "inline")


def make_page(nodes: list[N], boxes: list[B] | None, meta: Meta, height: int = 0) -> Page:
    """A page from its nodes and boxes, with a white screenshot 1000 pixels wide if it has a height."""
    kinds = {"#document": Kind.DOCUMENT, "#text": Kind.TEXT}
    names = sorted({node.tag for node in nodes})
    ends = np.cumsum([len(node.text) for node in nodes])
    parents = np.array([node.parent for node in nodes], np.int32)
    labels = [node.name for node in nodes if node.name]
    label_ends = np.cumsum([len(label) for label in labels], dtype=np.int32)
    starts = label_ends - [len(label) for label in labels]
    columns: dict[str, Any] = {
        "parent": parents,
        "end": ends_of(parents),
        "depth": depths_of(parents),
        "kind": [kinds.get(node.tag, Kind.ELEMENT) for node in nodes],
        "tag": [names.index(node.tag) for node in nodes],
        "flags": [node.flags for node in nodes],
        "text_start": ends - [len(node.text) for node in nodes],
        "text_end": ends,
        "attribute_end": np.cumsum([bool(node.name) for node in nodes]),
    }
    attributes = {"name": np.zeros(len(labels)), "value_start": starts, "value_end": label_ends}
    page = Page(
        make_table(Nodes, columns), make_table(Attributes, attributes), "".join(node.text for node in nodes),
        "".join(labels), tuple(names), ("id",), meta,
        rendered=None if boxes is None else make_layout(columns, boxes),
        screenshot=(Tile(0, height, white(height)),) if height else (),
    )  # fmt: skip
    return check(page)


def make_layout(columns: dict[str, Any], boxes: list[B]) -> Layout:
    """The boxes as columns; a text box shows the whole text of its node."""
    table: dict[str, Any] = {name: np.zeros(len(boxes)) for name in Boxes.__annotations__}
    is_text = [box.kind is BoxKind.TEXT for box in boxes]
    for i, side in enumerate(("x0", "y0", "x1", "y1")):
        table[side] = [box.rect[i] for box in boxes]
    for end in ("text_start", "text_end"):
        table[end] = [columns[end][box.node] if text else 0 for box, text in zip(boxes, is_text, strict=True)]
    table |= {name: [getattr(box, name) for box in boxes] for name in ("node", "kind", "hidden")}
    table["style"] = [_WORDS.index(box.display) for box in boxes]
    styles: dict[str, Any] = {name: np.zeros(2) for name in Styles.__annotations__} | {"display": [0, 1]}
    return Layout(make_table(Boxes, table), make_table(Styles, styles), _WORDS)


@cache
def white(height: int) -> bytes:
    """A white picture."""
    out = io.BytesIO()
    Image.new("RGB", (1000, height), "white").save(out, "PNG")
    return out.getvalue()


def rendered(title: str = "A title", words: str = "Some words here", problems: tuple[Problem, ...] = ()) -> Page:
    """A page with a heading, a hidden text, a bar fixed to the window and a shadow tree."""
    fixed, shadow, text = Flag.FIXED, Flag.SHADOW, BoxKind.TEXT
    nodes = [
        N(-1, "#document"), N(0, "html"), N(1, "head"), N(2, "title"), N(3, "#text", title), N(1, "body"),
        N(5, "h1", name="top"), N(6, "#text", words),
        N(5, "div", "", fixed, "bar"), N(8, "#text", "fixed text", fixed),
        N(5, "div"), N(10, "span", "", shadow), N(11, "#text", " \n", shadow),
        N(5, "p"), N(13, "#text", "nobody sees this"), N(5, "img"),
    ]  # fmt: skip
    boxes = [
        B(5, (0, 0, 1000, 2000)), B(6, (100.2, 200.4, 700.1, 260.3)), B(7, (100, 200, 400, 260), text),
        B(8, (0, 0, 1000, 50)), B(9, (10, 10, 90, 40), text),
        B(11, (20, 300, 60, 320), display="inline"), B(12, (20, 300, 60, 320), text),
        B(14, (-5000, 400, -4000, 420), text, Hidden.OUTSIDE), B(14, (100, 400, 300, 420), text, Hidden.COVERED),
        B(15, (600, 1500, 900, 1900), BoxKind.IMAGE),
    ]  # fmt: skip
    meta = Meta("http://a.example/", size=(1000, 2000), viewport=(1000, 700), problems=problems)
    return make_page(nodes, boxes, meta, 2000)


def parsed() -> Page:
    """A page that was never rendered."""
    return make_page([N(-1, "#document"), N(0, "html"), N(1, "body"), N(2, "#text", "three small words")], None, Meta())


@pytest.fixture(scope="module")
def three_pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That report, written once."""
    return write(tmp_path_factory.mktemp("report") / "a.html")


def write(path: Path) -> Path:
    """A report with three pages, a failure and a section."""
    with ReportWriter(path, title="Three pages") as report:
        report.add(rendered("Beta"), "one", facts={"template": "home", "ms": 30})
        trouble = (Problem("blocked", "2 requests were blocked"),)
        report.add(rendered("Alpha", "many more words than the others have", trouble), "two", facts={"ms": 4})
        report.add(parsed(), "three", outline="page\n  body", sections=[Section("Menus", rows=[("Main", 3)])])
        report.add_failure("lost", "there is no <b>such</b> page")
        report.add_section(Section("Templates", columns=("Name", "Pages"), rows=[("home", 1)]))
    return path


def test_layers_hold_what_their_names_say() -> None:
    """White space is no text line, an inline box no block, and of fixed parts only the outermost is drawn."""
    found = {layer.name: [mark.node for mark in layer.marks] for layer in box_layers(rendered())}
    assert list(found) == ["Text", "Images", "Controls and frames", "Blocks", "Fixed parts", "Hidden"]
    assert list(found.values()) == [[7, 9], [15], [], [5, 6, 8], [8], [14, 14]]


def test_tips_name_the_element_its_text_and_the_reason() -> None:
    """The first line is the heading."""
    layers = {layer.name: layer for layer in box_layers(rendered())}
    assert layers["Blocks"].marks[1].tip == "h1#top\nSome words here"
    assert layers["Hidden"].marks[1].tip == "p\nnobody sees this\nCOVERED: behind something opaque"


def test_layers_need_a_rendered_page() -> None:
    """A parsed page has no boxes."""
    with pytest.raises(NoLayout, match="needs a rendered page"):
        box_layers(parsed())


def test_the_same_pages_make_the_same_bytes(tmp_path: Path) -> None:
    """No clock, no random names."""
    assert write(tmp_path / "a.html").read_bytes() == write(tmp_path / "b.html").read_bytes()


def test_an_error_leaves_the_old_report_and_nothing_beside_it(tmp_path: Path) -> None:
    """The file is replaced whole or not at all."""
    path = tmp_path / "report.html"
    path.write_text("before")

    def fail() -> None:
        with ReportWriter(path) as report:
            report.add(parsed(), "one")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("report.html", "before")]


def test_wrong_use_is_said_clearly(tmp_path: Path) -> None:
    """Outside of a block, or into a folder that is not there."""
    with pytest.raises(UsageError, match="inside of a block"):
        ReportWriter(tmp_path / "a.html").add_failure("a", "b")
    with pytest.raises(UsageError, match="cannot be written"), ReportWriter(tmp_path / "none" / "a.html"):
        pass


def test_pages_are_forgotten_once_written(tmp_path: Path) -> None:
    """A report on a large site needs the memory of one page."""
    with ReportWriter(tmp_path / "a.html") as report:
        page = rendered()
        report.add(page, "one")
        kept = weakref.ref(page)
        del page
        gc.collect()
        assert kept() is None


def test_a_mark_costs_few_bytes(tmp_path: Path) -> None:
    """Columns of whole numbers, packed."""
    marks = [Mark(Rect(i % 40 * 25.3, i // 40 * 17.7, i % 40 * 25.3 + 20, i // 40 * 17.7 + 15)) for i in range(4000)]
    sizes = []
    for count in (0, 4000):
        path = tmp_path / f"{count}.html"
        with ReportWriter(path, title="sizes", options=ReportOptions(previews=False)) as report:
            report.add(rendered(), "one", layers=[Layer("Many", marks[:count])])
        sizes.append(path.stat().st_size)
    assert sizes[1] - sizes[0] < 4000 * 5


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A real Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_chromium(), args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def tab(chromium: Browser) -> Iterator[Tab]:
    """A tab that fails the test when anything but the file is asked for, or a script goes wrong."""
    context = chromium.new_context(viewport={"width": 1300, "height": 800})
    tab = context.new_page()
    wrong: list[str] = []
    tab.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else wrong.append(request.url))
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.on("console", lambda message: wrong.append(message.text))
    tab.on("dialog", lambda dialog: wrong.append(dialog.message))
    tab.on("dialog", lambda dialog: dialog.dismiss())
    tab.set_default_timeout(8000)
    yield tab
    context.close()
    assert wrong == []


def names(tab: Tab) -> list[str]:
    """The names in the table, from top to bottom."""
    return tab.locator("#pages tbody th").all_inner_texts()


def opened(tab: Tab, path: Path, page: int) -> Locator:
    """The page's view, ready."""
    tab.goto(f"{path.as_uri()}#page-{page}")
    tab.wait_for_selector(f"#view[data-page='{page}']")
    return tab.locator("#view")


@pytest.mark.browser
class TestInABrowser:
    """What a person sees and can do."""

    def test_hostile_texts_are_shown_and_do_nothing(self, tab: Tab, tmp_path: Path) -> None:
        """In the report's title, page names, titles, facts, marks, sections, problems, failures and outlines."""
        path, section = tmp_path / "a.html", Section(HOSTILE, HOSTILE, [HOSTILE], [[HOSTILE]])
        page = rendered(HOSTILE, HOSTILE, (Problem(HOSTILE, HOSTILE),))
        with ReportWriter(path, title=HOSTILE) as report:
            mark = Mark(Rect(0, 0, 90, 90), HOSTILE, HOSTILE, HOSTILE, 7)
            layers = [*box_layers(page), Layer(HOSTILE, [mark], HOSTILE)]
            facts: dict[str, str | float] = {HOSTILE: HOSTILE, "ratio": float("inf"), "link": "javascript:alert(3)"}
            report.add(page, HOSTILE, facts=facts, layers=layers, sections=[section], outline=HOSTILE)
            report.add_failure(HOSTILE, HOSTILE)
            report.add_section(section)
        tab.goto(path.as_uri())
        shown = HOSTILE.partition("\u2028")[0]
        assert shown in tab.locator("h1").inner_text()
        assert shown in tab.locator("#pages td.title").inner_text()
        assert tab.locator("#failures tbody").inner_text().count("alert(1)") == 2
        view = opened(tab, path, 1)
        assert shown in view.locator("#view-title").inner_text()
        tab.locator("#stage").click(position={"x": 5, "y": 5})
        assert tab.evaluate("document.querySelectorAll('script:not([type])').length") == 1
        assert tab.evaluate("document.images.length") == 1
        assert tab.evaluate("window.hacked") is None
        assert tab.locator("a[href^=javascript]").count() == 0

    def test_a_mark_lies_on_its_box(self, tab: Tab, three_pages: Path) -> None:
        """At the scale at which the picture is shown, within a pixel."""
        view = opened(tab, three_pages, 1)
        tab.keyboard.press("4")
        picture: Any = view.locator("#picture").bounding_box()
        mark: Any = view.locator("[data-layer=Blocks] rect").nth(1).bounding_box()
        scale = picture["width"] / 1000
        assert abs(picture["height"] - 2000 * scale) <= 1
        left, top = mark["x"] - picture["x"], mark["y"] - picture["y"]
        found = (left, top, left + mark["width"], top + mark["height"])
        assert found == pytest.approx([side * scale for side in (100.2, 200.4, 700.1, 260.3)], abs=1)

    def test_pointing_at_a_mark_shows_what_it_is(self, tab: Tab, tmp_path: Path) -> None:
        """The smallest mark under the pointer, with the XPath the node has in Python; a click keeps it."""
        page = rendered()
        small = Mark(Rect(100, 100, 200, 200), "1 box", "#aa0000", "head\nline", 12)
        with ReportWriter(tmp_path / "a.html") as report:
            report.add(page, "one", layers=[Layer("Mine", [Mark(Rect(0, 0, 500, 500), node=5), small])])
        view = opened(tab, tmp_path / "a.html", 1)
        stage: Any = view.locator("#stage").bounding_box()
        middle = stage["x"] + 0.15 * stage["width"], stage["y"] + 0.075 * stage["height"]
        tab.mouse.move(*middle)
        assert page[12].xpath == "/html[1]/body[1]/div[2]/#shadow-root/span[1]/text()[1]"
        for part in (page[12].xpath, "1 box · head", "line", "100 at 100, 100"):
            assert part in tab.locator("#tip").inner_text()
        tab.mouse.click(*middle)
        assert page[12].xpath in view.locator("#chosen").inner_text()
        tab.mouse.click(*middle)
        assert view.locator("#chosen .path").inner_text() == page[5].xpath
        assert view.locator("#labels span").all_inner_texts() == ["1 box"]

    def test_the_table_sorts_and_filters(self, tab: Tab, three_pages: Path) -> None:
        """Numbers largest first, texts from A to Z; the filter looks at problems too."""
        tab.goto(three_pages.as_uri())
        assert names(tab) == ["one", "two", "three"]
        tab.get_by_role("button", name="Words").click()
        assert names(tab)[0] == "two"
        tab.get_by_role("button", name="Words").click()
        assert names(tab)[-1] == "two"
        tab.get_by_role("button", name="Title").click()
        assert names(tab) == ["three", "two", "one"]
        assert tab.get_by_role("columnheader", name="Title").get_attribute("aria-sort") == "ascending"
        for words, left in (("ALPHA", ["two"]), ("home", ["one"]), ("alpha home", []), ("", ["three", "two", "one"])):
            tab.keyboard.press("/")
            tab.locator("#filter").fill(words)
            assert names(tab) == left
        tab.get_by_role("button", name="blocked 1").click()
        assert names(tab) == ["two"]
        assert tab.locator("#shown").inner_text() == "1 of 3 pages"

    def test_the_overview_counts_and_lists_failures(self, tab: Tab, three_pages: Path) -> None:
        """Totals of all pages; reasons as text."""
        tab.goto(three_pages.as_uri())
        totals = tab.locator("#totals div").all_inner_texts()
        assert [total.split() for total in totals[:3]] == [["Pages", "3"], ["Failures", "1"], ["Words", "23"]]
        assert tab.locator("#failures tbody").inner_text().split("\t") == ["lost", "there is no <b>such</b> page"]
        assert tab.locator("#sections h2").inner_text() == "Templates"

    def test_keys_move_between_pages_and_switch_layers(self, tab: Tab, three_pages: Path) -> None:
        """In the order of the table; what was switched stays so on the next page."""
        tab.goto(three_pages.as_uri())
        tab.get_by_role("link", name="one").focus()
        tab.keyboard.press("Enter")
        tab.wait_for_selector("#view[data-page='1']")
        text = tab.locator("[data-layer=Text]")
        assert text.is_visible()
        tab.keyboard.press("1")
        assert not text.is_visible()
        tab.keyboard.press("ArrowRight")
        tab.wait_for_selector("#view[data-page='2']")
        assert tab.locator("#view-title").inner_text() == "Alpha"
        assert "2 requests were blocked" in tab.locator("#side").inner_text()
        assert not tab.get_by_label("Text").is_checked()
        tab.keyboard.press("j")
        assert "Images" in tab.locator("#chosen").inner_text()
        tab.keyboard.press("ArrowLeft")
        tab.wait_for_selector("#view[data-page='1']")
        tab.keyboard.press("Escape")
        tab.wait_for_selector("#overview")
        assert tab.locator("#view").is_hidden()

    def test_only_the_page_that_is_shown_is_drawn(self, tab: Tab, three_pages: Path) -> None:
        """Neither pictures nor marks of other pages are in the document."""
        tab.goto(three_pages.as_uri())
        assert tab.evaluate("[document.querySelectorAll('rect').length, document.images[0].src]") == [0, ""]
        opened(tab, three_pages, 1)
        tab.locator("#picture").evaluate("image => image.decode()")
        assert tab.evaluate("document.images[0].naturalWidth") == 900
        assert tab.locator("#overlay rect").count() == 4
        assert "1 + 1 outside" in tab.locator(".layers").inner_text()

    def test_a_parsed_page_has_facts_outline_and_sections_but_no_picture(self, tab: Tab, three_pages: Path) -> None:
        """And says why."""
        view = opened(tab, three_pages, 3)
        assert "was parsed, not rendered" in view.inner_text()
        assert view.locator("#stage").is_hidden()
        side = view.locator("#side").inner_text()
        for part in ("parsed from HTML", "page\n  body", "Menus", "Main"):
            assert part in side

    def test_a_damaged_screenshot_costs_the_picture_only(self, tab: Tab, tmp_path: Path) -> None:
        """The boxes are still drawn, on white."""
        damaged = dataclasses.replace(rendered(), screenshot=(Tile(0, 2000, b"no picture"),))
        with ReportWriter(tmp_path / "a.html") as report:
            report.add(damaged, "one")
        view = opened(tab, tmp_path / "a.html", 1)
        assert "damaged" in view.locator(".problem").inner_text()
        assert view.locator("[data-layer=Text] rect").count() == 2
