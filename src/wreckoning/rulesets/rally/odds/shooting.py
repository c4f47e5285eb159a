"""Questions of attacks: hits and damage."""

from __future__ import annotations

from functools import cache

from wreckoning.odds.questions import Chances, Given, OddsQuestion, yes_or_no
from wreckoning.odds.spreads import by_least, by_number, numbered, or_more
from wreckoning.rulesets.rally.cards import modifications, vehicles, weapons
from wreckoning.rulesets.rally.numbers import Pace
from wreckoning.rulesets.rally.odds.scene import (
    CLOSE,
    armed,
    prepared,
    put_screen,
    put_target,
    weapon_keys,
)
from wreckoning.rulesets.rally.odds.spreads import Attack, attack_odds, command_odds
from wreckoning.rulesets.rally.race import MOST_STRESS, Race
from wreckoning.rulesets.rally.rules.aiming import ASSAULT_RANGE, in_assault_range
from wreckoning.rulesets.rally.teams.legality import of_design

MOST_HITS, MOST_DAMAGE = 9, 12
RANGES = ("far", "half", "assault")
NONE = "none"


def _title(_: str, key: object) -> str:
    """The title of a card."""
    if key == NONE:
        return ""
    for cards in (weapons(), modifications(), vehicles()):
        if str(key) in cards:
            return str(cards[str(key)].title)
    raise KeyError(key)


AIMED = weapon_keys(dropped=False)
GIVENS = (
    Given("weapon", "the weapon", AIMED, words=_title),
    Given("modification", "what is done to it", (NONE, *modifications()), (NONE,), _title),
    Given(
        "vehicle",
        "what it is mounted on",
        tuple(vehicles()),
        ("car",),
        lambda _, it: "" if it == "car" else f"on a {_title('', it)}",
    ),
    Given(
        "range",
        "how far the target is",
        RANGES,
        ("far",),
        lambda _, it: "" if it == "far" else f"{it} range",
    ),
    Given(
        "target",
        "the target",
        tuple(vehicles()),
        ("car",),
        lambda _, it: "" if it == "car" else f"at a {_title('', it)}",
    ),
    Given(
        "stress",
        "stress markers of who fires",
        tuple(range(MOST_STRESS + 1)),
        (0,),
        lambda _, it: f"{it} stress" if it else "",
    ),
    yes_or_no("advance", "has it advanced?", shown=(False,)),
    yes_or_no("obstructed", "is the target obstructed?", shown=(False,)),
)


def attack_questions() -> tuple[OddsQuestion, ...]:
    """The questions about weapons."""
    return _hits(), _damage(), _critical(), _dropped()


def scene_of(
    weapon: str,
    modification: str,
    vehicle: str,
    range: str,
    target: str,
    stress: int,
    advance: bool,
    obstructed: bool,
) -> Race | None:
    """An attack about to be made; None if these circumstances exclude each other."""
    added = () if modification == NONE else (modification,)
    design = armed(vehicle, weapon, *added)
    if any(rule == "W30" for rule, _ in of_design(design)):
        return None
    race = prepared(design, armed(target))
    mounted = race.builds[0].weapons[0]
    gap = {"far": mounted.reach, "half": mounted.reach // 2, "assault": CLOSE}[range]
    put_target(race, gap)
    is_close = in_assault_range(race, race.vehicles[0], race.vehicles[1])
    if is_close and ((range == "half" and mounted.reach <= ASSAULT_RANGE) or obstructed):
        return None
    if obstructed:
        put_screen(race)
    race.vehicles[0].stress = stress
    race.pace = Pace.ADVANCE if advance else Pace.DRIVE
    return race


@cache
def odds_of(*given: object) -> Attack | None:
    """An attack under these circumstances, in the order of GIVENS."""
    race = scene_of(*given)  # type: ignore[arg-type]
    return None if race is None else attack_odds(race, 0, 0, 1)


def _attack(given: dict[str, object]) -> Attack | None:
    return odds_of(*(given[each.name] for each in GIVENS))


def _hits() -> OddsQuestion:
    columns = numbered(1, MOST_HITS)

    def work_out(**given: object) -> Chances | None:
        found = _attack(given)
        return None if found is None else by_least(found.hits, columns[: found.attacks])

    return OddsQuestion(
        "hits",
        "Hits of an attack",
        "W12",
        "at_least",
        columns,
        work_out,
        GIVENS,
        or_more(1, MOST_HITS),
    )


def _damage() -> OddsQuestion:
    """The damage, limited to the target's hit points."""
    columns = numbered(0, MOST_DAMAGE)

    def work_out(**given: object) -> Chances | None:
        found = _attack(given)
        return None if found is None else by_number(found.losses, columns)

    return OddsQuestion(
        "damage",
        "Hit points that an attack takes from a target that is whole",
        "W12",
        "damage",
        columns,
        work_out,
        GIVENS,
        whole=columns,
        numbers=True,
    )


def _critical() -> OddsQuestion:
    def work_out(**given: object) -> Chances | None:
        race, found = scene_of(**given), _attack(given)  # type: ignore[arg-type]
        if race is None or found is None:
            return None
        return {
            "hurt": found.hurts,
            "critical": found.critical,
            "loses_control": found.critical * (1 - command_odds(race, 1)),
        }

    return OddsQuestion(
        "critical",
        "A critical hit, and that the target loses control by it",
        "W26",
        "chances",
        ("hurt", "critical", "loses_control"),
        work_out,
        GIVENS,
        ("hurt", "critical hit", "loses control"),
    )


def _dropped() -> OddsQuestion:
    def work_out(weapon: str, stress: int, advance: bool) -> Chances | None:
        given = (weapon, NONE, "car", "half", "car", stress, advance, False)
        race, found = scene_of(*given), odds_of(*given)
        if race is None or found is None:
            return None
        loses = found.any_hit * (1 - command_odds(race, 1))
        return {"hit": found.any_hit, "hurt": found.hurts, "loses_control": loses}

    return OddsQuestion(
        "dropper",
        "A dropper at a car behind: hit, hurt, and out of control for being obstructed",
        "W28",
        "chances",
        ("hit", "hurt", "loses_control"),
        work_out,
        (
            Given("weapon", "the dropper", weapon_keys(dropped=True), words=_title),
            Given(
                "stress",
                "stress markers of who drops",
                tuple(range(MOST_STRESS + 1)),
                (0,),
                lambda _, it: f"{it} stress" if it else "",
            ),
            yes_or_no("advance", "has it advanced?"),
        ),
        ("hit", "hurt", "loses control"),
    )
