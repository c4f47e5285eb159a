"""Notices in a real browser: added and tried on the page, and shown by the service worker."""

from __future__ import annotations

import json
import time
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.test_pages import FAULTS
from tests.browser.visiting import LOOK, WITHIN
from tests.table.devices import Device
from tests.table.hosting import hosting
from tests.table.receiving import receiving
from wreckoning.server.notices.kinds import NoticeSettings

SIGNED_IN = "(token) => localStorage.setItem('wreckoning.device', JSON.stringify(token))"
READY = "navigator.serviceWorker.ready.then((worker) => worker.scope)"
SHOWN = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((shown) => shown.map(({title, body, data}) => [title, body, data.url]))"""
SETTINGS = NoticeSettings(("push", "json"), private=True)


def test_notices_are_tried_on_the_page_and_pushed(
    chromium: Browser, axe: str, tmp_path: Path
) -> None:
    with receiving() as receiver, hosting(tmp_path / "table.db", sends=SETTINGS) as hosted:
        ann = Device(hosted, "Ann")
        with chromium.new_context() as context:
            context.grant_permissions(["notifications"], origin=hosted.address)
            page = context.new_page()
            page.goto(f"{hosted.address}/manifest.json")
            page.evaluate(SIGNED_IN, ann.token)
            page.goto(f"{hosted.address}/me")
            section = page.locator("section:has(#notices-title)")
            section.get_by_label("Address").fill(f"json://127.0.0.1:{receiver.port}/ann")
            section.get_by_role("button", name="Add").click()
            section.get_by_role("button", name="Send one now").click()
            expect(section.get_by_role("status")).to_have_text("Sent.")
            assert receiver.next().path == "/ann"
            receiver.status = 503
            section.get_by_role("button", name="Send one now").click()
            expect(section.get_by_text("Did not arrive")).to_be_visible()
            page.evaluate(axe)
            assert page.evaluate(FAULTS, {"within": "section:has(#notices-title)"}) == []

            scope = page.evaluate(READY)
            workers = context.new_cdp_session(page)
            found: list[str] = []
            workers.on(
                "ServiceWorker.workerRegistrationUpdated",
                lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
            )
            workers.send("ServiceWorker.enable")
            while not found:  # news of the browser comes with its answers
                page.evaluate(READY)
            link = f"{hosted.address}/table/k7"
            told = {"title": "Your turn", "body": "Ann: What now?", "url": link}
            push = {"origin": scope, "registrationId": found[-1], "data": json.dumps(told)}
            end = time.monotonic() + WITHIN
            while not (seen := page.evaluate(SHOWN)):
                assert time.monotonic() < end
                # A busy browser may lose one; a second one takes the place of the first.
                workers.send("ServiceWorker.deliverPushMessage", push)
                page.wait_for_timeout(LOOK)
            assert seen == [["Your turn", "Ann: What now?", link]]
