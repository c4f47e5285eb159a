"""What the pages of a league show: its parts as replies, the long lists page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Malformed, WreckError
from wreckoning.core.ids import by_seat
from wreckoning.core.ruleset import HouseRule, find_ruleset
from wreckoning.leagues import messages
from wreckoning.leagues.calendar import closes_at, in_words, next_round, opens_at
from wreckoning.leagues.entries import place_in_line
from wreckoning.leagues.feeds import correction_words, title_of
from wreckoning.leagues.model import (
    SHARES,
    TIE_BREAKS,
    League,
    LeagueEntry,
    LeagueRace,
    LeagueRound,
)
from wreckoning.leagues.points import places_of
from wreckoning.leagues.ratings import ratings
from wreckoning.leagues.records import drives, head_to_head, records, value_in_words
from wreckoning.leagues.rounds import (
    FINAL,
    Bout,
    by_race,
    course_title,
    game_of,
    race_order,
    read_key,
    seats_of,
)
from wreckoning.leagues.standings import LeagueRaces, standings, team_standings
from wreckoning.server.leagues.commands import holds, is_owner
from wreckoning.server.leagues.storage import StoredLeague, StoredRace
from wreckoning.table.replies import OwnSeat

A_PAGE = 50
MOST_MEETINGS = 100
LATEST = 20  # corrections and substitutions in a league's reply
T = TypeVar("T")


@dataclass(frozen=True)
class SeenLeague:
    """A league to look at, its races that are not over, and how many are, by round."""

    row: StoredLeague
    league: League
    races: list[StoredRace]
    counted: Counter[int]


def paged(rows: Sequence[T], page: int) -> tuple[Sequence[T], int]:
    """A page of these rows, and the number of pages; all rows for page 0.

    Raises Malformed beyond the last.
    """
    pages = max(1, -(-len(rows) // A_PAGE))
    if page > pages:
        raise Malformed("page", f"expected 1 to {pages}, found {page}")
    return rows[A_PAGE * (page - 1) : A_PAGE * page] if page else rows, pages


def division_in(league: League, number: int) -> int | None:
    """A division from 0, given from 1; None for 0, all of them. Raises Malformed."""
    if number > len(league.terms.divisions):
        raise Malformed("division", f"expected 1 to {len(league.terms.divisions)}")
    return number - 1 if number else None


def info(seen: SeenLeague, tokens: Sequence[str]) -> messages.LeagueInfo:
    """A league as these tokens see it, without its long lists."""
    row, league = seen.row, seen.league
    terms, names = league.terms, league.names("the race")
    counts = Counter(entry.division for entry in league.entries if entry.state == "in")
    open_rounds = [
        number
        for number, plan in enumerate(league.rounds, 1)
        if plan.opened is not None and plan.closed is None
    ]
    return messages.LeagueInfo(
        id=row.id,
        title=league.title,
        owner=league.owner,
        text=league.text,
        kind=terms.kind,
        state=row.state,
        season=league.season,
        version=row.version,
        listed=row.listed,
        time_zone=terms.time_zone,
        points=terms.points,
        scoring=list(dict.fromkeys(plan.scoring for plan in league.rounds)),
        tie_breaks=[TIE_BREAKS[rule] for rule in terms.tie_breaks],
        share=SHARES[terms.share],
        sign_up=terms.sign_up,
        substitutes=terms.substitutes,
        check_in=terms.check_in,
        classes=terms.classes,
        teams=terms.team_counts > 0,
        divisions=[
            messages.DivisionCard(
                division.title, division.places, counts[number], division.up, division.down
            )
            for number, division in enumerate(terms.divisions)
        ],
        waiting=len(league.waiting()),
        rounds=len(league.rounds),
        open_rounds=open_rounds,
        next_round=next_round(league),
        races=seen.counted.total(),
        corrections=[
            messages.CorrectionCard(
                race=change.race,
                words=correction_words(change.do, change.value, names[change.entry]),
                reason=change.reason,
                at=change.at,
            )
            for change in reversed(league.corrections[-LATEST:])
        ],
        substitutions=[
            messages.SubstitutionCard(
                one.race, one.round, names[one.leaves], names[one.comes], one.at
            )
            for one in reversed(league.substitutions[-LATEST:])
        ],
        seasons=league.before,
        next=row.keeping.next,
        you=_you(seen, tokens),
    )


def _you(seen: SeenLeague, tokens: Sequence[str]) -> messages.LeagueYou:
    keeping, league = seen.row.keeping, seen.league
    own = [
        entry
        for entry in league.entries
        if entry.state != "out" and any(holds(keeping, entry, token) for token in tokens)
    ]
    mine = {entry.number for entry in own}
    return messages.LeagueYou(
        owner=any(is_owner(keeping, token) for token in tokens),
        entries=[entry_card(seen, entry) for entry in own],
        invitations=[
            _invitation(league, race, seat.entry)
            for race in seen.races
            for seat in race.seats.seats
            if seat.entry in mine
        ],
    )


def _invitation(league: League, race: StoredRace, entry: int) -> messages.LeagueInvitation:
    bout = read_key(race.key)
    plan = league.rounds[bout.round - 1]
    return messages.LeagueInvitation(
        race=race.key,
        round=bout.round,
        words=words_of(league, bout),
        course=course_title(plan, bout),
        table=race.table,
        campaign=race.is_campaign,
        state=race.table_state or "gone",
        starts=race.starts,
        entry=entry,
        here=entry in plan.present,
        seats=[
            OwnSeat(at, seat.token)
            for at, seat in by_seat(race.seats.seats)
            if seat.entry == entry and seat.token
        ],
    )


def words_of(league: League, bout: Bout) -> str:
    """A race's name within its round: `Heat 2, group 1`; '' if it is the only one."""
    plan = league.rounds[bout.round - 1]
    found = []
    if bout.heat == FINAL:
        found.append("Final")
    elif plan.heats > 1 or plan.final:
        found.append(f"Heat {bout.heat}")
    lineup = plan.lineups[bout.division] if bout.division < len(plan.lineups) else []
    if len(lineup) > seats_of(plan) and bout.heat != FINAL:
        found.append(f"Group {bout.group}")
    if plan.best_of > 1 or len(plan.courses) > 1:
        found.append(f"Race {bout.number}")
    return ", ".join(found).capitalize()


