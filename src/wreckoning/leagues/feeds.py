"""A league's files for other programs: CSV tables, an iCalendar, an Atom feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID, uuid5

from wreckoning.core.ruleset import find_ruleset
from wreckoning.leagues.calendar import closes_at, opens_at
from wreckoning.leagues.messages import SeasonLuck
from wreckoning.leagues.model import GUEST, League, LeagueRound
from wreckoning.leagues.rounds import CAMPAIGN, race_order, read_key
from wreckoning.leagues.standings import LeagueRow, standings
from wreckoning.readers.sheets import csv_text
from wreckoning.readers.texts import lines, one_line
from wreckoning.table.dates import as_local

if TYPE_CHECKING:  # imported when a file is made: a server starts sooner without them
    from icalendar import Event

USUAL_LENGTH = timedelta(hours=2)  # of a round without a closing time
NEWS = 50  # entries of a feed
NEWS_IDS = UUID("7d0f6f4e-52cf-4d35-9a55-1f0f8e3c2b61")  # the space of names of their ids


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
        known = ["", "", 0] if found is None else [found.value, found.band, found.races]
        return [row.races, *known]

    return csv_text(
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
        names = league.names("(guest)")
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
    return csv_text(head, rows())


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
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Wreckoning//League//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", one_line(league.title))
    for number, plan in enumerate(league.rounds, 1):
        opens = opens_at(league, plan)
        if opens is not None:
            calendar.add_component(_event(league, number, plan, opens, name, address))
    found: bytes = calendar.to_ical()
    return found


def _event(
    league: League, number: int, plan: LeagueRound, opens: float, name: str, address: str
) -> Event:
    from icalendar import Event

    begins = as_local(opens, "UTC")
    closes = closes_at(league, plan)
    ends = begins + USUAL_LENGTH if closes is None else as_local(closes, "UTC")
    event = Event()
    event.add("uid", f"{name}-{league.season}-{number}@wreckoning")
    event.add("dtstamp", begins)
    event.add("dtstart", begins)
    event.add("dtend", ends)
    summary = f"{league.title}: round {number}, {title_of(league, number)}"
    event.add("summary", one_line(summary))
    if address:
        event.add("url", address)
    return event


def news_feed(league: League, address: str, updated: float, own: str = "", name: str = "") -> bytes:
    """The news of a league as an Atom feed, the latest first.

    `own` is the feed's address. `name` is unique for the league: readers know the news by it, by
    whichever address they get them.
    """
    from feedgen.feed import FeedGenerator

    feed = FeedGenerator()
    feed.id(news_id(name or address))
    feed.title(one_line(league.title) or "A league")
    feed.subtitle(one_line(league.text[:200]) or "Results of the league")
    feed.link(href=address, rel="alternate")
    feed.link(href=own or f"{address}/feed.atom", rel="self")
    feed.author(name=one_line(league.owner) or "The league")
    feed.updated(as_local(updated, "UTC"))
    for at, key, title, text in news(league)[:NEWS]:
        entry = feed.add_entry(order="append")
        entry.id(news_id(name or address, league.season, key))
        entry.title(one_line(title))
        entry.content(lines(text), type="text")
        entry.link(href=address)
        entry.updated(as_local(at, "UTC"))
        entry.published(as_local(at, "UTC"))
    found: bytes = feed.atom_str(pretty=True)
    return found


def news_id(*parts: object) -> str:
    """The id of a feed or of one of its news, the same for all time: a `urn:uuid:`."""
    return uuid5(NEWS_IDS, "/".join(map(str, parts))).urn


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
