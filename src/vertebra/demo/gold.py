"""Gold answers: what the generator knows about each page it has built, and about the site.

Conventions: breadcrumbs are menus; pagers, logos, buttons and banners are "others"; captions are
not part of the main text; every link belongs to the nearest element declared a group of links.
"""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from vertebra.demo.markup import Element, plain_text, reading, with_paths
from vertebra.demo.page import Page
from vertebra.demo.structure import Entry

Json = dict[str, Any]
LANGUAGE = "en"


class DesignError(ValueError):
    """A template left something about its page undeclared, or declared it wrongly."""


def page_record(page: Page) -> Json:
    """Return the gold of one page."""
    day = page.about.date
    return {
        "page": page.path,
        "template": page.about.template,
        "page_type": page.about.page_type,
        "title": page.about.title,
        "author": page.about.author,
        "date": day.isoformat() if day else None,
        "language": LANGUAGE,
        "main_text": reading(page.root, "main"),
        "comments_text": reading(page.root, "comments"),
        "segments": segments(page.root),
        "navigation": navigation(page.root),
    }


def segments(root: Element) -> list[Json]:
    """Return the declared regions and blocks in document order."""
    found: list[Json] = []
    region: tuple[str, bool] = ("?", False)
    for path, element in with_paths(root):
        segment = element.segment
        if segment is None:
            continue
        inside = path.startswith(f"{region[0]}/")
        if segment.level == 1:
            if inside:
                message = f"region {path} lies within region {region[0]}"
                raise DesignError(message)
            region = (path, segment.role is None)
        elif not (inside and region[1]):
            message = f"block {path} is not within a region that leaves roles to its blocks"
            raise DesignError(message)
        found.append({"xpath": path, "level": segment.level, "type": segment.type, "role": segment.role})
    return found


def navigation(root: Element) -> list[Json]:
    """Return the declared groups of links in document order, each with its links."""
    groups: dict[str, Json] = {}
    for path, element in with_paths(root):
        if element.group is not None:
            kind, heading = element.group.kind, element.group.heading
            groups[path] = {"xpath": path, "kind": kind, "heading": heading, "links": []}
        if element.tag == "a":
            link = {"text": plain_text(element), "href": element.attributes["href"]}
            _nearest(groups, path)["links"].append(link)
    return [group for group in groups.values() if group["links"]]


def _nearest(groups: dict[str, Json], path: str) -> Json:
    around = path
    while around:
        if around in groups:
            return groups[around]
        around = around.rpartition("/")[0]
    message = f"link {path} belongs to no group"
    raise DesignError(message)


def links_of(page: Page) -> Iterator[tuple[str, str]]:
    """Yield each internal link as written, and the path within the site to which it leads."""
    for _, element in with_paths(page.root):
        href = element.attributes.get("href", "") if element.tag == "a" else ""
        if href and not href.startswith(("https://", "mailto:", "#")):
            here = posixpath.dirname(page.path)
            yield href, posixpath.normpath(posixpath.join(here, href.partition("#")[0]))


def broken_links(pages: Sequence[Page], declared: Sequence[str]) -> list[Json]:
    """Return the links which lead nowhere; they must be the declared ones."""
    known = {page.path for page in pages}
    broken = [
        {"page": page.path, "href": href, "target": target}
        for page in pages
        for href, target in links_of(page)
        if target not in known
    ]
    found = {link["target"] for link in broken}
    if found != {*declared}:
        message = f"broken links are not as declared: {sorted(found ^ {*declared})}"
        raise DesignError(message)
    return broken


def skeleton_record(tree: Entry) -> Json:
    """Return the hierarchy of the site."""
    return {"site": "demo", "root_url": tree.url, "tree": _branch(tree)}


def _branch(entry: Entry) -> Json:
    children = [_branch(child) for child in entry.children]
    return {"url": entry.url, "title": entry.title, "children": children}


def write_gold(folder: Path, pages: Sequence[Page], site: dict[str, Json | list[Json]]) -> None:
    """Write what is known of the pages, and named records about the whole site."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(page_record(page), ensure_ascii=False) + "\n" for page in pages]
    _write(folder / "pages.jsonl", "".join(lines))
    labels = {page.path: page.about.template for page in pages}
    for name, record in {"templates": {"labels": labels}, **site}.items():
        _write(folder / f"{name}.json", json.dumps(record, ensure_ascii=False, indent=1) + "\n")


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")
