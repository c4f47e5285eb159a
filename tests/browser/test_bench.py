"""`wreck bench table` measures the pages too."""

from __future__ import annotations

import pytest
from benchmarks.ours import pages
from playwright.sync_api import Browser

from tests.browser.conftest import Home

MOST = 250  # KB of script and style, packed


@pytest.mark.slow
def test_bench_measures_the_pages(chromium: Browser, home: Home) -> None:
    figures = pages.measure_in(chromium, home.address, drawings=1, clicks=3)
    assert figures["board_clicks"] == 3
    least, most = figures["board_drawn_ms_range"]
    assert 0 < least <= figures["board_drawn_ms"] <= most
    assert 0 < figures["click_to_board_p50_ms"] <= figures["click_to_board_p95_ms"]
    assert 10 < figures["pages_loaded_for_a_table_kb"] < MOST


def test_bench_without_a_browser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    figures = pages.measure_pages("http://127.0.0.1:9")
    assert 10 < figures["pages_script_and_style_gzip_kb"] < MOST
    assert "no chromium" in figures["pages_in_a_browser"]
