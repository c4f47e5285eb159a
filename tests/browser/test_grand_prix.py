"""A Grand Prix of two people: one score over all races, and everybody comes along (E21)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Home
from tests.browser.evening import hand_over
from tests.browser.visiting import Visitor, Visitors
from tests.table.serving import Made


@pytest.mark.slow
def test_e21_from_the_first_race_to_the_podium_of_the_grand_prix(
    visitors: Visitors, home: Home
) -> None:
    ann, bob = visitors.come(), visitors.come()
    table = _set_up(ann.page)
    bob.page.goto(table)
    bob.page.get_by_label("Driver’s name").fill("Bob")
    bob.page.get_by_role("button", name="Take this seat").click()
    people = [ann, bob]
    for course in ("Dishwater Dip", "Lovers' Knot"):
        for person in people:
            expect(person.page.get_by_role("heading", name=course).first).to_be_visible()
            expect(person.page.get_by_role("button", name=re.compile("^Leave"))).to_be_visible()
        _race(people, home)
        if course == "Dishwater Dip":
            _between(people)
    standings = ann.page.get_by_role("region", name="Grand Prix: standings").first
    points = [int(cell) for cell in standings.locator("td.score").all_inner_texts()]
    assert sum(points) == 2 * (8 + 6 + 4)
    assert points == sorted(points, reverse=True)
    for person in people:
        expect(person.page.get_by_role("list", name="Grand Prix")).to_be_visible()
        expect(
            person.page.get_by_text(re.compile("(win|wins|share) the Grand Prix!"))
        ).to_be_visible()
        person.page.get_by_role("button", name="Another Grand Prix").click()
        expect(person.page.get_by_text("Grand Prix, race 1 of 2")).to_be_visible()
        expect(person.page.get_by_role("button", name=re.compile("^Leave"))).to_be_visible()


def _set_up(page: Page) -> str:
    """Make a table of two races, with a free seat and a bot. Returns its address."""
    page.goto("/new")
    page.get_by_role("radio", name=re.compile("Kart Edition")).check()
    page.get_by_role("radio", name=re.compile("Grand Prix")).check()
    page.get_by_role("button", name="Remove race 3").click()
    page.get_by_label("Name of the driver in seat 1").fill("Ann")
    for seat in (6, 5, 4):
        page.get_by_role("button", name=f"Remove seat {seat}").click()
    page.get_by_label("Who drives in seat 2").select_option("open")
    page.get_by_label("Who drives in seat 3").select_option("rookie")
    page.get_by_text("Kart and upgrades").first.click()
    first = page.get_by_text("Upgrades: none to be had before this race.").first
    expect(first).to_be_visible()
    page.get_by_role("button", name="Create the table").click()
    address = page.get_by_label("The table’s address").input_value()
    expect(page.get_by_text("Grand Prix, race 1 of 2")).to_be_visible()
    return address


def _race(people: list[Visitor], home: Home) -> None:
    """Start the race, and let bots drive on for both players."""
    ann = people[0]
    ann.page.get_by_role("button", name="Start the race").click()
    table = ann.page.url.rsplit("/", 1)[-1]
    for number, person in enumerate(people):
        person.page.locator("[data-version]").wait_for()
        hand_over(home.served, Made(table, "", {number: person.device}), number)
    for person in people:
        person.until(lambda standing: standing.state == "over")


def _between(people: list[Visitor]) -> None:
    """Let both see the score and go on to the next race, each to their own seat."""
    for person in people:
        region = person.page.get_by_role("region", name="Grand Prix: standings")
        expect(region).to_be_visible()
        expect(region.get_by_role("row")).to_have_count(4)
    ann, bob = people
    ann.page.get_by_role("button", name="To race 2: Lovers' Knot").click()
    expect(ann.page.get_by_text("kept for Bob")).to_be_visible()
    expect(ann.page.get_by_text("Waiting for Bob.")).to_be_visible()
    bob.page.get_by_role("button", name="To race 2: Lovers' Knot").click()
    expect(ann.page.get_by_text("Everybody is on the grid.")).to_be_visible()
    for name, person in zip(("Ann", "Bob"), people, strict=True):
        line = person.page.get_by_role("listitem").filter(has_text=name).filter(has_text="You")
        expect(line.first).to_be_visible()
        assert person.overflow() == 0
