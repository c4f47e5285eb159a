"""The commands before a race: make a table, take a seat, fill it, start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from wreckoning.core.documents import ReadOnlyJson
from wreckoning.core.errors import Illegal, Malformed, WreckError, unknown
from wreckoning.core.fair import check_text, commitment
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play import position
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat
from wreckoning.core.seats import check_options, check_seats
from wreckoning.core.series import begin as begin_series
from wreckoning.core.series import read_series, rules_of
from wreckoning.core.texts.names import same_name
from wreckoning.show.names import bot_names
from wreckoning.table import models
from wreckoning.table.house_files import read_house_file, ruleset_with
from wreckoning.table.identity import profile_in, proof_of
from wreckoning.table.ids import TableId
from wreckoning.table.lookalikes import check_look
from wreckoning.table.models import SeatState, Settings
from wreckoning.table.racing import RacingTable
from wreckoning.table.replies import OwnSeat, Result
from wreckoning.table.table import OPEN, RUNNING, Outcome, Table, TableChange, check_bot, digest

MINE, NOBODY_YET = "mine", "open"


@dataclass(frozen=True)
class Randomness:
    """The random parts of a new table, drawn by the caller: id, tokens, secret."""

    id: TableId
    host: str
    tokens: Sequence[str]  # enough for every seat
    secret: str  # 64 hexadecimal digits
    bot_seed: int


def new_table(wanted: models.NewTable, chance: Randomness) -> tuple[Table, list[OwnSeat]]:
    """A table that waits for its players; and the seats claimed with it, with their tokens.

    Raises Malformed or Illegal.
    """
    data = read_house_file(wanted.ruleset, wanted.house)
    ruleset = ruleset_with(wanted.ruleset, data)
    for name in (wanted.course, *wanted.then):
        if name not in ruleset.course_names():
            raise Malformed("course", unknown("course", name, ruleset.course_names()))
    course, *then = [ruleset.load_course(name) for name in (wanted.course, *wanted.then)]
    series = begin_series(ruleset, (course, *then)) if then else None
    if series is not None and wanted.practice:
        raise Malformed("practice", "a practice race cannot be part of a series")
    fair = wanted.dice == "fair"
    settings = Settings(
        ruleset=ruleset.key,
        rules_version=ruleset.version,
        course=course.document,
        course_key=course.key,
        course_title=course.title,
        options=check_options(ruleset, wanted.options),
        data=data,
        pace=wanted.pace,
        listed=wanted.listed and not wanted.practice,
        dice=wanted.dice,
        commitment=commitment(chance.secret) if fair else "",
        practice=wanted.practice,
        hints=wanted.hints,
        chances=wanted.chances,
        series=series.as_json() if series else None,
        seats=[],
        host=digest(chance.host),
        host_profile=profile_in(wanted.token),
        bot_seed=chance.bot_seed,
    )
    claimed: list[OwnSeat] = []
    for number, seat in enumerate(wanted.seats):
        state = SeatState(name=seat.name.strip(), setup=seat.setup, text=seat.text)
        if seat.player == MINE:
            state.player, state.token = PERSON_NAME, digest(chance.tokens[number])
            state.profile = settings.host_profile
            settings.host_token = settings.host_token or state.token
            claimed.append(OwnSeat(number, chance.tokens[number]))
        elif seat.player != NOBODY_YET:
            check_bot(ruleset, seat.player)
            state.player = seat.player
        settings.seats.append(state)
    name_bots(settings)
    check_settings(ruleset, settings)
    return Table(chance.id, settings, chance.secret if fair else ""), claimed


def adopt(table: Table, tokens: Sequence[str], profile: str) -> TableChange | None:
    """Give the seats and the host's place that these tokens hold to this profile."""
    settings = table.settings
    free = [seat for seat in table.seats_of(tokens) if not table.seat(seat).profile]
    hosts = table.is_host(tokens) and not settings.host_profile
    if not free and not hosts:
        return None

    def does() -> Outcome:
        settings.seats = [
            seat.model_copy(update={"profile": profile}) if number in free else seat
            for number, seat in enumerate(settings.seats)
        ]
        if hosts:
            settings.host_profile = profile
        return "profile", Result()

    return replace(table.carry_out("adopt", does), settings=True)


def names_at(settings: Settings) -> list[str]:
    """The names at a table, by seat; '' for an open one."""
    return ["" if seat.player == NOBODY_YET else seat.name for seat in settings.seats]


def is_adopted(table: Table, tokens: Sequence[str], profile: str) -> bool:
    """Does all that these tokens open belong to this profile?"""
    proof = [proof_of([profile])]
    seats = set(table.seats_of(tokens)) <= set(table.seats_of(proof))
    return seats and (table.is_host(proof) or not table.is_host(tokens))


