"""`wreck play`: a race in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from wreckoning.cli.terminal.saved_match import SavedMatch
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.ruleset import Ruleset


def play(
    ruleset: Annotated[str, typer.Argument(help="Which game; `wreck games` lists them.")] = "",
    course: Annotated[
        str,
        typer.Option(
            help="A course that comes with the game, or a .toml file. Several, with commas between "
            "them, are a Grand Prix, in games that have one."
        ),
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            help="Who sits where: [NAME=]WHO[+card-card], …; "
            "WHO is you, a bot of the game (`wreck games` lists them), or one of your own."
        ),
    ] = "",
    bots: Annotated[
        str, typer.Option(help="Who races against you: ace, veteran, rookie, …; with commas.")
    ] = "",
    vehicle: Annotated[
        list[str] | None,
        typer.Option(
            "--vehicle",
            "--kart",
            "--car",
            "--team",
            help="What you drive: card+card, one of each kind, or a team by its name, code or "
            ".toml file. Repeated: what the next seats drive.",
        ),
    ] = None,
    dice: Annotated[
        str,
        typer.Option(
            help="random, seeded:N, physical (you roll), or fair (you add a text of your own, "
            "and anyone can check the dice afterwards)."
        ),
    ] = "",
    option: Annotated[
        list[str] | None, typer.Option(help="A house rule, NAME=VALUE; may be repeated.")
    ] = None,
    house: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="Own cards and figures, as TOML: docs/house-files.md says how.",
        ),
    ] = "",
    referee: Annotated[
        bool, typer.Option("--referee", help="A referee may correct, skip and call checks.")
    ] = False,
    log: Annotated[str, typer.Option(help="Keep the race in this new file.")] = "",
    resume: Annotated[str, typer.Option(help="Go on with a race: its log file, or `last`.")] = "",
    after: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="With --resume: begin a new race where that one stood after N answers; "
            "`wreck review` shows N. --as NAME: the driver who you are.",
        ),
    ] = None,
    post: Annotated[
        str,
        typer.Option(
            metavar="LOG",
            help="By post: play in a log that all players share, for example in a network folder. "
            "A new one is begun with --seats, such as Ann=you,Bob=you,rookie.",
        ),
    ] = "",
    me: Annotated[
        str, typer.Option("--as", help="By post, or with --after: the driver who you are.")
    ] = "",
    stay: Annotated[
        bool, typer.Option("--stay", help="By post: wait for the others, and go on.")
    ] = False,
    orders: Annotated[
        str,
        typer.Option(
            help="By post: answers given ahead, also when you are not asked, such as "
            "'passes: yes >= 50%; otherwise: wait'; off takes them back."
        ),
    ] = "",
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours, no drawings: plain lines.")
    ] = False,
) -> None:
    """Race against bots and friends, here in the terminal."""
    from wreckoning.cli.terminal import podium, series
    from wreckoning.cli.terminal.saved_match import resume as take_up
    from wreckoning.cli.terminal.voice import Voice
    from wreckoning.core.errors import Malformed

    voice = Voice(plain)
    settings = course, seats, bots, vehicle, dice, option, house, referee, log
    if after is not None:
        if any((*settings[:-1], ruleset, post, stay, orders)):
            raise Malformed("--after", "expected only --resume, --as and --log with it")
        _play_on(voice, resume, after, me, log)
        return
    if (me or stay or orders) and not post:
        given = "--as" if me else "--stay" if stay else "--orders"
        raise Malformed(given, "expected with --post LOG")
    if post and (resume or log):
        other = "--resume" if resume else "--log"
        raise Malformed("--post", f"expected without {other}: its file is the race's log")
    if post and Path(post).exists():
        if ruleset or any(settings):
            problem = "is there already: expected no settings of a new race, or a new file"
            raise Malformed(post, problem)
        _by_post(voice, post, me, stay, orders)
        return
    if post and not ruleset:
        problem = "no such file; a new race is begun with a game, --seats and --as"
        raise Malformed(post, problem)
    if resume:
        if any(settings):
            raise Malformed("--resume", "expected only a file: the race keeps its own settings")
        saved = take_up(resume, voice.say)
        _check_same(ruleset, saved)
        if saved.match.is_over:
            podium.draw_podium(voice, saved, enter=False)
            _play_all(voice, series.go_on(voice, saved), False)
            return
    else:
        try:
            saved = _begin(
                voice,
                ruleset,
                course,
                seats,
                bots,
                vehicle or [],
                dice,
                option,
                house,
                referee,
                post or log,
                me if post else None,
            )
        except EOFError:
            voice.say("Nothing begun, nothing saved.")
            return
    if post:
        _by_post(voice, post, me, stay, orders)
        return
    _play_all(voice, saved, bool(resume))


def _play_on(voice: Voice, resume: str, after: int, me: str, log: str) -> None:
    """Play on from a moment of another race."""
    from wreckoning.cli.terminal.saved_match import play_on
    from wreckoning.core.errors import Malformed

    if not resume:
        raise Malformed("--after", "expected with --resume LOG")
    _play_all(voice, play_on(resume, after, me, Path(log) if log else None, voice.say), False)


def _by_post(voice: Voice, path: str, me: str, stay: bool, orders: str) -> None:
    """Play in a shared file."""
    from wreckoning.cli.terminal.post import play_by_post

    play_by_post(voice, Path(path), me, stay, orders)


def _play_all(voice: Voice, saved: SavedMatch | None, resumed: bool) -> None:
    """Play the race, and those that follow it in its series."""
    from wreckoning.cli.terminal.loop import TerminalRace, open_page
    from wreckoning.cli.terminal.series import go_on

    while saved is not None:
        open_page(voice, saved, resumed)
        TerminalRace(saved, voice, resumed).play()
        saved, resumed = go_on(voice, saved), False


def _check_same(ruleset: str, saved: SavedMatch) -> None:
    from wreckoning.core.errors import Malformed

    key = saved.match.ruleset.key
    if ruleset not in ("", key):
        raise Malformed("--resume", f"that is a race of {key}, not of {ruleset}")


def _begin(
    voice: Voice,
    key: str,
    course: str,
    seats: str,
    bots: str,
    vehicles: list[str],
    dice: str,
    option: list[str] | None,
    house: str,
    referee: bool,
    log: str,
    me: str | None,
) -> SavedMatch:
    """Begin a new race from the command line, prompting for what is missing.

    `me`: the driver whose player begins a race by post; None for any other race.
    """
    import secrets

    from wreckoning.cli import seating, thinking
    from wreckoning.cli.terminal import fair_dice, setup
    from wreckoning.cli.terminal.post import find_me
    from wreckoning.cli.terminal.saved_match import begin
    from wreckoning.core.dice import read_dice
    from wreckoning.core.errors import Malformed
    from wreckoning.core.fair import Fair
    from wreckoning.core.files.course_files import MAX_BYTES
    from wreckoning.core.files.data import house_changes, with_changes
    from wreckoning.core.files.toml_files import read_toml
    from wreckoning.core.match import Match
    from wreckoning.core.seats import check_options
    from wreckoning.core.series import begin as begin_series

    ruleset = _find(key or (setup.choose_game(voice) if voice.interactive else ""))
    if house:
        file = Path(house)
        given = read_toml(file, "house file", MAX_BYTES)
        ruleset = with_changes(ruleset, house_changes(ruleset, given, file.name))
    options = _read_options(option or [], referee)
    in_force = check_options(ruleset, options)
    if me is not None and in_force.get("referee") == "on":
        raise Malformed("referee", "a race by post has none; expected without --referee")
    source = None if dice == Fair.name else read_dice(dice or "random", secrets.randbelow, "fair, ")
    path = Path(log) if log else None
    if path is not None and path.exists():
        raise Malformed(log, "is there already; nothing was overwritten")
    for vehicle in vehicles:
        seating.parse_vehicle(ruleset, vehicle)
    if seats and bots:
        raise Malformed("--bots", "expected only one of --bots and --seats: both name the players")
    parsed = seating.parse_seats(ruleset, seats, vehicles) if seats else None
    names = _read_courses(course)
    asks = voice.interactive and not names
    if not names:
        names = setup.choose_courses(voice, ruleset) if asks else ruleset.course_names()[:1]
    loaded, *then = [ruleset.load_course(name) for name in names]
    series = begin_series(ruleset, (loaded, *then)) if then else None
    if bots:
        count = seating.usual_opponents(ruleset, loaded, vehicles, series)
        others = thinking.opponents(ruleset, bots, count)
        parsed = seating.parse_seats(ruleset, ",".join([seating.YOU, *others]), vehicles)
    if parsed is None and asks:
        chosen, driven = setup.choose_seats(voice, ruleset, loaded, vehicles, series)
        parsed = seating.parse_seats(ruleset, chosen, driven)
    if parsed is None:
        count = seating.usual_opponents(ruleset, loaded, vehicles, series)
        text = seating.default_seats(ruleset, opponents=count)
        parsed = seating.parse_seats(ruleset, text, vehicles)
    if me or (me is not None and not voice.interactive):
        find_me(voice, parsed, me)
    source = source or fair_dice.draw(voice, parsed)
    seed = fair_dice.seed_for_bots(source)
    think = thinking.host_of(ruleset, parsed, seed, voice.say)
    match = Match(
        *(ruleset, loaded, parsed, options, source), bot_seed=seed, series=series, think=think
    )
    return begin(match, path)


def _find(key: str) -> Ruleset:
    """Find the ruleset. Raises Malformed if none is named."""
    from wreckoning.core.errors import Malformed
    from wreckoning.core.ruleset import find_ruleset, registered

    if not key:
        raise Malformed("play", f"which game? one of {', '.join(registered())}")
    return find_ruleset(key)


def _read_courses(given: str) -> list[str]:
    """Split at commas, except in the name of an existing file."""
    from wreckoning.core.errors import Malformed

    if not given or Path(given).is_file():
        return [given] if given else []
    names = [name.strip() for name in given.split(",")]
    if not all(names):
        raise Malformed("--course", f"expected a course on both sides of a comma, found {given!r}")
    return names


def _read_options(given: list[str], referee: bool) -> dict[str, str]:
    """Read house rules from `NAME=VALUE`."""
    from wreckoning.core.errors import Malformed

    options: dict[str, str] = {"referee": "on"} if referee else {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise Malformed("--option", f"expected NAME=VALUE, found {text[:40]!r}")
        options[name.strip()] = value.strip()
    return options
