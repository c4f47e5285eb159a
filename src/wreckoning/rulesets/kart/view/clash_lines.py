"""Write lines of collisions, attacks, bananas and wipeouts, with the dice term by term."""

from __future__ import annotations

from wreckoning.core.shown import BAD, CHANGE, GOOD
from wreckoning.rulesets.kart import events as ev
from wreckoning.rulesets.kart.events import Orientation, Pool
from wreckoning.rulesets.kart.questions import Declaration, Question
from wreckoning.rulesets.kart.race import Item, Obstruction
from wreckoning.rulesets.kart.view.clauses import Gathering, Shifts, TurnDraft
from wreckoning.rulesets.kart.view.sentences import SMASH_DICE, whose_thing
from wreckoning.rulesets.kart.view.words import (
    EDGES,
    OBSTRUCTIONS,
    ORIENTATIONS,
    THE_OBSTRUCTION,
    hits,
    item_name,
)

CLASHES = ("clash", "attack", "banana", "bill")
LOOKS = ("right", "down right", "down", "down left", "left", "up left", "up", "up right")


def edge_words(edge: int) -> str:
    """`right side`."""
    return EDGES[ev.Edge(edge)]


def looks(heading: int) -> str:
    """The direction on the board of a heading, in words."""
    return LOOKS[round(heading / 4500) % 8]


