"""Orders: standing answers as text, read and written, and what they choose at a question."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from tests.toy.ruleset import TOY

from wreckoning.core.dice import Seeded
from wreckoning.core.errors import Malformed
from wreckoning.core.files.data import house_changes, with_changes
from wreckoning.core.files.toml_files import parse_toml
from wreckoning.core.ids import as_seat
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, Seat, find_ruleset, rulesets
from wreckoning.show.orders import (
    ALIASES,
    CHANCE,
    CUTS,
    NEIGHBOURS,
    OF_SEATS,
    SIGNS,
    SPECIAL,
    TARGET,
    Condition,
    Language,
    Order,
    Orders,
    Preference,
    names_of,
    plain,
    plain_name,
    read_orders,
    read_words,
    write_orders,
)
from wreckoning.show.standing_answers import OrderedChoice, decide, language_of, turn_now

RTD = find_ruleset("rtd")
ODD_NAMES = (
    *('Ann "the axe"', "a;b", "usual", "anyone ahead", "if", "x > 50%", "two  blanks", "a_b"),
    *("a b", "Ünal ½", "back\\slash", "c: d", "3.5"),
)
IN_FIGURES = Language(RTD, ("Ann", "Bob"), ("place", "lap", "momentum", "m"))
EXAMPLE = "item: red shell if target; momentum: aggressive; passes: yes >= 50%; otherwise: wait"


def said(text: str, ruleset: Ruleset = RTD, *seats: str) -> str:
    """A text as it is written back."""
    return write_orders(read_orders(text, Language(ruleset, seats)), "; ")


# --- text


def test_a_chance_and_other_conditions_stand_together() -> None:
    long = "order: draft if chance >= 25% and place > 1; otherwise: wait"
    for typed in ("draft >= 25% if place > 1", "draft >= 25% and place > 1"):
        assert said(f"order: {typed}") == long


def test_a_part_of_a_name_leads_to_it() -> None:
    match = Match(RTD, RTD.load_course("sundae_drive"), [Seat("Ann"), Seat("Bob")])
    language = language_of(match, as_seat(0))
    (order,) = read_orders("rocket start: rocket", language).rules
    assert order.preferences == (Preference("yes", (), True),)
    with pytest.raises(Malformed, match="no kind of question 'start'; did you mean rocket start"):
        read_orders("start: yes", language)


def test_options_in_words_are_named_before_squares() -> None:
    with pytest.raises(Malformed, match=r"no option 'roll'; for example .*done") as problem:
        read_orders("points: roll", Language(find_ruleset("rush"), ("Ann", "Bob")))
    assert "1.a.1" not in str(problem.value)


def test_what_people_type_is_read() -> None:
    assert said(EXAMPLE) == EXAMPLE
    typed = (
        "  ORDER :  Deploy_Red_Shell ≥ 60 %, draft if my Momentum<4 AND someone is ahead here\n\n"
    )
    assert said(typed) == (
        "order: deploy red shell >= 60% else draft if momentum < 4 and someone ahead; "
        "otherwise: wait"
    )
    seats = ("Bob", "usual", "Ann;")
    assert said(
        'target: bob else "USUAL" else "Ann;" else target\nuntil: next turn', RTD, *seats
    ) == ('target: Bob else "usual" else "Ann;" else any; otherwise: wait; until: next turn')
    kart = find_ruleset("kart")
    assert said("slide: slide left, 15 right >= 5%, slide right, straight", kart) == (
        'slide: "slide left, 15 right" >= 5% else "slide right, straight"; otherwise: wait'
    )
    assert said("", kart) == "otherwise: wait"


@pytest.mark.parametrize("key", [one.key for one in rulesets()])
def test_every_question_has_a_stage_of_the_turn_or_comes_before_the_first_turn(key: str) -> None:
    language = Language(find_ruleset(key))
    before = {"rtd": {"rocket start"}, "rally": {"spot", "place"}}.get(key, set())
    of_one = {kind for kind, questions in language.kinds().items() if len(questions) == 1}
    declared = {plain(one.word) for one in language.ruleset.words.questions}
    assert language.following({"?"}).keys() == (of_one & declared) - before


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("turn.way = ['way', 'rivl']", 'orders: turn: way: .* found "rivl"; did you mean "rival"'),
        ("leave_out = ['way']\nturn.way = ['way']", "orders: turn: way: expected one of rival"),
        ("leave_out = ['way']\nkinds.path = ['way']", "orders: kinds: path: expected one of rival"),
        ("kinds.path = []", "orders: kinds: path: expected one or more of way, "),
        ("leave_out = ['road']", "orders: leave_out: expected one of way, "),
        ("turn = 3", "orders: turn: expected a table, found 3"),
    ],
)  # fmt: skip
def test_an_unknown_question_in_the_words_for_orders_is_told(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem) as found:
        read_words("orders", parse_toml("orders", text), TOY.words.questions)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("key", [one.key for one in rulesets()])
def test_the_orders_on_the_page_are_read(key: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "by-post.md").read_text("utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| [") and f"/{key}.md" in line]
    text = row.split("`")[1]
    ruleset = find_ruleset(key)
    seats = [Seat("Ann"), Seat("Bob")]
    match = Match(ruleset, ruleset.load_course(ruleset.course_names()[0]), seats, {})
    found = write_orders(read_orders(text, language_of(match)), "; ")
    assert found == f"{text}; otherwise: wait"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("order: draft\nhop: yes", "line 2: no kind of question 'hop'; for example rocket start, "),
        ("order: drift", "line 1: order: no option 'drift'; did you mean draft.$"),
        ("item: red sell", "no option 'red sell'; did you mean deploy red shell.$"),
        ("order", "line 1: expected KIND: CHOICE, found 'order'"),
        ("order: ", "line 1: order: expected a choice after the colon"),
        ("order: draft draft", "order: no option 'draft draft'"),
        ("order: draft else", "order: expected a choice$"),
        ("order: draft, if place > 1", "order: expected a choice before 'if place > 1'"),
        ("order: draft if", "order: expected a condition$"),
        ("order: draft if rain", "order: no condition 'rain'.*someone ahead"),
        ("order: draft if place", "place: expected >=, <=, >, <, = and a number"),
        ("order: draft if place > 50%", "place: expected a number without %, found '50%'"),
        ("order: draft >= 101%", "chance: expected a whole number from 0 to 100%, found '101%'"),
        ("order: draft >= ", "chance: expected a whole number from 0 to 100%, found nothing"),
        ('target: "Ann', "target: a quote that is not closed: \"Ann"),
        ('target: "Zoe"', "target: no option 'Zoe'; expected one of Ann, nobody"),
        ("order: anyone", "anyone: no option of this question is a driver"),
        ("order: highest", "highest: the options of this question are no numbers"),
        ("otherwise: maybe", "otherwise: expected wait or usual, found 'maybe'"),
        ("until: never", "until: expected changed, this turn or next turn, found 'never'"),
        ("until: changed; until: changed", "until: expected it only once"),
        ("custom modifier: 1", "no kind of question 'custom modifier'"),
        ("order: draft\n" * 41, "expected at most 40 lines, found 41"),
        ("order: " + "draft, " * 20 + "draft", "order: expected at most 20 choices, found 21"),
        ("x" * 2001, "orders: expected at most 2000 characters, found 2001"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(Malformed, match=problem) as found:
        read_orders(text, Language(RTD, ("Ann",), ("m",)))
    assert "\n" not in str(found.value)
    assert str(found.value).startswith("orders")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("order: draft if place is 1", "place = 1"),
        ("order: draft if my momentum is at least 3 and lap > 1", "momentum >= 3"),
        ("order: draft if momentum more than 3 else slide", "momentum > 3"),
        ("order: draft if lap 2", "lap = 2"),
        ("order: draft if Bob ahead", "someone ahead"),
        ("order: draft if no-one ahead", "nobody ahead"),
        ("order: draft if noone is behind", "nobody behind"),
        ("order: draft if another driver isn't ahead", "nobody ahead"),
        ("order: slide at least 60%", "slide >= 60%"),
        ("order: slide 60%", "slide >= 60%"),
        ("order: slide up to 60%", "slide <= 60%"),
        ("order: slide or draft", "slide else draft"),
        ("place is 1", "KIND: CHOICE if place = 1"),
        ("place is 1: draft", "order: draft if place = 1"),
        ("order = draft", "order: draft"),
        ("order slide >= 60%", "order: slide >= 60%"),
        ("order=slide if place = 1", "order: slide if place = 1"),
        ("pull ahead yes", "pull ahead: yes"),
        ("draft if place = 1", "order: draft if place = 1"),
    ],
)
def test_a_refusal_names_the_form_that_is_meant(text: str, meant: str) -> None:
    with pytest.raises(Malformed, match=rf"; did you mean `{re.escape(meant)}`\?$"):
        read_orders(text, IN_FIGURES)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("order: draft if I am behind", "; of the others: someone ahead, "),
        ("order: draft if not behind", "; of the others: someone ahead, "),
        ("order: draft if Bob is not ahead", "; of the others: someone ahead, "),
        ("order: draft if far behind", "; of the others: someone ahead, "),
        ("order: jump or draft", "no option 'jump or draft'; for example aggr"),
        (
            "order: dploy red shell or green shell",
            "; did you mean deploy green shell or deploy red",
        ),
        ("order: slid about 60%", "'slid about 60%'; for example [a-z]"),
        ("order: draft if momentum is at least 3%", "no condition 'momentum is at least 3%'; "),
        ("order slide if place is 1 or so", "; for example `otherwise: wait`$"),
        ("order == draft", "; for example `otherwise: wait`$"),
        ("yes", "; begin with its kind of question: rocket start, slide pass, "),
    ],
)
def test_no_form_is_offered_that_is_refused_or_means_something_else(text: str, told: str) -> None:
    with pytest.raises(Malformed, match=told) as problem:
        read_orders(text, IN_FIGURES)
    assert "`?" not in str(problem.value)


def test_what_stands_on_a_button_is_read_as_the_option() -> None:
    language = language_of(race("bob_omb"), as_seat(0))
    for typed, name in {
        "order: power slide": "order: slide",
        "Order: Drive Aggressively!": "order: aggressive",
        'item: "use Bob-omb" else bob-omb': "item: deploy bob omb else bob omb",
        "Path-Item: Fake item-box": "path item: fake item box",
        "rocket start: No attempt": "rocket start: no",
    }.items():
        found = read_orders(typed, language)
        assert write_orders(found, "; ") == f"{name}; otherwise: wait"
        assert read_orders(write_orders(found), language) == found
    with pytest.raises(Malformed, match="no option 'attempt'"):  # not "No attempt"
        read_orders("rocket start: attempt", language)
    with pytest.raises(Malformed) as twice:  # each word once
        read_orders("item box: maybe", language)
    assert str(twice.value).endswith("expected one of no, yes")
    with pytest.raises(Malformed, match="no option 'power slid'; did you mean Power Slide"):
        read_orders("order: power slid", language)


@pytest.mark.parametrize("key", [one.key for one in rulesets()])
def test_the_labels_of_open_questions_are_read_in_every_game(key: str) -> None:
    ruleset = find_ruleset(key)
    course = ruleset.load_course(ruleset.course_names()[0])
    match = Match(ruleset, course, [Seat("Ann"), Seat("Bob")], {}, Seeded(7))
    for _ in range(4):
        ask = match.asks[0]
        shown = [ruleset.view.label_option(match, ask, n).label for n in range(len(ask.names))]
        kind, label = plain(ask.question), json.dumps(shown[-1].upper(), ensure_ascii=False)
        orders = read_orders(f"{kind}: {label}", language_of(match, ask.by))
        if shown.count(shown[-1]) == 1:
            found = decide(match, ask, orders)
            assert found.index == len(shown) - 1
        match.answer(ask.names[0], ask.who, ask.question)


def some_orders(language: Language, lots: random.Random) -> Orders:
    """Random orders that can be said in this language."""
    kinds = list(language.kinds())
    rules = tuple(some_order(language, lots.choice(kinds), lots) for _ in range(lots.randrange(6)))
    otherwise = lots.choice(("wait", "usual"))
    until = lots.choice(("changed", "this turn", "next turn"))
    return Orders(rules, otherwise, until)  # type: ignore[arg-type]


def some_order(language: Language, kind: str, lots: random.Random) -> Order:
    count = lots.randint(1, 4)
    return Order(kind, tuple(some_preference(language, kind, lots) for _ in range(count)))


def some_preference(language: Language, kind: str, lots: random.Random) -> Preference:
    conditions = tuple(
        some_condition(language, lots) for _ in range(lots.choice((0, 0, 1, 1, 2, 3)))
    )
    question = lots.choice(language.kinds()[kind])
    names = names_of(question, language.seats)
    drawn = lots.random()
    if drawn < 0.3 or not names:
        words = [
            word
            for word in SPECIAL
            if (word not in OF_SEATS or language.has_seats(kind))
            and (word not in ("highest", "lowest") or language.has_numbers(kind))
        ]
        return Preference(lots.choice(words), conditions)
    name = lots.choice(names)
    part = name.lower().split()[0]
    is_part = language.find_option(kind, part) is None and language.has_words(kind, part)
    if drawn < 0.4 and is_part and part not in (*SPECIAL, *ALIASES, *CUTS) and part.isalpha():
        return Preference(part, conditions)
    exact = language.find_option(kind, plain_name(question, name, language.seats))
    if exact is None:  # the word of a kind of options
        return Preference("usual", conditions)
    return Preference(exact, conditions, exact=True)


def some_condition(language: Language, lots: random.Random) -> Condition:
    sign = lots.choice(SIGNS)
    drawn = lots.random()
    if drawn < 0.4:
        return Condition(CHANCE, sign, lots.randint(0, 100))  # type: ignore[arg-type]
    if drawn < 0.6:
        return Condition(lots.choice((TARGET, *NEIGHBOURS)))
    figure = lots.choice(("place", "lap", *(language.figures or ())))
    return Condition(figure, sign, lots.randint(0, 99))  # type: ignore[arg-type]


def check_round_trips(ruleset: Ruleset, count: int) -> None:
    """Write random orders of this game and read them back."""
    lots = random.Random(21)
    language = Language(ruleset, ODD_NAMES, ("hit points", "gear", "m"))
    for _ in range(count):
        orders = some_orders(language, lots)
        text = write_orders(orders)
        assert read_orders(text, language) == orders, text
        assert read_orders(text.replace("\n", "; "), language) == orders


@pytest.mark.parametrize("key", [one.key for one in rulesets()])
def test_orders_are_read_as_they_were_written(key: str) -> None:
    check_round_trips(find_ruleset(key), 100)


@pytest.mark.slow
@pytest.mark.parametrize("key", [one.key for one in rulesets()])
def test_ten_thousand_orders_are_read_as_they_were_written(key: str) -> None:
    check_round_trips(find_ruleset(key), 10_000)


def with_own_items(*titles: str) -> Ruleset:
    """Kart RTD with items of a house file that have these titles."""
    head = '[[items.item]]\ntext = "Own."\nacts_as = "banana"\n'
    items = "".join(
        f'{head}key = "i{n}"\ntitle = "{title}"\nfigures.dodge = {n - 3}\n'
        for n, title in enumerate(titles)
    )
    table = f"[items]\ntable = {[f'i{n}' for n in range(len(titles))]}\n{items}"
    return with_changes(RTD, house_changes(RTD, parse_toml("own.toml", table), "own.toml"))


def test_titles_of_own_items_are_told_only_where_they_are_read_as_the_same() -> None:
    language = Language(with_own_items("Shell", "Ice Shell", "Item Box", "Any", "Shell!"), ("Ann",))
    for kind in ("item", "order", "use", "path item", "keep item"):
        for own in range(1, 6):
            for word in ("", "deploy ") if language.has_words(kind, "deploy") else ("",):
                orders = read_orders(f"{kind}: {word}own {own}", language)
                told = write_orders(orders, "; ", language)
                assert read_orders(told, language) == orders, told
        assert not any("own 2" in name for name in language.offered(kind))
    orders = read_orders("item: own 1; item: own 2; order: deploy own 1", language)
    told = write_orders(orders, "; ", language)
    assert told == "item: own 1; item: Ice Shell; order: deploy Shell; otherwise: wait"
    # "Any" is any option, and "Shell!" is read as the first
    assert [one for one in language.offered("order") if "own" in one] == ["deploy own 5"]
    assert [one for one in language.offered("keep item") if "own" in one] == ["own 4", "own 5"]


def test_a_game_without_words_of_its_own_has_orders() -> None:
    check_round_trips(TOY, 100)
    assert said("way: leap else step; rival: anyone ahead", TOY, "Ann", "Bob") == (
        "way: leap else step; rival: anyone ahead; otherwise: wait"
    )


# --- what they choose


def race(hand: str = "", **karts: dict[str, object]) -> Match:
    """Bob, Ann and Cid in this order, in the first segment, about to declare their actions."""
    given = {name: {"momentum": 3} for name in ("Ann", "Bob", "Cid")}
    own: dict[str, object] = {"hand": [hand]} if hand else {}
    given["Ann"] = {**given["Ann"], **own, **karts.get("Ann", {})}  # type: ignore[dict-item]
    position = {"phase": "orders", "turn": 2, "order": ["Bob", "Ann", "Cid"], "karts": given}
    seats = [Seat(name) for name in ("Ann", "Bob", "Cid")]
    return Match(RTD, RTD.load_course("sundae_drive"), seats, {}, start_position=position)


def chosen(match: Match, text: str, who: int = 0) -> tuple[str | None, str]:
    """The name of the option that these orders choose for a seat, and the words behind it."""
    ask = next(ask for ask in match.asks if ask.by == who)
    found = decide(match, ask, read_orders(text, language_of(match)))
    return (None if found.index is None else ask.names[found.index]), found.said


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("order: red shell", "deploy_red_shell", "red shell"),  # some words of its name
        ("order: draft else slide", "draft", "draft"),  # both are offered: the first
        ("order: path 1 else slide", "slide", "slide"),  # path 1 is not
        ("order: path 1\norder: ram", "ram", "ram"),  # the next order of this kind
        ("order: path 1", None, "wait"),  # none fits
        ("order: wait; otherwise: usual", None, "wait"),
        ("item: red shell if target", "deploy_red_shell", "red shell if target"),  # Bob is ahead
        ("order: aggressive >= 1%", None, "wait"),  # it shows no chance
        ("order: ram >= 42% else slide", "ram", "ram >= 42%"),  # 5 in 12: it reads 42 %
        ("order: ram >= 43% else slide", "slide", "slide"),
        ("order: slide >= 50%", "slide", "slide >= 50%"),  # exactly
        ("order: slide > 50%", None, "wait"),
        ("order: ram if place = 1 else draft", "draft", "draft"),  # Ann is second
        ("order: ram if momentum >= 3 and lap = 1", "ram", "ram if momentum >= 3 and lap = 1"),
        ("order: draft if momentum < 3", None, "wait"),
        ("order: draft if someone ahead", "draft", "draft if someone ahead"),
        ("order: draft if nobody behind", None, "wait"),  # Cid is
        ("passes: yes", None, "wait"),  # about another kind
    ],
)  # fmt: skip
def test_the_first_order_that_fits_decides(text: str, name: str | None, said: str) -> None:
    assert chosen(race("red_shell"), text) == (name, said)


@pytest.mark.parametrize("key", [one.key for one in rulesets()])
def test_orders_choose_among_what_every_game_offers(key: str) -> None:
    """At its first questions: the last option by its name, any option, the rookie's choice."""
    ruleset = find_ruleset(key)
    course = ruleset.load_course(ruleset.course_names()[0])
    match = Match(ruleset, course, [Seat("Ann"), Seat("Bob")], {}, Seeded(7))
    for _ in range(5):
        ask = match.asks[0]
        kind = ask.question.replace("_", " ")
        last = json.dumps(ask.names[-1])
        assert chosen(match, f"{kind}: {last}", ask.by)[0] == ask.names[-1]
        assert chosen(match, f"{kind}: any else usual", ask.by)[0] in ask.names
        usual, said = chosen(match, f"{kind}: wait if place > 99 else usual", ask.by)
        assert said == "usual"
        assert usual is not None
        match.answer(usual, ask.who, ask.question, ahead=True)


