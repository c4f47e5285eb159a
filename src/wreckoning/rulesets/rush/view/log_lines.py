"""The log: events gathered into lines, a line for each thing that somebody did.

A driver's turn is told in two lines or three: the gearstick with its dice; the way that was
driven, with the mines that were laid and met on it; and a line for everybody run into or shot at.
"""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.match import Match
from wreckoning.core.shown import CHANGE, DIE, GOOD, LogLine, Part
from wreckoning.core.wording import listed, ordinal, several
from wreckoning.rulesets.rush.rules.steering import UNLIMITED
from wreckoning.rulesets.rush.spots import speed_of
from wreckoning.rulesets.rush.squares import FINISH
from wreckoning.rulesets.rush.view.contact_lines import ContactLines
from wreckoning.rulesets.rush.view.gathering import TurnDraft
from wreckoning.rulesets.rush.view.sentences import (
    Event,
    shift_words,
    show_roll,
    spot_of,
    square_of,
)
from wreckoning.rulesets.rush.view.words import (
    lane_words,
    rounds,
    spot_words,
    tile_name,
)

LEADS = {
    "heat_die": "; heat ",
    "steering_die": "; lane changes ",
    "litter_die": ": ",
    "obstruction_die": ": ",
    "saw_die": "; the saw ",
    "boost_die": "; heat ",
}


