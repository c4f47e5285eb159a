"""Writes the files of a new bot: a working package, and its test."""

from __future__ import annotations

from pathlib import Path

from wreckoning.cli.files import write_new
from wreckoning.core.errors import Malformed
from wreckoning.core.ruleset import Ruleset

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1"
description = "A bot for {title}."
requires-python = ">=3.11"
dependencies = ["wreckoning"]

[project.entry-points."wreckoning.bots"]
"{key}.{name}" = "{name}:make"

[tool.hatch.build.targets.wheel]
only-include = ["{name}.py"]
"""

MODULE = '''\
"""{name}: a bot for {title}."""

from __future__ import annotations

from random import Random
from typing import Any

from wreckoning.core.bots import Bot
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset


class {title_name}:
    """Plays one seat of one race. It may remember whatever it likes between its decisions."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.ruleset, self.lots = ruleset, Random(seed)

    def choose(self, outlook: SeatOutlook, seconds: float) -> int:
        """The option to take, within so many seconds.

        `outlook.asks[0]` is the question: its `question`, and its `options` with their `names`.
        `outlook.now()` is the race as it stands, with all the fields of the ruleset's `race.py`.
        """
        ask, race = outlook.asks[0], outlook.now()
        return max(ask.options, key=lambda option: self.worth(race, outlook.seat, option))

    def worth(self, race: Any, seat: SeatIndex, option: int) -> float:
        """The worth of an option. Yours to write: here all options are worth the same."""
        return self.lots.random()


def make(ruleset: Ruleset, seed: int) -> Bot:
    """What the table calls, once for each seat. `Bot` is what it expects: `choose` above."""
    return {title_name}(ruleset, seed)
'''

TEST = '''\
"""{name} plays a race of {title} to its end, and takes nothing that is not offered."""

from wreckoning.core.dice import Seeded
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Seat, find_ruleset

from {name} import make


def test_it_plays_a_race() -> None:
    game = find_ruleset("{key}")
    seats = [Seat("Me"), *[Seat(f"Rival {{n}}", "rookie") for n in range(1, {count})]]
    race = Match(game, game.load_course(game.course_names()[0]), seats, dice=Seeded(1))
    bot = make(game, 1)
    while not race.is_over:
        outlook = race.outlook(0)
        option = bot.choose(outlook, 1.0)
        assert option in outlook.asks[0].options
        race.answer(option, by="Me", question=outlook.asks[0].question)
    assert race.result() is not None
'''

README = """\
# {name}

A bot for {title}, in `{name}.py`.

```
pip install -e .
pytest
wreck play {key} --bots {name}
wreck arena {key} --bots {name},rookie --races 60
```
"""
FILES = {
    "pyproject.toml": PYPROJECT,
    "{name}.py": MODULE,
    "test_{name}.py": TEST,
    "README.md": README,
}


def write_bot(ruleset: Ruleset, name: str, folder: Path) -> list[Path]:
    """Write the files of a bot. Raises Malformed for a name that is taken or not allowed."""
    if not name.isidentifier() or not name.islower():
        raise Malformed("name", f"expected small letters, digits and _, found {name[:40]!r}")
    if name in ruleset.bots or name == "person":
        raise Malformed("name", f"{ruleset.title} has a player {name!r} already")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Malformed(str(folder), "expected a new or empty folder")
    words = {
        "name": name,
        "title_name": name.title().replace("_", ""),
        "key": ruleset.key,
        "title": ruleset.title,
        "count": str(max(2, ruleset.seats[0])),
    }
    written = []
    for file, text in FILES.items():
        path = folder / file.format(**words)
        write_new(path, text.format(**words))
        written.append(path)
    return written
