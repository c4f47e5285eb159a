"""What each option means before one chooses, with its chances."""

from __future__ import annotations

from collections.abc import Callable

from wreckoning.core.match import Ask, Match
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Option
from wreckoning.rulesets.rtd.events import Event
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import (
    AGGRESSIVE,
    CUSTOM,
    DEFENSIVE,
    DEPLOY,
    DRAFT,
    GREEN_SHELL,
    NO_ITEM,
    PATH_1,
    RAM,
    SLIDE,
    YES,
    Effect,
    Item,
    Kart,
    Race,
    Use,
)
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively, power_slide
from wreckoning.rulesets.rtd.rules.blue_shell import make_share
from wreckoning.rulesets.rtd.rules.loot import hits_box, item_roll
from wreckoning.rulesets.rtd.rules.movement import try_to_pull_ahead
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram
from wreckoning.rulesets.rtd.rules.paths import take_path
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    segment_index,
)
from wreckoning.rulesets.rtd.rules.start import rocket_start
from wreckoning.rulesets.rtd.rules.statuses import has_ink
from wreckoning.rulesets.rtd.view import items
from wreckoning.rulesets.rtd.view.board import HAZARD, track
from wreckoning.rulesets.rtd.view.trials import (
    Trial,
    average,
    by_face,
    chance,
    momentum,
    needed,
    percent,
    trials,
)
from wreckoning.rulesets.rtd.view.words import (
    EFFECT_NAMES,
    ITEM_RULES,
    MINUS,
    USE_NAMES,
    item_name,
    listed,
    order_name,
    signed,
)

Meaning = tuple[str, float | None]
Described = tuple[str, str, float | None, tuple[str, ...]]
Describer = Callable[[Match, Ask, int], Described]


def describe_option(match: Match, ask: Ask, index: int) -> Option:
    """The option at this index of `ask.options`: label, meaning, chance and rules."""
    option = ask.options[index]
    if ask.is_dice:
        return Option(ask.names[index], ask.names[index], "", None, (ask.rule,))
    question = Question[ask.question.upper()]
    label, meaning, odds, rules = DESCRIBERS[question](match, ask, option)
    return Option(ask.names[index], label, meaning, odds, tuple(dict.fromkeys(rules)))


def _kart(match: Match, ask: Ask) -> Kart:
    kart: Kart = match.race.karts[ask.by]
    return kart


def _change(before: int, trial: Trial, seat: int) -> str:
    after = momentum(trial, seat) - before
    return f"{signed(after)} M" if after else ""


# The start


def _rocket_start(match: Match, ask: Ask, option: int) -> Described:
    race, before = match.race, match.race.karts[ask.by].momentum
    found = trials(race, ask.by, lambda r, k: rocket_start(r, k, option == YES))
    if option != YES:
        return "No attempt", f"a safe {_change(before, found[0], ask.by)}", None, ("R14",)
    faces = by_face(found, lambda trial: f"M {momentum(trial, ask.by)}")
    mean = average(found, lambda trial: momentum(trial, ask.by))
    return "Rocket Start", f"{faces} (average {mean:.1f})", None, ("R14", "A6", "R15")


# Orders


def _order(match: Match, ask: Ask, option: int) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option == AGGRESSIVE:
        return _aggressive(race, kart)
    if option == SLIDE:
        return _slide(match, race, kart)
    if option == DRAFT:
        odds = _pass_chance(race, kart, kart.figures.draft)
        text = f"a free pass attempt on {_ahead(match, race, kart)}"
        return "Draft", text + _risk(race, kart), odds, ("R20", "A19", "R4")
    if option == RAM:
        return "Ram", *_ram(match, race, kart), ("R22", "A22", "A23", "A24")
    if option == DEFENSIVE:
        return "Drive Defensively", *_defensive(match, race, kart), ("R19", "A18", "A17")
    if option == CUSTOM:
        return "Something else", "an action that the referee settles", None, ("R17", "A69")
    if option > DEPLOY:
        item = option - DEPLOY
        text, odds = items.deploying(match, race, kart, item)
        return order_name(option), text, odds, ITEM_RULES[Item(item)]
    return _path(match, race, kart, option - PATH_1)


def _aggressive(race: Race, kart: Kart) -> Described:
    found = trials(race, kart.seat, drive_aggressively)
    faces = by_face(found, lambda trial: _change(kart.momentum, trial, kart.seat))
    mean = average(found, lambda trial: momentum(trial, kart.seat) - kart.momentum)
    text = f"{faces} (average {mean:+.1f})".replace("-", MINUS)
    return "Drive Aggressively", text, None, ("R18", "R1")


