"""A player of a campaign, and the vehicles of the roster."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wreckoning.core.errors import Malformed
from wreckoning.core.seats import RESERVED_NAMES
from wreckoning.core.texts.names import check_stored, folded
from wreckoning.rulesets.rally.teams.model import Design, points_of

READY = "ready"
DAMAGED = "damaged"  # out until its repair is paid
IN_DOUBT = "in doubt"  # to be saved or scrapped
GONE = "gone"


@dataclass
class Owned:
    """A vehicle of a roster. `key` is its number in the roster, for good."""

    key: int
    design: Design
    state: str = READY
    price: int = 0  # of its repair, or of saving it
    hired: bool = False  # for one game, after which it goes back

    @property
    def points(self) -> int:
        """The points of the vehicle with all its parts."""
        return points_of(self.design)


@dataclass
class Crew:
    """A player of the campaign: roster, pool, and points won. `bot` is '' for a person."""

    seat: int
    name: str
    bot: str = ""
    roster: list[Owned] = field(default_factory=list)
    pool: int = 0
    campaign_points: int = 0
    wins: int = 0
    fielded: tuple[int, ...] = ()  # keys of the vehicles in the game of this round
    done: bool = False  # with what comes after the game

    @property
    def left(self) -> list[Owned]:
        """The vehicles that are not gone."""
        return [owned for owned in self.roster if owned.state != GONE]

    @property
    def ready(self) -> list[Owned]:
        """The vehicles that can drive."""
        return [owned for owned in self.roster if owned.state == READY]

    @property
    def worth(self) -> int:
        """The points of all vehicles that are not gone, and of the pool."""
        return self.pool + sum(owned.points for owned in self.left)

    def find(self, key: int) -> Owned | None:
        """The vehicle of this number, unless it is gone."""
        return next((owned for owned in self.left if owned.key == key), None)


def most_affordable(crew: Crew, points: int) -> int:
    """The number of ready vehicles that can be fielded for these points."""
    count = 0
    for price in sorted(owned.points for owned in crew.ready):
        if price > points:
            break
        points -= price
        count += 1
    return count


def check_name(where: str, name: str, others: Iterable[str] = ()) -> None:
    """Check a player's name, as at a table; it must differ from the others. Raises Malformed."""
    check_stored(where, name)
    if name != name.strip():
        raise Malformed(where, f"expected a name without blanks around it, found {name!r}")
    if folded(name) in {*RESERVED_NAMES, *map(folded, others)}:
        raise Malformed(where, f"the name {name!r} is taken")


def check_names(names: Sequence[str]) -> None:
    """Check the names of all seats: each is valid, and no two are equal. Raises Malformed."""
    for number, name in enumerate(names):
        check_name(f"seat {number + 1}", name, names[:number])
