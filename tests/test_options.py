"""Options are declared once: ranges are checked, flags follow."""

from __future__ import annotations

from dataclasses import dataclass

import click
import pytest
from click.testing import CliRunner

from vertebra.cli.flags import flags, pick
from vertebra.errors import InvalidOption
from vertebra.options import Options, option


@dataclass(frozen=True)
class Cooking(Options):
    """An example."""

    minutes: int = option(10, "how long", at_least=1, at_most=60)
    heat: str = option("low", "how hot", choices=("low", "high"))
    lid: bool = option(True, "with a lid")
    salt: float = option(0.5, "how much", at_least=0)


@dataclass(frozen=True)
class Serving(Options):
    """Another one with an option of the same name but another default."""

    minutes: int = option(5, "until it is served", at_least=1)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"minutes": 0}, "minutes is 0; at least 1"),
        ({"minutes": 61}, "at most 60"),
        ({"heat": "hot"}, "one of low, high"),
        ({"salt": float("nan")}, "salt is nan"),
        ({"pepper": 1}, "unknown option 'pepper'; known: minutes, heat, lid, salt"),
    ],
)
def test_ranges(values: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        Cooking().replace(**values)


@click.command
@flags(Cooking, Serving)
def cook(**values: object) -> None:
    """Say what was picked."""
    click.echo(f"{pick(Cooking, values)} {pick(Serving, values)}")


def test_flags() -> None:
    run = CliRunner().invoke
    assert "minutes=10, heat='low', lid=True, salt=0.5) Serving(minutes=5)" in run(cook, []).output
    given = run(cook, ["--minutes", "7", "--no-lid", "--heat", "high"]).output
    assert "minutes=7, heat='high', lid=False, salt=0.5) Serving(minutes=7)" in given
    assert run(cook, ["--minutes", "99"]).exit_code == 2
    assert "how hot" in run(cook, ["--help"]).output
