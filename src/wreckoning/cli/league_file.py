"""A league's file and the logs of its races: reads, writes, runs rounds."""

from __future__ import annotations

import json
import re
import shlex
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from wreckoning.cli import files
from wreckoning.cli.files import program
from wreckoning.cli.reading import name_of, read_json, read_json_text, read_text
from wreckoning.cli.verify_campaign import verdict_on_games
from wreckoning.cli.verify_games import check_games
from wreckoning.core import toml_files
from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.ruleset import default_opponent, find_ruleset, rulesets, unknown
from wreckoning.core.wording import several
from wreckoning.show.names import bot_names
from wreckoning.table.campaigns.checking import check_campaign
from wreckoning.table.campaigns.stretches import stretches_of
from wreckoning.table.house_files import read_house_file
from wreckoning.table.leagues.calendar import check_calendar, close_round, evenly, next_round
from wreckoning.table.leagues.campaigns import campaign_terms
from wreckoning.table.leagues.entries import join
from wreckoning.table.leagues.local import (
    check_round,
    check_scoring,
    has_points,
    race_of_log,
    recompute,
    run_round,
    unlike,
)
from wreckoning.table.leagues.model import (
    Division,
    Kind,
    League,
    LeagueEntry,
    LeagueRound,
    LeagueTerms,
    Points,
    ResultCorrection,
    ScoringKind,
    first_fault,
    read_league,
    to_document,
)
from wreckoning.table.leagues.points import find_points, read_points, shipped
from wreckoning.table.leagues.rounds import (
    OtherDrivers,
    drivers_of,
    file_of,
    next_bouts,
    read_key,
    round_of,
)
from wreckoning.table.leagues.season import champions
from wreckoning.table.models import MAX_HOUSE, UNSTORABLE

HOURS = 48  # a dated round stays open this long


def load(path: Path) -> League:
    """Read a league from its file. Raises Malformed."""
    return read_league(read_json(str(path)), str(path))


def save(path: Path, league: League) -> None:
    """Write a league to its file, whole or not at all."""
    files.write_atomic(path, _text(to_document(league)))


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
    files.write_new(path, _text(to_document(league)))


def _text(document: dict[str, Any]) -> str:
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
        if entry.name.casefold() == name.casefold() and entry.state != "out":
            return entry
    raise Malformed("driver", unknown("driver", name, [e.name for e in league.entries][:60]))


@in_one_line()
def begin(
    title: str,
    game: str,
    rounds: int,
    courses: str,
    divisions: str,
    move: int,
    points: str,
    kind: str,
    seats: int,
    laps: int,
    heats: int,
    final: int,
    best_of: int,
    races: int,
    scoring: str,
    campaigns: str,
    options: Sequence[str],
    house: Sequence[str],
    opens: str,
    every: int,
    time_zone: str,
    bots: int,
    go_on: int,
) -> League:
    """Make a league from the command line's options. Raises a WreckError."""
    able = [each for each in rulesets() if each.campaign is not None or not campaigns]
    ruleset = find_ruleset(game) if game else able[0]
    names = [each.strip() for each in courses.split(",") if each.strip()]
    named_courses = names or ruleset.course_names()
    terms = LeagueTerms(
        kind=_kind(kind),
        points=_points(points),
        time_zone=time_zone,
        divisions=_divisions(divisions, move),
        go_on=go_on,
    )
    league = League(title, "", terms)
    dates = evenly(_date(opens), every, rounds, HOURS) if opens else [(None, None)] * rounds
    settings = _settings(options, campaigns)
    campaign_rounds = _campaign_rounds(campaigns, rounds)
    houses = _house_files(house, ruleset.key, rounds, campaign_rounds)
    for number, (opening, closing) in enumerate(dates):
        is_campaign = number + 1 in campaign_rounds
        first = number * races
        driven = [named_courses[(first + n) % len(named_courses)] for n in range(races)]
        league.rounds.append(
            LeagueRound(
                ruleset=ruleset.key,
                courses=[] if is_campaign else driven,
                campaign=settings if is_campaign else None,
                house=houses.get(number + 1, ""),
                seats=seats,
                laps=0 if is_campaign else laps,
                heats=heats,
                final=final,
                best_of=best_of,
                scoring=_scoring(scoring),
                opens=opening,
                closes=closing,
            )
        )
    if all(plan.campaign is not None for plan in league.rounds):
        _check_unused(
            {"--courses": courses, "--laps": laps, "--races": races - 1, "--house": house}
        )
    check_calendar(league)
    for plan in {(*plan.courses, plan.house): plan for plan in league.rounds}.values():
        check_round(plan)
    for plan in league.rounds if campaigns else league.rounds[:1]:
        check_scoring(plan)
    free = bot_names([])
    for _ in range(bots):
        join(league, next(free), time.time(), bot=default_opponent(ruleset), by_owner=True)
    return read_league(to_document(league))


def mistyped(rest: Sequence[str]) -> Malformed:
    """The error for words after the file: they are options, of which it names the likely one."""
    likely: dict[str, Collection[str]] = {
        "--game": [ruleset.key for ruleset in rulesets()],
        "--kind": get_args(Kind),
        "--scoring": get_args(ScoringKind),
        "--points": shipped(),
        "--courses": [name for ruleset in rulesets() for name in ruleset.course_names()],
    }
    option = next((name for name, known in likely.items() if rest[0] in known), "")
    meant = f"; did you mean {option} {rest[0]}?" if option else ""
    return Malformed("new", f"expected only a file, found {' '.join(rest)[:40]!r} after it{meant}")


