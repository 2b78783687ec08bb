"""Which network addresses a page may reach.

A page from the outside must not be able to make this machine talk to its own services or to its
local network. The rule is applied to the addresses a name resolves to, after the only lookup there
is: the caller connects to exactly the addresses it is given, so no second answer can differ.
"""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

from vertebra.errors import AddressBlocked, SourceNotFound, TooLarge, UsageError
from vertebra.urls import is_web_url, origin_of

Address: TypeAlias = IPv4Address | IPv6Address
Endpoint: TypeAlias = tuple[str, int]  # host and port

_PUBLIC: Final = "public"
_SPECIAL: Final[Sequence[tuple[IPv4Network | IPv6Network, str]]] = [
    (ip_network(network), kind)
    for kind, networks in {
        "unspecified": ("0.0.0.0/8", "::/128"),
        "loopback": ("127.0.0.0/8", "::1/128"),
        "private": ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10"),
        "shared": ("100.64.0.0/10",),
        "link-local": ("169.254.0.0/16", "fe80::/10"),
        "multicast": ("224.0.0.0/4", "ff00::/8"),
        "reserved": (
            *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24"),
            *("203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "3fff::/20"),  # Teredo is in 2001::/23
        ),
    }.items()
    for network in networks
]
_GLOBAL_IPV6: Final = IPv6Network("2000::/3")  # nothing outside it is public
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")  # NAT64: an IPv4 address in the last 32 bits

_NOT_IN_A_HOST: Final = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
_NUMBER: Final = re.compile(r"[0-9]+|0x[0-9a-f]*")


def kind_of(address: Address) -> str:
    """`public`, or what kind of special address it is; an IPv4 address inside an IPv6 one decides."""
    if isinstance(address, IPv6Address) and (inner := _ipv4_inside(address)) is not None:
        return kind_of(inner)
    for network, kind in _SPECIAL:
        if address in network:
            return kind
    if isinstance(address, IPv6Address):
        return _PUBLIC if address in _GLOBAL_IPV6 else "reserved"
    return _PUBLIC if address.is_global else "reserved"


def is_public(address: Address) -> bool:
    """Whether anyone on the internet could reach the address."""
    return kind_of(address) == _PUBLIC


def canonical_host(host: str) -> str:
    """One spelling for one host, read as browsers read it: `0x7f.1` is `127.0.0.1`.

    Raises SourceNotFound for what cannot be a host.
    """
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if ":" in host:
        return str(_ipv6(host))
    name = _ascii(unquote(host)).removesuffix(".")
    labels = name.split(".")
    if _NOT_IN_A_HOST.search(name) or len(name) > 253 or not all(0 < len(label) < 64 for label in labels):
        raise _no_such_host(host)
    if not _NUMBER.fullmatch(labels[-1]):
        return name
    address = _ipv4(labels)
    if address is None:
        raise _no_such_host(host)
    return str(address)


@dataclass(frozen=True)
class AddressPolicy:
    """Public addresses may be reached; others only if everything may, or if they were asked for.

    `allowed` holds what was asked for by name. If such a name has a public address the first time,
    it stays a public name: it cannot turn into a private one while its page is running.
    """

    allow_private: bool = False
    allowed: frozenset[Endpoint] = frozenset()
    _was_private: dict[Endpoint, bool] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Give the allowed hosts the spelling that `resolve` compares."""
        canonical = frozenset((canonical_host(host), port) for host, port in self.allowed)
        object.__setattr__(self, "allowed", canonical)

    @classmethod
    def for_url(cls, url: str, allow_private: bool = False) -> AddressPolicy:
        """The policy for a page that was asked for at this URL; one that is not of the web allows nothing more."""
        if not is_web_url(url):
            return cls(allow_private)
        try:
            origin = origin_of(url)
        except ValueError as error:
            raise UsageError(f"{url!r} is not a usable URL: {error}") from None
        return cls(allow_private, frozenset({origin}))

    def resolve(self, host: str, port: int, timeout: float | None = None) -> list[Address]:
        """The addresses that may be connected to, from one lookup.

        Raises AddressBlocked if there is none, SourceNotFound if the name does not resolve and
        TooLarge if the lookup takes longer than `timeout` seconds.
        """
        name = canonical_host(host)
        found = _literal(name) or _look_up(name, port, timeout)
        return self._permitted(name, port, found)

    async def resolve_async(self, host: str, port: int) -> list[Address]:
        """The same as `resolve`, without blocking the event loop."""
        name = canonical_host(host)
        found = _literal(name)
        if not found:
            try:
                answer = await asyncio.get_running_loop().getaddrinfo(*_question(name, port), **_TCP)
            except (OSError, UnicodeError):
                raise _no_such_host(name) from None
            found = _addresses(answer)
        return self._permitted(name, port, found)

    def _permitted(self, name: str, port: int, found: list[Address]) -> list[Address]:
        if not found:
            raise _no_such_host(name)
        if self.allow_private:
            return found
        public = [address for address in found if is_public(address)]
        endpoint = (name, port)
        if endpoint in self.allowed and self._was_private.setdefault(endpoint, not public) and not public:
            return found
        if public:
            return public
        shown = name if name == str(found[0]) else f"{name} ({found[0]})"
        raise AddressBlocked(
            f"{shown} port {port} is not public ({kind_of(found[0])}) and was not asked for by name; "
            "to let pages reach such addresses use --allow-private, or allow_private=True in Python"
        )


def _ipv4_inside(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a mapped, 6to4 or NAT64 address leads to."""
    if address in _TRANSLATED:
        return IPv4Address(address.packed[12:])
    return address.ipv4_mapped or address.sixtofour


def _ascii(host: str) -> str:
    """Lower case; letters of other scripts as browsers send them."""
    if host.isascii():
        return host.lower()
    import idna  # seldom needed

    try:
        return idna.encode(host, uts46=True).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        pass
    try:  # the older standard has what browsers still accept, such as symbols
        return host.encode("idna").decode("ascii").lower()
    except UnicodeError:
        raise _no_such_host(host) from None


def _ipv6(host: str) -> Address:
    try:
        address = IPv6Address(host)
    except ValueError:
        raise _no_such_host(host) from None
    if address.scope_id:
        raise _no_such_host(host)
    return address.ipv4_mapped or address


def _ipv4(labels: list[str]) -> IPv4Address | None:
    """One to four numbers, decimal, octal or hexadecimal, of which the last fills the remaining bytes."""
    try:
        *front, last = [_number(label) for label in labels]
    except ValueError:
        return None
    if len(front) > 3 or any(n > 255 for n in front) or last >= 256 ** (4 - len(front)):
        return None
    return IPv4Address(sum(n << (8 * (3 - i)) for i, n in enumerate(front)) + last)


def _number(label: str) -> int:
    if not _NUMBER.fullmatch(label):
        raise ValueError(label)
    if label.startswith("0x"):
        return int(label[2:] or "0", 16)
    return int(label, 8 if label.startswith("0") else 10)


def _literal(name: str) -> list[Address]:
    """The address that the canonical name is itself, if it is one."""
    try:
        return [ip_address(name)]
    except ValueError:
        return []


_TCP: Final[dict[str, Any]] = {"type": socket.SOCK_STREAM, "proto": socket.IPPROTO_TCP}


def _question(name: str, port: int) -> tuple[str, int]:
    """What is looked up: every name below localhost is this machine, whatever a server would say."""
    return ("localhost" if name.endswith(".localhost") else name), port


def _look_up(name: str, port: int, timeout: float | None) -> list[Address]:
    """Look the name up in a thread of its own, because the system's lookup cannot be interrupted."""
    answers: SimpleQueue[Any] = SimpleQueue()

    def look() -> None:
        try:
            answers.put(socket.getaddrinfo(*_question(name, port), **_TCP))
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=look, name=f"lookup of {name}", daemon=True).start()
    try:
        answer = answers.get(timeout=timeout)
    except Empty:
        raise TooLarge(f"looking up the host {name!r} took too long; raise the timeout") from None
    if isinstance(answer, Exception):
        raise _no_such_host(name)
    return _addresses(answer)


def _addresses(answer: Iterable[Any]) -> list[Address]:
    """The addresses of a getaddrinfo answer, each once, in its order."""
    found: dict[Address, None] = {}
    for family, _, _, _, place in answer:
        if family == socket.AF_INET6:
            address = IPv6Address(f"{place[0].partition('%')[0]}%{place[3]}" if place[3] else place[0])
            found[address.ipv4_mapped or address] = None
        elif family == socket.AF_INET:
            found[IPv4Address(place[0])] = None
    return list(found)


def _no_such_host(host: str) -> SourceNotFound:
    return SourceNotFound(f"no such host: {host!r}; check the spelling and the network connection")
