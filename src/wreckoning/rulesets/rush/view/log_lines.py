"""Write the log: gather events into lines, one for each thing that a driver did.

A driver's turn is told in two lines or three: the gearstick with its dice; the way that was
driven, with the mines that were laid and met on it; and a line for each car rammed or shot at.
"""

from __future__ import annotations

from typing import assert_never

from wreckoning.core.events import Roll
from wreckoning.core.shown import BAD, CHANGE, DIE, GOOD
from wreckoning.core.texts.wording import count, ordinal, several
from wreckoning.rulesets.rush import events as ev
from wreckoning.rulesets.rush.questions import Question
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.rules.steering import UNLIMITED
from wreckoning.rulesets.rush.spots import gear_of, speed_of
from wreckoning.rulesets.rush.view.clauses import Gathering, Losses, TurnDraft, Way, Who
from wreckoning.rulesets.rush.view.sentences import at, fate_words, shift_words, words
from wreckoning.rulesets.rush.view.words import equipment_name, lane_words, spot_words, tile_name
from wreckoning.show.drafts import Changes, Deed, FigureChange
from wreckoning.show.words import rounds, show_roll

LEADS = {
    Question.HEAT_DIE: "; red ",
    Question.STEERING_DIE: "; white ",
    Question.SAW_DIE: "; the saw ",
    Question.BOOST_DIE: "; red ",
}
OPENINGS = {
    Equipment.MACHINE_GUN: "fired the Machine Gun",
    Equipment.FLAMER: "fired the Flamer",
    Equipment.BOOSTER: "lit the Rocket Booster",
    Equipment.EXTINGUISHER: "used the Fire Extinguisher",
}
GUN, FLAME, BOOSTER = (
    each.name for each in (Equipment.MACHINE_GUN, Equipment.FLAMER, Equipment.BOOSTER)
)  # keys of lines
ARMED = "armed"


