"""Write lines of collisions, shots and equipment, and of the damage."""

from __future__ import annotations

from wreckoning.core.shown import BAD, CHANGE, GOOD, Part
from wreckoning.core.wording import count, listed, several
from wreckoning.rulesets.rush import events as ev
from wreckoning.rulesets.rush.race import Equipment
from wreckoning.rulesets.rush.view.gathering import Gathering, Who
from wreckoning.rulesets.rush.view.sentences import at, fate_words
from wreckoning.rulesets.rush.view.words import equipment_name, lane_words, tile_name

OPENINGS = {
    Equipment.MACHINE_GUN: "fired the Machine Gun",
    Equipment.FLAMER: "fired the Flamer",
    Equipment.BOOSTER: "lit the Rocket Booster",
    Equipment.EXTINGUISHER: "used the Fire Extinguisher",
}
GUN, FLAME, BOOSTER = (
    each.name for each in (Equipment.MACHINE_GUN, Equipment.FLAMER, Equipment.BOOSTER)
)  # keys of lines


class ContactLines(Gathering):
    """Log lines of events with another driver, and of equipment."""

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
            draft = self.open("armed", who, f"{who} armed {what}", event.rule)
            draft.armed, draft.told["armed"] = [what], 0
            return
        if "losses" not in draft.told:
            draft.tell_losses()
        draft.armed.append(what)
        lead = f"{who}" if draft.told.get("armed") == 0 else ";"
        draft.say("armed", f"{lead} armed {listed(draft.armed)}")
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
            self.open(equipment.name, who, f"{who} {how}", event.rule)

    def shot(self, event: ev.Shot, who: Who) -> None:
        draft = self.goes_on(self.last_of(who, GUN, FLAME), event)
        if draft is None:
            return
        target, hits = self.name(event.target), event.hits
        where = f"{several(event.range, 'square')} {'behind' if draft.key == FLAME else 'ahead'}"
        draft.parts[0] = Part(f"{draft.parts[0].text} at {target}, {where}")
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
        draft.losses.setdefault((who, event.name), [event.before, event.now])[1] = event.now
        if not draft.tells_late:
            draft.tell_losses()

    def destroyed(self, event: ev.Destroyed, who: Who) -> None:
        fate = fate_words(self.match, event)
        text = f"{who} was destroyed on {at(self.match, event.square)}: {fate}"
        self.open("destroyed", who, text, event.rule, BAD).note(self.name(event.by))
