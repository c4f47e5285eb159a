"""`wreck league`: a league in a file, run without a server.

The file holds the whole league; the logs of its races are in a folder of the same name.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Leagues: make one, sign up, run its rounds, show its tables.",
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="The league's file.")]
Page = Annotated[int, typer.Option("--page", min=1, help="Lists are shown page by page.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs to read.")]


@app.command("new")
def new(
    file: File,
    rest: Annotated[list[str] | None, typer.Argument(hidden=True)] = None,
    title: Annotated[str, typer.Option(help="What the league is called.")] = "League",
    game: Annotated[
        str,
        typer.Option(
            help="The game of all rounds, e.g. rtd. Without it: the first of `wreck games`; with "
            "--campaigns, the first that has campaigns."
        ),
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, max=200, help="How many.")] = 8,
    courses: Annotated[
        str, typer.Option(help="Courses with commas between them, by turns; all without it.")
    ] = "",
    divisions: Annotated[
        str, typer.Option(help="NAME[:PLACES],… from the highest down.")
    ] = "League",
    move: Annotated[
        int, typer.Option(min=0, help="How many go up and down between divisions.")
    ] = 2,
    points: Annotated[
        str, typer.Option(help="A table of points by its key, or a .toml file.")
    ] = "grand_prix",
    kind: Annotated[str, typer.Option(help="season, bracket or ladder.")] = "season",
    seats: Annotated[int, typer.Option(min=2, max=12, help="At most, at a table.")] = 8,
    laps: Annotated[int, typer.Option(min=0, max=99, help="0: as the course has them.")] = 0,
    heats: Annotated[int, typer.Option(min=1, max=12, help="Of each round.")] = 1,
    final: Annotated[int, typer.Option(min=0, max=12, help="For so many drivers; 0: none.")] = 0,
    best_of: Annotated[int, typer.Option("--best-of", min=1, max=9, help="Races a group.")] = 1,
    races: Annotated[
        int, typer.Option(min=1, max=24, help="Courses of a round, e.g. for a Grand Prix.")
    ] = 1,
    scoring: Annotated[
        str,
        typer.Option(
            help="league: its table pays each race; own: the game's own points count; "
            "order: they decide the places that the table pays."
        ),
    ] = "league",
    campaigns: Annotated[
        str,
        typer.Option(
            help="The rounds that are campaigns of the game instead of races: all, or numbers, "
            "e.g. 4,8. A --game without campaigns is refused."
        ),
    ] = "",
    option: Annotated[
        list[str] | None,
        typer.Option(help="A term of these campaigns, NAME=VALUE, e.g. rounds=4; may be repeated."),
    ] = None,
    house: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[ROUNDS=]FILE",
            help="Own cards and figures for all races, or for those of some rounds, e.g. "
            "4,8=sunday.toml; may be repeated. docs/house-files.md says how.",
        ),
    ] = None,
    opens: Annotated[
        str, typer.Option(help="When the first round opens, e.g. 2030-05-31T20:00.")
    ] = "",
    every: Annotated[int, typer.Option(min=1, help="Days from one round to the next.")] = 7,
    time_zone: Annotated[str, typer.Option("--time-zone", help="e.g. Europe/Berlin.")] = "UTC",
    bots: Annotated[int, typer.Option(min=0, max=1000, help="Bots that sign up.")] = 0,
    go_on: Annotated[
        int, typer.Option("--go-on", min=1, max=11, help="Of each race of a bracket.")
    ] = 1,
) -> None:
    """Make a league in a new file."""
    from wreckoning.cli.leagues.file import save_new
    from wreckoning.cli.leagues.new import LeagueOptions, begin, mistyped, remark
    from wreckoning.core.texts.wording import several

    if rest:
        raise mistyped(rest)
    wanted = LeagueOptions(
        title=title,
        game=game,
        rounds=rounds,
        courses=courses,
        divisions=divisions,
        move=move,
        points=points,
        kind=kind,
        seats=seats,
        laps=laps,
        heats=heats,
        final=final,
        best_of=best_of,
        races=races,
        scoring=scoring,
        campaigns=campaigns,
        options=option or [],
        house=house or [],
        opens=opens,
        every=every,
        time_zone=time_zone,
        bots=bots,
        go_on=go_on,
    )
    league = begin(wanted)
    save_new(file, league)
    drivers = several(len(league.entries), "driver") if league.entries else "no drivers yet"
    print(f"{file}: {league.title}, {several(len(league.rounds), 'round')}, {drivers}")
    if said := remark(league):
        print(said)


@app.command("show")
def show(
    file: File,
    what: Annotated[
        str,
        typer.Argument(
            help="standings, calendar, results, drivers, records, ratings, points, teams, "
            "calendar.ics, feed.atom, standings.csv, results.csv, a round's house file, e.g. "
            "3.toml, or a driver's name."
        ),
    ] = "standings",
    division: Annotated[int, typer.Option(min=0, help="Its number; 0: all.")] = 0,
    driver_class: Annotated[str, typer.Option("--class", help="Only drivers of a class.")] = "",
    page: Page = 1,
    as_json: AsJson = False,
) -> None:
    """Show a league: its tables, dates, results, drivers and records."""
    from wreckoning.cli.leagues import words as league_words
    from wreckoning.cli.leagues.file import load
    from wreckoning.cli.reading import print_file, print_json
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.leagues.model import to_document

    league = load(file)
    if as_json:
        print_json(to_document(league))
        return
    name = os.fsencode(file.stem).decode("utf-8", "backslashreplace")
    if text := league_words.as_file(league, what, division, driver_class, name):
        print_file(text)
        return
    league_words.show(Voice(), league, what, division, driver_class, page)


@app.command("join")
def join(
    file: File,
    name: Annotated[str, typer.Argument(help="The driver's name.")],
    bot: Annotated[str, typer.Option(help="The bot that drives, e.g. rookie.")] = "",
    team: Annotated[str, typer.Option(help="The team, if the league has teams.")] = "",
    driver_class: Annotated[str, typer.Option("--class", help="One of the league's.")] = "",
    division: Annotated[int, typer.Option(min=0, help="Its number; 0: the first free.")] = 0,
) -> None:
    """Sign a driver up; if the league is full, onto its waiting list.

    Who has left comes back to their own entry, with its number and points.
    """
    import time

    from wreckoning.cli.leagues.file import in_one_line, load, save
    from wreckoning.leagues.entries import place_in_line, sign_up

    league = load(file)
    wanted = division - 1 if division else None
    with in_one_line():
        entry = sign_up(
            league, name, time.time(), bot=bot, team=team, driver_class=driver_class,
            division=wanted, by_owner=True,
        )  # fmt: skip
    save(file, league)
    where = league.terms.divisions[entry.division].title
    waits = place_in_line(league, entry.number)
    print(f"{entry.name} is {f'number {waits} on the waiting list' if waits else f'in {where}'}")


@app.command("leave")
def leave(file: File, name: Annotated[str, typer.Argument(help="The driver's name.")]) -> None:
    """Withdraw a driver. The first of the waiting list gets the place."""
    import time

    from wreckoning.cli.leagues.file import load, named, save
    from wreckoning.leagues.entries import leave as withdraw

    league = load(file)
    came = withdraw(league, named(league, name).number, time.time())
    save(file, league)
    print(f"{name} has left{f'; {came.name} moves up' if came else ''}")


@app.command("advance")
def advance(
    file: File,
    log: Annotated[
        Path | None,
        typer.Option(help="The log of a race that people have played, or a campaign's file."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="How many to run.")] = 1,
    bots: Annotated[
        bool, typer.Option("--bots", help="Let bots drive for people as well.")
    ] = False,
) -> None:
    """Run the next round: bots race at once, and races of people are counted from their logs.

    So are campaigns of people, from their files.
    """
    from wreckoning.cli.leagues.file import advance as go_on

    go_on(file, log, rounds, bots)


@app.command("correct")
def correct(
    file: File,
    race: Annotated[str, typer.Argument(help="The race, e.g. 3-1-1-1-1.")],
    reason: Annotated[str, typer.Option(help="Why; everybody can read it.")],
    driver: Annotated[str, typer.Option(help="Whose result.")] = "",
    place: Annotated[int, typer.Option(min=0, help="The place that the driver gets.")] = 0,
    points: Annotated[int, typer.Option(help="Points that the driver gets or loses.")] = 0,
    void: Annotated[bool, typer.Option("--void", help="The race does not count.")] = False,
) -> None:
    """Correct a result. What happened stays as it was; the reason is shown with it."""
    from wreckoning.cli.leagues.file import correct_result

    print(correct_result(file, race, reason, driver, place, points, void))


@app.command("season")
def season(
    file: File,
    out: Annotated[Path, typer.Argument(metavar="NEW", help="The file of the next season.")],
) -> None:
    """Begin the next season in a new file: drivers go up and down between divisions."""
    from wreckoning.cli.leagues.file import load, save_new
    from wreckoning.leagues.season import next_season

    league = next_season(load(file))
    save_new(out, league)
    print(f"{out}: {league.title}, season {league.season}")


@app.command("champions")
def champions(
    out: Annotated[Path, typer.Argument(metavar="NEW", help="The file of the tournament.")],
    files: Annotated[list[Path], typer.Argument(help="The leagues whose best drivers meet.")],
    title: Annotated[str, typer.Option(help="What it is called.")] = "Tournament of champions",
    each: Annotated[int, typer.Option(min=1, help="So many drivers of each league.")] = 2,
    kind: Annotated[str, typer.Option(help="bracket or ladder.")] = "bracket",
    seats: Annotated[int, typer.Option(min=2, max=12, help="At most, at a table.")] = 4,
    on: Annotated[
        int, typer.Option("--go-on", min=1, max=11, help="Of each race, in a bracket.")
    ] = 2,
) -> None:
    """Make a tournament of champions: the best of these leagues meet, seeded by their results."""
    from wreckoning.cli.leagues.new import tournament

    print(tournament(out, files, title, each, kind, seats, on))


@app.command("export")
def export(
    file: File,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The new file.")],
) -> None:
    """Write all of a league into one file, with the logs of its races."""
    from wreckoning.cli.leagues.file import export_league

    print(export_league(file, out))


@app.command("import")
def import_(
    given: Annotated[str, typer.Argument(metavar="FILE|-", help="An exported league.")],
    file: Annotated[Path, typer.Argument(metavar="NEW", help="The league's file here.")],
) -> None:
    """Take an exported league up in a new file. A server's export works as well."""
    from wreckoning.cli.leagues.file import import_league

    print(import_league(given, file))


@app.command("verify")
def verify(file: File) -> None:
    """Replay all races and campaigns, and check that results and standings follow from them."""
    from wreckoning.cli.leagues.file import verify_league

    for line in verify_league(file):
        print(line)
