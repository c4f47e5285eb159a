"""Describe options: the meaning of each, and its chances."""

from __future__ import annotations

from collections.abc import Callable

from wreckoning.core.asks import Ask
from wreckoning.core.ids import SeatIndex, as_seat
from wreckoning.core.records import NOBODY
from wreckoning.core.texts.wording import MINUS, count, listed, signed
from wreckoning.odds.trials import Chance, FoundWays, Trial, average, by_face, chance, needed
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
from wreckoning.rulesets.rtd.item_table import title_of
from wreckoning.rulesets.rtd.match import Match
from wreckoning.rulesets.rtd.questions import Question
from wreckoning.rulesets.rtd.race import DEPLOY, YES, Effect, Item, Kart, Order, Race, Use
from wreckoning.rulesets.rtd.rules.actions import drive_aggressively, power_slide
from wreckoning.rulesets.rtd.rules.blue_shell import make_share
from wreckoning.rulesets.rtd.rules.items import acts_as
from wreckoning.rulesets.rtd.rules.loot import (
    fakes_strike,
    has_room_in_hand,
    hits_box,
    item_roll,
    take_away_fake,
)
from wreckoning.rulesets.rtd.rules.movement import try_to_pull_ahead
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram, rams
from wreckoning.rulesets.rtd.rules.paths import take_path
from wreckoning.rulesets.rtd.rules.standings import (
    is_immune,
    segment_index,
)
from wreckoning.rulesets.rtd.rules.start import rocket_start
from wreckoning.rulesets.rtd.rules.statuses import has_ink, is_boo, is_star
from wreckoning.rulesets.rtd.view import items
from wreckoning.rulesets.rtd.view.board import HAZARD, stretch
from wreckoning.rulesets.rtd.view.trials import PASSING, Situation
from wreckoning.rulesets.rtd.view.words import EFFECT_MEANINGS, EFFECT_NAMES, USE_NAMES, order_name
from wreckoning.show.options import OptionWords, in_two_ways

Meaning = tuple[str, Chance | None]
SUCCESS, PASS, LOOT = "success", "pass", "item"  # what chances are of
Described = tuple[str, str, Chance | None, tuple[str, ...]]
Describer = Callable[[Situation, int], Described]


def _words(match: Match, ask: Ask, option: int, is_thorough: bool) -> OptionWords:
    describe = DESCRIBERS[Question[ask.question.upper()]]
    now = Situation(match, ask, match.race.karts[ask.by], is_thorough)
    label, meaning, odds, rules = describe(now, option)
    if odds is None:
        return OptionWords(label, meaning, rules=rules)
    if odds.value is None and odds.text:
        meaning += f" ({odds.text})"
    return OptionWords(label, meaning, odds.value, rules, odds.of, stated=odds.stated)


describe_option, label_option = in_two_ways(_words)


def _change(now: Situation, trial: Trial) -> str:
    change = trial.after - now.kart.momentum
    return f"{signed(change)} M" if change else ""


def _changes(now: Situation, found: FoundWays) -> str:
    """The change of Momentum by each face of the first die."""
    return by_face(found, lambda trial: _change(now, trial))


def _in_brackets(text: str) -> str:
    return f" ({text})" if text else ""


def _on_roll(faces: str) -> str:
    """`roll 4+`, or `always` or `never`."""
    return f"roll {faces}" if faces[:1].isdigit() else faces


# The start


def _rocket_start(now: Situation, option: int) -> Described:
    found = now.tries(lambda r, k: rocket_start(r, k, option == YES))
    if option != YES:
        safe = f"a safe {_change(now, found.trials[0])}" if found.trials else ""
        return "No attempt", safe or "a safe start, without a roll", None, ("R14",)
    faces = by_face(found, lambda trial: f"{count(trial.after)} M")
    mean = average(found, lambda trial: trial.after)
    text = f"roll {faces} (average {mean:.1f} M)" if faces else ""
    text = text or "the higher the roll, the faster away"
    return "Rocket Start", text, None, ("R14", "A6", "R15")


# Orders


