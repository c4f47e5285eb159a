"""Word the questions, and describe the situation of the asked driver."""

from __future__ import annotations

from wreckoning.core.asks import Ask
from wreckoning.core.events import Roll
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Prompt
from wreckoning.core.texts.wording import count, ordinal, signed, whose
from wreckoning.rulesets.rtd.events import Modifier
from wreckoning.rulesets.rtd.item_table import title_of
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.numbers import Item
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import NO, YES, Kart, Race, Use
from wreckoning.rulesets.rtd.refusals import no_deploying, nobody_to_hit
from wreckoning.rulesets.rtd.rules.deploy import has_use
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    index_of,
    segment_index,
)
from wreckoning.rulesets.rtd.view.board import stretch
from wreckoning.rulesets.rtd.view.items import to_be_robbed
from wreckoning.show.prompts import die_prompt, index_if_offered, pending

# What most people would answer: only where A20 or plain sense says so.
DEFAULTS = {
    Question.ROCKET_START: YES,
    Question.SLIDE_PASS: YES,
    Question.PULL_AHEAD: YES,
    Question.ITEM_BOX: YES,
    Question.SHARE: YES,
    Question.USE: int(Use.HOLD),
}


# The referee's part of a custom action (A69).
REFEREED = (
    Question.CUSTOM_MODIFIER,
    Question.CUSTOM_SUCCESS,
    Question.CUSTOM_OTHER,
    Question.CUSTOM_FAILURE,
)

# What the first question of a race takes for granted.
FIRST_WORDS = "M is Momentum: you add it when you pass (R4) and pay with it to Pull Ahead (R29)"


def describe_ask(match: Match, ask: Ask) -> Prompt:
    """The question for a person: a choice, or a die to be rolled at the table."""
    if ask.is_dice:
        return _die(match, ask)
    question = Question[ask.question.upper()]
    words = question.words
    if question == Question.USE and ask.subject > 0:
        words = f"What about your {title_of(ask.subject)}?"
    situation: tuple[str, ...] = ()
    if ask.by >= 0 and question in (Question.ORDER, Question.PULL_AHEAD, Question.USE):
        situation = _situation(match, match.race, match.race.karts[ask.by], question)
    elif question == Question.ROCKET_START:
        situation = (FIRST_WORDS,)
    elif question in REFEREED:
        situation = (f"The check is {whose(match.names[ask.subject])}, for an action of their own",)
    wanted = DEFAULTS.get(question)
    if question == Question.PULL_AHEAD and match.race.karts[ask.by].defensive:
        wanted = NO  # A37
    return Prompt(words, situation, ask.rule, 0, index_if_offered(ask, wanted))


def _die(match: Match, ask: Ask) -> Prompt:
    """Whose die it is, what for, and the modifiers that are known already."""
    modifiers = pending(match, Modifier)
    seat = modifiers[0][0] if modifiers else ask.subject
    about = f" on {match.names[ask.subject]}" if seat != ask.subject != NOBODY else ""
    about += _lots(match, ask)
    terms = [f"{signed(value)} {what.words}" for _, what, value in modifiers]
    return die_prompt(match, ask, terms, "" if seat == NOBODY else match.names[seat], about)


def _lots(match: Match, ask: Ask) -> str:
    """The meaning of each face of a die that chooses at random (A76)."""
    question = Question[ask.question.upper()]
    if question not in (Question.STEAL_FROM, Question.STEAL_ITEM):
        return ""
    robbed = to_be_robbed(match.race, match.race.karts[ask.subject])
    lots = [match.names[other.seat] for other in robbed]
    if question == Question.STEAL_ITEM:
        victim = robbed[_drawn(match) - 1 if len(robbed) > 1 else 0]
        lots = [title_of(item) for item in (victim.hook, *victim.hand) if item != Item.NONE]
    return f" ({', '.join(f'{face} {lot}' for face, lot in enumerate(lots, 1))})"


def _drawn(match: Match) -> int:
    """The die that chose the driver that Boo robs."""
    rolls = (event for event in reversed(match.events()) if isinstance(event, Roll))
    return next(roll.natural for roll in rolls if roll.question == Question.STEAL_FROM)


def _situation(match: Match, race: Race, kart: Kart, question: Question) -> tuple[str, ...]:
    """The drivers ahead and behind, and the features of the segment this turn."""
    words = [
        f"{ordinal(index_of(race, kart.seat) + 1)} of {race.drivers}, "
        f"{count(kart.momentum)} Momentum (M)"
    ]
    for other, where in (
        (ahead_in_group(race, kart), "ahead"),
        (behind_in_group(race, kart), "behind"),
    ):
        if other != NOBODY:
            words.append(f"{match.names[other]} {where} with {count(race.karts[other].momentum)} M")
    if len(words) == 1:
        words.append("alone in the segment")
    lines = [", ".join(words)]
    if question == Question.ORDER:
        here = stretch(match, segment_index(race, kart))
        signs = [meaning for _, meaning in here.signs] + list(here.lying)
        lines.append(f"{here.name} ({here.kind})" + (f": {'; '.join(signs)}" if signs else ""))
        lines += _kept(race, kart)
    return tuple(lines)


def _kept(race: Race, kart: Kart) -> list[str]:
    """The items that the driver carries but cannot use now, each with the reason (A31, A84)."""
    reasons = [no_deploying(race, kart, item) for item in kart.hand if item != Item.NONE]
    if kart.hook != Item.NONE and not has_use(race, kart, kart.hook):
        reasons.insert(0, nobody_to_hit(race, kart, kart.hook))
    lines = [f"{text[0].upper()}{text[1:]} ({rule})" for text, rule in filter(None, reasons)]
    return list(dict.fromkeys(lines))
