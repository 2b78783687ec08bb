"""The thread page: posts with their writers, quotations and signatures."""

from __future__ import annotations

from vertebra.demo.adverts import text_advert
from vertebra.demo.frame import link_items, numbered_path, pager
from vertebra.demo.markup import Element, el
from vertebra.demo.page import About, Page
from vertebra.demo.pictures.bitmaps import avatar_name
from vertebra.demo.prose import blocks
from vertebra.demo.records import Library, Post, Thread
from vertebra.demo.templates.forum import forum_page, stamp, where
from vertebra.demo.view import View

AVATAR_SIZE = (80, 80)
POSTS_ON_PAGE = 10


def thread_pages(library: Library, thread: Thread) -> list[Page]:
    """Return every page of one thread."""
    last = -(-len(thread.posts) // POSTS_ON_PAGE)
    return [_thread_page(library, thread, number, last) for number in range(1, last + 1)]


def _thread_page(library: Library, thread: Thread, number: int, last: int) -> Page:
    view = View(library, numbered_path(thread.path, number))
    start = (number - 1) * POSTS_ON_PAGE
    posts = thread.posts[start : start + POSTS_ON_PAGE]
    tables = [_post(view, post, start + index + 1) for index, post in enumerate(posts)]
    tables.insert(1, text_advert(view))
    content = el(
        "div",
        el("h1", thread.title).block("Title", "main text").reads("main"),
        pager(view, thread.path, number, last),
        *tables,
        pager(view, thread.path, number, last),
        _reply_form(),
        id="content",
    ).region("Content")
    board = next(board for board in library.boards if board.number == thread.board)
    steps = [("Board index", "forum/index.html"), (board.name, board.path)]
    first = thread.posts[0]
    title = thread.title if number == 1 else f"{thread.title}, page {number}"
    about = About("thread", "forum", title, first.member, first.when.date())
    parts = [where(view, steps, thread.title), content, _similar(view, thread)]
    return forum_page(view, about, parts)


def _post(view: View, post: Post, number: int) -> Element:
    member = view.library.member(post.member)
    who = el(
        "td",
        el("b", member.name),
        el("div", member.rank, class_="rank"),
        view.image(avatar_name(member.name), AVATAR_SIZE),
        el("div", f"Joined: {member.joined}", class_="small"),
        el("div", f"Posts: {member.posts}", class_="small"),
        class_="who",
    )
    signature = el("div", member.signature, class_="sig") if member.signature else None
    mark = el("div", f"{stamp(post.when)} ", el("a", f"#{number}", href=f"#p{number}"), class_="at")
    said = el(
        "td",
        mark.links("others"),
        el("div", *blocks(post.text, view), class_="words").links("content").reads("main"),
        signature,
        class_="said",
    )
    row = el(
        "tr",
        who.block("Author", "additional text"),
        said.block("Content", "main text"),
    )
    return el("table", el("tbody", row), class_="post", id=f"p{number}")


def _reply_form() -> Element:
    form = el(
        "form",
        el("label", "Quick reply", for_="reply"),
        el("textarea", id="reply", name="reply", rows="5"),
        el("button", "Post reply", type="button"),
    )
    return el("div", form, class_="reply").block("Content", "other")


def _similar(view: View, thread: Thread) -> Element:
    heading = "Other threads on this board"
    others = [t for t in view.library.on_board(thread.board) if t != thread]
    items = link_items(view, [(t.title, t.path) for t in others])
    box = el("div", el("b", heading), el("ul", *items), class_="similar")
    return box.region("LinkList", "link group").links("list", heading)
