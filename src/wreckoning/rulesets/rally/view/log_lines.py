"""The log: events gathered into lines, a line for each thing that somebody did.

An activation is told in a few lines: its recovery; the way that was driven, with the gates on it;
and a line for everything that was run into, driven over or shot at, with all dice.
"""

from __future__ import annotations

from cmath import phase
from collections.abc import Sequence
from math import cos, hypot, radians, sin

from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, DIE, GOOD, LogLine, Part
from wreckoning.core.wording import ordinal
from wreckoning.geometry.angles import DEGREE, TURN, turn_between
from wreckoning.rulesets.rally.questions import STEP
from wreckoning.rulesets.rally.race import INCH
from wreckoning.rulesets.rally.view.attack_lines import AttackLines
from wreckoning.rulesets.rally.view.gathering import TurnDraft
from wreckoning.rulesets.rally.view.names import vehicle_of, vehicle_word
from wreckoning.rulesets.rally.view.sentences import (
    PACES,
    Event,
    gate_word,
    show_die,
    terrain_word,
    trial_of,
)
from wreckoning.rulesets.rally.view.words import inches, manoeuvres, points, turn_words

SIDES = ("ahead", "ahead right", "right", "back right", "back", "back left", "left", "ahead left")
BOOSTED = "boosted"
SETS_OUT = {"drive": "set out to drive", "advance": "set out to advance"}
CAUSES = {"CRITICAL_HIT": "critical hit", "OBSTRUCTED": "Obstructing"}  # of tests after an attack
PLACED = 1  # the part of a turn's line that says how it drove


