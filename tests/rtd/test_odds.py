"""The exact chances of Kart RTD, each cell compared with icepool's, from the rulebook's words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from icepool import Die, d
from tests.odds.oracle import Expected, Oracle, check, check_table, question_of, spread

from wreckoning.core.ruleset import find_ruleset
from wreckoning.odds.questions import Value
from wreckoning.odds.tables import questions_of

CARDS = {  # what each does to the roll that it touches
    "none": 0,
    "hot_start": 1,
    "cold_engine": -1,
    "bald_tires": -1,
    "slipstreamer": 1,
    "heavy_bumper": 1,
    "keen_eye": 1,
    "butterfingers": -1,
    "sure_wheels": 1,
    "nervous": -1,
    "item_bonus": 1,
    "low_loot": -1,
    "ramming_speed": 1,
    "featherweight": -1,
    "bad_aim": -1,
}
STATUS = {"none": 0, "ink": -1, "shrunk": -2, "both": -3}
ITEMS = (
    "banana",
    "fake_item_box",
    "green_shell",
    "blooper",
    "bob_omb",
    "mushroom",
    "red_shell",
    "boo",
    "blue_shell",
    "triple_red_shell",
    "star",
    "thunderbolt",
)


def effect(result: int) -> int:
    """R1: the Momentum of a Racing Check."""
    if result <= 0:
        return -2
    return {1: -1, 6: 1}.get(result, 0 if result < 6 else 2)


def chance(modifier: int) -> Fraction:
    """R1: a success on 4 or more."""
    return Fraction((d(6) + modifier).probability(">=", 4))


def beats(difference: int) -> Fraction:
    """A8: who starts an opposed roll must be strictly higher."""
    return Fraction((d(6) - d(6) + difference).probability(">", 0))


def checked(name: str, modifier: int, success: int = 0, failure: int = 0) -> Expected:
    """A check: success, and its Momentum with what either end brings as well."""

    def change(natural: int) -> int:
        result = natural + modifier
        return effect(result) + (success if result >= 4 else failure)

    momentum = spread(d(6).map(change))
    return {name: chance(modifier), **{str(m): momentum.get(m, Fraction()) for m in range(-9, 10)}}


def two(won: Fraction, names: tuple[str, str] = ("passed", "failed")) -> Expected:
    return {names[0]: won, names[1]: 1 - won}


# --- checks


def check_(modifier: int, status: str) -> Expected:
    return checked("success", modifier + STATUS[status])


def rocket_start(card: str) -> Expected:
    def momentum(natural: int) -> int:
        result = natural + CARDS[card]
        return 0 if result <= 1 else (2 if result >= 4 else 1) + effect(result)

    found = spread(d(6).map(momentum))
    return {str(m): found.get(m, Fraction()) for m in range(5)}


def grid(tied: int) -> Expected:
    return {str(place): Fraction(1, tied) for place in range(1, tied + 1)}


def aggressive(status: str) -> Expected:
    def change(natural: int) -> int:
        result = natural + STATUS[status]
        return effect(result) + (result >= 4) + (result > 4)

    found = spread(d(6).map(change))
    success = chance(STATUS[status])
    return {"success": success, **{str(m): found.get(m, Fraction()) for m in range(-2, 5)}}


CURVES = {"tight": -1, "straight": -1, "broad_straight": 0, "curve": 0, "broad_curve": 1}


def slide(curve: str, card: str, momentum: int, ahead: Any, status: str) -> Expected:
    """R24. A success washes ink off (A61), so it does not count in the pass."""
    bonus = CURVES[curve] + STATUS[status]
    bonus += max(0, -CURVES[curve]) if card == "grippy_tires" else CARDS[card]
    expected = dict(checked("success", bonus))
    if ahead != "none":
        passes = Fraction()
        for natural in range(1, 7):
            result = natural + bonus
            own = momentum + effect(result)
            if result >= 4 and own > ahead:
                passes += beats(own + 1 - ahead) / 6
        expected["passes"] = passes
    return expected


def rammed(card: str, defensive: bool, status: str) -> Expected:
    bonus = (card == "heavy_bumper") + defensive + STATUS[status]
    lost = -2 if card == "thin_skin" else -1
    return checked("straight", bonus, -1, -1 + lost)


def blast(card: str, defensive: bool, status: str) -> Expected:
    bonus = (card == "heavy_bumper") + defensive + STATUS[status]
    return checked("escapes", bonus, 0, -2 if card == "thin_skin" else -1)


def path(modifier: int, status: str) -> Expected:
    return checked("taken", modifier + STATUS[status])


def hazard(modifier: int, damage: str, card: str, status: str) -> Expected:
    spin = -2 if card == "thin_skin" else -1
    bonus = modifier + STATUS[status] + CARDS.get(card, 0)
    return checked("unhurt", bonus, 0, -2 if damage == "flip" else spin)


def dash(modifier: int, bonus: int, status: str) -> Expected:
    return checked("success", modifier + STATUS[status], bonus)


def fall_back(status: str, **_: int) -> Expected:
    return checked("holds_on", STATUS[status], 0, 2)


def pull_ahead(hazard: Any, card: str, status: str) -> Expected:
    first = chance(STATUS[status])
    second = Fraction(1) if hazard == "none" else chance(hazard + CARDS[card] + STATUS[status])
    return {"ahead": first * second, "failed": 1 - first, "cancelled": first * (1 - second)}


def box(taken: int, card: str, fake: bool, status: str) -> Expected:
    """A13, A53: the Fake is hit by a result of 2 or less."""
    result = d(6) - taken + CARDS[card] + STATUS[status]
    hit = Fraction(result.probability("<=", 2)) if fake else Fraction()
    item = Fraction(result.probability(">=", 4))
    return {"item": item, "fake": hit, "missed": 1 - item - hit}


def item(position: int, behind: bool, card: str) -> Expected:
    bonus = position - 1 + behind + CARDS[card]
    found = spread(d(6).map(lambda natural: min(12, max(1, natural + bonus))))
    return {name: found.get(at, Fraction()) for at, name in enumerate(ITEMS, 1)}


# --- passing


def strength(
    lead: int, ink: bool, other_ink: bool, slide: bool, other_slide: bool, other_defensive: bool
) -> int:
    return lead - ink + slide + other_ink - other_slide - other_defensive


def pass_(**between: Any) -> Expected:
    return two(beats(strength(**between)))


def draft(card: str, **between: Any) -> Expected:
    return two(beats(strength(**between) + CARDS[card]))


def mushroom(**between: Any) -> Expected:
    """+2, and one's own ink is washed off before."""
    return two(beats(strength(**between | {"ink": False}) + 2))


