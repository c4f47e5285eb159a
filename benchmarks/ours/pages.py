"""Measures the pages: their size, the time until the board is drawn, and until it shows a click.

Times are taken by the page's own clock, from the navigation or the click to the frame that shows
the result. The mouse points at an option for a moment before it clicks, as a person does, so that
the preview is already there.
"""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "chromium-browser", "google-chrome")
# The address bar's menus are two more pages for each window, and a renderer in reserve is one more
# process. Chromium obeys one list only, so the rest repeats playwright's own.
WITHOUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,"
    "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={WITHOUT}",
]
SEATS, DRAWINGS, CLICKS = 6, 5, 60
POINTING = 150  # ms
LEVEL = 5  # of gzip, as the server does it

# The board is drawn when every vehicle is on it and a frame has shown them.
DRAWN = """new MutationObserver((_, observer) => {
  if (document.querySelectorAll('[data-table] svg [data-key]').length < %d) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.drawn = performance.now())));
}).observe(document, {childList: true, subtree: true});"""
LOADED = """() => performance.getEntriesByType('resource')
  .filter(({name}) => /[.](js|css)$/.test(name))
  .reduce((sum, {encodedBodySize}) => sum + encodedBodySize, 0)"""
# The version is on the table, and changes together with the board.
WATCH = """() => {
  window.times = [];
  let clicked = null;
  addEventListener('click', (event) => {
    if (event.target.closest('[data-option]')) clicked ??= event.timeStamp;
  }, true);
  new MutationObserver(() => {
    const since = clicked;
    clicked = null;
    if (since !== null)
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
  }).observe(document.querySelector('[data-version]'), {attributeFilter: ['data-version']});
}"""
# Its first frame was shown; skip the rest of the animation.
SHOWN = """(count) => {
  if (window.times.length <= count) return false;
  document.querySelector('[data-skip]')?.click();
  return document.querySelector('[data-table]').dataset.state !== 'running' ||
    document.querySelector('[data-option]:not(:disabled)') !== null;
}"""


def find_chromium() -> str | None:
    """The system's browser."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def measure_pages(address: str) -> dict[str, Any]:
    """The figures of the pages at this server, or why something cannot be measured here."""
    figures: dict[str, Any] = {"pages_script_and_style_gzip_kb": _kb(_weight())}
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return {**figures, "pages_in_a_browser": "not measured: playwright is missing"}
    path = find_chromium()
    if path is None:
        return {**figures, "pages_in_a_browser": f"not measured: no {' or '.join(NAMES)}"}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            figures |= measure_in(browser, address, DRAWINGS, CLICKS)
        except Error as error:
            problem = error.message.splitlines()[0]
            figures["pages_in_a_browser"] = f"not measured to the end: {problem}"
        browser.close()
    return figures


def measure_in(browser: Browser, address: str, drawings: int, clicks: int) -> dict[str, Any]:
    """The figures that need a browser. Makes two tables, and one for each drawing."""
    return {
        "pages_browser": f"chromium {browser.version}",
        **_drawing(browser, address, drawings),
        **_clicking(browser, address, clicks),
    }


def _weight() -> int:
    """The size of all scripts and styles of players' pages, compressed as sent: bytes."""
    from wreckoning.server.http.routes.pages import PAGES

    found = [*PAGES.rglob("*.js"), *PAGES.rglob("*.css")]
    files = [file for file in found if not file.name.startswith("docs-")]  # pages for programmers
    return sum(len(gzip.compress(Path(file).read_bytes(), LEVEL)) for file in files)


def _kb(size: float) -> float:
    return round(size / 1024, 1)


def _drawing(browser: Browser, address: str, drawings: int) -> dict[str, Any]:
    """The time from the navigation to the board, each time in a new browser."""
    times, loaded = [], 0
    for _ in range(drawings + 1):
        page = _practice(browser, address)
        page.wait_for_function("() => window.drawn")
        times.append(float(page.evaluate("() => window.drawn")))
        loaded = int(page.evaluate(LOADED))
        page.context.close()
    times = times[1:]  # the first one warms the server
    return {
        "pages_loaded_for_a_table_kb": _kb(loaded),
        "board_drawn_ms": round(median(times)),
        "board_drawn_ms_range": [round(min(times)), round(max(times))],
    }


def _clicking(browser: Browser, address: str, clicks: int) -> dict[str, Any]:
    """The time from a click on an option to the changed board, in as many races as needed."""
    times: list[float] = []
    while len(times) < clicks:
        page = _practice(browser, address)
        page.wait_for_function("() => window.drawn")
        page.evaluate(WATCH)
        here = 0
        while len(times) + here < clicks and _is_running(page):
            options = page.locator("[data-option]:not(:disabled)")
            option = options.nth(here * 5 % options.count())
            option.hover()
            page.wait_for_timeout(POINTING)
            option.click()
            page.wait_for_function(SHOWN, arg=here)
            here += 1
        times += page.evaluate("() => window.times")
        page.context.close()
    return {
        "board_clicks": len(times),
        "click_to_board_p50_ms": round(median(times), 1),
        "click_to_board_p95_ms": round(quantiles(times, n=20, method="inclusive")[-1], 1),
    }


def _is_running(page: Page) -> bool:
    running = page.locator("[data-table]").get_attribute("data-state") == "running"
    if running:
        page.locator("[data-option]:not(:disabled)").first.wait_for()
    return running


def _practice(browser: Browser, address: str) -> Page:
    """Open a practice race in a new browser."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    games = context.request.get("/api/rulesets").json()
    seats = [{"player": "mine", "name": "You"}, *[{"player": games[0]["bots"][0]}] * (SEATS - 1)]
    race = {"ruleset": games[0]["key"], "course": games[0]["courses"][0]["key"], "seats": seats}
    made = context.request.post("/api/tables", data={**race, "practice": True}).json()
    keys = {"host": made["host"], "seats": {"0": made["seats"][0]["token"]}, "at": 1}
    kept = json.dumps(json.dumps({made["id"]: keys}))
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('wreckoning.seats', {kept});{DRAWN % SEATS}")
    page.goto(f"/table/{made['id']}")
    return page