class _Report(AttackLines):
    """All lines of these events. Handlers are methods named after events."""

    def __init__(self, match: Match, events: Sequence[Event], part: range | None = None) -> None:
        super().__init__(match, events, part)
        self.turn: TurnDraft | None = None  # the line of the way that is being driven
        self.pace = ""
        self.way: list[Event] = []
        self.boost: list[Event] = []  # the way of a Boost, before the pace was chosen
        self.poses: dict[int, Event] = {}  # where a vehicle was told to stand last

    # Rounds, and what comes before the first

    def _round_begins(self, event: Event, _: int) -> None:
        self.round_over, self.turn = False, None
        self._begin("round", f"Round {event['round']}", "").heading = True

    def _initiative(self, event: Event, _: int) -> None:
        """What everybody rolled, ties again; then the order."""
        draft = self._last("order")
        if draft is None:
            rolled = bool(self.dice)
            words = "Initiative:" if rolled else "Order, without a roll:"
            draft = self._begin("order", words, event["rule"])
            seen: set[str] = set()
            told_again = False
            for die in self.dice:
                again = die["who"] in seen
                lead = "; again" if again and not told_again else ","
                draft.add(f"{lead if draft.names else ''} {die['who']} ")
                draft.add(show_die(die), DIE, face=die["natural"][0])
                draft.note(die["who"], rule=die["rule"])
                told_again = told_again or again
                seen.add(die["who"])
            self.dice = []
            draft.add(f"; order: {event['who']}" if rolled else f" {event['who']}")
        else:
            draft.add(f", {event['who']}")
        draft.note(event["who"], rule=event["rule"])

    def _deployed(self, event: Event, _: int) -> None:
        words = f"{self._word(event)} on spot {event['spot'] + 1}"
        draft = self._last("deployed")
        if draft:
            draft.add(f", {words}")
            draft.note(event["who"])
        else:
            vehicle = vehicle_of(event)
            self._begin("deployed", f"Set up: {words}", event["rule"]).note(self._owner(vehicle))

    # An activation and its way

    def _activated(self, event: Event, _: int) -> None:
        self.turn, self.pace, self.way, self.boost = None, "", [], []

    def _turn(self, event: Event) -> TurnDraft:
        """The line of this vehicle's way."""
        vehicle = vehicle_of(event)
        if self.turn is None or self.turn.vehicle != vehicle:
            name = vehicle_word(self.match, vehicle)
            self.turn = self._begin("turn", name, event["rule"], vehicle)
            self.turn.add("")
        return self.turn

    def _recovered(self, event: Event, _: int) -> None:
        removed, left = event["removed"], event["left"]
        words = f"stress {removed + left}→{left}" if removed else f"stress stays at {left}"
        self._on(event, words, GOOD if removed else BAD)

    def _pace_chosen(self, event: Event, index: int) -> None:
        if self.pace == BOOSTED:
            self.boost, self.way = self.way, []
        self.pace = PACES[event["pace"]]
        draft = self._turn(event)
        draft.note(rule=event["rule"])
        self._tell_way(draft)
        is_last = index + 1 == len(self.events)  # the way is still being planned
        if is_last and event["movement"] and not self.match.is_over:
            words = f" {SETS_OUT[event['pace']]} up to {inches(round(event['movement'] * INCH))}"
            draft.parts[PLACED] = Part(self._boosted_words() + words)

    def _boosted(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        self.pace = BOOSTED
        draft.note(rule=event["rule"])
        self._tell_way(draft)

    def _boosted_words(self) -> str:
        """` boosted 9 inches, then`, if it did."""
        far = sum(way["way"] for way in self.boost)
        return f" boosted {inches(round(far * INCH))}, then" if self.boost else ""

    def _way(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        self.way.append(event)
        draft.note(rule=event["rule"])
        self._tell_way(draft)

    def _tell_way(self, draft: TurnDraft) -> None:
        """` advanced 12½ inches with 2 manoeuvres`, as far as it is known."""
        whole = sum(way["way"] for way in self.way)
        turns = sum(way["manoeuvres"] for way in self.way)
        words = f" {self.pace or 'drove'}"
        if whole:
            words += f" {inches(round(whole * INCH))}"
            words += " backward" * any(way["direction"] < 0 for way in self.way)
            words += f" with {manoeuvres(turns)}" if turns else ""
        elif turns:
            words = f" turned on the spot, {manoeuvres(turns)}"
        elif self.pace != PACES["stand"]:
            words = " stayed put"
        draft.parts[PLACED] = Part(self._boosted_words() + words)

    def _moved(self, event: Event, _: int) -> None:
        self.poses[vehicle_of(event)] = event

    def _gate_crossed(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        draft.add(", ")
        draft.add(f"crossed {gate_word(self.match, event)}", tone=GOOD)
        draft.note(rule=event["rule"])

    def _lap(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        draft.add(", ")
        draft.add(f"lap {event['laps']} done", tone=GOOD)
        draft.note(rule=event["rule"])

    def _waits(self, event: Event, _: int) -> None:
        self._on(event, "could not go on without reversing", BAD)

    # Running into things

    def _hit_terrain(self, event: Event, _: int) -> None:
        words = f"{self._word(event)} ran into {terrain_word(self.match, event['terrain'])}"
        self._begin("clash", words, event["rule"], vehicle_of(event), BAD)

    def _smashed(self, event: Event, _: int) -> None:
        self._on(event, f"smashed {terrain_word(self.match, event['terrain'])}", GOOD)

    def _test(self, event: Event, index: int) -> None:
        trial = trial_of(event).name
        if trial == "DRIVING_OVER":
            self._meet(event, index)
        elif trial == "RECOVERY" and self._last("recover") is None:
            vehicle = vehicle_of(event)
            self._begin("recover", f"{self._word(event)} tried to recover", "W7", vehicle)
        elif trial in CAUSES:
            self.drafts[-1].add(f"; {CAUSES[trial]}", tone=BAD)
        super()._test(event, index)

    def _meet(self, event: Event, index: int) -> None:
        """The line of driving over another: whom is told by the other's test."""
        words = f"{self._word(event)} drove at another vehicle"
        for later in self.events[index + 1 :]:
            if later["event"] == "test" and trial_of(later).name == "DRIVEN_OVER":
                words = f"{self._word(event)} drove at {self._word(later)}"
                break
        self._begin("clash", words, "W22", vehicle_of(event))

    def _drove_over(self, event: Event, _: int) -> None:
        self._on(event, f"drove over {self._word(event, 'other')}", GOOD)

    def _lost_control(self, event: Event, _: int) -> None:
        self._on(event, "lost control", BAD)

    def _nudged(self, event: Event, index: int) -> None:
        vehicle, by = vehicle_of(event), self._placer(index)
        draft = self._on(event, self._placed(event, by))
        draft.note(by)
        self.poses[vehicle] = event

    def _placer(self, index: int) -> str:
        """Who placed the vehicle of this event when it lost control."""
        vehicle = vehicle_of(self.events[index])
        for event in reversed(self.events[:index]):
            if event["event"] == "lost_control" and vehicle_of(event) == vehicle:
                return str(event["placed_by"])
        return "somebody"

    def _placed(self, event: Event, by: str) -> str:
        """`put 1 inch left by Bob, turned 15° right`; where it stood before is told by its move."""
        before = self.poses.get(vehicle_of(event))
        if before is None:
            return f"put aside by {by}"
        turned = turn_between(round(before["heading"] * DEGREE), round(event["heading"] * DEGREE))
        heading = radians(before["heading"])
        dx, dy = event["x"] - before["x"], event["y"] - before["y"]
        far = hypot(dx, dy)
        words = f"left there by {by}"
        if far > 0.1:
            ahead = dx * cos(heading) + dy * sin(heading)
            right = dy * cos(heading) - dx * sin(heading)
            side = SIDES[_eighth(ahead, right)]
            words = f"put {inches(500 * round(2 * far))} {side} by {by}"
        if turned:
            words += f", turned {turn_words(round(turned / (STEP * DEGREE)))}"
        return words

    # The end

    def _finished(self, event: Event, _: int) -> None:
        place = f" {ordinal(event['rank'])}" if event["rank"] else ""
        words = f"{self._word(event)} came home{place}"
        self._begin("finished", words, event["rule"], vehicle_of(event), GOOD)

    def _became_eliminated(self, event: Event, _: int) -> None:
        words = f"{self._word(event)} was eliminated at {gate_word(self.match, event)}"
        draft = self._begin("eliminated", words, event["rule"], vehicle_of(event), BAD)
        draft.add(f", {ordinal(event['rank'])}")

    def _game_over(self, event: Event, _: int) -> None:
        ended = self.match.race
        order = sorted(ended.seats[: ended.players], key=lambda player: player.place)
        told = ", ".join(
            f"{ordinal(player.place)} {self.match.names[player.seat]} ({points(player.points)})"
            for player in order
            if player.place
        )
        draft = self._begin("over", f"The game ended in round {event['round']}", event["rule"])
        if told:
            draft.add(f": {told}")
        draft.note(*(self.match.names[player.seat] for player in order))


def _eighth(ahead: float, right: float) -> int:
    """Which eighth of a turn a direction is, clockwise from ahead."""
    return round(phase(complex(ahead, right)) / radians(TURN / DEGREE / 8)) % 8


def log_lines(match: Match, events: Sequence[Event], part: range | None = None) -> list[LogLine]:
    """The events as lines, in the order in which things happened; perhaps only a part of them."""
    return _Report(match, events, part).lines()
