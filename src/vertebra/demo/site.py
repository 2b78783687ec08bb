"""Which pages and files the demo site has, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vertebra.demo.adverts import FRAME_PATH, frame_document
from vertebra.demo.gold import broken_links, skeleton_record, write_gold
from vertebra.demo.markup import to_html
from vertebra.demo.page import Page
from vertebra.demo.pictures import all_pictures
from vertebra.demo.records import Library, content_file, read_library
from vertebra.demo.structure import site_tree
from vertebra.demo.templates.article import article_page
from vertebra.demo.templates.forum import board_page, forum_index
from vertebra.demo.templates.home import home_page, section_front
from vertebra.demo.templates.listing import (
    archive_pages,
    search_page,
    topic_page,
    topics_directory,
    writer_page,
    writers_directory,
)
from vertebra.demo.templates.product import product_page
from vertebra.demo.templates.shop import category_pages, shop_front
from vertebra.demo.templates.static import redirect_stub, static_page
from vertebra.demo.templates.thread import thread_pages
from vertebra.demo.view import View

START = "index.html"
STYLE_SHEETS = ("lantern.css", "annex.css")


@dataclass(frozen=True, slots=True)
class DemoSite:
    """Where a written demo site lies: its root folder, its pages and its gold answers."""

    root: Path
    start: str
    pages: tuple[str, ...]
    gold: Path


def write_site(folder: Path) -> DemoSite:
    """Write the site below ``folder/site`` and its gold below ``folder/gold``."""
    library = read_library()
    pages = build_pages(library)
    root, gold = folder / "site", folder / "gold"
    for name, data in _files(library, pages).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    old, new = _redirect(library)
    write_gold(
        gold,
        pages,
        {
            "skeleton": skeleton_record(site_tree(library)),
            "broken": broken_links(pages, library.furniture["broken"]["targets"]),
            "redirects": [{"from": old, "to": new, "status": 301}],
            "duplicates": [_duplicate(library)],
        },
    )
    return DemoSite(root, START, tuple(page.path for page in pages), gold)


def build_pages(library: Library) -> list[Page]:
    """Return every page of the site, the start page first."""
    return [*_newspaper(library), *_lists(library), *_annex(library)]


def _newspaper(library: Library) -> list[Page]:
    pages = [home_page(View(library, START))]
    pages += [section_front(View(library, s.path), s) for s in library.sections]
    pages += [article_page(View(library, a.path), a) for a in library.articles]
    copy = library.furniture["duplicate"]
    pages.append(article_page(View(library, copy["path"]), library.by_slug[copy["slug"]]))
    moved = library.furniture["redirect"]
    pages.append(redirect_stub(View(library, moved["old"]), library.by_slug[moved["slug"]]))
    return pages


def _lists(library: Library) -> list[Page]:
    pages = archive_pages(library)
    pages.append(topics_directory(View(library, "topics/index.html")))
    pages += [topic_page(View(library, t.path), t) for t in library.topics]
    pages.append(writers_directory(View(library, "writers/index.html")))
    pages += [writer_page(View(library, w.path), w) for w in library.writers]
    pages.append(search_page(View(library, "search.html")))
    pages += [static_page(View(library, p.path), p) for p in library.static_pages]
    return pages


def _annex(library: Library) -> list[Page]:
    pages = [shop_front(View(library, "shop/index.html"))]
    for category in library.categories:
        pages += category_pages(library, category)
    pages += [product_page(View(library, p.path), p) for p in library.products]
    pages.append(forum_index(View(library, "forum/index.html")))
    pages += [board_page(View(library, b.path), b) for b in library.boards]
    for thread in library.threads:
        pages += thread_pages(library, thread)
    return pages


def _files(library: Library, pages: list[Page]) -> dict[str, bytes]:
    """Return every file of the site by its path."""
    old, new = _redirect(library)
    texts = {page.path: to_html(page.root) for page in pages}
    texts[FRAME_PATH] = frame_document()
    texts["_redirects"] = f"/{old} /{new} 301\n"
    texts |= {f"css/{name}": content_file(f"style/{name}") for name in STYLE_SHEETS}
    files = {name: text.encode() for name, text in texts.items()}
    pictures = all_pictures(library)
    return files | {f"img/{name}": data for name, data in pictures.items()}


def _redirect(library: Library) -> tuple[str, str]:
    moved = library.furniture["redirect"]
    return moved["old"], library.by_slug[moved["slug"]].path


def _duplicate(library: Library) -> dict[str, str]:
    copy = library.furniture["duplicate"]
    return {"page": copy["path"], "canonical": library.by_slug[copy["slug"]].path}
