"""The home page and the section fronts."""

from __future__ import annotations

from vertebra.demo.adverts import rectangle
from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page
from vertebra.demo.records import Article, Section
from vertebra.demo.templates.cards import card, headlines, lead_card, row
from vertebra.demo.templates.newspaper import columns, newspaper_page, sidebar, whats_on
from vertebra.demo.view import View

STRIP_LENGTH = 3
GOODS_SIZE = (150, 150)
PORTRAIT_SIZE = (44, 44)


def home_page(view: View) -> Page:
    """Return the front page of the newspaper."""
    library = view.library
    strips = [_strip(view, s) for s in library.sections if "/" not in s.key]
    main = el("main", _top_stories(view), *strips[:2], _talk_strip(view), *strips[2:], _shop_strip(view))
    about = About("home", "listing", library.furniture["name"], date=library.today)
    return newspaper_page(view, about, [columns(main, _home_sidebar(view))])


def _home_sidebar(view: View) -> Element:
    extra = (whats_on(view), _writers(view), rectangle(view, place=1), _small_ads(view))
    return sidebar(view, *extra)


def _writers(view: View) -> Element:
    heading = "Our writers"
    items = [
        el(
            "li",
            view.image(f"writer-{writer.slug}", PORTRAIT_SIZE, ""),
            el("div", view.link(writer.name, writer.path), el("span", writer.job)),
        )
        for writer in view.library.writers
    ]
    box = el("section", el("h2", heading), el("ul", *items), class_="staff")
    return box.block("LinkList", "link group").links("list", heading)


def _small_ads(view: View) -> Element:
    adverts: list[dict[str, str]] = view.library.furniture["small_ads"]
    texts = [el("p", advert["text"]) for advert in adverts]
    return el("section", el("h2", "Small ads"), *texts, class_="small-ads").block("Ad", "advertisement")


def _top_stories(view: View) -> Element:
    library = view.library
    (lead,) = library.chosen("home_lead")
    second = el("div", *[card(view, a) for a in library.chosen("home_second")], class_="pair")
    heading = "Also today"
    brief = el("ul", *headlines(view, library.chosen("home_brief")))
    return el(
        "section",
        lead_card(view, lead).block("LinkList", "link group").links("list").reads("main"),
        second.block("LinkList", "link group").links("list").reads("main"),
        el("div", el("h2", heading), brief, class_="brief")
        .block("LinkList", "link group")
        .links("list", heading)
        .reads("main"),
        class_="top-stories",
    ).region("Content")


def _strip(view: View, section: Section) -> Element:
    stories = _without_chosen(view, section)[:STRIP_LENGTH]
    return (
        el(
            "section",
            el("h2", view.link(section.name, section.path)),
            el("div", *[card(view, article) for article in stories], class_="cards three"),
            class_="strip-section",
        )
        .region("LinkList", "link group")
        .links("list", section.name)
        .reads("main")
    )


def _without_chosen(view: View, section: Section) -> list[Article]:
    """Return a section's stories, those with a picture first, less those shown above."""
    library = view.library
    shown = [*library.chosen("home_lead"), *library.chosen("home_second")]
    stories = [a for a in library.in_section(section.key) if a not in shown]
    return sorted(stories, key=lambda article: not article.picture)


def _talk_strip(view: View) -> Element:
    heading = "Talk of the town"
    threads = [
        el(
            "li",
            view.link(thread.title, thread.path),
            el("span", f"{len(thread.posts)} posts", class_="count"),
        )
        for thread in view.library.threads[:5]
    ]
    return (
        el(
            "section",
            el("h2", view.link(heading, "forum/index.html")),
            el("ul", *threads),
            class_="talk-strip",
        )
        .region("LinkList", "link group")
        .links("list", heading)
    )


def _shop_strip(view: View) -> Element:
    heading = "From the Lantern Shop"
    goods = [
        el(
            "div",
            el("a", view.image(p.picture, GOODS_SIZE, p.name), href=view.href(p.path)),
            view.link(p.name, p.path),
            el("span", f"£{p.price / 100:.2f}", class_="price"),
        )
        for p in view.library.products[::5]
    ]
    return (
        el("section", el("h2", heading), el("div", *goods, class_="goods"), class_="shop-strip")
        .region("LinkList", "link group")
        .links("list", heading)
    )


def section_front(view: View, section: Section) -> Page:
    """Return the front page of one section."""
    library = view.library
    stories = list(library.in_section(section.key))
    pictured = [a for a in stories if a.picture]
    lead, grid = pictured[0], pictured[1:3]
    rest = [a for a in stories if a is not lead and a not in grid]
    head = el("header", el("h1", section.name), el("p", section.blurb), class_="section-head")
    main = el(
        "main",
        head.block("Title", "main text").reads("main"),
        _filter_links(view, section),
        lead_card(view, lead).block("LinkList", "link group").links("list").reads("main"),
        el("div", *[card(view, a) for a in grid], class_="cards two")
        .block("LinkList", "link group")
        .links("list")
        .reads("main"),
        el("div", *[row(view, a) for a in rest], class_="rows")
        .block("LinkList", "link group")
        .links("list")
        .reads("main"),
    ).region("Content")
    about = About("section", "listing", section.name)
    return newspaper_page(view, about, [columns(main, sidebar(view))])


def _filter_links(view: View, section: Section) -> Element | None:
    """Return links to the subsections and the section they belong to."""
    family = section.key.split("/")[0]
    others = [s for s in view.library.sections if s.key.split("/")[0] == family]
    if len(others) == 1:
        return None
    items = [el("span", s.name, class_="here") if s == section else view.link(s.name, s.path) for s in others]
    return el("div", *items, class_="tabs").block("Menu", "navigation menu").links("menu")
