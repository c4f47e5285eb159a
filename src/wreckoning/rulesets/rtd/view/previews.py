"""Preview an option on the board: the target, the place after it, the way there.

It shows the intention, not the outcome: nothing is rolled or tried here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Piece, Preview, Shape
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, YES, Item, Kart, Order, Race, Use
from wreckoning.rulesets.rtd.rules.blue_shell import leader
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.movement import join_group
from wreckoning.rulesets.rtd.rules.powers import can_be_robbed, is_hit_from_afar
from wreckoning.rulesets.rtd.rules.shells import Direction, green_shell_reaches, red_shell_target
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    course_length,
    index_of,
    is_immune,
    may_throw_at,
    segment_index,
    segment_of,
    swap_places,
)
from wreckoning.rulesets.rtd.view.items import followers
from wreckoning.rulesets.rtd.view.plan import Plan, plan
from wreckoning.rulesets.rtd.view.symbols import KART_LENGTH
from wreckoning.rulesets.rtd.view.things import (
    LYING,
    feature_keys,
    kart_symbol,
    litter_keys,
    spots,
)
from wreckoning.show import pen
from wreckoning.show.pieces import placed

Shown = Callable[[Match, Ask, int], Preview]
NOTHING = Preview()
AIMED, TAKEN = "outline:bad", "outline:good"


def preview(match: Match, ask: Ask, index: int) -> Preview:
    """The preview of the option at this index of `ask.options`."""
    if ask.is_dice or ask.by < 0:
        return NOTHING
    show = SHOWN.get(Question[ask.question.upper()])
    return show(match, ask, ask.options[index]) if show else NOTHING


# --- parts of it


def _about(seats: Iterable[int]) -> Preview:
    """Mark these drivers as concerned."""
    return Preview(targets=tuple(f"kart:{seat}" for seat in seats if seat != NOBODY))


def _at(match: Match, kart: Kart, seats: Iterable[SeatIndex]) -> Preview:
    """Mark these drivers as targets."""
    aimed = [seat for seat in seats if seat != NOBODY]
    where = spots(plan(match.course), match.race)
    lines = "".join(_flight(where[kart.seat][0], where[seat][0]) for seat in aimed)
    shapes = (Shape(lines, AIMED, 3.0),) if lines else ()
    return Preview(shapes=shapes, targets=_about(aimed).targets)


def _flight(here: complex, there: complex) -> str:
    """A dashed way through the air, a little to the left."""
    way = there - here
    bow = [here + way * step / 16 - 0.6j * way * step / 16 * (1 - step / 16) for step in range(17)]
    return pen.dashes(bow, 7, 5)


def _ghost(match: Match, race: Race, seat: SeatIndex) -> Piece:
    """The kart at its place in this race."""
    board = plan(match.course)
    return placed(
        f"ghost:{seat}",
        kart_symbol(race, race.karts[seat]),
        spots(board, race)[seat],
        seat=seat,
        about=f"{match.names[seat]}, if it succeeds",
        faint=True,
    )


def _passing(match: Match, kart: Kart) -> Preview:
    """The place of the driver ahead."""
    race: Race = match.race
    ahead = ahead_in_group(race, kart)
    if ahead == NOBODY:
        return NOTHING
    after = race.copy()
    swap_places(after, index_of(after, kart.seat))
    return Preview((_ghost(match, after, kart.seat),), (), _about([ahead]).targets)


def _next_segment(match: Match, kart: Kart) -> tuple[Piece, ...]:
    """The place where a driver would enter the next segment."""
    if kart.progress + 1 >= course_length(match.race):
        return ()
    after: Race = match.race.copy()
    own = after.karts[kart.seat]
    own.progress += 1
    join_group(after, own)
    return (_ghost(match, after, kart.seat),)


# --- orders


def _order(match: Match, ask: Ask, option: int) -> Preview:
    race: Race = match.race
    kart = race.karts[ask.by]
    ahead, behind = ahead_in_group(race, kart), behind_in_group(race, kart)
    if option == Order.DRAFT:
        return _passing(match, kart)
    if option == Order.SLIDE:
        faster = ahead != NOBODY and kart.momentum > race.karts[ahead].momentum
        return _passing(match, kart) if faster else NOTHING
    if option == Order.RAM:
        return _about([ahead, behind])
    if option == Order.DEFENSIVE:
        threatened = behind != NOBODY and race.karts[behind].momentum > kart.momentum
        return _about([behind]) if threatened else NOTHING
    if option in (Order.PATH_1, Order.PATH_2):
        return _path(match, kart, option - Order.PATH_1)
    return _deployed(match, kart, option - DEPLOY) if option > DEPLOY else NOTHING


def _path(match: Match, kart: Kart, index: int) -> Preview:
    race: Race = match.race
    segment = segment_index(race, kart)
    points = plan(match.course).side_roads[segment, index]
    shape = Shape(pen.curve(points[::2]), TAKEN, 6.0)
    path = segment_of(race, kart).paths[index]
    won = NOTHING
    if path.advances:
        won = Preview(_next_segment(match, kart))
    elif path.free_pass:
        won = _passing(match, kart)
    return Preview(won.pieces, (shape,), won.targets)


# --- items


def _deployed(match: Match, kart: Kart, item: int) -> Preview:
    """An item from the hand."""
    race: Race = match.race
    karts, kind = race.karts[: race.drivers], acts_as(race, item)
    if kind == Item.MUSHROOM:
        return _passing(match, kart)
    if kind in (Item.BLOOPER, Item.THUNDERBOLT):
        return _about(other.seat for other in karts if is_hit_from_afar(race, kart, other))
    if kind == Item.BOO:
        return _about(other.seat for other in karts if can_be_robbed(race, kart, other))
    if kind == Item.BLUE_SHELL:
        return _about([leader(race)])
    if kind in (Item.RED_SHELL, Item.TRIPLE_RED_SHELL):
        return _used(match, kart, item, Use.FIRE)
    if kind == Item.GREEN_SHELL:
        ways = _used(match, kart, item, Use.FORWARD), _used(match, kart, item, Use.BACKWARD)
        return Preview(targets=ways[0].targets + ways[1].targets)
    if kind == Item.BOB_OMB:
        return _used(match, kart, item, Use.DROP)
    return _used(match, kart, item, Use.LAY) if kind in LYING else NOTHING


def _used(match: Match, kart: Kart, item: int, use: int) -> Preview:
    """An item of the hook."""
    race: Race = match.race
    karts = race.karts[: race.drivers]
    if use == Use.LAY:
        return _laid(match, kart, item)
    if use == Use.DROP:
        reached = followers(race, kart)[: 1 + race.loot.items[item].blast]
        return _about([other.seat for other in reached])
    if use == Use.FIRE:
        return _at(match, kart, [red_shell_target(race, kart)])
    if use == Use.THROW:
        return _at(match, kart, [other.seat for other in karts if may_throw_at(race, kart, other)])
    if use in (Use.FORWARD, Use.BACKWARD):
        way = Direction.FORWARDS if use == Use.FORWARD else Direction.BACKWARDS
        seats = [seat for seat in race.order[: race.drivers] if seat != kart.seat]
        return _at(match, kart, [s for s in seats if green_shell_reaches(race, kart, s, way)])
    return _deployed(match, kart, use - DEPLOY) if use > DEPLOY else NOTHING


def _laid(match: Match, kart: Kart, item: int) -> Preview:
    race: Race = match.race
    point, heading = spots(plan(match.course), race)[kart.seat]
    behind = point - (KART_LENGTH / 2 + 9) * pen.unit(heading)
    there = placed("ghost:item", LYING[acts_as(race, item)], (behind, heading), faint=True)
    targets = [other.seat for other in followers(race, kart) if not is_immune(race, other)]
    return Preview((there,), (), _about(targets).targets)


def _use(match: Match, ask: Ask, option: int) -> Preview:
    return _used(match, match.race.karts[ask.by], ask.subject, option)


def _target(match: Match, ask: Ask, option: int) -> Preview:
    seats = ask.options if option == NOBODY else (option,)
    return _at(match, match.race.karts[ask.by], map(as_seat, seats))


def _path_item(match: Match, ask: Ask, _: int) -> Preview:
    kart = match.race.karts[ask.by]
    known = kart.order in (Order.PATH_1, Order.PATH_2)
    return _path(match, kart, kart.order - Order.PATH_1) if known else NOTHING


# --- what comes up during the turn


def _slide_pass(match: Match, ask: Ask, option: int) -> Preview:
    return _passing(match, match.race.karts[ask.by]) if option == YES else NOTHING


def _pull_ahead(match: Match, ask: Ask, option: int) -> Preview:
    """The next segment, and its dangers."""
    race: Race = match.race
    kart = race.karts[ask.by]
    if option != YES:
        return NOTHING
    following = (segment_index(race, kart) + 1) % race.course.segments
    dangers = (*feature_keys(race, following), *litter_keys(race, following))
    return Preview(_next_segment(match, kart), (), dangers)


def _item_box(match: Match, ask: Ask, option: int) -> Preview:
    """The line of boxes."""
    race: Race = match.race
    if option != YES:
        return NOTHING
    segment = segment_index(race, race.karts[ask.by])
    return Preview(shapes=(Shape(_box_line(plan(match.course), segment), TAKEN, 4.0),))


def _box_line(board: Plan, segment: int) -> str:
    road = board.circuit
    way = road.starts[segment + 1] - 14
    half = float(road.half[road.index(way)]) + 2
    corners = [(way - 10, -half), (way + 10, -half), (way + 10, half), (way - 10, half)]
    return pen.line([road.at(*corner)[0] for corner in corners], True)


def _share(_: Match, ask: Ask, option: int) -> Preview:
    return _about([ask.subject]) if option == YES else NOTHING


SHOWN: dict[Question, Shown] = {
    Question.ORDER: _order,
    Question.USE: _use,
    Question.TARGET: _target,
    Question.PATH_ITEM: _path_item,
    Question.SLIDE_PASS: _slide_pass,
    Question.PULL_AHEAD: _pull_ahead,
    Question.ITEM_BOX: _item_box,
    Question.SHARE: _share,
}
