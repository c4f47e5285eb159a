"""Describe options: the meaning of each, and its chances."""

from __future__ import annotations

from collections.abc import Callable

from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.shown import Option
from wreckoning.core.wording import MINUS, count, listed, signed
from wreckoning.odds.trials import Chance, Trial, average, by_face, chance, needed
from wreckoning.rulesets.rtd.events import (
    ITEM_RULES,
    BlueShellStrikes,
    Passed,
    PathTaken,
    PullAheadCancelled,
    PullAheadFailed,
    Rammed,
    SlideWon,
)
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, YES, Effect, Item, Kart, Order, Race, Use
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively, power_slide
from wreckoning.rulesets.rtd.rules.blue_shell import make_share
from wreckoning.rulesets.rtd.rules.loot import fakes_strike, has_room_in_hand, hits_box, item_roll
from wreckoning.rulesets.rtd.rules.movement import try_to_pull_ahead
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram, rams
from wreckoning.rulesets.rtd.rules.paths import take_path
from wreckoning.rulesets.rtd.rules.standings import (
    ahead_in_group,
    behind_in_group,
    is_immune,
    segment_index,
)
from wreckoning.rulesets.rtd.rules.start import rocket_start
from wreckoning.rulesets.rtd.rules.statuses import has_ink, is_boo, is_star
from wreckoning.rulesets.rtd.view import items
from wreckoning.rulesets.rtd.view.board import HAZARD, stretch
from wreckoning.rulesets.rtd.view.trials import PASSING, Try, no_trials, trials
from wreckoning.rulesets.rtd.view.words import (
    EFFECT_MEANINGS,
    EFFECT_NAMES,
    USE_NAMES,
    item_name,
    order_name,
)
from wreckoning.show.options import OptionWords, option_of

Meaning = tuple[str, Chance | None]
SUCCESS, PASS, LOOT = "success", "pass", "item"  # what chances are of
Described = tuple[str, str, Chance | None, tuple[str, ...]]
Describer = Callable[[Match, Ask, int, Try], Described]


def describe_option(match: Match, ask: Ask, index: int) -> Option:
    """The option at this index of `ask.options`: label, meaning, chance and rules."""
    return _option(match, ask, index, trials)


def label_option(match: Match, ask: Ask, index: int) -> Option:
    """The same without trying anything out: no chance, and a meaning that needs none."""
    return _option(match, ask, index, no_trials)


def _option(match: Match, ask: Ask, index: int, tries: Try) -> Option:
    def words(option: int) -> OptionWords:
        describe = DESCRIBERS[Question[ask.question.upper()]]
        label, meaning, odds, rules = describe(match, ask, option, tries)
        if odds is None:
            return OptionWords(label, meaning, rules=rules)
        if odds.value is None and odds.text:
            meaning += f" ({odds.text})"
        return OptionWords(label, meaning, odds.value, rules, odds.of)

    return option_of(ask, index, words)


def _kart(match: Match, ask: Ask) -> Kart:
    kart: Kart = match.race.karts[ask.by]
    return kart


def _change(before: int, trial: Trial) -> str:
    after = trial.after - before
    return f"{signed(after)} M" if after else ""


def _in_brackets(text: str) -> str:
    return f" ({text})" if text else ""


def _on_roll(faces: str) -> str:
    """`roll 4+`, or `always` or `never`."""
    return f"roll {faces}" if faces[:1].isdigit() else faces


def _with_odds(text: str, odds: Chance | None) -> str:
    return f"{text} {odds.text}".rstrip() if odds else text


# The start


