"""The files of the demo site: the same every time, complete, and linked as declared."""

from __future__ import annotations

import os
import posixpath
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from tests.demo.conftest import Written

FEWEST = {
    "home": 1, "section": 7, "article": 31, "archive": 4, "topic": 6, "writer": 6, "directory": 2,
    "search": 1, "static": 5, "shop-front": 1, "shop-category": 5, "product": 16,
    "forum-index": 1, "board": 3, "thread": 10, "redirect": 1,
}  # fmt: skip


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file below a folder."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_another_process_writes_the_same_bytes(demo: Written, tmp_path: Path) -> None:
    """Neither hash seed, time zone nor process state shows in the files."""
    program = "import sys, pathlib; from vertebra.demo import write_site;write_site(pathlib.Path(sys.argv[1]))"
    environment = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True, env=environment)
    assert contents(tmp_path) == contents(demo.site.root.parent)


def test_importing_writes_nothing(tmp_path: Path) -> None:
    """Importing the package has no effect that can be seen."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-B", "-c", "import vertebra.demo"]
    done = subprocess.run(command, check=True, cwd=tmp_path, env=environment, capture_output=True)
    assert (done.stdout, done.stderr, contents(tmp_path)) == (b"", b"", {})


def test_every_template_has_its_pages(demo: Written) -> None:
    """Clustering needs several pages of the templates that can have them."""
    counted = Counter(demo.gold("templates")["labels"].values())
    assert counted.keys() == FEWEST.keys()
    assert {name: counted[name] for name in FEWEST if counted[name] < FEWEST[name]} == {}
    assert 90 <= counted.total() <= 120


def test_pages_are_the_html_files_and_the_start_page_is_first(demo: Written) -> None:
    """Result, files and gold agree on what the pages are."""
    written = {p.relative_to(demo.site.root).as_posix() for p in demo.site.root.rglob("*.html")}
    assert {*demo.site.pages} == {path for path in written if not path.startswith("frames/")}
    assert len(demo.site.pages) == len({*demo.site.pages})
    assert demo.site.pages[0] == demo.site.start == "index.html"
    assert [page["page"] for page in demo.pages] == list(demo.site.pages)
    assert list(demo.gold("templates")["labels"]) == list(demo.site.pages)


def references(demo: Written, page: str) -> list[tuple[str, str]]:
    """Return (element name, reference) of all that a page refers to within the site."""
    found = []
    for node in demo.tree(page).css("[href], [src], [action]"):
        values = (node.attributes.get(name) for name in ("href", "src", "action"))
        reference = next(value for value in values if value)
        if not urlsplit(reference).scheme:
            found.append((node.tag or "", reference))
    return found


def target_of(page: str, reference: str) -> str:
    """Return the path within the site to which a reference leads."""
    path = urlsplit(reference).path
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page


def test_internal_references_resolve_except_the_declared_broken_ones(demo: Written) -> None:
    """Links, pictures, style sheets, frames and forms all lead to files."""
    dead = [
        {"page": page, "href": reference, "target": target_of(page, reference)}
        for page in demo.site.pages
        for _, reference in references(demo, page)
        if not (demo.site.root / target_of(page, reference)).is_file()
    ]
    assert dead == demo.gold("broken")
    assert len(dead) >= 5


def test_fragments_lead_to_an_element_of_the_page(demo: Written) -> None:
    """A link into a page names an id that is there."""
    lost = [
        (page, reference)
        for page in demo.site.pages
        for _, reference in references(demo, page)
        if (name := urlsplit(reference).fragment) and not demo.tree(target_of(page, reference)).css(f"[id={name}]")
    ]
    assert lost == []


def test_references_to_other_hosts_are_links_only(demo: Written) -> None:
    """Showing a page asks nothing of other hosts."""
    outside: set[tuple[str, str]] = set()
    for page in demo.site.pages:
        for node in demo.tree(page).css("[href], [src]"):
            address = urlsplit(node.attributes.get("href") or node.attributes.get("src") or "")
            if address.netloc:
                outside.add((node.tag or "", address.netloc.rsplit(".", 1)[-1]))
    assert outside == {("a", "example")}
    styles = [path.read_text(encoding="utf-8") for path in demo.site.root.glob("css/*.css")]
    assert styles
    assert not any("url(" in style or "@import" in style for style in styles)


def test_every_page_can_be_reached_from_the_start_page(demo: Written) -> None:
    """A crawl that follows links finds the whole site."""
    seen, waiting = set[str](), ["index.html"]
    while waiting:
        page = waiting.pop()
        if page in seen or not (demo.site.root / page).is_file():
            continue
        seen.add(page)
        waiting += [target_of(page, ref) for tag, ref in references(demo, page) if tag == "a"]
    assert seen == {*demo.site.pages}


def test_redirect_is_declared_three_times_alike(demo: Written) -> None:
    """Rules file, stub page and gold name the same new address."""
    (redirect,) = demo.gold("redirects")
    rules = (demo.site.root / "_redirects").read_text(encoding="utf-8")
    assert rules == f"/{redirect['from']} /{redirect['to']} 301\n"
    (refresh,) = demo.tree(redirect["from"]).css("meta[http-equiv=refresh]")
    reference = (refresh.attributes["content"] or "").removeprefix("0; url=")
    assert target_of(redirect["from"], reference) == redirect["to"]
    assert (demo.site.root / redirect["to"]).is_file()


def test_duplicate_has_the_text_of_the_page_it_names_as_canonical(demo: Written) -> None:
    """Only the copy and the stub point at another page."""
    (duplicate,) = demo.gold("duplicates")
    with_canonical = {
        page: target_of(page, links[0].attributes["href"] or "")
        for page in demo.site.pages
        if (links := demo.tree(page).css("link[rel=canonical]"))
    }
    moved = demo.gold("redirects")[0]
    assert with_canonical == {
        duplicate["page"]: duplicate["canonical"],
        moved["from"]: moved["to"],
    }
    texts = {page["page"]: page["main_text"] for page in demo.pages}
    assert texts[duplicate["page"]] == texts[duplicate["canonical"]]


def nodes(branch: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a branch of the skeleton and everything below it."""
    return [branch, *[node for child in branch["children"] for node in nodes(child)]]


