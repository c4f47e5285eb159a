"""A league's file and the logs of its races: reads, writes, runs rounds."""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from wreckoning.cli import files
from wreckoning.cli.checks.campaign import verdict_on_games
from wreckoning.cli.checks.games import check_games
from wreckoning.cli.files import program
from wreckoning.cli.reading import name_of, read_json, read_json_text, read_text
from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, WreckError, unknown
from wreckoning.core.texts.names import read_line, same_name
from wreckoning.core.texts.wording import several
from wreckoning.leagues.calendar import close_round, next_round
from wreckoning.leagues.campaigns import campaign_terms
from wreckoning.leagues.local import race_of_log, recompute, run_round, unlike
from wreckoning.leagues.model import (
    League,
    LeagueEntry,
    ResultCorrection,
    first_fault,
    read_league,
    to_document,
)
from wreckoning.leagues.points import correct
from wreckoning.leagues.rounds import (
    OtherDrivers,
    drivers_of,
    file_of,
    next_bouts,
    read_key,
    round_of,
)
from wreckoning.table.campaigns.checking import check_campaign
from wreckoning.table.campaigns.stretches import stretches_of
from wreckoning.table.given import LONGEST_CORRECTION


def load(path: Path) -> League:
    """Read a league from its file. Raises Malformed."""
    return read_league(read_json(str(path)), str(path))


def save(path: Path, league: League) -> None:
    """Write a league to its file, whole or not at all. Raises Illegal or Malformed."""
    files.write_atomic(path, _text(_readable(league)))


@contextmanager
def in_one_line() -> Iterator[None]:
    """Tell the first fault among a league's values. Raises Malformed."""
    try:
        yield
    except ValidationError as error:
        raise Malformed("league", first_fault(error)) from None


@in_one_line()
def save_new(path: Path, league: League) -> None:
    """Write a league to a new file. Raises Malformed if it exists."""
    files.write_new(path, _text(_readable(league)))


def _readable(league: League) -> Json:
    """The document of a league, which can be read again. Raises Illegal or Malformed."""
    document = to_document(league)
    read_league(document)
    return document


def _text(document: Json) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def logs_of(path: Path) -> Path:
    """The folder with the logs of a league's races."""
    return path.with_suffix(".races")


def games_of(path: Path, kept: str) -> Path:
    """The folder with the logs of the games of a campaign, which is kept in this file."""
    return (logs_of(path) / kept).with_suffix(".games")


def named(league: League, name: str) -> LeagueEntry:
    """The driver of this name. Raises Malformed."""
    for entry in league.entries:
        if same_name(entry.name, name) and entry.state != "out":
            return entry
    raise Malformed("driver", unknown("driver", name, [e.name for e in league.entries][:60]))


def advance(path: Path, log: Path | None, rounds: int, bots: bool) -> None:
    """Count a race from its log, or run rounds; every race is stored as soon as it is over."""
    league = load(path)
    if log is not None:
        print(_count(path, league, log))
        return
    for _ in range(rounds):
        before = len(league.races)
        try:
            number = run_round(
                league, time.time(), lambda name, text: _keep(path, name, text), bots
            )
        except WreckError:
            if len(league.races) > before or league.rounds != load(path).rounds:
                save(path, league)
            for line in _campaigns_to_play(path, league):
                print(line)
            raise
        save(path, league)
        print(f"Round {number} is over: {several(len(league.races) - before, 'race')}")
        if next_round(league) is None:
            break


def _campaigns_to_play(path: Path, league: League) -> Iterator[str]:
    """The commands that begin the campaigns of people in the open round."""
    for number, plan in enumerate(league.rounds, 1):
        if plan.campaign is None or plan.opened is None or plan.closed is not None:
            continue
        for bout in next_bouts(league, number):
            drivers = drivers_of(league, bout)
            if all(drivers.bots):
                continue
            terms = campaign_terms(league, bout)
            title = terms.pop("title")
            pairs = zip(drivers.names, drivers.bots, strict=True)
            players = ",".join(f"{name}={bot or 'you'}" for name, bot in pairs)
            command = [program(), "campaign", "new", f"{path.stem}-{bout.key}.json"]
            command += ["--game", plan.ruleset, "--title", title, "--players", players]
            for name, value in terms.items():
                command += ["--option", f"{name}={value}"]
            yield f"To play race {bout.key}: {shlex.join(command)}"


def _keep(path: Path, name: str, text: str) -> None:
    files.write_atomic(logs_of(path) / name, text)


def _keep_games(path: Path, kept: str, logs: Mapping[str, str]) -> None:
    """Store the logs of a campaign's games, by their tables."""
    for table, text in logs.items():
        files.write_atomic(games_of(path, kept) / f"{table}.jsonl", text)


