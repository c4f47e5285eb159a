"""Every page: without faults for those who see or move otherwise, and fit for a small phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.evening import Evening, hand_over
from tests.browser.visiting import PHONE, Visitor, Visitors, play
from tests.table.serving import Made, make_table, start

TOUCHED: dict[str, Any] = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
PICTURES = ("lobby", "waiting", "table", "podium", "replay", "rules")
PLACES: dict[str, tuple[str, Callable[[Page], None]]] = {
    "lobby": ("/", lambda page: page.get_by_role("region", name="Your races").wait_for()),
    "new": (
        "/new",
        lambda page: page.get_by_role("button", name="Create the table").click(trial=True),
    ),
    "waiting": ("/table/{waiting}", lambda page: page.get_by_text("still open").first.wait_for()),
    "table": ("/table/{running}", lambda page: page.locator("[data-option]").first.wait_for()),
    "podium": ("/table/{over}", lambda page: page.get_by_role("list", name="Podium").wait_for()),
    "replay": ("/table/{over}/replay", lambda page: page.get_by_role("slider").wait_for()),
    "rulebooks": ("/rules", lambda page: page.get_by_role("heading", name="Kart RTD").wait_for()),
    "rules": ("/rules/rtd", lambda page: page.locator("article").first.wait_for()),
    "learn": ("/learn", lambda page: page.get_by_text("Start: 6").first.wait_for()),
    "campaigns": (
        "/campaigns",
        lambda page: page.get_by_role("button", name="Begin the campaign").wait_for(),
    ),
    "build": (
        "/build/rally?team=buggy/light_machine_gun",
        lambda page: page.get_by_role("heading", name="Add a vehicle").wait_for(),
    ),
    "me": (
        "/me",
        lambda page: page.get_by_role("region", name="Your races").locator("h3").first.wait_for(),
    ),
    "join": ("/join#abcdefgh", lambda page: page.get_by_text("a profile already, Ann").wait_for()),
    "profile": (
        "/profile/{profile}",
        lambda page: page.get_by_role("heading", name="Records").wait_for(),
    ),
    "about": ("/about", lambda page: page.get_by_role("link", name="Its rules").first.wait_for()),
    "nowhere": (
        "/nowhere/at/all",
        lambda page: page.get_by_role("heading", name="Off the track").wait_for(),
    ),
}
FOLLOW = """(address) => {
  const link = document.createElement('a');
  link.href = address;
  document.body.append(link);
  link.click();
  link.remove();
}"""
FAULTS = """async ({within, ...how}) => {
  for (let frame = 0, quiet = 0; frame < 200 && quiet < 3; frame++) {
    await new Promise((then) => setTimeout(then, 20));
    quiet = document.getAnimations().length ? 0 : quiet + 1;
  }
  const found = await axe.run(within ?? document, {resultTypes: ['violations'], ...how});
  return found.violations
    .filter(({impact}) => impact === 'serious' || impact === 'critical')
    .flatMap(({id, nodes}) => nodes.map(({target, any, all, none}) =>
      `${id} at ${target.join(' ')}: ${[...any, ...all, ...none][0]?.message ?? ''}`));
}"""
PIECES = """() => [...document.querySelectorAll('[data-table] svg [data-key]')]
  .map((one) => one.getAttribute('style')).join()"""
NOTE_MOVES = """() => {
  window.moves = [];
  const note = () => moves.push(...document.getAnimations().flatMap((one) => {
    const {duration} = one.effect.getComputedTiming();
    const names = one.effect.getKeyframes().flatMap(Object.keys);
    const moves = names.some((name) => ['transform', 'translate', 'left', 'top'].includes(name));
    return moves && duration > 1 ? [`${one.effect.target.className} ${duration} ms`] : [];
  }));
  for (const begin of ['transitionrun', 'animationstart']) addEventListener(begin, note);
}"""


def address(evening: Evening, place: str) -> str:
    """The address of a place."""
    return PLACES[place][0].format(**{name: made.id for name, made in vars(evening).items()})


def at(visitor: Visitor, evening: Evening, place: str) -> Page:
    """Open a place in the visitor's browser. Returns the page once it shows its content."""
    visitor.page.goto(address(evening, place))
    PLACES[place][1](visitor.page)
    return visitor.page


def photograph(page: Page, folder: Path | None, place: str) -> None:
    """Keep a picture of the most important pages, if pictures are asked for."""
    size = page.viewport_size
    if folder and place in PICTURES and size:
        page.evaluate("() => document.fonts.ready")
        page.screenshot(path=folder / f"{place}-{size['width']}x{size['height']}.png")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_no_serious_fault(
    visitors: Visitors, evening: Evening, axe: str, screenshots: Path | None, place: str
) -> None:
    visitor = evening.greet(visitors.come())
    page = at(visitor, evening, place)
    if place == "nowhere":
        visitor.forgive("status of 404")
    photograph(page, screenshots, place)
    page.evaluate(axe)
    assert page.evaluate(FAULTS, {}) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(FAULTS, {"runOnly": ["color-contrast"]}) == []
    if place == "table":
        page.get_by_role("button", name="The table:").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert page.evaluate(FAULTS, {"within": "dialog[open]"}) == []


@pytest.mark.slow
def test_api_page_shows_the_openapi_document(visitors: Visitors) -> None:
    page = visitors.come().page
    page.goto("/docs")
    page.get_by_text("/api/tables/{table_id}/answer").click()
    expect(page.get_by_text("SEAT-TOKEN").first).to_be_visible()
    expect(page.get_by_text("A table's WebSocket")).to_be_visible()


