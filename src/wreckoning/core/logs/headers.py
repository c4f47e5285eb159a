"""The header of a race, on the first line of its log and for its store: one writer and one reader.

RaceHeader     what a race begins with, as JSON
header_of      that of a match
begin          the match of a header, before its first answer
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wreckoning.core.dice import MAX_SEED, Dice
from wreckoning.core.documents import Json, ReadOnlyJson
from wreckoning.core.errors import Malformed
from wreckoning.core.fair import Fair, Sealed, Terms
from wreckoning.core.files.data import with_changes
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat
from wreckoning.core.seats import read_seats
from wreckoning.core.series import read_series

FORMAT = 1


@dataclass(frozen=True)
class RaceHeader:
    """What a race begins with. `fair`: the terms of fair dice; without them `bots` is a seed."""

    ruleset: str
    version: str
    course: ReadOnlyJson
    seats: Sequence[Seat]
    options: ReadOnlyJson
    dice: str
    fair: Terms | None
    bots: int
    data: ReadOnlyJson  # figures that a house file changed
    position: ReadOnlyJson | None  # where it begins, if not at the start
    series: ReadOnlyJson | None

    def as_json(self) -> Json:
        header: Json = {
            "wreckoning": FORMAT,
            "ruleset": self.ruleset,
            "version": self.version,
            "course": self.course,
            "seats": [seat.as_json() for seat in self.seats],
            "options": dict(self.options),
            "dice": self.dice,
        }
        if self.fair is not None:
            header["fair"] = self.fair.as_json()
        else:
            header["bots"] = self.bots
        if self.data:
            header["data"] = dict(self.data)
        if self.position is not None:
            header["position"] = dict(self.position)
        if self.series is not None:
            header["series"] = self.series
        return header


def header_of(match: Match) -> Json:
    """The header of a match's log. Raises Malformed for fair dice that are not this match's."""
    if match.header is not None:
        return {**match.header, **({"bots": match.bot_seed} if "bots" in match.header else {})}
    terms = None
    if isinstance(match.dice, Fair | Sealed):
        _check_dice(match, match.dice)
        terms = match.dice.terms
    return RaceHeader(
        match.ruleset.key,
        match.ruleset.version,
        match.course.document,
        match.seats,
        match.options,
        match.dice.name,
        terms,
        match.bot_seed,
        match.ruleset.changes,
        match.start_position,
        None if match.series is None else match.series.as_json(),
    ).as_json()


def _check_dice(match: Match, dice: Fair | Sealed) -> None:
    """Check that fair dice were made for these seats, and that their secret seeds the bots."""
    seats, texts = len(match.seats), len(dice.terms.texts)
    if texts != seats:
        raise Malformed("fair", f"expected {seats} texts, one for each seat, found {texts}")
    if isinstance(dice, Fair) and match.bot_seed != dice.bot_seed:
        raise Malformed("fair", "expected the bots' seed that comes from the secret")


def with_rules(header: Json, rules: str) -> Json:
    """The header, with the later rules that its answers agree with; '' for none."""
    found: Json = {}
    for key, value in header.items():
        if key != "rules":
            found[key] = value
        if key == "version" and rules not in ("", value):
            found["rules"] = rules
    return found


def _changes(header: Json) -> Json:
    """The figures that house rules changed in the ruleset's data."""
    changes = header.get("data", {})
    if not isinstance(changes, dict):
        raise Malformed("data", "expected an object")
    return changes


def begin(header: Json, ruleset: Ruleset, dice: Dice) -> Match:
    """The match of this header, before its first answer. Raises a WreckError."""
    ruleset = with_changes(ruleset, _changes(header))
    course, options = header.get("course"), header.get("options", {})
    bots = dice.bot_seed if isinstance(dice, Fair) else header.get("bots", 0)
    if not isinstance(course, dict):  # a log contains its course: it never names a file
        raise Malformed("course", "expected an object")
    if not isinstance(options, dict):
        raise Malformed("options", "expected an object")
    if type(bots) is not int or not 0 <= bots <= MAX_SEED:
        raise Malformed("bots", f"expected a seed 0 to {MAX_SEED}")
    seats = read_seats("seats", header.get("seats"))
    start = header.get("position")
    loaded = ruleset.load_course(course)
    given = header.get("series")
    series = None if given is None else read_series("series", given)
    as_begun = None if header.get("version") == ruleset.version else header
    match = Match(ruleset, loaded, seats, options, dice, start, False, bots, series, as_begun)
    if isinstance(dice, Fair | Sealed):
        _check_dice(match, dice)
    return match
