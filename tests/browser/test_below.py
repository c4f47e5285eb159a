"""The site below a path of its host, as `wreck serve --root-path /race` serves it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.visiting import Visitor
from tests.table.hosting import FREELY, Hosted, hosting
from tests.table.serving import Made, make_table, start

ROOT = "/race"
ROUND = {
    "ruleset": "rtd",
    "courses": ["sundae_drive"],
    "seats": 4,
    "opens": "2090-10-01T20:00",
}
TERMS = {"points": {"places": [10, 6, 4]}, "divisions": [{"title": "One", "places": 4}]}
LINKS = """() => [...document.querySelectorAll('a[href], link[href], img[src]')]
  .map((one) => one.href || one.src).filter((one) => one.startsWith(location.origin))"""
WORKER = "() => navigator.serviceWorker.ready.then((one) => [one.scope, one.active.scriptURL])"
MANIFEST = """async () => {
  const { href } = document.querySelector('link[rel=manifest]');
  const told = await (await fetch(href)).json();
  const links = [told.start_url, told.scope, ...told.icons.map((one) => one.src),
                 ...told.shortcuts.map((one) => one.url)];
  return [href, ...links.map((one) => new URL(one, href).href)];
}"""


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server below a path, and nothing of it elsewhere on its host."""
    db = tmp_path_factory.mktemp("below") / "table.db"
    with hosting(db, FREELY, root=ROOT) as hosted:
        yield hosted


class Site:
    """A browser at that server, and whatever it asked of the host."""

    def __init__(self, chromium: Browser, below: Hosted) -> None:
        self.home = below.address + ROOT
        self.ann = Visitor(chromium, self.home)
        self.page: Page = self.ann.page
        self.asked: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("websocket", lambda line: self.asked.append(line.url.replace("ws", "http", 1)))

    def outside(self) -> list[str]:
        """What was asked for, or is linked to, outside the root."""
        there = [*self.asked, *self.page.evaluate(LINKS)]
        own = (f"{self.home}/", "data:", "blob:")
        return [one for one in there if one != self.home and not one.startswith(own)]


@pytest.fixture
def site(chromium: Browser, below: Hosted) -> Iterator[Site]:
    site = Site(chromium, below)
    yield site
    assert site.ann.wrong == []
    site.ann.context.close()


def race(below: Hosted) -> Made:
    made = make_table(below, "mine", "rookie")
    start(below, made)
    return made


def test_a_race_and_its_replay(site: Site, below: Hosted) -> None:
    """Take a seat, answer, reload, give up, see it again: each page by its link and its address."""
    page, made = site.page, race(below)
    site.ann.enter(site.home).sits(made, 0, host=True).to(made)
    site.ann.choose()
    answered = site.ann.standing.version
    page.reload()
    site.ann.reach(answered)
    site.ann.choose()
    assert site.outside() == []
    page.goto(f"{site.home}/table/{made.id}/replay?at=1")
    page.get_by_role("slider").wait_for()
    page.get_by_role("link", name="Watch it live").click()
    page.wait_for_url(f"{site.home}/table/{made.id}")
    site.ann.asked()
    page.get_by_role("link", name="Wreckoning: to the races").click()
    page.wait_for_url(f"{site.home}/")
    page.get_by_role("region", name="Your races").get_by_role("link").first.click()
    page.wait_for_url(f"{site.home}/table/{made.id}")
    page.go_back()
    page.wait_for_url(f"{site.home}/")
    assert site.outside() == []


@pytest.mark.slow
def test_every_page_stays_below_the_root(site: Site) -> None:
    page = site.page
    site.ann.enter(site.home)
    page.goto(site.home)
    page.wait_for_url(f"{site.home}/")
    nav = page.get_by_role("banner").get_by_role("navigation").get_by_role("link")
    nav.first.wait_for()
    names = [one.strip() for one in nav.all_inner_texts() if one.strip()]
    assert len(names) >= 5
    for index in range(nav.count()):
        nav.nth(index).click()
        page.get_by_role("heading").first.wait_for()
        expect(page.get_by_role("heading", name="Off the track")).to_have_count(0)
        assert site.outside() == [], names
    page.reload()
    page.get_by_role("heading").first.wait_for()
    page.goto(f"{site.home}/docs")
    page.get_by_text("/api/tables/{table_id}/claim").first.wait_for()
    assert page.locator("option", has_text=ROOT).all_inner_texts() == [ROOT]
    page.goto(f"{site.home}/rules/rtd#R22")
    page.locator("article").first.wait_for()
    assert site.outside() == []


def test_links_to_give_away(site: Site, below: Hosted) -> None:
    """An invitation, and a league's page with its feed and its calendar."""
    page, made = site.page, make_table(below, "mine", "open")
    site.ann.enter(site.home).sits(made, 0, host=True)
    page.goto(f"{site.home}/table/{made.id}")
    invitation = page.get_by_label("The table’s address")
    expect(invitation).to_have_value(f"{site.home}/table/{made.id}")
    league = below.post("/api/leagues", title="Cup", terms=TERMS, rounds=[ROUND])["id"]
    page.goto(f"{site.home}/league/{league}")
    page.get_by_role("link", name="News feed").wait_for()
    for name in ("News feed", "Calendar file"):
        link = page.get_by_role("link", name=name).get_attribute("href")
        assert link
        text = below.http.get(link).text
        assert f"{site.home}/league/{league}" in text.replace("\r\n ", "")
    assert site.outside() == []


def test_worker_and_manifest(chromium: Browser, below: Hosted) -> None:
    """Installed, it is an app of that path, and no other site's pages are its own."""
    context = chromium.new_context()
    page = context.new_page()
    home = f"{below.address}{ROOT}/"
    page.goto(f"{home}rules")
    assert page.evaluate(WORKER) == [home, f"{home}sw.js"]
    found = page.evaluate(MANIFEST)
    assert found[:3] == [f"{home}manifest.json", home, home]
    assert all(one.startswith(home) for one in found)
    assert {f"{home}new", f"{home}me"} < set(found)
    context.close()
