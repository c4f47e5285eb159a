"""The system's Firefox, driven by playwright over WebDriver BiDi.

Playwright drives an unchanged Firefox, but begins with a command that the ESR release does not know
yet: which colours and motion the reader prefers. So this program stands between the two. It starts
Firefox, passes all messages on, and answers that one command itself; Firefox gets those preferences
as settings instead (`PREFERENCES`).

    python -m tests.browser.firefox /usr/bin/firefox-esr [Firefox's arguments]
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

NAMES = ("firefox-esr", "firefox")
CHANNEL = "moz-firefox"  # playwright's name of an unchanged Firefox
ANSWERED_HERE = "emulation.setMediaFeaturesOverride"
LISTENING = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES: dict[str, str | float | bool] = {
    "layout.css.prefers-color-scheme.content-override": 1,  # light
    "ui.prefersReducedMotion": 1,
    "dom.serviceWorkers.enabled": False,
    "intl.accept_languages": "en-GB",
}


def find_firefox() -> str | None:
    """The path of the system's Firefox, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def launch(playwright: Playwright, firefox: str, folder: Path) -> Browser:
    """Start this Firefox without a window. The folder keeps the program that playwright starts."""
    program = folder / "firefox"
    command = [sys.executable, "-m", "tests.browser.firefox", firefox]
    program.write_text(f'#!/bin/sh\nexec {" ".join(map(quote, command))} "$@"\n')
    program.chmod(0o755)
    return playwright.firefox.launch(
        executable_path=program, channel=CHANNEL, firefox_user_prefs=PREFERENCES
    )


async def run(command: list[str]) -> int:
    """Run Firefox until it ends, and listen in its place. Returns its exit status."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENING.search(line):
            address = await _listen(found[1].decode())
            line = line.replace(found[1], address.encode())
        sys.stderr.buffer.write(line)
        sys.stderr.buffer.flush()
    return await firefox.wait()


async def _listen(address: str) -> str:
    """Listen for playwright. Returns the address."""

    async def relay(playwright: ServerConnection) -> None:
        async with connect(f"{address}/session", max_size=None, ping_interval=None) as firefox:
            await asyncio.gather(_from_playwright(playwright, firefox), _back(firefox, playwright))

    server = await serve(relay, "127.0.0.1", 0, max_size=None, ping_interval=None)
    port = next(iter(server.sockets)).getsockname()[1]
    return f"ws://127.0.0.1:{port}"


async def _from_playwright(playwright: ServerConnection, firefox: ClientConnection) -> None:
    async for text in playwright:
        message = json.loads(text)
        if message["method"] == ANSWERED_HERE:
            done = {"type": "success", "id": message["id"], "result": {}}
            await playwright.send(json.dumps(done))
        else:
            await firefox.send(text)
    await firefox.close()


async def _back(firefox: ClientConnection, playwright: ServerConnection) -> None:
    async for text in firefox:
        await playwright.send(text)
    await playwright.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1:])))
