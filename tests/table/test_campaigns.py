"""Campaigns over HTTP: made, joined, played at real tables, kept and taken up again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from tests.cli.run import wreck
from tests.rally.test_campaign import whole_campaign
from tests.table.hosting import Hosted, hosting
from tests.table.serving import REQUESTS

from wreckoning.core.fair import commitment, face
from wreckoning.rulesets.rally.campaign import to_document
from wreckoning.rulesets.rally.campaign.fielding import MOST_ROUNDS
from wreckoning.rulesets.rally.campaign.moves import MOST_PLAYERS
from wreckoning.rulesets.rally.campaign.play import MOST_OF_PLAYER
from wreckoning.rulesets.rally.campaign.rosters import rosters
from wreckoning.rulesets.rally.teams.codes import write_code
from wreckoning.server.campaigns.storage import LISTED, OPEN, Keeping, StoredCampaign, add, listed
from wreckoning.server.store.database import open_database, read_address
from wreckoning.table.campaigns.stretches import DiceTerms
from wreckoning.table.models import Relaxed

BUGGY = "buggy/light_machine_gun"
EIGHT = ";".join([BUGGY] * 8)
GOLDEN = Path(__file__).parent.parent / "golden" / "campaigns"
FINISHED: dict[str, Any] = json.loads((GOLDEN / "finished.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("campaigns") / "table.db") as server:
        yield server


@dataclass
class Played:
    """A campaign on a server, and its tokens."""

    hosted: Hosted
    id: str
    host: str
    tokens: dict[int, str]

    def look(self, *tokens: str) -> dict[str, Any]:
        answer = self.hosted.http.post(f"/api/campaigns/{self.id}/look", json={"tokens": tokens})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def try_move(self, token: str, seat: int, **move: Any) -> Response:
        request = next(REQUESTS)
        body = {"request": request, "token": token, "seat": seat, "version": 0, "move": move}
        return self.hosted.http.post(f"/api/campaigns/{self.id}/move", json=body)

    def move(self, seat: int, **move: Any) -> dict[str, Any]:
        token = self.tokens[seat] if seat >= 0 else self.host
        answer = self.try_move(token, seat, **move)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def claim(self, seat: int, name: str, text: str = "", request: str = "") -> Response:
        body = {"request": request or next(REQUESTS), "seat": seat, "name": name, "text": text}
        return self.hosted.http.post(f"/api/campaigns/{self.id}/claim", json=body)

    def text(self, seat: int, text: str) -> Response:
        body = {"request": next(REQUESTS), "token": self.tokens[seat], "seat": seat, "text": text}
        return self.hosted.http.post(f"/api/campaigns/{self.id}/text", json=body)


ANN = {"player": "mine", "name": "Ann"}


def make(hosted: Hosted, *players: tuple[str, str], **more: Any) -> Played:
    """A campaign of these players: ('mine', a name), ('open', ''), ('rookie', a name)."""
    wanted = {
        "ruleset": "rally",
        "title": "The long road",
        "players": [{"player": player, "name": name} for player, name in players],
        **more,
    }
    answer = hosted.http.post("/api/campaigns", json=wanted)
    assert answer.status_code == 200, answer.text
    made = answer.json()
    tokens = {each["seat"]: each["token"] for each in made["seats"]}
    return Played(hosted, made["id"], made["host"], tokens)


def drive_to_the_end(played: Played, table: str, tokens: dict[int, str]) -> None:
    """Play the game at a table, its people's seats handed to bots."""
    for seat, token in tokens.items():
        body = {"request": next(REQUESTS), "token": token, "seat": seat, "player": "rookie"}
        done = played.hosted.http.post(f"/api/tables/{table}/hand_over", json=body, timeout=60)
        assert done.status_code == 200, done.text
    on = {"request": next(REQUESTS), "token": token}
    done = played.hosted.http.post(f"/api/tables/{table}/race_on", json=on, timeout=60)
    assert done.status_code == 200, done.text  # to the end of the game
    state = played.hosted.http.get(f"/api/tables/{table}").json()
    assert state["table"]["state"] == "over"


