"""After a race: once more, the next one of its series, or on from a moment of it."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.fair import commitment
from wreckoning.core.position import known_part
from wreckoning.core.ruleset import PERSON_NAME, check_options
from wreckoning.core.series import Series, raced, read_raced, rules_of
from wreckoning.table.game import ABANDONED, FINISHED, OPEN, RUNNING, Change, Game, digest
from wreckoning.table.lobby import NOBODY_YET, Chance, put
from wreckoning.table.models import Settings
from wreckoning.table.refusals import Forbidden

TOKEN = 32  # hexadecimal digits


def forked(game: Game, number: int, chance: Chance) -> Game:
    """A new table that plays on from a moment of this race. All its people's seats are open.

    Of a series it is no part. Raises Illegal for a moment that there was not, or a race that has
    not begun.
    """
    if game.ended is None:
        game.check_begun()
    if not 0 <= number <= game.number:
        raise Illegal(f"expected a moment 0 to {game.number}, found {number}")
    position, is_over = _moment(game, number)
    if is_over:
        raise Illegal("the race is over at that moment; choose an earlier one")
    new = again(game, chance)
    for seat in new.settings.seats:
        seat.before = ""
    new.settings.position = position if number else game.settings.position
    new.settings.names = [seat.name for seat in game.settings.seats]
    new.settings.came_from = (game.id, number)
    return new


def _moment(game: Game, number: int) -> tuple[dict[str, Any], bool]:
    """The position after so many answers, to be played on from; is nothing left to play?"""
    if game.ended is None:
        twin = game.check_begun().fork()
        if number < twin.first:
            raise Illegal(f"the rules have changed since; choose a moment from {twin.first} on")
        twin.rewind(number)
        return twin.checkpoint_position(), twin.is_over
    found = game.ended.position(number)
    rules = game.ruleset
    options = check_options(rules, game.settings.options)
    race = rules.start(game.course, game.sitting, options)
    return known_part(race, found["position"]), found["over"]


def follow_up(game: Game, chance: Chance, tokens: Sequence[str]) -> Change | None:
    """Make the table of the next race, once; None if there is one. Raises Forbidden or Illegal.

    The player who asks is the host there until the host of this race comes along. Their tokens
    there follow from those that they show (`passed_on`).
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
    host = next((token for token in opening if game.is_host([token])), opening[0])
    chance = replace(chance, host=passed_on(host, chance.id, "host"), tokens=fresh)
    made = again(game, chance, list(mine))
    made.settings.host_before = "" if game.is_host(opening) else game.settings.host
    _go_on_in_series(made.settings, game)

    def does() -> tuple[str, dict[str, Any]]:
        game.settings.next_table = made.id
        return "", {}

    return replace(game.carry_out("again", does), settings=True, made=made)


def series_so_far(game: Game) -> Series | None:
    """The series that this race is of; with the race itself, once it is over."""
    series, match = game.series, game.match
    if series is None or game.state != FINISHED:
        return series
    if game.ended is not None:
        return series.after(replace(read_raced("raced", game.ended.stand["raced"]), race=game.id))
    if match is None:
        return series
    title = game.settings.course_title
    return series.after(raced(game.ruleset, match.race, match.seats, title, game.id))


def _go_on_in_series(settings: Settings, before: Game) -> None:
    """To the next race; after the last one to the first of a new series. Raises a WreckError.

    A race that was given up is run once more.
    """
    series, ruleset = series_so_far(before), before.ruleset
    if series is None:
        return
    if series.is_over:
        series = Series(series.courses)
    course = ruleset.load_course(dict(series.course))
    settings.series, settings.course = series.as_json(), course.document
    settings.course_key, settings.course_title = course.key, course.title
    seats = zip(settings.seats, before.sitting, strict=True)
    for number, (seat, left) in enumerate(seats):
        seat.setup = rules_of(ruleset).setup_after(series.past, number, left)


def passed_on(token: str, table: str, what: str) -> str:
    """What this token of a race is at the table of the next: who has it can work it out."""
    return hmac.digest(token.encode(), f"{what} at {table}".encode(), "sha256").hex()[:TOKEN]


def come_along(game: Game, tokens: Sequence[str]) -> Change | None:
    """Seat the drivers of the race before as they come, and make its host the host here.

    `tokens` are those of the race before. A seat waits for its driver until the start; the host
    may come later, until the race is over. Returns None if nothing is kept for these tokens.
    Raises Malformed if none of the seats can be taken: another has the name.
    """
    if game.state not in (OPEN, RUNNING):
        return None
    host = next((token for token in tokens if digest(token) == game.settings.host_before), "")
    seats = [
        (number, token)
        for token in tokens
        for number, seat in enumerate(game.settings.seats)
        if game.state == OPEN and seat.player == NOBODY_YET and seat.before == digest(token)
    ]
    if not seats and not host:
        return None

    def does() -> tuple[str, dict[str, Any]]:
        who, problem = "", None
        for number, token in seats:
            own = {"player": PERSON_NAME, "token": digest(passed_on(token, game.id, "seat"))}
            try:
                put(game, number, game.seat(number).model_copy(update={**own, "before": ""}))
            except Malformed as error:
                problem = error
            else:
                who = who or game.seat(number).name
        if problem is not None and not who and not host:
            raise problem
        if host:
            game.settings.host = digest(passed_on(host, game.id, "host"))
            game.settings.host_before = ""
        return who or "host", {}

    return replace(game.carry_out("claim", does), settings=True)


def kept(game: Game, tokens: Sequence[str]) -> dict[str, Any]:
    """What is theirs, by the tokens of the race before, at the table that followed it."""
    hosts = [passed_on(token, game.id, "host") for token in tokens]
    seats = [passed_on(token, game.id, "seat") for token in tokens]
    return {
        "host": next((token for token in hosts if game.is_host([token])), ""),
        "seats": [{"seat": n, "token": token} for token in seats for n in game.seats_of([token])],
    }


def again(game: Game, chance: Chance, staying: Sequence[int] = ()) -> Game:
    """A new table with the same settings, a race by itself: bots and who is `staying` sit there.

    The tokens of those seats are new. The others are open, and kept in mind for who had them.
    """
    settings = game.settings.model_copy(deep=True)
    fair = settings.dice == "fair"
    settings.commitment = commitment(chance.secret) if fair else ""
    settings.rules_version, settings.rules = game.ruleset.version, ""
    settings.options = check_options(game.ruleset, settings.options)
    settings.host, settings.bot_seed = digest(chance.host), chance.bot_seed
    settings.position = settings.came_from = settings.next_table = settings.series = None
    settings.names, settings.begun, settings.host_before = [], False, ""
    for number, seat in enumerate(settings.seats):
        seat.driver, seat.since = PERSON_NAME, 0
        if seat.player == PERSON_NAME and number in staying:
            seat.text, seat.token, seat.before = "", digest(chance.tokens[number]), ""
        elif seat.player == PERSON_NAME:
            seat.before = seat.token
            seat.player, seat.text, seat.token = NOBODY_YET, "", ""
    return Game(chance.id, settings, chance.secret if fair else "")