def _order(now: Situation, option: int) -> Described:
    if option == Order.AGGRESSIVE:
        return _aggressive(now)
    if option == Order.SLIDE:
        return _slide(now)
    if option == Order.DRAFT:
        odds = _pass_chance(now, now.kart.figures.draft)
        text = f"a free attempt to pass {now.names[now.ahead]}"
        return "Draft", text + _risk(now), odds, ("R20", "A19", "R4")
    if option == Order.RAM:
        return "Ram", *_ram(now), ("R22", "A22", "A23", "A24", "A62", "A63")
    if option == Order.DEFENSIVE:
        return "Drive Defensively", *_defensive(now), ("R19", "A18", "A17")
    if option == Order.CUSTOM:
        return "Something else", "an action that the referee settles", None, ("R17", "A69")
    if option > DEPLOY:
        item = option - DEPLOY
        text, odds = items.deploying(now, item)
        return order_name(option), text, odds, _item_rules(now, item)
    return _path(now, option - Order.PATH_1)


def _item_rules(now: Situation, item: int) -> tuple[str, ...]:
    """The rules of an item; of one of the house also those of the one that it acts as."""
    kind = acts_as(now.race, item)
    return ITEM_RULES[Item(kind)] + (() if kind == item else ITEM_RULES[Item(item)])


def _aggressive(now: Situation) -> Described:
    found = now.tries(drive_aggressively)
    mean = round(average(found, lambda trial: trial.after - now.kart.momentum), 1) + 0.0  # not −0.0
    text = f"roll {_changes(now, found)} (average {mean:+.1f} M)".replace("-", MINUS)
    text = text if found.trials else "a Racing Check for Momentum"
    return "Drive Aggressively", text, None, ("R18", "R1")


def _slide(now: Situation) -> Described:
    found = now.tries(power_slide, [SlideWon], dice=1)
    odds = chance(found, lambda trial: trial.told(SlideWon), SUCCESS)
    faces = needed(found, lambda trial: trial.told(SlideWon))
    what = "+1 on passes this turn"
    text = f"{_on_roll(faces)}: {what}" if faces else f"a check for {what}"
    if has_ink(now.race, now.kart):
        text += ", ink washed off"
    if now.ahead != NOBODY and now.kart.momentum + 2 > now.race.karts[now.ahead].momentum:
        text += _slide_pass_words(now)
    return "Power Slide", text + _in_brackets(_changes(now, found)), odds, ("R24", "A19", "A61")


def _slide_pass_words(now: Situation) -> str:
    """The free pass attempt of a slide, which may depend on the slide's own Momentum."""
    free = f", and a free attempt to pass {now.names[now.ahead]}"
    found = now.tries(power_slide, PASSING, settled=PASSING)
    passing = chance(found, lambda trial: trial.told(Passed))
    if passing is None:
        return free if now.kart.momentum > now.race.karts[now.ahead].momentum else ""
    if not passing.high:
        return ""
    return f"{free} ({passing.text} overall)" if passing.text else free


def _ram(now: Situation) -> Meaning:
    if is_boo(now.race, now.kart):
        return "brings nothing: a ghost neither rams nor is rammed", None
    if is_star(now.race, now.kart):
        return "brings nothing more: with your Star every pass is a ram", None
    texts, best = [], None
    for other, where in ((now.ahead, "ahead"), (now.behind, "behind")):
        if other == NOBODY:
            continue
        if not rams(now.race, now.kart, True, now.race.karts[other]):
            state = "a ghost" if is_boo(now.race, now.race.karts[other]) else "a Star"
            texts.append(f"not {now.names[other]} {where}, {state}")
            continue
        found = now.tries(_ramming(other), [Rammed], dice=2)
        odds = chance(found, lambda trial: trial.told(Rammed), SUCCESS)
        texts.append(f"{now.names[other]} {where} {odds.text if odds else ''}".rstrip())
        best = odds if best is None else best
    if not texts:
        return "nobody next to you to ram", None
    shove = "shove a neighbour before the next pass, yours or theirs"
    return f"{shove} ({', '.join(texts)}); costs 1 M", best


