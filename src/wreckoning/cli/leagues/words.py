"""Prints a league in words and tables for the terminal, a page at a time."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rich.table import Table

from wreckoning.cli.leagues.file import named
from wreckoning.cli.terminal.voice import Voice
from wreckoning.core.errors import Malformed, unknown
from wreckoning.core.texts.names import same_name
from wreckoning.core.texts.wording import several
from wreckoning.leagues import feeds
from wreckoning.leagues.calendar import in_words, opens_at
from wreckoning.leagues.messages import SeasonLuck
from wreckoning.leagues.model import SHARES, TIE_BREAKS, League, LeagueEntry, Points
from wreckoning.leagues.ratings import ratings
from wreckoning.leagues.records import drives, head_to_head, records, value_in_words
from wreckoning.leagues.rounds import race_order
from wreckoning.leagues.standings import LeagueRow, standings, team_standings

A_PAGE = 40
Show = Callable[[Voice, League, int], None]


def as_file(league: League, what: str, division: int, driver_class: str, name: str) -> str:
    """The league as a file for another program; '' if `what` is not one of these files."""
    where = _division(league, division)
    if what == "standings.csv":
        return feeds.standings_csv(league, where, driver_class or None, _luck(league))
    if what == "results.csv":
        return feeds.results_csv(league)
    if what == "calendar.ics":
        return feeds.calendar_file(league, name, "").decode()
    if what == "feed.atom":
        updated = max((each[0] for each in feeds.news(league)), default=0.0)
        return feeds.news_feed(league, f"urn:wreckoning:{name}", updated, name=name).decode()
    if round_named := re.fullmatch(r"([0-9]{1,4})\.toml", what):
        return _house_file(league, int(round_named[1]))
    return ""


def _house_file(league: League, number: int) -> str:
    """The text of a round's house file. Raises Malformed."""
    if not 1 <= number <= len(league.rounds):
        raise Malformed("show", f"expected a round from 1 to {len(league.rounds)}, found {number}")
    if not league.rounds[number - 1].house:
        raise Malformed("show", f"round {number} has no house file")
    return league.rounds[number - 1].house


def _division(league: League, number: int) -> int | None:
    if number > len(league.terms.divisions):
        raise Malformed("--division", f"expected 1 to {len(league.terms.divisions)}")
    return number - 1 if number else None


def show(
    voice: Voice, league: League, what: str, division: int, driver_class: str, page: int
) -> None:
    """Print one of a league's pages. Raises Malformed for an unknown one."""
    parts: dict[str, Show] = {
        "calendar": _calendar,
        "results": _results,
        "drivers": _drivers,
        "records": _records,
        "ratings": _ratings,
        "points": _points,
        "teams": _teams,
    }
    where = _division(league, division)
    if what == "standings":
        _standings(voice, league, where, driver_class, page)
    elif what in parts:
        parts[what](voice, league, page)
    else:
        if not any(same_name(entry.name, what) for entry in league.entries):
            raise Malformed("show", unknown("page or driver", what, ["standings", *parts]))
        _driver(voice, league, what, page)