def _slide(match: Match, race: Race, kart: Kart) -> Described:
    found = trials(race, kart.seat, power_slide, dice=1)
    odds = chance(found, lambda trial: trial.told(Event.SLIDE_WON))
    text = f"{needed(found, lambda trial: trial.told(Event.SLIDE_WON))}: +1 on passes this turn"
    if has_ink(race, kart):
        text += ", ink washed off"
    passing = chance(trials(race, kart.seat, power_slide), lambda trial: trial.told(Event.PASSED))
    if passing:
        text += f", a free pass attempt on {_ahead(match, race, kart)} ({percent(passing)} in all)"
    other = by_face(found, lambda trial: _change(kart.momentum, trial, kart.seat))
    return "Power Slide", text + (f" ({other})" if other else ""), odds, ("R24", "A19", "A61")


def _ram(match: Match, race: Race, kart: Kart) -> Meaning:
    texts, best = [], None
    for other, where in (
        (ahead_in_group(race, kart), "ahead"),
        (behind_in_group(race, kart), "behind"),
    ):
        if other == NOBODY:
            continue
        found = trials(race, kart.seat, _ramming(other), dice=2)
        odds = chance(found, lambda trial: trial.told(Event.RAMMED))
        texts.append(f"{match.names[other]} {where} {percent(odds)}")
        best = odds if best is None else best
    if not texts:
        return "nobody beside you to ram", None
    return f"shove first in your next pass, yours or theirs ({', '.join(texts)}); costs 1 M", best


def _ramming(other: int) -> Callable[[Race, Kart], bool]:
    return lambda race, kart: ram(race, kart, race.karts[other])


def _defensive(match: Match, race: Race, kart: Kart) -> Meaning:
    text = "+1 against passes and attacks"
    behind = behind_in_group(race, kart)
    if behind != NOBODY and race.karts[behind].momentum > kart.momentum:
        plain, safer = _kept_back(race, kart, behind, 0), _kept_back(race, kart, behind, 1)
        text += f" (keeps {match.names[behind]} behind {percent(plain)} → {percent(safer)})"
    held = "" if race.switches.defensive_pull_ahead else " and no Pulling Ahead"
    return f"{text}; no passing{held} this turn", None


def _kept_back(race: Race, kart: Kart, behind: int, defensive: int) -> float | None:
    def tried(copy: Race, other: Kart) -> bool:
        copy.karts[kart.seat].defensive = defensive
        return bool(pass_attempt(copy, other, copy.karts[kart.seat], 0))

    return chance(trials(race, behind, tried), lambda trial: not trial.given)


def _ahead(match: Match, race: Race, kart: Kart) -> str:
    return str(match.names[ahead_in_group(race, kart)])


def _pass_chance(race: Race, kart: Kart, bonus: int = 0) -> float | None:
    ahead = ahead_in_group(race, kart)
    found = trials(race, kart.seat, lambda r, k: pass_attempt(r, k, r.karts[ahead], bonus))
    return chance(found, lambda trial: trial.given)


def _risk(race: Race, kart: Kart) -> str:
    """What hangs behind the driver ahead."""
    ahead = ahead_in_group(race, kart)
    if ahead == NOBODY or race.karts[ahead].hook == NO_ITEM:
        return "; a pass costs 1 M"
    return f"; a pass costs 1 M, a failure runs you into the {item_name(race.karts[ahead].hook)}"


def _path(match: Match, race: Race, kart: Kart, index: int) -> Described:
    words = match.course.segments[segment_index(race, kart)].paths[index]
    found = trials(race, kart.seat, lambda r, k: take_path(r, k, index), dice=1)
    odds = chance(found, lambda trial: trial.told(Event.PATH_TAKEN))
    text = words.text[0].lower() + words.text[1:].rstrip(".")
    if odds is not None and odds < 1:
        other = by_face(found, lambda trial: _change(kart.momentum, trial, kart.seat))
        text += f" ({other})" if other else ""
    return words.name, text, odds, ("R23", "A66")


# What comes up during the turn


def _use(match: Match, ask: Ask, option: int) -> Described:
    race, kart, item = match.race, _kart(match, ask), ask.subject
    if option > DEPLOY:
        text, odds = items.deploying(match, race, kart, option - DEPLOY)
        return order_name(option), text, odds, ITEM_RULES[Item(option - DEPLOY)]
    text, odds = items.using(match, race, kart, item, option)
    label = USE_NAMES[Use(option)]
    rules = ITEM_RULES[Item(item)] if item else ("A29",)
    return label, text, odds, (*rules, "R34", "A47")


