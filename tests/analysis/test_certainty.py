"""Decisions where playouts leave no doubt, or prove nothing: an error of 0 is never believed."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from wreckoning.analysis.decisions import (
    Decision,
    _answered,
    _decision,
    _look,
    accuracy,
    costly,
)
from wreckoning.analysis.steps import Told, tell
from wreckoning.analysis.win_chance import Chances, Floats, standard_error
from wreckoning.core.logs.log_file import read_log, replay_steps
from wreckoning.core.ruleset import find_ruleset, rulesets

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = [ruleset.key for ruleset in rulesets()]
ANSWERS = 40  # of a race: enough for a choice of someone


class Certain:
    """Playouts that all agree: the seat wins with the options at these places, and no others."""

    def __init__(self, seats: int, offered: list[int], winning: set[int]) -> None:
        self.seats, self.offered, self.winning = seats, offered, winning

    def lay_out(self, here: object) -> None:
        """Every race ends as told."""

    def play_out(
        self, seat: int, index: int, options: list[int], *, key: int, first: int, count: int
    ) -> Any:
        """Places of each option, playout and seat."""
        places = np.full((len(options), count, self.seats), 2)
        for at, option in enumerate(options):
            wins = self.offered.index(option) in self.winning
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
    chances._wins += 1 / chances.seats
    chances.playouts += 1
    answer = _answered(chances)[0]
    taken, options = answer[2].taken, list(answer[2].ask.options)
    others = {at for at in range(len(options)) if at != taken}
    winning = ({taken} if taken_wins else set()) | (others if other_wins else set())
    bench: Any = Certain(chances.seats, options, winning)
    chances.bench = bench
    return _decision(chances, _look(chances, *answer, count), count)


@pytest.mark.parametrize("key", GAMES)
def test_a_sure_win_thrown_away_is_costly(key: str) -> None:
    found = decided(key, 16, taken_wins=False, other_wins=True)
    assert found.loss == found.spread == 1
    assert 0 < found.error < 0.1
    assert costly([found], found.seat) == [found]
    assert accuracy([found], found.seat) == 0


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("wins", [False, True])
def test_no_option_is_better_than_the_same_certain_end(key: str, wins: bool) -> None:
    found = decided(key, 16, taken_wins=wins, other_wins=wins)
    assert not found.is_costly
    assert found.loss == found.spread == 0
    assert found.better == found.taken
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


@pytest.mark.parametrize("values", [[0.0], [1.0], [0.0] * 50, [1.0] * 50, [0.5] * 50])
def test_playouts_that_agree_leave_a_doubt(values: list[float]) -> None:
    own: Floats = np.array(values)
    assert standard_error(own) == pytest.approx(0.5 / len(values))
    assert standard_error(own, 2) == pytest.approx(1 / len(values))


def test_doubt_is_small_where_playouts_differ() -> None:
    own: Floats = np.tile([0.0, 1.0], 200)
    assert standard_error(own) == pytest.approx(own.std() / np.sqrt(400), rel=0.01)
