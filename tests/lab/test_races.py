"""What a lot of races came to: lead changes, starting places and comebacks, counted here again.

The races are played once compiled, a lot at a time, and once interpreted, with an eye on who stands
where at the end of every turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from wreckoning.core.door import KEYED, LIVE, key_turn, seed_race
from wreckoning.core.ids import seat_range
from wreckoning.core.ruleset import Ruleset, Seat, find_ruleset
from wreckoning.lab.cluster import _play
from wreckoning.lab.experiment_file import read
from wreckoning.lab.lots import LotTask, play_lot
from wreckoning.lab.races import play, start_words
from wreckoning.lab.variants import line_up

DEFAULTS = {s.name: s.default for s in find_ruleset("rtd").switches}
SEATS = [Seat(name, "rookie") for name in ("Ann", "Bob", "Cid")]


@dataclass
class Watched:
    """A race, and what a watcher would write down."""

    starts: list[int] = field(default_factory=list)
    worst: list[int] = field(default_factory=lambda: [0, 0, 0])
    leaders: list[int] = field(default_factory=list)  # after each turn who leads alone, if one does
    places: list[int] = field(default_factory=list)

    @property
    def lead_changes(self) -> int:
        """How often it is another; the winner leads at the end."""
        order = [*self.leaders, self.places.index(1)]
        return sum(one != other for one, other in pairwise(order))


def watch(ruleset: Ruleset, race: Any, number: int) -> Watched:
    """Race `number` of seed 5, interpreted."""
    tallies, found, turn = ruleset.tallies, Watched(), 0
    assert tallies.rank
    seed_race(race, 5, number)
    while not ruleset.is_over(race):
        ruleset.step(race)
        if tallies.length(race) == turn:
            continue
        turn = tallies.length(race)
        ranks = [tallies.rank(race, seat) for seat in seat_range(3)]
        if turn == 1:
            found.starts = ranks
            continue
        found.worst = [max(pair) for pair in zip(found.worst, ranks, strict=True)]
        if ranks.count(1) == 1:
            found.leaders.append(ranks.index(1))
    found.places = [tallies.place(race, seat) for seat in seat_range(3)]
    return found


COURSES = [
    ("rtd", "sundae_drive", 12),
    ("rush", "gasworks_run", 12),
    ("kart", "dishwater_dip", 3),
    ("rally", "gasket_gulch", 3),  # a race: by gates
    pytest.param("rally", "long_way_home", 1, marks=pytest.mark.slow),  # by points
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("key", "course", "races"), COURSES)
def test_lead_changes_starts_and_comebacks_are_those_of_the_races(
    key: str, course: str, races: int
) -> None:
    ruleset = find_ruleset(key)
    options = {switch.name: switch.default for switch in ruleset.switches}
    start = ruleset.start(ruleset.load_course(course), SEATS, options)
    played = play(ruleset, start_words(start), 3, 5, 0, races)
    for number in range(races):
        found = watch(ruleset, start.copy(), number)
        assert played.starts[number].tolist() == found.starts
        assert played.worst[number].tolist() == found.worst
        assert played.lead_changes[number] == found.lead_changes
        assert played.places[number].tolist() == found.places


@pytest.mark.parametrize("key", ["rtd", "rush", "kart"])
def test_every_driver_starts_from_a_different_place(key: str) -> None:
    """The grid is drawn: the first seat does not start first."""
    ruleset = find_ruleset(key)
    options = {switch.name: switch.default for switch in ruleset.switches}
    start = ruleset.start(ruleset.load_course(ruleset.course_names()[0]), SEATS, options)
    played = play(ruleset, start_words(start), 3, 5, 0, 24)
    assert all(sorted(row) == [1, 2, 3] for row in played.starts.tolist())
    assert len({tuple(row) for row in played.starts.tolist()}) > 1


def test_cluster_worker_races_read_only_starts() -> None:
    """Nothing is compiled again for it: races are compiled for starts that can be written to."""
    ruleset = find_ruleset("rtd")
    start = start_words(ruleset.start(ruleset.load_course("sundae_drive"), SEATS, DEFAULTS))
    task = LotTask(0, 0, (start,), 5, 0, 40)
    wanted = play_lot(ruleset, task, 3)
    start.flags.writeable = False
    with pytest.raises(TypeError):
        play_lot(ruleset, task, 3)
    _, lot = _play("rtd", replace(task, starts=()), (start,), 3)
    assert lot.as_json() == wanted.as_json()


def test_a_lot_counts_who_started_where_and_won() -> None:
    text = 'title = "T"\nruleset = "rtd"\nraces = 1000\n[[seats]]\nname = "A"\ncount = 3\n'
    (variant,) = line_up(read(text, "x.toml", Path())).variants
    lot = play_lot(variant.ruleset, LotTask(0, 0, variant.starts, 5, 0, 40), 3)
    assert lot.races == 240
    assert lot.grid[:, 0].tolist() == [240] * 3
    assert lot.grid[:, 1].sum() == 240
    won = [0, 0, 0]
    for rotation, start in enumerate(variant.starts):
        played = play(variant.ruleset, start, 3, 5, 40 * rotation, 40)
        for starts, places in zip(played.starts.tolist(), played.places.tolist(), strict=True):
            won[starts[places.index(1)] - 1] += 1
    assert lot.grid[:, 1].tolist() == won


@pytest.mark.parametrize("key", ["rtd", "rush"])
def test_keyed_races_are_the_same_compiled_and_interpreted(key: str) -> None:
    ruleset = find_ruleset(key)
    options = {switch.name: switch.default for switch in ruleset.switches}
    start = ruleset.start(ruleset.load_course(ruleset.course_names()[0]), SEATS, options)
    played = play(ruleset, start_words(start), 3, 5, 0, 6, KEYED)
    tallies = ruleset.tallies
    for number in range(6):
        race: Any = start.copy()
        seed_race(race, 5, number)
        race.door.live, turn = KEYED, 0
        key_turn(race)
        while not ruleset.is_over(race):
            ruleset.step(race)
            if tallies.length(race) > turn:
                turn = tallies.length(race)
                key_turn(race)
        assert played.lengths[number] == turn
        assert played.places[number].tolist() == [tallies.place(race, s) for s in seat_range(3)]


def test_keyed_dice_keep_luck_common_after_races_part() -> None:
    """Differences of pairs vary less than with one stream, and their mean is the same."""
    ruleset = find_ruleset("rtd")
    course = ruleset.load_course("sundae_drive")
    starts = [
        start_words(ruleset.start(course, SEATS, {**DEFAULTS, "momentum_cap": cap}))
        for cap in ("cleanup", "always")
    ]

    def gaps(live: int) -> Any:
        one, other = (play(ruleset, start, 3, 5, 0, 4000, live).places for start in starts)
        return (one == 1).astype(float) - (other == 1)

    streamed, keyed = gaps(LIVE), gaps(KEYED)
    assert keyed.var() < 0.9 * streamed.var()
    assert keyed.mean(axis=0) == pytest.approx(streamed.mean(axis=0), abs=0.04)
