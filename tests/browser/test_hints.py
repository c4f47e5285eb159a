"""A hint in the browser: each option's chance to win, the best one marked, noted in the log."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Home
from tests.browser.visiting import DESK, PHONE, Visitors
from tests.table.serving import make_table, start


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_hint_shows_the_chance_to_win_with_each_option(
    visitors: Visitors, home: Home, size: dict[str, int]
) -> None:
    seats = [{"player": "mine", "name": "Ann"}, {"player": "rookie", "name": "Bob"}]
    made = make_table(home.served, ruleset="rush", course="the_bullring", seats=seats)
    start(home.served, made)
    ann = visitors.come(viewport=size, user_agent="Hints").sits(made, 0).to(made)
    asked = ann.asked()
    wanted = []

    def give(route: Route) -> None:
        wanted.append(json.loads(route.request.post_data or ""))
        if len(wanted) == 1:
            route.fulfill(json={"state": "compiling", "options": []})
            return
        options = [
            {"name": name, "chance": 0.5 - 0.1 * at, "error": 0.02}
            for at, name in enumerate(asked.options)
        ]
        route.fulfill(json={"state": "done", "options": options})

    ann.page.route("**/hint", give)
    button = ann.page.get_by_role("button", name="Hint")
    button.click()
    expect(ann.page.get_by_role("status").filter(has_text="prepares")).to_be_visible()
    first = ann.page.locator("[data-option]").first
    expect(first).to_contain_text("wins 50%")
    expect(first).to_be_in_viewport(ratio=0.95)
    expect(button).to_be_disabled()
    assert (wanted[-1]["seat"], wanted[-1]["ask"]) == (0, "gear")
    first.focus()
    expect(ann.page.locator(".about").first).to_contain_text("You win 50% (± 4)")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_rough_hint_marks_no_option(visitors: Visitors, home: Home, size: dict[str, int]) -> None:
    seats = [{"player": "mine", "name": "Ann"}, {"player": "rookie", "name": "Bob"}]
    made = make_table(home.served, ruleset="rush", course="the_bullring", seats=seats)
    start(home.served, made)
    ann = visitors.come(viewport=size, user_agent="Hints").sits(made, 0).to(made)
    asked = ann.asked()
    options = [
        {"name": name, "chance": 0.4 - 0.1 * at, "error": 0.15}
        for at, name in enumerate(asked.options)
    ]
    hint = {"state": "done", "options": options}
    ann.page.route("**/hint", lambda route: route.fulfill(json=hint))
    ann.page.get_by_role("button", name="Hint").click()
    said = ann.page.get_by_role("status").filter(has_text="No option is clearly the best")
    expect(said).to_be_in_viewport()
    expect(ann.page.locator("[data-option]").first).to_contain_text("wins 40% ± 30")
    expect(ann.page.locator("[data-option]").filter(has_text="best:")).to_have_count(0)
    assert ann.overflow() == 0
