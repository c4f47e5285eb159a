"""Makes and changes leagues in the database. All of these functions block.

A change is stored as the next version, together with everything that is due then. What it does is
given as a function, which other processes must be able to import.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import orjson
from pydantic import ValidationError
from sqlalchemy import Engine

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.ruleset import find_ruleset
from wreckoning.leagues.calendar import is_over, opens_at
from wreckoning.leagues.messages import COMMAND, NEW_LEAGUE, LeagueCommand, NewLeague
from wreckoning.leagues.model import (
    BRACKET,
    Division,
    League,
    LeagueTerms,
    document_of,
    read_league,
)
from wreckoning.leagues.people import renumber
from wreckoning.leagues.points import shipped
from wreckoning.leagues.rounds import file_of, read_key
from wreckoning.leagues.season import champions, next_season
from wreckoning.leagues.wording import read_rounds, read_words
from wreckoning.server.bodies import read_body
from wreckoning.server.leagues import running, storage
from wreckoning.server.leagues.commands import check_planned, is_owner
from wreckoning.server.leagues.loading import fresh_league, load, load_league, seat_now
from wreckoning.server.leagues.pages import all_standings
from wreckoning.server.leagues.running import LeagueDraft
from wreckoning.server.leagues.storage import (
    FINISHED,
    OPEN,
    RUNNING,
    LeagueKeeping,
    LeagueState,
    RaceResult,
    StoredLeague,
    StoredRace,
)
from wreckoning.server.live.service import TRIES, draw_randomness, fresh_id
from wreckoning.server.profiles.storage import profiles_of
from wreckoning.table.identity import is_device_token
from wreckoning.table.lookalikes import check_looks
from wreckoning.table.refusals import Busy, Forbidden, first_fault

Does = Callable[[LeagueDraft], str]  # the reply, to be sent again if the request is repeated


@dataclass(frozen=True)
class StoredChange:
    """What a change has led to: the version after it, its reply, how many tables it made."""

    version: int
    reply: str
    tables: int = 0


def make(engine: Engine, body: bytes, name: str, host: str, now: float) -> None:
    """Make a league as a request's body says, or take one over from a file.

    `host` is the digest of its owner's token. Raises a WreckError.
    """
    wanted = read_body(NEW_LEAGUE, body)
    named = wanted.champions.leagues if wanted.champions else []
    sources = [load_league(engine, source)[1] for source in dict.fromkeys(named)]
    league, logs = _wanted_league(wanted, sources, now)
    profiles = profiles_of(engine, wanted.token) if is_device_token(wanted.token) else []
    keeping = LeagueKeeping(host=host, host_profile=next(iter(profiles), ""))
    past = [RaceResult(race, logs.get(race.kept, "")) for race in league.races]
    row = _row(name, league, keeping, wanted.listed, 0, now, now)
    storage.add(engine, row, past)


def read_command(_: Engine, body: bytes) -> LeagueCommand:
    """Read a command from a request's body. Raises NotJson or Malformed."""
    return read_body(COMMAND, body)


def change(engine: Engine, name: str, does: Does, key: str, now: float) -> StoredChange:
    """Change a league and store it, with all that is due then. Keeps other processes' changes.

    A request with a known `key` was carried out before, and is not done again. Raises a WreckError.
    """
    for _ in range(TRIES):
        row = load(engine, name)
        if key and key in row.keeping.replies:
            return StoredChange(row.version, row.keeping.replies[key])
        races = storage.awaited(engine, name)
        draft, changed, reply = _drafted(engine, row, races, does, key, now)
        if changed is None:
            return StoredChange(row.version, reply)
        if storage.change(engine, changed, draft.change, draft.following):
            return StoredChange(row.version + 1, reply, len(draft.change.made))
    raise Busy("too much happens in this league at once; try again")


def _drafted(
    engine: Engine,
    row: StoredLeague,
    races: list[StoredRace],
    does: Does,
    key: str,
    now: float,
) -> tuple[LeagueDraft, Json | None, str]:
    """Apply a change, and all that is due after it. No row if nothing has changed."""
    league, keeping = fresh_league(engine, row), row.keeping.model_copy(deep=True)
    seat_now(races, league.entries)
    draft = LeagueDraft(league, keeping, races, now, row.listed, id=row.id)
    reply = does(draft)
    if key:
        keeping.note_reply(key, reply)
    running.bring_on(draft, (draw_randomness() for _ in itertools.count()))
    document, due = document_of(league), running.next_due(league, now)
    parts = document, due, keeping, draft.listed
    if parts == (row.document, row.due, row.keeping, row.listed) and not draft.change:
        return draft, None, reply
    made = _row(row.id, league, keeping, draft.listed, row.version + 1, row.created, now)
    return draft, made, reply


def result_of_campaign(_: Engine, file: bytes, race: StoredRace) -> RaceResult:
    """The result of a campaign that is over, with its file. Raises Malformed or Changed."""
    return running.result_of_campaign(json.loads(file), race)