def jockey(momentum: int, ahead: int, their_momentum: int) -> Expected:
    expected: dict[str, Fraction] = {}
    still = Fraction(1)
    for won in range(ahead + 1):
        lead = momentum - won - their_momentum
        passes = beats(lead) if lead > 0 and won < ahead else Fraction()
        expected[str(won)] = still * (1 - passes)
        still *= passes
    return expected


DRAGS = {"none": 0, "item": 3, "one_shell": 2, "two_shells": 4, "three_shells": 6}


def circling(drags: str) -> int:
    return DRAGS[drags] if "shell" in drags else 0


def ram(
    card: str,
    other_card: str,
    drags: str,
    other_drags: str,
    status: str,
    other_status: str,
    other_defensive: bool,
) -> Expected:
    other_ram = 0 if other_card == "heavy_bumper" else CARDS[other_card]
    own = CARDS[card] + circling(drags) + STATUS[status]
    other = other_ram + circling(other_drags) + STATUS[other_status] + other_defensive
    won = beats(own - other)
    steady = chance(STATUS[other_status] + other_defensive + (other_card == "heavy_bumper"))
    return {"won": won, "lost": 1 - won, "spins_out": won * (1 - steady)}


def duel(lead: int, you: str, other: str) -> Expected:
    """A25: one's own ram, the other's, then the Pass roll. A62, A63: Boo and Star."""
    nobody = "boo" in (you, other)
    you_ram = not nobody and (you == "star" or (you == "ram" and other != "star"))
    other_rams = not nobody and (other == "star" or (other == "ram" and you != "star"))
    won = beats(0) if you_ram else Fraction()
    ended = (1 - won) * beats(0) if other_rams else Fraction()
    left = 1 - won - ended
    roll = beats(lead - you_ram + other_rams)
    return {"passed": won + left * roll, "failed": left * (1 - roll), "ended": ended}


def share(lead: int, defensive: bool, other_defensive: bool) -> Expected:
    return two(beats(lead + defensive - other_defensive), ("shared", "alone"))


# --- items


def laid(item: str, behind: int, boxes: bool, status: str) -> Expected:
    expected: dict[str, Fraction] = {}
    still = Fraction(1)
    for place in range(1, behind + 1):
        bonus = {1: -1, 2: 0}.get(place, 1)
        if boxes and item == "fake_item_box":
            bonus = min(bonus, 0)
        avoids = chance(bonus + STATUS[status])
        expected[str(place)] = still * (1 - avoids)
        still *= avoids
    return {**expected, "nobody": still}


def litter(lying: int, defensive: bool, status: str, **_: str) -> Expected:
    hits = lying @ (d(6) + 1 + defensive + STATUS[status] < 4)
    return {str(n): Fraction(hits.probability("==", n)) for n in range(lying + 1)}


def throw(item: str, between: int, card: str, status: str) -> Expected:
    if item == "bob_omb":
        hit = chance(CARDS[card] + STATUS[status])
        return {"target": hit, "other": Fraction(), "you": Fraction(), "nobody": 1 - hit}
    target = chance(CARDS[card] + STATUS[status] - between)
    slips = 1 - chance(1)
    missed_by_all = (1 - target) * (1 - slips) ** between
    you = missed_by_all * (1 - chance(1 + STATUS[status]))
    return {
        "target": target,
        "other": 1 - target - missed_by_all,
        "you": you,
        "nobody": missed_by_all - you,
    }


