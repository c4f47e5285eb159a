"""The compiled program of a search: plays on, plays options out, grows a tree.

It is one function, so that the rules are compiled once. `numbers` says what to do:

    MODE                      one of the modes below
    SEAT, INDEX               the asked seat, and the ask of its group; −1: none is forced
    KEY, FIRST, COUNT         COUNT playouts of the key, from FIRST; equal numbers have equal dice,
                              as have the options of a question that take turns
    TURNS                     playouts stop after this many ticks of the clock; 0: at the end.
                              ADVANCE stops when the clock reaches it
    THEN                      the policy of the asked seat after its answer
    SEATS, FEATURES, TALLIES  how many

`start` is a race at a checkpoint, as integers up to the door's asks, with the policies of all
seats. `tape` has the answers and dice since. `values` are the weights of the features, then the
values of a win, a better place and each tally.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from math import exp
from typing import Any

from wreckoning.bots.search.deciding import FORCED, RECORDING, TREE
from wreckoning.bots.search.tree import begin_playout, learn
from wreckoning.core import door, generator
from wreckoning.core.ids import seat_range
from wreckoning.core.records import MAX_SEATS, Numbers
from wreckoning.core.rules import as_numbers, jitable
from wreckoning.core.ruleset import Ruleset

MODE, SEAT, INDEX, KEY, FIRST, COUNT, TURNS, THEN, SEATS, FEATURES, TALLIES = range(11)
NUMBERS = 11
THOUSANDTH = 1e-3
MOST_SCORE = 50.0  # limits a difference between seats, so that exp() stays within its range


@as_numbers
class Job(IntEnum):
    """What the kernel is asked to do."""

    ADVANCE = 0
    PLAY_OUT = 1
    GROW = 2
    LOOK = 3


def make_kernel(ruleset: Ruleset) -> Callable[..., int]:
    """Make the function to compile for this ruleset. It returns how much was played."""
    step, is_over, tallies = ruleset.step, ruleset.is_over, ruleset.tallies
    place, tally_of, study = tallies.place, tallies.count, ruleset.study
    clock = study.clock or tallies.length
    seed, at_checkpoint = generator.seed, door.at_checkpoint
    hot, head = ruleset.race.hot(), ruleset.race.offset("door")
    asks = head + door.Door.offset("asks")
    look, turn = make_look(ruleset), study.turn or clock

    @jitable
    def store(words: Numbers, kept: Numbers) -> None:
        """Copy what play changes of a race, without its asks: a slice takes four times as long."""
        for word in range(hot):
            kept[word] = words[word]
        for word in range(head, asks):
            kept[word] = words[word]

    @jitable
    def advance(race: Any, words: Numbers, start: Numbers, numbers: Numbers) -> int:
        """Play the race on, to a question (Suspended) or its end, and store it in `start`."""
        steps = 0
        race.door.live = RECORDING
        while not is_over(race) and (numbers[TURNS] == 0 or clock(race) < numbers[TURNS]):
            step(race)
            at_checkpoint(race)
            store(words, start)
            steps += 1
        return steps

    @jitable
    def play_out(race: Any, tape: Numbers, numbers: Numbers, at: int) -> None:
        """Play playout `at` from the start, to its end or for this many ticks of the clock."""
        own, turns = race.door, numbers[TURNS]
        own.live, own.given, own.used, own.open = 1, len(tape), 0, 0
        seed(own.dice, numbers[KEY], 2 * at)
        seed(own.whim, numbers[KEY], 2 * at + 1)
        until = clock(race) + turns
        while not is_over(race) and (turns == 0 or clock(race) < until):
            step(race)

    @jitable
    def restore(race: Any, words: Numbers, start: Numbers, numbers: Numbers, code: int) -> None:
        """Set the race back to its start, with this code for the asked seat."""
        store(start, words)
        study = race.study
        study.then = numbers[THEN]
        for index in range(MAX_SEATS):
            study.is_forced[index], study.forced[index] = study.is_given[index], study.given[index]
        race.door.policy[numbers[SEAT]] = code

    @jitable
    def reward(
        race: Any, numbers: Numbers, values: Numbers, chances: Numbers, before: Numbers
    ) -> float:
        """The result for the seat: its chance to win, its place, and its tallies."""
        seat, seats, wide = numbers[SEAT], numbers[SEATS], numbers[FEATURES]
        own, behind = chances[seat], 0.0
        if is_over(race):
            behind = float(seats - place(race, seat))
        else:
            for other in range(seats):
                if other != seat:
                    behind += own / max(own + chances[other], 1e-12)
        found = values[wide] * own + values[wide + 1] * behind / max(seats - 1, 1)
        for tally in range(numbers[TALLIES]):
            if values[wide + 2 + tally] != 0.0:
                more = tally_of(race, seat, tally) - before[tally]
                found += values[wide + 2 + tally] * more
        return float(found)

    def kernel(
        work: Numbers,
        words: Numbers,
        start: Numbers,
        tape: Numbers,
        numbers: Numbers,
        options: Numbers,
        values: Numbers,
        places: Numbers,
        chances: Numbers,
        rows: Numbers,
        before: Numbers,
    ) -> int:
        mode, race = numbers[MODE], work[0]
        if mode == Job.LOOK:
            look(race, numbers, values, rows, chances[0, 0])
            return int(turn(race))
        race.door.tape[: len(tape)] = tape
        if mode == Job.ADVANCE:
            return int(advance(race, words, start, numbers))
        if mode == Job.GROW:
            restore(race, words, start, numbers, TREE)
            for tally in range(numbers[TALLIES]):
                before[tally] = tally_of(race, numbers[SEAT], tally)
            for at in range(numbers[COUNT]):
                restore(race, words, start, numbers, TREE)
                begin_playout(race)
                play_out(race, tape, numbers, numbers[FIRST] + at // max(1, race.study.in_turn))
                look(race, numbers, values, rows, chances[0, 0])
                learn(race, reward(race, numbers, values, chances[0, 0], before))
            return int(numbers[COUNT])
        for at in range(numbers[COUNT]):
            for branch in range(len(options)):
                forces = numbers[INDEX] >= 0
                restore(race, words, start, numbers, FORCED if forces else numbers[THEN])
                if forces:
                    race.study.is_forced[numbers[INDEX]] = 1
                    race.study.forced[numbers[INDEX]] = options[branch]
                play_out(race, tape, numbers, numbers[FIRST] + at)
                for seat in seat_range(numbers[SEATS]):
                    places[branch, at, seat] = place(race, seat) if is_over(race) else 0
                look(race, numbers, values, rows, chances[branch, at])
        return int(numbers[COUNT])

    return kernel


def make_look(ruleset: Ruleset) -> Callable[..., None]:
    """Make `look` for this ruleset: each seat's chance to win in a race as it stands."""
    is_over, place = ruleset.is_over, ruleset.tallies.place
    features = ruleset.study.features or no_features

    @jitable
    def look(race: Any, numbers: Numbers, values: Numbers, rows: Numbers, chances: Numbers) -> None:
        """The chances in a finished race, or by the features: a conditional logit."""
        seats = numbers[SEATS]
        if is_over(race):
            for seat in seat_range(seats):
                chances[seat] = 1.0 if place(race, seat) == 1 else 0.0
            return
        features(race, rows)
        most = -1e18
        for seat in seat_range(seats):
            score = 0.0
            for feature in range(numbers[FEATURES]):
                score += rows[seat, feature] * THOUSANDTH * values[feature]
            chances[seat] = score
            most = max(most, score)
        total = 0.0
        for seat in seat_range(seats):
            chances[seat] = exp(max(chances[seat] - most, -MOST_SCORE))
            total += chances[seat]
        for seat in seat_range(seats):
            chances[seat] /= total

    return look


@jitable
def no_features(_race: Any, _rows: Numbers) -> None:
    """Stand-in for a ruleset without features: its playouts go on to the end."""
