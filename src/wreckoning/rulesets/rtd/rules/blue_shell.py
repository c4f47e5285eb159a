"""The Blue Shell: sent on one turn, striking on the next."""

from __future__ import annotations

from wreckoning.core.events import tell
from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.core.rules import jitable, rule
from wreckoning.rulesets.rtd.asking import confirm
from wreckoning.rulesets.rtd.events import (
    BlueShellEscaped,
    BlueShellSent,
    BlueShellShared,
    BlueShellStrikes,
)
from wreckoning.rulesets.rtd.numbers import Item, Question
from wreckoning.rulesets.rtd.race import MAX_BLUE_SHELLS, BlueShell, Kart, Race
from wreckoning.rulesets.rtd.rules.bombs import caught_in_blast, direct_hit, end_of_blast
from wreckoning.rulesets.rtd.rules.checks import beats, die
from wreckoning.rulesets.rtd.rules.passing import pass_defence, pass_modifiers
from wreckoning.rulesets.rtd.rules.standings import (
    behind_in_group,
    index_of,
    is_immune,
    is_racing,
    same_group,
)
from wreckoning.rulesets.rtd.rules.statuses import defensive_against


@rule("R45")
def send_blue_shell(race: Race, kart: Kart, item: int = Item.BLUE_SHELL) -> None:
    """Send a Blue Shell, which strikes at the end of the next turn's Action Phase."""
    for i in range(MAX_BLUE_SHELLS):
        shell = race.blue_shells[i]
        if shell.due == 0:
            shell.due = race.turn + race.loot.items[item].turns
            shell.owner = kart.seat
            shell.sent = item
            tell(race, BlueShellSent(kart.seat, shell.due))
            return


@jitable
def take_off(shell: BlueShell) -> None:
    """It is on its way no more."""
    shell.due = 0
    shell.owner = NOBODY
    shell.sent = Item.NONE


@rule("R25")
def blue_shells_strike(race: Race) -> None:
    """Blue Shells due strike first of all in the Movement Phase, oldest first."""
    if race.blue_shells[0].due == 0:
        return
    for i in range(MAX_BLUE_SHELLS):
        shell = race.blue_shells[i]
        if shell.due != 0 and shell.due <= race.turn:
            owner, item = shell.owner, shell.sent
            take_off(shell)
            strike(race, owner, item if item != Item.NONE else Item.BLUE_SHELL)
    close_ranks(race)


@jitable
def close_ranks(race: Race) -> None:
    """Shells on their way stand first in the list, oldest first."""
    free = 0
    for i in range(MAX_BLUE_SHELLS):
        shell = race.blue_shells[i]
        if shell.due != 0:
            due, owner, item = shell.due, shell.owner, shell.sent
            take_off(shell)
            race.blue_shells[free].due = due
            race.blue_shells[free].owner = owner
            race.blue_shells[free].sent = item
            free += 1


@rule("A64")
def leader(race: Race) -> SeatIndex:
    """First place among those still racing."""
    for index in range(race.drivers):
        if is_racing(race.karts[race.order[index]]):
            return race.order[index]
    return NOBODY


@rule("R45", "A64", "A65", "A77")
def strike(race: Race, owner: SeatIndex, item: int = Item.BLUE_SHELL) -> None:
    """The leader is thrown into the air, even by their own shell; Boo and Star escape.

    They may make the driver directly behind share it. The next two must escape the blast.
    """
    first = leader(race)
    target = race.karts[first]
    tell(race, BlueShellStrikes(first, owner, item))
    shared: SeatIndex = NOBODY
    if is_immune(race, target):
        tell(race, BlueShellEscaped(first))
    else:
        shared = make_share(race, target, owner)
        direct_hit(race, target, item)
        if shared != NOBODY:
            direct_hit(race, race.karts[shared], item)
    blue_blast(race, target, shared, owner, item)


@rule("R45", "A64")
def make_share(race: Race, target: Kart, owner: int) -> SeatIndex:
    """A special Pass roll against the driver directly behind; NOBODY if it fails or is not tried.

    It costs nothing and nobody changes places.
    """
    behind = behind_in_group(race, target)
    if behind == NOBODY or is_immune(race, race.karts[behind]):
        return NOBODY
    if not confirm(race, Question.SHARE, target, behind):
        return NOBODY
    modifiers = pass_modifiers(race, target) + defensive_against(race, target, owner)
    attempt = die(race, target, Question.SHARE_ROLL, modifiers)
    if not beats(attempt, pass_defence(race, race.karts[behind], Question.SHARE_DEFENCE)):
        return NOBODY
    tell(race, BlueShellShared(target.seat, behind))
    return behind


@rule("R45", "A64")
def blue_blast(race: Race, target: Kart, shared: int, owner: int, item: int) -> None:
    """The two behind the leader, if in the same segment and not hit already."""
    index = index_of(race, target.seat)
    for at in range(index + 1, end_of_blast(race, index, item)):
        other = race.karts[race.order[at]]
        if other.seat != shared and same_group(target, other):
            caught_in_blast(race, other, item, owner)
