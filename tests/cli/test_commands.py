"""The commands as a user runs them: output, messages, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import vertebra
from tests.conftest import Site

HTML = "<title>Hello</title><main id=m><h1>A headline</h1><p>Some words here and there.</p></main>"


def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run `vertebra …` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "vertebra", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("command", ["analyze", "demo", "doctor", "outline", "render"])
def test_every_command_has_help(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert f"Usage: vertebra {command}" in done.stdout


def test_version() -> None:
    assert vertebra.__version__ in run("--version").stdout


def test_outline_of_a_file_and_of_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HTML)
    from_file, from_stdin = run("outline", path), run("outline", "-", stdin=HTML.encode())
    assert from_file.returncode == 0
    assert from_file.stdout == from_stdin.stdout
    assert 'main#m "A headline Some words here' in from_file.stdout
    assert from_file.stderr == ""


def test_outline_stays_within_its_budget(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("".join(f"<section><h2>{i}</h2><p>{'word ' * 30}</p></section>" for i in range(300)))
    for budget in (40, 200, 1000, 5000):
        assert len(run("outline", path, "--max-chars", str(budget)).stdout) <= budget


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["outline", "no-such-file.html"], 1, "no such file or folder"),
        (["outline", "example.org"], 1, "https://example.org"),
        (["outline", "http://127.0.0.1:1/"], 1, "127.0.0.1:1"),
        (["outline"], 2, "Missing argument"),
        (["outline", "x", "--max-chars", "3"], 2, "40<=x"),
        (["outline", "-", "--encoding", "klingon"], 2, "klingon"),
        (["no-such-command"], 2, "No such command"),
        (["analyze", "-"], 2, "a URL, a file or a folder"),
        (["render", "x.html", "-o", "/no/such/folder/x.png"], 2, "no such folder"),
    ],
)
def test_mistakes_are_one_clear_message(arguments: list[str], code: int, message: str) -> None:
    done = run(*arguments, stdin=b"<p>x")
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_strict_tells_when_there_is_nothing() -> None:
    assert run("outline", "-", "--strict", stdin=b"<p>x").returncode == 0
    assert run("outline", "-", "--strict", stdin=b"<script>x</script>").returncode == 3


def test_too_much_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.html"
    path.write_bytes(b"x" * 2000)
    for done in (
        run("outline", path, "--max-bytes", "1000"),
        run("outline", "-", "--max-bytes", "1000", stdin=b"x" * 2000),
    ):
        assert (done.returncode, "larger than 1,000 bytes" in done.stderr) == (1, True)


def test_problems_are_notes_on_standard_error() -> None:
    done = run("outline", "-", stdin=b"")
    assert (done.returncode, done.stderr) == (0, "note: the document is empty\n")


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>words</p>" * 50_000)
    command = f"{sys.executable} -m vertebra outline {path} --max-chars 5000000 --fan-out 10000 | head -c 10"
    done = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60, check=False)
    assert b"Traceback" not in done.stderr


@pytest.mark.browser
def test_render_saves_a_page_and_its_picture(tmp_path: Path, site: Site) -> None:
    url = site.put(HTML)
    done = run("render", url, "-o", tmp_path / "page.vertebra", "--png", tmp_path / "page.png", "--width", "700")
    assert done.returncode == 0, done.stderr
    assert "nodes" in done.stderr
    page = vertebra.load(tmp_path / "page.vertebra")
    assert page.meta.viewport[0] == 700
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    again = run("render", url, "-o", tmp_path / "again.vertebra", "--width", "700")
    assert again.returncode == 0
    assert (tmp_path / "again.vertebra").read_bytes() == (tmp_path / "page.vertebra").read_bytes()
    assert run("outline", tmp_path / "page.vertebra").returncode == 0


@pytest.mark.browser
def test_analyze_takes_pages_that_were_saved(tmp_path: Path, site: Site) -> None:
    run("render", site.put(HTML), "-o", tmp_path / "page.vertebra")
    done = run("analyze", tmp_path / "page.vertebra", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "out" / "pages.jsonl").read_text())
    assert (record["title"], record["boxes"] > 3) == ("Hello", True)


@pytest.mark.browser
@pytest.mark.parametrize("how", ["--render", "--no-render"])
def test_analyze_goes_on_after_a_bad_page(tmp_path: Path, how: str) -> None:
    folder, out = tmp_path / "pages", tmp_path / "out"
    folder.mkdir()
    (folder / "a.html").write_text(HTML)
    (folder / "b.html").write_bytes(b"\x89PNG not a page")
    (folder / "c.html").write_text("<title>last</title>")
    done = run("analyze", folder, "-o", out, how)
    assert done.returncode == 1
    records = [json.loads(line) for line in (out / "pages.jsonl").read_text().splitlines()]
    assert [record["name"] for record in records] == ["a.html", "b.html", "c.html"]
    assert records[0]["words"] == 7
    assert "a PNG picture, not an HTML page" in records[1]["error"]
    assert records[2]["title"] == "last"
    assert (records[0]["boxes"] > 0) == (how == "--render")
    assert "PNG picture" in done.stderr
    assert str(out / "report.html") in done.stderr
    assert "a.html" in (out / "report.html").read_text()
