"""Actions at a table other than answering."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.visiting import DESK, PHONE, Visitor, Visitors, both_asked, play
from tests.table.serving import REQUESTS, Made, make_table, start

STEPS = 10  # of the guide
BELOW = """() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(() =>
  then(document.documentElement.scrollHeight - innerHeight))))"""
COURSES = {
    "rtd": "sundae_drive",
    "rush": "gasworks_run",
    "kart": "dishwater_dip",
    "rally": "gasket_gulch",
}
# The page is the same for all games: one of them every day, the others in the long run.
BY_TURNS = [pytest.param(key, marks=[pytest.mark.slow] * (key != "rtd")) for key in COURSES]


def pair(visitors: Visitors, home: Home, **more: Any) -> tuple[Made, Visitor, Visitor]:
    """Ann and Bob race against each other and a bot."""
    seats = [{"player": "mine", "name": name} for name in ("Ann", "Bob")]
    made = make_table(home.served, seats=[*seats, {"player": "rookie"}], **more)
    start(home.served, made)
    ann = visitors.come().sits(made, 0, host=True).to(made)
    bob = visitors.come().sits(made, 1).to(made)
    return made, ann, bob


def log_of(home: Home, made: Made, *by: str) -> list[str]:
    """The answers of a driver in the log."""
    lines = home.served.http.get(f"/api/tables/{made.id}/log").text.splitlines()
    entries = [json.loads(line) for line in lines]
    return [entry["answer"] for entry in entries if entry.get("by") in by]


def new_race(page: Page, *players: str) -> None:
    """Choose the drivers in the form; people at this browser are given as `mine: name`."""
    page.goto("/new")
    page.get_by_role("button", name="Create the table").click(trial=True)
    while page.get_by_role("button", name="Remove seat").count() > len(players):
        page.get_by_role("button", name="Remove seat").last.click()
    for number, player in enumerate(players, 1):
        kind, _, name = player.partition(": ")
        page.get_by_label(f"Who drives in seat {number}").select_option(kind)
        if name:
            page.get_by_label(f"Name of the driver in seat {number}").fill(name)


@RARELY_IN_FIREFOX
def test_an_own_answer_in_a_group_can_be_taken_back(visitors: Visitors, home: Home) -> None:
    made, ann, bob = pair(visitors, home)
    both_asked(ann, bob)
    before = ann.standing
    given = log_of(home, made, "Ann")
    undo = ann.page.get_by_role("button", name="Undo")
    ann.choose(0)
    expect(ann.page.get_by_role("heading", name="Waiting for Bob.")).to_be_visible()
    expect(ann.page.get_by_text("Bob is asked: “")).to_be_visible()
    expect(ann.page.get_by_role("list", name="Who is in").get_by_text("✓ in")).to_be_visible()
    expect(bob.page.get_by_role("row", name="Ann").get_by_text("is in")).to_be_attached()
    undo.click()
    again = ann.asked()
    assert (again.question, again.options) == (before.question, before.options)
    ann.choose(-1)
    bob.choose(0)
    bob.until(lambda standing: not standing.options or standing.version > again.version + 1)
    assert log_of(home, made, "Ann")[: len(given) + 1] == [*given, before.options[-1]]


@RARELY_IN_FIREFOX
def test_two_players_chat(visitors: Visitors, home: Home) -> None:
    _, ann, bob = pair(visitors, home)
    ann.page.keyboard.press("c")
    ann.page.get_by_label("Say something").fill("Mind the van!")
    ann.page.keyboard.press("Enter")
    tab = bob.page.get_by_role("tab", name="Chat")
    expect(tab).to_contain_text("1 new")
    tab.click()
    expect(bob.page.get_by_role("log")).to_contain_text("Mind the van!")
    expect(tab).not_to_contain_text("new")
    bob.page.get_by_label("Say something").fill("What van?")
    bob.page.get_by_role("button", name="Send").click()
    for person in (ann, bob):
        messages = person.page.get_by_role("log").get_by_role("listitem")
        expect(messages).to_have_count(2)
        expect(messages.last).to_contain_text("What van?")
    ann.page.reload()
    ann.page.get_by_role("tab", name="Chat").click()
    expect(ann.page.get_by_role("log").get_by_role("listitem")).to_have_count(2)


def test_the_bot_for_a_seat_is_chosen_from_a_list_that_says_what_each_does(
    visitors: Visitors, home: Home
) -> None:
    _, ann, _ = pair(visitors, home)
    ann.asked()
    ann.page.get_by_role("button", name="The table:").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_text("What the bots do").click()
    expect(dialog.get_by_text("Wins more often than a rookie")).to_be_visible()
    dialog.get_by_label("Bot for Ann").select_option("random")
    dialog.get_by_role("button", name="Let random drive").click()
    expect(dialog.get_by_text("a bot drives: random")).to_be_visible()


@pytest.mark.slow
def test_a_seat_is_handed_to_a_bot_and_taken_back(visitors: Visitors, home: Home) -> None:
    made, ann, bob = pair(visitors, home)
    ann.asked()
    ann.page.get_by_role("button", name="The table:").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Let rookie drive").click()
    expect(dialog.get_by_text("a bot drives: rookie")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(ann.page.get_by_text("A bot (rookie) drives for Ann.")).to_be_visible()
    expect(bob.page.get_by_role("row", name="Ann")).to_contain_text("rookie drives")
    for _ in range(2):
        bob.asked()
        bob.choose(0)
    assert ann.standing.options == []
    assert log_of(home, made, "Ann")
    ann.page.get_by_role("button", name="Take the wheel").click()
    both_asked(ann, bob)
    expect(bob.page.get_by_role("row", name="Ann")).not_to_contain_text("rookie drives")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_seat_is_handed_over_next_to_its_question(
    visitors: Visitors, home: Home, size: ViewportSize
) -> None:
    made = make_table(home.served, "mine", "mine", "rookie")
    start(home.served, made)
    ann = visitors.come(viewport=size).sits(made, 0).to(made)
    give = ann.page.get_by_role("button", name="Let a bot drive")
    give.click()
    ann.page.get_by_role("button", name="No", exact=True).click()
    expect(give).to_be_focused()
    assert ann.is_asked, "at one tap the wheel was gone"
    give.click()
    ann.page.get_by_role("button", name="Hand over").click()
    expect(ann.page.get_by_text("A bot (rookie) drives for")).to_be_visible()
    expect(give).to_have_count(0)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@RARELY_IN_FIREFOX
def test_every_question_begins_at_its_heading(
    visitors: Visitors, home: Home, size: ViewportSize
) -> None:
    made = make_table(home.served, "mine", "rookie", ruleset="rally", course=COURSES["rally"])
    start(home.served, made)
    ann = visitors.come(viewport=size).sits(made, 0).to(made)
    heading = ann.page.locator("[data-question]")
    for _ in range(3):  # where to start, how to move, and which of many ways
        ann.asked()
        expect(heading).to_be_in_viewport(ratio=0.99)
        ann.choose(-1)
    ann.asked()
    expect(heading).to_be_in_viewport(ratio=0.99)
    expect(ann.page.get_by_text("The chances are being worked out")).to_have_count(0)
    ann.option.last.scroll_into_view_if_needed()
    if size == PHONE:
        expect(heading).not_to_be_in_viewport()
    where = ann.option.last.bounding_box()
    body = {"request": next(REQUESTS), "token": made.tokens[0], "text": "One moment."}
    home.served.post(f"/api/tables/{made.id}/chat", **body)
    expect(ann.page.get_by_role("tab", name="Chat")).to_contain_text("1 new")
    assert ann.option.last.bounding_box() == where, "moved without a new question"


@pytest.mark.parametrize("ruleset", BY_TURNS)
def test_only_panels_scroll_never_the_page(visitors: Visitors, home: Home, ruleset: str) -> None:
    made = make_table(home.served, "mine", "rookie", ruleset=ruleset, course=COURSES[ruleset])
    start(home.served, made)
    sizes = [PHONE, DESK]
    ann = visitors.come(viewport=sizes[0]).sits(made, 0).to(made)
    for _ in range(6):
        asked = ann.asked()
        for size in sizes:  # it is put in the first of them, and the next one in the other
            ann.page.set_viewport_size(size)
            high = ann.page.evaluate(BELOW)
            assert high <= 0, f"{high} pixels below the window of {size} at {asked.question}"
        ann.choose(-1)
        sizes.reverse()


def test_the_host_chooses_a_bots_kart(visitors: Visitors, home: Home) -> None:
    page = visitors.come().page
    new_race(page, "mine: Ann", "rookie")
    page.get_by_text("Perk and Debuff").last.click()
    perk = page.get_by_role("group", name="Perk").get_by_role("radio").nth(1)
    perk.check()
    debuff = page.get_by_role("group", name="Debuff").get_by_role("radio").nth(2)
    debuff.check()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/table/*")
    shown = home.served.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    person, bot = shown["table"]["seats"]
    assert (person["setup"], set(bot["setup"])) == ({}, {"perk", "debuff"})


@pytest.mark.slow
def test_late_player_is_driven_and_comes_back(visitors: Visitors, home: Home) -> None:
    _, ann, bob = pair(visitors, home, pace={"kind": "live", "seconds": 5})
    expect(ann.page.get_by_role("timer")).to_be_visible()
    away = ann.page.get_by_text("Ann ran out of time.")
    expect(away).to_be_visible()  # Bob, too, if they are asked: nobody clicks
    expect(bob.page.get_by_role("row", name="Ann")).to_contain_text("away")
    ann.page.get_by_role("button", name="I am back").click()
    expect(away).to_have_count(0)
    ann.asked()


@pytest.mark.slow
def test_real_dice_are_asked_for_and_corrected(visitors: Visitors, home: Home) -> None:
    ann = visitors.come()
    page = ann.page
    new_race(page, "mine: Ann", "rookie")
    page.get_by_label("Real dice").check()
    page.get_by_role("button", name="Create the table").click()
    page.get_by_role("button", name="Start the race").click()
    made = Made(page.url.rsplit("/", 1)[-1], "", {})
    for faces in (["3"], ["3", "5"]):
        _to_a_die(ann).get_by_role("button", name=faces[-1], exact=True).click()
        _logged(ann, home, made, faces)
    typed = _to_a_die(ann).get_by_label("Or type it")
    for text in ("7", "4"):
        typed.fill(text)
        page.keyboard.press("Enter")
        if text == "7":
            expect(page.get_by_role("alert")).to_contain_text("1 to 6")
    _logged(ann, home, made, ["3", "5", "4"])
    page.get_by_role("button", name="Correct the last face").click()
    _logged(ann, home, made, ["3", "5"])
    _to_a_die(ann).get_by_role("button", name="2", exact=True).click()
    _logged(ann, home, made, ["3", "5", "2"])


def _to_a_die(ann: Visitor) -> Locator:
    """Answer until a face is asked for. Returns the place to enter it."""
    die = ann.page.get_by_role("group", name="What does the die show?")
    play([ann], die.is_visible)
    return die


def _logged(ann: Visitor, home: Home, made: Made, faces: list[str]) -> None:
    """Wait until the log has these faces, and Ann's page shows them."""
    ann.until(lambda _: log_of(home, made, "dice") == faces)
    ann.reach(home.served.get(f"/api/tables/{made.id}")["version"])


