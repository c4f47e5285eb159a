"""People with a browser of their own each, and what they do at a table.

ann = visitors.come()               a browser that has never been here
ann.sits(made, 0)                   it holds the key of this seat
ann.to(made)                        at the table's page
ann.choose(1)                       a click on the second option; waits for the table's reply
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from playwright.sync_api import Browser, Locator, Page, ViewportSize

from tests.table.serving import Made

WITHIN = 60.0  # seconds, for whatever is waited for: a safety net on a busy machine
LOOK = 50  # milliseconds between two looks
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
AT_ONCE = {"speed": 0}  # what happened is shown, not played: that takes time
Motion: TypeAlias = Literal["reduce", "no-preference"]
Engine: TypeAlias = Literal["chromium", "firefox"]
Options: TypeAlias = dict[str, Any]  # of a Visitor, and its `engine`

# What is to be in the browser's storage waits in a cookie, which is there before any page.
LUGGAGE = "luggage"
ARRIVE = """(() => {
  if (!location.protocol.startsWith('http')) return;
  const luggage = /(?:^|; )luggage=([^;]*)/.exec(document.cookie);
  if (!luggage) return;
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of JSON.parse(decodeURIComponent(luggage[1])))
    localStorage.setItem(key, value);
  document.cookie = 'luggage=; path=/; max-age=0';
})()"""
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
    """What the page shows: the state of the race, and the question to this visitor."""

    state: str
    version: int
    question: str
    options: list[str]


class Visitor:
    """A browser window, and the errors in it. A script may run before each of its pages."""

    def __init__(self, browser: Browser, address: str, script: str = "", **options: Any) -> None:
        self.context = browser.new_context(
            base_url=address, locale="en-GB", service_workers="block", **options
        )
        self.context.set_default_timeout(WITHIN * 1000)
        self.wrong: list[str] = []
        self.context.on(
            "console", lambda said: self._note(said.text) if said.type == "error" else None
        )
        self.context.on("weberror", lambda error: self._note(str(error.error)))
        self.context.add_init_script(ARRIVE)
        if script:
            self.context.add_init_script(script)
        self.page: Page = self.context.new_page()
        self.address = address
        self.clicked: list[str] = []  # the options chosen here
        self.forget()

    def forget(self) -> None:
        """Leave the page; the next one finds the browser's storage empty."""
        self.page.goto("about:blank")
        self.context.clear_cookies()
        self._kept = [("wreckoning.table-settings", json.dumps(AT_ONCE))]
        self._bring()

    def _bring(self) -> None:
        assert self.page.url == "about:blank"
        value = quote(json.dumps(self._kept, ensure_ascii=False), safe="")
        self.context.add_cookies([{"name": LUGGAGE, "value": value, "url": self.address}])

    def enter(
        self, address: str, viewport: ViewportSize = DESK, reduced_motion: Motion = "reduce"
    ) -> Visitor:
        """Begin a visit. Motion is reduced to save time, unless a test asks for it."""
        self.page.set_viewport_size(viewport)
        self.page.emulate_media(color_scheme="light", reduced_motion=reduced_motion)
        self.address, self.wrong, self.clicked = address, [], []
        self._bring()
        return self

    def _note(self, problem: str) -> None:
        self.wrong.append(f"{self.page.url}: {problem}")

    def forgive(self, *words: str) -> None:
        """Forget expected errors."""
        self.wrong = [one for one in self.wrong if not any(word in one for word in words)]

    def keep(self, key: str, value: object) -> None:
        """Put a value into the browser's storage before any page is opened."""
        self._kept.append((f"wreckoning.{key}", json.dumps(value)))
        self._bring()

    def sits(self, made: Made, *seats: int, host: bool = False) -> Visitor:
        """Give the browser the tokens of these seats."""
        tokens = {str(seat): made.tokens[seat] for seat in seats}
        self.keep("seats", {made.id: {"host": made.host if host else "", "seats": tokens, "at": 1}})
        return self

    @property
    def device(self) -> str:
        """Give the browser the token of a profile."""
        return str(self.page.evaluate("() => JSON.parse(localStorage['wreckoning.device'])"))

    def to(self, made: Made) -> Visitor:
        """Open the page of a running race."""
        self.page.goto(f"{self.address}/table/{made.id}")
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
        """Look until a condition holds."""
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            standing = self.standing
            if what(standing):
                return standing
            self.page.wait_for_timeout(LOOK)
        seen = self.page.locator("main").inner_text()[:500]
        raise AssertionError(f"not within {WITHIN:.0f} s: {self.standing}, {self.wrong}\n{seen}")

    def asked(self) -> Standing:
        """Wait for a question."""
        return self.until(lambda standing: bool(standing.options))

    def click(self, index: int = 0) -> None:
        """Choose an option with the mouse, once there is a question."""
        options = self.asked().options
        name = options[index % len(options)]
        self.page.locator(f"[data-option={json.dumps(name, ensure_ascii=False)}]").click()
        self.clicked.append(name)

    def choose(self, index: int = 0) -> None:
        """Choose an option, and wait for the table's reply."""
        self.click(index)
        self.page.wait_for_function(REPLIED)

    def reach(self, version: int) -> None:
        """Wait for this version."""
        self.until(lambda standing: standing.version >= version)

    def overflow(self) -> int:
        """The pixels by which the page is wider than its window."""
        script = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(script))


