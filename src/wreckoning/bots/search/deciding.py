"""How seats decide in a program that searches: by a policy, or by one of these codes.

ASK       the rules stop at this seat's questions (Suspended); other seats play on
FORCED    the answers stored in `scratch` for one group of asks; then the policy `then`
TREE      the tree; below it the policy `then`

A seat without a code has no policy: the program asks for one of each before it plays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wreckoning.bots.search.tree import grown
from wreckoning.core.documents import Json
from wreckoning.core.door import RANDOM, TAPE, Decide
from wreckoning.core.errors import JournalFull, Suspended
from wreckoning.core.policies import Policy
from wreckoning.core.rules import jitable

ASK, FORCED, TREE = 101, 102, 103
RECORDING = 2  # a live door that also puts its answers on its tape


@jitable
def note(race: Any, answer: int) -> int:
    """Put an answer of a live door on its tape, if it records."""
    door = race.door
    if door.live == RECORDING:
        if door.used == TAPE:
            raise JournalFull
        door.tape[door.used] = answer
        door.used += 1
        door.given += 1
    return answer


@jitable
def stop(race: Any, index: int) -> None:
    """Stop at ask `index` for its seat: the tape ends before the group of this ask."""
    door = race.door
    for before in range(index):
        if door.asks[before].count > 1:
            door.used -= 1
    door.given = door.used
    door.told = index


def make_search_decide(policies: Mapping[str, Policy]) -> Decide:
    """`decide(race, index)` with ASK, FORCED and TREE next to these policies."""
    by_policy = jitable(_make_by_policy(policies))

    def decide(race: Any, index: int) -> int:
        ask = race.door.asks[index]
        if ask.by < 0:
            return 0
        code, study = race.door.policy[ask.by], race.study
        if code >= ASK:
            if study.is_forced[index]:
                study.is_forced[index] = 0
                return int(study.forced[index])
            if code == ASK:
                stop(race, index)
                raise Suspended
        answer = by_policy(race, ask, study.then if code >= ASK else code)
        return grown(race, ask, answer) if code == TREE else answer

    return decide


def _make_by_policy(policies: Mapping[str, Policy]) -> Callable[[Any, Any, int], int]:
    """`by_policy(race, ask, code)`: the choice of the policy with this code."""
    lines = ["def by_policy(race, ask, code):"]
    for code in range(len(policies)):
        lines += [f" if code == {RANDOM + code}:", f"  return policy_{code}(race, ask)"]
    lines += [" return ask.options[0]"]
    scope: Json = {f"policy_{n}": each for n, each in enumerate(policies.values())}
    exec("\n".join(lines), scope)
    by_policy: Callable[[Any, Any, int], int] = scope["by_policy"]
    return by_policy
