"""Lines of items used, and of what they did to whom."""

from __future__ import annotations

from wreckoning.core.shown import BAD, Part
from wreckoning.core.wording import listed, whose
from wreckoning.rulesets.rtd.view.gathering import Draft, Gathering
from wreckoning.rulesets.rtd.view.sentences import (
    Event,
    blue_shell_arrives,
    hook_words,
    predicate,
    segment_name,
    tone,
)
from wreckoning.rulesets.rtd.view.words import item_name, item_phrase

LAID = ("banana", "fake_item_box")
# What is said of an item that met nobody.
IN_VAIN = {
    "bob_omb": ", with nobody behind",
    "blooper": ", with nobody to ink",
    "thunderbolt": ", with nobody to strike",
}


class AttackLines(Gathering):
    """Handlers of the events that begin with an item."""

    def _deployed(self, event: Event, _: int) -> None:
        draft, who = self._last("path"), event["who"]
        if draft and draft.who == who and draft.is_bare:
            self._clause(draft, event, predicate(self.match, event))
            return
        words = f"{who} {predicate(self.match, event)}"
        self._open("deployed", who, words, event["rule"], tone(event)).item = event["item"]

    def _used(self, event: Event) -> Draft | None:
        """The line of the item that this event is about."""
        draft = self._last()
        item = str(event.get("item", ""))
        if draft is None or not draft.item:
            return None
        same = not item or item == draft.item or draft.item == f"triple_{item}"
        return draft if same else None

    def _aimed(self, event: Event, _: int) -> None:
        draft = self._used(event)
        if draft and draft.is_bare:
            draft.add(f" on {event['other']}")
            draft.note(event["other"], rule=event["rule"])
        else:
            self._plain(event)

    def _laid(self, event: Event, _: int) -> None:
        draft = self._used(event)
        if draft and draft.is_bare:
            place = segment_name(self.match, event["segment"])
            draft.parts[0] = Part(f"{event['who']} left {item_phrase(event['item'])} on {place}")
            draft.note(rule=event["rule"])
        else:
            self._plain(event)
        self.drafts[-1].key = "litter"

    def _left_lying(self, event: Event, _: int) -> None:
        draft = self._last("litter")
        if draft:
            draft.add("; it stayed there" if draft.dice else ", where it stayed")
            draft.note(rule=event["rule"])
        else:
            self._plain(event)

    def _hit(self, event: Event, index: int) -> None:
        draft, who, item = self._last(), event["who"], event["item"]
        before = self.events[index - 1] if index else {}
        if draft is None:
            self._plain(event)
        elif before.get("event") == "item_lost" and before["item"] == item:
            words = item_name(item).removeprefix("Triple ")
            self._clause(draft, event, f"ran into {whose(before['who'])} {words}")
            draft.note(rule="R33")
        elif draft.key == "blue_shell_strikes":
            draft.note(who, rule=event["rule"])  # it came down on him: that is said
        elif draft.key == "litter" and draft.dice and draft.last_who == who:
            self._clause(draft, event, "ran into it")
        elif draft.key == "met":
            self._clause(draft, event, f"ran into {item_phrase(item)}")
        elif self._used(event) and draft.last_who == who and who != draft.who:
            self._clause(draft, event, "took the hit")
        elif self._used(event):
            draft.add(f", hit {who}", tone=tone(event))
            draft.note(who, rule=event["rule"])
            draft.relative = who
        else:
            self._plain(event)

    def _missed(self, event: Event, index: int) -> None:
        draft = self._used(event)
        if draft is None:
            self._plain(event)
        else:
            draft.add(f", {self._tie_words(index)}missed", tone=tone(event))
            draft.note(event["other"], rule=event["rule"])
            draft.last_who = None
            if event["item"] in LAID:
                draft.key = "litter"

    def _of_shell(self, event: Event, words: str) -> None:
        draft = self._used(event)
        if draft is None:
            self._plain(event)
            return
        words = f"which met nobody and {words}" if draft.is_bare else f"it {words}"
        draft.add(f", {words}", tone=tone(event))
        draft.note(rule=event["rule"])
        draft.last_who = None

    def _reversed(self, event: Event, _: int) -> None:
        self._of_shell(event, "turned round")

    def _funny_bounce(self, event: Event, _: int) -> None:
        self._of_shell(event, "bounced on, better aimed")

    def _shell_left(self, event: Event, _: int) -> None:
        self._of_shell(event, "left the track")

    def _blocked(self, event: Event, _: int) -> None:
        draft = self._used({})
        if draft is None:
            self._plain(event)
        else:
            words = f"stopped it with {hook_words(event['item'])}: both are gone"
            self._clause(draft, event, words)

    def _item_lost(self, event: Event, index: int) -> None:
        """Not told where the line says it: a shell was stopped with it, or somebody ran into it."""
        before = self.events[index - 1] if index else {}
        after = self.events[index + 1] if index + 1 < len(self.events) else {}
        is_met = after.get("event") == "hit" and after["item"] == event["item"]
        is_spent = before.get("event") == "blocked" and self._used({}) is not None
        if (is_met and self._last()) or is_spent:
            return
        self._plain(event)

    def _inked(self, event: Event, _: int) -> None:
        draft = self._used(event)
        if draft is None:
            self._plain(event)
            return
        if draft.said:
            draft.parts.pop()
        draft.said.append(event["who"])
        draft.add(f": {listed(draft.said)} got inked", tone=BAD)
        draft.note(event["who"], rule=event["rule"])
        draft.last_who = None

    def _shrunk(self, event: Event, _: int) -> None:
        draft = self._used(event)
        if draft is None or not draft.is_bare:
            self._plain(event)
            return
        draft.add(f": {event['who']} shrank", tone=tone(event))
        draft.note(event["who"], rule=event["rule"])
        draft.last_who = event["who"]

    def _blue_shell_sent(self, event: Event, _: int) -> None:
        draft = self._used(event)
        if draft is None or not draft.is_bare:
            self._plain(event)
            return
        when = f"it strikes the leader at the end of turn {event['due']}'s actions"
        draft.parts[0] = Part(f"{event['who']} sent off {item_phrase(draft.item)}: {when}")
        draft.note(rule=event["rule"])

    def _blue_shell_strikes(self, event: Event, _: int) -> None:
        who = event["who"]
        draft = self._open("blue_shell_strikes", who, blue_shell_arrives(event), event["rule"])
        draft.parts[0] = Part(draft.parts[0].text, tone=tone(event))
        draft.relative = who

    def _blast(self, event: Event, _: int) -> None:
        draft = self._last()
        if draft and "in the blast" in draft.said:
            draft.note(event["who"], rule=event["rule"])
        else:
            self._plain(event)

    def _tell_vain_uses(self, is_over: bool) -> None:
        """Items that met nobody; the last line may go on, unless its turn is over."""
        for draft in self.drafts if is_over else self.drafts[:-1]:
            if draft.key == "deployed" and draft.is_bare and draft.item in IN_VAIN:
                draft.add(IN_VAIN[draft.item])
