"""The referee's form in the browser: a modifier of a vehicle's next roll."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Home
from tests.browser.visiting import PHONE, Visitors
from tests.table.serving import make_table, start


@pytest.mark.slow
def test_v51_the_referee_adds_to_a_vehicles_next_roll(
    visitors: Visitors, home: Home, screenshots: Path | None
) -> None:
    seats = [{"player": "mine", "name": name} for name in ("Ann", "Bob")]
    how = {"ruleset": "rally", "course": "dry_dock", "options": {"referee": "on"}}
    made = make_table(home.served, seats=seats, **how)
    start(home.served, made)
    page = visitors.come(viewport=PHONE).sits(made, 0, host=True).to(made).page
    page.get_by_role("button", name="The table:").click()
    page.get_by_role("button", name="Correct the position").click()
    form = page.get_by_role("dialog", name="Correct the position")
    form.get_by_label("What").select_option("hit points")
    expect(form.get_by_text("Still needed: which vehicle, a value")).to_be_visible()
    vehicle = form.get_by_label("Which vehicle")
    name = vehicle.locator("option").nth(1).inner_text()
    vehicle.select_option(name)
    expect(form.get_by_text("Now: 12")).to_be_visible()
    form.get_by_label("What").select_option("next roll")
    expect(form.get_by_text("Still needed: which roll, a value")).to_be_visible()
    form.get_by_label("Which roll").select_option("battle skill test")
    form.get_by_label("To add, once").fill("2")
    form.get_by_label("Reason").fill("the sun")
    if screenshots:
        page.screenshot(path=screenshots / "referee.png")
    form.get_by_role("button", name="Correct", exact=True).click()
    told = f"Referee: {name}, next roll (battle skill test) +2 (the sun)"
    expect(page.get_by_text(told).first).to_be_visible()