def bob_omb(behind: int, defensive: bool, status: str) -> Expected:
    caught = 1 - chance(defensive + STATUS[status])
    expected = {"hit": 1 - chance(defensive + STATUS[status] - 2)}
    if behind > 1:
        expected["first"] = caught
    if behind > 2:
        expected["second"] = caught
    return expected


def red_shell(
    drags: str, defensive: bool, card: str, other_card: str, status: str, other_status: str
) -> Expected:
    """A55: +2 in all. R32: what is dragged may save its driver, and is lost by it."""
    bonus = DRAGS[drags]
    if drags == "item":
        bonus += {"strong_hitch": 1, "loose_hitch": -2}.get(other_card, 0)
    open_to = 2 + CARDS[card] + STATUS[status] - defensive - STATUS[other_status]
    hit, without = beats(open_to - bonus), beats(open_to)
    return {"hit": hit, "blocked": without - hit, "missed": 1 - without}


def green_shell(ahead: int, behind: int, named: int, drags: str, card: str) -> Expected | None:
    """R39 as a walk without end: where it is, which way it goes, what it has gained."""
    if named > ahead:
        return None
    own = ahead
    target = ahead - named if named else -1

    def fly(state: tuple[Any, ...]) -> Any:
        if state[0] != "flies":
            return state
        _, at, direction, bounce, comes_home = state
        at += direction
        if at == own and not comes_home:
            at += direction
        if not 0 <= at <= ahead + behind:
            return ("nobody",)
        aim = 0 if target < 0 else 1 if at == target else -1
        dodge = DRAGS[drags] if at == ahead - 1 else 0

        def attack(natural: int, defence: int) -> tuple[Any, ...]:
            if natural == 1:
                return ("flies", at, -direction, 0, True)
            result = natural - 1 + CARDS[card] + aim + bounce
            if result > defence + dodge:
                return ("hit", at)
            if dodge and result > defence:
                return ("blocked",)
            return ("flies", at, direction, int(natural == 6), comes_home)

        return Die([(n, m) for n in range(1, 7) for m in range(1, 7)]).map(attack, star=True)

    ends = spread(Die([("flies", own, -1, 0, False)]).map(fly, star=False, repeat="inf"))
    expected = {
        str(place): ends.get(("hit", own - place), Fraction()) for place in range(1, ahead + 1)
    }
    expected["you"] = ends.get(("hit", own), Fraction())
    hits = (ends.get(("hit", at), Fraction()) for at in range(own + 1, own + 1 + behind))
    expected["behind"] = sum(hits, Fraction())
    expected["blocked"] = ends.get(("blocked",), Fraction())
    expected["nobody"] = ends.get(("nobody",), Fraction())
    return expected


def theft(opponents: int, items: int) -> Expected:
    return {"item": Fraction(1, opponents * items)}


ORACLES: dict[str, Oracle] = {
    "check": check_,
    "rocket_start": rocket_start,
    "grid": grid,
    "aggressive": aggressive,
    "slide": slide,
    "rammed": rammed,
    "blast": blast,
    "path": path,
    "hazard": hazard,
    "dash": dash,
    "fall_back": fall_back,
    "pull_ahead": pull_ahead,
    "box": box,
    "item": item,
    "pass": pass_,
    "draft": draft,
    "mushroom": mushroom,
    "jockey": jockey,
    "ram": ram,
    "duel": duel,
    "share": share,
    "laid": laid,
    "litter": litter,
    "throw": throw,
    "bob_omb": bob_omb,
    "red_shell": red_shell,
    "green_shell": green_shell,
    "theft": theft,
}


def test_every_question_has_an_oracle() -> None:
    assert {each.name for each in questions_of(find_ruleset("rtd"))} == set(ORACLES)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ORACLES)
def test_every_cell_is_icepools(name: str) -> None:
    check(question_of("rtd", name), ORACLES[name])


@pytest.mark.slow
def test_r24_the_free_pass_of_a_slide_hangs_on_its_own_momentum() -> None:
    question = question_of("rtd", "slide")
    some: tuple[Value, ...] = tuple(range(5))
    given: dict[str, tuple[Value, ...]]
    given = {"momentum": some, "ahead": some, "card": ("none",), "status": ("none", "ink")}
    check_table(question, question.table(given), slide)


def test_r22_a_ram_with_all_that_counts_in_it() -> None:
    question = question_of("rtd", "ram")
    given = {
        "card": ("ramming_speed",),
        "drags": ("none", "item", "two_shells"),
        "other_drags": ("none", "three_shells"),
        "status": ("none", "both"),
        "other_status": ("none", "shrunk"),
    }
    check_table(question, question.table(given), ram)


def test_r39_a_green_shell_with_all_that_counts_in_it() -> None:
    question = question_of("rtd", "green_shell")
    given: dict[str, tuple[Value, ...]]
    given = {"ahead": (2,), "behind": (1,), "named": (2,), "drags": ("item",), "card": ("bad_aim",)}
    check_table(question, question.table(given), green_shell)
