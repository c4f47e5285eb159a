"""A race without a mouse."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RARELY_IN_FIREFOX
from tests.browser.visiting import Visitor, Visitors

WORDS = """() => {
  const one = document.activeElement;
  const words = one.matches('a, button') ? one.getAttribute('aria-label') ?? one.innerText : '';
  return [words, one.matches(':focus-visible')];
}"""


def tab_to(visitor: Visitor, words: str, key: str = "Tab") -> None:
    """Press Tab until this element visibly has the focus."""
    passed: list[str] = []
    while len(passed) < 60:
        visitor.page.keyboard.press(key)
        text, visible = visitor.page.evaluate(WORDS)
        passed.append(text)
        if words in text:
            assert visible, f"nobody sees that {words!r} has the focus"
            return
    raise AssertionError(f"{key} does not lead to {words!r} but to {passed}")


def answered(visitor: Visitor, version: int) -> None:
    """Wait until the table has the answer."""
    visitor.until(lambda standing: standing.version > version and bool(standing.options))


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_whole_race_by_keyboard(visitors: Visitors) -> None:
    ann = visitors.come(reduced_motion="no-preference")
    page, keys = ann.page, ann.page.keyboard
    page.goto("/")
    tab_to(ann, "Play now")
    keys.press("Enter")
    ann.asked()
    expect(page.locator("[data-question]")).to_be_focused()
    for number in range(5):
        asked = ann.asked()
        keys.press(str(1 + number % len(asked.options)))
        answered(ann, asked.version)
    asked = ann.asked()
    keys.press("t")
    expect(page.get_by_role("combobox", name="Type a move")).to_be_focused()
    keys.type(asked.options[0])
    keys.press("Enter")
    answered(ann, asked.version)
    keys.press("Escape")
    asked = ann.asked()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(page.locator("[data-option]:focus")).to_have_count(1)
    keys.press("Enter")
    answered(ann, asked.version)
    keys.press("x")
    expect(page.get_by_role("region", name="Board as text")).to_be_in_viewport()
    keys.press("x")
    keys.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("choose an option")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    tab_to(ann, "The table:", "Shift+Tab")
    keys.press("Enter")
    tab_to(ann, "Let rookie drive")
    keys.press("Enter")
    keys.press("Escape")
    expect(page.get_by_role("heading", name="Only bots are left.")).to_be_visible()
    tab_to(ann, "Let the bots race on now")
    keys.press("Enter")
    expect(page.get_by_role("list", name="Podium")).to_be_visible()
    tab_to(ann, "See it again")
    keys.press("Enter")
    moment = page.get_by_role("slider", name="Moment of the race")
    expect(moment).to_have_value("0")
    keys.press("ArrowRight")
    expect(moment).to_have_value("1")
    keys.press("End")
    expect(moment).to_have_value(moment.get_attribute("max") or "")
