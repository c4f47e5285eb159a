"""Mutated moves and files of a real campaign: each is done, or refused in one line; never a crash.

The campaign was played to its end at a server by two people and a rookie.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from tests.cli.run import wreck
from tests.table.hosting import Hosted, hosting
from tests.table.mutating import Mutator
from tests.table.serving import REQUESTS

from wreckoning.rulesets.rally.campaign import from_document
from wreckoning.table.campaigns.checking import check_campaign

GOLDEN = Path(__file__).parent.parent / "golden" / "campaigns"
FINISHED: dict[str, Any] = json.loads((GOLDEN / "finished.json").read_text("utf-8"))
MOMENTS = (0, 2, 4, 6, 12, 16, 18, 24, 28, 35, 45, 50, 62)  # so many moves were made
MOVES_EACH = 25  # tried in a campaign, before another one is taken up
HEADERS = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("mutated") / "table.db") as server:
        yield server


@cache
def at_move(count: int) -> dict[str, Any]:
    """The campaign after a number of moves."""
    rolled = 0

    def roll(_question: str, _sides: int) -> int:
        nonlocal rolled
        rolled += 1
        face: int = FINISHED["dice"][rolled - 1]
        return face

    cut = {**FINISHED, "moves": FINISHED["moves"][:count], "dice": []}
    del cut["fair"]
    from_document(cut, roll)
    fair = {"first": 0, "match": "c7", "commitment": "0" * 64, "secret": "", "games": ["c7g1"]}
    fair["texts"] = ["kumquat", "Zoë 🍊", ""]
    return {**cut, "dice": FINISHED["dice"][:rolled], "fair": [fair]}


def taking_up(document: Any) -> dict[str, Any]:
    """A request to resume a campaign."""
    players = [{"player": "mine", "name": "Ann"}, {"player": "mine", "name": "Bob"}]
    players.append({"player": "rookie", "name": "Rookie"})
    return {"ruleset": "rally", "title": "Test", "players": players, "document": document}


def is_told_in_a_line(answer: Response) -> bool:
    """Whether it was done, or refused in one readable line."""
    if answer.status_code == 200:
        return True
    text = answer.json()["error"]["text"]
    return answer.status_code < 500 and 0 < len(text) < 600 and text.isprintable()


class Someone:
    """A resumed campaign, and the requests to it."""

    def __init__(self, hosted: Hosted, moves: int) -> None:
        self.http, self.at = hosted.http, moves
        made = self.http.post("/api/campaigns", json=taking_up(at_move(moves)))
        assert made.status_code == 200, made.text
        self.id, self.host = made.json()["id"], made.json()["host"]
        self.tokens = [seat["token"] for seat in made.json()["seats"]]

    def try_one(self, mutator: Mutator) -> Response:
        """A mutated move, or now and then a mutated claim or text."""
        choose = mutator.random
        if choose.random() < 0.04:
            claim = {"request": next(REQUESTS), "seat": 1, "name": "Bob"}
            return self.send("claim", mutator.text(claim))
        if choose.random() < 0.04:
            mine = {"request": next(REQUESTS), "token": self.tokens[0], "seat": 0}
            return self.send("text", mutator.text({**mine, "text": "kumquat"}))
        coming = FINISHED["moves"][self.at : self.at + 4]
        move = dict(choose.choice([*coming, *coming, choose.choice(FINISHED["moves"])]))
        who = move.pop("who") % 2 if move["do"] != "start" else -1
        body = {"request": next(REQUESTS), "seat": who, "version": 0}
        body["token"] = self.host if who < 0 else self.tokens[who]
        if choose.random() < 0.25:
            return self.send("move", mutator.text({**body, "move": move}))
        text = json.dumps({**body, "move": "here"})
        return self.send("move", text.replace('"here"', mutator.text(move)))

    def send(self, what: str, text: str) -> Response:
        """Send a body unchanged."""
        address = f"/api/campaigns/{self.id}/{what}"
        return self.http.post(address, content=text, headers=HEADERS)

    def check(self) -> None:
        """Check that the campaign is as sound as before."""
        seen = self.http.post(f"/api/campaigns/{self.id}/look", json={"tokens": self.tokens})
        assert seen.status_code == 200, seen.text
        file = self.http.get(f"/api/campaigns/{self.id}/file").json()
        check_campaign(file, "file")


def mutated_moves(hosted: Hosted, seed: int, count: int) -> Counter[int]:
    """Try a number of moves. Returns the count of each status."""
    found: Counter[int] = Counter()
    mutator = Mutator(seed)
    for number in range(count // MOVES_EACH):
        campaign = Someone(hosted, MOMENTS[number % len(MOMENTS)])
        for _ in range(MOVES_EACH):
            answer = campaign.try_one(mutator)
            assert is_told_in_a_line(answer), (answer.request.content[:3000], answer.text)
            found[answer.status_code] += 1
        campaign.check()
    return found


def mutated_files(hosted: Hosted, seed: int, count: int) -> Counter[tuple[int, int]]:
    """Send a number of files to server and command. Returns the count of each status."""
    found: Counter[tuple[int, int]] = Counter()
    mutator = Mutator(seed)
    whole = json.dumps(taking_up("here"))
    for number in range(count):
        document = FINISHED if number % 2 else at_move(MOMENTS[number // 2 % len(MOMENTS)])
        text = mutator.text(document)
        body = whole.replace('"here"', text)
        answer = hosted.http.post("/api/campaigns", content=body, headers=HEADERS)
        assert is_told_in_a_line(answer), (text[:3000], answer.text)
        ran = wreck("verify", "-", given=text)
        assert ran.status in (0, 2), (text[:3000], ran)
        if ran.status == 2:
            assert (ran.out, ran.err.count("\n"), len(ran.err) < 600) == ("", 1, True), ran
        found[answer.status_code, ran.status] += 1
    return found


@pytest.mark.slow
def test_mutated_moves_are_done_or_refused(hosted: Hosted) -> None:
    found = mutated_moves(hosted, 1, 325)
    assert {200, 403, 409, 422} <= {*found}, found


@pytest.mark.slow
def test_mutated_files_are_read_or_refused(hosted: Hosted) -> None:
    found = mutated_files(hosted, 2, 200)
    assert {(200, 0), (422, 2), (400, 2)} <= {*found}, found


@pytest.mark.slow
def test_ten_thousand_mutated_moves(hosted: Hosted) -> None:
    print(mutated_moves(hosted, 3, 10_000))


@pytest.mark.slow
def test_ten_thousand_mutated_files(hosted: Hosted) -> None:
    print(mutated_files(hosted, 4, 10_000))
