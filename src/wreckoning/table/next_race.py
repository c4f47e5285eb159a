"""Makes the table after a race: a rematch, the next of a series, or a fork."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace

from wreckoning.core.documents import Json
from wreckoning.core.errors import Illegal, Malformed
from wreckoning.core.fair import commitment
from wreckoning.core.ids import by_seat
from wreckoning.core.play.position import known_part
from wreckoning.core.ruleset import PERSON_NAME
from wreckoning.core.seats import check_options
from wreckoning.core.series import Series, raced, read_raced, rules_of
from wreckoning.table.identity import is_proof, profile_in, profiles_in
from wreckoning.table.ids import TableId
from wreckoning.table.lobby import NOBODY_YET, Randomness, put
from wreckoning.table.models import HintTaken, Settings
from wreckoning.table.moderation import address_digest
from wreckoning.table.refusals import Forbidden
from wreckoning.table.replies import Made, OwnSeat, Result
from wreckoning.table.table import (
    ABANDONED,
    FINISHED,
    OPEN,
    RUNNING,
    Outcome,
    Table,
    TableChange,
    digest,
)

TOKEN = 32  # hexadecimal digits


def forked(table: Table, number: int, chance: Randomness, token: str = "") -> Table:
    """A new table that plays on from a moment of this race. All seats of people are open.

    It belongs to no series. Raises Illegal for a moment that does not exist, or before the race has
    begun. Who may do it is for `check_fork`.
    """
    if table.ended is None:
        table.check_begun()
    if not 0 <= number <= table.number:
        raise Illegal(f"expected a moment 0 to {table.number}, found {number}")
    position, is_over = _moment(table, number)
    if is_over:
        raise Illegal("the race is over at that moment; choose an earlier one")
    new = again(table, chance)
    for seat in new.settings.seats:
        seat.before = seat.profile_before = ""
    new.settings.host_profile = profile_in(token)
    new.settings.sanctions = []
    new.settings.position = position if number else table.settings.position
    new.settings.names = [seat.name for seat in table.settings.seats]
    new.settings.came_from = (table.id, number)
    return new


def check_fork(table: Table, tokens: Sequence[str]) -> None:
    """Check that these may play on from this race: there, a bot's seat shows what to do here.

    A running race may be forked by its players and its host if they may ask for hints. Raises
    Forbidden or Illegal.
    """
    table.check_unsealed()
    if table.state != RUNNING or table.stuck:
        return
    if not table.allows_hints:
        raise Illegal("nobody may play on from this race before it is over: it allows no hints")
    if not table.is_host(tokens) and not table.seats_of(tokens):
        raise Forbidden("only its players may play on from a race that is still running")


def note_fork(table: Table, number: int, tokens: Sequence[str], lines: int) -> TableChange | None:
    """Note a fork of a running race behind so many lines of the log; None if it is noted."""
    check_fork(table, tokens)
    seat = next(iter(table.seats_of(tokens)), -1)
    taken = HintTaken(seat=seat, number=number, line=lines, what="fork")
    return take_hint(table, taken) if table.state == RUNNING else None


def take_hint(table: Table, taken: HintTaken) -> TableChange | None:
    """Note what a player learnt, for all to see; None if it is noted already."""
    before = table.settings.hinted
    if any(
        (one.what, one.seat, one.number) == (taken.what, taken.seat, taken.number) for one in before
    ):
        return None

    def note() -> Outcome:
        table.settings.hinted = [*before, taken]
        return table.seat(taken.seat).name if taken.seat >= 0 else "host", Result()

    return table.carry_out(taken.what, note)


def _moment(table: Table, number: int) -> tuple[Json, bool]:
    """The position after this many answers, to play on from; True if the race is over there."""
    if table.ended is None:
        twin = table.check_begun().fork()
        if number < twin.first:
            raise Illegal(f"the rules have changed since; choose a moment from {twin.first} on")
        twin.rewind(number)
        return twin.checkpoint_position(), twin.is_over
    found = table.ended.position(number)
    rules = table.ruleset
    options = check_options(rules, table.settings.options)
    race = rules.start(table.course, table.race_seats, options)
    return known_part(race, found["position"]), found["over"]


def follow_up(
    table: Table, chance: Randomness, tokens: Sequence[str], address: str = ""
) -> TableChange | None:
    """Make the table of the next race, once; None if it exists. Raises Forbidden or Illegal.

    The asking player is the host there until the host of this race comes. Tokens at the new table
    follow from those shown (`passed_on`).
    """
    if table.settings.next_table is not None:
        return None
    opening = [token for token in tokens if table.is_host([token]) or table.seats_of([token])]
    opening.sort(key=is_proof, reverse=True)  # a seat's own token comes before a profile
    if not opening:
        raise Forbidden("only players of this table can ask for its next race")
    if table.state not in (FINISHED, ABANDONED):
        raise Illegal("the race is still running: ask for the next one when it is over")
    mine = {number: token for token in opening for number in table.seats_of([token])}
    fresh = [
        passed_on(mine.get(number, ""), chance.id, "seat") or drawn
        for number, drawn in by_seat(chance.tokens)
    ]
    host = next((token for token in opening if table.is_host([token])), opening[0])
    by_token = passed_on(host, chance.id, "host") or chance.host
    chance = replace(chance, host=by_token, tokens=fresh)
    made = again(table, chance, list(mine))
    for number in mine:
        made.settings.seats[number].address = address_digest(made, address)
    made.settings.host_profile = profile_in("".join(filter(is_proof, opening)))
    made.settings.host_token = next((made.settings.seats[n].token for n in mine), "")
    if not table.is_host(opening):
        made.settings.host_before = table.settings.host
        made.settings.host_profile_before = table.settings.host_profile
    _go_on_in_series(made.settings, table)

    def does() -> Outcome:
        table.settings.next_table = made.id
        return "", Result()

    return replace(table.carry_out("again", does), settings=True, made=made)


def series_so_far(table: Table) -> Series | None:
    """The series of this race; including the race itself, once it is over."""
    series, match = table.series, table.match
    if series is None or table.state != FINISHED:
        return series
    if table.ended is not None:
        return series.after(replace(read_raced("raced", table.ended.stand["raced"]), race=table.id))
    if match is None:
        return series
    title = table.settings.course_title
    return series.after(raced(table.ruleset, match.race, match.seats, title, table.id))


def _go_on_in_series(settings: Settings, before: Table) -> None:
    """Go on to the next race; after the last to the first of a new series. Raises a WreckError.

    A race that was given up is run again.
    """
    series, ruleset = series_so_far(before), before.ruleset
    if series is None:
        return
    if series.is_over:
        series = Series(series.courses)
    course = ruleset.load_course(dict(series.course))
    settings.series, settings.course = series.as_json(), course.document
    settings.course_key, settings.course_title = course.key, course.title
    seats = zip(settings.seats, before.race_seats, strict=True)
    for number, (seat, left) in by_seat(seats):
        seat.setup = rules_of(ruleset).setup_after(series.past, number, left)


def passed_on(token: str, table_id: TableId, what: str) -> str:
    """The token at the next table that follows from this one: its owner can compute it.

    Returns '' for a profile's proof, which is valid at every table.
    """
    if is_proof(token):
        return ""
    return hmac.digest(token.encode(), f"{what} at {table_id}".encode(), "sha256").hex()[:TOKEN]


def come_along(table: Table, tokens: Sequence[str], address: str = "") -> TableChange | None:
    """Seat the drivers of the previous race as they come, and make its host the host here.

    `tokens` are those of the previous race. A seat waits for its driver until the start; the host
    may come until the race is over. Returns None if nothing is kept for these tokens. Raises
    Malformed if no seat can be taken because its name is in use.
    """
    if table.state not in (OPEN, RUNNING):
        return None
    settings = table.settings
    host = _first_of(tokens, settings.host_before, settings.host_profile_before)
    own = {
        number: _first_of(tokens, seat.before, seat.profile_before)
        for number, seat in enumerate(settings.seats)
        if table.state == OPEN and seat.player == NOBODY_YET
    }
    seats = [(number, token) for number, token in own.items() if token]
    if not seats and not host:
        return None

    def does() -> Outcome:
        who, problem = "", None
        for number, token in seats:
            kept = {
                "player": PERSON_NAME,
                "token": _digest_of_next(token, table.id, "seat"),
                "profile": table.seat(number).profile_before,
                "address": address_digest(table, address),
                "before": "",
                "profile_before": "",
            }
            try:
                put(table, number, table.seat(number).model_copy(update=kept))
            except Malformed as error:
                problem = error
            else:
                who = who or table.seat(number).name
        if problem is not None and not who and not host:
            raise problem
        if host:
            settings.host = _digest_of_next(host, table.id, "host")
            settings.host_profile = settings.host_profile_before
            settings.host_before = settings.host_profile_before = ""
            settings.host_token = next((settings.seats[n].token for n, _ in seats), "")
        return who or "host", Result()

    return replace(table.carry_out("claim", does), settings=True)


def _first_of(tokens: Sequence[str], digested: str, profile: str) -> str:
    """The first token with this digest, or that proves this profile; '' if there is none."""
    return next(
        (
            token
            for token in tokens
            if (digested and digest(token) == digested)
            or (profile and profile in profiles_in([token]))
        ),
        "",
    )


def _digest_of_next(token: str, table_id: TableId, what: str) -> str:
    """The digest of this token's follower at the next table; '' for a profile's proof."""
    following = passed_on(token, table_id, what)
    return digest(following) if following else ""


def kept(table: Table, tokens: Sequence[str]) -> Made:
    """The tokens at the following table that belong to tokens of the previous race."""
    own = [token for token in tokens if not is_proof(token)]
    hosts = [passed_on(token, table.id, "host") for token in own]
    seats = [passed_on(token, table.id, "seat") for token in own]
    return Made(
        id=table.id,
        host=next((token for token in hosts if table.is_host([token])), ""),
        seats=[OwnSeat(n, token) for token in seats for n in table.seats_of([token])],
    )


def again(table: Table, chance: Randomness, staying: Sequence[int] = ()) -> Table:
    """A new table with the same settings, without a series: bots and seats `staying` keep theirs.

    Their tokens are new. The other seats are open, and kept for their previous players.
    """
    settings = table.settings.model_copy(deep=True)
    fair = settings.dice == "fair"
    settings.commitment = commitment(chance.secret) if fair else ""
    settings.rules_version, settings.rules = table.ruleset.version, ""
    settings.options = check_options(table.ruleset, settings.options)
    settings.host, settings.bot_seed = digest(chance.host), chance.bot_seed
    settings.host_profile = settings.host_profile_before = ""
    settings.campaign = settings.league = ""
    settings.position = settings.came_from = settings.next_table = settings.series = None
    settings.names, settings.begun, settings.host_before = [], False, ""
    settings.host_token = settings.ended_by = ""
    settings.lesson, settings.hinted, settings.day = False, [], ""
    settings.sanctions = [one for one in settings.sanctions if one.kind != "removed"]
    for number, seat in enumerate(settings.seats):
        seat.driver, seat.since, seat.orders = PERSON_NAME, 0, None
        if seat.player == PERSON_NAME and number in staying:
            seat.text, seat.token, seat.before = "", digest(chance.tokens[number]), ""
            seat.profile_before = ""
        elif seat.player == PERSON_NAME:
            seat.before, seat.profile_before = seat.token, seat.profile
            seat.player, seat.text, seat.token, seat.profile = NOBODY_YET, "", "", ""
            seat.address = ""
    return Table(chance.id, settings, chance.secret if fair else "")
