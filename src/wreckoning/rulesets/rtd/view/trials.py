"""What would come of it: a rule's own function, run on copies of the race for every die.

No rule is written again here. Dice are tried face by face; a choice that comes up on the way is
answered by its first option, which is the yes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wreckoning.core.door import DICE, ENTRY
from wreckoning.core.errors import Suspended
from wreckoning.rulesets.rtd.race import Kart, Race

Action = Callable[[Race, Kart], Any]
MOST_RUNS = 1600


@dataclass(frozen=True)
class Trial:
    """One way it may go: how likely, the race after it, what the rule gave back, the faces."""

    weight: float
    race: Race
    given: Any
    faces: tuple[int, ...]

    def told(self, event: int, who: int | None = None) -> bool:
        """Did this event happen (to this seat)?"""
        door = self.race.door
        return any(
            door.journal[at] == event and who in (None, door.journal[at + 1])
            for at in range(0, door.told * ENTRY, ENTRY)
        )


def trials(race: Race, seat: int, action: Action, dice: int = 9) -> list[Trial]:
    """Every way that `action` may go, up to so many dice. Empty if there are too many."""
    found: list[Trial] = []
    open_tapes: list[tuple[tuple[int, ...], tuple[int, ...], float]] = [((), (), 1.0)]
    runs = 0
    while open_tapes:
        tape, faces, weight = open_tapes.pop()
        runs += 1
        if runs > MOST_RUNS:
            return []
        copy = _prepare(race, tape)
        try:
            given = action(copy, copy.karts[seat])
        except Suspended:
            ask = copy.door.asks[0]
            if ask.by != DICE:
                open_tapes.append(((*tape, ask.options[0]), faces, weight))
            elif len(faces) < dice:
                open_tapes += [
                    ((*tape, face), (*faces, face), weight / ask.count)
                    for face in range(ask.count, 0, -1)
                ]
            else:
                found.append(Trial(weight, copy, None, faces))
            continue
        found.append(Trial(weight, copy, given, faces))
    return found


def _prepare(race: Race, tape: Sequence[int]) -> Race:
    copy = race.copy()
    door = copy.door
    door.live, door.journaling = 0, 1
    door.used = door.open = door.told = 0
    door.given = len(tape)
    door.tape[: len(tape)] = tape
    return copy


def chance(found: Sequence[Trial], wanted: Callable[[Trial], object]) -> float | None:
    """How likely it is; None if that could not be tried out."""
    if not found:
        return None
    return sum(trial.weight for trial in found if wanted(trial))


def momentum(trial: Trial, seat: int) -> int:
    """A driver's Momentum after it."""
    return trial.race.karts[seat].momentum


def average(found: Sequence[Trial], value: Callable[[Trial], float]) -> float:
    """The expected value."""
    return sum(trial.weight * value(trial) for trial in found)


def by_face(found: Sequence[Trial], words: Callable[[Trial], str]) -> str:
    """`1: −1 M · 4: +1 M · 5: +2 M`: what each face of a single die brings; nothings left out."""
    texts: dict[str, list[int]] = {}
    for trial in sorted(found, key=lambda trial: trial.faces):
        if trial.faces and words(trial):
            texts.setdefault(words(trial), []).append(trial.faces[0])
    return " · ".join(f"{_faces(faces)}: {text}" for text, faces in texts.items())


def _faces(faces: Sequence[int]) -> str:
    if len(faces) == 1:
        return str(faces[0])
    if list(faces) == list(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]}–{faces[-1]}"
    return ",".join(map(str, faces))


def needed(found: Sequence[Trial], wanted: Callable[[Trial], object]) -> str:
    """`4+`: the faces of a first die with which it succeeds."""
    faces = sorted({trial.faces[0] for trial in found if trial.faces and wanted(trial)})
    if not faces:
        return "never"
    if faces == list(range(faces[0], 7)):
        return f"{faces[0]}+" if faces[0] > 1 else "always"
    return _faces(faces)


def percent(value: float | None) -> str:
    """`42%`; '' for what is not known."""
    if value is None:
        return ""
    return f"{value * 100:.0f}%" if 0.005 < value < 0.995 else "0%" if value < 0.5 else "100%"
