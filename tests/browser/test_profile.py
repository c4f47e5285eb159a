"""A profile in several browsers: seats, passkeys, download and deletion."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import RARELY_IN_FIREFOX, Home
from tests.browser.visiting import PHONE, Visitors

KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.mark.slow
@RARELY_IN_FIREFOX
def test_second_device_has_the_seat_until_it_is_signed_out(visitors: Visitors) -> None:
    desk = visitors.come().page
    desk.goto("/new")
    desk.get_by_role("button", name="Create the table").click()
    expect(desk.get_by_role("region", name="The grid")).to_contain_text("You")
    table = desk.url
    desk.goto("/me")
    expect(desk.get_by_role("region", name="Your races").get_by_role("heading")).to_have_count(2)
    desk.get_by_role("button", name="Add a device").click()
    link = desk.get_by_label("The link for the other device").input_value()

    phone = visitors.come(viewport=PHONE)
    phone.page.goto(link)
    phone.page.get_by_role("button", name="Sign in here").click()
    expect(phone.page.get_by_role("heading", name="Your devices")).to_be_visible()
    phone.page.goto(table)
    yours = phone.page.get_by_role("button", name="Leave seat 1")
    expect(yours).to_be_visible()

    expect(desk.get_by_text("is signed in.")).to_be_visible()
    desk.get_by_role("button", name="Sign out").nth(1).click()
    expect(desk.get_by_role("button", name="Sign out")).to_have_count(1)
    expect(yours).to_be_hidden()  # the open page loses the seat
    phone.page.goto("/me")
    expect(phone.page.get_by_role("button", name="Make a profile now")).to_be_visible()
    phone.forgive("403")


def test_passkey_signs_in_again_and_data_is_saved_and_deleted(
    visitors: Visitors, home: Home, tmp_path: Path
) -> None:
    ann = visitors.come()
    page = ann.page
    devices = ann.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    page.goto(home.address.replace("127.0.0.1", "localhost") + "/me")
    page.get_by_role("button", name="Make a profile now").click()
    page.get_by_label("Name", exact=True).fill("Ann")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("button", name="Remove the passkey")).to_be_visible()

    page.evaluate("() => localStorage.clear()")
    page.reload()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="Ann")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    saved.value.save_as(tmp_path / "profile.json")
    assert json.loads((tmp_path / "profile.json").read_text())["profile"]["name"] == "Ann"

    page.get_by_role("button", name="Delete my profile").click()
    page.get_by_role("button", name="Delete it").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("belongs to no profile here")
    devices.send("WebAuthn.disable")
    ann.forgive("404", "403")
