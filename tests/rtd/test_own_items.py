"""Items of a house file (A88): they act as printed ones, with figures and a title of their own.

| acts as         | figure    | printed | here | what changes                            |
|-----------------|-----------|---------|------|-----------------------------------------|
| Green Shell     | attack    | −1      | +1   | 3 against 3 hits                        |
|                 | damage    | flip    | thrown | 0 M, all items lost                   |
| Banana          | dodge     | −1      | −3   | every check to avoid it                 |
| Fake Item Box   | damage    | flip    | spin | also among item boxes                   |
| Mushroom        | momentum  | 2       | 4    |                                         |
| Triple Red Shell| shells    | 3       | 5    | how many circle, and what each adds     |
| Bob-omb         | blast     | 2       | 0    | nobody but its target                   |
| Blue Shell      | turns     | 1       | 0    | it strikes this turn                    |
| Boo, Star, ...  | turns     | 1       | 2    | to the end of the turn after next       |
| Thunderbolt     | momentum  | −3      | −1   |                                         |
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.journal import modifiers, told
from tests.rtd.table import course_with, dice, kart, put, table

from wreckoning.conformance.races import settings
from wreckoning.conformance.twins import check_live_play
from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import house_changes, with_changes
from wreckoning.core.files.toml_files import parse_toml
from wreckoning.core.logs.log_file import read_log, replay, write_log
from wreckoning.core.match import Match
from wreckoning.core.records import NOBODY
from wreckoning.core.ruleset import Ruleset, Seat
from wreckoning.core.seats import check_options
from wreckoning.rulesets.rtd.events import Hit, LeftLying, Modifier
from wreckoning.rulesets.rtd.item_table import item_table, title_of
from wreckoning.rulesets.rtd.numbers import Item, Use
from wreckoning.rulesets.rtd.race import DEPLOY, OWN, Loot, Race
from wreckoning.rulesets.rtd.refusals import no_deploying
from wreckoning.rulesets.rtd.rules.actions import action_slot, take_order
from wreckoning.rulesets.rtd.rules.blue_shell import blue_shells_strike
from wreckoning.rulesets.rtd.rules.cleanup import settle_litter
from wreckoning.rulesets.rtd.rules.deploy import deploy, has_use, use_item
from wreckoning.rulesets.rtd.rules.dragging import run_into_dragged
from wreckoning.rulesets.rtd.rules.items import own_place
from wreckoning.rulesets.rtd.rules.litter import meet_fresh_litter, meet_litter
from wreckoning.rulesets.rtd.rules.loot import fakes_strike, hits_box
from wreckoning.rulesets.rtd.rules.paths import may_take, take_path
from wreckoning.rulesets.rtd.ruleset import RULESET
from wreckoning.rulesets.rtd.study import HAND, features
from wreckoning.show.orders import Language, read_orders, write_orders
from wreckoning.show.standing_answers import decide

MIXED = """
[items]
table = ["ice", "patch", "decoy", "swarm", "banana", "turbo", "anvil"]

[[items.item]]
key = "ice"
title = "Frosted Shell"
text = "A Green Shell that aims better and throws into the air."
acts_as = "green_shell"
figures = { attack = 1, damage = "thrown" }

[[items.item]]
key = "patch"
title = "Ice Patch"
text = "A Banana that is hard to avoid."
acts_as = "banana"
figures = { dodge = -3 }

[[items.item]]
key = "decoy"
title = "Trick Box"
text = "A Fake Item Box that only spins."
acts_as = "fake_item_box"
figures = { damage = "spin" }

[[items.item]]
key = "swarm"
title = "Hornet Swarm"
text = "Five weak shells."
acts_as = "triple_red_shell"
figures = { shells = 5, circling = 1, attack = 1 }

[[items.item]]
key = "turbo"
title = "Turbo Mushroom"
text = "+4 Momentum."
acts_as = "mushroom"
figures = { momentum = 4 }

