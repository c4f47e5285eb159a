"""What happened is played step by step, and held back from nobody."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.test_pages import NOTE_MOVES
from tests.browser.test_table import BY_TURNS, COURSES
from tests.browser.visiting import Visitor, Visitors
from tests.table.serving import Browser, make_table, start

BOTS = ["rookie"] * 3
PLAYED = """() => {
  window.scenes = [];
  new MutationObserver(() => {
    const playing = document.querySelector('[data-playing]');
    const number = playing?.dataset.playing;
    if (!number || scenes.at(-1)?.number === number) return;
    const pieces = [...document.querySelectorAll('svg [data-key]')];
    const effects = [...document.querySelectorAll('[data-effect]')];
    scenes.push({
      number,
      options: document.querySelectorAll('[data-option]').length,
      board: pieces.map((one) => one.style.transform).join(),
      effects: effects.map((one) => one.dataset.effect),
    });
  }).observe(document.body, {childList: true, subtree: true, attributes: true});
}"""


def sit_down(visitors: Visitors, home: Home, ruleset: str, speed: float, **more: Any) -> Visitor:
    made = make_table(home.served, "mine", *BOTS, ruleset=ruleset, course=COURSES[ruleset])
    start(home.served, made)
    ann = visitors.come(**more).sits(made, 0)
    ann.keep("table-settings", {"speed": speed})
    ann.to(made)
    ann.page.evaluate(PLAYED)
    return ann


def scenes(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("() => window.scenes")
    return found


@pytest.mark.parametrize("ruleset", BY_TURNS)
def test_bot_moves_are_played_step_by_step(visitors: Visitors, home: Home, ruleset: str) -> None:
    ann = sit_down(visitors, home, ruleset, 4, reduced_motion="no-preference")
    for step in range(12):  # on until the bots have had a turn
        ann.asked()
        ann.choose(step * 3)
        ann.asked()
        played = scenes(ann.page)
        if len({scene["board"] for scene in played}) > 3:
            break
    else:
        raise AssertionError("nothing moved from step to step")
    assert all(scene["options"] == 0 for scene in played), "asked before it was played"


@RARELY_IN_FIREFOX
def test_key_click_and_button_skip_the_playback(visitors: Visitors, home: Home) -> None:
    ann = sit_down(visitors, home, "rtd", 0.5)
    page = ann.page
    playing = page.locator("[data-playing]")

    def key() -> None:
        page.keyboard.press("1")

    def click() -> None:
        page.locator("[data-board]").click(position={"x": 30, "y": 30})

    def button() -> None:
        page.get_by_role("button", name="Catch up").click()

    for catch_up in (key, click, button):
        ann.click(0)
        expect(playing).to_be_visible()
        before = ann.standing.version
        catch_up()
        expect(playing).to_have_count(0)
        assert ann.asked().version == before, "the key that skips chose an option as well"


def test_playback_steps_without_motion_if_reduced(visitors: Visitors, home: Home) -> None:
    ann = sit_down(visitors, home, "rtd", 4)
    ann.page.evaluate(NOTE_MOVES)
    for _ in range(2):
        ann.click(0)
        ann.asked()
    assert len(scenes(ann.page)) > 2
    assert ann.page.evaluate("() => window.moves") == []


def test_speed_and_sound_are_kept(visitors: Visitors, home: Home) -> None:
    ann = sit_down(visitors, home, "rtd", 0)
    page = ann.page
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    page.get_by_role("button", name="The table:").click()
    page.get_by_role("combobox", name="What happened").select_option("½ ×")
    page.reload()
    ann.asked()
    expect(sound).to_have_attribute("aria-pressed", "false")
    ann.click(0)
    expect(page.locator("[data-playing]")).to_be_visible()
    expect(page.get_by_label("Speed")).to_have_value("0.5")
    page.keyboard.press("Escape")


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_returning_player_sees_the_missed_steps(visitors: Visitors, home: Home) -> None:
    made = make_table(home.served, "mine", *BOTS)
    start(home.served, made)
    ann = visitors.come().sits(made, 0)
    ann.keep("table-settings", {"speed": 4})
    ann.to(made).asked()
    page = ann.page
    page.goto("/about")
    elsewhere = Browser(home.served, made.id, [made.tokens[0]])
    for number in range(4):
        menu = elsewhere.asked()
        assert menu is not None
        elsewhere.answered(elsewhere.answer(menu, number))
    elsewhere.close()
    page.goto(f"/table/{made.id}")
    expect(page.get_by_role("heading", name="While you were away")).to_be_visible()
    summary = page.locator("[data-playing]").get_by_role("listitem").filter(has_text="in the log")
    expect(summary).to_have_count(1)
    page.keyboard.press("Escape")
    ann.asked()
    page.reload()
    ann.asked()
    expect(page.get_by_role("heading", name="While you were away")).to_have_count(0)
