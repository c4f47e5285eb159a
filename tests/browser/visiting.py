"""People with a browser of their own each, and what they do at a table.

ann = visitors.come()               a browser that has never been here
ann.sits(made, 0)                   it holds the key of this seat
ann.to(made)                        at the table's page
ann.choose(1)                       a click on the second option; waits for the table's reply
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from tests.table.serving import Made

WITHIN = 15.0  # seconds, for whatever is waited for
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}
USUAL = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"}  # motion takes time

KEEP = """(key, value) => {
  if (location.protocol.startsWith('http') && localStorage.getItem(key) === null)
    localStorage.setItem(key, value);
}"""
STANDING = """() => {
  const race = document.querySelector('[data-table]');
  const options = [...document.querySelectorAll('[data-option]')];
  return {
    state: race?.dataset.state ?? '',
    version: Number(race?.dataset.version ?? -1),
    question: document.querySelector('[data-question]')?.textContent.trim() ?? '',
    options: options.some((one) => one.disabled) ? [] : options.map((one) => one.dataset.option),
  };
}"""
REPLIED = "() => document.querySelector('[data-option]:disabled') === null"


@dataclass(frozen=True)
class Standing:
    """What the page shows: how the race is, and what is asked of whoever looks at it."""

    state: str
    version: int
    question: str
    options: list[str]


class Visitor:
    """A browser, and all that went wrong in it."""

    def __init__(self, chromium: Browser, address: str, **options: Any) -> None:
        given: dict[str, Any] = {**USUAL, **options}
        self.context = chromium.new_context(base_url=address, **given)
        self.context.set_default_timeout(WITHIN * 1000)
        self.wrong: list[str] = []
        self.context.on(
            "console", lambda said: self._note(said.text) if said.type == "error" else None
        )
        self.context.on("weberror", lambda error: self._note(str(error.error)))
        self.page: Page = self.context.new_page()
        self.clicked: list[str] = []  # the options chosen here

    def _note(self, problem: str) -> None:
        self.wrong.append(f"{self.page.url}: {problem}")

    def forgive(self, *words: str) -> None:
        """These errors were to be expected."""
        self.wrong = [one for one in self.wrong if not any(word in one for word in words)]

    def keep(self, key: str, value: object) -> None:
        """This is in the browser's storage when its first page is opened."""
        stored = json.dumps([f"wreckoning.{key}", json.dumps(value)])
        self.context.add_init_script(f"({KEEP})(...{stored})")

    def sits(self, made: Made, *seats: int, host: bool = False) -> Visitor:
        """It holds the keys of these seats."""
        tokens = {str(seat): made.tokens[seat] for seat in seats}
        self.keep("seats", {made.id: {"host": made.host if host else "", "seats": tokens, "at": 1}})
        return self

    def to(self, made: Made) -> Visitor:
        """At the page of a race that has begun."""
        self.page.goto(f"/table/{made.id}")
        self.page.locator("[data-version]").wait_for()
        return self

    # At the table

    @property
    def standing(self) -> Standing:
        return Standing(**self.page.evaluate(STANDING))

    @property
    def option(self) -> Locator:
        return self.page.locator("[data-option]")

    @property
    def is_asked(self) -> bool:
        return bool(self.standing.options)

    def until(self, what: Callable[[Standing], bool]) -> Standing:
        """Look until it is so."""
        for _ in range(int(WITHIN / 0.03)):
            standing = self.standing
            if what(standing):
                return standing
            self.page.wait_for_timeout(30)
        seen = self.page.locator("main").inner_text()[:500]
        raise AssertionError(f"not within {WITHIN:.0f} s: {self.standing}, {self.wrong}\n{seen}")

    def asked(self) -> Standing:
        """Wait for a question."""
        return self.until(lambda standing: bool(standing.options))

    def click(self, index: int = 0) -> None:
        """Choose an option with the mouse."""
        options = self.standing.options
        index %= len(options)
        self.option.nth(index).click()
        self.clicked.append(options[index])

    def choose(self, index: int = 0) -> None:
        """The same, and wait for the table's reply."""
        self.click(index)
        self.page.wait_for_function(REPLIED)

    def reach(self, version: int) -> None:
        """Wait for this version."""
        self.until(lambda standing: standing.version >= version)

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        script = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(script))


class Visitors:
    """Everybody who comes to one server during a test."""

    def __init__(self, chromium: Browser, address: str) -> None:
        self._chromium, self._address = chromium, address
        self.all: list[Visitor] = []

    def come(self, **options: Any) -> Visitor:
        """Somebody new. The options are those of a playwright context."""
        self.all.append(Visitor(self._chromium, self._address, **options))
        return self.all[-1]

    def go(self) -> list[str]:
        """All leave; what went wrong in their browsers."""
        for visitor in self.all:
            visitor.context.close()
        return [problem for visitor in self.all for problem in visitor.wrong]


def play(
    people: Sequence[Visitor],
    until: Callable[[], bool],
    choose: Callable[[int], int] = lambda step: step * 5,
) -> int:
    """Whoever is asked answers, now the first of them first, now the last: how many answers."""
    given = idle = 0
    while not until():
        before = given
        for person in people if given % 3 else people[::-1]:
            if person.is_asked:
                person.choose(choose(given))
                given += 1
                idle = 0
        if given == before:
            idle += 1
            assert idle < WITHIN / 0.03, [person.standing for person in people]
            people[0].page.wait_for_timeout(30)
    return given
