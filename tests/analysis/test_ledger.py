"""The ledger split: luck by kind of roll, and luck and decisions of rivals by rival."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from tests.analysis.test_review import found

from wreckoning.analysis.decisions import Decision, _spread
from wreckoning.analysis.ledger import Account, ledger
from wreckoning.analysis.played import Played
from wreckoning.analysis.replies import ReviewAmount, ReviewRival, ReviewRoll
from wreckoning.analysis.review import DriverReview, Review
from wreckoning.analysis.sent import as_reply
from wreckoning.analysis.steps import CHOICE, DIE, Decided, ReviewStep
from wreckoning.analysis.win_chance import WIN, Chances, Ints
from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex, as_seat, by_seat
from wreckoning.core.play.outlook import Standpoint
from wreckoning.core.records import NOBODY

NAMES = ("Ann", "Bob", "Cid")
ANN, BOB, CID = map(as_seat, range(3))
BEFORE = Standpoint("rush", NAMES, b"", ())
ERROR = 0.01  # of each chance


def die(owner: SeatIndex, question: str) -> ReviewStep:
    return ReviewStep(0, 1, DIE, BEFORE, owner, question, 6)


def choice(*seats: SeatIndex) -> ReviewStep:
    asks = [Ask(seat, NAMES[seat], "gear", "N9", 0, (0, 1), ("a", "b")) for seat in seats]
    return ReviewStep(0, 1, CHOICE, BEFORE, decided=tuple(Decided(ask, 0) for ask in asks))


# Each step, and the chances after it. Before the first they are 40, 30 and 30 %.
RACE = [
    (die(ANN, "heat_die"), (0.5, 0.25, 0.25)),
    (die(ANN, "ram_die"), (0.4, 0.3, 0.3)),
    (die(BOB, "heat_die"), (0.3, 0.5, 0.2)),
    (die(CID, "heat_die"), (0.28, 0.5, 0.22)),
    (choice(BOB), (0.24, 0.56, 0.2)),
    (choice(BOB, CID), (0.3, 0.4, 0.3)),
    (die(NOBODY, "grid_draw"), (0.35, 0.4, 0.25)),
    (die(ANN, "heat_die"), (0.9, 0.05, 0.05)),
    (choice(ANN), (1.0, 0.0, 0.0)),
]
TOGETHER = 5  # the step of both
EFFECTS = {BOB: (-0.02, 0.03, -0.01), CID: (0.05, -0.1, 0.05)}  # of each alone, on each seat


def rated(seat: SeatIndex) -> Decision:
    """One of the answers given together; its effect has an error of 3 %."""
    effect = EFFECTS[seat]
    return Decision(TOGETHER, 0, 1, seat, "gear", "N9", "a", "a", 0, 0, 0, effect, (0.03,) * 3)


def accounts() -> list[Account]:
    rows = np.array([(0.4, 0.3, 0.3), *(after for _, after in RACE)])
    errors = np.full(rows.shape, ERROR)
    errors[-1] = 0  # the race is over
    told = SimpleNamespace(steps=tuple(step for step, _ in RACE))
    chances = SimpleNamespace(chances=rows, errors=errors, seats=len(NAMES), told=told)
    return ledger(cast(Chances, chances), [rated(BOB), rated(CID)])


def made() -> Review:
    """A review of that race with its ledger alone."""
    drivers = tuple(
        DriverReview(NAMES[seat], "rookie", account, None, 0, 0, ())
        for seat, account in by_seat(accounts())
    )
    row = (0.4, 0.3, 0.3)
    rolls = {"heat_die": "heat", "ram_die": "Side Ram"}
    start, errors = (row,), ((ERROR,) * 3,)
    return Review(
        "Pit", "rush", "round", "rookie", NAMES, (), start, errors, 9, True, drivers, rolls
    )


def vague() -> Review:
    """The same review, but Ann's Side Ram is too rough to say anything."""
    ann, *others = made().drivers
    by_roll = dict(ann.account.by_roll)
    by_roll["ram_die"] = replace(by_roll["ram_die"], error=0.3)
    return replace(
        made(), drivers=(replace(ann, account=replace(ann.account, by_roll=by_roll)), *others)
    )