@pytest.mark.slow
def test_w42_a_campaign_from_the_first_roster_to_the_winner(hosted: Hosted) -> None:
    played = make(hosted, ("mine", "Ann"), ("open", ""))
    seen = played.look()
    assert (seen["state"], seen["open"], seen["page"]["waited_for"]) == ("open", [1], [0, 1])
    assert played.text(0, "kumquat").json()["fair"]["texts"] == ["kumquat", ""]
    claim = 1, "Bob", "Zoë 🍊", "the-claim-of-bob"
    claimed = played.claim(*claim).json()
    assert played.claim(*claim).json() == claimed
    played.tokens[1] = claimed["token"]
    names = {row["seat"]: row["name"] for row in played.look()["page"]["standings"]}
    assert names == {0: "Ann", 1: "Bob"}
    for seat in (0, 1):
        played.move(seat, do="roster", team=EIGHT)
    played.move(-1, do="start")
    for number in (1, 2, 3):
        seen = played.look(played.tokens[0])
        assert (seen["page"]["round"], seen["page"]["phase"]) == (number, "field")
        for seat in (0, 1):
            field = played.look(played.tokens[seat])["page"]["field"]
            if field:
                played.move(seat, do="field", vehicles=field["chosen"][: field["least"]])
        for game in played.look()["tables"]:
            keys = {}
            for seat in (0, 1):
                mine = played.look(played.tokens[seat])["tables"]
                own = next(each for each in mine if each["game"] == game["game"])
                keys.update({each["seat"]: each["token"] for each in own["seats"]})
            if played.look()["page"]["games"][game["game"]]["over"]:
                continue
            drive_to_the_end(played, game["table"], keys)
        seen = played.look(played.tokens[0])
        assert all(game["over"] for game in seen["page"]["games"])
        for seat in (0, 1):
            while moves := _doubtful(played.look(played.tokens[seat])):
                played.move(seat, **moves[-1]["move"])
            played.move(seat, do="ready")
    seen = played.look()
    assert (seen["state"], seen["page"]["phase"]) == ("over", "over")
    assert sum(row["figures"][0][1] for row in seen["page"]["standings"]) == 3
    assert "the campaign is over" in played.claim(*claim).text, "no token is sent after the end"
    _check_dice(hosted, played, seen)


def _doubtful(seen: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        move
        for one in seen["page"]["roster"]
        if one["state"] == "in doubt"
        for move in one["moves"]
        if not move["off"]
    ]


def _check_dice(hosted: Hosted, played: Played, seen: dict[str, Any]) -> None:
    """Check every die of a finished campaign."""
    fair = seen["fair"]
    assert commitment(fair["secret"]) == fair["commitment"]
    document = hosted.http.get(f"/api/campaigns/{played.id}/file").json()
    questions = ("mission", "lot", "destroyed", "damaged")
    for number, die in enumerate(document["dice"]):
        terms = fair["secret"], fair["match"], ("kumquat", "Zoë 🍊")
        assert die in {face(*terms, number, name, 12) for name in questions}
    ran = wreck("verify", "-", "--json", given=json.dumps(document))
    assert (ran.status, ran.err) == (0, "")
    [found] = json.loads(ran.out)["fair"]
    assert found["texts"] == ["kumquat", "Zoë 🍊"]
    games = {game["table"]: game for game in seen["tables"]}
    assert [each["match"] for each in found["games"]] == list(games)
    for game in found["games"]:
        log = hosted.http.get(f"/api/tables/{game['match']}/log").text
        assert wreck("verify", "-", given=log).status == 0
        assert json.loads(log.splitlines()[0])["fair"] == {**game, "texts": found["texts"]}


def test_campaign_is_resumed_from_its_file(hosted: Hosted) -> None:
    played = make(hosted, ("mine", "Ann"), ("mine", "Bob"))
    for seat in (0, 1):
        played.move(seat, do="roster", team=EIGHT)
    played.move(-1, do="start")
    document = hosted.http.get(f"/api/campaigns/{played.id}/file").json()
    assert document["fair"][0]["secret"] == ""
    again = make(hosted, ("mine", ""), ("open", ""), document=document)
    seen = again.look(again.tokens[0])
    assert (seen["page"]["round"], seen["open"]) == (1, [1])
    assert [row["name"] for row in seen["page"]["standings"]] == ["Ann", "Bob"]
    assert again.claim(1, "Bob").status_code == 200
    again.move(0, do="field", vehicles=[0, 1, 2])
    later = hosted.http.get(f"/api/campaigns/{again.id}/file").json()
    assert [each["first"] for each in later["fair"]] == [0, 0]


