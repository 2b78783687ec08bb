"""The newspaper's frame: masthead, menu with drop-downs, sidebar and footer."""

from __future__ import annotations

from collections.abc import Sequence

from vertebra.demo.adverts import banner, rectangle, sponsored
from vertebra.demo.frame import NOTHING_EXTRA, Extras, document, link_items, search_form
from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page, long_date
from vertebra.demo.structure import Entry, site_tree
from vertebra.demo.view import View

LOGO_SIZE = (46, 58)


def newspaper_page(view: View, about: About, parts: Sequence[Element], extras: Extras = NOTHING_EXTRA) -> Page:
    """Put the parts of a page between masthead and footer."""
    body = el("body", masthead(view), main_menu(view), banner(view), *parts, footer(view), class_="paper")
    return document(view, about, body, extras)


def columns(main: Element, aside: Element) -> Element:
    """Return the main column and the sidebar, next to each other."""
    return el("div", main, aside, class_="wrap columns")


def masthead(view: View) -> Element:
    """Return the top of every newspaper page."""
    furniture = view.library.furniture
    quick = el(
        "ul",
        *link_items(view, [("Newsletters", "index.html#newsletter"), ("Write to us", "about/contact.html")]),
        class_="quick",
    )
    brand = el(
        "a",
        view.image("lantern", LOGO_SIZE, ""),
        el("span", furniture["name"], class_="name"),
        class_="brand",
        href=view.href("index.html"),
    )
    bar = el(
        "div",
        el("span", f"{view.library.today:%A} {long_date(view.library.today)}", class_="today"),
        el("span", furniture["weather"], class_="weather"),
        quick.block("Menu", "navigation menu").links("menu"),
        class_="wrap",
    )
    title = el(
        "div",
        brand.block("Logo", "other").links("others"),
        el("p", furniture["tagline"], class_="tagline"),
        search_form(view, "Search the Lantern").block("Searchbar", "other"),
        class_="wrap",
    )
    return el("header", el("div", bar, class_="topbar"), el("div", title, class_="masthead")).region("Header")


def main_menu(view: View) -> Element:
    """Return the menu bar; submenus appear when the pointer is over their parent."""
    tree = site_tree(view.library)
    items = [el("li", view.link("Home", "index.html"), **_current(view, "index.html"))]
    items += [_menu_item(view, entry) for entry in tree.children]
    menu = el("ul", *items, class_="wrap").links("menu")
    return el("nav", menu, class_="mainnav", aria_label="Main").region("Menu", "navigation menu")


def _menu_item(view: View, entry: Entry) -> Element:
    label = view.link(entry.title, entry.url) if entry.url else el("span", entry.title)
    folder = entry.url.removesuffix("index.html") if entry.url else "?"
    item = el("li", label, **_current(view, folder))
    if entry.submenu:
        below = link_items(view, [(sub.title, sub.url or "") for sub in entry.submenu])
        item.children.append(el("ul", *below, class_="drop").links("menu", entry.title))
    return item


def _current(view: View, folder: str) -> dict[str, str]:
    return {"class": "on"} if view.path.startswith(folder) else {}


def crumbs(view: View, trail: Sequence[tuple[str, str]], here: str) -> Element:
    """Return the way from the home page to this one."""
    items = [*link_items(view, trail), el("li", here, aria_current="page")]
    path = el("ol", *items, class_="wrap")
    bar = el("nav", path, class_="crumbs", aria_label="Breadcrumb")
    return bar.region("Menu", "navigation menu").links("menu")


def sidebar(view: View, *extra: Element) -> Element:
    """Return the right-hand column."""
    parts = [most_read(view), rectangle(view), *extra, newsletter(), sponsored(view)]
    return el("aside", *parts, class_="sidebar").region("Sidebar")


def most_read(view: View) -> Element:
    """Return the top list."""
    stories = view.library.chosen("most_read")
    items = link_items(view, [(story.title, story.path) for story in stories])
    box = el("section", el("h2", "Most read"), el("ol", *items), class_="most-read")
    return box.block("LinkList", "link group").links("list", "Most read")


def whats_on(view: View) -> Element:
    """Return the diary of coming events."""
    events: list[dict[str, str]] = view.library.furniture["events"]
    rows = [el("li", el("span", event["day"], class_="day"), el("span", event["name"])) for event in events]
    box = el("section", el("h2", "What\u2019s on"), el("ul", *rows), class_="diary")
    return box.block("Content", "additional text")


def newsletter() -> Element:
    """Return the box which asks for an email address."""
    form = el(
        "form",
        el("input", type="email", name="email", placeholder="you@home.example", aria_label="Email"),
        el("button", "Sign up", type="button"),
    )
    return el(
        "section",
        el("h2", "The Lamplighter"),
        el("p", "Six stories and the weather, in your inbox before breakfast."),
        form,
        class_="newsletter",
        id="newsletter",
    ).block("Content", "other")


def footer(view: View) -> Element:
    """Return the foot of every newspaper page."""
    tree = site_tree(view.library)
    sections = [(s.name, s.path) for s in view.library.sections]
    more = next(e for e in tree.children if e.url is None)
    extra = [(e.title, e.url or "") for e in more.children]
    extra += [("Shop", "shop/index.html"), ("Forum", "forum/index.html")]
    about = tree.children[-1]
    company = [(e.title, e.url or "") for e in (about, *about.children)]
    social = [(s["name"], s["href"]) for s in view.library.furniture["social"]]
    legal = el(
        "p",
        "© 1868\u20132025 The Merrowby Lantern Society Ltd, 14 Quay Street, Merrowby. "
        "Owned by its readers. Printed on Thursdays.",
        class_="legal",
    ).block("Content", "additional text")
    grid = el(
        "div",
        _link_column(view, "Sections", sections),
        _link_column(view, "Explore", extra),
        _link_column(view, "The Lantern", company),
        _link_column(view, "Follow us", social),
        class_="wrap foot-grid",
    )
    return el("footer", grid, el("div", legal, class_="wrap"), class_="site-foot").region("Footer")


def _link_column(view: View, heading: str, links: Sequence[tuple[str, str]]) -> Element:
    column = el("div", el("h3", heading), el("ul", *link_items(view, links)))
    if heading == "Follow us":
        return column.block("LinkList", "link group").links("list", heading)
    return column.block("LinkList", "navigation menu").links("menu", heading)