def test_luck_is_split_by_kind_of_roll() -> None:
    ann, bob, _ = accounts()
    assert {roll: each.value for roll, each in ann.by_roll.items()} == {
        "heat_die": pytest.approx(0.1 + 0.55),
        "ram_die": pytest.approx(-0.1),
    }
    assert set(bob.by_roll) == {"heat_die"}
    # Two rolls in a row share a chance; its error counts in each of them, and not in their sum.
    assert ann.by_roll["ram_die"].error == pytest.approx(sqrt(2) * ERROR)
    assert ann.by_roll["heat_die"].error == pytest.approx(sqrt(4) * ERROR)
    assert ann.parts["luck"].error == pytest.approx(sqrt(4) * ERROR)


def test_what_each_rival_did_is_split_into_luck_and_decisions() -> None:
    ann, bob, _ = accounts()
    assert set(ann.by_rival) == {BOB, CID}
    from_bob, from_cid = ann.by_rival[BOB], ann.by_rival[CID]
    assert (from_bob.luck.value, from_bob.decisions.value) == pytest.approx((-0.1, -0.04 - 0.02))
    assert (from_cid.luck.value, from_cid.decisions.value) == pytest.approx((-0.02, 0.05))
    assert from_bob.luck.error == pytest.approx(sqrt(2) * ERROR)
    assert from_bob.decisions.error == pytest.approx(sqrt(2 * ERROR**2 + 0.03**2))
    assert from_cid.decisions.error == pytest.approx(0.03)
    from_ann = bob.by_rival[ANN]
    assert (from_ann.luck.value, from_ann.decisions.value) == pytest.approx((-0.35, -0.05))


def test_rolls_add_up_to_luck_and_rivals_to_what_rivals_did() -> None:
    for account in accounts():
        rolls = [each.value for each in account.by_roll.values()]
        luck = [each.luck.value for each in account.by_rival.values()]
        decided = [each.decisions.value for each in account.by_rival.values()]
        sums = {"luck": rolls, "rivals_luck": luck, "rivals_decisions": decided}
        for part, split in sums.items():
            assert sum(split) == pytest.approx(account.parts[part].value, abs=1e-12), part
        assert account.total == pytest.approx(account.end)


def test_kinds_of_roll_are_named_in_the_words_of_the_rulebook() -> None:
    """Those that drivers rolled: not the draw for the grid, which is no driver's."""
    assert found().rolls["heat_die"] == "heat"
    assert found().rolls["boost_die"] == "heat of the Rocket Booster"
    rolled = {roll for driver in found().drivers for roll in driver.account.by_roll}
    assert set(found().rolls) == rolled


def test_reply_has_rolls_with_their_labels_and_rivals_with_both_amounts() -> None:
    ann = as_reply(made()).drivers[0]
    assert ann.by_roll == {
        "heat_die": ReviewRoll("heat", 0.65, 0.0392),
        "ram_die": ReviewRoll("Side Ram", -0.1, 0.0277),
    }
    assert ann.by_rival["Bob"] == ReviewRival(
        luck=ReviewAmount(-0.1, 0.0277), decisions=ReviewAmount(-0.06, 0.0650)
    )


def test_an_amount_of_the_split_can_be_too_rough_alone() -> None:
    assert not made().is_vague
    assert vague().is_vague


def test_what_was_at_stake_is_from_worst_to_best_beyond_the_error_of_that_difference() -> None:
    """It is the same whichever option was chosen."""
    best, worst = np.tile([1, 0], 50), np.tile([0, 0, 1, 0], 25)
    gap = best - worst
    expected = gap.mean() - 2 * sqrt((gap.var() + 1 / len(gap)) / len(gap))
    assert 0 < expected < gap.mean()
    assert _spread(played(worst, best)) == pytest.approx(expected)
    assert _spread(played(best, worst)) == pytest.approx(expected)
    assert _spread(played(best, best)) == 0
    assert _spread(played(np.tile([1, 0], 8), np.tile([0, 1], 8))) == 0


def played(*options: Ints) -> Played:
    """Playouts of a driver alone who wins or not with these options."""
    found = Played(len(options), 1, 0)
    found.add(WIN * np.stack(options)[:, :, None])
    return found


def test_even_luck_leaves_out_the_effects_of_all_dice() -> None:
    """The start, and what each choice did; grid draws are dice of nobody, and out as well."""
    ann, *_ = found_accounts = accounts()
    expected = 0.4 + (0.24 - 0.28) + (0.3 - 0.24) + (1.0 - 0.9)
    assert ann.even.value == pytest.approx(expected)
    # The start, two choices in a row, which share a chance, and the last before the certain end.
    assert ann.even.error == pytest.approx(sqrt(1 + 2 + 1) * ERROR)
    assert sum(each.even.value for each in found_accounts) == pytest.approx(1)
