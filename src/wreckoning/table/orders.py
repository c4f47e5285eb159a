"""The orders of seats at a table: given, checked and shown to their player.

Orders are secret until they are used: they are part of a seat's state, which is never sent, and an
answer that they gave is marked in the race's log (`Answer.ahead`).
"""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.asks import Ask
from wreckoning.core.errors import Illegal, WreckError
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.match import Match
from wreckoning.core.ruleset import ABSENT_NAME, PERSON_NAME
from wreckoning.show import orders as language
from wreckoning.show.standing_answers import decide, language_of, turn_now
from wreckoning.table import models, replies
from wreckoning.table.racing import RacingTable
from wreckoning.table.replies import Result
from wreckoning.table.seat_orders import orders_in_force
from wreckoning.table.table import Outcome, Table


def give(table: Table, command: models.GiveOrders) -> Outcome:
    """Replace a seat's orders. They answer at once what they cover. Raises a WreckError."""
    race = RacingTable(table, check_may_order(table))
    match, seat = race.match, table.seat(command.seat)
    if not command.text.strip():
        seat.orders = None
        return seat.name, Result()
    read = language.read_orders(command.text, language_of(match, as_seat(command.seat)))
    seat.orders = models.SeatOrders(text=language.write_orders(read), turn=turn_now(match))
    if seat.driver == ABSENT_NAME:
        race.set_driver(seat, PERSON_NAME)
    race.drive()
    return seat.name, Result()


def check_may_order(table: Table) -> Match:
    """Return the race if its seats may have orders now. Raises Over or Illegal."""
    match = table.check_running()
    if table.settings.lesson:
        raise Illegal("a first race has no orders: it leads you from question to question")
    return match


def are_given(table: Table) -> bool:
    """True if some seat has orders: then an answer may take longer."""
    return any(seat.orders is not None for seat in table.settings.seats)


def let_rest(seat: models.SeatState, rest: bool) -> None:
    """Let a seat's orders rest until its player answers, or use them again."""
    if seat.orders is not None and seat.orders.rest != rest:
        seat.orders = seat.orders.model_copy(update={"rest": rest})


# --- what their player sees


def own_orders(table: Table, number: SeatIndex) -> replies.OwnOrders:
    """A seat's orders for its player: as they are, as they choose now, and what can be said."""
    match = check_may_order(table)
    given = table.settings.seats[number].orders
    holds = given is not None and orders_in_force(match, given) is not None
    text = given.text if given is not None and holds else ""
    return replies.OwnOrders(
        given=holds,
        rest=bool(given and given.rest),
        checked=check(table, number, text),
        form=form_of(match),
    )


def in_force(table: Table, seats: Sequence[SeatIndex]) -> list[replies.OrdersInForce]:
    """The orders of these seats that are used at questions to come."""
    match, found = table.match, list[replies.OrdersInForce]()
    for seat in seats if match and not match.is_over else ():
        given = table.settings.seats[seat].orders
        orders = orders_in_force(match, given) if match and given else None
        if match and given and orders is not None:
            text = language.write_orders(orders, "\n", language.Language(match.ruleset))
            found.append(replies.OrdersInForce(seat, text, given.rest))
    return found


def own_answers(table: Table, seats: Sequence[SeatIndex]) -> list[replies.OwnAnswer]:
    """What these seats have answered, and others do not know yet."""
    match = table.match
    return [
        replies.OwnAnswer(
            seat=seat,
            question=match.ruleset.view.describe_ask(match, ask).question,
            label=match.ruleset.view.label_option(match, ask, ask.names.index(given.name)).label,
            ahead=given.ahead >= 0,
        )
        for seat in (seats if match else ())
        if match is not None
        for ask, given in match.own_answers(seat)
    ]


def check(table: Table, number: SeatIndex, text: str) -> replies.CheckedOrders:
    """What orders mean, and what they choose at the questions that are open for this seat."""
    match = check_may_order(table)
    orders, problem = language.Orders(), ""
    said = language_of(match, number)
    try:
        orders = language.read_orders(text, said)
    except WreckError as error:
        problem = str(error)
    open_asks = [] if problem else [ask for ask in match.asks if ask.by == number]
    return replies.CheckedOrders(
        problem=problem,
        text=text if problem or not text.strip() else language.write_orders(orders, "\n", said),
        rules=[_rule_json(rule, said) for rule in orders.rules],
        otherwise=orders.otherwise,
        until=orders.until,
        now=[_now(match, ask, orders) for ask in open_asks],
    )


def _rule_json(rule: language.Order, said: language.Language) -> replies.OrderRule:
    preferences = [language.write_preference(one, said) for one in rule.preferences]
    return replies.OrderRule(rule.kind, preferences)


def _now(match: Match, ask: Ask, orders: language.Orders) -> replies.OrderedNow:
    """What orders choose at an open question, with its chance."""
    view, found = match.ruleset.view, decide(match, ask, orders)
    option = None if found.index is None else view.describe_option(match, ask, found.index)
    return replies.OrderedNow(
        ask=ask.question,
        question=view.describe_ask(match, ask).question,
        kind=found.kind,
        said=found.said,
        option="" if option is None else option.name,
        label="" if option is None else option.label,
        chance=found.chance,
        chance_of=found.chance_of,
    )


def form_of(match: Match) -> replies.OrdersForm:
    """The kinds of questions, their options, and the conditions, for a form."""
    said = language_of(match)
    kinds = [
        replies.OrderKind(
            name=name,
            questions=[question.words for question in questions],
            options=said.offered(name),
            special=[
                word
                for word in language.SPECIAL
                if (word not in language.OF_SEATS or said.has_seats(name))
                and (word not in language.OF_NUMBERS or said.has_numbers(name))
            ],
        )
        for name, questions in said.offered_kinds().items()
    ]
    return replies.OrdersForm(
        kinds=kinds,
        figures=said.offered_figures(),
        neighbours=[language.TARGET, *language.NEIGHBOURS],
        signs=list(language.SIGNS),
    )