def _check_page(page: int, rows: int) -> int:
    """The number of pages for this many rows. Raises Malformed if `page` is beyond them."""
    pages = max(1, -(-rows // A_PAGE))
    if page > pages:
        raise Malformed("--page", f"expected 1 to {pages}, found {page}")
    return pages


def _paged(voice: Voice, rows: Sequence[Sequence[object]], head: Sequence[str], page: int) -> None:
    """Print a page of a table; says how many pages there are."""
    pages = _check_page(page, len(rows))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for title in head:
        numeric = title in ("", "points", "wins", "races", "rating", "met", "ahead", "behind")
        table.add_column(title, justify="right" if numeric else "left", header_style="dim")
    for row in rows[A_PAGE * (page - 1) : A_PAGE * page]:
        table.add_row(*(str(cell) for cell in row))
    voice.say(table)
    if pages > 1:
        voice.note(f"Page {page} of {pages}; --page shows another.")


def _standings(
    voice: Voice, league: League, division: int | None, driver_class: str, page: int
) -> None:
    names = league.names()
    tables = range(len(league.terms.divisions)) if division is None else [division]
    found = [(number, standings(league, number, driver_class or None)) for number in tables]
    _check_page(page, max(len(rows) for _, rows in found))
    for number, rows in found:
        if len(rows) > A_PAGE * (page - 1) or page == 1:
            voice.say(f"{league.title}: {league.terms.divisions[number].title}", "bold")
            _table(voice, names, rows, page, _luck(league))
    for change in league.corrections:
        who = names.get(change.entry, "the race")
        words = feeds.correction_words(change.do, change.value, who)
        voice.note(f"Race {change.race}, corrected: {words}. {change.reason}")


def _luck(league: League) -> dict[int, SeasonLuck]:
    """The drivers' luck, in a league that was reviewed on a server."""
    if not any(race.luck for race in league.races):
        return {}
    from wreckoning.server.leagues.luck import luck_in  # brings the database along

    void = {change.race for change in league.corrections if change.do == "void"}
    return luck_in(league.races, void)


def _table(
    voice: Voice,
    names: dict[int, str],
    rows: Sequence[LeagueRow],
    page: int,
    lucks: dict[int, SeasonLuck],
) -> None:
    if not rows:
        voice.say("No drivers yet.")
        return
    cells = [
        [
            row.place,
            names[row.entry],
            row.points,
            row.wins,
            _form(row),
            _dropped(row),
            row.moves,
            row.tie.replace("_", " "),
        ]
        for row in rows
    ]
    head = ["", "driver", "points", "wins", "last places", "dropped", "moves", "tie broken by"]
    if lucks:
        head.append("luck")
        for cell, row in zip(cells, rows, strict=True):
            luck = lucks.get(row.entry)
            words = f"{luck.value:+.2f} ± {luck.band:.2f} in {luck.races}" if luck else ""
            cell.append(words)
    _paged(voice, cells, head, page)


def _form(row: LeagueRow) -> str:
    return " ".join(map(str, row.form))


def _dropped(row: LeagueRow) -> str:
    return f"round {', '.join(map(str, row.dropped))}" if row.dropped else ""


def _calendar(voice: Voice, league: League, page: int) -> None:
    rows = []
    for number, plan in enumerate(league.rounds, 1):
        opens = opens_at(league, plan)
        date = in_words(opens, league.terms.time_zone) if opens is not None else "no date"
        state = "over" if plan.closed is not None else "open" if plan.opened is not None else ""
        game = f"{plan.ruleset} (house file)" if plan.house else plan.ruleset
        rows.append([number, feeds.title_of(league, number), game, date, state])
    _paged(voice, rows, ["", "round", "game", "opens", "state"], page)


def _results(voice: Voice, league: League, page: int) -> None:
    names = league.names("(guest)")
    rows = []
    for race in sorted(league.races, key=race_order):
        order = sorted(zip(race.places, race.entries, strict=True))
        rows.append([race.key, race.course, ", ".join(f"{place} {names[e]}" for place, e in order)])
    _paged(voice, rows, ["race", "course", "places"], page)


def _drivers(voice: Voice, league: League, page: int) -> None:
    divisions = league.terms.divisions

    def state(entry: LeagueEntry) -> str:
        words = [{"in": "", "waiting": "waits", "out": "has left"}[entry.state]]
        for away in entry.away[-1:]:
            day, _, _ = in_words(away.back or away.left, league.terms.time_zone).partition(",")
            words.append(f"back since {day}" if away.back else day)
        return ", ".join(filter(None, words))

    _paged(
        voice,
        [
            [e.number, e.name, e.bot, e.team, divisions[e.division].title, state(e)]
            for e in league.entries
        ],
        ["", "driver", "bot", "team", "division", "state"],
        page,
    )


def _records(voice: Voice, league: League, page: int) -> None:
    names = league.names()
    _paged(
        voice,
        [
            [
                r.ruleset,
                f"{r.course} (house file of round {r.house})" if r.house else r.course,
                r.what,
                value_in_words(r),
                ", ".join(names.get(entry, "(guest)") for entry in r.entries),
                r.race,
            ]
            for r in records(league)
        ],
        ["game", "course", "record", "value", "driver", "race"],
        page,
    )


def _ratings(voice: Voice, league: League, page: int) -> None:
    names = league.names()
    _paged(
        voice,
        [
            [at, names[r.entry], f"{r.shown:.1f}", f"{r.mean:.1f} ± {r.doubt:.1f}", r.races]
            for at, r in enumerate(ratings(league), 1)
        ],
        ["", "driver", "rating", "mean and doubt", "races"],
        page,
    )


def _points(voice: Voice, league: League, _: int) -> None:
    points, scoring = league.terms.points, {plan.scoring for plan in league.rounds}
    if scoring == {"own"}:
        voice.say("The game's own points count in all rounds.", "bold")
    else:
        _points_table(voice, points)
        if "own" in scoring:
            rounds = [str(n) for n, plan in enumerate(league.rounds, 1) if plan.scoring == "own"]
            voice.say(f"The game's own points count instead in round {', '.join(rounds)}.")
    if points.drop:
        do = "does" if points.drop == 1 else "do"
        voice.say(f"The worst {several(points.drop, 'round')} {do} not count.")
    voice.say(f"Seats that change hands: {SHARES[league.terms.share]}.")
    for number, rule in enumerate(league.terms.tie_breaks, 1):
        voice.say(f"Tie-break {number}: {TIE_BREAKS[rule]}")


def _points_table(voice: Voice, points: Points) -> None:
    voice.say(points.title, "bold")
    voice.say(f"Places: {', '.join(map(str, points.places))}")
    extras = [("pole position", points.pole), ("fastest lap", points.fastest_lap)]
    extras += [(f"each of {tally.replace('_', ' ')}", n) for tally, n in points.each.items()]
    extras += [(f"most {tally.replace('_', ' ')}", n) for tally, n in points.most.items()]
    for name, worth in extras:
        if worth:
            voice.say(f"{worth:+} for {name}")


def _teams(voice: Voice, league: League, page: int) -> None:
    rows = team_standings(league)
    if not rows:
        raise Malformed("show", "this league has no teams")
    names = league.names()
    _paged(
        voice,
        [[r.place, r.team, r.points, ", ".join(names[d] for d in r.drivers)] for r in rows],
        ["", "team", "points", "drivers"],
        page,
    )


def _driver(voice: Voice, league: League, name: str, page: int) -> None:
    entry, names = named(league, name), league.names("(guest)")
    voice.say(f"{entry.name}: {league.terms.divisions[entry.division].title}", "bold")
    _paged(
        voice,
        [
            [d.round, d.course, f"{d.place} of {d.drivers}", d.grid or "", d.race]
            for d in drives(league, entry.number)
        ],
        ["", "course", "place", "grid", "race"],
        page,
    )
    met = head_to_head(league, entry.number)[:A_PAGE]
    if met:
        voice.say("Against others", "bold")
        rows = [[names[m.other], m.met, m.ahead, m.behind] for m in met]
        _paged(voice, rows, ["driver", "met", "ahead", "behind"], 1)
