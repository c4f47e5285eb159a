"""A browser that may be signed in to a profile."""

from __future__ import annotations

from typing import Any

import httpx
from tests.table.hosting import Hosted
from tests.table.serving import REQUESTS, Browser, Made, make_table

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


class Device:
    """A browser that may be signed in to a profile."""

    def __init__(self, hosted: Hosted, name: str = "") -> None:
        self.hosted, self.token, self.headers = hosted, "", dict[str, str]()
        if name:
            self.token = self.post("/api/profile", name=name)["token"]

    def _ask(self, method: str, path: str, **given: Any) -> httpx.Response:
        headers = {"user-agent": FIREFOX, **self.headers}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        return self.hosted.http.request(method, path, headers=headers, **given)

    def post(self, path: str, **body: Any) -> Any:
        answer = self._ask("POST", path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def get(self, path: str, **query: Any) -> Any:
        answer = self._ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, method: str, path: str, **body: Any) -> tuple[int, str]:
        answer = self._ask(method, path, **({"json": body} if method == "POST" else {}))
        return answer.status_code, answer.json()["error"]["text"]

    def joins(self, other: Device) -> Device:
        """Sign in by a link that the other device made."""
        self.token = self.post("/api/profile/join", code=other.link()["code"])["token"]
        return self

    def link(self) -> Any:
        return self.post("/api/profile/link")

    def makes(self, **more: Any) -> Made:
        """Make a table with an own seat, an open one and a bot."""
        return make_table(self.hosted, "mine", "open", "rookie", token=self.token, **more)

    def claims(self, made: Made, seat: int, name: str) -> None:
        request = {"request": next(REQUESTS), "seat": seat, "name": name, "token": self.token}
        self.hosted.post(f"/api/tables/{made.id}/claim", **request)

    def at(self, made: Made) -> tuple[list[int], bool]:
        """The seats that this browser has at a table, by its profile alone; is it the host?"""
        line = Browser(self.hosted, made.id, [self.token])
        you = line.you
        line.close()
        return you["seats"], you["host"]