def remark(league: League) -> str:
    """What the scoring of the rounds comes to in a game without points of its own, or ''."""
    ruleset = find_ruleset(league.rounds[0].ruleset)
    races = [plan for plan in league.rounds if plan.campaign is None]
    if not races or races[0].scoring != "order" or has_points(ruleset):
        return ""
    return f"{ruleset.title} has no points of its own: its places decide, once a round."


def _settings(options: Sequence[str], campaigns: str) -> dict[str, str]:
    """The settings of the campaigns, of NAME=VALUE. Raises Malformed."""
    if options and not campaigns:
        raise Malformed("--option", "it is a term of a campaign: expected --campaigns with it")
    found = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise Malformed("--option", f"expected NAME=VALUE, found {text[:40]!r}")
        found[name.strip()] = value.strip()
    return found


def _campaign_rounds(given: str, rounds: int) -> range | list[int]:
    """The numbers of the rounds that are campaigns. Raises Malformed."""
    if given == "all":
        return range(1, rounds + 1)
    return _numbers(given, rounds, "--campaigns", "all, or")


def _numbers(given: str, rounds: int, where: str, expected: str = "numbers from") -> list[int]:
    """Numbers of rounds, such as `4,8`. Raises Malformed."""
    parts = [part.strip() for part in given.split(",")] if given else []
    if not all(part.isdecimal() and 1 <= int(part) <= rounds for part in parts):
        raise Malformed(where, f"expected {expected} 1 to {rounds}, found {given[:40]!r}")
    return [int(part) for part in parts]


def _house_files(
    given: Sequence[str], key: str, rounds: int, campaigns: Collection[int]
) -> dict[int, str]:
    """The texts of house files by round, of `[ROUNDS=]FILE`. Raises Malformed."""
    found: dict[int, str] = {}
    for text in given:
        named = re.fullmatch(r"([\d, ]+)=(.+)", text)
        path = Path(named[2] if named else text)
        house = toml_files.read_text(path, "house file", MAX_HOUSE)
        read_house_file(key, house, path.name)
        races = [number for number in range(1, rounds + 1) if number not in campaigns]
        found |= dict.fromkeys(_numbers(named[1], rounds, "--house") if named else races, house)
    return found


def _check_unused(given: Mapping[str, object]) -> None:
    """Refuse options of races if all rounds are campaigns. Raises Malformed."""
    for name, value in given.items():
        if value:
            raise Malformed(name, "it is an option of races, and all rounds are campaigns")


def _date(given: str) -> str:
    from datetime import datetime

    try:
        return datetime.fromisoformat(given).replace(tzinfo=None).isoformat("T", "minutes")
    except ValueError:
        raise Malformed("--opens", f"expected 2030-05-31T20:00, found {given[:40]!r}") from None


def _kind(given: str) -> Kind:
    kinds: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}
    if given not in kinds:
        raise Malformed("--kind", unknown("kind", given, kinds))
    return kinds[given]


def _scoring(given: str) -> ScoringKind:
    kinds: dict[str, ScoringKind] = {kind: kind for kind in get_args(ScoringKind)}
    if given not in kinds:
        raise Malformed("--scoring", unknown("scoring", given, kinds))
    return kinds[given]


def _points(given: str) -> Points:
    return read_points(read_text(given), given) if given.endswith(".toml") else find_points(given)


def _divisions(given: str, move: int) -> list[Division]:
    found = []
    parts = [part.strip() for part in given.split(",") if part.strip()]
    for number, part in enumerate(parts):
        name, _, places = part.partition(":")
        if (places and not places.isdecimal()) or not 1 <= len(name.strip()) <= 40:
            raise Malformed("--divisions", f"expected NAME[:PLACES],…, found {part[:40]!r}")
        found.append(
            Division(
                title=name,
                places=int(places or 0),
                up=move if number > 0 else 0,
                down=move if number < len(parts) - 1 else 0,
            )
        )
    if not found:
        raise Malformed("--divisions", "expected at least one")
    return found


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
    found = next((each for each in league.races if each.key == race), None)
    if found is None:
        raise Malformed("race", unknown("race", race, [each.key for each in league.races][:60]))
    if (place > 0) + (points != 0) + void != 1:
        raise Malformed("correct", "expected one of --place, --points and --void")
    if UNSTORABLE.search(reason) or not 3 <= len(reason.strip()) <= 300:
        raise Malformed("--reason", "expected 3 to 300 characters")
    entry = 0 if void else named(league, driver).number
    if entry and entry not in found.entries:
        raise Illegal(f"{driver} did not drive in race {race}")
    league.corrections.append(
        ResultCorrection(
            race=race,
            entry=entry,
            do="void" if void else "place" if place else "points",
            value=place or points,
            reason=reason,
            at=time.time(),
        )
    )
    save(path, league)
    return f"Race {race} is corrected: {reason.strip()}"


def tournament(
    out: Path, sources: Sequence[Path], title: str, each: int, kind: str, seats: int, on: int
) -> str:
    """Make a tournament of champions in a new file."""
    leagues = [load(path) for path in sources]
    first = leagues[0].rounds[0]
    plan = LeagueRound(
        ruleset=first.ruleset,
        courses=first.courses[:1],
        campaign=first.campaign,
        house=first.house,
        seats=seats,
    )
    if kind == "season":
        raise Malformed("--kind", "expected bracket or ladder")
    league = champions(title, "", leagues, each, _kind(kind), plan, on)
    save_new(out, league)
    return f"{out}: {title}, {len(league.entries)} champions"


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