class Lines(Gathering):
    """All lines of these events."""

    def tell(self, event: ev.RushEvent, index: int) -> None:
        """Add this event to the line, or begin a new line."""
        who = None if isinstance(event, ev.RoundBegins) else self.name(event.who)
        match event:
            case ev.RoundBegins():
                self.open("round", None, f"Round {event.round}").heading = True
            case ev.GridSet():
                self.grid_set(event, who, self.before(index))
            case ev.TurnBegins():
                self.spot, self.shifted = event.spot, False
            case ev.Shifted():
                text = f"{who} {shift_words(event.from_, event.to)}"
                self.open("gear", who, text, event.rule)
                self.spot, self.shifted = event.to, True
            case ev.Turbo() | ev.Braked():
                self.point_spent(event, who)
            case ev.NoHeat():
                self.gear_line(who, event.rule).add(", no heat", tone=GOOD)
            case ev.LaneChanges():
                self.lane_changes(event, who)
            case Roll():
                self.roll(event, who, index)
            case ev.Moved():
                self.moved(event, who)
            case ev.Steered():
                self.steered(event, who)
            case ev.MineDropped():
                self.mine_dropped(event, who)
            case ev.LitterMet():
                self.litter_met(event, who)
            case ev.MineGone():
                if draft := self.last():
                    draft.note(rule=event.rule)
            case ev.Lap():
                if draft := self.goes_on(self.last_of(who, "drive", "boost"), event):
                    draft.add(f"; lap {event.lap} done", tone=GOOD)
            case ev.ObstructionHit():
                self.hit_obstruction(event, who)
            case ev.Stuck():
                self.stuck(event, who)
            case ev.SideRam():
                self.side_ram(event, who)
            case ev.Displaced():
                self.displaced(event, who)
            case ev.RamHeld():
                self.ram_held(event, who)
            case ev.Rush():
                self.rush(event, who)
            case ev.Armed():
                self.armed(event, who)
            case ev.Used():
                self.used(event, who)
            case ev.Shot():
                self.shot(event, who)
            case ev.Boosted():
                self.boosted(event, who)
            case ev.Heat() | ev.Structure():
                self.changed(event, who)
            case ev.Destroyed():
                self.destroyed(event, who)
            case ev.Finished():
                how = "won the race" if event.place == 1 else f"finished {ordinal(event.place)}"
                text = f"{who} {how} in {rounds(event.round)}"
                self.open("finished", who, text, event.rule, GOOD)
            case ev.Placed():
                item = f"{ordinal(event.place)} {who}"
                self.add_to_list("placed", "Not home: ", item, event.rule, who)
            case ev.RaceOver():
                self.open("race_over", None, words(self.match, event), event.rule)
            case _:
                assert_never(event)

    def grid_set(self, event: ev.GridSet, who: Who, before: ev.RushEvent | None) -> None:
        """Tell the grid place with its die; the last place needs none."""
        draft = self.last_of(None, "grid")
        draft = draft or self.open("grid", None, "The grid, by lot:", event.rule)
        draft.add(f"{';' if draft.names else ''} {ordinal(event.place)} {who}")
        if isinstance(before, Roll):
            draft.add(" (die ")
            draft.add(show_roll(before), DIE, face=before.natural)
            draft.add(")")
        draft.note(who)

    # The gearstick, and the dice before the movement

    def gear_line(self, who: Who, rule: str) -> TurnDraft:
        """The line of the gearstick; if there is none yet, the gearstick was kept in place."""
        draft = self.last_of(who, "gear")
        if draft is None:
            how = "went on at" if self.shifted else "kept" if self.spot else "stayed in"
            draft = self.open("gear", who, f"{who} {how} {spot_words(self.spot)}", "N9")
        draft.note(rule=rule)
        return draft

    def point_spent(self, event: ev.Turbo | ev.Braked, who: Who) -> None:
        draft = self.gear_line(who, event.rule)
        spent = draft.deed("Turbo to" if isinstance(event, ev.Turbo) else "Brake to")
        spent.what.append(str(speed_of(event.to)))
        spent.tail = f" in gear {gear_of(event.to)}"
        self.spot = event.to

    def lane_changes(self, event: ev.LaneChanges, who: Who) -> None:
        draft = self.gear_line(who, event.rule)
        if draft.question is Question.STEERING_DIE:
            draft.add(f": {several(event.lane_changes, 'lane change')}")
        elif event.lane_changes != UNLIMITED:
            draft.add("; no lane changes")

    def roll(self, event: ev.Rolled, who: Who, index: int) -> None:
        question = event.question
        if question is Question.GRID_DRAW:
            return  # told with the place it gave
        if question in (Question.HEAT_DIE, Question.STEERING_DIE):
            draft = self.gear_line(who, "")
        else:
            draft = self.last() or self.open(question.name, who, who or "")
        if draft.question is question and draft.clauses[-1] is draft.losses:
            draft.tell_losses(late=True)  # after the last of these dice
        again = draft.question is question and draft.ends_with_die
        draft.add(" " if again else LEADS.get(question, ": "))
        draft.add(show_roll(event), DIE, face=event.natural)
        draft.question = question
        draft.note(who, rule=question.rule)
        for modifier, _ in event.modifiers:
            draft.note(rule=modifier.rule)
        last_of_rush = draft.dice == draft.rush_dice and not draft.losses
        may_harm = question is Question.LITTER_DIE or last_of_rush
        if may_harm and not isinstance(self.after(index), ev.Structure):
            draft.add(", no harm")

    # The way

    def moved(self, event: ev.Moved, who: Who) -> None:
        draft = self.last_of(who, "drive", "boost") or self.open("drive", who, "")
        draft.note(rule=event.rule)
        if draft.way is None:
            did = "boosted" if draft.key == "boost" else "drove"
            draft.clauses[0] = draft.way = Way(f"{who} {did}", self.match.course)
        draft.way.squares += 1
        draft.way.ends = event.to
        if event.manner in draft.way.turns:
            draft.way.turns[event.manner] += 1

    def steered(self, event: ev.Steered, who: Who) -> None:
        hard = f"{who} turned the wheel hard"
        draft = self.last_of(who, "drive") or self.open("drive", who, hard)
        if draft.steering is None:
            draft.steering = FigureChange("Steering", event.left + event.spent, event.left)
            draft.join(Changes([draft.steering]))
        draft.steering.now = event.left
        draft.note(rule=event.rule)

    def mine_dropped(self, event: ev.MineDropped, who: Who) -> None:
        """Tell a mine with the way that leads on from it."""
        draft = self.last_of(who, "drive", "boost") or self.open("drive", who, f"{who} drove on")
        draft.mines += 1
        draft.deed("dropped").what = [several(draft.mines, "mine") if draft.mines > 1 else "a mine"]
        draft.note(rule=event.rule)

    def litter_met(self, event: ev.LitterMet, who: Who) -> None:
        what = ev.Cause(event.cause).words
        draft = self.last_of(who, "drive", "boost") or self.last("side_ram")
        if draft is None:
            draft = self.open("drive", who, f"{who} drove through {what}")
        elif draft.key == "side_ram":
            draft.add(f"; {who} into {what}")
        else:
            draft.add(f"; through {what}")
        draft.note(who, rule=event.rule)

    # Collisions

    def hit_obstruction(self, event: ev.ObstructionHit, who: Who) -> None:
        where = tile_name(self.match.course, event.square)
        self.open("obstruction", who, f"{who} hit an obstruction in {where}", event.rule, BAD)

    def stuck(self, event: ev.Stuck, who: Who) -> None:
        if draft := self.goes_on(self.last_of(who), event):
            draft.add(f"; {who} got no further", tone=BAD)

    def side_ram(self, event: ev.SideRam, who: Who) -> None:
        other = self.name(event.other)
        side = "left" if event.side == ev.Manner.LEFT else "right"
        draft = self.open("side_ram", who, f"{who} rammed {other} on the {side}", event.rule)
        draft.note(other)
        if not event.clear:
            draft.add(", who had no room to give way")

    def displaced(self, event: ev.Displaced, who: Who) -> None:
        if draft := self.goes_on(self.last("side_ram"), event):
            draft.add(f", pushed {who} into the {lane_words(event.to)} lane", tone=GOOD)
            draft.note(who)

    def ram_held(self, event: ev.RamHeld, who: Who) -> None:
        if draft := self.goes_on(self.last_of(who, "side_ram"), event):
            draft.add(f", {self.name(event.other)} stood firm")

    def rush(self, event: ev.Rush, who: Who) -> None:
        other = self.name(event.other)
        draft = self.open("rush", who, f"{who} ran into the back of {other}", event.rule)
        draft.note(other)
        draft.rush_dice = event.dice

    # Equipment

    def armed(self, event: ev.Armed, who: Who) -> None:
        what = f"the {equipment_name(event.equipment)}"
        draft = self.last_of(who)
        if draft is None:
            self.open("armed", who, Deed(ARMED, [who or ""], [what]), event.rule)
            return
        if draft.losses in draft.endings:
            draft.tell_losses()
        draft.deed(ARMED).what.append(what)
        draft.note(rule=event.rule)

    def used(self, event: ev.Used, who: Who) -> None:
        equipment = Equipment(event.equipment)
        in_ram = equipment in (Equipment.SIDE_BUMPER, Equipment.SAW)
        if in_ram and (draft := self.last_of(who, "side_ram")):
            draft.add(f" with the {equipment_name(equipment)}")
            draft.note(rule=event.rule)
        elif equipment == Equipment.EXTINGUISHER and (draft := self.last_of(who, "gear", "drive")):
            draft.add("; used the Fire Extinguisher")
            draft.note(rule=event.rule)
        else:
            how = OPENINGS.get(equipment, f"used the {equipment_name(equipment)}")
            self.open(equipment.name, who, Deed(how, [who or ""]), event.rule)

    def shot(self, event: ev.Shot, who: Who) -> None:
        draft = self.goes_on(self.last_of(who, GUN, FLAME), event)
        if draft is None:
            return
        target, hits = self.name(event.target), event.hits
        where = f"{several(event.range, 'square')} {'behind' if draft.key == FLAME else 'ahead'}"
        if fired := draft.find(Deed):
            fired.tail = f" at {target}, {where}"
        draft.add(f", {several(hits, 'hit')}" if hits else ", missed", tone=GOOD if hits else BAD)
        draft.note(target)

    def boosted(self, event: ev.Boosted, who: Who) -> None:
        lit = f"{who} lit the Rocket Booster"
        draft = self.last_of(who, BOOSTER) or self.open("boost", who, lit)
        draft.key = "boost"
        draft.note(rule=event.rule)

    # What it did

    def changed(self, event: ev.Heat | ev.Structure, who: Who) -> None:
        """Tell a driver's changed points together, before and after, at the end of the line."""
        assert who is not None
        draft = self.last() or self.open(event.name, who, who, event.rule)
        draft.note(who, self.name(event.by), rule=event.rule)
        if event.cause == ev.Cause.EXTINGUISHER:
            draft.add(f" (heat {count(event.before)}→{count(event.now)})", CHANGE, GOOD)
            return
        losses = draft.losses = draft.losses or Losses(of=draft.who)
        known = (each for each in losses.told if (each.owner, each.what) == (who, event.name))
        if change := next(known, None):
            change.now = event.now
        else:
            losses.told.append(FigureChange(event.name, event.before, event.now, who))
        draft.tell_losses(late=draft.key in ("boost", "rush"))

    def destroyed(self, event: ev.Destroyed, who: Who) -> None:
        fate = fate_words(self.match, event)
        text = f"{who} was destroyed on {at(self.match, event.square)}: {fate}"
        self.open("destroyed", who, text, event.rule, BAD).note(self.name(event.by))


log_lines = Lines.log_lines