def test_every_page_fits_a_phone(
    visitors: Visitors, evening: Evening, screenshots: Path | None
) -> None:
    """From page to page, as links lead there."""
    ann = evening.greet(visitors.come(**TOUCHED))
    page = ann.page
    page.goto("/about")
    for place, (_, ready) in PLACES.items():
        page.evaluate(FOLLOW, address(evening, place))
        ready(page)
        photograph(page, screenshots, place)
        assert ann.overflow() <= 0, place
        if place in ("table", "podium"):
            for tab in page.get_by_role("tab").all():
                tab.tap()
                expect(tab).to_have_attribute("aria-selected", "true")
                assert ann.overflow() <= 0, (place, tab.inner_text())
        if place == "waiting":
            page.get_by_role("button", name="Change seat 1").tap()
            assert ann.overflow() <= 0, "a seat is changed"


def test_a_tap_picks_and_a_second_one_confirms(visitors: Visitors, home: Home) -> None:
    made = make_table(home.served, "mine", "rookie")
    start(home.served, made)
    ann = visitors.come(**TOUCHED).sits(made, 0).to(made)
    before = ann.asked()
    ann.option.first.tap()
    confirm = ann.page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_in_viewport()
    assert ann.standing.version == before.version
    confirm.tap()
    ann.reach(before.version + 1)


def test_dice_figures_do_not_overlap(visitors: Visitors, home: Home) -> None:
    made = make_table(home.served, "mine", "rookie")
    start(home.served, made)
    ann = visitors.come().sits(made, 0).to(made)
    ann.asked()
    ann.choose(0)
    ann.page.get_by_role("tab", name="Dice").click()
    figure = ann.page.get_by_role("figure").first
    expect(figure.locator(".bar span")).to_have_count(6)
    assert "0" in figure.locator(".bar span").all_inner_texts()
    lowest, highest = figure.evaluate(
        """(figure) => {
          const boxes = (of) =>
            [...figure.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
          const lowest = Math.max(...boxes('.bar span').map((box) => box.bottom));
          return [lowest, Math.min(...boxes('.faces span').map((box) => box.top))];
        }"""
    )
    assert lowest <= highest


def test_replay_has_no_overlap_and_shows_only_past_facts(
    visitors: Visitors, evening: Evening
) -> None:
    page = at(evening.greet(visitors.come()), evening, "replay")
    standings = page.get_by_role("region", name="Standings")
    expect(standings.get_by_role("row", name="Ann")).not_to_contain_text("drives")
    moment, board = page.locator(".moment").bounding_box(), page.locator(".board").bounding_box()
    assert moment
    assert board
    assert moment["y"] + moment["height"] <= board["y"] + 1


def test_reduced_motion_stops_gliding(visitors: Visitors, home: Home) -> None:
    """The karts glide for others, not for them."""
    made = make_table(home.served, "mine", "rookie", "rookie")
    start(home.served, made)
    ann = visitors.come(reduced_motion="no-preference").sits(made, 0).to(made)
    ann.page.evaluate(NOTE_MOVES)
    play([ann], lambda: bool(ann.page.evaluate("() => moves.length")))
    ann.page.emulate_media(reduced_motion="reduce")
    ann.to(made).page.evaluate(NOTE_MOVES)
    seen, before = len(ann.clicked), ann.page.evaluate(PIECES)
    play([ann], lambda: len(ann.clicked) >= seen + 4 and ann.page.evaluate(PIECES) != before)
    assert ann.page.evaluate("() => moves") == []


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_html_in_names_and_chat_is_text(visitors: Visitors, home: Home) -> None:
    name, said = "<b><img src=x>Bob</b>", "<img src=x onerror=\"document.title='owned'\"><script>"
    seats = [{"player": "mine", "name": "Ann"}, {"player": "open"}, {"player": "rookie"}]
    made = make_table(home.served, seats=seats)
    bob = visitors.come()
    bob.page.goto(f"/table/{made.id}")
    bob.page.get_by_label("Driver’s name").fill(name)
    bob.page.get_by_label("Your words for the dice").fill("<i>luck</i>")
    bob.page.get_by_role("button", name="Take this seat").click()
    expect(bob.page.get_by_role("region", name="The grid")).to_contain_text(name)
    ann = visitors.come().sits(made, 0, host=True)
    ann.page.goto("/")
    expect(ann.page.get_by_role("region", name="On the grid")).to_contain_text(name)
    start(home.served, made)
    ann.to(made)
    for person in (bob, ann):
        expect(person.page.get_by_role("region", name="Standings")).to_contain_text(name)
        person.page.get_by_role("tab", name="Chat").click()
    bob.page.get_by_label("Say something").fill(said)
    bob.page.get_by_role("button", name="Send").click()
    for person in (bob, ann):
        messages = person.page.get_by_role("log", name="Chat messages")
        expect(messages).to_contain_text(said)
        expect(messages).to_contain_text(name)
        person.page.get_by_role("tab", name="Dice").click()
        expect(person.page.get_by_role("region", name="Fair dice")).to_contain_text("<i>luck</i>")
    ann.asked()
    for number, token in ((0, made.tokens[0]), (1, bob.device)):
        hand_over(home.served, Made(made.id, "", {number: token}), number)
    expect(ann.page.get_by_role("list", name="Podium")).to_contain_text(name)
    ann.page.goto(f"/table/{made.id}/replay")
    expect(ann.page.get_by_role("region", name="Standings")).to_contain_text(name)
    for person in (bob, ann):
        assert person.page.locator("img[src=x], main script").count() == 0
        assert "owned" not in person.page.title()
