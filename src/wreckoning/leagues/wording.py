"""The names and texts of a league that is new here: typed, or from the file of another program."""

from __future__ import annotations

from collections.abc import Iterable

from wreckoning.core.texts.names import read_line, read_name, read_text
from wreckoning.leagues.model import League, LeagueEntry, LeagueRound, LeagueTerms, Points
from wreckoning.table.given import (
    LONGEST_CORRECTION,
    MAX_LABEL,
    MAX_LEAGUE_TEXT,
    MAX_SETUP,
    MAX_TITLE,
    texts_in,
)


def read_words(league: League) -> None:
    """Read all names and texts of a new league as they are kept. Raises Malformed."""
    league.title = read_name("title", league.title, MAX_TITLE)
    league.owner = read_name("owner", league.owner, least=0)
    league.text = read_text("text", league.text, MAX_LEAGUE_TEXT)
    read_terms(league.terms)
    read_rounds(league.rounds)
    for entry in league.entries:
        _read_entry(entry)
    for change in league.corrections:
        change.reason = read_line("reason", change.reason, LONGEST_CORRECTION, 3)
    for race in league.races:
        where = f"race {race.key}"
        _check_lines(where, (race.course, race.ruleset, *race.tallies, race.raced))
    _check_lines("before", league.before)


def _read_entry(entry: LeagueEntry) -> None:
    where = f"driver {entry.number}"
    entry.name = read_name(f"{where}: name", entry.name)
    entry.team = read_name(f"{where}: team", entry.team, MAX_LABEL, 0)
    entry.driver_class = read_name(f"{where}: class", entry.driver_class, MAX_LABEL, 0)
    _check_lines(where, (entry.bot, entry.profile))


def read_terms(terms: LeagueTerms) -> None:
    """Read the names in the terms of a league. Raises Malformed."""
    read_points(terms.points)
    for number, division in enumerate(terms.divisions, 1):
        division.title = read_name(f"division {number}", division.title, MAX_LABEL)
    terms.classes = [read_name("class", title, MAX_LABEL) for title in terms.classes]


def read_points(points: Points) -> None:
    """Read the names in a table of points. Raises Malformed."""
    points.key = read_name("points: key", points.key, MAX_LABEL, 0)
    points.title = read_name("points: title", points.title, MAX_LABEL, 0)
    _check_lines("points", (*points.each, *points.most))


def read_rounds(rounds: Iterable[LeagueRound]) -> None:
    """Read the titles of rounds. Raises Malformed."""
    for number, plan in enumerate(rounds, 1):
        plan.title = read_name(f"round {number}: title", plan.title, MAX_LABEL, 0)


def _check_lines(where: str, given: Iterable[object]) -> None:
    """Check the texts in this part of a file, however deep they are. Raises Malformed."""
    for text in texts_in(given):
        read_line(where, text, MAX_SETUP, 0)