def _ramming(other: int) -> Callable[[Race, Kart], bool]:
    return lambda race, kart: ram(race, kart, race.karts[other])


def _defensive(now: Situation) -> Meaning:
    text = "+1 against passes and attacks"
    behind = now.behind
    if behind != NOBODY and now.race.karts[behind].momentum > now.kart.momentum:
        plain, safer = (_kept_back(now, behind, stance) for stance in (0, 1))
        if plain and safer and plain.text and safer.text:
            text += f" (keeps {now.names[behind]} behind {plain.text} → {safer.text})"
    held = "" if now.race.switches.defensive_pull_ahead else " and no Pulling Ahead"
    return f"{text}; no passing{held} this turn", None


def _kept_back(now: Situation, behind: SeatIndex, defensive: int) -> Chance | None:
    seat = now.kart.seat

    def tried(copy: Race, other: Kart) -> bool:
        copy.karts[seat].defensive = defensive
        return bool(pass_attempt(copy, other, copy.karts[seat], 0))

    found = now.tries(tried, settled=PASSING, seat=behind)
    return chance(found, lambda trial: not trial.told(Passed))


def _pass_chance(now: Situation, bonus: int = 0) -> Chance | None:
    ahead = now.ahead
    found = now.tries(lambda r, k: pass_attempt(r, k, r.karts[ahead], bonus), settled=PASSING)
    return chance(found, lambda trial: trial.told(Passed), PASS)


def _risk(now: Situation) -> str:
    """The risk of the item behind the driver ahead."""
    hook = Item.NONE if now.ahead == NOBODY else now.race.karts[now.ahead].hook
    if hook == Item.NONE or is_immune(now.race, now.kart):
        return "; a pass costs 1 M"
    return f"; a pass costs 1 M, a failure runs you into the {title_of(hook)}"


def _path(now: Situation, index: int) -> Described:
    words = now.match.course.segments[segment_index(now.race, now.kart)].paths[index]
    found = now.tries(lambda r, k: take_path(r, k, index), [PathTaken], dice=1)
    odds = chance(found, lambda trial: trial.told(PathTaken), SUCCESS)
    text = words.text[0].lower() + words.text[1:].rstrip(".")
    if odds and odds.low < 1:
        text += _in_brackets(_changes(now, found))
    return words.name, text, odds, ("R23", "A66")


# What comes up during the turn


def _use(now: Situation, option: int) -> Described:
    item = now.ask.subject
    if option > DEPLOY:
        text, odds = items.deploying(now, option - DEPLOY)
        return order_name(option), text, odds, _item_rules(now, option - DEPLOY)
    text, odds = items.using(now, item, option)
    label = USE_NAMES[Use(option)]
    rules = _item_rules(now, item) if item else ("A29",)
    return label, text, odds, (*rules, "R34", "A47")


def _target(now: Situation, option: int) -> Described:
    label = "Nobody named" if option == NOBODY else now.names[option]
    if now.ask.subject == Item.GREEN_SHELL:
        text, odds = items.aiming(now, as_seat(option))
        return label, text, odds, ("R39", "A54")
    item = items.in_the_air(now.match, now.kart)
    text, odds = items.throwing(now, item, as_seat(option))
    return label, text, odds, _item_rules(now, item)


def _path_item(now: Situation, option: int) -> Described:
    where = "on your hook" if now.kart.hook == option else "in hand"
    return title_of(option), f"spend the one {where}", None, ("A66", "A75")


def _slide_pass(now: Situation, option: int) -> Described:
    if option != YES:
        return "No", "stay where you are; you may still jockey later", None, ("R24",)
    odds = _pass_chance(now)
    text = f"try to pass {now.names[now.ahead]}{_risk(now)}"
    return "Yes", text, odds, ("R24", "R4")


