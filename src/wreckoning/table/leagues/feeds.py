"""A league's files for other programs: CSV tables, an iCalendar, an Atom feed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from feedgen.feed import FeedGenerator
from icalendar import Calendar, Event

from wreckoning.core.ruleset import find_ruleset
from wreckoning.table.leagues.calendar import closes_at, opens_at
from wreckoning.table.leagues.messages import SeasonLuck
from wreckoning.table.leagues.model import GUEST, League, LeagueRound
from wreckoning.table.leagues.rounds import CAMPAIGN, race_order, read_key
from wreckoning.table.leagues.standings import LeagueRow, standings

USUAL_LENGTH = timedelta(hours=2)  # of a round without a closing time
NEWS = 50  # entries of a feed


def standings_csv(
    league: League,
    division: int | None,
    driver_class: str | None,
    lucks: Mapping[int, SeasonLuck] | None = None,
) -> str:
    """The whole table, one row for each driver. With their luck if a race was reviewed."""
    names = league.names()
    teams = {entry.number: entry.team for entry in league.entries}
    rounds = [f"round {number}" for number in range(1, len(league.rounds) + 1)]
    head = ["place", "driver", "team", "points", "wins", "podiums", "poles", "fastest laps"]
    more = ["races", "luck", "luck band", "reviewed races"] if lucks else []

    def luck(row: LeagueRow) -> list[object]:
        if not lucks:
            return []
        found = lucks.get(row.entry)
        known = ["", "", 0] if found is None else [found["value"], found["band"], found["races"]]
        return [row.races, *known]

    return _csv(
        [*head, *more, *rounds],
        (
            [
                row.place,
                names[row.entry],
                teams[row.entry],
                row.points,
                row.wins,
                row.podiums,
                row.poles,
                row.fastest_laps,
                *luck(row),
                *("" if points is None else points for points in row.rounds),
            ]
            for row in standings(league, division, driver_class)
        ),
    )


def results_csv(league: League) -> str:
    """Every race, one row for each driver."""

    def rows() -> Iterator[list[object]]:
        names = {**league.names(), GUEST: "(guest)"}
        for race in sorted(league.races, key=race_order):
            bout = read_key(race.key)
            for seat, entry in enumerate(race.entries):
                yield [
                    bout.round,
                    league.terms.divisions[bout.division].title,
                    race.key,
                    race.ruleset,
                    race.course,
                    names[entry],
                    race.places[seat],
                    race.grid[seat] or "",
                    race.finish[seat] or "",
                ]

    head = ["round", "division", "race", "game", "course", "driver", "place", "grid", "finish"]
    return _csv(head, rows())


def _csv(head: Sequence[str], rows: Iterator[list[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """Put an apostrophe before a name that a spreadsheet would take for a formula."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{cell}"
    return cell


def title_of(league: League, number: int) -> str:
    """The title of a round: its own, or that of its first course; else that it is a campaign."""
    plan = league.rounds[number - 1]
    if plan.title or plan.campaign is not None:
        return plan.title or CAMPAIGN
    try:
        return str(find_ruleset(plan.ruleset).load_course(plan.courses[0]).title)
    except Exception:  # for a missing game or course, its key is enough
        return plan.courses[0]


def calendar_file(league: League, name: str, address: str) -> bytes:
    """The dates of all rounds as an iCalendar file. `name` is unique for the league."""
    calendar = Calendar()
    calendar.add("prodid", "-//Wreckoning//League//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", league.title)
    for number, plan in enumerate(league.rounds, 1):
        opens = opens_at(league, plan)
        if opens is not None:
            calendar.add_component(_event(league, number, plan, opens, name, address))
    found: bytes = calendar.to_ical()
    return found


def _event(
    league: League, number: int, plan: LeagueRound, opens: float, name: str, address: str
) -> Event:
    begins = datetime.fromtimestamp(opens, UTC)
    closes = closes_at(league, plan)
    ends = begins + USUAL_LENGTH if closes is None else datetime.fromtimestamp(closes, UTC)
    event = Event()
    event.add("uid", f"{name}-{league.season}-{number}@wreckoning")
    event.add("dtstamp", begins)
    event.add("dtstart", begins)
    event.add("dtend", ends)
    event.add("summary", f"{league.title}: round {number}, {title_of(league, number)}")
    if address:
        event.add("url", address)
    return event


def news_feed(league: League, address: str, updated: float, own: str = "") -> bytes:
    """The news of a league as an Atom feed, the latest first. `own` is the feed's address."""
    feed = FeedGenerator()
    feed.id(address)
    feed.title(league.title)
    feed.subtitle(league.text[:200] or "Results of the league")
    feed.link(href=address, rel="alternate")
    feed.link(href=own or f"{address}/feed.atom", rel="self")
    feed.author(name=league.owner or "The league")
    feed.updated(datetime.fromtimestamp(updated, UTC))
    for at, key, title, text in news(league)[:NEWS]:
        entry = feed.add_entry(order="append")
        entry.id(f"{address}#{key}")
        entry.title(title)
        entry.content(text, type="text")
        entry.link(href=address)
        entry.updated(datetime.fromtimestamp(at, UTC))
        entry.published(datetime.fromtimestamp(at, UTC))
    found: bytes = feed.atom_str(pretty=True)
    return found


def news(league: League) -> list[tuple[float, str, str, str]]:
    """Rounds opened and closed, and corrections: (when, key, title, text), the latest first."""
    names = league.names()
    found: list[tuple[float, str, str, str]] = []
    for number, plan in enumerate(league.rounds, 1):
        title = f"Round {number}, {title_of(league, number)}"
        if plan.opened is not None:
            drivers = sum(len(lineup) for lineup in plan.lineups)
            found.append(
                (plan.opened, f"opened-{number}", f"{title}: open", f"{drivers} drivers start.")
            )
        if plan.closed is not None:
            text = "\n".join(_winners(league, number, names)) or "No race was run."
            found.append((plan.closed, f"closed-{number}", f"{title}: results", text))
    for at, change in enumerate(league.corrections):
        who = names.get(change.entry, "the race")
        text = f"{correction_words(change.do, change.value, who)}. Reason: {change.reason}"
        found.append((change.at, f"correction-{at}", f"A result of race {change.race}", text))
    return sorted(found, key=lambda each: (-each[0], each[1]))


def correction_words(do: str, value: int, who: str) -> str:
    """A correction by the owner in words: `Ann gets −5 points`."""
    if do == "void":
        return "The race does not count"
    return f"{who} gets place {value}" if do == "place" else f"{who} gets {value:+} points"


def _winners(league: League, number: int, names: dict[int, str]) -> Iterator[str]:
    is_campaign = league.rounds[number - 1].campaign is not None
    for race in sorted(league.races_of(number), key=race_order):
        winners = [
            names[entry]
            for entry, place in zip(race.entries, race.places, strict=True)
            if place == 1 and entry != GUEST
        ]
        if winners:
            bout = read_key(race.key)
            division = league.terms.divisions[bout.division].title
            where = "the campaign" if is_campaign else f"on {race.course}"
            yield f"{division}, {bout.words}: {' and '.join(winners)} won {where}"
