"""Word single events. Past tense, so that `You` and `Bolt` read alike."""

from __future__ import annotations

from wreckoning.core.events import in_words
from wreckoning.core.texts.wording import whose
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.events import Segment, Status
from wreckoning.rulesets.rtd.item_table import phrase_of, title_of
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, Item, Order
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.view.words import order_name
from wreckoning.show.words import show_roll

STATUSES = {
    Status.INK: "ink",
    Status.SHRUNK: "Thunderbolt",
    Status.BOO: "Boo",
    Status.STAR: "Star",
}
SHOTS = (Item.GREEN_SHELL, Item.RED_SHELL, Item.TRIPLE_RED_SHELL)
PATHS = (Order.PATH_1, Order.PATH_2)
ORDERED = {
    Order.AGGRESSIVE: "drove aggressively",
    Order.SLIDE: "went into a Power Slide",
    Order.DRAFT: "drafted",
}


def segment_name(match: Match, index: int) -> str:
    """A segment of the match's course."""
    name: str = match.course.segments[index].name
    return name


def hook_words(item: int) -> str:
    """The item on the hook, in a sentence."""
    if item == Item.TRIPLE_RED_SHELL:
        return "a circling shell"
    return f"the {title_of(item)} behind the kart"


def blue_shell_arrives(match: Match, event: ev.BlueShellStrikes) -> str:
    """`Dot's Blue Shell came down on Fay`."""
    who = match.names[event.who]
    if event.owner is None:
        return f"A {title_of(event.item)} came down on {who}"
    own = " own" * (event.owner == event.who)
    return f"{whose(match.names[event.owner])}{own} {title_of(event.item)} came down on {who}"


def words(match: Match, event: ev.Happened) -> str:
    """The event as a sentence without its full stop: the declared words, or better ones."""
    said, who = _better(match, event), getattr(event, "who", None)
    if said is None:
        return _declared(match, event)
    return said if who is None else f"{match.names[who]} {said}"


def predicate(match: Match, event: ev.Happened) -> str:
    """What the event's driver did; all of the sentence if it is not about one."""
    return _better(match, event) or _declared(match, event, subject=False)


def used_words(match: Match, item: int) -> tuple[str, str]:
    """`fired` and `a Green Shell`: what was done with an item that was used, and the item."""
    if acts_as(match.race, item) not in SHOTS:
        return "used", phrase_of(item)
    return "fired", "a circling Red Shell" if item == Item.TRIPLE_RED_SHELL else phrase_of(item)


def _better(match: Match, event: ev.Happened) -> str | None:
    """The predicate, if there are better words than the declared ones."""
    match event:
        case ev.Ordered(order=order) if order in PATHS:
            return "headed for an alternate path"
        case ev.Ordered(order=order) if order in ORDERED:
            return ORDERED[Order(order)]
        case ev.Stance(order=order):
            return "made ready to ram" if order == Order.RAM else "drove defensively"
        case ev.ActionLost(order=order):
            return f"{_lost(order)} any more: action lost"
        case ev.Hit(item=item):
            return f"took a hit from the {title_of(item)}"
        case ev.Deployed(item=item):
            return " ".join(used_words(match, item))
        case ev.Blocked(item=item):
            return f"stopped it with {hook_words(item)}"
        case ev.LeftLying(item=item, segment=segment):
            return f"The {title_of(item)} stayed lying on {segment_name(match, segment)}"
        case ev.PathTaken():
            return f"made it: {event.called(match.course)}"
        case ev.PathFailed():
            return f"failed at {event.called(match.course)}"
        case ev.HazardPassed():
            return f"got past {event.called(match.course)}"
        case ev.HazardHit():
            return f"ran into {event.called(match.course)}"
        case ev.Dashed():
            return f"drove over {event.called(match.course)}"
        case ev.CourseChanged(number=number, state=state):
            course_event = match.course.events[number]
            return f"{course_event.name}: {course_event.states[state]}"
        case _:
            return None


def _declared(match: Match, event: ev.Happened, subject: bool = True) -> str:
    say = {
        Segment: lambda segment: segment_name(match, segment),
        Item: phrase_of,
        Order: order_name,
        Status: lambda status: STATUSES[Status(status)],
    }
    return in_words(event, match.names, match.course, say, subject)


def _lost(order: int) -> str:
    if order > DEPLOY:
        return f"could not use {phrase_of(order - DEPLOY)}"
    return "found nobody to draft" if order == Order.DRAFT else "could not take the path"


def roll_words(event: ev.Rolled) -> str:
    """A die as it is drawn; those that choose at random have other numbers of sides."""
    is_choice = event.question in (Question.STEAL_FROM, Question.STEAL_ITEM)
    return show_roll(event, str(event.natural) if is_choice else "")
