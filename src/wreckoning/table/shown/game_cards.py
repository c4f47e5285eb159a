"""How a game is announced: its length and difficulty, a race that starts at once, a picture.

A ruleset says the first three in `data/learning/card.toml`; without that file its first course is
used, and nothing is said of length and difficulty.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from wreckoning.core.files.toml_files import read_toml
from wreckoning.core.files.toml_tables import TomlTable
from wreckoning.core.ruleset import Ruleset, default_opponent, find_ruleset
from wreckoning.table import lobby, models
from wreckoning.table.ids import TableId
from wreckoning.table.replies import DIFFICULTIES, Difficulty

MOST_BYTES = 4096
BOTS = 3  # against a newcomer, if the ruleset does not say
KEYS = ("minutes", "difficulty", "course", "bots")


@dataclass(frozen=True)
class Announcement:
    """`minutes`: at least and at most, against bots. `course` and `bots`: of a race at once."""

    minutes: tuple[int, int] | None
    difficulty: Difficulty | None
    course: str
    bots: int


def announcement_of(ruleset: Ruleset) -> Announcement:
    """What the ruleset's file says, or the default. Raises Malformed."""
    path = files(ruleset.package) / "data" / "learning" / "card.toml"
    most = ruleset.seats[-1] - 1
    if not path.is_file():
        bots = max(ruleset.seats[0] - 1, min(BOTS, most))
        return Announcement(None, None, ruleset.course_names()[0], bots)
    table = TomlTable(path.name, read_toml(path, "card", MOST_BYTES), KEYS)
    minutes = table.values.get("minutes")
    match minutes:
        case [int(least), int(longest)] if 0 < least <= longest:
            span = (least, longest)
        case _:
            table.wrong("minutes", "two numbers: at least and at most so many minutes")
    word = table.word("difficulty", DIFFICULTIES)
    return Announcement(
        span,
        next(each for each in DIFFICULTIES if each == word),
        table.word("course", ruleset.course_names()),
        table.whole("bots", ruleset.seats[0] - 1, most),
    )


@cache
def course_picture(key: str, course: str) -> str:
    """A course with its starters at the first question, as SVG in the shape of a card."""
    from wreckoning.table.shown.previews import table_svg  # the worker of chances does without

    ruleset = find_ruleset(key)
    bots = [models.NewSeat(player=default_opponent(ruleset))] * announcement_of(ruleset).bots
    seats = [models.NewSeat(player=lobby.MINE, name="You"), *bots]
    wanted = models.NewTable(ruleset=key, course=course, seats=seats, listed=False)
    tokens = [""] * len(seats)
    randomness = lobby.Randomness(TableId("picture"), "", tokens, "0" * 64, 0)
    table, _ = lobby.new_table(wanted, randomness)
    lobby.begin_race(table)
    return table_svg(table)
