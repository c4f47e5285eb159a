"""Rounds that run by themselves: what is due now, the tables of races, and their results.

Nothing is stored here. Everything that is due becomes part of one `LeagueChange`, which is stored
as a whole or not at all. So no table is made twice, whichever process is killed at any moment.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed, unknown
from wreckoning.core.fair import commitment
from wreckoning.core.ids import by_seat
from wreckoning.core.ruleset import PERSON_NAME, find_ruleset
from wreckoning.leagues.calendar import (
    Step,
    check_calendar,
    close_round,
    closes_at,
    may_open,
    open_round,
    opens_at,
    steps,
)
from wreckoning.leagues.campaigns import campaign_outcome, campaign_terms
from wreckoning.leagues.local import (
    check_round,
    check_scoring,
    in_round,
    lineup_of,
    seats_with_setup,
)
from wreckoning.leagues.model import (
    GUEST,
    SEASON,
    WHOLE,
    League,
    LeagueEntry,
    LeagueRace,
    LeagueRound,
    Substitution,
)
from wreckoning.leagues.outcome import outcome
from wreckoning.leagues.rounds import Bout, course_of, drivers_of, next_bouts, read_key
from wreckoning.server.campaigns.storage import Keeping, StoredCampaign, StoredSeat, filled
from wreckoning.server.encoding import dump
from wreckoning.server.leagues.storage import (
    Handover,
    LeagueChange,
    LeagueKeeping,
    NewRace,
    RaceResult,
    RaceSeat,
    RaceSeats,
    StoredRace,
)
from wreckoning.server.store import rows
from wreckoning.server.store.profile_rows import seatings_of
from wreckoning.table import lobby, models
from wreckoning.table.campaigns.checking import check_campaign
from wreckoning.table.campaigns.playing import kind_of, let_bots, no_die
from wreckoning.table.campaigns.stretches import DiceTerms
from wreckoning.table.lobby import Randomness
from wreckoning.table.racing import racing
from wreckoning.table.replies import Result
from wreckoning.table.table import ABANDONED, OPEN, RUNNING, Outcome, Table, TableChange, digest

MOST_AWAITED = 1000  # races of a league that have a table and no result


@dataclass
class LeagueDraft:
    """A league while it is changed. `races` are those without a result that have a table."""

    league: League
    keeping: LeagueKeeping
    races: list[StoredRace]
    now: float
    listed: bool = True
    change: LeagueChange = field(default_factory=LeagueChange)
    id: str = ""
    following: Json | None = None  # the row of the next season's league

    def race(self, key: str) -> StoredRace | None:
        """The race with this key, if it awaits its result."""
        return next((race for race in self.races if race.key == key), None)

    def reseat(self, race: StoredRace, seats: RaceSeats) -> None:
        """Store other drivers of a race; its table follows."""
        self.change.reseated[race.key] = seats
        self.races = [replace(one, seats=seats) if one is race else one for one in self.races]


def check_rounds(league: League) -> None:
    """Check all rounds of a league against the installed games. Raises a WreckError."""
    check_calendar(league)
    for number, plan in enumerate(league.rounds, 1):
        with in_round(number):
            _check_planned(plan)


def _check_planned(plan: LeagueRound) -> None:
    """Check a round; of a closed one only what its pages need. Raises a WreckError."""
    if plan.campaign is not None:
        kind_of(plan.ruleset)
    if plan.closed is not None:
        return
    known = find_ruleset(plan.ruleset).course_names()
    for course in plan.courses:
        if course not in known:
            raise Malformed("course", unknown("course", course, known))
    check_round(plan)
    if plan.opened is None:
        check_scoring(plan)


def bring_on(draft: LeagueDraft, randomness: Iterator[Randomness]) -> None:
    """Open and close the rounds that are due, and give their races tables. Raises a WreckError."""
    league = draft.league
    while due := steps(league, draft.now):
        _take_steps(draft, due if league.terms.kind == SEASON else due[:1])
    lost = (ABANDONED, None)
    known = {race.key for race in draft.races if race.table_state not in lost}
    for number, plan in enumerate(league.rounds, 1):
        if plan.opened is not None and plan.closed is None:
            for bout in next_bouts(league, number):
                if len(known) + len(draft.change.made) >= MOST_AWAITED:
                    return  # the others follow when these are over
                if bout.key not in known:
                    draft.change.made.append(_new_race(draft, bout, next(randomness)))


def _take_steps(draft: LeagueDraft, due: Sequence[Step]) -> None:
    """Close and open these rounds, which do not depend on each other."""
    opened: LeagueRound | None = None
    for what, number in due:
        if what != "open":
            end_round(draft, number)
    for what, number in due:
        if what == "open":
            open_round(draft.league, number, draft.now, opened)
            opened = draft.league.rounds[number - 1]


def end_round(draft: LeagueDraft, number: int) -> None:
    """Close a round; races that are not over do not count."""
    close_round(draft.league, number, draft.now)
    missed = [race.key for race in draft.races if read_key(race.key).round == number]
    draft.change.missed += missed
    gone = set(missed)
    draft.races = [race for race in draft.races if race.key not in gone]


def next_due(league: League, now: float) -> float | None:
    """When a round opens or closes by itself the next time."""
    dates = []
    for number, plan in enumerate(league.rounds, 1):
        if plan.opened is None and may_open(league, number):
            dates.append(opens_at(league, plan))
        elif plan.opened is not None and plan.closed is None:
            dates.append(closes_at(league, plan))
    return min((date for date in dates if date is not None and date > now), default=None)


def _new_race(draft: LeagueDraft, bout: Bout, chance: Randomness) -> NewRace:
    """A table for a race, with its drivers seated."""
    league, plan = draft.league, draft.league.rounds[bout.round - 1]
    if plan.campaign is not None:
        return _new_campaign(draft, bout, chance)
    lineup = lineup_of(league, bout)
    drivers = lineup.drivers
    seats = [
        models.NewSeat(player=bot or lobby.MINE, name=name)
        for name, bot in zip(drivers.names, drivers.bots, strict=True)
    ]
    wanted = models.NewTable(
        ruleset=plan.ruleset,
        course=course_of(plan, bout),
        options=plan.options,
        house=plan.house,
        pace=plan.pace,
        listed=draft.listed,
        seats=seats,
    )
    table, claimed = lobby.new_table(wanted, chance)
    settings = table.settings
    settings.course, settings.course_title = lineup.course.document, lineup.course.title
    settings.series = lineup.series.as_json() if lineup.series else None
    settings.host_profile, settings.league = draft.keeping.host_profile, draft.id
    tokens = {each.seat: each.token for each in claimed}
    found = []
    for number, seat in by_seat(settings.seats):
        seat.setup = seats_with_setup(lineup)[number]
        entry = drivers.entries[number]
        seat.profile = league.entry(entry).profile if entry != GUEST else ""
        token, bot = tokens.get(number, ""), drivers.bots[number]
        found.append(
            RaceSeat(entry=entry, name=seat.name, bot=bot, token=token, profile=seat.profile)
        )
    lobby.check_settings(table.ruleset, settings)
    waits = league.terms.check_in * 60 if tokens else 0
    race_seats = RaceSeats(host=chance.host, seats=found, settled=not waits)
    row = rows.new_row(table, draft.now)
    return NewRace(bout.key, draft.now + waits, race_seats, row, seatings_of(table))


def _new_campaign(draft: LeagueDraft, bout: Bout, chance: Randomness) -> NewRace:
    """A campaign, with its players seated."""
    league, plan = draft.league, draft.league.rounds[bout.round - 1]
    kind, drivers = kind_of(plan.ruleset), drivers_of(league, bout)
    found = []
    for entry, name, bot, token in zip(*drivers, chance.tokens, strict=False):
        profile = league.entry(entry).profile if entry != GUEST else ""
        own = "" if bot else token
        found.append(RaceSeat(entry=entry, name=name, bot=bot, token=own, profile=profile))
    seats = [
        StoredSeat(token=digest(seat.token) if seat.token else "", profile=seat.profile)
        for seat in found
    ]
    texts, match = [""] * len(seats), chance.id
    fair = DiceTerms(first=0, match=match, commitment=commitment(chance.secret), texts=texts)
    keeping = Keeping(
        host=digest(chance.host),
        host_profile=draft.keeping.host_profile,
        pace=plan.pace,
        seats=seats,
        fair=[fair],
        league=draft.id,
    )
    players = list(zip(drivers.names, drivers.bots, strict=True))
    campaign = kind.begin(campaign_terms(league, bout), players, no_die)
    let_bots(kind, campaign)
    now, secret = draft.now, chance.secret
    row = StoredCampaign(
        chance.id, plan.ruleset, OPEN, draft.listed, 0, now, now, "", keeping, secret, ""
    )
    waits = league.terms.check_in * 60 if any(seat.token for seat in found) else 0
    race_seats = RaceSeats(host=chance.host, seats=found, settled=True)
    return NewRace(bout.key, now + waits, race_seats, filled(row, kind, campaign))


# Substitutes


def settle(draft: LeagueDraft) -> None:
    """Replace the drivers who did not show up until their race starts, as long as others wait."""
    league = draft.league
    for race in list(draft.races):
        if race.seats.settled or race.starts > draft.now or race.table_state != OPEN:
            continue
        bout = read_key(race.key)
        plan = league.rounds[bout.round - 1]
        seats = race.seats.model_copy(update={"settled": True}, deep=True)
        for seat in seats.seats:
            if seat.bot or seat.entry in plan.present or league.terms.substitutes == "none":
                continue
            comes = first_in_line(league, plan, bout.division, only_present=True)
            if comes is None:
                break
            _swap(draft, race.key, seat, comes)
        draft.reseat(race, seats)


def first_in_line(
    league: League, plan: LeagueRound, division: int, only_present: bool = False
) -> LeagueEntry | None:
    """The first on the waiting list who does not drive in this round yet."""
    driving = {entry for lineup in plan.lineups for entry in lineup}
    for entry in [*league.waiting(division), *league.waiting()]:
        is_there = entry.bot or entry.number in plan.present or not only_present
        if entry.number not in driving and is_there:
            return entry
    return None


def substitute(
    draft: LeagueDraft, number: int, leaves: int, comes: int, turns: dict[str, int]
) -> None:
    """Replace a driver in an open round, by default with the first in line.

    `turns` are those in which running races are, by their keys. Raises Illegal or Malformed.
    """
    league = draft.league
    plan = league.rounds[number - 1]
    name = league.entry(leaves).name
    division = next((n for n, lineup in enumerate(plan.lineups) if leaves in lineup), None)
    if division is None:
        raise Illegal(f"{name} does not drive in round {number}")
    entry = league.entry(comes) if comes else first_in_line(league, plan, division)
    if entry is None:
        raise Illegal("the waiting list is empty: sign a driver up first")
    if any(entry.number in lineup for lineup in plan.lineups):
        raise Illegal(f"{entry.name} drives in round {number} already")
    mine = [race for race in draft.races if read_key(race.key).round == number]
    mine = [race for race in mine if any(seat.entry == leaves for seat in race.seats.seats)]
    if any(race.is_campaign for race in mine):
        raise Illegal(f"a campaign keeps its players: nobody can step in for {name}")
    if league.terms.substitutes != "during" and any(race.table_state == RUNNING for race in mine):
        raise Illegal("the race is running: this league has no substitutes during a race")
    if not mine:
        _note(draft, "", number, division, leaves, entry)
    for race in mine:
        seats = race.seats.model_copy(deep=True)
        for at, seat in enumerate(seats.seats):
            if seat.entry != leaves:
                continue
            if race.table_state == RUNNING:
                hand = Handover(
                    seat=at, leaves=leaves, comes=entry.number, turn=turns.get(race.key, 0)
                )
                seats.hands.append(hand)
            _swap(draft, race.key, seat, entry)
        draft.reseat(race, seats)


def _swap(draft: LeagueDraft, key: str, seat: RaceSeat, comes: LeagueEntry) -> None:
    """Give a seat to another driver."""
    bout, leaves = read_key(key), seat.entry
    seat.entry, seat.name, seat.bot, seat.profile = (
        comes.number,
        comes.name,
        comes.bot,
        comes.profile,
    )
    seat.token = "" if comes.bot else secrets.token_urlsafe(18)
    _note(draft, key, bout.round, bout.division, leaves, comes)


def _note(
    draft: LeagueDraft, key: str, number: int, division: int, leaves: int, comes: LeagueEntry
) -> None:
    plan = draft.league.rounds[number - 1]
    lineup = plan.lineups[division]
    plan.lineups[division] = [comes.number if one == leaves else one for one in lineup]
    if comes.state == "waiting":
        comes.division = division
    draft.league.substitutions.append(
        Substitution(race=key, round=number, leaves=leaves, comes=comes.number, at=draft.now)
    )


def seat_drivers(table: Table, seats: RaceSeats, absent: bool = False) -> TableChange | None:
    """Seat the drivers of a league's race at its table; None if they all sit there.

    In a running race a seat changes hands with its vehicle and its name. With `absent`, bots that
    the host has put into seats stay there.
    """
    if table.state not in (OPEN, RUNNING):
        return None
    settings = table.settings
    moved = [at for at, seat in by_seat(seats.seats) if _is_other(settings.seats[at], seat)]
    if absent:
        people = (PERSON_NAME, lobby.NOBODY_YET)
        moved = [at for at in moved if settings.seats[at].player in people]
    if not moved:
        return None

    def does() -> Outcome:
        settings.seats = [
            _seated(table, state, seats.seats[at]) if at in moved else state
            for at, state in by_seat(settings.seats)
        ]
        if table.state == RUNNING:
            race = racing(table)
            for at in moved:
                race.set_driver(settings.seats[at], seats.seats[at].bot or PERSON_NAME)
            race.drive()
        return "league", Result()

    return replace(table.carry_out("reseat", does), settings=True)


def _is_other(state: models.SeatState, seat: RaceSeat) -> bool:
    if seat.bot:
        return seat.bot not in (state.player, state.driver)
    return state.token != digest(seat.token) and (not seat.profile or seat.profile != state.profile)


def _seated(table: Table, state: models.SeatState, seat: RaceSeat) -> models.SeatState:
    given = {"token": digest(seat.token) if seat.token else "", "profile": seat.profile}
    if table.state == OPEN:
        given |= {"name": seat.name, "player": seat.bot or PERSON_NAME, "text": ""}
    return state.model_copy(update={**given, "address": "", "muted": False, "orders": None})


# Results


def result_of(table: Table, race: StoredRace) -> LeagueRace:
    """The result of a finished race. Raises Illegal if the present rules cannot tell it."""
    match = table.match
    if match is None:
        raise Illegal(f"race {race.key} was run under earlier rules: its result cannot be counted")
    entries = [seat.entry for seat in race.seats.seats]
    length = int(match.ruleset.tallies.length(match.race))
    return outcome(match, race.key, race.table, entries, _shares(race.seats, length))


def result_of_campaign(document: Json, race: StoredRace) -> RaceResult:
    """The result of a campaign that is over, with its file. Raises Malformed or Changed."""
    campaign = check_campaign(document, f"race {race.key}").campaign
    entries = [seat.entry for seat in race.seats.seats]
    found = campaign_outcome(str(document["ruleset"]), campaign, race.key, race.table, entries)
    return RaceResult(found, dump(document))


def _shares(seats: RaceSeats, length: int) -> dict[int, list[tuple[int, int]]]:
    """The drivers of the seats that changed hands, each with their thousandths of the race."""
    found: dict[int, list[tuple[int, int]]] = {}
    for at in sorted({hand.seat for hand in seats.hands}):
        hands = [hand for hand in seats.hands if hand.seat == at]
        turns = [0, *(min(hand.turn, length) for hand in hands), length]
        drivers = [hands[0].leaves, *(hand.comes for hand in hands)]
        ends = [WHOLE * turn // max(length, 1) for turn in turns]
        ends[-1] = WHOLE
        found[at] = [
            (driver, after - before)
            for driver, before, after in zip(drivers, ends, ends[1:], strict=False)
        ]
    return found


def turn_of(table: Table) -> int:
    """The turn in which a race is."""
    match = table.match
    return 0 if match is None else int(match.ruleset.tallies.length(match.race))
