"""Questions about items that are laid, thrown or stolen. Shells are in `shells`."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.ids import as_seat, seat_range
from wreckoning.core.texts.wording import ordinal
from wreckoning.odds.questions import Chances, Given, OddsQuestion, counted, yes_or_no
from wreckoning.odds.spreads import numbered
from wreckoning.odds.trials import spread
from wreckoning.rulesets.rtd.events import Blast, Hit
from wreckoning.rulesets.rtd.odds.checked import not_told, told
from wreckoning.rulesets.rtd.odds.scene import (
    DEFENSIVE,
    STATUS,
    cards_for,
    part,
    scene,
    tried,
    with_card,
    with_status,
)
from wreckoning.rulesets.rtd.race import Item, Kart, Race
from wreckoning.rulesets.rtd.rules.bombs import drop_bomb, throw_bomb
from wreckoning.rulesets.rtd.rules.litter import lay, meet_litter, throw
from wreckoning.rulesets.rtd.rules.powers import steal

MOST_BEHIND = 5
MOST_AHEAD = 4
MOST_LYING = 3
MOST_HELD = 3
LAID = ("banana", "fake_item_box")
BOXES = yes_or_no("boxes", "has the segment item boxes?", shown=(False,))


def item_questions() -> tuple[OddsQuestion, ...]:
    """The driver that an item hits."""
    return _laid(), _litter(), _throw(), _bob_omb(), _theft()


def _item(name: str) -> int:
    return int(Item[name.upper()])


def places(first: int, last: int) -> tuple[str, ...]:
    return tuple(ordinal(place) for place in range(first, last + 1))


# --- laid and thrown


def _laid() -> OddsQuestion:
    columns = numbered(1, MOST_BEHIND)

    def work_out(item: str, behind: int, boxes: bool, status: str) -> Chances:
        race = scene(behind + 1, boxes=int(boxes))
        for seat in seat_range(1, behind + 1):
            with_status(race.karts[seat], status)
        found = tried(race, lambda copy, kart: lay(copy, kart, _item(item)), watch=[Hit])
        hits = {place: part(found, told(Hit, as_seat(int(place)))) for place in columns[:behind]}
        return {**hits, "nobody": 1 - sum(hits.values(), Fraction())}

    return OddsQuestion(
        "laid",
        "The follower that a Banana or a Fake Item Box hits as it is laid",
        "R36",
        "hits",
        (*columns, "nobody"),
        work_out,
        (
            Given("item", "what is laid", LAID),
            _followers((1, 2, 3, 5)),
            BOXES,
            _their_status(),
        ),
        (*places(1, MOST_BEHIND), "nobody"),
        (*columns, "nobody"),
    )


def _followers(shown: tuple[int, ...]) -> Given:
    return Given(
        "behind",
        "drivers behind in the segment",
        tuple(range(1, MOST_BEHIND + 1)),
        shown,
        lambda _, behind: f"{behind} behind",
    )


def _their_status() -> Given:
    return Given("status", "what works on their checks", STATUS.values, STATUS.shown, STATUS.words)


def _litter() -> OddsQuestion:
    columns = numbered(0, MOST_LYING)

    def work_out(item: str, lying: int, defensive: bool, status: str) -> Chances:
        race = scene(1)
        (race.peels if item == "banana" else race.fakes)[0] = lying
        race.karts[0].defensive = int(defensive)
        with_status(race.karts[0], status)

        def hit_by(copy: Race, kart: Kart) -> int:
            meet_litter(copy, kart, 0)
            return lying - copy.peels[0] - copy.fakes[0]

        found = spread(tried(race, hit_by), lambda trial: trial.given)
        return {each: found.get(int(each), Fraction()) for each in columns[: lying + 1]}

    return OddsQuestion(
        "litter",
        "How much of what lies in a segment one hits",
        "A51",
        "hits",
        columns,
        work_out,
        (
            Given("item", "what lies there", LAID, ("banana",)),
            Given(
                "lying",
                "how many",
                tuple(range(1, MOST_LYING + 1)),
                words=lambda _, lying: f"{lying} lying there",
            ),
            DEFENSIVE,
            STATUS,
        ),
        whole=columns,
        numbers=True,
    )


def _throw() -> OddsQuestion:
    columns = ("target", "other", "you", "nobody")

    def work_out(item: str, between: int, card: str, status: str) -> Chances:
        race = scene(between + 2)
        own = race.karts[between + 1]
        with_card(own, card)
        with_status(own, status)

        def thrown(copy: Race, kart: Kart) -> None:
            if item == "bob_omb":
                throw_bomb(copy, kart, copy.karts[0])
            else:
                throw(copy, kart, copy.karts[0], _item(item))

        found = tried(race, thrown, own.seat, watch=[Hit])
        target, you = part(found, told(Hit, as_seat(0))), part(found, told(Hit, own.seat))
        nobody = part(found, not_told(Hit))
        return {
            "target": target,
            "other": 1 - target - you - nobody,
            "you": you,
            "nobody": nobody,
        }

    return OddsQuestion(
        "throw",
        "The driver that a throw hits: its target, or one who runs into it where it lands",
        "R37",
        "hits",
        columns,
        work_out,
        (
            Given("item", "what is thrown", (*LAID, "bob_omb"), ("banana", "bob_omb")),
            Given(
                "between",
                "drivers between you and the target",
                tuple(range(1, MOST_AHEAD + 1)),
                (1, 2, 3),
                lambda _, between: f"{between} between",
            ),
            cards_for("aim"),
            STATUS,
        ),
        whole=columns,
    )


def _bob_omb() -> OddsQuestion:
    columns = ("hit", "first", "second")

    def work_out(behind: int, defensive: bool, status: str) -> Chances:
        race = scene(behind + 1)
        for seat in seat_range(1, behind + 1):
            race.karts[seat].defensive = int(defensive)
            with_status(race.karts[seat], status)
        found = tried(race, lambda copy, kart: drop_bomb(copy, kart), watch=(Hit, Blast))
        blasted = {
            column: part(found, told(Blast, seat))
            for seat, column in ((as_seat(2), "first"), (as_seat(3), "second"))
            if seat <= behind
        }
        return {"hit": part(found, told(Hit, as_seat(1))), **blasted}

    return OddsQuestion(
        "bob_omb",
        "A Bob-omb dropped: the driver behind is hit, the next two are caught in the blast",
        "R41",
        "chances",
        columns,
        work_out,
        (
            _followers((3,)),
            yes_or_no("defensive", "do they Drive Defensively?"),
            _their_status(),
        ),
        ("direct hit", "1st in the blast", "2nd in the blast"),
    )


# --- theft


def _theft() -> OddsQuestion:
    def work_out(opponents: int, items: int) -> Chances:
        race = scene(opponents + 1)
        wanted = _item("star")
        for seat in range(1, opponents + 1):
            race.karts[seat].hand[:items] = [_item("blooper")] * items
        race.karts[1].hand[0] = wanted

        def stolen(copy: Race, kart: Kart) -> bool:
            steal(copy, kart)
            return wanted in kart.hand

        return {"item": part(tried(race, stolen), lambda trial: trial.given)}

    return OddsQuestion(
        "theft",
        "Boo steals one certain item",
        "R44",
        "chances",
        ("item",),
        work_out,
        (
            Given(
                "opponents",
                "how many have something to steal",
                tuple(range(1, 12)),
                (1, 2, 3, 5),
                counted("opponent"),
            ),
            Given(
                "items",
                "how many each of them has",
                tuple(range(1, MOST_HELD + 1)),
                (1, 2),
                counted("item each", "items each"),
            ),
        ),
        ("that one",),
    )
