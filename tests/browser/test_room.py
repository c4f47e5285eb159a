"""How much of the window the board has, and how many options are seen at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.test_table import BY_TURNS, COURSES
from tests.browser.visiting import Visitor, Visitors
from tests.table.serving import make_table, start

NINE = 9
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
SCREEN: ViewportSize = {"width": 1920, "height": 1080}
PHONE: ViewportSize = {"width": 390, "height": 844}
SHARE = """() => {
  const {width, height} = document.querySelector('[data-board]').getBoundingClientRect();
  return width * height / (innerWidth * innerHeight);
}"""
BEYOND = """() => [...document.querySelectorAll('[data-question], [data-option]')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"""
# An option is seen if nothing else is met at its upper and its lower edge.
SEEN = """() => [...document.querySelectorAll('[data-option]')].filter((one) => {
  const {left, top, bottom} = one.getBoundingClientRect();
  return [top + 2, bottom - 2].every((y) => one.contains(document.elementFromPoint(left + 40, y)));
}).length"""
SMALL = """() => [...document.querySelectorAll('.race *')].flatMap((one) => {
  const words = [...one.childNodes].some(({nodeType, data}) => nodeType === 3 && data.trim());
  if (!words || !one.getClientRects().length) return [];
  const {a, b} = one.ownerSVGElement ? one.getScreenCTM() : {a: 1, b: 0};
  const size = parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b);
  return size < 10.99 ? [`${one.textContent} ${size}`] : [];
})"""
FAULTS = """async () => {
  const found = await axe.run({rules: {'target-size': {enabled: true}}});
  return found.violations.flatMap(({id, nodes}) => nodes.map(({target}) => `${id} at ${target}`));
}"""


def nine(text: str | bytes) -> str:
    """A server's message, with exactly nine options at each choice."""
    said: Any = json.loads(text)
    for push in said if isinstance(said, list) else [said]:
        for menu in push.get("menus", ()):
            options = [{**one, "group": ""} for one in menu["options"]]
            many = [{**one, "name": f"{one['name']} {at}"} for at in range(NINE) for one in options]
            menu["options"] = many[:NINE]
            menu["prompt"] |= {"grip": None}
    return json.dumps(said)


def listen(line: WebSocketRoute) -> None:
    """Listen between the page and the table."""
    server = line.connect_to_server()
    server.on_message(lambda text: line.send(nine(text)))


def sit_down(visitors: Visitors, home: Home, ruleset: str, **options: Any) -> Visitor:
    made = make_table(home.served, "mine", "rookie", ruleset=ruleset, course=COURSES[ruleset])
    start(home.served, made)
    ann = visitors.come(viewport=LAPTOP, **options).sits(made, 0)
    if options:
        ann.page.route_web_socket("**/live", listen)
    return ann.to(made)


@pytest.mark.parametrize("ruleset", BY_TURNS)
@RARELY_IN_FIREFOX
def test_the_board_has_half_of_the_window_and_nine_options_are_seen(
    visitors: Visitors, home: Home, ruleset: str
) -> None:
    ann = sit_down(visitors, home, ruleset, user_agent="Nine options")
    ann.asked()
    for size in (LAPTOP, SCREEN, PHONE):
        ann.page.set_viewport_size(size)
        ann.until(lambda _: ann.page.evaluate(SEEN) == NINE)
        assert ann.page.evaluate(SMALL) == []
        if size != PHONE:
            assert ann.page.evaluate(SHARE) >= 0.5
    ann.page.get_by_role("button", name="No coach any more").click()
    assert ann.page.evaluate(BEYOND) == []


@pytest.mark.parametrize("ruleset", BY_TURNS)
def test_axe_finds_no_fault_at_any_games_table(
    visitors: Visitors, home: Home, axe: str, ruleset: str
) -> None:
    ann = sit_down(visitors, home, ruleset)
    ann.asked()
    ann.page.evaluate(axe)
    for scheme in ("light", "dark"):
        ann.page.emulate_media(color_scheme=scheme)
        assert ann.page.evaluate(FAULTS) == []


def test_the_details_of_an_option_come_when_it_is_looked_at(visitors: Visitors, home: Home) -> None:
    ann = sit_down(visitors, home, "rtd")
    page = ann.page
    ann.asked()
    details = page.get_by_role("region", name="Your move").locator(".about")
    meaning = page.locator("[aria-describedby]:focus")
    page.keyboard.press("m")
    page.keyboard.press("ArrowDown")
    first = meaning.evaluate(
        "(one) => document.getElementById(one.ariaDescribedByElements[0].id).textContent"
    )
    expect(details).to_contain_text(first)
    page.keyboard.press("Tab")
    expect(page.locator("[data-option]").nth(1)).to_be_focused()  # no rule's number is between them
    page.keyboard.press("r")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_log_dice_and_chat_fold_away_and_come_back(visitors: Visitors, home: Home) -> None:
    ann = sit_down(visitors, home, "rtd")
    page = ann.page
    fold = page.get_by_role("button", name="Log, dice and chat")
    fold.click()
    expect(page.get_by_role("region", name="Log")).to_have_count(0)
    expect(fold).to_have_attribute("aria-expanded", "false")
    page.reload()
    ann.asked()
    expect(page.get_by_role("region", name="Log")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="Log")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator("[data-board]")).to_be_focused()