def test_skeleton_holds_each_page_once_less_copies_and_later_pages(demo: Written) -> None:
    """One heading of the skeleton has no page of its own."""
    skeleton = demo.gold("skeleton")
    urls = [node["url"] for node in nodes(skeleton["tree"])]
    later = {
        "archive/page-2.html", "archive/page-3.html", "archive/page-4.html",
        "shop/prints-and-maps-2.html", "forum/t-1042-2.html", "forum/t-1057-2.html",
    }  # fmt: skip
    apart = {demo.gold("duplicates")[0]["page"], demo.gold("redirects")[0]["from"]}
    assert Counter(urls) == Counter([None, *({*demo.site.pages} - later - apart)])
    assert skeleton["root_url"] == skeleton["tree"]["url"] == demo.site.start


def test_skeleton_puts_pages_below_the_page_of_their_kind(demo: Written) -> None:
    """Which template may lie below which."""
    labels = demo.gold("templates")["labels"]
    pairs = {
        (labels.get(node["url"]), labels.get(child["url"]))
        for node in nodes(demo.gold("skeleton")["tree"])
        for child in node["children"]
    }
    assert pairs == {
        ("home", "section"), ("section", "section"), ("section", "article"),
        ("home", "shop-front"), ("shop-front", "shop-category"), ("shop-category", "product"),
        ("home", "forum-index"), ("forum-index", "board"), ("board", "thread"),
        ("home", None), (None, "archive"), (None, "directory"), (None, "search"),
        ("directory", "topic"), ("directory", "writer"), ("home", "static"), ("static", "static"),
    }  # fmt: skip