[[items.item]]
key = "anvil"
title = "Sky Anvil"
text = "Strikes this turn, without a blast."
acts_as = "blue_shell"
figures = { turns = 0, blast = 0 }
"""
ICE, PATCH, DECOY, SWARM, TURBO, ANVIL = range(OWN, OWN + 6)
PATCH_HERE, DECOY_HERE = own_place(PATCH, 0), own_place(DECOY, 0)


@cache
def mixed() -> Ruleset[Any, Any, Any]:
    """Kart RTD with the six items."""
    return ruleset(MIXED)


def ruleset(text: str) -> Ruleset[Any, Any, Any]:
    """Kart RTD with the items of a house file."""
    return with_changes(RULESET, house_changes(RULESET, parse_toml("own.toml", text), "own.toml"))


def item(acts_as: str, figures: str) -> str:
    """An item of a house file, which is all that an Item Roll brings."""
    head = '[items]\ntable = ["ice"]\n[[items.item]]\nkey = "ice"\ntitle = "Ice"\ntext = "Cold."'
    return f'{head}\nacts_as = "{acts_as}"\nfigures = {{ {figures} }}'


def loot(own: Ruleset[Any, Any, Any]) -> Loot:
    """The items of this ruleset."""
    course = own.load_course("sundae_drive")
    laid: Race = own.lay_out(course, [Seat("A"), Seat("B")], check_options(own, {}))
    return laid.loot


def race_with(own: Ruleset[Any, Any, Any], names: str = "A B C", **rest: Any) -> Race:
    """A small table whose race has the items of this ruleset; everybody has 3 M."""
    race = table(names, momentum=[3] * len(names.split()), **rest)
    race.loot = loot(own)
    return race


def momentum(race: Race) -> list[int]:
    return [driver.momentum for driver in race.karts[: race.drivers]]


# --- what a file may say


def test_a88_house_rules_tell_an_own_item_by_its_title_and_figures() -> None:
    table_line, card_line = (rule.text for rule in ruleset(item("boo", "turns = 2")).changed)
    assert table_line.startswith("items: table is Ice (printed: Banana, ")
    assert card_line == "Ice is a new item: Cold (acts as Boo, turns 2)"


def test_a88_an_own_item_has_the_figures_of_the_item_that_it_acts_as() -> None:
    items = loot(mixed()).items
    assert (items[ICE].attack, items[ICE].damage, items[PATCH].damage) == (1, 2, 0)
    assert (items[SWARM].shells, items[SWARM].circling, items[SWARM].attack) == (5, 1, 1)
    assert items[SWARM].damage == items[Item.TRIPLE_RED_SHELL].damage == 1  # of a Red Shell
    assert item_table().own == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (item("banana", "dodge = -9"), '"ice": figures: dodge: expected a whole number from -4'),
        (item("banana", 'damage = "ink"'), "damage: expected one of spin, flip, thrown.*ink"),
        (item("banana", "attack = 1"), '"attack"; expected damage, dodge, distance'),
        (item("mushroom", "shells = 2"), 'unknown key "shells"; expected momentum'),
        (item("bananna", "dodge = 0"), 'acts_as: expected one of banana.*did you mean "banana"'),
        (item("ice", "dodge = 0"), 'acts_as: expected one of banana.*found "ice"'),
        (item("banana", "").replace('title = "Ice"\n', ""), "title: expected a line"),
        (item("banana", "").replace('text = "Cold."\n', ""), "text: expected a line"),
        (item("banana", "").replace('"Ice"', '"Banana"'), "ice.title: a printed card is called"),
        (item("banana", "").replace('["ice"]', '["icy"]'), 'row 1: .*"icy"; did you mean "ice"'),
        (item("banana", "") + "\nglow = 1", 'unknown key "glow"'),
        (
            item("banana", "") + "".join(f'\n[[items.item]]\nkey = "i{n}"' for n in range(6)),
            "items.item: expected at most 6 items of your own, found 7",
        ),
        (
            '[[items.item]]\nkey = "banana"\nacts_as = "star"',
            'items.item.banana.acts_as: no "acts_as" here',
        ),
        (
            '[[items.item]]\nkey = "star"\nfigures = { turns = 99 }',
            '"star": figures: turns: expected a whole number from 0 to 9',
        ),
    ],
)
def test_a88_faults_in_an_item_are_one_line(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem) as refused:
        ruleset(text)
    assert str(refused.value).startswith("own.toml: items")


def test_a88_a_printed_item_can_have_other_figures() -> None:
    own = ruleset('[[items.item]]\nkey = "mushroom"\nfigures = { momentum = 5 }')
    race = race_with(own, "A B")
    kart(race, "A").hand[0] = 6
    with dice(race):
        deploy(race, kart(race, "A"), 6)
    assert momentum(race) == [8, 3]
    assert [rule.text for rule in own.changed] == ["Mushroom: momentum is 5 (printed: 2)"]


# --- what they do


def test_a88_a_shell_attacks_and_hits_by_its_own_figures() -> None:
    race = race_with(mixed(), "A B")
    kart(race, "B").hook, kart(race, "A").hand[0] = ICE, Item.STAR
    with dice(race, NOBODY, 3, 3):
        use_item(race, kart(race, "B"), ICE, Use.FORWARD)
    assert (Modifier.SHELL, 1) in modifiers(race)
    assert told(race, Hit) == [Hit(0, ICE)]
    assert (momentum(race), kart(race, "A").hand[0]) == ([0, 3], 0)


def test_a88_what_is_laid_is_avoided_by_its_own_figure_and_stays_what_it_is() -> None:
    """−3 for the next driver, −2 for the second, −1 for others and for those who meet it later.

    A lays it, and B, C and D follow; then E comes into the segment, and B next turn.
    """
    race = race_with(mixed(), "A B C D E", litter_stays="on")
    race.karts[1].defensive = 1  # 6 − 3 + 1 = 4
    put(race, E=-1)
    with dice(race, 6, 6, 5):
        use_item(race, kart(race, "A"), PATCH, Use.LAY)
    assert [value for which, value in modifiers(race) if which == Modifier.FOLLOWING] == [
        -3,
        -2,
        -1,
    ]
    assert told(race, LeftLying) == [LeftLying(PATCH, 0)]
    with dice(race, 5):
        assert not meet_fresh_litter(race, kart(race, "E"), 0)
    with dice(race):
        settle_litter(race, 0)
    with dice(race, 3):
        assert meet_litter(race, kart(race, "D"), 0)
    assert told(race, Hit) == [Hit(3, PATCH)]
    assert sum(race.own_lying) == sum(race.fresh_own) == sum(race.peels) == 0


def test_a88_what_stays_is_gone_by_the_switch() -> None:
    race = race_with(mixed(), "A B", litter_stays="off")
    race.fresh_own[DECOY_HERE] = race.fresh_own[PATCH_HERE] = 1
    settle_litter(race, 0)
    assert sum(race.own_lying) == sum(race.fresh_own) == 0


@pytest.mark.parametrize("lying", ["own_lying", "fresh_own"])
def test_a88_an_own_fake_lurks_among_item_boxes(lying: str) -> None:
    race = race_with(mixed(), "A B")
    getattr(race, lying)[DECOY_HERE] = 1
    with dice(race, 2):
        assert not hits_box(race, kart(race, "A"), 0)
        fakes_strike(race)
    assert told(race, Hit) == [Hit(0, DECOY)]
    assert momentum(race) == [2, 3]  # it only spins
    assert sum(getattr(race, lying)) == kart(race, "A").hit_fake == kart(race, "A").hit_own == 0


def test_a88_its_own_number_of_shells_circles_and_each_adds_its_own_bonus() -> None:
    race = race_with(mixed(), "A B")
    driver = kart(race, "B")
    driver.hand[0] = SWARM
    with dice(race, 3, 3):  # 3 + 1 against 3
        deploy(race, driver, SWARM)
    assert (driver.hook, driver.shells, momentum(race)) == (SWARM, 4, [1, 3])
    with dice(race):
        run_into_dragged(race, kart(race, "A"), driver)
    assert (driver.shells, momentum(race)) == (3, [-1, 3])
    kart(race, "A").hook = ICE
    with dice(race, NOBODY, 4, 2):  # 4 + 1 against 2 + 3 × 1
        use_item(race, kart(race, "A"), ICE, Use.FORWARD + 1)
    assert (Modifier.CIRCLING, 3) in modifiers(race)
    assert not told(race, Hit)


def test_a88_shells_in_hand_wait_while_others_circle() -> None:
    race = race_with(mixed(), "A B")
    driver = kart(race, "B")
    driver.hook, driver.shells, driver.hand[0] = SWARM, 5, Item.TRIPLE_RED_SHELL
    assert has_use(race, driver, SWARM)
    assert not has_use(race, driver, Item.TRIPLE_RED_SHELL)
    reason = no_deploying(race, driver, Item.TRIPLE_RED_SHELL)
    assert reason
    assert reason[1] == "A88"
    driver.hook = driver.shells = 0
    assert has_use(race, driver, Item.TRIPLE_RED_SHELL)


def test_a88_an_own_mushroom_gives_its_own_momentum() -> None:
    race = race_with(mixed(), "A B")
    kart(race, "A").hand[0] = TURBO
    take_order(kart(race, "A"), DEPLOY + TURBO)
    with dice(race):
        action_slot(race, kart(race, "A"))
    assert (momentum(race), kart(race, "A").may_pull_ahead) == ([7, 3], 1)


def test_a88_a_path_opens_for_what_acts_as_its_item() -> None:
    hole = {"name": "Hole", "items": "mushroom", "success": {"momentum": 1}}
    race = race_with(mixed(), "A B", course=course_with({1: {"path": [hole]}}))
    kart(race, "A").hand[0], kart(race, "B").hook = TURBO, PATCH
    assert may_take(race, kart(race, "A"), 0)
    assert not may_take(race, kart(race, "B"), 0)
    with dice(race):
        take_path(race, kart(race, "A"), 0)
    assert (momentum(race), kart(race, "A").hand[0]) == ([8, 3], 0)


def test_a88_a_blue_shell_of_the_house_keeps_its_figures_on_its_way() -> None:
    """Without delay it strikes this turn; nobody is in its blast."""
    race = race_with(mixed(), "A B C", turn=4)
    kart(race, "C").hand[0] = ANVIL
    with dice(race):
        deploy(race, kart(race, "C"), ANVIL)
    assert (race.blue_shells[0].due, race.blue_shells[0].sent) == (4, ANVIL)
    with dice(race, 0):
        blue_shells_strike(race)
    assert told(race, Hit) == [Hit(0, ANVIL)]
    assert (momentum(race), race.blue_shells[0].sent) == ([0, 3, 3], 0)


def test_a88_a_bomb_without_a_blast_hits_its_target_alone() -> None:
    race = race_with(ruleset(item("bob_omb", 'dodge = 1, blast = 0, damage = "flip"')), "A B C")
    with dice(race, 2):  # 2 + 1
        use_item(race, kart(race, "A"), OWN, Use.DROP)
    assert momentum(race) == [3, 1, 3]


@pytest.mark.parametrize(
    ("acts_as", "status"),
    [("blooper", "ink"), ("thunderbolt", "shrunk"), ("boo", "boo"), ("star", "star")],
)
@pytest.mark.parametrize("turns", [0, 2])
def test_a88_a_status_lasts_for_its_own_turns_and_a_shorter_one_ends_none(
    acts_as: str, status: str, turns: int
) -> None:
    race = race_with(ruleset(item(acts_as, f"turns = {turns}")), "A B", turn=4)
    whose = kart(race, "B" if acts_as in ("blooper", "thunderbolt") else "A")
    for begun, expected in ((0, 4 + turns), (5, max(5, 4 + turns))):
        setattr(whose, f"{status}_until", begun)
        kart(race, "A").hand[0] = OWN
        with dice(race):
            deploy(race, kart(race, "A"), OWN)
        assert getattr(whose, f"{status}_until") == expected


def test_a88_a_search_sees_what_an_own_item_acts_as() -> None:
    race = race_with(ruleset(item("boo", "turns = 2")), "A B")
    kart(race, "A").hand[0] = OWN
    rows = np.zeros((2, 99), np.int64)
    features(race, rows)
    assert rows[0][HAND + Item.BOO - 1] == 1000


def test_a88_orders_offer_the_own_items_of_this_race_only() -> None:
    def offered(own: Ruleset[Any, Any, Any]) -> list[str]:
        return Language(own).offered("order")[len(Language(RULESET).offered("order")) :]

    assert not [name for name in Language(RULESET).offered("order") if "own" in name]
    assert offered(ruleset(item("boo", "turns = 2"))) == ["deploy Ice"]


def test_a88_orders_are_told_with_the_titles_of_own_items() -> None:
    language = Language(mixed())
    typed = "item: sky anvil if place > 1; order: Deploy Sky Anvil >= 40%; keep item: own 6"
    orders = read_orders(typed, language)
    told = write_orders(orders, "; ", language)
    assert told == (
        "item: Sky Anvil if place > 1; order: deploy Sky Anvil >= 40%; keep item: Sky Anvil; "
        "otherwise: wait"
    )
    assert read_orders(told, language) == orders
    assert "keep item: own 6" in write_orders(orders)  # as it is kept
    start = {"turn": 2, "phase": "turn_start", "karts": {"Ann": {"hand": ["own_6"]}}}
    seats = [Seat("Ann"), Seat("Bob")]
    own = mixed()
    match = Match(own, own.load_course("sundae_drive"), seats, start_position=start)
    found = decide(match, match.asks[0], read_orders("item: sky anvil", language))
    assert (match.asks[0].names[found.index or 0], found.said) == ("deploy_own_6", "Sky Anvil")


def test_a88_a_title_that_reads_like_something_else_is_told_in_quotes() -> None:
    language = Language(ruleset(item("boo", "turns = 2").replace('"Ice"', '"Ice, or else"')))
    orders = read_orders("order: deploy own 1; item: own 1", language)
    told = write_orders(orders, "; ", language)
    assert told == 'order: "deploy Ice, or else"; item: own 1; otherwise: wait'
    assert language.offered("order")[-1] == "deploy own 1"
    assert read_orders(told, language) == orders


# --- whole races


def test_a88_races_with_own_items_are_the_same_compiled() -> None:
    for setting in settings(mixed(), 2):
        check_live_play(mixed(), setting)


def test_a88_a_log_has_the_items_and_their_titles() -> None:
    """Told by their titles at this table only; anyone can replay the race."""
    own = mixed()
    seats = [Seat(name, "rookie") for name in ("Ann", "Bob", "Cid", "Dot")]
    match = Match(own, own.load_course("sundae_drive"), seats, dice=Seeded(3), bot_seed=5)
    lines = "\n".join(line.text for line in own.view.log_lines(match, match.events()))
    assert "a Turbo Mushroom" in lines
    assert "Own 5" not in lines
    again = replay(read_log(write_log(match)), RULESET)
    assert (again.position(), again.result()) == (match.position(), match.result())
    assert title_of(ICE) == "Own 1"