def _tables_of_games(text: str, where: str) -> list[str]:
    """The tables of the games of a campaign, from its file. Raises Malformed."""
    stretches = stretches_of(read_json_text(text, where), where)
    return [table for stretch in stretches for table in stretch.games]


def _logs_of_games(folder: Path, text: str, where: str) -> dict[str, str]:
    """The logs of the games of a campaign, as far as they are in a folder. Raises Malformed."""
    paths = {table: folder / f"{table}.jsonl" for table in _tables_of_games(text, where)}
    return {table: read_text(str(log)) for table, log in paths.items() if log.is_file()}


def _count(path: Path, league: League, log: Path) -> str:
    """Enter a race that was played elsewhere, as the first open race that its drivers fit."""
    text = read_text(str(log))
    number = next((n for n, p in enumerate(league.rounds, 1) if p.opened and not p.closed), None)
    if number is None:
        raise Illegal("no round is open; run `wreck league advance` first")
    refused: WreckError | None = None
    for bout in next_bouts(league, number):
        try:
            kept = file_of(league.rounds[number - 1], bout)
            race = replace(race_of_log(league, bout, text, str(log)), kept=kept)
        except Illegal as error:
            if refused is None or not isinstance(error, OtherDrivers):
                refused = error
            continue
        _keep(path, race.kept, text)
        if round_of(league, race).campaign is not None:
            games = _logs_of_games(log.with_suffix(".games"), text, str(log))
            _keep_games(path, race.kept, games)
        league.races.append(race)
        if not next_bouts(league, number):
            close_round(league, number, time.time())
        save(path, league)
        return f"Race {bout.key} is counted"
    raise refused or Illegal(f"round {number} has no race left to run")


def correct_result(
    path: Path, race: str, reason: str, driver: str, place: int, points: int, void: bool
) -> str:
    """Enter a correction. Raises a WreckError."""
    league = load(path)
    if (place != 0) + (points != 0) + void != 1:
        raise Malformed("correct", "expected one of --place, --points and --void")
    reason = read_line("--reason", reason, LONGEST_CORRECTION, 3)
    with in_one_line():
        change = ResultCorrection(
            race=race,
            entry=0 if void else named(league, driver).number,
            do="void" if void else "place" if place else "points",
            value=place or points,
            reason=reason,
            at=time.time(),
        )
    correct(league, change)
    save(path, league)
    return f"Race {race} is corrected: {reason}"


def export_league(path: Path, out: Path) -> str:
    """Write the whole league into one new file, with its logs and those of campaigns' games."""
    league = load(path)
    logs = {race.kept: read_text(str(logs_of(path) / race.kept)) for race in league.races}
    for race in league.races:
        if round_of(league, race).campaign is not None:
            logs |= _logs_of_games(games_of(path, race.kept), logs[race.kept], race.kept)
    files.write_new(out, _text({**to_document(league), "logs": logs}))
    return f"{out}: {league.title}, {several(len(league.races), 'race')}"


def import_league(given: str, path: Path) -> str:
    """Turn an exported league into a file here, with its logs next to it."""
    document = read_json(given)
    if not isinstance(document, dict):
        raise Malformed(name_of(given), "expected a league's file")
    logs = document.pop("logs", {})
    league = read_league(document, name_of(given))
    if not isinstance(logs, dict) or not all(isinstance(text, str) for text in logs.values()):
        raise Malformed(name_of(given), "expected logs by name")
    texts: dict[str, str] = {}
    games: dict[str, dict[str, str]] = {}  # by campaign and table
    for race in league.races:
        if race.kept in logs:
            text, race.kept = logs[race.kept], file_of(round_of(league, race), read_key(race.key))
            texts[race.kept] = text
            if round_of(league, race).campaign is not None:
                tables = _tables_of_games(text, race.kept)
                games[race.kept] = {table: logs[table] for table in tables if table in logs}
    save_new(path, league)
    for kept, text in texts.items():
        _keep(path, kept, text)
    for kept, of in games.items():
        _keep_games(path, kept, of)
    return f"{path}: {league.title}, {several(len(league.races), 'race')}"


def verify_league(path: Path) -> list[str]:
    """Replay all logs, and tell which results they prove, a line each.

    Raises Illegal or Changed for a race or a campaign's game with another result.
    """
    league = load(path)
    again = recompute(league, lambda name: read_text(str(logs_of(path) / name)))
    wrong = unlike(league.races, again)
    if wrong:
        raise Illegal(f"race {wrong[0]} differs from its log")
    told = [f"{several(len(again), 'race')} replayed: results and standings follow from the logs"]
    for race in league.races:
        if round_of(league, race).campaign is not None:
            where = str(logs_of(path) / race.kept)
            document = read_json(where)
            if games := check_games(check_campaign(document, where), document, where, ()):
                told.append(f"Campaign {race.key}: {verdict_on_games(games)}")
    return told
