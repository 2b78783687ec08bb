"""The browser process: reuse, crashes, limits, policy, and nothing left behind."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

import vertebra
from tests.conftest import Site
from vertebra.errors import BrowserCrashed, BrowserError, BrowserMissing, CaptureTimeout, FetchFailed, UsageError
from vertebra.loading.browser.capture import take
from vertebra.loading.browser.find import VARIABLE, need_chromium
from vertebra.loading.browser.options import CaptureOptions
from vertebra.loading.browser.process import Browser
from vertebra.loading.browser.visit import Target
from vertebra.model import Page

pytestmark = pytest.mark.browser

QUICK = CaptureOptions(lazy=False, screenshot=False)


def capture(browser: Browser, url: str, options: CaptureOptions = QUICK) -> Page:
    return browser.capture(Target(url, url=url), options)


def text_of(page: Page) -> str:
    return page[0].all_text


def codes(page: Page) -> set[str]:
    return {problem.code for problem in page.meta.problems}


def chromium_below(pid: int) -> list[psutil.Process]:
    """All living browser processes below one of ours, renderers included."""
    found = []
    with contextlib.suppress(psutil.NoSuchProcess):
        for process in psutil.Process(pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if "chrom" in process.name() and process.status() != psutil.STATUS_ZOMBIE:
                    found.append(process)
    return found


def is_main(process: psutil.Process) -> bool:
    """The browser itself: neither one of its helpers nor the shell script that Debian starts it with."""
    try:
        is_helper = any(argument.startswith("--type=") for argument in process.cmdline())
        is_browser = any(argument.startswith("--remote-debugging") for argument in process.cmdline())
        return is_browser and not is_helper and Path(process.exe()).name.startswith("chrom")
    except psutil.NoSuchProcess:
        return False


def test_metadata(browser: Browser, site: Site) -> None:
    site.put("<title>t</title><a href=x>l</a>", "/dir/page")
    site.redirects["/old"] = "/dir/page"
    page = capture(browser, site.origin + "/old")
    assert page.meta.url == site.origin + "/old"
    assert page.meta.final_url == site.origin + "/dir/page"
    assert page.links.url == (site.origin + "/dir/x",)
    assert (page.meta.status, page.meta.content_type, page.meta.encoding) == (200, "text/html", "utf-8")
    assert (page.meta.origin, page.meta.viewport, page.meta.captured_at) == ("browser", (1366, 768), "")
    assert page.meta.browser.startswith("Chromium ")
    assert page.source == b"<title>t</title><a href=x>l</a>"
    assert page.title == "t"


def test_the_time_is_recorded_when_asked(browser: Browser, site: Site) -> None:
    page = capture(browser, site.put("x"), QUICK.replace(record_time=True))
    assert page.meta.captured_at.endswith("+00:00")


def test_an_error_page_is_a_page(browser: Browser, site: Site) -> None:
    page = capture(browser, site.origin + "/missing")
    assert (page.meta.status, text_of(page)) == (404, "not here")


def test_pages_share_one_browser_and_no_state(browser: Browser, site: Site) -> None:
    url = site.put("<script>document.write(document.cookie + localStorage.length); document.cookie='a=1';"
                   "localStorage.x=1</script>")  # fmt: skip
    futures = [browser.submit(Target(url, url=url), QUICK) for _ in range(3)]
    assert [text_of(future.result()) for future in futures] == ["0", "0", "0"]
    assert len([process for process in chromium_below(os.getpid()) if is_main(process)]) == 1


def test_private_addresses_are_out_of_reach(browser: Browser, site: Site, other_site: Site) -> None:
    other_site.put("<p>treasure</p>", "/secret")
    site.redirects["/jump"] = other_site.origin + "/secret"
    url = site.put(
        f"<img src={other_site.origin}/secret.png><iframe src={other_site.origin}/secret></iframe>"
        f"<iframe src=/jump></iframe><iframe src=file:///etc/passwd></iframe><p id=a>-</p><script>"
        f"fetch('{other_site.origin}/secret', {{mode: 'no-cors'}});"
        f"new WebSocket('ws' + '{other_site.origin}'.slice(4) + '/socket')</script>"
    )
    page = capture(browser, url)
    assert other_site.asked == []
    assert "treasure" not in page.text
    assert "root:" not in page.text
    assert "refused" in codes(page)
    allowed = capture(browser, url, QUICK.replace(allow_private=True))
    assert "treasure" in allowed.text
    assert "/secret" in other_site.asked


def test_redirects_of_the_page_itself_are_checked(browser: Browser, site: Site, other_site: Site) -> None:
    other_site.put("<p>treasure</p>", "/secret")
    site.redirects["/"] = other_site.origin + "/secret"
    try:
        text = text_of(capture(browser, site.origin + "/"))
    except FetchFailed as error:
        text = str(error)
    assert "treasure" not in text
    assert other_site.asked == []


def test_limits_on_requests_and_bytes(browser: Browser, site: Site) -> None:
    many = site.put("".join(f"<img src=/{i}.png>" for i in range(50)), "/many")
    page = capture(browser, many, QUICK.replace(max_requests=10))
    assert "too-many-requests" in codes(page)
    big = site.put("<p>text<script src=/big.js></script>", "/big")
    site.answers["/big.js"] = ("text/javascript", b"//" + b"x" * 2_000_000)
    page = capture(browser, big, QUICK.replace(max_bytes=500_000))
    assert "too-many-bytes" in codes(page)
    assert text_of(page) == "text"


def test_a_page_that_never_finishes_is_taken_as_it_is(browser: Browser, site: Site) -> None:
    url = site.put("<p>there</p><script>setInterval(() => fetch('/again?' + Math.random()), 20)</script>"
                   "<script>const end = Date.now() + 300; while (Date.now() < end);</script>")  # fmt: skip
    page = capture(browser, url, QUICK.replace(patience=0.5))
    assert "there" in text_of(page)


def test_a_page_that_hangs_is_an_error_within_its_time(browser: Browser, site: Site) -> None:
    url = site.put("<p>x</p><script>for(;;);</script>")
    start = time.monotonic()
    with pytest.raises(CaptureTimeout, match="within 2 s"):
        capture(browser, url, QUICK.replace(timeout=2.0, patience=0.5))
    assert time.monotonic() - start < 25
    assert text_of(capture(browser, site.put("<p>next</p>", "/next"))) == "next"


def test_dialogs_popups_and_downloads_do_not_stop_a_page(browser: Browser, site: Site) -> None:
    site.answers["/file"] = ("application/octet-stream", b"data")
    url = site.put(
        "<script>alert(1); confirm(2); prompt(3); open('/pop'); onload = () => location = '/file'</script><p>on"
    )
    page = capture(browser, url)
    assert text_of(page) == "on"


def test_a_page_that_goes_elsewhere_while_it_is_captured(browser: Browser, site: Site) -> None:
    site.put("<p>the next page</p>", "/next")
    url = site.put("<div style='height:9000px'>first</div><script>onscroll = () => location = '/next'</script>")
    page = capture(browser, url, QUICK.replace(lazy=True))
    assert text_of(page) == "the next page"
    assert page.meta.final_url == site.origin + "/next"
    assert "moved-on" in codes(page)
    assert b"first" not in page.source


def test_a_file_that_leads_to_another(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "old.html").write_text("<meta http-equiv=refresh content='0; url=new.html'>moved")
    (tmp_path / "new.html").write_text("<p>here</p>")
    page = vertebra.render(tmp_path / "old.html", QUICK, browser)
    if text_of(page) == "here":  # usually; the browser may also take its time
        assert page.meta.final_url == (tmp_path / "new.html").as_uri()
        assert page.source == b"<p>here</p>"
        assert "moved-on" in codes(page)
    else:
        assert page.meta.final_url == (tmp_path / "old.html").as_uri()
    assert not any("127.0.0.1" in problem.message for problem in page.meta.problems)


def test_unreachable_places_are_one_clear_error(browser: Browser) -> None:
    with pytest.raises(FetchFailed, match=r"http://127\.0\.0\.1:1/"):
        capture(browser, "http://127.0.0.1:1/")


def test_a_crashed_browser_is_replaced_and_the_page_tried_again(site: Site) -> None:
    with Browser() as own:
        own.start()
        url = site.put("<p>alive</p>")
        assert text_of(capture(own, url)) == "alive"
        for process in chromium_below(os.getpid()):
            if own_process(process):
                process.kill()
        assert text_of(capture(own, url)) == "alive"


def own_process(process: psutil.Process) -> bool:
    """Not the browser that the other tests share: that one was started earlier."""
    try:
        return process.create_time() > time.time() - 8
    except psutil.NoSuchProcess:
        return False


def test_a_page_that_kills_its_browser_twice_is_an_error(monkeypatch: pytest.MonkeyPatch, site: Site) -> None:
    url = site.put("<p>x</p>")
    tries: list[int] = []
    with Browser() as own:
        own.start()

        def kill(*_: object) -> object:
            tries.append(1)
            for process in chromium_below(os.getpid()):
                if own_process(process):
                    process.kill()
            time.sleep(0.2)
            return take(CaptureOptions())

        monkeypatch.setattr("vertebra.loading.browser.visit.take", kill)
        with pytest.raises(BrowserCrashed, match="twice"):
            capture(own, url)
    assert len(tries) == 2


LEFT_BEHIND = """
import os, sys, time
import vertebra
browser = vertebra.Browser()
browser.start()
print(os.getpid(), flush=True)
{end}
"""


@pytest.mark.parametrize(
    "end", ["sys.exit(0)", "raise SystemError('bug')", "browser.close()", "del browser", "time.sleep(60)"]
)
def test_no_process_is_left_behind(end: str) -> None:
    """Whatever ends the program: leaving, an error, closing, collecting, or being killed."""
    child = subprocess.Popen(
        [sys.executable, "-c", LEFT_BEHIND.format(end=end)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout
    pid = int(child.stdout.readline())
    started = chromium_below(pid)
    if end.startswith("time.sleep"):
        assert started
        os.kill(pid, signal.SIGKILL)
    child.communicate(timeout=30)
    deadline = time.monotonic() + 15
    while any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in started):
        assert time.monotonic() < deadline, "the browser outlived its program"
        time.sleep(0.1)


def test_a_closed_browser_says_so() -> None:
    own = Browser()
    own.close()
    own.close()
    with pytest.raises(BrowserError, match="closed"):
        own.start()


def test_a_missing_browser_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nothing"))
    with pytest.raises(BrowserMissing, match=VARIABLE):
        need_chromium()
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with pytest.raises(BrowserMissing, match="apt-get install chromium-headless-shell"):
        need_chromium()


def test_a_program_that_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/bin/true")
    with Browser() as own, pytest.raises(BrowserMissing, match="does not start"):
        own.start()


def test_works_where_an_event_loop_runs(browser: Browser, site: Site) -> None:
    url = site.put("<p>in a notebook</p>")

    async def notebook() -> str:
        return text_of(capture(browser, url))

    assert asyncio.run(notebook()) == "in a notebook"


def test_files_use_their_folder_and_nothing_else(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "style.css").write_text("p{margin-left:123px}")
    (tmp_path / "outside.css").write_text("p{margin-top:77px}")
    (folder / "page.html").write_text(
        "<!doctype html><link rel=stylesheet href=style.css><link rel=stylesheet href=../outside.css>"
        "<iframe src=file:///etc/passwd></iframe><p id=a>x<div style='background:url(style.css)'>"
    )
    page = vertebra.render(folder / "page.html", QUICK, browser)
    box = page[int(page.having_tag("p")[0])].box
    assert box is not None
    assert box.x0 == 8 + 123
    assert box.y0 < 250
    assert "root:" not in page.text
    assert page.meta.final_url == (folder / "page.html").as_uri()
    assert page.rendered is not None
    assert not any("127.0.0.1" in word for word in page.rendered.words)


def test_relative_paths(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "site" / "sub").mkdir(parents=True)
    (tmp_path / "site" / "sub" / "page.html").write_text("<p>relative")
    monkeypatch.chdir(tmp_path)
    assert text_of(vertebra.render("site/sub/page.html", QUICK, browser)) == "relative"
    target = Target("x", path=Path("site/sub/page.html"), root=Path("site"))
    assert text_of(browser.capture(target, QUICK)) == "relative"


def test_text_of_html_is_rendered_at_its_address(browser: Browser, site: Site) -> None:
    site.put("p{color:#010203}", "/style.css", "text/css")
    html = "<meta charset=latin1><link rel=stylesheet href=style.css><p>Grüße <a href=next>x</a>"
    page = vertebra.render(html, QUICK.replace(base_url=site.origin + "/"), browser)
    assert text_of(page) == "Grüße x"
    assert page.links.url == (site.origin + "/next",)
    assert page.rendered is not None
    assert 0x010203FF in page.rendered.styles.color


def test_saved_pages_mhtml_and_single_file(browser: Browser, tmp_path: Path) -> None:
    mhtml = tmp_path / "saved.mhtml"
    mhtml.write_text(
        'From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype="text/html";\n'
        '\tboundary="--b"\n\n----b\nContent-Type: text/html\nContent-Location: https://example.org/\n\n'
        "<link rel=stylesheet href='https://example.org/s.css'><p>saved text</p>\n----b\nContent-Type: text/css\n"
        "Content-Location: https://example.org/s.css\n\np{margin-left:55px}\n----b--\n".replace("\n", "\r\n")
    )  # fmt: skip
    page = vertebra.load(mhtml)  # only a browser can read it, so it is rendered
    box = page[int(page.having_tag("p")[0])].box
    assert box is not None
    assert (text_of(page), box.x0) == ("saved text", 8 + 55)
    single = tmp_path / "single.html"
    single.write_text("<style>p{margin-left:44px}</style><p>one file<img src='data:image/gif;base64,"
                      "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='>")  # fmt: skip
    rendered = vertebra.render(single, QUICK, browser)
    assert text_of(rendered) == text_of(vertebra.load(single)) == "one file"


def test_a_saved_page_cannot_be_rendered_again(tmp_path: Path, browser: Browser) -> None:
    path = vertebra.save(vertebra.load("<p>x"), tmp_path / "x.vertebra")
    with pytest.raises(UsageError, match=r"vertebra\.load"):
        vertebra.render(path, QUICK, browser)