def test_the_leader_has_nobody_ahead() -> None:
    assert chosen(race(), "order: draft if someone ahead else ram if someone behind", 1) == (
        "ram",
        "ram if someone behind",
    )


def test_the_usual_choice_is_the_rookies() -> None:
    match = race("red_shell")
    ann = next(ask for ask in match.asks if ask.by == 0)
    usual = ann.names[ann.options.index(match.advice(ann, "rookie"))]
    assert chosen(match, "otherwise: usual") == (usual, "usual")
    assert chosen(match, "order: usual else ram") == (usual, "usual")
    assert match.asks == race("red_shell").asks  # nothing was answered


def test_a_decision_says_the_chance_and_the_order_behind_it() -> None:
    match = race()
    ann = next(ask for ask in match.asks if ask.by == 0)
    found = decide(match, ann, read_orders("momentum: slide", language_of(match)))
    assert found == OrderedChoice(ann.names.index("slide"), "momentum", "slide", 0.5, "success")
    assert turn_now(match) == 2


def shoving(*names: str) -> Match:
    """A toy race in which the last runner is asked for a rival, among those who are on the way."""
    runners: dict[str, object] = {name: {"steps": 3 - n} for n, name in enumerate(names)}
    seats = [Seat(name) for name in names]
    match = Match(TOY, TOY.load_course("mile"), seats, {}, start_position={"runners": runners})
    while match.asks[0].question == "way":
        match.answer("shove" if match.asks[0].who == names[-1] else "step")
    assert [(ask.who, ask.question) for ask in match.asks] == [(names[-1], "rival")]
    return match


def test_drivers_are_chosen_by_name_or_by_where_they_are() -> None:
    match = shoving("Ann", "Bob", "Cid")
    assert match.asks[0].names == ("nobody", "Ann", "Bob")
    who = as_seat(2)
    assert chosen(match, "rival: bob", who)[0] == "Bob"
    assert chosen(match, "rival: any", who)[0] in ("Ann", "Bob")
    assert chosen(match, "rival: anyone ahead", who)[0] == "Bob"  # the nearest
    assert chosen(match, "rival: anyone behind else nobody", who)[0] == "nobody"
    odd = shoving("Ann", "anyone behind", "Cid")
    assert chosen(odd, 'rival: "anyone behind"', who)[0] == "anyone behind"
    assert chosen(odd, "rival: anyone behind", who)[0] is None
