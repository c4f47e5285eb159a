"""Devices that are not as one would like them: a wrong clock, a storage that keeps nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.visiting import Visitor, Visitors
from tests.table.serving import Made, make_table, start

TEN_MINUTES = 600
PACE = 120  # seconds a decision

WRONG_CLOCK = """(() => {
  const Real = Date;
  const wrong = () => Real.now() + %d * 1000;
  window.Date = class extends Real {
    constructor(...parts) { super(...(parts.length ? parts : [wrong()])); }
    static now() { return wrong(); }
  };
})()"""


def seconds(timer: Locator) -> int:
    """The time that a clock shows."""
    minutes, rest = timer.inner_text().split("\n")[0].split(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.sampled(2)
@RARELY_IN_FIREFOX
@pytest.mark.parametrize("off", [-TEN_MINUTES, TEN_MINUTES])
def test_a_wrong_clock_shows_the_right_time(visitors: Visitors, home: Home, off: int) -> None:
    made = make_table(home.served, "mine", "mine", pace={"kind": "live", "seconds": PACE})
    start(home.served, made)
    ann = visitors.come(script=WRONG_CLOCK % off)
    ann.keep("device", profile_of(home, made))
    ann.to(made).asked()
    page = ann.page
    assert abs(page.evaluate("Date.now()") / 1000 - server_time(home) - off) < 30
    timer = page.get_by_role("timer")
    before = seconds(timer)
    assert PACE - 45 < before <= PACE
    page.evaluate(
        "(off) => { const now = Date.now; Date.now = () => now() - 2 * off * 1000; }", off
    )
    page.wait_for_timeout(1100)
    assert before - 30 < seconds(timer) < before
    page.goto("/me")
    standing = page.get_by_role("listitem").filter(has_text="Your turn,")
    left = standing.first.inner_text().split("Your turn, ")[1].split(" left")[0]
    assert PACE - 90 < int(left.split(":")[0]) * 60 + int(left.split(":")[1]) <= PACE
    expect(page.get_by_text("just now").first).to_be_visible()


def server_time(home: Home) -> float:
    return float(home.served.http.get("/healthz").headers["server-time"])


def profile_of(home: Home, made: Made) -> str:
    """Make a profile that holds the first seat. Returns the token of its device."""
    token = str(home.served.post("/api/profile", name="Ann", colour="#0f766e")["token"])
    home.served.http.post(
        "/api/profile/adopt",
        json={"tables": {made.id: [made.host, made.tokens[0]]}},
        headers={"authorization": f"Bearer {token}"},
    ).raise_for_status()
    return token


FULL = """(() => {
  if (!location.protocol.startsWith('http')) return;
  const set = Storage.prototype.setItem;
  const full = [%s];
  Storage.prototype.setItem = function (key, value) {
    if (full.includes(this)) throw new DOMException('full', 'QuotaExceededError');
    set.call(this, key, value);
  };
})()"""
BLOCKED = """for (const name of [%s])
  Object.defineProperty(window, name, {
    get() { throw new DOMException('blocked', 'SecurityError'); },
  });"""
LOCAL, BOTH = "localStorage", "localStorage, sessionStorage"
UNTIL_CLOSED = "You lose your seats when you close this tab."
UNTIL_LEFT = "You lose your seats when you reload or close this page."


@pytest.mark.sampled(2)
@RARELY_IN_FIREFOX
@pytest.mark.parametrize(
    ("script", "says"),
    [
        (FULL % LOCAL, UNTIL_CLOSED),
        (FULL % BOTH, UNTIL_LEFT),
        (BLOCKED % "'localStorage'", UNTIL_CLOSED),
        (BLOCKED % "'localStorage', 'sessionStorage'", UNTIL_LEFT),
    ],
    ids=["full", "full tab", "blocked", "blocked tab"],
)
def test_a_seat_that_cannot_be_kept_is_held_and_said_so(
    visitors: Visitors, home: Home, script: str, says: str
) -> None:
    made = make_table(home.served, "rookie", "open")
    bob = visitors.come(script=script)
    page = bob.page
    page.goto(f"/table/{made.id}")
    expect(page.get_by_text("This browser cannot keep your seats.")).to_have_count(0)
    claim(bob)
    expect(page.get_by_role("alert")).to_contain_text(says)
    page.get_by_role("link", name="Rules", exact=True).click()
    page.go_back()
    start(home.served, made)
    bob.choose(0)
    page.reload()
    if says == UNTIL_CLOSED:
        bob.choose(0)
    else:
        expect(page.get_by_text("You are watching.")).to_be_visible()


@RARELY_IN_FIREFOX
def test_a_seat_is_kept_as_soon_as_there_is_room(visitors: Visitors, home: Home) -> None:
    """The browser's own limit is reached, and then something is cleared away."""
    made = make_table(home.served, "rookie", "open")
    bob = visitors.come()
    page = bob.page
    page.goto(f"/table/{made.id}")
    page.evaluate("""() => {
      for (let size = 4 * 1024 * 1024; size >= 1; size /= 2)
        for (let piece = 0; ; piece += 1)
          try {
            localStorage.setItem(`filled.${size}.${piece}`, 'x'.repeat(size));
          } catch { break; }
    }""")
    claim(bob)
    expect(page.get_by_role("alert")).to_contain_text(UNTIL_CLOSED)
    page.evaluate("""() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('filled.')) localStorage.removeItem(key);
      document.dispatchEvent(new Event('visibilitychange'));
    }""")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.evaluate("sessionStorage.clear()")
    page.reload()
    expect(page.get_by_role("button", name="Leave seat 2")).to_be_visible()


def claim(bob: Visitor) -> None:
    """Take the free seat."""
    bob.page.get_by_label("Driver’s name").fill("Bob")
    bob.page.get_by_role("button", name="Take this seat").click()
    expect(bob.page.get_by_role("button", name="Leave seat 2")).to_be_visible()
