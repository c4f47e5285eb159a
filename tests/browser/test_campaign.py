"""A campaign as two players see it, and a team put together by hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Home
from tests.browser.visiting import Visitors
from tests.table.serving import make_table, start

FITS = "(table) => ({ wide: table.scrollWidth, room: table.parentElement.clientWidth })"


def begun(page: Page) -> None:
    """A campaign of the visitor and a friend."""
    page.goto("/campaigns")
    page.get_by_label("Title").fill("Across the salt")
    page.get_by_role("button", name="Remove").last.click()
    page.get_by_label("Name in seat 1").fill("Ann")
    assert page.get_by_label("Your words for the dice").input_value()  # drawn by the browser
    page.get_by_label("Your words for the dice").fill("kumquat")
    page.get_by_role("button", name="Begin the campaign").click()
    expect(page.get_by_role("heading", name="Across the salt")).to_be_visible()


def look_again(page: Page) -> None:
    """Focus this window, so that it fetches news at once, not after some seconds."""
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.slow
def test_w41_w42_from_the_invitation_to_the_table(visitors: Visitors) -> None:
    host, friend = visitors.come().page, visitors.come().page
    begun(host)
    friend.goto(host.url)
    friend.get_by_label("Your name").fill("Bob")
    words = friend.get_by_label("Your words for the dice").input_value()
    friend.get_by_role("button", name="Take a seat").click()
    friend.get_by_text("The dice", exact=True).click()
    for given in ("kumquat", words):
        expect(friend.get_by_role("cell", name=given)).to_be_visible()
    friend.get_by_label("Your words for the dice").fill("other-words-1")
    friend.get_by_role("button", name="Change your words").click()
    expect(friend.get_by_role("cell", name="other-words-1")).to_be_visible()
    host.get_by_text("The dice", exact=True).click()
    look_again(host)
    expect(host.get_by_role("cell", name="other-words-1")).to_be_visible()
    host.get_by_role("button", name="Take these").first.click()
    friend.get_by_role("button", name="Take these").last.click()
    start = host.get_by_role("button", name="Start the campaign")
    expect(start).to_be_enabled()
    start.click()
    for page in (host, friend):
        look_again(page)
        expect(page.get_by_text("Round 1 of 3: Two Lap Race").first).to_be_visible()
        page.get_by_role("button", name="These drive").click()
    expect(host.get_by_role("button", name="Change your words")).to_have_count(0)
    host.get_by_role("link", name="To the table").click()
    expect(host.locator("[data-question], .waiting").first).to_be_visible()


@pytest.mark.slow
def test_w33_the_builder_shows_problems_and_points(visitors: Visitors) -> None:
    page = visitors.come().page
    page.goto("/build/rally?size=small")
    adding = page.get_by_role("region", name="Add a vehicle")
    for _ in range(3):
        before = page.locator(".vehicles > li").count()
        adding.get_by_role("button", name="Truck").click()
        expect(page.locator(".vehicles > li")).to_have_count(before + 1)
    expect(page.get_by_text("Legal, and ready to drive; 11 points left.")).to_be_visible()
    expect(adding.get_by_role("button", name="Truck")).to_be_disabled()  # 52 points
    page.get_by_role("button", name="Add to it").first.click()
    page.get_by_role("button", name="Heavy Machine Gun").nth(0).click()
    expect(page.locator(".parts li").first).to_contain_text("Heavy Machine Gun")
    address = page.url
    assert "team=" in address
    again = visitors.come().page
    again.goto(address)
    expect(again.locator(".parts li").first).to_contain_text("Heavy Machine Gun")


@pytest.mark.slow
def test_w14_a_vehicle_is_driven_by_dragging(visitors: Visitors, home: Home) -> None:
    made = make_table(home.served, "mine", "rookie", ruleset="rally", course="gasket_gulch")
    start(home.served, made)
    visitor = visitors.come().sits(made, 0).to(made)
    page = visitor.page
    question = page.locator("[data-question]")
    for _ in range(20):
        options = visitor.asked().options
        if "Which way" in question.inner_text():
            break
        visitor.choose(options.index("drive") if "drive" in options else 0)
    knob = page.locator("[data-grip] .knob")
    knob.wait_for()
    before = page.locator(".situation").first.inner_text()
    box = knob.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 70, y, steps=8)
    expect(page.locator(".about")).to_be_visible()  # what letting go here would mean
    page.mouse.up()
    expect(page.locator(".situation").first).not_to_have_text(before)
    assert "planned" in page.locator(".situation").last.inner_text()


def test_standings_fit_a_phone(visitors: Visitors, home: Home) -> None:
    """All figures can be read at once, however long the names are."""
    names = ["Wolfgang Amadeus Mozart", "Donaudampfschifffahrtskp", "Al"]
    drive = ["mine", "rookie", "rookie"]
    players = [{"player": p, "name": name} for p, name in zip(drive, names, strict=True)]
    wanted = {"ruleset": "rally", "title": "Across the salt", "players": players}
    made = home.served.http.post("/api/campaigns", json=wanted).json()
    for width in (360, 390):
        page = visitors.come(viewport={"width": width, "height": 800}).page
        page.goto(f"/campaign/{made['id']}")
        expect(page.get_by_role("cell", name="0 of 0").first).to_be_visible()
        table = page.get_by_role("region", name="Standings").get_by_role("table")
        found = table.evaluate(FITS)
        assert found["wide"] <= found["room"], (width, found)
