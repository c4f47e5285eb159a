"""The clauses of log lines, and lines that are gathered: dice with modifiers, drivers, rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from wreckoning.core.events import Event, Roll
from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD, NEUTRAL, TEXT, Part, Tone
from wreckoning.core.texts.wording import whose
from wreckoning.rulesets.rally import events as ev
from wreckoning.rulesets.rally.events import Modifier, Reason, Trial
from wreckoning.rulesets.rally.questions import Pace, Question
from wreckoning.rulesets.rally.race import INCH, SIDES, Race
from wreckoning.rulesets.rally.rules.terrain import EXPLODES
from wreckoning.rulesets.rally.view.names import vehicle_word
from wreckoning.rulesets.rally.view.sentences import (
    DEFENDED,
    PACES,
    referees_words,
    show_die,
    term_words,
    test_name,
)
from wreckoning.rulesets.rally.view.words import hit_points, inches, manoeuvres, points
from wreckoning.show import drafts

TAKES_DICE = (ev.Tried, ev.Hits, ev.Initiative)  # events that say what the dice before were for
NOBODY_OF_ALL = -1
AT_TERRAIN = "shot"  # the key of a line about a shot at terrain


@dataclass
class Way(drafts.Clause):
    """` advanced 12½ inches with 2 manoeuvres`, as far as it is known."""

    vehicle: int = NOBODY_OF_ALL
    pace: str = ""
    legs: list[ev.Way] = field(default_factory=list)
    boost: list[ev.Way] = field(default_factory=list)  # of a Boost, before the pace was chosen
    sets_out: str = ""  # while the way is still being planned

    def parts(self) -> Iterable[Part]:
        if not self.pace and not self.legs:
            return
        boosted = f" boosted {inches(sum(leg.way for leg in self.boost))}, then"
        yield Part(f"{boosted if self.boost else ''} {self.sets_out or self._driven()}")

    def _driven(self) -> str:
        whole = sum(leg.way for leg in self.legs)
        turns = sum(leg.manoeuvres for leg in self.legs)
        if whole:
            far = inches(whole) if round(whole / INCH, 1) else "less than 0.1 inches"
            backward = " backward" * any(leg.direction < 0 for leg in self.legs)
            turned = f" with {manoeuvres(turns)}" if turns else ""
            return f"{self.pace or 'drove'} {far}{backward}{turned}"
        if turns:
            return f"turned on the spot, {manoeuvres(turns)}"
        return self.pace if self.pace == PACES[Pace.STAND] else "stayed put"


@dataclass
class OnTheWay(drafts.Clause):
    """`, crossed gate 2` after a way; of a vehicle that was pushed there, ` crossed gate 2`."""

    words: str
    way: Way
    is_first: bool  # only the way may stand before it

    def parts(self) -> Iterable[Part]:
        is_pushed = self.is_first and not any(self.way.parts())
        yield Part(" " if is_pushed else ", ")
        yield Part(self.words, tone=GOOD)


@dataclass
class TurnDraft(drafts.Draft):
    """A line about a vehicle."""

    capital: bool = True
    vehicle: int = NOBODY_OF_ALL
    pool: tuple[str, int] = ("", NOBODY_OF_ALL)  # of the last dice: what test, whose
    latest: int = NOBODY_OF_ALL  # the vehicle that was told of last


class Gathering(drafts.Gathering[TurnDraft, ev.RallyEvent, Event]):
    """The log lines gathered from events."""

    kind = TurnDraft
    round_over = False

    def begin(self) -> None:
        self.race: Race = self.match.race
        self.dice: list[ev.Rolled] = []  # rolled, and not told of yet

    def _word(self, vehicle: int) -> str:
        return vehicle_word(self.match, vehicle)

    def _begin(
        self, key: str, text: str, rule: str, vehicle: int = NOBODY_OF_ALL, tone: Tone = NEUTRAL
    ) -> TurnDraft:
        """Begin a line about a vehicle, or about none in particular."""
        who = None if vehicle == NOBODY_OF_ALL else self._owner(vehicle)
        draft = self.open(key, who, text, rule, tone)
        draft.vehicle = draft.latest = vehicle
        return draft

    def _owner(self, vehicle: int) -> str:
        return self.match.names[self.race.vehicles[vehicle].owner]

    def _on(self, event: ev.OfVehicle, words: str, tone: Tone = NEUTRAL) -> TurnDraft:
        """Continue the line if it is about a vehicle; else begin one."""
        draft, vehicle = self.last(), event.vehicle
        name = vehicle_word(self.match, vehicle)
        if draft is None or draft.vehicle == NOBODY_OF_ALL or draft.heading:
            return self._begin(event.name, f"{name} {words}", event.rule, vehicle, tone)
        subject = "" if draft.latest == vehicle else f"{name} "
        draft.latest = vehicle
        draft.add("; ")
        draft.add(f"{subject}{words}", tone=tone)
        draft.note(self._owner(vehicle), rule=event.rule)
        return draft

    # Dice

    def _roll(self, event: ev.Rolled, index: int) -> None:
        """Keep a roll until its purpose is told; if that is never told, put it on the line."""
        self.dice.append(event)
        if not isinstance(self.after(index), (Roll, *TAKES_DICE)):
            self._leftover()

    def _rolled(self, draft: TurnDraft, lead: str, pool: tuple[str, int]) -> None:
        """Put all waiting dice on this line; `lead` before the first of their pool."""
        told = [(what, value) for die in self.dice for what, value in die.modifiers]
        if draft.pool != pool:
            terms = dict.fromkeys(term_words(*term) for term in told if term[0] != Modifier.EXTRA)
            draft.add(f"{lead} ({', '.join(terms)}):" if terms else f"{lead}:")
            then = " "
        else:
            then = ", "
        for die in self.dice:
            draft.add(then)
            self._add_die(draft, die, show_die(die))
            then = ", " if told else " "
        for what, _ in told:
            draft.note(rule=what.rule)
        draft.pool = pool
        self.dice = []

    def _add_die(self, draft: TurnDraft, die: ev.Rolled, text: str) -> None:
        """Add a die. What the referee added stands with it: other dice need not have it."""
        draft.add(text, DIE, face=die.natural)
        if own := referees_words(die):
            draft.add(own)
            draft.note(rule=Modifier.EXTRA.rule)
        draft.note(self.name(die.who), rule=die.rule)

    def _leftover(self) -> None:
        """Tell dice without a later event: an explosion's, a shot at terrain, or one of many."""
        first = self.dice[0]
        draft = self.last()
        if draft is None or draft.heading:
            draft = self._begin("dice", f"{self.name(first.who)}", first.rule)
        lead = f"; explosion {EXPLODES}+" if first.question == Question.EXPLOSION_DIE else "; dice"
        if draft.key == AT_TERRAIN:  # modifiers do not matter there
            self._bare(draft, f": a {SIDES} explodes it:")
        else:
            self._rolled(draft, lead, (first.question.word, NOBODY_OF_ALL))

    def _bare(self, draft: TurnDraft, lead: str) -> None:
        """Put all waiting dice on this line without modifiers; `lead` before the first."""
        if not draft.pool[0]:
            draft.add(lead)
        for die in self.dice:
            draft.add(" ")
            self._add_die(draft, die, str(die.natural))
        draft.pool = (self.dice[0].question.word, NOBODY_OF_ALL)
        self.dice = []

    def _test(self, event: ev.Tried, because: str = "") -> None:
        """Put a command or defence test on the line of its cause. `because`: told before it."""
        trial, vehicle = event.trial, event.vehicle
        draft = self.last()
        if draft is None or draft.vehicle == NOBODY_OF_ALL or draft.heading:
            draft = self._begin("test", vehicle_word(self.match, vehicle), event.rule, vehicle)
        build = self.race.builds[vehicle]
        needed = build.defence if trial in DEFENDED else build.command
        owner = "a" if because else ""
        if draft.latest != vehicle:
            owner = whose(vehicle_word(self.match, vehicle))
        draft.latest, pool = vehicle, (Trial(trial).name, vehicle)
        lead = " ".join(filter(None, (because, owner, test_name(trial), f"{needed}+")))
        self._rolled(draft, f"; {lead}", pool)
        draft.add(*((" passed", TEXT, GOOD) if event.passed else (" failed", TEXT, BAD)))
        draft.note(self._owner(vehicle), rule=event.rule)

    # What hurts

    def _damaged(self, event: ev.Damaged) -> None:
        lost, left = event.lost, event.left
        draft = self._on(event, f"lost {hit_points(lost)} ")
        draft.add(f"({left + lost}→{left})", CHANGE, BAD)

    def _stressed(self, event: ev.Stressed) -> None:
        """Tell stress: after an attack on its line; at a round's end all on one."""
        if not self.round_over:
            self._on(event, f"stress {event.stress - 1}→{event.stress}", BAD)
            return
        lead, item = "Stress markers after damage: ", f"{self._word(event.vehicle)} {event.stress}"
        self.add_to_list("stress", lead, item, event.rule, self.name(event.who))

    def _scored(self, event: ev.Scored) -> None:
        """Tell points on the line of their cause; places at the game's end all on one."""
        who, number = self.match.names[event.who], event.points
        draft = self.last()
        is_place = event.reason == Reason.PLACE and not self.last("finished", "eliminated")
        if draft is None or draft.heading or (is_place and draft.key != "points"):
            self._begin("points", f"Points: {who} {number}", event.rule).note(who)
        elif is_place:
            draft.add(f", {who} {number}")
            draft.note(who)
        else:
            draft.add("; ")
            draft.add(f"{who} +{points(number)}", tone=GOOD)
            draft.note(who, rule=event.rule)
