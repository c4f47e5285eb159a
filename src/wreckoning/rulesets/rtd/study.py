"""The features that a chance to win depends on, for a search: the same on every course."""

from __future__ import annotations

from wreckoning.core.ids import seat_range
from wreckoning.core.records import Numbers
from wreckoning.core.rules import jitable
from wreckoning.rulesets.rtd.race import OWN, Item, Race
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.standings import course_length, index_of, is_immune

PLAIN = (
    "gap",  # segments behind the leader
    "gap_near",  # the same, the more the nearer the leader is to the finish
    "place",  # places behind the first, in fifths: with six drivers 1 for the last
    "place_near",
    "first",
    "first_near",
    "momentum",
    "momentum_near",
    "momentum_place",
    "stands",  # without Momentum
    "races",  # with 5 or more
    "ink",
    "shrunk",
    "immune",
    "shells",
    "item_near",
    "home",
)
PRINTED = [Item(item).name.lower() for item in range(1, OWN)]
HOOK, HAND = len(PLAIN), len(PLAIN) + OWN - 1
FEATURES = (
    *PLAIN,
    *(f"hook_{name}" for name in PRINTED),  # of an item of the house what it acts as
    *(f"hand_{name}" for name in PRINTED),
)
WIDE = len(FEATURES)
FAST = 5
MOST_GAP = 20


@jitable
def features(race: Race, rows: Numbers) -> None:
    """A row for each seat, in thousandths."""
    length, ahead = course_length(race), -1
    for seat in seat_range(race.drivers):
        ahead = max(ahead, race.karts[seat].progress)
    near = 1000 // (1 + max(0, length - ahead))
    for seat in seat_range(race.drivers):
        kart, row = race.karts[seat], rows[seat]
        for feature in range(WIDE):
            row[feature] = 0
        place = index_of(race, seat)
        back = 200 * place
        gap = 1000 * min(ahead - kart.progress, MOST_GAP)
        momentum = 1000 * kart.momentum // 3
        row[0] = gap
        row[1] = gap * near // 1000
        row[2] = back
        row[3] = back * near // 1000
        row[4] = 1000 if place == 0 else 0
        row[5] = near if place == 0 else 0
        row[6] = momentum
        row[7] = momentum * near // 1000
        row[8] = momentum * back // 1000
        row[9] = 1000 if kart.momentum <= 0 else 0
        row[10] = 1000 if kart.momentum >= FAST else 0
        row[11] = 1000 if kart.ink_until else 0
        row[12] = 1000 if kart.shrunk_until else 0
        row[13] = 1000 if is_immune(race, kart) else 0
        row[14] = 1000 * kart.shells // 3
        row[16] = 1000 if kart.finish_turn else 0
        if kart.hook:
            row[HOOK + acts_as(race, kart.hook) - 1] = 1000
            row[15] += near
        for place_in_hand in range(len(kart.hand)):
            if kart.hand[place_in_hand]:
                row[HAND + acts_as(race, kart.hand[place_in_hand]) - 1] += 1000
                row[15] += near
