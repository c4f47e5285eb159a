"""Read the skid dice on the table: their faces, and the results left to cancel."""

from __future__ import annotations

from dataclasses import dataclass

from wreckoning.core.asks import Answer
from wreckoning.core.texts.wording import listed, several
from wreckoning.rulesets.kart.match import Match
from wreckoning.rulesets.kart.questions import Skid

KINDS = ("HAZARD", "SPIN", "SLIDE")
CANCEL = "cancel_"
AGAIN = "re-roll "


def faces_of(noted: int) -> list[int]:
    """The faces of dice noted as decimal digits, the first highest."""
    return [int(digit) for digit in str(noted)] if noted else []


def face_word(face: int) -> str:
    """`SLIDE`."""
    return Skid(min(face, Skid.SHIFT)).name


@dataclass(frozen=True)
class Left:
    """Results that are not cancelled yet."""

    hazards: int
    spins: int
    slides: int

    @property
    def total(self) -> int:
        """Each is a hazard if it stays (G12)."""
        return self.hazards + self.spins + self.slides

    @property
    def words(self) -> str:
        """`1 HAZARD and 2 SLIDEs`."""
        counts = (self.hazards, self.spins, self.slides)
        found = [several(n, kind) for n, kind in zip(counts, KINDS, strict=True) if n]
        return listed(found) or "nothing"


def left_now(match: Match) -> Left:
    """The results of this movement's dice, after a push, less those that SHIFTs cancelled."""
    faces: list[int] = []
    again: list[int] = []  # dice to be rolled again
    cancelled: list[str] = []
    for entry in match.entries_since_checkpoint():
        if not isinstance(entry, Answer):
            continue
        if entry.question == "skid_die":
            if again:
                faces[again.pop(0)] = int(entry.name)
            else:
                faces.append(int(entry.name))
        elif entry.question == "push" and entry.name.startswith(AGAIN):
            again = [int(number) - 1 for number in entry.name.removeprefix(AGAIN).split()]
        elif entry.question == "shift" and entry.name.startswith(CANCEL):
            cancelled.append(entry.name.removeprefix(CANCEL).upper())
    shown = [face_word(face) for face in faces]
    hazards, spins, slides = (shown.count(kind) - cancelled.count(kind) for kind in KINDS)
    return Left(hazards, spins, slides)
