"""Input made to break things, and a way to load it in a child with a memory limit."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

MEGABYTES = 1200  # of address space that a child may have

CASES: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "white space": lambda: b" \n\t",
    "one NUL": lambda: b"\x00",
    "NULs in text and tags": lambda: b"<p\x00>a\x00b</p><\x00p id=\x00>c",
    "binary": lambda: bytes(range(256)) * 4000,
    "truncated tag": lambda: b"<html><body><p class='x",
    "truncated entity": lambda: b"<p>&am",
    "truncated multi-byte": lambda: "<p>漢".encode()[:-1],
    "invalid UTF-8": lambda: b"<meta charset=utf-8><p>\xff\xfe\x80" * 1000,
    "declared UTF-8, is Latin": lambda: "<meta charset=utf-8><p>Größe".encode("latin-1"),
    "declared UTF-16, is ASCII": lambda: b"<meta charset=utf-16><p>text",
    "UTF-16 with mark": lambda: "<p>text</p>".encode("utf-16"),
    "UTF-16 without mark": lambda: "<p>text text text</p>".encode("utf-16-be"),
    "odd number of UTF-16 bytes": lambda: b"\xff\xfe<\x00p\x00>",
    "UTF-32 mark": lambda: "<p>x".encode("utf-32"),
    "100,000 nested div": lambda: b"<div>" * 100_000,
    "100,000 nested and closed": lambda: b"<div>" * 100_000 + b"</div>" * 100_000,
    "nested with stray ends": lambda: b"<div></x>" * 100_000,
    "nested, ends in comments": lambda: (b"<div>" * 900 + b"<!--" + b"</div>" * 900 + b"-->") * 100,
    "nested lists": lambda: b"<ul><li>" * 50_000,
    "nested unknown": lambda: b"<x-a>" * 100_000,
    "nested templates": lambda: b"<template>" * 100_000,
    "nested tables": lambda: b"<table><tr><td>" * 30_000,
    "nested fonts": lambda: b"".join(b"<font size=%d>" % i for i in range(100_000)),
    "formatting copied into blocks": lambda: b"".join(b"<p><b id=%d>" % i for i in range(20_000)),
    "formatting open, blocks closed": lambda: b"".join(b"<i id=%d>" % i for i in range(900)) + b"<p>x</p>" * 50_000,
    "a million siblings": lambda: b"<p>x</p>" * 1_000_000,
    "a million unclosed paragraphs": lambda: b"<p>x" * 1_000_000,
    "a million breaks": lambda: b"<br>" * 1_000_000,
    "100,000 options": lambda: b"<select>" + b"<option>x" * 100_000,
    "10 MB attribute": lambda: b"<p title='" + b"x" * 10_000_000 + b"'>text",
    "10 MB text": lambda: b"<p>" + b"word " * 2_000_000,
    "10 MB comment": lambda: b"<!--" + b"x" * 10_000_000,
    "10 MB script": lambda: b"<script>" + b"'<div>'" * 1_400_000,
    "100,000 attributes": lambda: b"<p " + b" ".join(b"a%d=1" % i for i in range(100_000)) + b">text",
    "100,000 attributes with < in them": lambda: b"<p " + b" ".join(b"a%d='<'" % i for i in range(100_000)) + b">text",
    "attributes of repeated html": lambda: b"".join(b"<html a%d=1>" % i for i in range(50_000)),
    "unclosed everything": lambda: b"<div><p><b><i><table><tr><td><ul><li><a href=x>y" * 5000,
    "unclosed quotes": lambda: b"<p title=\"x<div class='" * 20_000,
    "unclosed comments": lambda: b"<!-- x <p>" * 100_000,
    "unclosed scripts": lambda: b"<script>x" * 100_000,
    "only end tags": lambda: b"</div></p></b>" * 100_000,
    "misnested formatting": lambda: b"<b><p></b>" * 30_000,
    "frameset": lambda: b"<frameset cols='1,1'><frame src=a><frame src=b><noframes>x</noframes></frameset>",
    "nested framesets": lambda: b"<frameset>" * 50_000,
    "plaintext": lambda: b"<p>before<plaintext><p>not a tag</plaintext>",
    "a million ampersands": lambda: b"&" * 1_000_000,
    "a million less-than": lambda: b"<" * 1_000_000,
    "svg in svg": lambda: b"<svg><g>" * 50_000,
    "foster parents": lambda: b"<table>" + b"x<b>y" * 20_000,
}

# Loads a page and everything that is derived from its columns.
_CHILD = """
import json, resource, sys, time
import vertebra
from vertebra.errors import VertebraError
data = sys.stdin.buffer.read()
vertebra.load(b"<p>warm")
start = time.process_time()
outcome = {"error": "", "depth": 0}
try:
    page = vertebra.load(data)
    outcome["seconds"] = time.process_time() - start
    page.sums, page.path_hashes, page[len(page) - 1].xpath
    outcome["depth"] = int(page.nodes.depth.max())
except VertebraError as error:
    outcome["seconds"] = time.process_time() - start
    outcome["error"] = f"{type(error).__name__}: {error}"
outcome["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps(outcome))
"""


@dataclass(frozen=True)
class Outcome:
    """How a hostile input ended."""

    seconds: float  # of CPU time for loading alone
    megabytes: float  # at the most, with everything derived
    depth: int
    error: str  # a VertebraError, or empty


def load_in_child(data: bytes) -> Outcome:
    """Load input in a new process. Raises AssertionError if that dies, for example for want of memory."""
    child = subprocess.run(
        [sys.executable, "-c", _CHILD],
        input=data,
        capture_output=True,
        timeout=120,
        preexec_fn=_limit_memory,
        check=False,
    )
    assert child.returncode == 0, child.stderr.decode()[-500:]
    return Outcome(**json.loads(child.stdout))


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 2**20, MEGABYTES * 2**20))