@pytest.mark.slow
def test_largest_campaign_is_resumed_from_its_file(hosted: Hosted) -> None:
    """Nine players and twelve rounds; each player changed their roster as often as is allowed."""
    document = to_document(whole_campaign(MOST_PLAYERS, rounds=MOST_ROUNDS))
    last = document["moves"].pop()
    assert last["do"] == "ready", "then the campaign is over"
    document["players"] = [{**player, "bot": ""} for player in document["players"]]
    team = max(map(write_code, rosters().values()), key=len)
    made = Counter(move["who"] for move in document["moves"])
    changes = [
        {"do": "roster", "team": team, "who": seat}
        for seat in range(MOST_PLAYERS)
        for _ in range(MOST_OF_PLAYER - made[seat])
    ]
    document["moves"] = [*changes, *document["moves"]]
    assert len(json.dumps(document)) > 800_000
    again = make(hosted, *[("mine", "")] * MOST_PLAYERS, document=document)
    seen = again.look(again.tokens[last["who"]])
    assert (seen["page"]["round"], seen["page"]["waited_for"]) == (MOST_ROUNDS, [last["who"]])


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"ruleset": "rtd"}, 422, "Kart RTD has no campaigns"),
        ({"terms": {"rounds": "2"}}, 422, "rounds: expected 3 to 12, found 2"),
        ({"terms": {"size": "huge"}}, 422, "no size 'huge'"),
        ({"players": [{"player": "mine", "name": "Ann"}]}, 422, "players: expected 2 to 9"),
        ({"players": [{"player": "mine"}, {"player": "ghost"}]}, 422, "no player 'ghost'"),
        ({"players": [ANN, {"player": "rookie", "name": "ANN"}]}, 422, "name 'ANN' is taken"),
        ({"players": [ANN, {"player": "open", "name": "a\u200bb"}]}, 422, "expected a name of 1"),
        ({"players": [ANN, {"player": "open", "name": "Dice"}]}, 422, "name 'Dice' is taken"),
        ({"title": ""}, 422, "title"),
        ({"document": {"form": "x"}}, 422, "expected a campaign of the form"),
    ],
)
def test_invalid_campaign_is_refused(
    hosted: Hosted, change: dict[str, Any], status: int, words: str
) -> None:
    wanted = {
        "ruleset": "rally",
        "title": "Test",
        "players": [{"player": "mine", "name": "Ann"}, {"player": "open"}],
        **change,
    }
    answer = hosted.http.post("/api/campaigns", json=wanted)
    assert answer.status_code == status, answer.text
    assert words in answer.json()["error"]["text"]


def test_w42_a_bot_makes_its_moves_by_itself(hosted: Hosted) -> None:
    played = make(hosted, ("mine", "Ann"), ("rookie", "Rookie"))
    assert played.look()["page"]["waited_for"] == [0]
    played.move(0, do="roster", team=EIGHT)
    seen = played.move(-1, do="start")
    assert (seen["page"]["phase"], seen["page"]["waited_for"]) == ("field", [0])


def test_moves_for_another_seat_and_results_are_refused(hosted: Hosted) -> None:
    played = make(hosted, ("mine", "Ann"), ("open", ""))
    ann = played.tokens[0]
    for token, seat in ((ann, 1), ("wrong", 0), (ann, -1), (played.host, 0)):
        assert played.try_move(token, seat, do="roster", team=EIGHT).status_code == 403
    result = played.try_move(played.host, -1, do="result", game=0, points=[1, 1], fates=[[], []])
    assert result.status_code == 403
    assert played.claim(0, "Eve").status_code == 409
    assert played.claim(7, "Eve").status_code == 404
    assert played.claim(1, "ann").status_code == 422  # the name is taken
    refused = played.try_move(ann, 0, do="roster", team="tank")
    assert refused.status_code == 422
    assert "no vehicle 'tank'" in refused.json()["error"]["text"]
    assert played.look()["version"] == 0
    missing = hosted.http.post("/api/campaigns/nosuch/look", json={})
    assert missing.status_code == 404


