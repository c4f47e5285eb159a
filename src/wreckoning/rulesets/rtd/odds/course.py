"""Questions of the course: paths, hazards, dash panels, Falling Back, Pulling Ahead, item boxes."""

from __future__ import annotations

from fractions import Fraction

from wreckoning.core.texts.wording import ordinal, signed
from wreckoning.odds.questions import Chances, Given, OddsQuestion, yes_or_no
from wreckoning.odds.trials import FoundWays, spread
from wreckoning.rulesets.rtd.events import (
    Dashed,
    HeldOn,
    PathTaken,
    PullAheadCancelled,
    PullAheadFailed,
    PulledAhead,
)
from wreckoning.rulesets.rtd.odds.checked import Checked, Wanted, told
from wreckoning.rulesets.rtd.odds.scene import (
    NONE,
    STATUS,
    STATUSES,
    cards_for,
    modifier,
    own_momentum,
    part,
    scene,
    tried,
    with_card,
    with_status,
)
from wreckoning.rulesets.rtd.race import OWN, Damage, Item, Kart, Race
from wreckoning.rulesets.rtd.rules.features import drive_over, meet_hazard
from wreckoning.rulesets.rtd.rules.loot import hits_box, item_roll
from wreckoning.rulesets.rtd.rules.movement import fall_backs, try_to_pull_ahead
from wreckoning.rulesets.rtd.rules.paths import take_path

MOST_DRIVERS = 12


def course_questions() -> tuple[OddsQuestion, ...]:
    """Questions about the course's features and its item boxes."""
    return _path(), _hazard(), _dash(), _fall_back(), _pull_ahead(), _box(), _item()


def _path() -> OddsQuestion:
    def find(modifier: int, status: str) -> tuple[FoundWays, Wanted]:
        race = scene(1)
        path = race.course.segment[0].paths[0]
        path.exists = path.checked = 1
        path.modifier = modifier
        with_status(race.karts[0], status)
        found = tried(race, lambda copy, kart: take_path(copy, kart, 0), watch=[PathTaken])
        return found, told(PathTaken)

    title = "An Alternate Path's check, without what the path itself brings"
    what = Checked("path", title, "R23", "taken", -2, 2)
    return what.question(find, modifier((-2, -1, 0, 1), "the path's modifier"), STATUS)


def _hazard() -> OddsQuestion:
    def find(modifier: int, damage: str, card: str, status: str) -> tuple[FoundWays, Wanted]:
        race = scene(1)
        hazard = race.course.segment[0].hazards[0]
        hazard.exists, hazard.modifier = 1, modifier
        hazard.damage = int(Damage[damage.upper()])
        with_card(race.karts[0], card)
        with_status(race.karts[0], status)
        found = tried(race, lambda copy, kart: meet_hazard(copy, kart, 0, 0))
        return found, lambda trial: not trial.given

    damages = tuple(each.name.lower() for each in (Damage.SPIN, Damage.FLIP))
    what = Checked("hazard", "A hazard of the course", "R26", "unhurt", -4, 2)
    return what.question(
        find,
        modifier((-1, 0, 1), "the hazard's modifier"),
        Given("damage", "what it does", damages),
        cards_for("hazard", "spin_out", shown=False),
        STATUS,
    )


def _dash() -> OddsQuestion:
    def find(modifier: int, bonus: int, status: str) -> tuple[FoundWays, Wanted]:
        race = scene(1)
        panel = race.course.segment[0].dash_panels[0]
        panel.exists = panel.checked = 1
        panel.modifier, panel.momentum = modifier, bonus
        with_status(race.karts[0], status)
        found = tried(race, lambda copy, kart: drive_over(copy, kart, 0, 0), watch=[Dashed])
        return found, told(Dashed)

    what = Checked("dash", "A dash panel that asks for a check", "R26", "success", -2, 5)
    return what.question(
        find,
        modifier((-1, 0, 1), "the panel's modifier"),
        Given("bonus", "the Momentum it gives", (1, 2, 3), words=lambda _, m: f"{m} M"),
        STATUS,
    )