@pytest.mark.slow
def test_two_at_one_browser_answer_in_secret(visitors: Visitors) -> None:
    ann = visitors.come()
    page = ann.page
    new_race(page, "mine: Ann", "mine: Bob", "rookie")
    page.get_by_role("button", name="Create the table").click()
    page.get_by_role("button", name="Start the race").click()
    ready = page.get_by_role("button", name="show me")
    play([ann], ready.is_visible)
    first = "Ann" if page.get_by_role("heading", name="Pass to Ann").is_visible() else "Bob"
    other = {"Ann": "Bob", "Bob": "Ann"}[first]
    expect(page.get_by_role("heading", name=f"Pass to {first}")).to_be_visible()
    assert ann.standing.options == []
    page.keyboard.press("1")
    assert ready.is_visible(), "a key answered what was covered"
    ready.click()
    assert ann.asked().question
    expect(page.get_by_role("heading", name=f"{first}:")).to_be_visible()
    ann.choose(0)
    expect(page.get_by_role("heading", name=f"Pass to {other}")).to_be_visible()
    page.get_by_label("No secrets between us").click()
    ann.asked()
    play([ann], lambda: len(ann.clicked) > 5)
    expect(ready).to_have_count(0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@RARELY_IN_FIREFOX
def test_the_guide_points_at_everything(visitors: Visitors, size: ViewportSize) -> None:
    ann = visitors.come(viewport=size)
    page = ann.page
    page.goto("/learn")
    page.get_by_role("button", name="A practice race").click()
    guide = page.locator("[role=dialog][aria-modal=false]")
    titles = []
    for step in range(1, STEPS + 1):
        expect(guide).to_contain_text(f"{step} of {STEPS}")
        expect(guide).to_be_in_viewport(ratio=0.99)
        titles.append(guide.get_by_role("heading").inner_text())
        if step == 4:
            ann.choose(0)  # the race can be played meanwhile
        if step < STEPS:
            expect(page.locator(".ring")).to_have_count(0 if step == 1 else 1)
            if step < 5:
                guide.get_by_role("button", name="Next").click()
            else:
                page.keyboard.press("ArrowRight")
    assert len(set(titles)) == STEPS
    guide.get_by_role("button", name="Back").click()
    expect(guide).to_contain_text(f"{STEPS - 1} of {STEPS}")
    page.keyboard.press("ArrowRight")
    guide.get_by_role("button", name="To the race").click()
    expect(guide).to_have_count(0)
    assert "guide" not in page.url
    ann.page.reload()
    ann.asked()
    expect(guide).to_have_count(0)


@pytest.mark.slow
def test_a_player_is_muted_and_removed(visitors: Visitors, home: Home) -> None:
    _, ann, bob = pair(visitors, home)
    bob.page.keyboard.press("c")
    bob.page.get_by_label("Say something").fill("Slowcoach!")
    bob.page.keyboard.press("Enter")
    ann.page.get_by_role("tab", name="Chat").click()
    said = ann.page.get_by_role("log")
    expect(said).to_contain_text("Slowcoach!")
    ann.page.get_by_role("button", name="The table:").click()
    dialog = ann.page.get_by_role("dialog")
    dialog.locator("summary", has_text="about Bob").click()
    dialog.get_by_role("button", name="Mute for me").click()
    dialog.get_by_role("button", name="Mute for all").click()
    expect(bob.page.get_by_text("The host has muted you at this table.")).to_be_visible()
    expect(said).to_contain_text("1 line of players you muted is not shown.")
    dialog.get_by_role("button", name="Remove …").click()
    dialog.get_by_role("button", name="Remove", exact=True).click()
    expect(bob.page.get_by_text("Ann removed you from your seat (Bob).")).to_be_visible()
    expect(bob.page.get_by_text("You are watching.")).to_be_visible()
