"""Checks the games of a campaign: each log by itself, and its result with the campaign's file."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wreckoning.cli.reading import LOG, kind_of_file, read_text, wrong_kind
from wreckoning.core.errors import Changed, Malformed, WreckError
from wreckoning.core.fair import read_terms
from wreckoning.core.protocols import Campaign
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import Ruleset, find_ruleset
from wreckoning.core.seats import check_options, read_seats
from wreckoning.table.campaigns.playing import kind_of
from wreckoning.table.campaigns.stretches import DiceTerms
from wreckoning.table.ids import TableId

if TYPE_CHECKING:
    from wreckoning.core.documents import ReadOnlyJson
    from wreckoning.core.logs.log_file import LogFile
    from wreckoning.core.protocols import CampaignGame
    from wreckoning.table.campaigns.checking import CheckedCampaign

LOGS = "*.jsonl"
MOST_TOLD = 3  # differences of one game


@dataclass(frozen=True)
class CountedGame:
    """A game whose result a campaign has: its number from 0, and the place of that move.

    `table` is that of its log, '' if the file does not name it. `log` is the checked one; '' if
    none was checked, and `why` says the reason.
    """

    number: int
    move: int
    table: str
    stretch: DiceTerms | None
    log: str = ""
    why: str = "without a log"

    @property
    def title(self) -> str:
        """`game 2 (k7g2)`."""
        return f"game {self.number + 1}{f' ({self.table})' if self.table else ''}"


def check_games(
    checked: CheckedCampaign, document: ReadOnlyJson, where: str, given: Sequence[str]
) -> list[CountedGame]:
    """Check the games of a campaign by these logs and folders of logs; or by those next to it.

    Raises Malformed or Changed for a log that does not pass, has another result, or is of another
    campaign.
    """
    counted = list(_counted(document, checked.stretches))
    tables = {table for stretch in checked.stretches for table in stretch.games}
    logs = _logs_of(where, given, tables)
    found = []
    for game in counted:
        path = logs.get(game.table, "")
        found.append(_checked(game, path, document, where) if path else game)
    return found


def _counted(document: ReadOnlyJson, stretches: Sequence[DiceTerms]) -> Iterator[CountedGame]:
    """The games with a result, each with the last table that was made for it."""
    for at, move in enumerate(document["moves"]):
        if move["who"] != NOBODY or "game" not in move:  # the start of the campaign
            continue
        number = int(move["game"])
        last: tuple[str, DiceTerms | None] = ("", None)
        for stretch in stretches:
            first = f"{stretch.match}g{number + 1}"
            for table in stretch.games:
                if table == first or table.startswith(f"{first}t"):
                    last = (table, stretch)
        yield CountedGame(number, at, *last)


def _logs_of(where: str, given: Sequence[str], tables: set[Any]) -> dict[str, str]:
    """The paths of logs by their tables. Raises Malformed."""
    beside = Path(where).with_suffix(".games")
    found: dict[str, str] = {}
    for path in map(Path, given or ([str(beside)] if beside.is_dir() else [])):
        if path.is_dir():
            named = ((each.stem, str(each)) for each in sorted(path.glob(LOGS)))
            found |= {table: log for table, log in named if table in tables}
            continue
        text = read_text(str(path))
        if kind_of_file(text) != LOG:
            raise wrong_kind(text, str(path), "a race's log")
        table = _table_of(text)
        if table not in tables:
            raise Malformed(str(path), f"expected the log of a game of {where}, found another race")
        found[table] = str(path)
    return found


def _table_of(text: str) -> str:
    """The table that a log names; '' if its dice are not fair."""
    try:
        return str(json.loads(text.partition("\n")[0])["fair"]["match"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return ""


def _checked(game: CountedGame, path: str, document: ReadOnlyJson, where: str) -> CountedGame:
    """Replay a game's log, and compare it with the campaign. Raises Malformed or Changed."""
    from wreckoning.cli.checks.race import check_log, read_race

    text = read_text(path)
    log, ruleset = read_race(text, path), find_ruleset(document["ruleset"])
    if log.header["ruleset"] == ruleset.key and log.rules != ruleset.version:
        why = f"raced by the rules {log.rules} and not by {ruleset.version}"
        return CountedGame(game.number, game.move, game.table, game.stretch, why=why)
    campaign = _before(game, document, where)
    kind = kind_of(ruleset.key)
    planned = next(one for one in kind.planned_games(campaign) if one.number == game.number)
    _check_header(game, log, planned, ruleset, path)
    log = check_log(text, path, ()).log
    if log.result is None:
        raise Changed(path, f"the race was given up, but {where} has a result of {game.title}")
    try:
        campaign.do(NOBODY, kind.result_move(campaign, game.number, log.result))
    except (WreckError, KeyError, ValueError) as error:
        raise Changed(path, f"its result does not fit {game.title} of {where}: {error}") from None
    held, shown = document["moves"][game.move], kind.to_document(campaign)["moves"][game.move]
    if differences := list(_differences(held, shown)):
        told = "; ".join(differences[:MOST_TOLD])
        more = f"; and {len(differences) - MOST_TOLD} more" if len(differences) > MOST_TOLD else ""
        raise Changed(f"{where}: {game.title}", f"its log {path} has another result: {told}{more}")
    return CountedGame(game.number, game.move, game.table, game.stretch, path)


