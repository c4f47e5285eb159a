"""Kart RTD's ace and characters: they watch how the others drive, and expect more of the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf

from wreckoning.bots.rtd.rookie import rookie
from wreckoning.bots.rtd.veteran import veteran
from wreckoning.bots.search.bots import SearchBot
from wreckoning.core.ids import SeatIndex
from wreckoning.core.play.outlook import SeatOutlook
from wreckoning.core.ruleset import Ruleset
from wreckoning.rulesets.rtd.numbers import Order, Question
from wreckoning.rulesets.rtd.race import Race


class Watchful(SearchBot):
    """A searching bot that finds out who drives like a rookie; of others it expects a veteran.

    It compares the actions of all drivers, which are public once all are chosen, with what the two
    policies would have chosen there. Of a driver who has not shown which they are like it expects
    what all have shown together. It remembers this for the race.
    """

    def __init__(self, ruleset: Ruleset, style: str = "", most: float = inf) -> None:
        super().__init__(ruleset, style, most)
        self._turn = 0
        self._chosen: dict[int, tuple[int, int]] = {}  # by seat: the rookie's, the veteran's action
        self._shown: dict[tuple[int, int], int] = {}  # by turn, seat: 1 as a rookie, −1 a veteran

    def drivers(self, outlook: SeatOutlook) -> Sequence[str]:
        """Look at what the others have done, and say who is expected in each seat."""
        race = outlook.now()
        self._watch(race)
        self._foresee(race, outlook.seat)
        rookish: Counter[int] = Counter()  # actions like a rookie, less those like a veteran
        for (_, seat), shown in self._shown.items():
            rookish[seat] += shown
        expected = [rookish[seat] or rookish.total() for seat in range(outlook.seats)]
        expected[outlook.seat] = 0
        return ["rookie" if more > 0 else "veteran" for more in expected]

    def _watch(self, race: Race) -> None:
        """Compare the actions of this turn with those that were noted."""
        if race.turn != self._turn:
            self._chosen.clear()
        for seat, (rookish, seasoned) in list(self._chosen.items()):
            order = race.karts[seat].order
            if order != Order.NONE:
                self._shown[race.turn, seat] = (order == rookish) - (order == seasoned)
                del self._chosen[seat]

    def _foresee(self, race: Race, own: SeatIndex) -> None:
        """Note the actions that the two policies would choose for others who are asked now.

        Forget what was shown in this turn or later: those answers were taken back.
        """
        asks = [ask for ask in race.door.asks[: race.door.open] if ask.question == Question.ORDER]
        if len(asks) > 1:
            self._turn = race.turn
            self._shown = {at: shown for at, shown in self._shown.items() if at[0] < race.turn}
            others = [ask for ask in asks if ask.by != own]
            self._chosen = {ask.by: (rookie(race, ask), veteran(race, ask)) for ask in others}
