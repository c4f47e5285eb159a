"""The log: events gathered into lines, a line for each thing that somebody did.

An activation is told in two lines or more: the template with its dice and SHIFTs; the way that was
driven, with what was on it; and a line for each collision, attack or wipeout.
"""

from __future__ import annotations

from collections.abc import Sequence

from wreckoning.core.match import Match
from wreckoning.core.shown import BAD, GOOD, LogLine, Part
from wreckoning.core.wording import ordinal, several
from wreckoning.rulesets.kart.view.clash_lines import ClashLines, shift_words
from wreckoning.rulesets.kart.view.dashboard import purse
from wreckoning.rulesets.kart.view.gathering import TurnDraft
from wreckoning.rulesets.kart.view.sentences import (
    SHIFTS,
    Event,
    gate_words,
    template_words,
)
from wreckoning.rulesets.kart.view.words import (
    degree_words,
    dice,
    hazards,
    item_name,
    millimetres,
    rounds,
    turn_words,
)


class _Report(ClashLines):
    """All lines of these events. Handlers are methods named after events."""

    # Rounds

    def _round_begins(self, event: Event, _: int) -> None:
        self._open("round", None, f"Round {event['round']}", "").heading = True

    def _pole(self, event: Event, _: int) -> None:
        draft = self._last_of(None, "pole")
        if draft:
            draft.add(f", {event['who']}")
            draft.note(event["who"], rule=event["rule"])
        else:
            self._open("pole", None, f"Pole position: {event['who']}", event["rule"]).note(
                event["who"]
            )

    # The template, its dice, its SHIFTs

    def _activated(self, event: Event, _: int) -> None:
        self.drive = None
        with_ = f", {hazards(event['hazards'])}" if event["hazards"] else ""
        self._open("turn", event["who"], f"{event['who']}, Gear {event['gear']}{with_}", "G6")

    def _turn(self, event: Event) -> TurnDraft:
        """The line of the template; anew after what was done before it."""
        who = event["who"]
        return self._last_of(who, "turn") or self._open("turn", who, who, "G6")

    def _stuck(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        draft.add(": no template stays on the table", tone=BAD)
        draft.note(rule=event["rule"])

    def _manoeuvre(self, event: Event, _: int) -> None:
        self.drive = None  # a Mushroom's way is another
        draft = self._turn(event)
        by = "" if event["by"] == event["who"] else f", chosen by {event['by']}"
        draft.add(f": {template_words(event)}{by}")
        draft.note(event["by"], rule=event["rule"])

    def _skid_dice(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        if event["dice"] == 0:
            draft.add("; no skid dice")
        draft.note(rule=event["rule"])

    def _pushed(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        price = f"for {hazards(event['hazards'])}" if event["hazards"] else "for nothing, on road"
        draft.add(f"; pushed {dice(event['dice'])} {price}:")
        draft.pool = ("skid_die", event["who"])
        draft.note(rule="G10" if event["hazards"] else "G17")

    def _shifted(self, event: Event, _: int) -> None:
        draft = self._turn(event)
        draft.shifts.append(SHIFTS[event["shift"]])
        if draft.told_shifts < 0:
            draft.add("")
            draft.told_shifts = len(draft.parts) - 1
        draft.parts[draft.told_shifts] = Part(shift_words(draft.shifts))
        draft.note(rule=event["rule"])

    # Dice

    def _roll(self, event: Event, index: int) -> None:
        question = event["question"]
        if question == "skid_die":
            self._die(self._turn(event), event, "; skid dice ")
        elif question in ("smash_die", "evade_die", "attack_die"):
            self._clash_die(event, index)
        elif question == "scatter_die":
            self._scatter_die(event)
        elif question == "item_die":
            self._die(self._way(event), event, "; item box ")
        else:
            draft = self._open("pole", None, "Pole position", event["rule"])
            self._die(draft, event, ": ")

    def _hazards(self, event: Event, _: int) -> None:
        """Told at the end of the line that they belong to, with the reasons."""
        draft = self.drafts[-1] if self.drafts else self._open("", event["who"], event["who"], "")
        if event["cause"] in ("off_road", "boost"):
            draft = self._way(event)
        draft.change(event)

    # The way

    def _way(self, event: Event) -> TurnDraft:
        """The line of the way that is being driven."""
        if self.drive is None:
            who = event["who"]
            self.drive = self._open("drive", who, f"{who} drove", "G14")
        return self.drive

    def _moved(self, event: Event, _: int) -> None:
        if self.spins:
            self.spins = False
            return
        draft = self._way(event)
        draft.way += event["way"]
        draft.parts[0] = Part(f"{event['who']} drove {millimetres(draft.way)}")

    def _slid(self, event: Event, _: int) -> None:
        draft = self._way(event)
        draft.add(f", slid {event['side']}, turned {turn_words(event['degrees'])}")
        draft.note(rule=event["rule"])

    def _spun(self, event: Event, _: int) -> None:
        if event["turn"] == 0:
            words = "kept the heading in the spin"
        else:
            words = f"spun {turn_words(round(event['turn'] / 100))}"
            self.spins = True  # up to where it has moved: on the spot
        self._after_the_way(event, words)

    def _slid_back(self, event: Event, _: int) -> None:
        if event["turn"]:
            self._on_the_way(event, f"turned back {degree_words(event['turn'])} to be free")
        else:
            self._on_the_way(event, f"back {millimetres(event['way'])} to be free")

    def _boosted(self, event: Event, _: int) -> None:
        self._on_the_way(event, "took a boost", GOOD)

    def _off_road(self, event: Event, _: int) -> None:
        self._after_the_way(event, "left the road", BAD)

    def _coin(self, event: Event, index: int) -> None:
        """Several in a row at once, told with the last of them."""
        if self._is_coin(index + 1):
            return
        first = index
        while self._is_coin(first - 1):
            first -= 1
        number = index - first + 1
        took = "a coin" if number == 1 else several(number, "coin")
        kart = self.match.race.karts[self.match.names.index(event["who"])]
        now = purse(self.match, kart, event["coins"])
        self._on_the_way(event, f"took {took} ({now} now)", GOOD)

    def _is_coin(self, index: int) -> bool:
        return 0 <= index < len(self.events) and self.events[index]["event"] == "coin"

    def _gate(self, event: Event, _: int) -> None:
        self._on_the_way(event, f"through {gate_words(self.match, event)}", GOOD)

    def _lap(self, event: Event, _: int) -> None:
        self._on_the_way(event, f"lap {event['laps']} done", GOOD)

    def _on_the_way(self, event: Event, words: str, tone: str = "") -> None:
        draft = self._way(event)
        draft.add(", ")
        draft.add(words, tone=tone)
        draft.note(event["who"], rule=event["rule"])

    def _after_the_way(self, event: Event, words: str, tone: str = "") -> None:
        """On its line, or on one of its own if something else has been told since."""
        if self.drive is None or self.drive is self.drafts[-1]:
            self._on_the_way(event, words, tone)
            return
        self.drive = self._open("drive", event["who"], event["who"], event["rule"])
        self.drive.add(" ")
        self.drive.add(words, tone=tone)

    def _item(self, event: Event, index: int) -> None:
        draft = self._way(event)
        name = item_name(event["item"])
        rolled = self.events[index - 1]
        is_rolled = rolled["event"] == "roll" and rolled["question"] == "item_die"
        draft.add(f" → {name}" if is_rolled else f", item box: {name}", tone=GOOD)
        draft.note(rule=event["rule"])

    # The end

    def _finished(self, event: Event, _: int) -> None:
        words = f"{event['who']} won the race in {rounds(event['round'])}"
        self._open("finished", event["who"], words, event["rule"], GOOD)

    def _placed(self, event: Event, _: int) -> None:
        text = f"{ordinal(event['place'])} {event['who']}"
        draft = self._last_of(None, "placed")
        if draft:
            draft.add(f", {text}")
        else:
            draft = self._open("placed", None, f"The places: {text}", event["rule"])
        draft.note(event["who"])


def log_lines(match: Match, events: Sequence[Event], part: range | None = None) -> list[LogLine]:
    """The events as lines, in the order in which things happened; perhaps only a part of them."""
    return _Report(match, events, part).lines()
