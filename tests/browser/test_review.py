"""A race reviewed in the browser: chart, ledger, costly decisions; chances for spectators."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.evening import LONG
from tests.browser.test_pages import FAULTS
from tests.browser.visiting import DESK, PHONE, Visitors
from tests.table.serving import Made, make_table, start

LOOKING = {"state": "looking", "spent": 4.0, "seconds": 10.0, "why": "", "review": None}


def amount(value: float, band: float = 0.01) -> dict[str, float]:
    return {"value": value, "band": band}


def driver(name: str, start_: float, luck: float, choices: float, **more: Any) -> dict[str, Any]:
    parts = {"luck": luck, "decisions": choices, "rivals_luck": 0.0, "rivals_decisions": 0.0}
    return {
        "name": name,
        "player": "rookie",
        "start": amount(start_),
        "end": start_ + luck + choices,
        **{part: amount(value) for part, value in parts.items()},
        "together": amount(0.0),
        "by_roll": {"heat_die": {"label": "heat", **amount(luck)}},
        "by_rival": {},
        "accuracy": 82.4,
        "rated": 3,
        "choices": 4,
        "costly": [],
        **more,
    }


COSTLY = {
    "number": 4,
    "turn": 2,
    "rule": "A9",
    "question": "Which way?",
    "taken": "Along the wall",
    "better": "Through the middle",
    "why": "80 % to get through",
    "loss": 0.12,
    "band": 0.03,
    "situation": ["2nd of 2"],
}
REVIEW: dict[str, Any] = {
    "title": "Kart RTD: Sundae Drive",
    "ruleset": "rtd",
    "unit": "turn",
    "drives": "rookie",
    "names": [LONG, "Bob"],
    "over": True,
    "playouts": 12345,
    "steps": [
        {"number": number, "turn": number // 3, "kind": "choice", "answers": []}
        for number in range(6)
    ],
    "chances": [[0.5, 0.5], [0.6, 0.4], [0.4, 0.6], [0.3, 0.7], [0.7, 0.3], [0.9, 0.1], [1, 0]],
    "bands": [[0.02, 0.02]] * 6 + [[0, 0]],
    "chart": [
        {"row": 0, "chances": [0.5, 0.5], "bands": [0.02, 0.02]},
        {"row": 3, "chances": [0.4, 0.6], "bands": [0.01, 0.01]},
        {"row": 6, "chances": [1, 0], "bands": [0, 0]},
    ],
    "drivers": [
        driver(
            LONG,
            0.5,
            0.42,
            0.08,
            costly=[COSTLY],
            decisions=amount(1.3, 0.8),
            by_roll={
                "avoid_check": {"label": "to avoid what lies on the track", **amount(0.44)},
                "pass_roll": {"label": "Pass", **amount(-0.02, 0.6)},
            },
            by_rival={"Bob": {"luck": amount(-0.12, 0.03), "decisions": amount(0.12, 0.04)}},
        ),
        driver(
            "Bob",
            0.5,
            -0.3,
            -0.2,
            by_rival={LONG: {"luck": amount(-0.12), "decisions": amount(0.12)}},
        ),
    ],
}


def rated(number: int, who: str, *chances: float, taken: int = 0, times: int = 0) -> dict[str, Any]:
    """A decision with options of these chances; costly, if it stands for so many."""
    loss = chances[0] - chances[taken] if times else 0.0
    return {
        "number": number,
        "turn": number // 3,
        "who": who,
        "rule": "A9",
        "question": f"Which way after {number}?",
        "situation": ["2nd of 2"],
        "options": [
            {
                "option": f"way {at}",
                "label": f"Way {at}",
                "chance": chance,
                "band": 0.02,
                "playouts": 400,
                "taken": at == taken,
                "better": loss > 0 and at == 0,
            }
            for at, chance in enumerate(chances)
        ],
        "loss": loss,
        "band": 0.02 if loss else 0.0,
        "grade": "blunder" if loss else "",
        "times": times,
        "counted_with": None,
    }


def whole(review: dict[str, Any]) -> dict[str, Any]:
    """This review with what one of an earlier release has not: decisions, grades, even luck."""
    more = {"error_rate": 0.0123, "blunders": 1, "mistakes": 0, "inaccuracies": 2}
    luck = "With even luck Bob would have won 38% ±9 of such races."
    return {
        **review,
        "note": "In playouts rookies drive.",
        "drivers": [{**each, **more, "even_luck": luck} for each in review["drivers"]],
        "decisions": [
            rated(0, LONG, 0.5, 0.4),
            rated(1, "Bob", 0.6, 0.35, taken=1, times=2),
            rated(4, LONG, 0.7, 0.68, 0.6, taken=2, times=1),
            rated(5, "Bob", 0.1, 0.1),
        ],
    }


def reviewed(page: Page, made: Made, review: dict[str, Any] = REVIEW) -> None:
    """Open the page of the race; the first reply says that the review is under way."""
    found = iter([LOOKING, {**LOOKING, "state": "done", "spent": 0.0, "review": review}])

    def answer(route: Route) -> None:
        route.fulfill(json=next(found))

    page.route(f"**/api/tables/{made.id}/review", answer)
    page.goto(f"/table/{made.id}/replay")
    page.get_by_role("button", name="Review this race").click()
    expect(page.get_by_role("status").filter(has_text="10 s of work")).to_be_visible()
    expect(page.get_by_role("heading", name="Costly decisions")).to_be_visible()


def check_chart(page: Page) -> None:
    """Each driver has a label, a line over the whole race with its band, and a chance now."""
    chart = page.get_by_role("img", name="Each driver’s chance to win through the race")
    wide = chart.bounding_box()
    assert wide
    drawn = chart.locator("g")
    expect(drawn).to_have_count(len(REVIEW["names"]))
    ways = []
    for seat, name in enumerate(REVIEW["names"]):
        driver = drawn.nth(seat)
        assert driver.locator("title").text_content() == name
        way = points_of(driver.locator("polyline.way"))
        assert way[-1][0] - way[0][0] > 0.75 * wide["width"]
        band = points_of(driver.locator("polygon.band"))  # there above the line, and back below it
        upper, lower = band[: len(way)], band[len(way) :][::-1]
        certain = [point["bands"][seat] == 0 for point in REVIEW["chart"]]
        over = [high[1] < at[1] < low[1] for high, at, low in zip(upper, way, lower, strict=True)]
        assert over == [not each for each in certain], name
        ways.append(way)
    first, second = ways
    assert [a[1] == b[1] for a, b in zip(first, second, strict=True)] == [True, False, False]
    assert first[1][1] > second[1][1], "40 % is drawn below 60 %"
    assert first[2][1] < second[2][1]
    legend = page.get_by_role("list", name="Chances to win at this moment")
    for name in REVIEW["names"]:
        expect(legend.get_by_role("listitem").filter(has_text=name)).to_contain_text("50 %")


def points_of(drawn: Locator) -> list[tuple[float, float]]:
    """The points of a line or a band, from its SVG."""
    points = (drawn.get_attribute("points") or "").split()
    return [(float(x), float(y)) for x, y in (point.split(",") for point in points)]


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@RARELY_IN_FIREFOX
def test_a_race_is_reviewed_under_its_replay(visitors: Visitors, home: Home, viewport: Any) -> None:
    made = make_table(home.served, "rookie", "rookie")
    start(home.served, made)
    ann = visitors.come(viewport=viewport)
    page = ann.page
    reviewed(page, made)
    assert ann.overflow() == 0
    check_chart(page)
    ledger = page.get_by_role("region", name="Luck and choices of each driver")
    expect(ledger.get_by_role("row", name=LONG)).to_contain_text(
        "50+42 ± 1?0 ± 10 ± 10 ± 110082 of 3 rated"
    )
    assert ledger.evaluate("(ledger) => ledger.scrollWidth - ledger.clientWidth") == 0
    expect(ledger.get_by_role("row", name="Bob")).to_contain_text("−30 ± 1")
    page.get_by_text("Luck by kind of roll, and what rivals did").click()
    split = page.get_by_role("region", name=LONG)
    told = [row.inner_text().split("\t") for row in split.get_by_role("row").all()]
    assert told == [
        ["Roll", "Luck"],
        ["To avoid what lies on the track", "+44 ± 1"],
        ["Pass", "?"],
        ["Rival", "Luck", "Choices"],
        ["2 Bob", "−12 ± 3", "+12 ± 4"],
    ]
    assert split.evaluate("(split) => split.scrollWidth - split.clientWidth") == 0
    assert ann.overflow() == 0
    costly = page.get_by_role("listitem").filter(has_text="Which way?")
    expect(costly).to_contain_text("Better: Through the middle, by 12.0 ± 3.0 points.")
    moment = page.get_by_role("slider", name="Moment of the race")
    before = moment.input_value()
    costly.get_by_role("button", name="Show it").click()
    expect(moment).not_to_have_value(before)
    expect(page.get_by_role("region", name="Board", exact=True)).to_be_in_viewport(ratio=0.9)
    costly.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: f"/table/{made.id}" not in url)


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_decisions_are_stepped_through_next_to_the_board(
    visitors: Visitors, home: Home, axe: str, viewport: Any
) -> None:
    made = make_table(home.served, "rookie", "rookie")
    start(home.served, made)
    ann = visitors.come(viewport=viewport)
    page = ann.page
    reviewed(page, made, whole(REVIEW))
    expect(page.get_by_text("With even luck Bob would have won 38%").first).to_be_visible()
    rates = page.get_by_role("list", name="What each driver’s decisions lost")
    expect(rates.get_by_role("listitem").filter(has_text="Bob")).to_contain_text(
        "Bob lost 1.23 points a decision: 1 blunder, 2 inaccuracies"
    )
    rings = page.locator("circle.made")
    expect(rings).to_have_count(2)
    assert rings.first.locator("title").text_content() == (
        "Bob, blunder: Which way after 1? −25.0 points"
    )
    page.get_by_role("button", name="Step through 4 decisions").click()
    here = page.get_by_role("region", name="Decisions", exact=True)
    expect(page.get_by_role("region", name="Board", exact=True)).to_be_in_viewport(ratio=0.9)
    expect(here).to_contain_text("1 of 4")
    expect(here).to_contain_text("Which way after 0?")
    bar = here.get_by_role("list", name="Chances to win before this decision")
    expect(bar.get_by_role("listitem").filter(has_text="Bob")).to_contain_text("50 %")
    moment = page.get_by_role("slider", name="Moment of the race")
    before = moment.input_value()
    page.keyboard.press("n")
    expect(here).to_contain_text("Blunder: −25.0 ± 2.0 points. Chosen: Way 1. Better: Way 0.")
    expect(here).to_contain_text("The costliest of 2 in a row")
    expect(bar.get_by_role("listitem").filter(has_text="Bob")).to_contain_text("40 %")
    page.keyboard.press("ArrowRight")
    expect(here).to_contain_text("3 of 4")
    expect(moment).not_to_have_value(before)
    options = here.get_by_role("listitem").filter(has_text="Way ")
    expect(options).to_contain_text(["Way 0 better 70.0 %", "Way 1 68.0 %", "Way 2 chosen 60.0 %"])
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Next costly one").click()
    expect(here).to_contain_text("3 of 4")
    here.get_by_label("Whose decisions").select_option("Bob")
    expect(here).to_contain_text("2 of 2")
    assert ann.overflow() == 0
    page.evaluate(axe)
    assert page.evaluate(FAULTS, {"within": ".decisions"}) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(FAULTS, {"runOnly": ["color-contrast"], "within": ".decisions"}) == []
    page.emulate_media(color_scheme="light")
    here.get_by_role("button", name="Close").click()
    expect(here).to_have_count(0)
    costly = page.get_by_role("listitem").filter(has_text="Which way?")
    costly.get_by_role("button", name="Show it").click()
    expect(here).to_contain_text("Which way after 4?")
    page.keyboard.press("Escape")
    expect(here).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_no_fault_in_a_review(
    visitors: Visitors, home: Home, axe: str, viewport: Any
) -> None:
    made = make_table(home.served, "rookie", "rookie")
    start(home.served, made)
    page = visitors.come(viewport=viewport).page
    reviewed(page, made)
    page.get_by_text("Luck by kind of roll, and what rivals did").click()
    page.evaluate(axe)
    assert page.evaluate(FAULTS, {"within": "#review"}) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(FAULTS, {"runOnly": ["color-contrast"], "within": "#review"}) == []


def test_a_race_that_cannot_be_reviewed_says_why(visitors: Visitors, home: Home) -> None:
    made = make_table(home.served, "rookie", "rookie")
    start(home.served, made)
    page = visitors.come().page
    failed = {**LOOKING, "state": "failed", "why": "it took too long"}
    page.route(
        f"**/api/tables/{made.id}/review", lambda route: route.fulfill(body=json.dumps(failed))
    )
    page.goto(f"/table/{made.id}/replay#review")
    expect(page.get_by_role("alert")).to_have_text("This race cannot be reviewed: it took too long")


def test_spectators_see_who_may_win_and_players_do_not(visitors: Visitors, home: Home) -> None:
    """The chart is asked for again as the race goes on, until the race is over."""
    made = make_table(home.served, "mine", "rookie")
    start(home.served, made)
    running = {**REVIEW, "over": False, "steps": REVIEW["steps"][:4]}
    later = {**REVIEW, "over": False}
    states = [("looking", None), ("done", running), ("refining", running), ("done", later)]
    replies = iter([{**LOOKING, "state": state, "review": review} for state, review in states])
    watching = visitors.come()
    page = watching.page
    page.clock.install()
    page.route(f"**/api/tables/{made.id}/review", lambda route: route.fulfill(json=next(replies)))
    watching.to(made)
    chances = page.get_by_role("region", name="Who will win?")
    chances.get_by_role("button", name="Show the chances").click()
    expect(chances.get_by_role("status")).to_contain_text("10 s of work")
    page.clock.fast_forward(2000)
    expect(chances).to_contain_text("Up to turn 1, with rookies at every wheel")
    expect(chances).not_to_contain_text("The race has gone on")
    page.clock.fast_forward(7000)
    expect(chances).to_contain_text("The race has gone on")
    page.clock.fast_forward(7000)
    expect(chances).not_to_contain_text("The race has gone on")
    expect(chances.get_by_role("list", name="Chances to win at this moment")).to_contain_text(
        "100 %"
    )
    assert watching.overflow() == 0
    page.unroute(f"**/api/tables/{made.id}/review")
    page.goto(f"/table/{made.id}/replay#review")
    expect(page.get_by_role("alert")).to_contain_text("a player of this race is at your address")
    watching.forgive("403 (Forbidden)")  # the players' browsers of this test are on this machine
    ann = visitors.come().sits(made, 0).to(made)
    ann.asked()
    expect(ann.page.get_by_role("button", name="Show the chances")).to_have_count(0)
    ann.page.goto(f"/table/{made.id}/replay")
    expect(ann.page.get_by_role("heading", name="Lap chart")).to_be_visible()
    expect(ann.page.get_by_role("heading", name="Review", exact=True)).to_have_count(0)
