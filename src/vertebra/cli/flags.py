"""Command-line flags made from options classes: declared once, used everywhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from vertebra.options import Declared, Options, declarations

Command = TypeVar("Command", bound=Callable[..., Any])
Given = TypeVar("Given", bound=Options)


def flags(*classes: type[Options]) -> Callable[[Command], Command]:
    """Give a command a flag for every option of these classes; one that two of them have comes once."""

    def decorate(command: Command) -> Command:
        seen: dict[str, click.Option] = {}
        for options in classes:
            for field in dataclasses.fields(options):
                declared: Declared | None = field.metadata.get("option")
                if declared is None or not declared.flag:
                    continue
                if field.name not in seen:
                    seen[field.name] = _flag(field, declared)
                elif seen[field.name].default != field.default:
                    _two_defaults(seen[field.name], field.default)
        for made in reversed(seen.values()):
            command = _attach(command, made)
        return command

    return decorate


def pick(options: type[Given], values: dict[str, Any]) -> Given:
    """The options object from a command's values; what nobody gave keeps the default of its class."""
    context = click.get_current_context()
    given = {
        name: values[name]
        for name in declarations(options)
        if name in values and context.get_parameter_source(name) is not ParameterSource.DEFAULT
    }
    return options(**given)


def _attach(command: Command, made: click.Option) -> Command:
    parameters: list[click.Parameter] = command.__dict__.setdefault("__click_params__", [])
    parameters.append(made)
    return command


def _flag(field: dataclasses.Field[Any], declared: Declared) -> click.Option:
    name = field.name.replace("_", "-")
    default = field.default
    if isinstance(default, bool):
        return click.Option([f"--{name}/--no-{name}"], default=default, show_default=True, help=declared.about)
    kind: click.ParamType[Any]
    if declared.choices:
        kind = click.Choice(list(declared.choices))
    elif isinstance(default, int):
        kind = click.IntRange(_whole(declared.at_least), _whole(declared.at_most))
    elif isinstance(default, float):
        kind = click.FloatRange(declared.at_least, declared.at_most)
    else:
        kind = click.STRING
    shown = default not in ("", None)
    return click.Option([f"--{name}"], type=kind, default=default, show_default=shown, help=declared.about)


def _two_defaults(flag: click.Option, other: object) -> None:
    """Say so where two steps of a command have different defaults for one option."""
    flag.show_default = f"{flag.default or 'its own'} or {other}, by what is done"


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)