class ClashLines(Gathering):
    """Log lines of collisions, attacks, bananas, Bullet Bills and wipeouts."""

    def _collision(self, event: ev.Collision) -> None:
        who, other = self.match.names[event.who], self.match.names[event.other]
        orientation = Orientation(event.orientation)
        words = (
            f"{who} ran into {other}, {edge_words(event.edge)} against "
            f"{edge_words(event.other_edge)}: {ORIENTATIONS[orientation]} "
            f"({SMASH_DICE[orientation]})"
        )
        draft = self.open("clash", who, words, event.rule, BAD)
        draft.note(other, rule="G21")
        draft.against = {who: other, other: who}

    def _hit_obstruction(self, event: ev.HitObstruction) -> None:
        who, what = self.name(event.who), OBSTRUCTIONS[Obstruction(event.kind)]
        words = f"{who} hit {what} with the {edge_words(event.edge)}"
        words += ": head-on" if event.edge == ev.Edge.FRONT else ", which counts as head-on"
        draft = self.open("clash", who, words, event.rule, BAD)
        draft.thing = THE_OBSTRUCTION[event.kind]

    def _hit_bill(self, event: ev.HitBill) -> None:
        who, orientation = self.name(event.who), Orientation(event.orientation)
        words = f"{whose_thing(self.match, event.owner, event.who)} Bullet Bill smashed {who}: "
        words += f"{ORIENTATIONS[orientation]}, {edge_words(event.edge)} against "
        words += edge_words(event.other_edge)
        draft = self.open("clash", who, words, event.rule, BAD)
        draft.capital = True
        draft.thing = "the Bullet Bill"
        draft.note(self.name(event.owner))

    def _both_evade(self, event: ev.BothEvade) -> None:
        draft = self.drafts[-1]
        draft.add(f"; {self.name(event.who)} was the slower, so both had to evade")
        draft.note(rule=event.rule)

    def _declared(self, event: ev.Decided, index: int) -> None:
        draft = self.drafts[-1]
        draft.note(self.name(event.who), rule=event.rule)
        if "E10" in draft.rules:
            return  # they had no choice
        chosen = "Smash" if event.declaration == Declaration.SMASH else "Evade"
        first = not isinstance(self.events[index - 1], ev.Decided)
        draft.add(f"{'; ' if first else ', '}{self.name(event.who)} chose {chosen}")

    def _clash_die(self, event: ev.Rolled, index: int) -> None:
        """A die of a Smash, an attack or an Evade, with the reason for the number of dice."""
        who = self.match.names[event.who]
        draft = self.last(*CLASHES) or self._slip(event, who, index)
        name, other = self._rolls(draft, who, event.question == Question.SMASH_DIE)
        pool = self._pool_words(event, index, other)
        lead = {
            Question.SMASH_DIE: f"; {name} smashed with {pool}: ",
            Question.EVADE_DIE: f"; {name} evaded with {pool}: ",
            Question.ATTACK_DIE: f" with {pool}: ",
        }[event.question]
        self._die(draft, event, lead)

    def _slip(self, event: ev.Rolled, who: str, index: int) -> TurnDraft:
        """The line of a banana, which is told after its dice."""
        told = self._next(index, ev.BananaHit)
        owner = whose_thing(self.match, told.owner, told.who) if told else "a"
        draft = self.open("banana", who, f"{who} slipped on {owner} banana", "E15", BAD)
        draft.note(self.name(told.owner) if told else None)
        return draft

    def _smash(self, event: ev.Smash) -> None:
        draft = self.drafts[-1]
        draft.add(f" → {hits(event.hits)}", tone=BAD if event.hits else "")
        draft.note(rule=event.rule)

    def _evaded(self, event: ev.Evaded) -> None:
        draft = self.drafts[-1]
        text = f" → {event.cancelled or 'none'} cancelled"
        draft.add(text, tone=GOOD if event.cancelled else "")
        draft.note(rule=event.rule)

    def _no_dice(self, event: ev.NoDice) -> None:
        draft, pool = self.drafts[-1], Pool(event.pool)
        name, other = self._rolls(draft, self.match.names[event.who], pool is Pool.SMASH)
        draft.add(f"; {name} had no dice to {pool.name.lower()} with{self._terms(event, other)}")
        draft.note(rule=event.rule)
        self._note_terms(draft, event)

    def _rolls(self, draft: TurnDraft, who: str, smashes: bool) -> tuple[str, str]:
        """Who or what rolls a pool of this driver, and who is on the other side."""
        if smashes and draft.thing:
            return draft.thing, who
        return who, draft.against.get(who, "")

    # Attacks

    def _used(self, event: ev.Used, index: int) -> None:
        who = self.name(event.who)
        told = self._next(index, ev.Attacked) if event.item == Item.SHELL else None
        if told is not None:
            target = self.name(told.target)
            words = f"{who} shot a Shell from the {edge_words(told.edge)} at {target}"
            self.open("attack", who, words, event.rule).note(target, rule="G25")
            return
        draft = self.last_of(who, "turn")
        if draft and draft.is_bare:  # before the template
            draft.add(f" used the {item_name(event.item)}", tone=GOOD)
            draft.note(rule=event.rule)
            return
        self.open("used", who, f"{who} used the {item_name(event.item)}", event.rule, GOOD)

    def _attacked(self, event: ev.Attacked) -> None:
        left = event.hits - event.cancelled
        self.drafts[-1].add(f", {hits(left)}", tone=GOOD if left else BAD)

    def _after_use(self, event: ev.BananaDropped | ev.BillFired, words: str) -> None:
        if draft := self.goes_on(self.last_of(self.name(event.who), "used"), event):
            draft.add(f": {words}")

    def _banana_hit(self, event: ev.BananaHit) -> None:
        if draft := self.last("banana"):
            draft.add(f", {hits(event.hits - event.cancelled)}")
        else:
            self.plain(event)

    def _bill_gone(self, event: ev.BillGone) -> None:
        if draft := self.goes_on(self.last("clash", "bill_moved"), event):
            draft.add("; the Bullet Bill was spent")
            draft.note(self.name(event.who))

    def _removed(self, event: ev.Removed) -> None:
        if draft := self.goes_on(self.last("clash", "bill_moved"), event):
            flew = draft.key == "bill_moved"
            draft.add(f"; {'it broke a mushroom' if flew else 'the mushroom was flattened'}")

    # Wipeouts

    def _wipeout(self, event: ev.Wipeout) -> None:
        who = self.name(event.who)
        draft = self.last_of(who, "wipeout")
        draft = draft or self.open("wipeout", who, f"{who} wiped out", "", BAD)
        draft.add(f", facing {looks(event.heading)}")
        draft.note(rule=event.rule)

    def _scatter_die(self, event: ev.Rolled) -> None:
        who = self.name(event.who)
        draft = self.open("wipeout", who, f"{who} wiped out", event.rule, BAD)
        self._die(draft, event, ": scatter die ")

    def _gear(self, event: ev.Gear) -> None:
        """Tell a gear change with the SHIFT or the wipeout that made it."""
        draft = self.last_of(self.name(event.who))
        text = f"Gear {event.from_}→{event.to}"
        if draft is None:
            self.plain(event)
        elif told := draft.find(Shifts):
            told.made[-1] = (told.made[-1][0], event.to)
        else:
            draft.add("; ")
            draft.add(text, CHANGE, BAD)
            draft.note(rule=event.rule)
