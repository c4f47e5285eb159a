"""The events of Kart RTD, the causes of Momentum, and the modifiers of rolls.

Each is declared once: its rule, its fields, and its words in the log unless `view` has better ones.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, TypeAlias

from wreckoning.core.declared import Declared
from wreckoning.core.documents import Json
from wreckoning.core.events import DECLARED, Anyone, Event, Roll, Seat, Vocabulary
from wreckoning.rulesets.rtd.course_words import CourseFile
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import ITEMS, OWN, Item, Order


class Cause(Declared):
    """The cause of a change of Momentum."""

    CHECK = "R1", "the check"
    ROCKET_START = "R14", "the start"
    HIGH_ACCELERATION = "R12", "High Acceleration"
    AGGRESSIVE = "R18", "Drive Aggressively"
    PASS = "R27", "the pass"
    RAM = "R22", "the ram"
    SPIN_OUT = "R35", "the spin"
    FLIP = "R35", "the flip"
    THROWN = "R35", "the fall"
    MUSHROOM = "R42", "the Mushroom"
    BOO = "R44", "Boo"
    STAR = "R47", "the Star"
    THUNDERBOLT = "R48", "the Thunderbolt"
    PATH = "R23", "the path"
    DASH_PANEL = "R26", "the dash panel"
    FALL_BACK = "R28", "Falling Back"
    PULL_AHEAD = "R29", "Pulling Ahead"
    BELOW_ZERO = "R8", "the turn's end"
    MAXIMUM = "R7", "the maximum"
    REFEREE = "A69", "the referee"
    BLAST = "R41", "the blast"


class Status(IntEnum):
    """A status that wears off at the end of a turn (A60)."""

    INK = 1
    SHRUNK = 2
    BOO = 3
    STAR = 4


class Modifier(Declared):
    """A modifier of a die, each with its rule."""

    INK = "R40", "ink"
    SHRUNK = "R48", "shrunk"
    DEFENSIVE = "R19", "defensive"
    SLIDE = "R24", "slide"
    MOMENTUM = "R4", "M"
    PERK = "R11", "kart"
    CURVE = "R24", "segment"
    DISTANCE = "R37", "distance"
    SHELL = "R39", "shell"
    TARGET = "R39", "aim"
    BOUNCE = "R39", "bounce"
    RED_SHELL = "R43", "red"
    DRAGGED = "R32", "dragged"
    CIRCLING = "R46", "circling"
    FOLLOWING = "R36", "following"
    BOB_OMB = "R41", "bomb"
    BOXES_TAKEN = "R30", "boxes taken"
    POSITION = "R6", "place"
    FALLEN_BEHIND = "R6", "fallen behind"
    COURSE = "R9", "course"
    REFEREE = "A69", "referee"
    EXTRA = "A86", "referee"


class Segment(int):
    """A segment, by its index in the course."""


Carried = Annotated[int, Item]
By = Annotated[int, Cause]
Ordering = Annotated[int, Order]
Wearing = Annotated[int, Status]
At = Annotated[int, Segment]

# The rule of each item, and what settles it.
ITEM_RULES = {
    Item.BANANA: ("R36", "R37"),
    Item.FAKE_ITEM_BOX: ("R38", "R37"),
    Item.GREEN_SHELL: ("R39",),
    Item.BLOOPER: ("R40",),
    Item.BOB_OMB: ("R41", "A57"),
    Item.MUSHROOM: ("R42", "A59"),
    Item.RED_SHELL: ("R43", "A55"),
    Item.BOO: ("R44",),
    Item.BLUE_SHELL: ("R45", "A64"),
    Item.TRIPLE_RED_SHELL: ("R46", "A56"),
    Item.STAR: ("R47",),
    Item.THUNDERBOLT: ("R48",),
    **{Item(own): ("A88",) for own in range(OWN, ITEMS)},
}


class _OfItem(Event):
    """An event whose rule is that of its item."""

    who: Seat
    item: Carried

    @property
    def rule(self) -> str:
        return ITEM_RULES[Item(self.item)][0]


class _Thrown(_OfItem):
    """An item used against a driver. An item that could be laid has another rule when thrown."""

    other: Seat

    @property
    def rule(self) -> str:
        return "R37" if self.item in (Item.BANANA, Item.FAKE_ITEM_BOX) else super().rule


class _AtFeature(Event):
    """An event at a feature of a segment that the course names."""

    def called(self, course: CourseFile) -> str:
        """Its name."""
        raise NotImplementedError

    def by_course(self, course: CourseFile) -> Json:
        return {"name": self.called(course)}


# --- events, in the order of the rulebook; `who` is the driver unless it says otherwise


class TurnBegins(Event, rule="R16", words="Turn {turn}"):
    turn: int


class GridSet(Event, rule="R15", words="{who} took {place:th} place on the grid"):
    who: Seat
    place: int


class Momentum(Event, rule="R7", words="{who}: M {before}→{now} from {cause}"):
    who: Seat
    change: int
    now: int
    cause: By

    @property
    def rule(self) -> str:
        return Cause(self.cause).rule

    @property
    def before(self) -> int:
        """What it was."""
        return self.now - self.change


class Ordered(Event, rule="R17", words="{who} chose {order}"):
    who: Seat
    order: Ordering


class ActionLost(Event, rule="A31", words="{who} lost the action: {order}", good=False):
    who: Seat
    order: Ordering


class Stance(Event, rule="A16", words="{who} chose {order}"):
    who: Seat
    order: Ordering


class PassTried(Event, rule="R27", words="{who} tried to pass {other}"):
    who: Seat
    other: Seat


class Passed(Event, rule="R27", words="{who} passed {other}", good=True):
    who: Seat
    other: Seat


class PassFailed(Event, rule="R27", words="{who} stayed behind {other}", good=False):
    who: Seat
    other: Seat


class PassEnded(Event, rule="R22", words="{who} got no further against {other}", good=False):
    who: Seat
    other: Seat


class Rammed(Event, rule="R22", words="{who} rammed {other}", good=True):
    who: Seat
    other: Seat


class RamFailed(Event, rule="R22", words="{who} rammed thin air next to {other}", good=False):
    who: Seat
    other: Seat


class SpunOut(Event, rule="R35", words="{who} spun out", good=False):
    who: Seat


class Flipped(Event, rule="R35", words="{who} flipped", good=False):
    who: Seat


class Thrown(Event, rule="R35", words="{who} flew into the air", good=False):
    who: Seat


class ItemsLost(Event, rule="R35", words="{who} lost all items", good=False):
    who: Seat
    cause: By

    @property
    def rule(self) -> str:
        return Cause(self.cause).rule


class ItemLost(Event, rule="R33", words="{who} lost {item}", good=False):
    who: Seat
    item: Carried
    dodged: int

    @property
    def rule(self) -> str:
        return "R32" if self.dodged else "R33"


class Deployed(Event, rule="R21", words="{who} used {item}"):
    who: Seat
    item: Carried


class Laid(_OfItem, words="{who} left it on {segment}"):
    segment: At


class Aimed(_Thrown, words="{who} aimed at {other}"):
    """An item was thrown or dropped at a driver."""


class Hit(_OfItem, words="{who} took a hit from {item}", good=False):
    """An item hit `who`."""


class Missed(_Thrown, words="{who} missed {other}", good=False):
    """The item hit nobody."""


class LeftLying(Event, rule="A51", words="{item} stayed lying on {segment}"):
    item: Carried
    segment: At


class Reversed(Event, rule="R39", words="{who} saw the shell turn round"):
    who: Seat


class FunnyBounce(Event, rule="R39", words="{who} saw the shell bounce on, better aimed"):
    who: Seat


class ShellLeft(Event, rule="A54", words="{who} saw the shell leave the track", good=False):
    who: Seat


class Blocked(Event, rule="A49", words="{who} stopped it with {item}", good=True):
    who: Seat
    item: Carried


class Inked(Event, rule="R40", words="{who} got inked", good=False):
    who: Seat


class Washed(Event, rule="R40", words="{who} washed the ink off", good=True):
    who: Seat


class Invincible(Event, rule="R47", words="{who} turned invincible", good=True):
    who: Seat


class Incorporeal(Event, rule="R44", words="{who} turned into a ghost", good=True):
    who: Seat


class Stolen(Event, rule="R44", words="{who} stole {item} from {other}", good=True):
    who: Seat
    item: Carried
    other: Seat


class NothingToSteal(Event, rule="R44", words="{who} found nothing to steal", good=False):
    who: Seat


class Shrunk(Event, rule="R48", words="{who} shrank", good=False):
    who: Seat


class BlueShellSent(
    Event,
    rule="R45",
    words="{who} sent it off: it strikes the leader at the end of turn {due}'s actions",
):
    who: Seat
    due: int


class BlueShellStrikes(Event, rule="R25", words="{who} had {item} coming down"):
    who: Seat
    owner: Anyone
    item: Carried


class BlueShellEscaped(Event, rule="A64", words="{who} let it pass straight through", good=True):
    who: Seat


class BlueShellShared(Event, rule="R45", words="{who} dragged {other} into it", good=True):
    who: Seat
    other: Seat


class Blast(_OfItem, words="{who} got caught in the blast", good=False):
    """`who` did not get out of it."""


class PullAheadRight(Event, rule="A59", words="{who} may try to Pull Ahead this turn", good=True):
    who: Seat


class PathTaken(_AtFeature, rule="R23", words="{who} made it", good=True):
    who: Seat
    path: int
    segment: At

    def called(self, course: CourseFile) -> str:
        return course.segments[self.segment].paths[self.path].name


class PathFailed(_AtFeature, rule="R23", words="{who} failed", good=False):
    who: Seat
    path: int
    segment: At

    def called(self, course: CourseFile) -> str:
        return course.segments[self.segment].paths[self.path].name


class Advanced(Event, rule="R23", words="{who} came out on {segment}", good=True):
    who: Seat
    segment: At


class HazardPassed(_AtFeature, rule="R26", words="{who} got past the hazard", good=True):
    who: Seat
    hazard: int
    segment: At

    def called(self, course: CourseFile) -> str:
        return course.segments[self.segment].hazards[self.hazard].name


class HazardHit(_AtFeature, rule="R26", words="{who} ran into the hazard", good=False):
    who: Seat
    hazard: int
    segment: At

    def called(self, course: CourseFile) -> str:
        return course.segments[self.segment].hazards[self.hazard].name


class Dashed(_AtFeature, rule="R26", words="{who} drove over the dash panel", good=True):
    who: Seat
    panel: int
    segment: At

    def called(self, course: CourseFile) -> str:
        return course.segments[self.segment].dash_panels[self.panel].name


class FellBack(Event, rule="R28", words="{who} Fell Back to drive {segment} again", good=False):
    who: Seat
    segment: At


class HeldOn(Event, rule="R28", words="{who} held on", good=True):
    who: Seat


class PulledAhead(Event, rule="R29", words="{who} Pulled Ahead to {segment}", good=True):
    who: Seat
    segment: At


class PullAheadFailed(Event, rule="R29", words="{who} did not get away", good=False):
    who: Seat


class PullAheadCancelled(Event, rule="A4", words="{who} had to turn back at {segment}", good=False):
    who: Seat
    segment: At


class Finished(Event, rule="A38", words="{who} finished {place:th} on turn {turns}", good=True):
    who: Seat
    place: int
    turns: int


class ItemTaken(Event, rule="R30", words="{who} got {item}", good=True):
    who: Seat
    item: Carried


class BoxMissed(Event, rule="R30", words="{who} missed the box", good=False):
    who: Seat


class FakeHit(Event, rule="R31", words="{who} found that the box had been a Fake", good=False):
    who: Seat


class CourseChanged(Event, rule="R31", words="The course changed"):
    number: int
    state: int

    def by_course(self, course: CourseFile) -> Json:
        words = course.events[self.number]
        return {"event_name": words.name, "state_name": words.states[self.state]}


class StatusEnded(Event, rule="A60", words="{who} felt the {status} wear off"):
    who: Seat
    status: Wearing


class Lap(Event, rule="R10", words="{who} completed lap {lap} in {turns:turn}"):
    who: Seat
    lap: int
    turns: int


class RaceOver(Event, rule="A38", words="The race ended after {turns:turn}"):
    turns: int


class Custom(Event, rule="A69", words="{who} faced the referee's check"):
    who: Seat


class SlideWon(Event, rule="R24", words="{who} made the slide", good=True):
    who: Seat


class ItemLeft(Event, rule="A43", words="{who} left {item} behind"):
    who: Seat
    item: Carried


Rolled: TypeAlias = Roll[Question, Modifier]
Opposed: TypeAlias = Passed | PassFailed | Rammed | RamFailed
OfDriver: TypeAlias = (
    GridSet
    | Momentum
    | Ordered
    | ActionLost
    | Stance
    | PassTried
    | Passed
    | PassFailed
    | PassEnded
    | Rammed
    | RamFailed
    | SpunOut
    | Flipped
    | Thrown
    | ItemsLost
    | ItemLost
    | Deployed
    | Laid
    | Aimed
    | Hit
    | Missed
    | Reversed
    | FunnyBounce
    | ShellLeft
    | Blocked
    | Inked
    | Washed
    | Invincible
    | Incorporeal
    | Stolen
    | NothingToSteal
    | Shrunk
    | BlueShellSent
    | BlueShellStrikes
    | BlueShellEscaped
    | BlueShellShared
    | Blast
    | PullAheadRight
    | PathTaken
    | PathFailed
    | Advanced
    | HazardPassed
    | HazardHit
    | Dashed
    | FellBack
    | HeldOn
    | PulledAhead
    | PullAheadFailed
    | PullAheadCancelled
    | Finished
    | ItemTaken
    | BoxMissed
    | FakeHit
    | StatusEnded
    | Lap
    | Custom
    | SlideWon
    | ItemLeft
)
Happened: TypeAlias = OfDriver | TurnBegins | LeftLying | CourseChanged | RaceOver
RtdEvent: TypeAlias = Happened | Rolled
VOCABULARY = Vocabulary(DECLARED[__name__], Question, Modifier)
