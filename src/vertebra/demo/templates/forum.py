"""The forum: its frame, its index and its boards (built of tables, as forums are)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from vertebra.demo.adverts import banner
from vertebra.demo.frame import document, joined, search_form
from vertebra.demo.markup import Element, Node, el
from vertebra.demo.page import About, Page, long_date
from vertebra.demo.records import Board, Library, Thread
from vertebra.demo.view import View

LOGO_SIZE = (34, 43)
ICON_SIZE = (30, 30)


def stamp(when: datetime) -> str:
    """Return a moment as the forum prints it."""
    return f"{long_date(when)}, {when:%H:%M}"


def forum_page(view: View, about: About, parts: Sequence[Element]) -> Page:
    """Put the parts of a page into the forum's frame."""
    tabs = el(
        "div",
        view.link("Board index", "forum/index.html"),
        *[view.link(board.name, board.path) for board in view.library.boards],
        id="tabs",
    )
    body = el(
        "body",
        _strip(view),
        el("div", _head(view), id="head").region("Header"),
        tabs.region("Menu", "navigation menu").links("menu"),
        *parts,
        banner(view),
        _foot(view),
        class_="talk",
    )
    return document(view, about, body)


def _strip(view: View) -> Element:
    links: list[Node] = [
        view.link("The Merrowby Lantern", "index.html"),
        view.link("News", "news/index.html"),
        view.link("Sport", "sport/index.html"),
        view.link("Shop", "shop/index.html"),
        view.link("About us", "about/index.html"),
    ]
    strip = el("div", *joined(links, " | "), id="brandstrip")
    return strip.region("Menu", "navigation menu").links("menu")


def _head(view: View) -> Element:
    logo = el(
        "a",
        view.image("lantern", LOGO_SIZE, ""),
        el("span", "Lantern Talk"),
        href=view.href("forum/index.html"),
    )
    cells = [
        el("td", logo, class_="logo").block("Logo", "other").links("others"),
        el("td", search_form(view, "Search posts"), class_="find").block("Searchbar", "other"),
    ]
    return el("table", el("tbody", el("tr", *cells)))


def _foot(view: View) -> Element:
    links: list[Node] = [
        view.link("Contact", "about/contact.html"),
        view.link("Privacy", "about/privacy.html"),
        view.link("House rules", "about/how-we-work.html"),
    ]
    words = el("div", "All times are Merrowby time. Be kind; you will meet them in the queue.")
    foot = el(
        "div",
        el("div", *joined(links, " · ")).block("LinkList", "navigation menu").links("menu"),
        words.block("Content", "additional text"),
        id="foot",
    )
    return foot.region("Footer")


def where(view: View, steps: Sequence[tuple[str, str]], here: str) -> Element:
    """Return the way from the forum's index to this page."""
    links = [view.link(text, target) for text, target in steps]
    bar = el("div", *joined([*links, el("b", here)], " » "), id="where")
    return bar.region("Menu", "navigation menu").links("menu")


def forum_index(view: View) -> Page:
    """Return the list of boards."""
    library = view.library
    groups = list(dict.fromkeys(board.group for board in library.boards))
    welcome = el(
        "div",
        el("h1", "Lantern Talk"),
        el("p", "The town\u2019s own forum, since 2011. Reading is free and so is joining in."),
        class_="welcome",
    )
    parts = [
        welcome.region("Title", "main text").reads("main"),
        *[_board_table(view, group) for group in groups],
        _statistics(library),
    ]
    return forum_page(view, About("forum-index", "forum", "Lantern Talk"), parts)


def _board_table(view: View, group: str) -> Element:
    boards = [board for board in view.library.boards if board.group == group]
    head = el(
        "tr",
        el("th", group, colspan="2"),
        *[el("th", name, class_="num") for name in ("Threads", "Posts")],
        el("th", "Latest"),
    )
    table = el(
        "table",
        el("thead", head),
        el("tbody", *[_board_row(view, board) for board in boards]),
        class_="list",
    )
    return table.region("Table", "link group").links("list", group).reads("main")


def _board_row(view: View, board: Board) -> Element:
    threads = view.library.on_board(board.number)
    latest = threads[0]
    posts = sum(len(thread.posts) for thread in threads)
    return el(
        "tr",
        el("td", view.image("bubble", ICON_SIZE, ""), class_="icon"),
        el(
            "td",
            view.link(board.name, board.path, class_="title"),
            el("div", board.blurb, class_="small"),
        ),
        el("td", str(len(threads)), class_="num"),
        el("td", str(posts), class_="num"),
        el(
            "td",
            view.link(latest.title, latest.path),
            el("div", f"{latest.posts[-1].member}, {stamp(latest.posts[-1].when)}", class_="small"),
            class_="latest",
        ),
    )


def _statistics(library: Library) -> Element:
    posts = sum(len(thread.posts) for thread in library.threads)
    names = ", ".join(member.name for member in library.members[:6])
    return el(
        "div",
        el("b", "Who is here"),
        el("div", f"Now reading: {names} and 41 guests."),
        el("div", f"{posts} posts in {len(library.threads)} threads since the spring cleaning."),
        class_="stats",
    ).region("Content", "additional text")


def board_page(view: View, board: Board) -> Page:
    """Return the list of a board's threads."""
    threads = view.library.on_board(board.number)
    columns = [("Thread", ""), ("Replies", "num"), ("Views", "num"), ("Last post", "")]
    head = el(
        "tr",
        el("th", ""),
        *[el("th", name, **({"class": kind} if kind else {})) for name, kind in columns],
    )
    table = el(
        "table",
        el("thead", head),
        el("tbody", *[_thread_row(view, thread) for thread in threads]),
        class_="list",
    )
    title = el("div", el("h1", board.name), el("p", board.blurb), class_="welcome")
    parts = [
        where(view, [("Board index", "forum/index.html")], board.name),
        title.region("Title", "main text").reads("main"),
        table.region("Table", "link group").links("list", board.name).reads("main"),
        el("div", el("button", "New thread", type="button"), class_="actions").region("Content", "other"),
    ]
    return forum_page(view, About("board", "forum", board.name), parts)


def _thread_row(view: View, thread: Thread) -> Element:
    first, last = thread.posts[0], thread.posts[-1]
    return el(
        "tr",
        el("td", view.image("bubble", ICON_SIZE, ""), class_="icon"),
        el(
            "td",
            view.link(thread.title, thread.path, class_="title"),
            el("div", f"Started by {first.member}, {stamp(first.when)}", class_="small"),
        ),
        el("td", str(len(thread.posts) - 1), class_="num"),
        el("td", f"{thread.views:,}", class_="num"),
        el("td", last.member, el("div", stamp(last.when), class_="small"), class_="latest"),
    )
