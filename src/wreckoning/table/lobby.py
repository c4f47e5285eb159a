"""What one does before a race: make a table, take a seat, fill it, start."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
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
from wreckoning.table import models
from wreckoning.table.game import (
    ABANDONED,
    FINISHED,
    OPEN,
    RUNNING,
    Change,
    Game,
    check_bot,
    digest,
)
from wreckoning.table.models import SeatState, Settings
from wreckoning.table.refusals import Forbidden

MINE, NOBODY_YET = "mine", "open"
TOKEN = 32  # hexadecimal digits


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
    if wanted.course not in ruleset.course_names():
        raise Malformed("course", unknown("course", wanted.course, ruleset.course_names()))
    course = ruleset.load_course(wanted.course)
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
    seats = []
    for number, seat in enumerate(settings.seats, 1):
        check_text(f"seat {number}: text", seat.text)
        if seat.player == NOBODY_YET:
            seats.append(Seat(next(free)))
        else:
            seats.append(Seat(seat.name, seat.player, seat.setup))
    check_seats(ruleset, seats)
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
    _put(
        game,
        command.seat,
        SeatState(
            name=command.name.strip(),
            player=PERSON_NAME,
            setup=command.setup,
            text=command.text,
            token=digest(token),
        ),
    )
    return command.name.strip(), {"token": token, "seat": command.seat}


def _put(game: Game, number: int, state: SeatState) -> None:
    """Seat somebody, if that makes a table that can race. Raises Malformed or Illegal."""
    settings = game.settings
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
    _put(game, command.seat, seat.model_copy(update=given))
    return game.seat(command.seat).name, {}


def leave(game: Game, command: models.Leave) -> tuple[str, dict[str, Any]]:
    """Give a seat up: it is open again."""
    _check_open(game)
    seat = game.own_seat(command.seat, command.token)
    _put(game, command.seat, SeatState())
    return seat.name, {}


def seat_bot(game: Game, command: models.SeatBot) -> tuple[str, dict[str, Any]]:
    """The host puts a bot into a seat, or opens it; who sat there has lost it."""
    _check_open(game)
    game.check_host(command.token)
    game.seat(command.seat)
    if command.player != NOBODY_YET:
        check_bot(game.ruleset, command.player)
    _put(game, command.seat, SeatState(player=command.player))
    return "host", {}


def start(game: Game, command: models.Start) -> tuple[str, dict[str, Any]]:
    """The host starts the race, once no seat is open."""
    _check_open(game)
    game.check_host(command.token)
    still = [n for n, seat in enumerate(game.settings.seats, 1) if seat.player == NOBODY_YET]
    if still:
        where = ", ".join(map(str, still))
        raise Illegal(f"seats still open: {where}; wait for somebody, or put bots there")
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


def forked(game: Game, number: int, chance: Chance) -> Game:
    """A new table that plays on from a moment of this race. All its people's seats are open.

    Raises Illegal for a moment that there was not, or a race that has not begun.
    """
    match = game.check_begun()
    if not 0 <= number <= game.number:
        raise Illegal(f"expected a moment 0 to {game.number}, found {number}")
    twin = match.fork()
    twin.rewind(number)
    if twin.is_over:
        raise Illegal("the race is over at that moment; choose an earlier one")
    new = again(game, chance)
    new.settings.position = twin.checkpoint_position() if number else game.settings.position
    new.settings.names = match.names
    new.settings.came_from = (game.id, number)
    return new


def follow_up(game: Game, chance: Chance, tokens: Sequence[str]) -> Change | None:
    """Make the table of the next race, once; None if there is one. Raises Forbidden or Illegal.

    The host there is who asks. His tokens there follow from those that he shows (`passed_on`).
    """
    if game.settings.next_table is not None:
        return None
    opening = [token for token in tokens if game.is_host([token]) or game.seats_of([token])]
    if not opening:
        raise Forbidden("only who sat at this table can ask for another race")
    if game.state not in (FINISHED, ABANDONED):
        raise Illegal("the race goes on: once more when it is over")
    mine = {number: token for token in opening for number in game.seats_of([token])}
    fresh = [
        passed_on(mine.get(number, ""), chance.id, "seat") for number in range(len(chance.tokens))
    ]
    chance = replace(chance, host=passed_on(opening[0], chance.id, "host"), tokens=fresh)
    made = again(game, chance, list(mine))

    def does() -> tuple[str, dict[str, Any]]:
        game.settings.next_table = made.id
        return "", {}

    return replace(game.carry_out("again", does), settings=True, made=made)


def passed_on(token: str, table: str, what: str) -> str:
    """What this token of a race is at the table of the next: who has it can work it out."""
    return hmac.digest(token.encode(), f"{what} at {table}".encode(), "sha256").hex()[:TOKEN]


def kept(game: Game, tokens: Sequence[str]) -> dict[str, Any]:
    """What is theirs, by the tokens of the race before, at the table that followed it."""
    hosts = [passed_on(token, game.id, "host") for token in tokens]
    seats = [passed_on(token, game.id, "seat") for token in tokens]
    return {
        "host": next((token for token in hosts if game.is_host([token])), ""),
        "seats": [{"seat": n, "token": token} for token in seats for n in game.seats_of([token])],
    }


def again(game: Game, chance: Chance, staying: Sequence[int] = ()) -> Game:
    """A new table with the same settings: bots and who is `staying` sit there, the rest is open.

    The tokens of those seats are new.
    """
    settings = game.settings.model_copy(deep=True)
    fair = settings.dice == "fair"
    settings.commitment = commitment(chance.secret) if fair else ""
    settings.host, settings.bot_seed = digest(chance.host), chance.bot_seed
    settings.position = settings.came_from = settings.next_table = None
    settings.names, settings.begun = [], False
    for number, seat in enumerate(settings.seats):
        seat.driver, seat.since = PERSON_NAME, 0
        if seat.player == PERSON_NAME and number in staying:
            seat.text, seat.token = "", digest(chance.tokens[number])
        elif seat.player == PERSON_NAME:
            seat.player, seat.text, seat.token = NOBODY_YET, "", ""
    return Game(chance.id, settings, chance.secret if fair else "")