def _pull_ahead(now: Situation, option: int) -> Described:
    if option != YES:
        return "No", f"stay in this segment with {count(now.kart.momentum)} M", None, ("R29",)
    first = now.tries(try_to_pull_ahead, [PullAheadFailed], dice=1)
    there = stretch(now.match, (segment_index(now.race, now.kart) + 1) % now.race.course.segments)
    met = [text for sign, text in there.signs if sign == HAZARD or "with a check" in text]
    dangers = "; ".join([*met, *there.lying])
    faces = needed(first, lambda trial: not trial.told(PullAheadFailed)) or "a check"
    then = f", then on {there.name} at once: {dangers}" if dangers else f" and on to {there.name}"
    text = f"{_on_roll(faces)}{then}"
    odds = _pulled_ahead(now)
    cost = f"it costs {now.kart.figures.pull_ahead} M"
    return "Yes", f"{text}; {cost}", odds, ("R29", "A4", "A34")


def _pulled_ahead(now: Situation) -> Chance | None:
    """Whether no hazard and no dash panel sent the driver back."""
    failed = (PullAheadFailed, PullAheadCancelled)
    found = now.tries(try_to_pull_ahead, settled=failed)
    return chance(found, lambda trial: not any(map(trial.told, failed)), SUCCESS)


def _item_box(now: Situation, option: int) -> Described:
    if option != YES:
        return "No", "drive past them", None, ("R30",)
    taken = now.ask.subject
    found = now.tries(lambda r, k: _box(r, k, -taken), dice=1)
    odds = chance(found, lambda trial: trial.given, LOOT)
    rolls = now.tries(lambda r, k: item_roll(r, k))
    loot = listed(list(dict.fromkeys(title_of(trial.given) for trial in rolls.trials)), "or")
    faces = _on_roll(needed(found, lambda trial: trial.given))
    text = f"{faces}: {loot}" if loot else "a check for an item"
    at = segment_index(now.race, now.kart)
    fake = take_away_fake(now.race.copy(), at)
    if fake != Item.NONE and not is_immune(now.race, now.kart):
        name = "Fake" if fake == Item.FAKE_ITEM_BOX else title_of(fake)
        text += f"; a result of 2 or less hits a {name} among them, and you {items.harm(now, fake)}"
    if not has_room_in_hand(now.race, now.kart):
        text += "; an item that is not dragged may replace the one in your hand"
    return "Yes", text + _in_brackets(_changes(now, found)), odds, ("R30", "R6", "A45")


def _box(race: Race, kart: Kart, penalty: int) -> bool:
    """The check for a box, and the effect of a Fake among them (R31)."""
    hit = hits_box(race, kart, penalty)
    fakes_strike(race)
    return bool(hit)


def _keep_item(now: Situation, option: int) -> Described:
    others = list(now.ask.options)
    others.remove(option)
    left = listed([title_of(other) for other in others], "or")
    taken = "just taken" if option == now.ask.subject else "in hand"
    return title_of(option), f"the one {taken}; you leave the {left}", None, ("A43",)


def _share(now: Situation, option: int) -> Described:
    name = now.names[now.ask.subject]
    if option != YES:
        return "No", f"take the hit alone; {name} is in the blast", None, ("R45",)
    owner = _sender(now.match)
    found = now.tries(lambda r, k: make_share(r, k, owner), dice=2)
    odds = chance(found, lambda trial: trial.given != NOBODY, SUCCESS)
    return "Yes", f"try to drag {name} into the hit; it costs nothing", odds, ("R45", "A64")


def _sender(match: Match) -> int:
    """The sender of the Blue Shell that is striking now."""
    for event in reversed(match.events()):
        if isinstance(event, BlueShellStrikes) and event.owner is not None:
            return event.owner
    return NOBODY


# The referee


def _custom_number(_: Situation, option: int) -> Described:
    return signed(option), "on the check", None, ("A69",)


def _custom_effect(_: Situation, option: int) -> Described:
    meaning, rules = EFFECT_MEANINGS.get(Effect(option), ("", ()))
    return EFFECT_NAMES[Effect(option)], meaning, None, ("A69", *rules)


def _custom_other(now: Situation, option: int) -> Described:
    return now.names[option], "opposes the check", None, ("A69", "R22")


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
