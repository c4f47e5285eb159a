"""`kart_turn` as a game for OpenSpiel in Python, by the conventions of its own Python games.

Orders are a simultaneous node, every die is a chance node. So the rules are cut at each die: `due`
is who takes the one that is thrown next, `agenda` what comes after, last first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any

import pyspiel

DRIVERS = 6
LAPS, SEGMENTS = 3, 5
LENGTH = LAPS * SEGMENTS
SLIDES = (0, 1, 0, -1, -1)
MAXIMUM = 5
NOBODY = -1
FACES = 6
MOST_NODES = 4000


class Action(IntEnum):
    """The orders of a driver."""

    AGGRESSIVE = 1
    DEFENSIVE = 2
    SLIDE = 3
    RAM = 4
    DRAFT = 5


GAME_TYPE = pyspiel.GameType(
    short_name="wreckoning_kart_turn",
    long_name="Kart RTD's turn without items",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=DRIVERS,
    min_num_players=DRIVERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={},
)
GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=max(Action) + 1,
    max_chance_outcomes=FACES,
    num_players=DRIVERS,
    min_utility=1.0 - DRIVERS,
    max_utility=0.0,
    utility_sum=None,
    max_game_length=MOST_NODES,
)


class KartTurnGame(pyspiel.Game):
    """The game; OpenSpiel makes one from the name."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__(GAME_TYPE, GAME_INFO, params or {})

    def new_initial_state(self) -> KartTurnState:
        """The race on the grid."""
        return KartTurnState(self)


