"""`load` and `render`: any source to a page, by parsing or through a browser."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vertebra.errors import UsageError
from vertebra.loading import pagefile
from vertebra.loading.encoding import decode, normalise_label
from vertebra.loading.fetch import FetchOptions, fetch
from vertebra.loading.html import parse_html
from vertebra.loading.source import Form, Source, find_source, is_mhtml, need_single, read, refuse_binary
from vertebra.model import Meta, Page, Problem
from vertebra.options import option

if TYPE_CHECKING:
    from vertebra.loading.browser.options import CaptureOptions
    from vertebra.loading.browser.process import Browser
    from vertebra.loading.browser.visit import Target

_PLAIN: Final = "text/plain"


@dataclass(frozen=True)
class LoadOptions(FetchOptions):
    """How a source is read and parsed."""

    base_url: str = option("", "the address that a file or a string of HTML came from")
    encoding: str = option("", "the encoding, if the document is wrong about it")
    scripts: bool = option(True, "parse as browsers with scripts do: noscript is not shown")


def load(source: str | bytes | Path, options: LoadOptions | None = None) -> Page:
    """Parse a source into a page, without a browser and so without a layout.

    A source is an http(s) URL, a file (HTML, MHTML, a saved page), a folder with an index page, "-"
    for standard input, or HTML itself. MHTML can only be read by a browser and is rendered.
    """
    options = options or LoadOptions()
    found = need_single(find_source(source))
    if found.form is Form.URL:
        answer = fetch(found.name, options)
        meta = Meta(
            url=answer.url,
            final_url=answer.final_url,
            status=answer.status,
            content_type=answer.content_type,
            problems=tuple(answer.problems),
        )
        return _parse(answer.body, meta, answer.charset, options)
    data = read(found, options.max_bytes)
    if pagefile.is_page_file(data):
        return pagefile.from_bytes(data, found.name)
    refuse_binary(data, found.name)
    if is_mhtml(data):
        if found.path is None:
            raise UsageError(f"{found.name}: MHTML is read by the browser, which needs it as a file")
        return render(found.path)
    address = options.base_url or (found.path.resolve().as_uri() if found.path else "")
    kind = _PLAIN if found.path and found.path.suffix.lower() == ".txt" else "text/html"
    return _parse(data, Meta(url=address, final_url=address, content_type=kind), found.charset, options)


def render(source: str | bytes | Path, options: CaptureOptions | None = None, browser: Browser | None = None) -> Page:
    """Open a source in a browser and capture it: nodes, styles, boxes and a screenshot.

    Without a `browser` one is started for this page alone, which takes most of the time.
    """
    from vertebra.loading.browser.process import Browser

    target = render_target(find_source(source))
    if browser is not None:
        return browser.capture(target, options)
    with Browser() as own:
        return own.capture(target, options)


def render_target(source: Source, root: Path | None = None) -> Target:
    """What the browser has to do for a source; files may use what lies below `root`."""
    from vertebra.loading.browser.visit import Target

    if source.form is Form.FOLDER:
        root = root or source.path
        source = need_single(source)
    if source.form is Form.URL:
        return Target(source.name, url=source.name)
    if source.path is not None:
        if source.path.suffix.lower() == pagefile.SUFFIX:
            raise UsageError(f"{source.name} is a page that was rendered before: use vertebra.load")
        with source.path.open("rb") as file:
            refuse_binary(file.read(16), source.name)
        return Target(source.name, path=source.path, root=root)
    content = read(source, LoadOptions().max_bytes)
    refuse_binary(content, source.name)
    return Target(source.name, html=content, charset=source.charset)


def _parse(data: bytes, meta: Meta, charset: str, options: LoadOptions) -> Page:
    if options.encoding and not normalise_label(options.encoding):
        raise UsageError(f"encoding {options.encoding!r} is not known to browsers")
    decoded = decode(data, options.encoding or charset)
    problems = [*meta.problems, *decoded.problems]
    if not decoded.utf8.strip():
        problems.append(Problem("empty", "the document is empty"))
    markup = decoded.utf8
    if meta.content_type == _PLAIN:
        markup = b"<pre>" + html.escape(markup.decode(), quote=False).encode() + b"</pre>"
    complete = Meta(
        url=meta.url,
        final_url=meta.final_url,
        status=meta.status,
        content_type=meta.content_type,
        encoding=decoded.encoding,
        scripts=options.scripts,
        problems=tuple(problems),
    )
    return parse_html(markup, complete, data)