WON_BY_NOBODY = [
    {**move, "winner": 3} if move["do"] == "result" else move for move in FINISHED["moves"]
]


def altered(change: dict[str, Any]) -> dict[str, Any]:
    """The file of a finished campaign, with something else in it."""
    found: dict[str, Any] = {**FINISHED, **change}
    return found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"moves": [*FINISHED["moves"][:-1], {"do": "save", "vehicle": "x", "who": 1}]}, "move 71"),
        ({"moves": WON_BY_NOBODY}, "move 9: winner: expected one of 3 players, found 3"),
        ({"dice": [13, *FINISHED["dice"][1:]]}, "document: dice.0: expected less than or equal"),
        ({"dice": FINISHED["dice"][:-1]}, "dice: there are fewer than its moves have rolled"),
        ({"dice": FINISHED["dice"] * 2}, "more dice than its moves have rolled"),
        ({"players": [*FINISHED["players"][:2], {"name": "R", "bot": "ghost"}]}, "no bot 'ghost'"),
        ({"fair": [{**FINISHED["fair"][0], "first": 99}]}, "fair 1: first: expected the number"),
        ({"fair": [{**FINISHED["fair"][0], "texts": ["two\nlines"]}]}, "fair 1: fair: text 1"),
        ({"fair": [{**FINISHED["fair"][0], "secret": "0" * 64}]}, "fair 1: secret: does not match"),
        ({"rounds": 2**62}, "rounds: expected 3 to 12"),
        ({"more": 1}, "document: more: unknown key"),
    ],
)
def test_file_without_a_campaign_is_refused(
    hosted: Hosted, change: dict[str, Any], words: str
) -> None:
    players = [{"player": "mine"}, {"player": "open"}, {"player": "rookie"}]
    wanted = {"ruleset": "rally", "title": "Test", "players": players, "document": altered(change)}
    answer = hosted.http.post("/api/campaigns", json=wanted)
    assert answer.status_code == 422, answer.text
    assert words in answer.json()["error"]["text"]


def test_unlisted_campaigns_are_in_no_list(hosted: Hosted) -> None:
    hidden = make(hosted, ("mine", "Ann"), ("open", ""), listed=False)
    shown = make(hosted, ("mine", "Ann"), ("open", ""))
    ids = [row["id"] for row in hosted.http.get("/api/campaigns?state=open").json()["campaigns"]]
    assert shown.id in ids
    assert hidden.id not in ids


def test_lists_of_public_campaigns_page_by_page(tmp_path: Path) -> None:
    engine = open_database(read_address(str(tmp_path / "t.db")))
    dice = DiceTerms(first=0, match="k7", commitment="ab" * 32, texts=[])
    keeping = Keeping(host="", pace=Relaxed(kind="relaxed"), seats=[], fair=[dice])
    summary = json.dumps({"title": "Test", "headline": "", "names": [], "state": OPEN})
    for number in range(LISTED + 2):
        public = number != 0
        of = StoredCampaign(
            *(f"c{number:03}", "rally", OPEN, public, 0, 0.0, float(number)),
            *("{}", keeping, "", summary),
        )
        add(engine, of)
    first, total = listed(engine, OPEN, 1)
    second, _ = listed(engine, OPEN, 2)
    engine.dispose()
    assert total == LISTED + 1
    assert [row.id for row in first] == [f"c{n:03}" for n in range(LISTED + 1, 1, -1)]
    assert [row.id for row in second] == ["c001"]


def test_a_page_of_campaigns_says_how_many_there_are(hosted: Hosted) -> None:
    make(hosted, ("mine", "Ann"), ("open", ""))
    found = hosted.http.get("/api/campaigns?state=open").json()
    assert (found["page"], found["pages"]) == (1, -(-len(found["campaigns"]) // LISTED))
    assert hosted.http.get("/api/campaigns?state=open&page=900").json()["campaigns"] == []
    assert hosted.http.get("/api/campaigns?state=open&page=0").status_code == 422
