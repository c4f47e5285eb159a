"""What one does before a race: make a table, take a seat, fill it, start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from wreckoning.core import position
from wreckoning.core.errors import Illegal, Malformed, WreckError
from wreckoning.core.fair import check_text, commitment
from wreckoning.core.names import bot_names
from wreckoning.core.ruleset import (
    PERSON_NAME,
    Ruleset,
    Seat,
    check_options,
    check_seats,
    find_ruleset,
    unknown,
)
from wreckoning.core.series import begin as begin_series
from wreckoning.core.series import read_series, rules_of
from wreckoning.table import models
from wreckoning.table.game import OPEN, RUNNING, Game, check_bot, digest
from wreckoning.table.models import SeatState, Settings

MINE, NOBODY_YET = "mine", "open"


@dataclass(frozen=True)
class Chance:
    """What nobody may foresee, drawn by the caller."""

    id: str
    host: str
    tokens: Sequence[str]  # enough for every seat
    secret: str  # 64 hexadecimal digits
    bot_seed: int


def new_game(wanted: models.NewTable, chance: Chance) -> tuple[Game, list[dict[str, Any]]]:
    """A table that waits for its people; and which seats were claimed with it, by what token.

    Raises Malformed or Illegal.
    """
    ruleset = find_ruleset(wanted.ruleset)
    for name in (wanted.course, *wanted.then):
        if name not in ruleset.course_names():
            raise Malformed("course", unknown("course", name, ruleset.course_names()))
    course, *then = [ruleset.load_course(name) for name in (wanted.course, *wanted.then)]
    series = begin_series(ruleset, (course, *then)) if then else None
    if series is not None and wanted.practice:
        raise Malformed("practice", "is a race by itself, none of a series")
    fair = wanted.dice == "fair"
    settings = Settings(
        ruleset=ruleset.key,
        rules_version=ruleset.version,
        course=course.document,
        course_key=course.key,
        course_title=course.title,
        options=check_options(ruleset, wanted.options),
        pace=wanted.pace,
        listed=wanted.listed and not wanted.practice,
        dice=wanted.dice,
        commitment=commitment(chance.secret) if fair else "",
        practice=wanted.practice,
        series=series.as_json() if series else None,
        seats=[],
        host=digest(chance.host),
        bot_seed=chance.bot_seed,
    )
    claimed = []
    for number, seat in enumerate(wanted.seats):
        state = SeatState(name=seat.name.strip(), setup=seat.setup, text=seat.text)
        if seat.player == MINE:
            state.player, state.token = PERSON_NAME, digest(chance.tokens[number])
            claimed.append({"seat": number, "token": chance.tokens[number]})
        elif seat.player != NOBODY_YET:
            check_bot(ruleset, seat.player)
            state.player = seat.player
        settings.seats.append(state)
    name_bots(settings)
    check_settings(ruleset, settings)
    return Game(chance.id, settings, chance.secret if fair else ""), claimed


def name_bots(settings: Settings) -> None:
    """Every bot without a name gets one that is free."""
    names = bot_names([seat.name for seat in settings.seats if seat.name])
    for seat in settings.seats:
        if seat.player not in (PERSON_NAME, NOBODY_YET) and not seat.name:
            seat.name = next(names)


def check_settings(ruleset: Ruleset, settings: Settings) -> None:
    """Can a race be run with these seats, once all are taken? Raises Malformed or Illegal."""
    free = bot_names([seat.name for seat in settings.seats])
    seats, taken = [], []
    for number, seat in enumerate(settings.seats, 1):
        check_text(f"seat {number}: text", seat.text)
        is_open = seat.player == NOBODY_YET
        seats.append(Seat(next(free)) if is_open else Seat(seat.name, seat.player, seat.setup))
        taken.append(None if is_open else seats[-1])
    check_seats(ruleset, seats)
    if settings.series is not None:
        read_series("series", settings.series).check(ruleset, settings.course, taken)
    ruleset.start(ruleset.load_course(settings.course), seats, settings.options)


def _check_open(game: Game) -> None:
    if game.state != OPEN:
        raise Illegal("the race has begun: seats are taken before the start")


def claim(game: Game, command: models.Claim, token: str) -> tuple[str, dict[str, Any]]:
    """Take an open seat; the fresh token is its key from now on."""
    _check_open(game)
    seat = game.seat(command.seat)
    if seat.player != NOBODY_YET:
        raise Illegal(f"seat {command.seat + 1} is taken by {seat.name}")
    put(
        game,
        command.seat,
        SeatState(
            name=command.name.strip(),
            player=PERSON_NAME,
            setup={**_left_by(game, command.seat, PERSON_NAME), **command.setup},
            text=command.text,
            token=digest(token),
        ),
    )
    return command.name.strip(), {"token": token, "seat": command.seat}


def _left_by(game: Game, number: int, player: str) -> dict[str, str]:
    """What stays with a seat when players change: in a series what was driven and bought.

    A bot buys more with what is left.
    """
    series, seat = game.series, game.seat(number)
    if series is None or not series.past:
        return {}
    left = Seat(seat.name, player, seat.setup)
    is_bot = player not in (PERSON_NAME, NOBODY_YET)
    rules = rules_of(game.ruleset)
    return rules.setup_after(series.past, number, left) if is_bot else seat.setup


def _check_kept(game: Game, number: int, name: str) -> None:
    """In a series a player's name is kept while their seat is open. Raises Malformed."""
    if game.series is None:
        return
    for other, seat in enumerate(game.settings.seats):
        if seat.before and other != number and seat.name.casefold() == name.casefold():
            where = f"seat {number + 1}"
            raise Malformed(where, f"the name {name!r} is kept for who drove in seat {other + 1}")