def _fall_back() -> OddsQuestion:
    def find(momentum: int, status: str) -> tuple[FoundWays, Wanted]:
        race = scene(1)
        race.karts[0].momentum = momentum
        with_status(race.karts[0], status)
        found = tried(race, lambda copy, _: fall_backs(copy), watch=[HeldOn])
        return found, told(HeldOn)

    what = Checked("fall_back", "The last driver with M 0 or less", "R28", "holds_on", 0, 2)
    return what.question(
        find,
        Given("momentum", "your Momentum", (-3, -2, -1, 0), (0,), own_momentum),
        STATUSES,
    )


def _pull_ahead() -> OddsQuestion:
    columns = ("ahead", "failed", "cancelled")

    def work_out(hazard: str | int, card: str, status: str) -> Chances:
        race = scene(1)
        with_card(race.karts[0], card)
        with_status(race.karts[0], status)
        if hazard != NONE:
            there = race.course.segment[1].hazards[0]
            there.exists, there.modifier = 1, int(hazard)
        ends = (PulledAhead, PullAheadFailed, PullAheadCancelled)
        found = tried(race, try_to_pull_ahead, watch=ends)
        pairs = zip(columns, ends, strict=True)
        return {column: part(found, told(event)) for column, event in pairs}

    return OddsQuestion(
        "pull_ahead",
        "Pull Ahead: the check, and the next segment's hazard, which may send you back",
        "R29",
        "chances",
        columns,
        work_out,
        (
            Given(
                "hazard",
                "the modifier of the next segment's hazard",
                (NONE, -3, -2, -1, 0, 1, 2),
                (NONE, -1, 0, 1),
                lambda _, it: "no hazard" if it == NONE else f"hazard {signed(int(it))}",
            ),
            cards_for("hazard"),
            STATUS,
        ),
        whole=columns,
    )


def _box() -> OddsQuestion:
    columns = ("item", "missed", "fake")

    def work_out(taken: int, card: str, fake: bool, status: str) -> Chances:
        race = scene(1, boxes=1)
        race.fakes[0] = int(fake)
        with_card(race.karts[0], card)
        with_status(race.karts[0], status)

        def reach(copy: Race, kart: Kart) -> str:
            if hits_box(copy, kart, -taken):
                return "item"
            return "fake" if kart.hit_fake else "missed"

        found = spread(tried(race, reach), lambda trial: trial.given)
        return {column: found.get(column, Fraction()) for column in columns}

    return OddsQuestion(
        "box",
        "An item box: the check for it",
        "R30",
        "chances",
        columns,
        work_out,
        (
            Given(
                "taken",
                "boxes of a short line that are taken already",
                (0, 1, 2, 3, 4),
                (0, 1, 2),
                lambda _, taken: f"{taken} taken" if taken else "",
            ),
            cards_for("box"),
            yes_or_no("fake", "does a Fake Item Box lie among them?", shown=(False,)),
            STATUS,
        ),
        ("an item", "nothing", "hits a Fake"),
        columns,
    )


def _item() -> OddsQuestion:
    items = {Item(item).name.lower(): item for item in range(1, OWN)}

    def work_out(position: int, behind: bool, card: str) -> Chances:
        race = scene(MOST_DRIVERS)
        kart = race.karts[position - 1]
        race.turn = kart.progress + 1 + behind
        with_card(kart, card)
        found = spread(tried(race, item_roll, kart.seat), lambda trial: trial.given)
        return {name: found.get(item, Fraction()) for name, item in items.items()}

    return OddsQuestion(
        "item",
        "Which item an Item Roll gives",
        "R6",
        "items",
        tuple(items),
        work_out,
        (
            Given(
                "position",
                "your place in the race",
                tuple(range(1, MOST_DRIVERS + 1)),
                tuple(range(1, 7)),
                lambda _, place: ordinal(int(place)),
            ),
            yes_or_no("behind", "have you fallen behind?", shown=(False,)),
            cards_for("item_roll", shown=False),
        ),
        tuple(name.replace("_", " ") for name in items),
        tuple(items),
    )