def entry_card(seen: SeenLeague, entry: LeagueEntry) -> messages.LeagueEntryCard:
    """A driver."""
    league = seen.league
    return messages.LeagueEntryCard(
        entry=entry.number,
        name=entry.name,
        bot=entry.bot,
        team=entry.team,
        driver_class=entry.driver_class,
        division=league.terms.divisions[entry.division].title,
        state=entry.state,
        line=place_in_line(league, entry.number) if entry.state == "waiting" else 0,
        taken=bool(entry.bot or entry.profile or entry.number in seen.row.keeping.tokens),
    )


def entries_page(seen: SeenLeague, page: int) -> messages.LeagueEntries:
    """The drivers, in the order of entry."""
    rows, pages = paged(seen.league.entries, page)
    return messages.LeagueEntries([entry_card(seen, one) for one in rows], page, pages)


def standings_rows(
    league: League,
    division: int | None,
    driver_class: str = "",
    raced: LeagueRaces | None = None,
) -> list[messages.StandingsRow]:
    """The table of a division (from 0), a class, or of all drivers."""
    names, teams = league.names(), {entry.number: entry.team for entry in league.entries}
    return [
        messages.StandingsRow(
            place=row.place,
            entry=row.entry,
            name=names[row.entry],
            team=teams[row.entry],
            points=row.points,
            wins=row.wins,
            podiums=row.podiums,
            poles=row.poles,
            fastest_laps=row.fastest_laps,
            races=row.races,
            form=row.form,
            rounds=row.rounds,
            dropped=row.dropped,
            tie=TIE_BREAKS[row.tie] if row.tie else "",
            moves=row.moves,
            luck=None,  # it changes by itself: `with_luck` adds it when the row is sent
        )
        for row in standings(league, division, driver_class or None, raced)
    ]


def all_standings(league: League) -> list[list[messages.StandingsRow]]:
    """The table of all drivers, then that of each division."""
    divisions, raced = range(len(league.terms.divisions)), LeagueRaces(league)
    if len(divisions) == 1:  # it has all drivers
        return [standings_rows(league, None, raced=raced)] * 2
    return [standings_rows(league, at, raced=raced) for at in (None, *divisions)]


def with_luck(
    kept: ReadOnlyJson, lucks: Mapping[int, messages.SeasonLuck]
) -> messages.LeagueStandings:
    """A page of a table, as it is kept, with the drivers' luck."""
    rows = [
        messages.StandingsRow(**{**row, "luck": lucks.get(row["entry"])}) for row in kept["rows"]
    ]
    return messages.LeagueStandings(rows, kept["page"], kept["pages"])


def calendar_page(seen: SeenLeague, page: int) -> messages.LeagueCalendar:
    """All rounds, in order."""
    league = seen.league
    awaited = Counter(read_key(race.key).round for race in seen.races)
    rows, pages = paged(list(enumerate(league.rounds, 1)), page)
    found = []
    for number, plan in rows:
        opens, closes = opens_at(league, plan), closes_at(league, plan)
        state: Literal["planned", "open", "over"] = "planned"
        if plan.opened is not None:
            state = "open" if plan.closed is None else "over"
        found.append(
            messages.CalendarRow(
                round=number,
                title=title_of(league, number),
                ruleset=plan.ruleset,
                game=find_ruleset(plan.ruleset).title,
                courses=plan.courses,
                pace=plan.pace,
                opens=opens,
                closes=closes,
                words=in_words(opens, league.terms.time_zone) if opens is not None else "",
                state=state,
                races=seen.counted[number],
                awaited=awaited[number],
                house_rules=_house_rules(plan),
                plan=plan.model_copy(update={"lineups": [], "present": []}),
            )
        )
    return messages.LeagueCalendar(found, page, pages)