def count_results(draft: LeagueDraft, results: Sequence[RaceResult]) -> str:
    """Count the results of races that were awaited, and replace drivers who did not show up."""
    awaited = {race.key for race in draft.races}
    counted = [result for result in results if result.race.key in awaited]
    draft.league.races += [result.race for result in counted]
    renumber(draft.league)
    draft.change.counted += counted
    gone = {result.race.key for result in counted}
    draft.races = [race for race in draft.races if race.key not in gone]
    running.settle(draft)
    return ""


def begin_next_season(draft: LeagueDraft, token: str) -> str:
    """Begin the next season as a league of its own. Returns its id, as JSON."""
    if not is_owner(draft.keeping, token):
        raise Forbidden("only the owner of this league can do that")
    if draft.keeping.next:
        raise Illegal("the next season has begun already")
    new, keeping = next_season(draft.league), draft.keeping.model_copy(deep=True)
    keeping.replies, keeping.next = {}, ""
    numbers = {number for entry in new.entries for number in (entry.number, *entry.also)}
    keeping.tokens = {n: token for n, token in keeping.tokens.items() if n in numbers}
    draft.keeping.next = fresh_id()
    draft.following = _row(draft.keeping.next, new, keeping, draft.listed, 0, draft.now, draft.now)
    return json.dumps({"league": draft.keeping.next})


# Parts


def _row(
    name: str,
    league: League,
    keeping: LeagueKeeping,
    listed: bool,
    version: int,
    made: float,
    now: float,
) -> Json:
    return {
        "id": name,
        "state": _state(league),
        "listed": listed,
        "version": version,
        "created": made,
        "updated": now,
        "due": running.next_due(league, now) if version else now,
        "document": document_of(league),
        "keeping": keeping.model_dump_json(),
        "summary": json.dumps(_summary(league)),
        "standings": orjson.dumps(all_standings(league)).decode(),
    }


def _wanted_league(
    wanted: NewLeague, sources: Sequence[League], now: float
) -> tuple[League, dict[str, str]]:
    """The league that is to be made, and the logs of its past races. Raises a WreckError.

    `sources` are the leagues whose champions meet.
    """
    if wanted.document is not None:
        return _taken_over(wanted.document, now)
    if wanted.champions is not None:
        if len(wanted.rounds) != 1 and (wanted.champions.kind == BRACKET or not wanted.rounds):
            raise Malformed("rounds", "expected one: a bracket gets more by itself")
        of, plan = wanted.champions, wanted.rounds[0]
        league = champions(wanted.title, wanted.owner, sources, of.each, of.kind, plan, of.go_on)
        league.text, league.rounds = wanted.text, [*wanted.rounds]
        read_rounds(league.rounds)
        check_planned(league, 0, now)
        return league, {}
    try:
        terms = wanted.terms or _usual_terms()
        league = League(wanted.title, wanted.owner, terms, wanted.text, rounds=[*wanted.rounds])
        read_words(league)
    except ValidationError as error:
        raise Malformed("league", first_fault(error.errors())) from None
    _check_new_rounds(league, now)
    return league, {}


def _check_new_rounds(league: League, now: float) -> None:
    """Check rounds that were just given. Raises a WreckError."""
    if not league.rounds:
        raise Malformed("rounds", "expected at least one")
    check_planned(league, 0, now)


def _usual_terms() -> LeagueTerms:
    points = shipped()["grand_prix"].model_copy(deep=True)
    return LeagueTerms(points=points, divisions=[Division(title="League")])


def _taken_over(given: Json, now: float) -> tuple[League, dict[str, str]]:
    document = dict(given)
    logs = document.pop("logs", {})
    league = read_league(document, "document")
    if not isinstance(logs, dict) or not all(isinstance(text, str) for text in logs.values()):
        raise Malformed("document: logs", "expected logs by name")
    read_words(league)
    check_looks("document", [entry.name for entry in league.entries if entry.state != "out"])
    for race in league.races:
        if race.kept in logs:
            bout = read_key(race.key)
            text, race.kept = logs.pop(race.kept), file_of(league.rounds[bout.round - 1], bout)
            logs[race.kept] = text
    for entry in league.entries:
        entry.profile = ""  # of another server: the driver takes the entry by its name
    for plan in league.rounds:
        past = opens_at(league, plan)
        if plan.opened is None and past is not None and past <= now:
            plan.opens = plan.closes = None  # its owner opens it
    running.check_rounds(league)
    return league, logs


def _state(league: League) -> LeagueState:
    if is_over(league):
        return FINISHED
    return RUNNING if any(plan.opened is not None for plan in league.rounds) else OPEN


def _summary(league: League) -> Json:
    dates = [opens_at(league, plan) for plan in league.rounds if plan.opened is None]
    games = dict.fromkeys(plan.ruleset for plan in league.rounds)
    return {
        "title": league.title,
        "season": league.season,
        "games": [find_ruleset(key).title for key in games],
        "drivers": sum(entry.state == "in" for entry in league.entries),
        "rounds": len(league.rounds),
        "closed": sum(plan.closed is not None for plan in league.rounds),
        "opens": min((date for date in dates if date is not None), default=None),
    }
