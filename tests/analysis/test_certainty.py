"""Rules of thumb where playouts leave no doubt, or prove nothing: no error is ever 0.

Each of them says that one thing is better than another "beyond the error". Where all playouts agree
an error worked out from their spread alone is 0, and after one playout it always is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from wreckoning.analysis import page
from wreckoning.analysis.decisions import (
    CLOSEST,
    Decision,
    _answered,
    accuracy,
    costly,
    decisions,
    error_rate,
)
from wreckoning.analysis.ledger import Amount
from wreckoning.analysis.review import is_vague
from wreckoning.analysis.steps import Told, tell
from wreckoning.analysis.win_chance import FIRST_HINT, WIN, Chances, Ints, standard_error
from wreckoning.bots.search.thinker import FEWEST, LITTLE, Tried, is_better
from wreckoning.cli import review as shown
from wreckoning.core.logs.log_file import read_log, replay_steps
from wreckoning.core.ruleset import find_ruleset, rulesets
from wreckoning.lab.statistics import mean_of, share_of

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [ruleset.key for ruleset in rulesets()]
ANSWERS = 40  # of a race: enough for a choice of someone


class Certain:
    """Playouts that all agree: the seat wins with the options at these places, and no others."""

    def __init__(self, seats: int, offered: list[int], winning: set[int]) -> None:
        self.seats, self.offered, self.winning = seats, offered, winning

    def lay_out(self, here: object, drivers: object) -> None:
        """Every race ends as told."""

    def play_out(
        self, seat: int, index: int, options: list[int], *, key: int, first: int, count: int
    ) -> Any:
        """Places of each option, playout and seat."""
        places = np.full((len(options), count, self.seats), 2)
        for at, option in enumerate(options):
            wins = option in self.offered and self.offered.index(option) in self.winning
            places[at, :, seat if wins else (seat + 1) % self.seats] = 1
        return SimpleNamespace(places=places)


@cache
def told(key: str) -> Told:
    """The beginning of a golden race, up to a choice of someone."""
    log = min((GOLDEN / key).glob("*.jsonl"), key=lambda path: path.stat().st_size)
    matches = replay_steps(read_log(log.read_text("utf-8")), find_ruleset(key))
    return tell(islice(matches, ANSWERS))


def decided(key: str, count: int, taken_wins: bool, other_wins: bool) -> Decision:
    """The first choice of a race, played out this often: who wins with the one taken, the rest."""
    chances = Chances(find_ruleset(key), told(key))
    chances._wins += WIN // chances.seats
    chances.playouts += 1
    answer = _answered(chances)[0].decided
    taken, options = answer.taken, list(answer.ask.options)
    others = {at for at in range(len(options)) if at != taken}
    winning = ({taken} if taken_wins else set()) | (others if other_wins else set())
    bench: Any = Certain(chances.seats, options, winning)
    chances.bench = bench
    return decisions(chances, 0, playouts=count)[0]


@pytest.mark.parametrize("key", GAMES)
def test_a_sure_win_thrown_away_is_costly(key: str) -> None:
    found = decided(key, 16, taken_wins=False, other_wins=True)
    assert found.loss == found.spread == 1
    assert 0 < found.error < 0.1
    assert found.grade == "blunder"
    assert [each.decision for each in costly([found], found.seat)] == [found]
    assert accuracy([found], found.seat) == 0
    assert error_rate([found], found.seat) == 1
    best, *_ = found.tried
    assert (best.chance, best.playouts) == (1, 16 * CLOSEST)
    assert best.index == found.better_index != found.taken_index


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("wins", [False, True])
def test_no_option_is_better_than_the_same_certain_end(key: str, wins: bool) -> None:
    found = decided(key, 16, taken_wins=wins, other_wins=wins)
    assert not found.is_costly
    assert found.loss == found.spread == 0
    assert found.better == found.taken
    assert found.tried[0].index == found.taken_index
    assert {each.chance for each in found.tried} == {float(wins)}
    assert accuracy([found], found.seat) == 100


@pytest.mark.parametrize("key", GAMES)
def test_a_sure_win_that_is_kept_counts_as_kept(key: str) -> None:
    found = decided(key, 16, taken_wins=True, other_wins=False)
    assert not found.is_costly
    assert found.spread > 0.8
    assert accuracy([found], found.seat) == 100


@pytest.mark.parametrize("key", GAMES)
def test_one_playout_proves_nothing(key: str) -> None:
    found = decided(key, 1, taken_wins=False, other_wins=True)
    assert not found.is_costly
    kept = decided(key, 1, taken_wins=True, other_wins=False)
    assert kept.spread == 0
    assert min(found.effect_error) > 0
    assert all(each.error > 0 for each in found.tried)


@pytest.mark.parametrize("values", [[0.0], [1.0], [0.0] * 50, [1.0] * 50, [0.5] * 50])
def test_playouts_that_agree_leave_a_doubt(values: list[float]) -> None:
    assert _error(values) == pytest.approx(0.5 / len(values))
    assert _error(values, 2) == pytest.approx(1 / len(values))


@pytest.mark.parametrize("playouts", [10**3, 10**5, 10**6, 10**8])
@pytest.mark.parametrize("won", [1, 2, 3])
def test_as_many_playouts_as_there_are_leave_a_small_doubt(playouts: int, won: int) -> None:
    """Their sums stay whole numbers of 64 bits: a race that is all but over has a million a second.

    Half of them are a win of this part, the others none.
    """
    part, half = WIN // won, playouts // 2
    totals, squares = np.array([half * part]), np.array([half * part * part])
    (error,) = standard_error(totals, squares, playouts)
    assert error == pytest.approx(0.5 / won / playouts**0.5, rel=0.01)


def test_doubt_is_small_where_playouts_differ() -> None:
    own = np.tile([0.0, 1.0], 200)
    assert _error(list(own)) == pytest.approx(own.std() / np.sqrt(400), rel=0.01)


def _error(values: list[float], reach: float = 1.0) -> float:
    parts: Ints = np.array([WIN * value for value in values], np.int64)
    return float(standard_error(parts.sum(), (parts * parts).sum(), len(parts), reach))


# Rules of thumb with figures alone: is a certain win (1) known to be better than a certain loss
# (0), after so many playouts or races? Never after one; and 1 is never better than 1.


def by_decision(win: float, loss: float, playouts: int) -> bool:
    """A costly decision: the error of the difference."""
    parts: Ints = np.full(playouts, round(WIN * (win - loss)), np.int64)
    error = float(standard_error(parts.sum(), (parts * parts).sum(), playouts, 2))
    made = Decision(0, 0, 1, 0, "gear", "N9", "a", "b", win - loss, error, 0, (), ())
    return made.is_costly


def by_search(win: float, loss: float, playouts: int) -> bool:
    """A bot that stops early: one option is better beyond doubt."""
    error = (LITTLE / playouts) ** 0.5 / playouts**0.5
    return is_better(Tried(0, playouts, win, error), Tried(1, playouts, loss, error))


def by_races(win: float, loss: float, races: int) -> bool:
    """A share of an arena or a simulation that is clearly above an even one."""
    won, lost = (share_of(round(races * share), races) for share in (win, loss))
    return won.low > lost.high


def by_lots(win: float, loss: float, lots: int) -> bool:
    """A mean of the lab: a lot of a hundred races or more is one observation."""
    won, lost = (mean_of(np.full(lots, share)) for share in (win, loss))
    return won.is_above(lost.high)


def by_hint(win: float, loss: float, playouts: int) -> bool:
    """The best option of a hint: `weigh` says the errors, `bestOf` of the browser compares."""
    its, others = (_error([share] * playouts) for share in (win, loss))
    return bool(win - loss > 2 * (its**2 + others**2) ** 0.5)


@pytest.mark.parametrize(
    ("rule", "fewest", "enough"),
    [
        (by_decision, 1, 16),
        (by_search, 1, FEWEST),
        (by_races, 1, 8),
        (by_lots, 1, 2),
        (by_hint, 1, FIRST_HINT),
    ],
)
def test_a_certain_win_is_better_than_a_certain_loss_but_not_after_one_playout(
    rule: Callable[[float, float, int], bool], fewest: int, enough: int
) -> None:
    assert rule(1, 0, enough)
    assert not rule(1, 0, fewest)
    for sure in (0, 1):
        assert not any(rule(sure, sure, count) for count in (1, 2, 16, 1000))


@pytest.mark.parametrize(
    ("error", "vague"), [(0.0, False), (0.2, False), (0.26, True), (float("inf"), True)]
)
def test_an_amount_is_vague_by_its_error_alone(error: float, vague: bool) -> None:
    for value in (-1.0, 0.0, 1.0):
        assert is_vague(Amount(value, error)) is vague
        assert (page._signed(Amount(value, error)) == "?") is vague
        assert (shown._signed(Amount(value, error)) == "?") is vague
