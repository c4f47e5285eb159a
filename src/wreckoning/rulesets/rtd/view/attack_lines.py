"""Write lines of used items, and of their effects."""

from __future__ import annotations

from wreckoning.core.events import Roll
from wreckoning.core.shown import BAD
from wreckoning.core.texts.wording import whose
from wreckoning.rulesets.rtd import events as ev
from wreckoning.rulesets.rtd.item_table import phrase_of, title_of
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import Item
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.view.clauses import Draft, Gathering, Use
from wreckoning.rulesets.rtd.view.sentences import (
    blue_shell_arrives,
    hook_words,
    predicate,
    segment_name,
    used_words,
)
from wreckoning.show.drafts import Deed, tone

LAID = (Item.BANANA, Item.FAKE_ITEM_BOX)
# The words for an item that met nobody.
IN_VAIN: dict[int, str] = {
    Item.BOB_OMB: ", with nobody behind",
    Item.BLOOPER: ", with nobody to ink",
    Item.THUNDERBOLT: ", with nobody to strike",
}

INKED = "got inked"


class AttackLines(Gathering):
    """The log lines of used items, and of their effects."""

    def _acts_as(self, item: int) -> int:
        return acts_as(self.match.race, item)

    def _deployed(self, event: ev.Deployed) -> None:
        draft, who = self.last("path"), self.match.names[event.who]
        if draft and draft.who == who and draft.is_bare:
            self._clause(draft, event, predicate(self.match, event))
            return
        did, what = used_words(self.match, event.item)
        use = Use(did, [who], [what], item=event.item)
        self.open("deployed", who, use, event.rule).use = use

    def _used(self, item: int = Item.NONE) -> Draft | None:
        """The line of the item that was used, if it is this one."""
        draft = self.last()
        if draft is None or draft.use is None:
            return None
        is_triple = (draft.use.item, item) == (Item.TRIPLE_RED_SHELL, Item.RED_SHELL)
        return draft if item in (Item.NONE, draft.use.item) or is_triple else None

    def _just_used(self, event: ev.Happened, item: int = Item.NONE) -> Use | None:
        """The use that this event goes on with, if nothing else is told of it yet."""
        draft = self._used(item)
        draft = self.goes_on(draft if draft and draft.is_bare else None, event)
        return draft.use if draft else None

    def _aimed(self, event: ev.Aimed, index: int) -> None:
        use = self._just_used(event, event.item)
        if use is None:
            return
        other, later = self.match.names[event.other], self.after(index)
        die = later.question if isinstance(later, Roll) else None
        draft, item = self.drafts[-1], phrase_of(event.item)
        if self._acts_as(event.item) in LAID or die == Question.THROW_CHECK:
            use.did, use.what, use.tail = "threw", [item], f" at {other}"
        elif die == Question.BOMB_DODGE:
            use.did, use.what, use.tail = "dropped", [item], f" in front of {other}"
        else:
            draft.add(f" on {other}")
        draft.note(other)

    def _laid(self, event: ev.Laid) -> None:
        if use := self._just_used(event, event.item):
            use.did, use.what = "left", [phrase_of(event.item)]
            use.tail = f" on {segment_name(self.match, event.segment)}"
        self.drafts[-1].key = "litter"

    def _left_lying(self, event: ev.LeftLying) -> None:
        if draft := self.goes_on(self.last("litter"), event):
            draft.add("; it stayed there" if draft.dice else ", where it stayed")

    def _hit(self, event: ev.Hit, index: int) -> None:
        draft, who, item = self.last(), self.name(event.who), event.item
        before = self.before(index)
        if draft is None:
            self.plain(event)
        elif isinstance(before, ev.ItemLost) and before.item == item:
            lost = title_of(Item.RED_SHELL if item == Item.TRIPLE_RED_SHELL else item)
            owner = whose(self.match.names[before.who])
            self._clause(draft, event, f"ran into {owner} {lost}")
            draft.note(rule="R33")
        elif draft.key == "blue_shell_strikes":
            draft.note(who, rule=event.rule)  # the line says so already
        elif draft.key == "litter" and draft.dice and draft.last_who == who:
            self._clause(draft, event, "ran into it")
        elif draft.key == "met":
            self._clause(draft, event, f"ran into {phrase_of(item)}")
        elif self._used(event.item) and draft.last_who == who and who != draft.who:
            self._clause(draft, event, "took the hit")
        elif self._used(event.item):
            draft.add(f", hit {who}", tone=tone(event))
            draft.note(who, rule=event.rule)
            draft.relative = who
        else:
            self.plain(event)

    def _missed(self, event: ev.Missed, index: int) -> None:
        if draft := self.goes_on(self._used(event.item), event):
            draft.add(f", {self._tie_words(index)}missed", tone=tone(event))
            draft.note(self.name(event.other))
            draft.last_who = None
            if self._acts_as(event.item) in LAID:
                draft.key = "litter"

    def _of_shell(self, event: ev.Reversed | ev.FunnyBounce | ev.ShellLeft, words: str) -> None:
        if draft := self.goes_on(self._used(), event):
            words = f"which met nobody and {words}" if draft.is_bare else f"it {words}"
            draft.add(f", {words}", tone=tone(event))
            draft.last_who = None

    def _blocked(self, event: ev.Blocked) -> None:
        if draft := self.goes_on(self._used(), event):
            words = f"stopped it with {hook_words(event.item)}: both are gone"
            self._clause(draft, event, words)

    def _item_lost(self, event: ev.ItemLost, index: int) -> None:
        """Tell a lost item, unless the line has it: it stopped a shell, or a driver ran into it."""
        before, after = self.before(index), self.after(index)
        is_met = isinstance(after, ev.Hit) and after.item == event.item
        is_spent = isinstance(before, ev.Blocked) and self._used() is not None
        if (is_met and self.last()) or is_spent:
            return
        self.plain(event)

    def _inked(self, event: ev.Inked) -> None:
        if draft := self.goes_on(self._used(), event):
            who, last = self.match.names[event.who], draft.clauses[-1]
            if isinstance(last, Deed) and last.did == INKED:
                last.who.append(who)
            else:
                draft.join(Deed(INKED, [who], lead=": ", tone=BAD))
            draft.note(who)
            draft.last_who = None

    def _shrunk(self, event: ev.Shrunk) -> None:
        if self._just_used(event):
            draft, who = self.drafts[-1], self.match.names[event.who]
            draft.join(Deed("shrank", [who], lead=": ", tone=tone(event)))
            draft.note(who)
            draft.last_who = who

    def _blue_shell_sent(self, event: ev.BlueShellSent) -> None:
        if use := self._just_used(event):
            use.did, use.what = "sent off", [phrase_of(use.item)]
            use.tail = f": it strikes the leader at the end of turn {event.due}'s actions"

    def _blue_shell_strikes(self, event: ev.BlueShellStrikes) -> None:
        who, words = self.name(event.who), blue_shell_arrives(self.match, event)
        draft = self.open("blue_shell_strikes", who, words, event.rule, tone(event))
        draft.relative = who

    def _blast(self, event: ev.Blast) -> None:
        draft = self.last()
        if draft and "in the blast" in draft.said:
            draft.note(self.name(event.who), rule=event.rule)
        else:
            self.plain(event)

    def _tell_vain_uses(self, is_over: bool) -> None:
        """Tell items that met nobody; the last line may go on, unless its turn is over."""
        for draft in self.drafts if is_over else self.drafts[:-1]:
            if draft.use is None or draft.use.tail or not draft.is_bare:
                continue
            kind = self._acts_as(draft.use.item)
            if kind == Item.BOB_OMB:
                draft.use.did = "dropped"
            if kind in IN_VAIN:
                draft.add(IN_VAIN[kind])
