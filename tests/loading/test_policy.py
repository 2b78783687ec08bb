"""Which addresses may be reached, however they are spelled."""

from __future__ import annotations

import asyncio
import socket
import time
from ipaddress import IPv4Address, ip_address
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vertebra.errors import AddressBlocked, SourceNotFound, TooLarge, UsageError, VertebraError
from vertebra.loading.policy import Address, AddressPolicy, canonical_host, is_public, kind_of

PUBLIC = "93.184.215.14"

SPECIAL = {
    "loopback": ["127.0.0.1", "127.255.255.254", "::1", "::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1"],
    "private": ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1", "fec0::1"],
    "link-local": ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"],
    "shared": ["100.64.0.1", "100.127.255.255", "::ffff:100.64.0.1"],
    "multicast": ["224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1"],
    "unspecified": ["0.0.0.0", "0.1.2.3", "::", "2002::"],
    "reserved": [
        *("240.0.0.1", "255.255.255.255", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.9"),
        *("192.88.99.1", "::127.0.0.1", "64:ff9b:1::1", "100::1", "2001:db8::1", "3fff::1", "4000::1", "5f00::1"),
        *("2001:0:7f00:1::", "2001:0:808:808:0:0:8080:fefe", "::ffff:0:7f00:1"),
    ],
}
LOOPBACK_SPELLINGS = [
    *("127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f.1", "0x7f000001", "0X7F.0.0.1", "0177.0.0.01"),
    *("127.0.0.1.", "[::ffff:127.0.0.1]", "::ffff:7f00:1", "[::FFFF:7F00:0001]", "127。0。0。1", "127%2e0%2E0.1"),
    *("\uff11\uff12\uff17.0.0.1", "127.0.0.1\u00ad", "\u00b2130706433"),
]
LOCALHOST_SPELLINGS = ["localhost", "LOCALHOST", "localhost.", "LocalHost.", "\u24dbocalhost", "loc%61lhost"]


class Lookups:
    """Stands in for the system's lookup, and counts."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.names: list[str] = []

    def __call__(self, host: str, port: int, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
        self.names.append(host)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [
            (socket.AF_INET6, 1, 6, "", (text, port, 0, 0)) if ":" in text else (socket.AF_INET, 1, 6, "", (text, port))
            for text in answer
        ]


def use(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> Lookups:
    lookups = Lookups(*answers)
    monkeypatch.setattr(socket, "getaddrinfo", lookups)
    return lookups


def both_ways(policy: AddressPolicy, host: str, port: int) -> list[Address]:
    """The decision, after checking that the blocking and the asynchronous way agree on it."""

    def outcome(call: Any) -> Any:
        try:
            return call()
        except VertebraError as error:
            return type(error), str(error)

    blocking = outcome(lambda: policy.resolve(host, port))
    assert blocking == outcome(lambda: asyncio.run(policy.resolve_async(host, port)))
    return policy.resolve(host, port)


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in SPECIAL.items() for text in texts])
def test_special_addresses_are_not_public(kind: str, text: str) -> None:
    assert kind_of(ip_address(text)) == kind
    with pytest.raises(AddressBlocked, match="--allow-private"):
        both_ways(AddressPolicy(), text, 80)


@pytest.mark.parametrize(
    "text", [PUBLIC, "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::", "64:ff9b::808:808"]
)
def test_public_addresses_are_public(text: str) -> None:
    assert is_public(ip_address(text))
    assert both_ways(AddressPolicy(), text, 443)


@given(st.integers(0, 2**32 - 1))
def test_an_ipv4_address_inside_an_ipv6_one_decides(number: int) -> None:
    inner = IPv4Address(number)
    for outer in (f"::ffff:{inner}", f"64:ff9b::{inner}"):
        assert kind_of(ip_address(outer)) == kind_of(inner)
    if is_public(inner):
        assert inner.is_global
        assert not inner.is_multicast


@pytest.mark.parametrize("host", LOOPBACK_SPELLINGS)
def test_every_spelling_of_loopback_is_blocked_unless_asked_for(host: str) -> None:
    assert canonical_host(host) == "127.0.0.1"
    with pytest.raises(AddressBlocked, match="loopback"):
        both_ways(AddressPolicy(), host, 80)
    asked = AddressPolicy(allowed=frozenset({(host, 80)}))
    assert both_ways(asked, "127.0.0.1", 80) == [IPv4Address("127.0.0.1")]
    with pytest.raises(AddressBlocked):
        both_ways(asked, "127.0.0.1", 81)


@pytest.mark.parametrize("host", LOCALHOST_SPELLINGS)
def test_every_spelling_of_localhost_is_blocked(host: str) -> None:
    assert canonical_host(host) == "localhost"
    with pytest.raises(AddressBlocked):
        both_ways(AddressPolicy(), host, 80)


def test_names_below_localhost_are_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = use(monkeypatch, ["127.0.0.1"])
    with pytest.raises(AddressBlocked):
        both_ways(AddressPolicy(), "Shop.LocalHost", 80)
    assert set(lookups.names) == {"localhost"}


@pytest.mark.parametrize(
    "host",
    [
        *("", ".", "a..b", "x" * 64, "a." * 127 + "abc", "1.2.3.4.5", "256.1.1.1", "1.2.3.08", "4294967296", "1_0.1"),
        *("a b", "a/b", "a@b", "[::1", "::1%lo", "[fe80::1%25eth0]", "%", "%00", "a\nb", "1.2.3.4:80", "\ud800"),
    ],
)
def test_what_cannot_be_a_host_is_not_found(host: str) -> None:
    with pytest.raises(SourceNotFound, match="no such host"):
        both_ways(AddressPolicy(allow_private=True), host, 80)


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=40))
def test_any_text_is_either_a_stable_host_or_not_found(text: str) -> None:
    try:
        host = canonical_host(text)
    except SourceNotFound:
        return
    assert canonical_host(host) == host
    assert host.isascii()


def test_international_names_are_looked_up_as_browsers_do(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = use(monkeypatch, [PUBLIC])
    for host in ("Bücher.example", "faß.example", "\u2603.example"):
        AddressPolicy().resolve(host, 80)
    assert lookups.names == ["xn--bcher-kva.example", "xn--fa-hia.example", "xn--n3h.example"]


def test_an_unknown_name_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(SourceNotFound, match=r"nowhere\.example"):
        both_ways(AddressPolicy(), "nowhere.example", 80)


def test_a_slow_lookup_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: time.sleep(1))
    started = time.monotonic()
    with pytest.raises(TooLarge, match=r"slow\.example"):
        AddressPolicy().resolve("slow.example", 80, timeout=0.05)
    assert time.monotonic() - started < 0.5


def test_one_lookup_and_only_the_public_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = use(monkeypatch, ["10.0.0.1", PUBLIC, "::1", PUBLIC])
    assert AddressPolicy().resolve("mixed.example", 80) == [IPv4Address(PUBLIC)]
    assert lookups.names == ["mixed.example"]
    assert AddressPolicy(allow_private=True).resolve("mixed.example", 80) == [
        *(ip_address("10.0.0.1"), ip_address(PUBLIC), ip_address("::1"))
    ]


def test_a_private_name_that_was_asked_for_may_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, ["10.0.0.1"], ["10.0.0.2"])
    policy = AddressPolicy.for_url("http://Wiki.Internal:8080/start")
    assert policy.resolve("wiki.internal", 8080) == [IPv4Address("10.0.0.1")]
    assert policy.resolve("wiki.internal", 8080) == [IPv4Address("10.0.0.2")]
    with pytest.raises(AddressBlocked):
        policy.resolve("wiki.internal", 80)
    with pytest.raises(AddressBlocked):
        policy.resolve("other.internal", 8080)


@pytest.mark.parametrize("first", [[PUBLIC], [PUBLIC, "127.0.0.1"]])
def test_a_public_name_that_was_asked_for_cannot_turn_private(
    monkeypatch: pytest.MonkeyPatch, first: list[str]
) -> None:
    use(monkeypatch, first, ["127.0.0.1"])
    policy = AddressPolicy.for_url("http://rebind.example/")
    assert policy.resolve("rebind.example", 80) == [IPv4Address(PUBLIC)]
    with pytest.raises(AddressBlocked):
        policy.resolve("rebind.example", 80)


def test_a_page_from_a_file_has_no_address_of_its_own() -> None:
    assert AddressPolicy.for_url("file:///page.mhtml") == AddressPolicy.for_url("about:blank") == AddressPolicy()


def test_a_url_with_an_impossible_port_is_a_wrong_call() -> None:
    with pytest.raises(UsageError, match="not a usable URL"):
        AddressPolicy.for_url("http://host:99999/")