def _house_rules(plan: LeagueRound) -> list[HouseRule]:
    """What a round's house rules and its house file change; nothing if no rules here read them."""
    try:
        return game_of(plan).house_rules(plan.options)
    except WreckError:
        return []


def results_page(seen: SeenLeague, number: int, page: int) -> messages.LeagueResults:
    """All races, the latest first: of a round, or of all of them (0)."""
    league = seen.league
    names = league.names("a guest")
    void = {change.race for change in league.corrections if change.do == "void"}
    corrections = by_race(league.corrections)

    def awaited(race: StoredRace) -> messages.ResultRow:
        bout = read_key(race.key)
        plan = league.rounds[bout.round - 1]
        seats = [(0, seat.entry, seat.name) for seat in race.seats.seats]
        course = course_title(plan, bout)
        return _result(league, race.key, plan.ruleset, course, race.table, seats)

    def over(race: LeagueRace) -> messages.ResultRow:
        changes = corrections.get(race.key)
        places = places_of(race, changes) if changes else race.places
        seats = [
            (place, entry, names[entry]) for place, entry in zip(places, race.entries, strict=True)
        ]
        table = "" if "." in race.kept else race.kept
        row = _result(league, race.key, race.ruleset, race.course, table, sorted(seats))
        return replace(row, state="void" if race.key in void else "over")

    races = league.races_of(number) if number else league.races
    finished = sorted(races, key=race_order, reverse=True)
    waiting = [race for race in seen.races if number in (0, read_key(race.key).round)]
    both: list[StoredRace | LeagueRace] = [*waiting, *finished]
    rows, pages = paged(both, page)
    shown = [over(row) if isinstance(row, LeagueRace) else awaited(row) for row in rows]
    return messages.LeagueResults(shown, page, pages)


def _result(
    league: League,
    key: str,
    ruleset: str,
    course: str,
    table: str,
    seats: Sequence[tuple[int, int, str]],
) -> messages.ResultRow:
    bout = read_key(key)
    return messages.ResultRow(
        race=key,
        round=bout.round,
        division=league.terms.divisions[bout.division].title,
        words=words_of(league, bout),
        ruleset=ruleset,
        course=course,
        table=table,
        campaign=league.rounds[bout.round - 1].campaign is not None,
        state="awaited",
        places=[messages.RacePlace(*seat) for seat in seats],
    )


def records_page(league: League, page: int) -> messages.LeagueRecords:
    """The records of every course and game."""
    names = league.names("a guest")
    rows, pages = paged(records(league), page)
    return messages.LeagueRecords(
        rows=[
            messages.RecordRow(
                ruleset=row.ruleset,
                game=find_ruleset(row.ruleset).title,
                course=row.course,
                house=row.house,
                what=row.what,
                value=value_in_words(row),
                drivers=[names[entry] for entry in row.entries],
                race=row.race,
            )
            for row in rows
        ],
        page=page,
        pages=pages,
    )


def ratings_page(league: League, page: int) -> messages.LeagueRatings:
    """The ratings, the strongest first."""
    names = league.names()
    rows, pages = paged(list(enumerate(ratings(league), 1)), page)
    return messages.LeagueRatings(
        rows=[
            messages.RatingRow(
                place=place,
                entry=row.entry,
                name=names[row.entry],
                shown=round(row.shown, 1),
                mean=round(row.mean, 1),
                doubt=round(row.doubt, 1),
                races=row.races,
            )
            for place, row in rows
        ],
        page=page,
        pages=pages,
    )


def teams_page(league: League, page: int) -> messages.LeagueTeams:
    """The table of teams."""
    names = league.names()
    rows, pages = paged(team_standings(league), page)
    return messages.LeagueTeams(
        rows=[
            messages.TeamStandingsRow(
                row.place, row.team, row.points, [names[entry] for entry in row.drivers]
            )
            for row in rows
        ],
        page=page,
        pages=pages,
    )


def driver_page(seen: SeenLeague, number: int, page: int) -> messages.LeagueDriver:
    """A driver: their races, and the other drivers they met. Raises Malformed."""
    league, entry = seen.league, seen.league.entry(number)
    names = league.names()
    rows, pages = paged(drives(league, number)[::-1], page)
    return messages.LeagueDriver(
        driver=entry_card(seen, entry),
        away=[messages.AwayRow(each.left, each.back) for each in entry.away],
        rows=[
            messages.DriveRow(row.race, row.round, row.course, row.place, row.grid, row.drivers)
            for row in rows
        ],
        meetings=[
            messages.MeetingRow(row.other, names[row.other], row.met, row.ahead, row.behind)
            for row in head_to_head(league, number)[:MOST_MEETINGS]
        ],
        page=page,
        pages=pages,
    )
