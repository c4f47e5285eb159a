"""Makes leagues in new files, from the options of the command line."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from wreckoning.cli.leagues.file import in_one_line, load, save_new
from wreckoning.cli.reading import read_text
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.files import toml_files
from wreckoning.core.ruleset import default_opponent, find_ruleset, rulesets
from wreckoning.core.texts.names import read_name
from wreckoning.core.texts.numerals import read_whole
from wreckoning.leagues.calendar import check_calendar, evenly
from wreckoning.leagues.entries import sign_up
from wreckoning.leagues.local import check_round, check_scoring, has_points
from wreckoning.leagues.model import (
    Division,
    Kind,
    League,
    LeagueRound,
    LeagueTerms,
    Points,
    ScoringKind,
    read_league,
    to_document,
)
from wreckoning.leagues.points import find_points, read_points, shipped
from wreckoning.leagues.season import champions
from wreckoning.leagues.wording import read_words
from wreckoning.show.names import bot_names
from wreckoning.table.given import MAX_TITLE
from wreckoning.table.house_files import read_house_file
from wreckoning.table.models import MAX_HOUSE

HOURS = 48  # a dated round stays open this long


@dataclass(frozen=True)
class LeagueOptions:
    """A league as its options on the command line have it: those of `wreck league new`."""

    title: str
    game: str  # '': the first that fits
    rounds: int
    courses: str  # '': all
    divisions: str  # NAME[:PLACES],…
    move: int  # how many go up and down between divisions
    points: str  # a key, or a .toml file
    kind: str
    seats: int  # at most, at a table
    laps: int  # 0: as the course has them
    heats: int
    final: int  # for so many drivers; 0: none
    best_of: int  # races a group
    races: int  # courses of a round
    scoring: str
    campaigns: str  # the rounds that are campaigns: all, or numbers
    options: Sequence[str]  # terms of these campaigns, NAME=VALUE
    house: Sequence[str]  # `[ROUNDS=]FILE`
    opens: str
    every: int  # days
    time_zone: str
    bots: int  # how many sign up
    go_on: int  # of each race of a bracket


@in_one_line()
def begin(wanted: LeagueOptions) -> League:
    """Make a league from these options. Raises a WreckError."""
    able = [each for each in rulesets() if each.campaign is not None or not wanted.campaigns]
    ruleset = find_ruleset(wanted.game) if wanted.game else able[0]
    names = [each.strip() for each in wanted.courses.split(",") if each.strip()]
    named_courses = names or ruleset.course_names()
    terms = LeagueTerms(
        kind=_kind(wanted.kind),
        points=_points(wanted.points),
        time_zone=wanted.time_zone,
        divisions=_divisions(wanted.divisions, wanted.move),
        go_on=wanted.go_on,
    )
    league = League(wanted.title, "", terms)
    read_words(league)
    dates = (
        _dates(wanted.opens, wanted.every, wanted.rounds)
        if wanted.opens
        else [(None, None)] * wanted.rounds
    )
    settings = _settings(wanted.options, wanted.campaigns)
    campaign_rounds = _campaign_rounds(wanted.campaigns, wanted.rounds)
    houses = _house_files(wanted.house, ruleset.key, wanted.rounds, campaign_rounds)
    for number, (opening, closing) in enumerate(dates):
        is_campaign = number + 1 in campaign_rounds
        first = number * wanted.races
        driven = [named_courses[(first + n) % len(named_courses)] for n in range(wanted.races)]
        league.rounds.append(
            LeagueRound(
                ruleset=ruleset.key,
                courses=[] if is_campaign else driven,
                campaign=settings if is_campaign else None,
                house=houses.get(number + 1, ""),
                seats=wanted.seats,
                laps=0 if is_campaign else wanted.laps,
                heats=wanted.heats,
                final=wanted.final,
                best_of=wanted.best_of,
                scoring=_scoring(wanted.scoring),
                opens=opening,
                closes=closing,
            )
        )
    if all(plan.campaign is not None for plan in league.rounds):
        _check_unused(
            {
                "--courses": wanted.courses,
                "--laps": wanted.laps,
                "--races": wanted.races - 1,
                "--house": wanted.house,
            }
        )
    check_calendar(league)
    for plan in {(*plan.courses, plan.house): plan for plan in league.rounds}.values():
        check_round(plan)
    for plan in league.rounds if wanted.campaigns else league.rounds[:1]:
        check_scoring(plan)
    free = bot_names([])
    for _ in range(wanted.bots):
        sign_up(league, next(free), time.time(), bot=default_opponent(ruleset), by_owner=True)
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
    numbers = [read_whole(part, 1, rounds) for part in parts]
    if None in numbers:
        raise Malformed(where, f"expected {expected} 1 to {rounds}, found {given[:40]!r}")
    return [number for number in numbers if number is not None]


def _house_files(
    given: Sequence[str], key: str, rounds: int, campaigns: Collection[int]
) -> dict[int, str]:
    """The texts of house files by round, of `[ROUNDS=]FILE`. Raises Malformed."""
    found: dict[int, str] = {}
    for text in given:
        named = re.fullmatch(r"([0-9, ]+)=(.+)", text)
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


def _dates(opens: str, every: int, rounds: int) -> Sequence[tuple[str | None, str | None]]:
    """When each round opens and closes. Raises Malformed."""
    try:
        return list(evenly(opens, every, rounds, HOURS))
    except ValueError as error:
        raise Malformed("--opens", str(error)) from None


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
        name, colon, places = part.partition(":")
        count = read_whole(places.strip(), 1, 1000) if colon else 0
        if count is None or not 1 <= len(name.strip()) <= 40:
            raise Malformed("--divisions", f"expected NAME[:PLACES],…, found {part[:40]!r}")
        found.append(
            Division(
                title=name,
                places=count,
                up=move if number > 0 else 0,
                down=move if number < len(parts) - 1 else 0,
            )
        )
    if not found:
        raise Malformed("--divisions", "expected at least one")
    return found


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
    title = read_name("--title", title, MAX_TITLE)
    league = champions(title, "", leagues, each, _kind(kind), plan, on)
    save_new(out, league)
    return f"{out}: {title}, {len(league.entries)} champions"