def _before(game: CountedGame, document: ReadOnlyJson, where: str) -> Campaign:
    """The campaign before the result of this game was counted."""
    faces = itertools.chain(document["dice"], itertools.repeat(1))
    own = {key: value for key, value in document.items() if key != "fair"}
    played = {**own, "moves": document["moves"][: game.move], "dice": []}
    kind = kind_of(document["ruleset"])
    found: Campaign = kind.from_document(played, lambda _, sides: min(next(faces), sides), where)
    return found


def _check_header(
    game: CountedGame, log: LogFile, planned: CampaignGame, ruleset: Ruleset, path: str
) -> None:
    """Check that a log is of this game: its dice, drivers, course and rules.

    Raises Malformed or Changed.
    """
    header, stretch = log.header, game.stretch
    assert stretch is not None
    try:
        terms = read_terms(header.get("fair"))
    except Malformed as error:
        raise Malformed(f"{path}: line 1", str(error)) from None
    texts = [stretch.texts[seat] if stretch.texts else "" for seat in planned.players]
    seats = read_seats(f"{path}: line 1: seats", header.get("seats"))
    due = stretch.commitment_of(TableId(game.table))
    problems = {
        "another game": header["ruleset"] != ruleset.key,
        "dice of another secret": due not in (None, terms.commitment),
        "other texts for its dice": list(terms.texts) != texts,
        "other players or teams": [(one.name, dict(one.setup)) for one in seats]
        != [(one.name, dict(one.setup)) for one in planned.seats],
        "another course": header.get("course") != ruleset.load_course(planned.course).document,
        "house rules": header.get("options", {}) != dict(check_options(ruleset, {}))
        or bool(header.get("data")),
        "a start of its own": header.get("position") is not None,
    }
    for problem, is_there in problems.items():
        if is_there:
            raise Changed(path, f"expected {game.title} of the campaign, found {problem}")


def _differences(held: object, shown: object, place: str = "") -> Iterator[str]:
    """What the file and the log say differently, each with its place."""
    if isinstance(held, dict) and isinstance(shown, dict):
        for key in sorted({*held, *shown}):
            yield from _differences(held.get(key), shown.get(key), f"{place} {key}")
    elif isinstance(held, list) and isinstance(shown, list) and len(held) == len(shown):
        for number, (one, other) in enumerate(zip(held, shown, strict=True), 1):
            yield from _differences(one, other, f"{place} {number}")
    elif held != shown:
        file, log = json.dumps(held)[:40], json.dumps(shown)[:40]
        yield f"{place.strip()} is {file} in the file, {log} by the log"