def name_bots(settings: Settings) -> None:
    """Give every bot without a name one that is free."""
    names = bot_names([seat.name for seat in settings.seats if seat.name])
    for seat in settings.seats:
        if seat.player not in (PERSON_NAME, NOBODY_YET) and not seat.name:
            seat.name = next(names)


def check_settings(ruleset: Ruleset, settings: Settings) -> None:
    """Check that these seats allow a race once all are taken. Raises Malformed or Illegal."""
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


def _check_open(table: Table) -> None:
    if table.state != OPEN:
        raise Illegal("the race has begun: seats can only be taken before the start")


def claim(table: Table, command: models.Claim, token: str) -> Outcome:
    """Take an open seat; the new token is its key from now on."""
    _check_open(table)
    seat = table.seat(command.seat)
    if seat.player != NOBODY_YET:
        raise Illegal(f"seat {command.seat + 1} is taken by {seat.name}")
    put(
        table,
        command.seat,
        SeatState(
            name=command.name.strip(),
            player=PERSON_NAME,
            setup={**_left_by(table, command.seat, PERSON_NAME), **command.setup},
            text=command.text,
            token=digest(token),
            profile=profile_in(command.token),
        ),
    )
    return command.name.strip(), Result(token=token, seat=command.seat)


def _left_by(table: Table, number: SeatIndex, player: str) -> dict[str, str]:
    """The setup that stays with a seat when players change: in a series, what was bought.

    A bot buys more with the remaining money.
    """
    series, seat = table.series, table.seat(number)
    if series is None or not series.past:
        return {}
    left = Seat(seat.name, player, seat.setup)
    is_bot = player not in (PERSON_NAME, NOBODY_YET)
    rules = rules_of(table.ruleset)
    return rules.setup_after(series.past, number, left) if is_bot else seat.setup


def _check_kept(table: Table, number: int, name: str) -> None:
    """Check that in a series an open seat keeps its player's name. Raises Malformed."""
    if table.series is None:
        return
    for other, seat in enumerate(table.settings.seats):
        is_kept = seat.before or seat.profile_before
        if is_kept and other != number and same_name(seat.name, name):
            where = f"seat {number + 1}"
            raise Malformed(where, f"the name {name!r} is kept for the driver of seat {other + 1}")


def put(table: Table, number: int, state: SeatState) -> None:
    """Seat a player, if the table can still race. Raises Malformed or Illegal."""
    settings = table.settings
    if state.player != NOBODY_YET:
        _check_kept(table, number, state.name)
    before = settings.seats
    settings.seats = [*before[:number], state, *before[number + 1 :]]
    try:
        name_bots(settings)
        check_settings(table.ruleset, settings)
        check_look(names_at(settings), number)
    except WreckError:
        settings.seats = before
        raise


def change(table: Table, command: models.ChangeSeat) -> Outcome:
    """Change a seat's name, vehicle or text. The host may change a bot's vehicle and name."""
    _check_open(table)
    seat = table.seat(command.seat)
    given: ReadOnlyJson = {
        key: value
        for key, value in (
            ("name", command.name.strip() if command.name is not None else None),
            ("setup", command.setup),
            ("text", command.text),
        )
        if value is not None
    }
    put(table, command.seat, seat.model_copy(update=given))
    return table.seat(command.seat).name, Result()


def leave(table: Table, command: models.Leave) -> Outcome:
    """Leave a seat: it is open again."""
    _check_open(table)
    seat = table.seat(command.seat)
    free(table, command.seat)
    return seat.name, Result()


def free(table: Table, number: SeatIndex) -> None:
    """Nobody sits there any more."""
    put(table, number, SeatState(setup=_left_by(table, number, NOBODY_YET)))


def seat_bot(table: Table, command: models.SeatBot) -> Outcome:
    """Let the host put a bot into a seat, or open it; a player in it loses it."""
    _check_open(table)
    if command.player != NOBODY_YET:
        check_bot(table.ruleset, command.player)
    left = _left_by(table, command.seat, command.player)
    put(table, command.seat, SeatState(player=command.player, setup=left))
    return "host", Result()


def start(table: Table, _: models.Start) -> Outcome:
    """Let the host start the race, once no seat is open."""
    _check_open(table)
    still = [n for n, seat in enumerate(table.settings.seats, 1) if seat.player == NOBODY_YET]
    if still:
        where = ", ".join(map(str, still))
        raise Illegal(f"seats still open: {where}; wait for players, or put bots there")
    begin_race(table)
    return "host", Result()


def begin_race(table: Table) -> None:
    """Play up to the first question."""
    _name_drivers(table)
    race = RacingTable(table, table.begin())
    table.state = RUNNING
    race.go_on()
    table.settings.begun = True


def _name_drivers(table: Table) -> None:
    """Rename the drivers of a position from an earlier race to the present seats' names."""
    settings, ruleset = table.settings, table.ruleset
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
