"""Write the log: gather events into lines, one for each thing that a driver did.

An activation is told in two lines or more: the template with its dice and SHIFTs; the way that was
driven, with what was on it; and a line for each collision, attack or wipeout.
"""

from __future__ import annotations

from typing import assert_never

from wreckoning.core.events import Roll
from wreckoning.core.ids import SeatIndex
from wreckoning.core.shown import BAD, GOOD, NEUTRAL, Tone
from wreckoning.core.texts.wording import ordinal, several
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.events import Cause
from wreckoning.rulesets.kart.questions import Question
from wreckoning.rulesets.kart.view.clash_lines import ClashLines
from wreckoning.rulesets.kart.view.clauses import Shifts, TurnDraft
from wreckoning.rulesets.kart.view.dashboard import purse
from wreckoning.rulesets.kart.view.sentences import gate_words, side_name, template_words
from wreckoning.rulesets.kart.view.words import (
    degree_words,
    dice,
    hazards,
    item_name,
    millimetres,
)
from wreckoning.show.drafts import Deed
from wreckoning.show.words import rounds, turn_words


class Lines(ClashLines):
    """All lines of these events."""

    def tell(self, event: ev.KartEvent, index: int) -> None:
        """Add this event to the line, or begin a new line."""
        match event:
            case ev.Pole():
                who = self.match.names[event.who]
                self.add_to_list("pole", "Pole position: ", who, event.rule, who)
            case ev.RoundBegins():
                self.open("round", None, f"Round {event.round}", "").heading = True
            case ev.Activated():
                self._activated(event)
            case ev.Manoeuvre():
                self._manoeuvre(event)
            case ev.SkidDice():
                self._skid_dice(event)
            case ev.Pushed():
                self._pushed(event)
            case ev.Shifted():
                self._shifted(event)
            case ev.Gear():
                self._gear(event)
            case ev.Hazards():
                self._hazards(event)
            case ev.Slid():
                self._slid(event)
            case ev.Moved():
                self._moved(event)
            case ev.Spun():
                self._spun(event)
            case ev.SlidBack():
                self._slid_back(event)
            case ev.Collision():
                self._collision(event)
            case ev.HitObstruction():
                self._hit_obstruction(event)
            case ev.HitBill():
                self._hit_bill(event)
            case ev.Decided():
                self._declared(event, index)
            case ev.Smash():
                self._smash(event)
            case ev.Evaded():
                self._evaded(event)
            case ev.Removed():
                self._removed(event)
            case ev.OffRoad():
                self._after_the_way(event, "left the road", BAD)
            case ev.Boosted():
                self._on_the_way(event, "took a boost", GOOD)
            case ev.GotItem():
                self._item(event, index)
            case ev.Coin():
                self._coin(event, index)
            case ev.Used():
                self._used(event, index)
            case ev.Attacked():
                self._attacked(event)
            case ev.BananaDropped():
                self._after_use(event, "dropped it behind the kart")
            case ev.BananaHit():
                self._banana_hit(event)
            case ev.BillFired():
                self._after_use(event, "it flew off along the road")
            case ev.BillGone():
                self._bill_gone(event)
            case ev.Wipeout():
                self._wipeout(event)
            case ev.Gate():
                self._on_the_way(event, f"through {gate_words(self.match, event)}", GOOD)
            case ev.Lap():
                self._on_the_way(event, f"lap {event.laps} done", GOOD)
            case ev.Finished():
                self._finished(event)
            case ev.Placed():
                who = self.match.names[event.who]
                item = f"{ordinal(event.place)} {who}"
                self.add_to_list("placed", "The places: ", item, event.rule, who)
            case ev.NoDice():
                self._no_dice(event)
            case ev.Stuck():
                self._stuck(event)
            case ev.BothEvade():
                self._both_evade(event)
            case Roll():
                self._roll(event, index)
            case ev.GearPhase():
                pass  # it is the heading of its lines
            case ev.BillMoved() | ev.RaceOver():
                self.plain(event)
            case _:
                assert_never(event)

    # The template, its dice, its SHIFTs

    def _activated(self, event: ev.Activated) -> None:
        self.drive = None
        with_ = f" with {hazards(event.hazards)}" if event.hazards else ""
        words = f"{self.name(event.who)} in Gear {event.gear}{with_}"
        self.open("turn", self.name(event.who), words, "G6")

    def _turn(self, seat: SeatIndex) -> TurnDraft:
        """The line of the template; a new one if other lines came after it."""
        who = self.match.names[seat]
        return self.last_of(who, "turn") or self.open("turn", who, who, "G6")

    def _stuck(self, event: ev.Stuck) -> None:
        draft = self._turn(event.who)
        draft.add(", with no template that stays on the table", tone=BAD)
        draft.note(rule=event.rule)

    def _manoeuvre(self, event: ev.Manoeuvre) -> None:
        self.drive = None  # a Mushroom's way is another
        draft = self._turn(event.who)
        by = "" if event.by == event.who else f", chosen by {self.name(event.by)}"
        draft.add(f"{': ' if draft.is_bare else '; '}{template_words(event)}{by}")
        draft.note(self.name(event.by), rule=event.rule)

    def _skid_dice(self, event: ev.SkidDice) -> None:
        draft = self._turn(event.who)
        if event.dice == 0:
            draft.add("; no skid dice")
        draft.note(rule=event.rule)

    def _pushed(self, event: ev.Pushed) -> None:
        draft = self._turn(event.who)
        price = f" for {hazards(event.hazards)}" if event.hazards else ", free on the road"
        draft.add(f"; pushed {dice(event.dice)}{price}:")
        draft.pool = (Question.SKID_DIE, self.match.names[event.who])
        draft.note(rule="G10" if event.hazards else "G17")

    def _shifted(self, event: ev.Shifted) -> None:
        draft = self._turn(event.who)
        told = draft.find(Shifts) or draft.join(Shifts())
        told.made.append((event.shift, 0))
        draft.note(rule=event.rule)

    # Dice

    def _roll(self, event: ev.Rolled, index: int) -> None:
        match event.question:
            case Question.SKID_DIE:
                self._die(self._turn(event.who), event, "; skid dice ")
            case Question.SMASH_DIE | Question.EVADE_DIE | Question.ATTACK_DIE:
                self._clash_die(event, index)
            case Question.SCATTER_DIE:
                self._scatter_die(event)
            case Question.ITEM_DIE:
                self._die(self._way(event.who), event, ", item box: ")
            case _:
                self._die(self.open("pole", None, "Pole position", event.rule), event, ": ")

    def _hazards(self, event: ev.Hazards) -> None:
        """Tell hazards at the end of their line, with the reasons."""
        who = self.match.names[event.who]
        draft = self.drafts[-1] if self.drafts else self.open("", who, who, "")
        if event.cause in (Cause.OFF_ROAD, Cause.BOOST):
            draft = self._way(event.who)
        draft.change(event, who, self.name(event.by))

    # The way

    def _way(self, seat: SeatIndex) -> TurnDraft:
        """The line of the way that is being driven."""
        if self.drive is None:
            who = self.match.names[seat]
            self.drive = self.open("drive", who, Deed("drove", [who]), "G14")
        return self.drive

    def _moved(self, event: ev.Moved) -> None:
        if self.spins:
            self.spins = False
            return
        draft = self._way(event.who)
        draft.way += event.way
        if deed := draft.find(Deed):
            deed.did, deed.what = "drove", [millimetres(draft.way)]

    def _slid(self, event: ev.Slid) -> None:
        draft = self._way(event.who)
        draft.add(f", slid {side_name(event.side)}, turned {turn_words(event.degrees)}")
        draft.note(rule=event.rule)

    def _spun(self, event: ev.Spun) -> None:
        if event.turn == 0:
            words = "did not turn in the spin"
        else:
            words = f"spun {turn_words(round(event.turn / 100))}"
            self.spins = True  # up to where it has moved: on the spot
        self._after_the_way(event, words)

    def _slid_back(self, event: ev.SlidBack) -> None:
        if event.turn:
            self._on_the_way(event, f"turned back {degree_words(event.turn)} to stand clear")
        else:
            self._on_the_way(event, f"slid back {millimetres(event.way)} to stand clear")

    def _coin(self, event: ev.Coin, index: int) -> None:
        """Tell several coins in a row at once, with the last of them."""
        if self._is_coin(index + 1):
            return
        first = index
        while self._is_coin(first - 1):
            first -= 1
        number = index - first + 1
        took = "a coin" if number == 1 else several(number, "coin")
        kart = self.match.race.karts[event.who]
        now = purse(self.match, kart, event.coins)
        self._on_the_way(event, f"took {took} ({now} now)", GOOD)

    def _is_coin(self, index: int) -> bool:
        return 0 <= index < len(self.events) and isinstance(self.events[index], ev.Coin)

    def _on_the_way(self, event: ev.OnTheWay, words: str, tone: Tone = NEUTRAL) -> None:
        draft = self._way(event.who)
        draft.add(", ")
        draft.add(words, tone=tone)
        draft.note(self.name(event.who), rule=event.rule)

    def _after_the_way(self, event: ev.OnTheWay, words: str, tone: Tone = NEUTRAL) -> None:
        """Tell an event on the line of the way, or on its own line if others came since."""
        if self.drive is None or self.drive is self.drafts[-1]:
            self._on_the_way(event, words, tone)
            return
        who = self.match.names[event.who]
        self.drive = self.open("drive", who, Deed("", [who]), event.rule)
        self.drive.add(" ")
        self.drive.add(words, tone=tone)

    def _item(self, event: ev.GotItem, index: int) -> None:
        draft = self._way(event.who)
        name = item_name(event.item)
        rolled = self.events[index - 1]
        is_rolled = isinstance(rolled, Roll) and rolled.question == Question.ITEM_DIE
        draft.add(f" → {name}" if is_rolled else f", item box: {name}", tone=GOOD)
        draft.note(rule=event.rule)

    # The end

    def _finished(self, event: ev.Finished) -> None:
        words = f"{self.name(event.who)} won the race in {rounds(event.round)}"
        self.open("finished", self.name(event.who), words, event.rule, GOOD)


log_lines = Lines.log_lines
