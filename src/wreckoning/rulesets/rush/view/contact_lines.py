"""Lines of what is run into and shot at, of equipment, and of what it did to whom."""

from __future__ import annotations

from wreckoning.core.shown import BAD, CHANGE, GOOD, Part
from wreckoning.core.wording import listed, several
from wreckoning.rulesets.rush.view.gathering import Gathering
from wreckoning.rulesets.rush.view.sentences import Event, at, fate_words, square_of
from wreckoning.rulesets.rush.view.words import equipment_name, lane_words, tile_name


class ContactLines(Gathering):
    """Handlers of the events that somebody else is in, and of equipment."""

    def _obstruction_hit(self, event: Event, _: int) -> None:
        who = event["who"]
        words = f"{who} hit an obstruction in {tile_name(self.match.course, square_of(event))}"
        self._open("obstruction", who, words, event["rule"], BAD)

    def _stuck(self, event: Event, _: int) -> None:
        draft = self._last_of(event["who"])
        if draft:
            draft.add(", got no further", tone=BAD)
            draft.note(rule=event["rule"])
        else:
            self._plain(event)

    def _side_ram(self, event: Event, _: int) -> None:
        who, other = event["who"], event["other"]
        side = "left" if event["side"] == "left" else "right"
        words = f"{who} rammed {other} on the {side}"
        draft = self._open("side_ram", who, words, event["rule"])
        draft.note(other)
        if not event["clear"]:
            draft.add(", who had no room to give way")

    def _displaced(self, event: Event, _: int) -> None:
        draft = self.drafts[-1] if self.drafts and self.drafts[-1].key == "side_ram" else None
        if draft is None:
            self._plain(event)
            return
        lane = lane_words(square_of(event, "to"))
        draft.add(f", pushed {event['who']} into the {lane} lane", tone=GOOD)
        draft.note(event["who"], rule=event["rule"])

    def _ram_held(self, event: Event, _: int) -> None:
        draft = self._last_of(event["who"], "side_ram")
        if draft is None:
            self._plain(event)
            return
        draft.add(f", {event['other']} held the place")
        draft.note(rule=event["rule"])

    def _rush(self, event: Event, _: int) -> None:
        who, other = event["who"], event["other"]
        draft = self._open("rush", who, f"{who} ran into the back of {other}", event["rule"])
        draft.note(other)

    # Equipment

    def _armed(self, event: Event, _: int) -> None:
        name = f"the {equipment_name(event['equipment'])}"
        draft = self._last_of(event["who"])
        if draft is None:
            draft = self._open("armed", event["who"], f"{event['who']} armed {name}", event["rule"])
            draft.armed, draft.told_armed = [name], 0
            return
        if draft.told_losses < 0:
            draft.tell_losses()
        draft.armed.append(name)
        own = draft.told_armed == 0
        text = (
            f"{draft.who} armed {listed(draft.armed)}" if own else f"; armed {listed(draft.armed)}"
        )
        draft.told_armed = draft.say(draft.told_armed, text)
        draft.note(rule=event["rule"])

    def _used(self, event: Event, _: int) -> None:
        who, equipment = event["who"], event["equipment"]
        if equipment in ("side_bumper", "saw"):
            draft = self._last_of(who, "side_ram")
            if draft:
                draft.add(f" with the {equipment_name(equipment)}")
                draft.note(rule=event["rule"])
                return
        if equipment == "extinguisher" and (draft := self._last_of(who, "gear", "drive")):
            draft.add("; put a fire out")
            draft.note(rule=event["rule"])
            return
        opening = {
            "machine_gun": "fired the Machine Gun",
            "flamer": "fired the Flamer",
            "booster": "lit the Rocket Booster",
            "extinguisher": "used the Fire Extinguisher",
        }
        words = opening.get(equipment, f"used the {equipment_name(equipment)}")
        self._open(equipment, who, f"{who} {words}", event["rule"])

    def _shot(self, event: Event, _: int) -> None:
        who, target, hits = event["who"], event["target"], event["hits"]
        draft = self._last_of(who, "machine_gun", "flamer")
        if draft is None:
            self._plain(event)
            return
        way = "behind" if draft.key == "flamer" else "ahead"
        where = f"{several(event['range'], 'square')} {way}"
        draft.parts[0] = Part(f"{draft.parts[0].text} at {target}, {where}")
        draft.add(f", {several(hits, 'hit')}" if hits else ", missed", tone=GOOD if hits else BAD)
        draft.note(target, rule=event["rule"])

    def _boosted(self, event: Event, _: int) -> None:
        draft = self._last_of(event["who"], "booster")
        if draft is None:
            words = f"{event['who']} lit the Rocket Booster"
            draft = self._open("boost", event["who"], words, event["rule"])
        draft.key = "boost"
        draft.note(rule=event["rule"])

    # What it did

    def _structure(self, event: Event, _: int) -> None:
        self._loss(event)

    def _heat(self, event: Event, _: int) -> None:
        self._loss(event)

    def _loss(self, event: Event) -> None:
        """Points of somebody: told together, before and after, at the end of the line."""
        who, what = event["who"], event["event"]
        draft = self.drafts[-1] if self.drafts else self._open(what, who, who, event["rule"])
        before, now = event["now"] - event["change"], event["now"]
        draft.note(who, event.get("by"), rule=event["rule"])
        if event["cause"] == "extinguisher":
            draft.add(f" (heat {before}→{now})", CHANGE, GOOD)
            return
        draft.losses.setdefault((who, what), [before, now])[1] = now
        if not draft.tells_late:
            draft.tell_losses()

    def _destroyed(self, event: Event, _: int) -> None:
        who = event["who"]
        words = f"{who} was destroyed on {at(self.match, event)}: {fate_words(event)}"
        self._open("destroyed", who, words, event["rule"], BAD).note(event.get("by"))
