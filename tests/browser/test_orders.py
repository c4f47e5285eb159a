"""Orders in the browser: text and form write the same, what they choose is shown, then given."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Home
from tests.browser.visiting import PHONE, Visitors
from tests.table.serving import make_table, start


def test_orders_are_written_with_the_form_checked_and_given(
    visitors: Visitors, home: Home, screenshots: Path | None
) -> None:
    seats = [{"player": "mine", "name": name} for name in ("Ann", "Bob")]
    made = make_table(home.served, seats=seats)
    start(home.served, made)
    page = visitors.come(viewport=PHONE).sits(made, 0).to(made).page
    page.get_by_role("button", name="Orders").click()
    sheet = page.get_by_role("dialog", name="Orders for Ann")
    text = sheet.get_by_label("Your orders")
    text.fill("order: jump")
    expect(sheet.get_by_text("no option 'jump'")).to_be_visible()
    expect(sheet.get_by_role("button", name="Give these orders")).to_be_disabled()
    text.fill("order: draft")
    sheet.get_by_label("choose").select_option("yes")
    sheet.get_by_role("button", name="+ condition").click()
    sheet.get_by_label("number").fill("0")
    sheet.get_by_role("button", name="Add to the text").click()
    expect(text).to_have_value("order: draft\nrocket start: yes >= 0%\notherwise: wait")
    sheet.get_by_label("They hold").select_option("next turn")
    expect(text).to_have_value(
        "order: draft\nrocket start: yes >= 0%\notherwise: wait\nuntil: next turn"
    )
    expect(sheet.get_by_text("You are asked")).to_be_visible()  # it shows no chance
    text.fill("order: draft\nrocket start: no\nuntil: next turn")
    expect(sheet.get_by_text("No attempt")).to_be_visible()
    if screenshots:
        page.screenshot(path=screenshots / "orders-phone.png")
    sheet.get_by_role("button", name="Give these orders").click()
    expect(page.get_by_text("You are in")).to_be_visible()
    expect(page.get_by_text("Your orders have answered")).to_contain_text("No attempt")
    expect(page.get_by_text("Your orders are in force")).to_be_visible()
    page.get_by_role("button", name="Orders").click()
    expect(text).to_have_value("order: draft\nrocket start: no\notherwise: wait\nuntil: next turn")
    sheet.get_by_role("button", name="Take them back").click()
    expect(sheet).not_to_be_visible()
