"""Options are declared once: a frozen dataclass whose fields carry their range and their help text.

Validation, command-line flags and the reference documentation are all made from these declarations.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from vertebra.errors import InvalidOption


@dataclass(frozen=True)
class Declared:
    """What is known of one option besides its name, type and default."""

    about: str
    at_least: float | None = None
    at_most: float | None = None
    choices: Sequence[str] = ()
    flag: bool = True  # False: for Python callers only, no command-line flag


def option(
    default: Any,
    about: str,
    *,
    at_least: float | None = None,
    at_most: float | None = None,
    choices: Sequence[str] = (),
    flag: bool = True,
) -> Any:
    """A field of an options class."""
    declared = Declared(about, at_least, at_most, tuple(choices), flag)
    return field(default=default, metadata={"option": declared})


@dataclass(frozen=True)
class Options:
    """Base of every options class; checks its ranges when it is made."""

    def __post_init__(self) -> None:
        """Refuse values outside their range, naming the option and the range."""
        for name, declared in declarations(type(self)).items():
            _check(name, getattr(self, name), declared)

    def replace(self, **changes: Any) -> Any:
        """A copy with some values changed, checked again."""
        known = declarations(type(self))
        for name in changes:
            if name not in known:
                raise InvalidOption(f"unknown option {name!r}; known: {', '.join(known)}")
        return dataclasses.replace(self, **changes)


def declarations(options: type[Options]) -> dict[str, Declared]:
    """The declared options of a class, in the order they are written."""
    return {f.name: f.metadata["option"] for f in dataclasses.fields(options) if "option" in f.metadata}


def _check(name: str, value: Any, declared: Declared) -> None:
    if declared.choices and value not in declared.choices:
        raise InvalidOption(f"{name} is {value!r}; one of {', '.join(declared.choices)} is wanted")
    if value is None or not isinstance(value, int | float):
        return
    if declared.at_least is not None and not value >= declared.at_least:
        raise InvalidOption(f"{name} is {value}; at least {declared.at_least} is wanted")
    if declared.at_most is not None and not value <= declared.at_most:
        raise InvalidOption(f"{name} is {value}; at most {declared.at_most} is wanted")
