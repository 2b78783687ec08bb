"""What `import vertebra` gives, how quickly, and that the documentation is current."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import vertebra

ROOT = Path(__file__).parent.parent


def test_every_public_name_is_there_and_sorted() -> None:
    assert list(vertebra.__all__) == sorted(vertebra.__all__)
    for name in vertebra.__all__:
        assert getattr(vertebra, name) is not None
    assert dir(vertebra) == vertebra.__all__


def test_importing_loads_nothing_heavy() -> None:
    script = "import sys, vertebra; print(sorted({m.partition('.')[0] for m in sys.modules}))"
    loaded = ast.literal_eval(
        subprocess.run([sys.executable, "-c", script], capture_output=True, check=True).stdout.decode()
    )
    heavy = {"numpy", "selectolax", "playwright", "httpx", "click", "rich", "PIL", "charset_normalizer"}
    assert heavy.isdisjoint(loaded)


def test_parsing_needs_no_optional_package() -> None:
    """The core works where no extra is installed."""
    script = (
        "import sys\n"
        "for name in ('playwright', 'PIL', 'psutil', 'lxml'): sys.modules[name] = None\n"
        "import vertebra\n"
        "assert vertebra.load('<p>x').sums.words[-1] == 1\n"
        "try: vertebra.render('<p>x')\n"
        "except vertebra.VertebraError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "pip install 'vertebra[browser]'" in done.stdout


def test_no_file_names_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    for name in listed.stdout.splitlines():
        if name.endswith((".toml", ".txt", ".cfg", "Makefile", "run")):
            text = (ROOT / name).read_text(encoding="utf-8")
            assert "pythonhosted" not in text
            assert "index-url" not in text


def test_the_readme_tour_runs() -> None:
    """The Python of the README works as printed, as far as it needs no network."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = readme.split("```python\n")[1].split("```")[0]
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=120)