def _target(match: Match, ask: Ask, option: int) -> Described:
    race, kart = match.race, _kart(match, ask)
    label = "Nobody named" if option == NOBODY else match.names[option]
    if ask.subject == GREEN_SHELL:
        text, odds = items.aiming(match, race, kart, option, ask.options)
        return label, text, odds, ("R39", "A54")
    item = items.in_the_air(match, kart)
    text, odds = items.throwing(match, race, kart, item, option)
    return label, text, odds, ITEM_RULES[Item(item)]


def _path_item(match: Match, ask: Ask, option: int) -> Described:
    kart = _kart(match, ask)
    where = "on your hook" if kart.hook == option else "in hand"
    return item_name(option), f"spend the one {where}", None, ("A66", "A75")


def _slide_pass(match: Match, ask: Ask, option: int) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option != YES:
        return "No", "stay where you are; you may still jockey later", None, ("R24",)
    odds = _pass_chance(race, kart)
    text = f"try to pass {_ahead(match, race, kart)}{_risk(race, kart)}"
    return "Yes", text, odds, ("R24", "R4")


def _pull_ahead(match: Match, ask: Ask, option: int) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option != YES:
        return "No", f"stay in the segment with M {kart.momentum}", None, ("R29",)
    first = trials(race, kart.seat, try_to_pull_ahead, dice=1)
    found = trials(race, kart.seat, try_to_pull_ahead)
    odds = chance(found, lambda trial: trial.race.karts[kart.seat].pulls_ahead > kart.pulls_ahead)
    following = (segment_index(race, kart) + 1) % race.course.segments
    there = track(match)[following]
    where = there.name
    dangers = "; ".join([text for sign, text in there.signs if sign == HAZARD] + [*there.lying])
    text = f"{needed(first, lambda trial: not trial.told(Event.PULL_AHEAD_FAILED))}"
    text += f", then the dangers of {where} ({dangers})" if dangers else f" and on to {where}"
    return "Yes", f"{text}; it costs {kart.figures.pull_ahead} M", odds, ("R29", "A4", "A34")


def _item_box(match: Match, ask: Ask, option: int) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option != YES:
        return "No", "drive past them", None, ("R30",)
    found = trials(race, kart.seat, lambda r, k: hits_box(r, k, -ask.subject), dice=1)
    odds = chance(found, lambda trial: trial.given)
    rolls = trials(race, kart.seat, lambda r, k: item_roll(r, k))
    loot = listed(list(dict.fromkeys(item_name(trial.given) for trial in rolls)), "or")
    other = by_face(found, lambda trial: _change(kart.momentum, trial, kart.seat))
    text = f"{needed(found, lambda trial: trial.given)}: {loot}"
    return "Yes", text + (f" ({other})" if other else ""), odds, ("R30", "R6", "A45")


def _share(match: Match, ask: Ask, option: int) -> Described:
    race, name = match.race, match.names[ask.subject]
    if option != YES:
        return "No", f"take the hit alone; {name} is in the blast", None, ("R45",)
    owner = _sender(match)
    found = trials(race, ask.by, lambda r, k: make_share(r, k, owner))
    odds = chance(found, lambda trial: trial.given != NOBODY)
    return (
        "Yes",
        f"drag {name} into the hit; it costs nothing",
        odds,
        ("R45", "A64"),
    )


def _sender(match: Match) -> int:
    """Who sent the Blue Shell that is striking now."""
    for event in reversed(match.events()):
        if event["event"] == "blue_shell_strikes" and event["owner"]:
            return match.names.index(event["owner"])
    return NOBODY


# The referee


def _custom_number(_: Match, __: Ask, option: int) -> Described:
    return signed(option), "on the check", None, ("A69",)


def _custom_effect(_: Match, __: Ask, option: int) -> Described:
    return EFFECT_NAMES[Effect(option)], "", None, ("A69",)


DESCRIBERS: dict[Question, Describer] = {
    Question.ROCKET_START: _rocket_start,
    Question.ORDER: _order,
    Question.USE: _use,
    Question.TARGET: _target,
    Question.PATH_ITEM: _path_item,
    Question.SLIDE_PASS: _slide_pass,
    Question.PULL_AHEAD: _pull_ahead,
    Question.ITEM_BOX: _item_box,
    Question.SHARE: _share,
    Question.CUSTOM_MODIFIER: _custom_number,
    Question.CUSTOM_SUCCESS: _custom_effect,
    Question.CUSTOM_FAILURE: _custom_effect,
}
