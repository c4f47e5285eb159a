"""The page of a review: the ledger by kind of roll and by rival."""

from __future__ import annotations

import re
from dataclasses import replace

from tests.analysis.test_ledger import made, vague
from tests.analysis.test_review import exact

from wreckoning.analysis.ledger import Amount
from wreckoning.analysis.page import review_page


def rows(page: str) -> list[list[str]]:
    """The cells of the page's tables, without their markup."""
    cells = (re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in re.findall("<tr>(.*?)</tr>", page))
    return [[re.sub("<[^>]*>", "", cell) for cell in row] for row in cells]


def test_the_page_splits_luck_by_roll_and_what_rivals_did_by_rival() -> None:
    page = review_page(made())
    assert "<script" not in page
    assert "http" not in page
    split = rows(page[page.index("Luck by kind of roll, and what rivals did") :])
    assert split[0] == ["chance of", "Ann", "Bob", "Cid"]
    assert split[1] == ["own luck: heat", "+65.0 ±3.9", "+20.0 ±2.8", "+2.0 ±2.8"]
    assert split[2] == ["own luck: Side Ram", "−10.0 ±2.8", "", ""]
    assert split[5] == ["luck of Bob", "−10.0 ±2.8", "", "−10.0 ±2.8"]
    assert split[6] == ["choices of Bob", "−6.0 ±6.5", "", "−3.0 ±6.5"]
    assert len(split) == 1 + 2 + 2 * 3


def test_the_page_shows_a_question_mark_for_an_amount_too_rough_alone() -> None:
    page = review_page(vague())
    assert ["own luck: Side Ram", "?", "", ""] in rows(page)
    assert "too rough to say anything" in page


def test_the_page_lists_every_decision_with_its_options() -> None:
    of = exact()
    page = review_page(of)
    assert page.count('<details class="rated">') == len(of.decisions)
    assert page.count(" <b>chosen</b></td>") == len(of.decisions)
    better = sum(each.decision.is_costly for each in of.decisions)
    assert page.count(" <b>better</b></td>") == better > 0
    table = page[page.index("All decisions") :]
    options = [row for row in rows(table) if row[0] != "option"]
    assert len(options) == sum(len(each.options) for each in of.decisions)
    assert {row[2] for row in options} <= {"2", "8", "32"}


def test_the_page_says_what_grades_and_even_luck_there_are() -> None:
    page = review_page(made())
    assert "With even luck Ann would have won" in page
    assert "Ann: no choice was rated" in re.sub("<[^>]*>", "", page)
    rough = made().drivers[0]
    account = replace(rough.account, even=Amount(0.4, 0.2))
    ann = replace(rough, account=account)
    assert "even luck Ann" not in review_page(replace(made(), drivers=(ann, *made().drivers[1:])))