class _Report(ContactLines):
    """All lines of these events. Handlers are methods named after events."""

    # Rounds

    def _round_begins(self, event: Event, _: int) -> None:
        self._open("round", None, f"Round {event['round']}", "").heading = True

    def _grid_set(self, event: Event, index: int) -> None:
        """With its die; the last place is nobody's to draw."""
        draft = self._last_of(None, "grid")
        draft = draft or self._open("grid", None, "The grid, by lot:", event["rule"])
        draft.add(f"{';' if draft.names else ''} {ordinal(event['place'])} {event['who']}")
        drawn = self.events[index - 1] if index else {}
        if drawn.get("event") == "roll":
            draft.add(" ")
            draft.add(show_roll(drawn), DIE, face=drawn["natural"][0])
        draft.note(event["who"])

    def _turn_begins(self, event: Event, _: int) -> None:
        self.spot = spot_of(event, "spot")
        self.shifted = False

    # The gearstick, and the dice before the movement

    def _shifted(self, event: Event, _: int) -> None:
        words = shift_words(spot_of(event, "from"), spot_of(event))
        self._open("gear", event["who"], f"{event['who']} {words}", event["rule"])
        self.spot = spot_of(event)
        self.shifted = True

    def _gear_line(self, event: Event) -> TurnDraft:
        """The line of the gearstick; it was kept where it is, if there is none yet."""
        draft = self._last_of(event["who"], "gear")
        if draft is None:
            how = "at" if self.shifted else "kept"
            words = f"{event['who']} {how} {spot_words(self.spot)}"
            draft = self._open("gear", event["who"], words, "N9")
        return draft

    def _turbo(self, event: Event, _: int) -> None:
        self._of_point(event, "Turbo")

    def _braked(self, event: Event, _: int) -> None:
        self._of_point(event, "Brake")

    def _of_point(self, event: Event, what: str) -> None:
        draft = self._gear_line(event)
        draft.points.append(speed_of(spot_of(event)))
        text = f", {what} to {listed([str(speed) for speed in draft.points])}"
        draft.told_points = draft.say(draft.told_points, text)
        draft.note(rule=event["rule"])
        self.spot = spot_of(event)

    def _no_heat(self, event: Event, _: int) -> None:
        draft = self._gear_line(event)
        draft.add(", cool", tone=GOOD)
        draft.note(rule=event["rule"])

    def _lane_changes(self, event: Event, _: int) -> None:
        draft, number = self._gear_line(event), event["lane_changes"]
        draft.note(rule=event["rule"])
        if draft.question == "steering_die":
            draft.add(f" → {number}")
        elif number != UNLIMITED:
            draft.add("; no lane changes")

    # Dice

    def _roll(self, event: Event, index: int) -> None:
        question, who = event["question"], event["who"]
        if question == "grid_draw":
            return  # told with the place it gave
        if question in ("heat_die", "steering_die"):
            draft = self._gear_line(event)
        else:
            draft = self.drafts[-1] if self.drafts else self._open(question, who, who, "")
        again = draft.question == question and draft.parts[-1].kind == DIE
        draft.add(" " if again else LEADS.get(question, ": "))
        draft.add(show_roll(event), DIE, face=event["natural"][0])
        draft.question = question
        draft.note(who, rule=event["rule"])
        for modifier in event["modifiers"]:
            draft.note(rule=modifier["rule"])

    # The way

    def _moved(self, event: Event, _: int) -> None:
        who, manner = event["who"], event["manner"]
        draft = self._last_of(who, "drive", "boost")
        if draft is None:
            draft = self._open("drive", who, "", event["rule"])
        draft.note(rule=event["rule"])
        draft.squares += 1
        draft.ends = square_of(event, "to")
        if manner in draft.turns:
            draft.turns[manner] += 1
        draft.parts[0] = Part(f"{who} {self._way_words(draft)}")

    def _way_words(self, draft: TurnDraft) -> str:
        """`drove 7 squares to Retort Mile, left lane, 2 to the right`."""
        how = "boosted" if draft.key == "boost" else "drove"
        if draft.ends == FINISH:
            goal = "over the finish line"
        else:
            goal = f"to {tile_name(self.match.course, draft.ends)}, {lane_words(draft.ends)} lane"
        sides = [f"{number} to the {side}" for side, number in draft.turns.items() if number]
        turned = f" ({listed(sides)})" if sides else ""
        return f"{how} {several(draft.squares, 'square')} {goal}{turned}"

    def _steered(self, event: Event, _: int) -> None:
        draft = self._last_of(event["who"], "drive") or self._open(
            "drive", event["who"], f"{event['who']} turned the wheel hard", "N14"
        )
        before = draft.steering[0] if draft.steering else event["left"] + event["spent"]
        draft.steering = [before, event["left"]]
        text = f" (Steering {before}→{event['left']})"
        draft.told_steering = draft.say(draft.told_steering, text, CHANGE)
        draft.note(rule=event["rule"])

    def _mine_dropped(self, event: Event, _: int) -> None:
        """A mine is told with the way that leads on from it."""
        who = event["who"]
        draft = self._last_of(who, "drive", "boost")
        if draft is None:
            draft = self._open("drive", who, f"{who} drove on", event["rule"])
        draft.mines += 1
        text = f"; dropped {several(draft.mines, 'mine') if draft.mines > 1 else 'a mine'}"
        draft.told_mines = draft.say(draft.told_mines, text)
        draft.note(rule=event["rule"])

    def _litter_met(self, event: Event, _: int) -> None:
        who, what = event["who"], f"a {event['cause']}"
        draft = self._last_of(who, "drive", "boost")
        if draft:
            draft.add(f"; through {what}")
        elif self.drafts and self.drafts[-1].key == "side_ram":
            draft = self.drafts[-1]
            draft.add(f"; {who} into {what}")
        else:
            draft = self._open("drive", who, f"{who} drove through {what}", event["rule"])
        draft.note(who, rule=event["rule"])

    def _mine_gone(self, event: Event, _: int) -> None:
        if self.drafts:
            self.drafts[-1].note(rule=event["rule"])

    def _lap(self, event: Event, _: int) -> None:
        draft = self._last_of(event["who"], "drive", "boost")
        if draft is None:
            self._plain(event)
            return
        draft.add(f"; lap {event['lap']} done", tone=GOOD)
        draft.note(rule=event["rule"])

    # The end

    def _finished(self, event: Event, _: int) -> None:
        who = event["who"]
        how = "won the race" if event["place"] == 1 else f"finished {ordinal(event['place'])}"
        words = f"{who} {how} in {rounds(event['round'])}"
        self._open("finished", who, words, event["rule"], GOOD)

    def _placed(self, event: Event, _: int) -> None:
        text = f"{ordinal(event['place'])} {event['who']}"
        draft = self._last_of(None, "placed")
        if draft:
            draft.add(f", {text}")
        else:
            draft = self._open("placed", None, f"Not home: {text}", event["rule"])
        draft.note(event["who"])


def log_lines(match: Match, events: Sequence[Event], part: range | None = None) -> list[LogLine]:
    """The events as lines, in the order in which things happened; perhaps only a part of them."""
    return _Report(match, events, part).lines()