class KartTurnState(pyspiel.State):
    """A race. Drivers are numbers; each of their figures is a list."""

    def __init__(self, game: KartTurnGame) -> None:
        super().__init__(game)
        self.turn = 1
        self.order = list(range(DRIVERS))
        self.momentum = [1] * DRIVERS
        self.progress = [0] * DRIVERS
        self.orders = [0] * DRIVERS
        self.ramming = [False] * DRIVERS
        self.slide_bonus = [0] * DRIVERS
        self.fell_back = [False] * DRIVERS
        self.place = [0] * DRIVERS
        self.over = False
        self.due: tuple[Any, ...] = ()
        self.agenda: list[tuple[Any, ...]] = []

    # --- called by OpenSpiel

    def current_player(self) -> pyspiel.PlayerId:
        """The player of this node."""
        if self.over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.due else pyspiel.PlayerId.SIMULTANEOUS

    def _legal_actions(self, player: int) -> list[Action]:
        """Ascending; none for a driver who has finished."""
        assert player >= 0
        if self.place[player]:
            return []
        actions = [Action.AGGRESSIVE, Action.DEFENSIVE, Action.SLIDE, Action.RAM]
        if self._ahead(self.order.index(player)) != NOBODY:
            actions.append(Action.DRAFT)
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of a die."""
        assert self.due
        return [(face, 1 / FACES) for face in range(FACES)]

    def _apply_action(self, action: int) -> None:
        """A die has fallen."""
        assert self.due
        taker, *arguments = self.due
        self.due = ()
        taker(self, action + 1, *arguments)
        self._go_on()

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """The orders of all drivers."""
        assert not self.due
        assert not self.over
        for seat, action in enumerate(actions):
            if not self.place[seat]:
                self.orders[seat] = action
                self.ramming[seat] = action == Action.RAM
        self._plan_turn()
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"die {action + 1}" if player < 0 else Action(action).name

    def is_terminal(self) -> bool:
        """Whether the race is over."""
        return self.over

    def returns(self) -> list[float]:
        """The place from 0 downwards."""
        return [1.0 - place if self.over else 0.0 for place in self.place]

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.order} {self.momentum} {self.progress}"

    # --- the turn

    def _go_on(self) -> None:
        while not self.due and self.agenda:
            what, *arguments = self.agenda.pop()
            what(self, *arguments)

    def _plan_turn(self) -> None:
        actions = [(KartTurnState._act, seat) for seat in self.order if not self.place[seat]]
        self.agenda = [(KartTurnState._move,), *reversed(actions)]

    def _act(self, seat: int) -> None:
        order = self.orders[seat]
        if order == Action.AGGRESSIVE:
            self.due = (KartTurnState._drive_aggressively, seat)
        elif order == Action.SLIDE:
            self.due = (KartTurnState._slide, seat)
        elif order == Action.DRAFT and self._ahead(self.order.index(seat)) != NOBODY:
            self._try_to_pass(seat, False)

    def _drive_aggressively(self, die: int, seat: int) -> None:
        self._check(seat, die)
        if die >= 4:
            self.momentum[seat] += 1 if die == 4 else 2

    def _slide(self, die: int, seat: int) -> None:
        if not self._check(seat, die + SLIDES[self.progress[seat] % SEGMENTS]):
            return
        self.slide_bonus[seat] = 1
        if self._may_pass(seat):
            self._try_to_pass(seat, False)

    def _move(self) -> None:
        jockeys = [(KartTurnState._jockey, seat) for seat in self.order]
        self.agenda = [(KartTurnState._end_turn,), (KartTurnState._pull_aheads, 0, NOBODY)]
        self.agenda += [(KartTurnState._fall_backs, 0), *jockeys]

    def _jockey(self, seat: int) -> None:
        if self.orders[seat] != Action.DEFENSIVE and self._may_pass(seat):
            self._try_to_pass(seat, True)

    def _fall_backs(self, index: int) -> None:
        for at in range(index, DRIVERS):
            seat = self.order[at]
            if self.momentum[seat] <= 0 and not self.place[seat] and self._is_last(at):
                self.agenda.append((KartTurnState._fall_backs, at + 1))
                self.due = (KartTurnState._hold_on, seat)
                return

    def _hold_on(self, die: int, seat: int) -> None:
        if not self._check(seat, die):
            self.fell_back[seat] = True
            self.momentum[seat] += 2

    def _pull_aheads(self, index: int, group: int) -> None:
        for at in range(index, DRIVERS):
            seat = self.order[at]
            if self.progress[seat] == group:
                continue
            group = self.progress[seat]
            if self.momentum[seat] < 4 or self.place[seat] or self.fell_back[seat]:
                continue
            if self.orders[seat] != Action.DEFENSIVE and group + 1 < LENGTH:
                self.agenda.append((KartTurnState._pull_aheads, at + 1, group))
                self.due = (KartTurnState._pull_ahead, seat, at)
                return

    def _pull_ahead(self, die: int, seat: int, index: int) -> None:
        if not self._check(seat, die):
            return
        self.progress[seat] += 1
        self.momentum[seat] -= 3
        while index > 0:
            other = self.order[index - 1]
            beside = self.progress[other] == self.progress[seat] and not self.fell_back[other]
            if self.progress[other] > self.progress[seat] or beside:
                break
            self._swap(index)
            index -= 1

    def _end_turn(self) -> None:
        for index, seat in enumerate(self.order):
            is_there = self.progress[seat] >= LENGTH - 1 and not self.fell_back[seat]
            if is_there and not self.place[seat]:
                self.progress[seat] = LENGTH
                self.place[seat] = index + 1
        if self.place.count(0) <= 1:
            for index, seat in enumerate(self.order):
                self.place[seat] = self.place[seat] or index + 1
            self.over = True
            return
        for seat in range(DRIVERS):
            if not self.place[seat]:
                self.orders[seat] = 0
                self.ramming[seat] = False
                self.slide_bonus[seat] = 0
                self.momentum[seat] = max(0, min(self.momentum[seat], MAXIMUM))
                self.progress[seat] += not self.fell_back[seat]
                self.fell_back[seat] = False
        self.order.sort(key=lambda seat: -self.progress[seat])
        self.turn += 1

    # --- passing

    def _try_to_pass(self, seat: int, jockeying: bool) -> None:
        index = self.order.index(seat)
        other = self.order[index - 1]
        rams, is_rammed = self.ramming[seat], self.ramming[other]
        self.ramming[seat] = self.ramming[other] = False
        if rams:
            self._ram(seat, other, KartTurnState._after_ram, is_rammed, jockeying)
        elif is_rammed:
            self._ram(other, seat, KartTurnState._after_defence, jockeying)
        else:
            self._roll_to_pass(seat, other, jockeying)

    def _ram(self, seat: int, other: int, then: Callable[..., None], *rest: Any) -> None:
        self.due = (KartTurnState._ram_attack, seat, other, then, *rest)

    def _ram_attack(self, die: int, *rest: Any) -> None:
        self.due = (KartTurnState._ram_defence, die, *rest)

    def _ram_defence(
        self, die: int, attack: int, seat: int, other: int, then: Any, *rest: Any
    ) -> None:
        self.momentum[seat] -= 1
        if attack <= die + self._defensive(other):
            then(self, seat, other, False, *rest)
            return
        self.momentum[other] -= 1
        self.agenda.append((then, seat, other, True, *rest))
        self.due = (KartTurnState._keep_straight, other)

    def _keep_straight(self, die: int, seat: int) -> None:
        if not self._check(seat, die + self._defensive(seat)):
            self.momentum[seat] -= 1

    def _after_ram(
        self, seat: int, other: int, won: bool, is_rammed: bool, jockeying: bool
    ) -> None:
        if won:
            self._pass(seat, jockeying)
        elif is_rammed:
            self._ram(other, seat, KartTurnState._after_defence, jockeying)
        else:
            self._roll_to_pass(seat, other, jockeying)

    def _after_defence(self, other: int, seat: int, won: bool, jockeying: bool) -> None:
        if not won:
            self._roll_to_pass(seat, other, jockeying)

    def _roll_to_pass(self, seat: int, other: int, jockeying: bool) -> None:
        self.due = (KartTurnState._pass_attack, seat, other, jockeying)

    def _pass_attack(self, die: int, seat: int, other: int, jockeying: bool) -> None:
        attack = die + self.momentum[seat] + self.slide_bonus[seat]
        self.due = (KartTurnState._pass_defence, attack, seat, other, jockeying)

    def _pass_defence(self, die: int, attack: int, seat: int, other: int, jockeying: bool) -> None:
        defence = die + self.momentum[other] + self.slide_bonus[other] + self._defensive(other)
        if attack > defence:
            self._pass(seat, jockeying)

    def _pass(self, seat: int, jockeying: bool) -> None:
        self._swap(self.order.index(seat))
        self.momentum[seat] -= 1
        if jockeying and self._may_pass(seat):
            self._try_to_pass(seat, True)

    # --- shared by rules

    def _check(self, seat: int, result: int) -> bool:
        if result >= 6:
            self.momentum[seat] += 1 if result == 6 else 2
        elif result <= 1:
            self.momentum[seat] -= 1 if result == 1 else 2
        return result >= 4

    def _defensive(self, seat: int) -> int:
        return 1 if self.orders[seat] == Action.DEFENSIVE else 0

    def _ahead(self, index: int) -> int:
        if index == 0:
            return NOBODY
        seat, other = self.order[index], self.order[index - 1]
        if self.progress[seat] != self.progress[other] or self.place[seat] or self.place[other]:
            return NOBODY
        return NOBODY if self.fell_back[seat] or self.fell_back[other] else other

    def _is_last(self, index: int) -> bool:
        return index == DRIVERS - 1 or self._ahead(index + 1) == NOBODY

    def _may_pass(self, seat: int) -> bool:
        other = self._ahead(self.order.index(seat))
        return other != NOBODY and self.momentum[seat] > self.momentum[other]

    def _swap(self, index: int) -> None:
        order = self.order
        order[index], order[index - 1] = order[index - 1], order[index]


pyspiel.register_game(GAME_TYPE, KartTurnGame)