def put(game: Game, number: int, state: SeatState) -> None:
    """Seat a player, if that makes a table that can race. Raises Malformed or Illegal."""
    settings = game.settings
    if state.player != NOBODY_YET:
        _check_kept(game, number, state.name)
    before = settings.seats
    settings.seats = [*before[:number], state, *before[number + 1 :]]
    try:
        name_bots(settings)
        check_settings(game.ruleset, settings)
    except WreckError:
        settings.seats = before
        raise


def change(game: Game, command: models.Change) -> tuple[str, dict[str, Any]]:
    """Another name, vehicle or text. The host may change a bot's vehicle and name."""
    _check_open(game)
    seat = game.seat(command.seat)
    if seat.player == PERSON_NAME or not game.is_host([command.token]):
        seat = game.own_seat(command.seat, command.token)
    given: Mapping[str, Any] = {
        key: value
        for key, value in (
            ("name", command.name.strip() if command.name is not None else None),
            ("setup", command.setup),
            ("text", command.text),
        )
        if value is not None
    }
    put(game, command.seat, seat.model_copy(update=given))
    return game.seat(command.seat).name, {}


def leave(game: Game, command: models.Leave) -> tuple[str, dict[str, Any]]:
    """Give a seat up: it is open again."""
    _check_open(game)
    seat = game.own_seat(command.seat, command.token)
    put(game, command.seat, SeatState(setup=_left_by(game, command.seat, NOBODY_YET)))
    return seat.name, {}


def seat_bot(game: Game, command: models.SeatBot) -> tuple[str, dict[str, Any]]:
    """The host puts a bot into a seat, or opens it; who sat there has lost it."""
    _check_open(game)
    game.check_host(command.token)
    game.seat(command.seat)
    if command.player != NOBODY_YET:
        check_bot(game.ruleset, command.player)
    left = _left_by(game, command.seat, command.player)
    put(game, command.seat, SeatState(player=command.player, setup=left))
    return "host", {}


def start(game: Game, command: models.Start) -> tuple[str, dict[str, Any]]:
    """The host starts the race, once no seat is open."""
    _check_open(game)
    game.check_host(command.token)
    still = [n for n, seat in enumerate(game.settings.seats, 1) if seat.player == NOBODY_YET]
    if still:
        where = ", ".join(map(str, still))
        raise Illegal(f"seats still open: {where}; wait for players, or put bots there")
    begin_race(game)
    return "host", {}


def begin_race(game: Game) -> None:
    """To the first question."""
    _name_drivers(game)
    game.begin()
    game.state = RUNNING
    game.go_on()
    game.settings.begun = True


def _name_drivers(game: Game) -> None:
    """A position names the drivers of the race it was taken from: name those who sit here now."""
    settings, ruleset = game.settings, game.ruleset
    before, names = settings.names, [seat.name for seat in settings.seats]
    if settings.position is None or before == names:
        return
    seats = [
        Seat(name, seat.player, seat.setup)
        for name, seat in zip(before, settings.seats, strict=True)
    ]
    race = ruleset.start(ruleset.load_course(settings.course), seats, settings.options)
    position.lay_over(race, settings.position, before)
    settings.position, settings.names = position.to_json(race, names), names