class Windows:
    """Browser windows, reused because opening one is slow."""

    def __init__(self, launch: Callable[[Engine], Browser], address: str) -> None:
        self._launch, self._address = launch, address
        self._free: list[tuple[Options, Visitor]] = []

    def take(self, options: Options) -> Visitor:
        """A free window of this kind."""
        for at, (kind, _) in enumerate(self._free):
            if kind == options:
                return self._free.pop(at)[1]
        more = {key: value for key, value in options.items() if key != "engine"}
        return Visitor(self._launch(options["engine"]), self._address, **more)

    def give_back(self, options: Options, visitor: Visitor) -> None:
        """Return a window, cleaned for the next test."""
        visitor.forget()
        self._free.append((options, visitor))

    def close(self) -> None:
        """Close all of them."""
        for _, visitor in self._free:
            visitor.context.close()


class Visitors:
    """All visitors of one server during a test."""

    def __init__(self, windows: Windows, address: str, engine: Engine = "chromium") -> None:
        self._windows, self._address, self._engine = windows, address, engine
        self.all: list[tuple[Options, Visitor]] = []

    def come(self, **options: Any) -> Visitor:
        """A new visitor. The options are those of `enter` and of a playwright context.

        Besides, a `script` runs before each page, as in a browser that is set up in its own way.
        """
        now = {key: options.pop(key) for key in ("viewport", "reduced_motion") if key in options}
        options["engine"] = self._engine
        visitor = self._windows.take(options)
        self.all.append((options, visitor))
        return visitor.enter(self._address, **now)

    def go(self) -> list[str]:
        """Let all leave. Returns the errors in their browsers."""
        wrong = [problem for _, visitor in self.all for problem in visitor.wrong]
        for options, visitor in self.all:
            self._windows.give_back(options, visitor)
        return wrong


def play(
    people: Sequence[Visitor],
    until: Callable[[], bool],
    choose: Callable[[int], int] = lambda step: step * 5,
) -> int:
    """Let the asked visitors answer, in changing order. Returns the number of answers."""
    given, end = 0, time.monotonic() + WITHIN
    while not until():
        turns = people if given % 3 else people[::-1]
        asked = next((person for person in turns if person.is_asked), None)
        if asked:
            asked.choose(choose(given))
            for person in people:
                person.reach(asked.standing.version)
            given, end = given + 1, time.monotonic() + WITHIN
        else:
            assert time.monotonic() < end, [person.standing for person in people]
            people[0].page.wait_for_timeout(LOOK)
    return given


def both_asked(ann: Visitor, bob: Visitor, about: str = "") -> None:
    """Play on to a question that both have to answer, perhaps a certain one."""
    play([ann, bob], lambda: _is_put_to_both(ann, bob, about), lambda step: step % 3)


def _is_put_to_both(ann: Visitor, bob: Visitor, about: str) -> bool:
    one, other = ann.standing, bob.standing
    same = one.question[1:] == other.question[1:]  # without the seat's number
    return bool(one.options and other.options) and same and about in one.question
