"""Files stay readable in one sitting: at most 400 lines, functions at most 60 with their docstring."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

MOST_LINES = 400
MOST_FUNCTION_LINES = 60
# The walk over the parser's tree is one loop on purpose: a call a node would double its time.
FOLDERS = ("src", "tests", "bench", "scripts", "experiments")


def main() -> int:
    """List what is too long; the exit code says whether there is any."""
    found: list[str] = []
    for folder in FOLDERS:
        for path in sorted(Path(folder).rglob("*.py")):
            found += _too_long(path)
    sys.stdout.write("".join(f"{line}\n" for line in found))
    return 1 if found else 0


def _too_long(path: Path) -> list[str]:
    source = path.read_text(encoding="utf-8")
    lines = source.count("\n")
    found = [f"{path}: {lines} lines, at most {MOST_LINES}"] if lines > MOST_LINES else []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MOST_FUNCTION_LINES:
                found.append(f"{path}:{node.lineno}: {node.name} has {length} lines, at most {MOST_FUNCTION_LINES}")
    return found


if __name__ == "__main__":
    sys.exit(main())
