"""Rounds, the roll-off, alternation and stress at the end (W5, W6, W8, V27)."""

from __future__ import annotations

from tests.journal import told
from tests.rally.scene import asked, dice, rolled, scene, suspends, vehicle

from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rally.events import Initiative, RoundBegins, Stressed
from wreckoning.rulesets.rally.questions import Pace, Question, Target
from wreckoning.rulesets.rally.race import Phase, Race, Status
from wreckoning.rulesets.rally.rules.order import begin_round, find_turn, roll_off, settle_stress
from wreckoning.rulesets.rally.turn import end_round, step

FAR = {"A": (4, 4, 0), "B": (4, 12, 0), "C": (4, 20, 0), "D": (4, 28, 0), "E": (40, 4, 0)}


def cars(names: str, teams: str = "", phase: Phase = Phase.ROUND) -> Race:
    """These cars far apart, without weapons."""
    return scene({name: FAR[name] for name in names}, teams=teams, phase=phase)


def order(race: Race) -> list[int]:
    """The seats, first to last."""
    return sorted(range(race.players), key=lambda seat: race.seats[seat].initiative)


def activate_next(race: Race, *answers: int) -> int:
    """Choose a vehicle, stand, and have done with it: its number."""
    race.phase = Phase.CHOOSE
    with dice(race, *answers):
        step(race)
    chosen = race.active
    with dice(race, Pace.STAND):
        for _ in range(3):  # recover, move, attack: nothing to shoot at
            step(race)
    return chosen


def test_w5_the_highest_roll_is_first() -> None:
    race = cars("ABC")
    with dice(race, 4, 12, 7):
        roll_off(race)
    assert order(race) == [1, 2, 0]
    assert rolled(race, Question.INITIATIVE_DIE) == [(4, 4), (12, 12), (7, 7)]
    assert told(race, Initiative) == [Initiative(1, 0), Initiative(2, 1), Initiative(0, 2)]


def test_v27_ties_roll_again_among_themselves() -> None:
    race = cars("ABCD")
    with dice(race, 5, 9, 5, 1, 3, 8):  # A and C again: C is before A, both behind B, before D
        roll_off(race)
    assert order(race) == [1, 2, 0, 3]


def test_v27_and_again_in_two_groups() -> None:
    race = cars("ABCD")
    with dice(race, 5, 9, 5, 9, 1, 3, 8, 3, 2, 11):  # B and D tie once more
        roll_off(race)
    assert order(race) == [3, 1, 2, 0]


def test_v27_who_has_no_vehicle_left_is_last_without_a_roll() -> None:
    race = cars("ABC")
    vehicle(race, "A").status = int(Status.WRECKED)
    with dice(race, 2, 3):
        roll_off(race)
    assert order(race) == [2, 1, 0]


def test_w5_a_round_begins_with_the_winner() -> None:
    race = cars("ABC")
    race.rounds = 0
    with dice(race, 2, 3, 9):
        begin_round(race)
    assert (race.rounds, race.turn) == (1, 2)
    assert told(race, RoundBegins) == [RoundBegins(1)]


def test_w5_players_alternate_one_vehicle_each_in_their_order() -> None:
    race = cars("ABCDE", "A B C, D, E")
    with dice(race, 5, 9, 7):
        step(race)
    turns = []
    for answers in ((), (), (1,), (0,), ()):  # who has one vehicle left is not asked
        turns.append((race.turn, activate_next(race, *answers)))
    assert turns == [(1, 3), (2, 4), (0, 1), (0, 0), (0, 2)]
    assert race.phase == Phase.END_ROUND


def test_w5_only_vehicles_that_drive_and_have_not_been_activated() -> None:
    race = cars("ABCDE", "A B C D, E", Phase.CHOOSE)
    vehicle(race, "B").activated = 1
    vehicle(race, "C").status = int(Status.WRECKED)
    with suspends(race):
        step(race)
    assert asked(race) == (0, Question.ACTIVATE, [0, 3])


def test_w5_who_has_nobody_left_is_passed_over() -> None:
    race = cars("ABC")
    vehicle(race, "B").status = int(Status.WRECKED)
    assert find_turn(race, 1)
    assert race.turn == 2


def test_w6_recover_move_attack() -> None:
    race = scene(
        {"A": (10, 18, 0), "B": (20, 18, 0)},
        builds={"A": "car/light_machine_gun"},
        phase=Phase.CHOOSE,
    )
    vehicle(race, "A").stress = 1
    phases = []
    for answers in ((), (6,), (Pace.STAND,), (Target.PASS,)):
        phases.append(Phase(race.phase))
        with dice(race, *answers):
            step(race)
    assert phases == [Phase.CHOOSE, Phase.RECOVER, Phase.MOVE, Phase.ATTACK]
    assert (race.active, race.turn, race.phase) == (NOBODY, 1, Phase.CHOOSE)


def test_w6_nothing_of_an_activation_stays() -> None:
    race = cars("AB", phase=Phase.ATTACK)
    vehicle(race, "A").activated = 1
    race.pace = race.moved = race.spent = race.turns = race.direction = 1
    with dice(race):
        step(race)
    assert [race.pace, race.moved, race.spent, race.turns, race.direction] == [0] * 5


# --- W8


def test_w8_who_was_damaged_gains_a_stress_at_the_end_of_the_round() -> None:
    race = cars("AB", phase=Phase.END_ROUND)
    vehicle(race, "A").damaged = 1
    with dice(race):
        end_round(race)
    assert [vehicle(race, name).stress for name in "AB"] == [1, 0]
    assert told(race, Stressed) == [Stressed(0, 0, 1)]
    assert vehicle(race, "A").damaged == 0
    assert race.phase == Phase.ROUND


def test_w8_at_most_3_and_not_for_wrecks() -> None:
    race = cars("AB")
    for name, stress in (("A", 3), ("B", 0)):
        vehicle(race, name).damaged, vehicle(race, name).stress = 1, stress
    vehicle(race, "B").status = int(Status.WRECKED)
    settle_stress(race)
    assert [vehicle(race, name).stress for name in "AB"] == [3, 0]


def test_w5_markers_come_off_at_the_end() -> None:
    race = cars("AB")
    vehicle(race, "A").activated = 1
    settle_stress(race)
    assert vehicle(race, "A").activated == 0