def _rocket_start(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, before = match.race, match.race.karts[ask.by].momentum
    found = tries(race, ask.by, lambda r, k: rocket_start(r, k, option == YES))
    if option != YES:
        safe = f"a safe {_change(before, found.trials[0])}" if found.trials else ""
        return "No attempt", safe or "a safe start, without a roll", None, ("R14",)
    faces = by_face(found, lambda trial: f"{count(trial.after)} M")
    mean = average(found, lambda trial: trial.after)
    text = (
        f"roll {faces} (average {mean:.1f} M)" if faces else "the higher the roll, the faster away"
    )
    return "Rocket Start", text, None, ("R14", "A6", "R15")


# Orders


def _order(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option == Order.AGGRESSIVE:
        return _aggressive(race, kart, tries)
    if option == Order.SLIDE:
        return _slide(match, race, kart, tries)
    if option == Order.DRAFT:
        odds = _pass_chance(race, kart, tries, kart.figures.draft)
        text = f"a free attempt to pass {_ahead(match, race, kart)}"
        return "Draft", text + _risk(race, kart), odds, ("R20", "A19", "R4")
    if option == Order.RAM:
        return "Ram", *_ram(match, race, kart, tries), ("R22", "A22", "A23", "A24", "A62", "A63")
    if option == Order.DEFENSIVE:
        return "Drive Defensively", *_defensive(match, race, kart, tries), ("R19", "A18", "A17")
    if option == Order.CUSTOM:
        return "Something else", "an action that the referee settles", None, ("R17", "A69")
    if option > DEPLOY:
        item = option - DEPLOY
        text, odds = items.deploying(match, race, kart, item, tries)
        return order_name(option), text, odds, ITEM_RULES[Item(item)]
    return _path(match, race, kart, option - Order.PATH_1, tries)


def _aggressive(race: Race, kart: Kart, tries: Try) -> Described:
    found = tries(race, kart.seat, drive_aggressively)
    faces = by_face(found, lambda trial: _change(kart.momentum, trial))
    mean = round(average(found, lambda trial: trial.after - kart.momentum), 1) + 0.0  # not −0.0
    text = f"roll {faces} (average {mean:+.1f} M)".replace("-", MINUS)
    return (
        "Drive Aggressively",
        text if found.trials else "a Racing Check for Momentum",
        None,
        ("R18", "R1"),
    )


def _slide(match: Match, race: Race, kart: Kart, tries: Try) -> Described:
    found = tries(race, kart.seat, power_slide, [SlideWon], dice=1)
    odds = chance(found, lambda trial: trial.told(SlideWon), SUCCESS)
    faces = needed(found, lambda trial: trial.told(SlideWon))
    text = (
        f"{_on_roll(faces)}: +1 on passes this turn"
        if faces
        else "a check for +1 on passes this turn"
    )
    if has_ink(race, kart):
        text += ", ink washed off"
    ahead = ahead_in_group(race, kart)
    if ahead != NOBODY and kart.momentum + 2 > race.karts[ahead].momentum:
        text += _slide_pass_words(match, race, kart, tries)
    other = by_face(found, lambda trial: _change(kart.momentum, trial))
    return "Power Slide", text + _in_brackets(other), odds, ("R24", "A19", "A61")


def _slide_pass_words(match: Match, race: Race, kart: Kart, tries: Try) -> str:
    """The free pass attempt of a slide, which may depend on the slide's own Momentum."""
    free = f", and a free attempt to pass {_ahead(match, race, kart)}"
    passing = chance(
        tries(race, kart.seat, power_slide, PASSING, settled=PASSING),
        lambda trial: trial.told(Passed),
    )
    if passing is None:
        return free if kart.momentum > race.karts[ahead_in_group(race, kart)].momentum else ""
    if not passing.high:
        return ""
    return f"{free} ({passing.text} overall)" if passing.text else free


def _ram(match: Match, race: Race, kart: Kart, tries: Try) -> Meaning:
    if is_boo(race, kart):
        return "brings nothing: a ghost neither rams nor is rammed", None
    if is_star(race, kart):
        return "brings nothing more: with your Star every pass is a ram", None
    texts, best = [], None
    for other, where in (
        (ahead_in_group(race, kart), "ahead"),
        (behind_in_group(race, kart), "behind"),
    ):
        if other == NOBODY:
            continue
        if not rams(race, kart, YES, race.karts[other]):
            state = "a ghost" if is_boo(race, race.karts[other]) else "a Star"
            texts.append(f"not {match.names[other]} {where}, {state}")
            continue
        found = tries(race, kart.seat, _ramming(other), [Rammed], dice=2)
        odds = chance(found, lambda trial: trial.told(Rammed), SUCCESS)
        texts.append(_with_odds(f"{match.names[other]} {where}", odds))
        best = odds if best is None else best
    if not texts:
        return "nobody next to you to ram", None
    return (
        f"shove a neighbour before the next pass, yours or theirs ({', '.join(texts)}); costs 1 M",
        best,
    )


def _ramming(other: int) -> Callable[[Race, Kart], bool]:
    return lambda race, kart: ram(race, kart, race.karts[other])


def _defensive(match: Match, race: Race, kart: Kart, tries: Try) -> Meaning:
    text = "+1 against passes and attacks"
    behind = behind_in_group(race, kart)
    if behind != NOBODY and race.karts[behind].momentum > kart.momentum:
        plain, safer = (_kept_back(race, kart, behind, stance, tries) for stance in (0, 1))
        if plain and safer and plain.text and safer.text:
            text += f" (keeps {match.names[behind]} behind {plain.text} → {safer.text})"
    held = "" if race.switches.defensive_pull_ahead else " and no Pulling Ahead"
    return f"{text}; no passing{held} this turn", None


def _kept_back(
    race: Race, kart: Kart, behind: SeatIndex, defensive: int, tries: Try
) -> Chance | None:
    seat = kart.seat

    def tried(copy: Race, other: Kart) -> bool:
        copy.karts[seat].defensive = defensive
        return bool(pass_attempt(copy, other, copy.karts[seat], 0))

    found = tries(race, behind, tried, settled=PASSING)
    return chance(found, lambda trial: not trial.told(Passed))


def _ahead(match: Match, race: Race, kart: Kart) -> str:
    return str(match.names[ahead_in_group(race, kart)])


def _pass_chance(race: Race, kart: Kart, tries: Try, bonus: int = 0) -> Chance | None:
    ahead = ahead_in_group(race, kart)
    found = tries(
        race, kart.seat, lambda r, k: pass_attempt(r, k, r.karts[ahead], bonus), settled=PASSING
    )
    return chance(found, lambda trial: trial.told(Passed), PASS)


def _risk(race: Race, kart: Kart) -> str:
    """The risk of the item behind the driver ahead."""
    ahead = ahead_in_group(race, kart)
    if ahead == NOBODY or race.karts[ahead].hook == Item.NONE or is_immune(race, kart):
        return "; a pass costs 1 M"
    return f"; a pass costs 1 M, a failure runs you into the {item_name(race.karts[ahead].hook)}"


def _path(match: Match, race: Race, kart: Kart, index: int, tries: Try) -> Described:
    words = match.course.segments[segment_index(race, kart)].paths[index]
    found = tries(race, kart.seat, lambda r, k: take_path(r, k, index), [PathTaken], dice=1)
    odds = chance(found, lambda trial: trial.told(PathTaken), SUCCESS)
    text = words.text[0].lower() + words.text[1:].rstrip(".")
    if odds and odds.low < 1:
        text += _in_brackets(by_face(found, lambda trial: _change(kart.momentum, trial)))
    return words.name, text, odds, ("R23", "A66")


# What comes up during the turn


def _use(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, kart, item = match.race, _kart(match, ask), ask.subject
    if option > DEPLOY:
        text, odds = items.deploying(match, race, kart, option - DEPLOY, tries)
        return order_name(option), text, odds, ITEM_RULES[Item(option - DEPLOY)]
    text, odds = items.using(match, race, kart, item, option, tries)
    label = USE_NAMES[Use(option)]
    rules = ITEM_RULES[Item(item)] if item else ("A29",)
    return label, text, odds, (*rules, "R34", "A47")


def _target(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, kart = match.race, _kart(match, ask)
    label = "Nobody named" if option == NOBODY else match.names[option]
    if ask.subject == Item.GREEN_SHELL:
        text, odds = items.aiming(match, race, kart, as_seat(option), ask.options, tries)
        return label, text, odds, ("R39", "A54")
    item = items.in_the_air(match, kart)
    text, odds = items.throwing(match, race, kart, item, as_seat(option), tries)
    return label, text, odds, ITEM_RULES[Item(item)]


def _path_item(match: Match, ask: Ask, option: int, _: Try) -> Described:
    kart = _kart(match, ask)
    where = "on your hook" if kart.hook == option else "in hand"
    return item_name(option), f"spend the one {where}", None, ("A66", "A75")


def _slide_pass(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option != YES:
        return "No", "stay where you are; you may still jockey later", None, ("R24",)
    odds = _pass_chance(race, kart, tries)
    text = f"try to pass {_ahead(match, race, kart)}{_risk(race, kart)}"
    return "Yes", text, odds, ("R24", "R4")


def _pull_ahead(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option != YES:
        return "No", f"stay in this segment with {count(kart.momentum)} M", None, ("R29",)
    first = tries(race, kart.seat, try_to_pull_ahead, [PullAheadFailed], dice=1)
    there = stretch(match, (segment_index(race, kart) + 1) % race.course.segments)
    met = [text for sign, text in there.signs if sign == HAZARD or "with a check" in text]
    dangers = "; ".join([*met, *there.lying])
    faces = needed(first, lambda trial: not trial.told(PullAheadFailed)) or "a check"
    then = f", then on {there.name} at once: {dangers}" if dangers else f" and on to {there.name}"
    text = f"{_on_roll(faces)}{then}"
    odds = _pulled_ahead(race, kart, tries)
    cost = f"it costs {kart.figures.pull_ahead} M"
    return "Yes", f"{text}; {cost}", odds, ("R29", "A4", "A34")


def _pulled_ahead(race: Race, kart: Kart, tries: Try) -> Chance | None:
    """Whether no hazard and no dash panel sent the driver back."""
    found = tries(
        race,
        kart.seat,
        try_to_pull_ahead,
        settled=[PullAheadFailed, PullAheadCancelled],
    )
    failed = (PullAheadFailed, PullAheadCancelled)
    return chance(found, lambda trial: not any(map(trial.told, failed)), SUCCESS)


def _item_box(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, kart = match.race, _kart(match, ask)
    if option != YES:
        return "No", "drive past them", None, ("R30",)
    taken = ask.subject
    found = tries(race, kart.seat, lambda r, k: _box(r, k, -taken), dice=1)
    odds = chance(found, lambda trial: trial.given, LOOT)
    rolls = tries(race, kart.seat, lambda r, k: item_roll(r, k))
    loot = listed(list(dict.fromkeys(item_name(trial.given) for trial in rolls.trials)), "or")
    other = by_face(found, lambda trial: _change(kart.momentum, trial))
    faces = _on_roll(needed(found, lambda trial: trial.given))
    text = f"{faces}: {loot}" if loot else "a check for an item"
    at = segment_index(race, kart)
    if race.fakes[at] + race.fresh_fakes[at] and not is_immune(race, kart):
        text += "; a result of 2 or less hits a Fake among them, and you flip"
    if not has_room_in_hand(race, kart):
        text += "; an item that is not dragged may replace the one in your hand"
    return "Yes", text + _in_brackets(other), odds, ("R30", "R6", "A45")


def _box(race: Race, kart: Kart, penalty: int) -> bool:
    """The check for a box, and the effect of a Fake among them (R31)."""
    hit = hits_box(race, kart, penalty)
    fakes_strike(race)
    return bool(hit)


def _keep_item(_: Match, ask: Ask, option: int, __: Try) -> Described:
    others = list(ask.options)
    others.remove(option)
    left = listed([item_name(other) for other in others], "or")
    taken = "just taken" if option == ask.subject else "in hand"
    return item_name(option), f"the one {taken}; you leave the {left}", None, ("A43",)


def _share(match: Match, ask: Ask, option: int, tries: Try) -> Described:
    race, name = match.race, match.names[ask.subject]
    if option != YES:
        return "No", f"take the hit alone; {name} is in the blast", None, ("R45",)
    owner = _sender(match)
    found = tries(race, ask.by, lambda r, k: make_share(r, k, owner), dice=2)
    odds = chance(found, lambda trial: trial.given != NOBODY, SUCCESS)
    return "Yes", f"try to drag {name} into the hit; it costs nothing", odds, ("R45", "A64")


def _sender(match: Match) -> int:
    """The sender of the Blue Shell that is striking now."""
    for event in reversed(match.events()):
        if isinstance(event, BlueShellStrikes) and event.owner is not None:
            return event.owner
    return NOBODY


# The referee


def _custom_number(_: Match, __: Ask, option: int, ___: Try) -> Described:
    return signed(option), "on the check", None, ("A69",)


def _custom_effect(_: Match, __: Ask, option: int, ___: Try) -> Described:
    meaning, rules = EFFECT_MEANINGS.get(Effect(option), ("", ()))
    return EFFECT_NAMES[Effect(option)], meaning, None, ("A69", *rules)


def _custom_other(match: Match, _: Ask, option: int, __: Try) -> Described:
    return match.names[option], "opposes the check", None, ("A69", "R22")


DESCRIBERS: dict[Question, Describer] = {
    Question.ROCKET_START: _rocket_start,
    Question.ORDER: _order,
    Question.USE: _use,
    Question.TARGET: _target,
    Question.PATH_ITEM: _path_item,
    Question.SLIDE_PASS: _slide_pass,
    Question.PULL_AHEAD: _pull_ahead,
    Question.ITEM_BOX: _item_box,
    Question.KEEP_ITEM: _keep_item,
    Question.SHARE: _share,
    Question.CUSTOM_MODIFIER: _custom_number,
    Question.CUSTOM_SUCCESS: _custom_effect,
    Question.CUSTOM_OTHER: _custom_other,
    Question.CUSTOM_FAILURE: _custom_effect,
}
