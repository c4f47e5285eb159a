"""`wreck verify` of a campaign: its moves and its dice, and files in which they do not hold."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.run import refused, wreck
from tests.leagues.scene import a_tour, race_game
from tests.rally.test_campaign import whole_campaign

from wreckoning.core.fair import Fair
from wreckoning.core.logs.log_file import sealed
from wreckoning.rulesets.rally.campaign import to_document
from wreckoning.table.campaigns.playing import kind_of

SECRET, OTHER = "5e" * 32, "c7" * 32
DICE, LATER = Fair(SECRET, "c1", []), Fair(OTHER, "c2", ["kumquat", ""])  # the first is older
SECOND = 6  # the first roll on another server


def dice() -> Callable[[str, int], int]:
    """The dice of a campaign that another server resumes after six rolls."""
    numbers = itertools.count()

    def roll(question: str, sides: int) -> int:
        number = next(numbers)
        return (DICE if number < SECOND else LATER).roll(number, sides, question)

    return roll


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    """The file of a whole campaign of two bots."""
    document = to_document(whole_campaign(2, dice()))
    assert len(document["dice"]) > SECOND
    stretches = [(0, DICE, SECRET), (SECOND, LATER, OTHER)]
    fair = [{"first": n, **of.terms.as_json(), "secret": secret} for n, of, secret in stretches]
    fair[1]["games"] = ["c2g1", "c2g2"]
    return {**document, "fair": fair}


def test_unchanged_campaign_verifies(tmp_path: Path, played: dict[str, Any]) -> None:
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(played))
    ran = wreck("verify", str(path))
    assert (ran.status, ran.err) == (0, "")
    count, moves = len(played["dice"]), len(played["moves"])
    out = " ".join(ran.out.split())
    assert "Campaign: Test Bot 1 and Bot 2; it is over." in out
    assert f"6 dice of c1 commitment {DICE.terms.commitment} secret {SECRET}" in out
    assert f"{count - SECOND} dice of c2" in out
    assert f"secret {OTHER} seat its text Bot 1 kumquat Bot 2 none game c2g1: commitment " in out
    assert f"All {moves} moves play as they stand here." in out
    assert f"{count} of {count} dice are what their secret and the players' texts make them." in out
    found = json.loads(wreck("verify", "-", "--json", given=json.dumps(played)).out)
    assert (found["dice"], found["moves"], found["over"]) == (count, moves, True)
    assert [each["rolls"] for each in found["fair"]] == [SECOND, count - SECOND]
    assert [each["texts"] for each in found["fair"]] == [[], ["kumquat", ""]]
    games = [{"match": f"c2g{n}", "commitment": commitment_of(f"c2g{n}")} for n in (1, 2)]
    assert [each["games"] for each in found["fair"]] == [[], games]


def commitment_of(table: str) -> str:
    """The commitment by docs/fair-dice.md, for a game of the second server."""
    lines = ["wreckoning game 1", b"c2".hex(), table.encode().hex()]
    secret = hmac.digest(bytes.fromhex(OTHER), "\n".join(lines).encode(), "sha256")
    return hashlib.sha256(secret).hexdigest()


def test_campaign_without_texts_verifies() -> None:
    path = Path(__file__).parent.parent / "golden" / "campaigns" / "finished.json"
    out = " ".join(wreck("verify", str(path)).out.split())
    assert "23 of 23 dice are what their secret and the players' texts make them." in out
    assert "its text" not in out


def test_unrevealed_secret_is_reported(played: dict[str, Any]) -> None:
    first, last = played["fair"]
    sealed = {**played, "fair": [first, {**last, "secret": ""}]}
    out = " ".join(wreck("verify", "-", given=json.dumps(sealed)).out.split())
    count = len(played["dice"])
    assert f"6 of {count} dice are what their secret and the players' texts make them." in out
    assert f"The secret of {count - SECOND} is not in the file." in out
    assert "game c2g1: commitment not shown yet" in out


def altered(played: dict[str, Any], what: str) -> dict[str, Any]:
    """The same file with a fault."""
    faces, fair, moves = played["dice"], played["fair"], played["moves"]
    results = [move for move in moves if move["do"] == "result"]
    nested: Any = []
    for _ in range(300):
        nested = [nested]
    changes: dict[str, dict[str, Any]] = {
        "another die": {"dice": [faces[0] % 12 + 1, *faces[1:]]},
        "a die of another server": {"fair": [fair[0], {**fair[1], "first": SECOND + 2}]},
        "no such face": {"dice": [13, *faces[1:]]},
        "a die too few": {"dice": faces[:-1]},
        "a die too many": {"dice": [*faces, 1]},
        "another secret": {"fair": [{**fair[0], "secret": OTHER}, fair[1]]},
        "no terms": {"fair": [{"first": 0}]},
        "another text": {"fair": [fair[0], {**fair[1], "texts": ["kumquats", ""]}]},
        "a text too few": {"fair": [fair[0], {**fair[1], "texts": ["kumquat"], "secret": ""}]},
        "no such game": {"fair": [fair[0], {**fair[1], "games": ["../evil"]}]},
        "another move": {"moves": [{"who": 0, "do": "dance"}, *played["moves"]]},
        "no dice": {"dice": "none"},
        "a huge face": {"dice": [10**4000, *faces[1:]]},
        "an endless face": {"dice": [float("inf"), *faces[1:]]},
        "an endless number": {"moves": [{**move, "vehicle": float("nan")} for move in moves]},
        "a huge number": {"moves": [{**move, "who": 2**64} for move in moves]},
        "no such winner": {"moves": [{**move, "winner": 2} for move in results]},
        "a game too deep": {"moves": [{**move, "fates": nested} for move in results]},
        "rounds without end": {"rounds": float("inf")},
        "another game": {"ruleset": "rtd"},
    }
    return {**played, **changes[what]}


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("another die", "die 1: its secret makes"),
        ("a die of another server", "die 8: its secret makes"),
        ("no such face", "die 1: expected 1 to 12, found 13"),
        ("a die too few", "and the moves ask for one more"),
        ("a die too many", "dice: the moves ask for"),
        ("another secret", "fair 1: secret: does not match its commitment"),
        ("no terms", "fair 1: fair: expected match and commitment"),
        ("another text", "die 7: its secret makes"),
        ("a text too few", "fair 2: texts: expected one for each player, found 1"),
        ("no such game", "fair 2: games: expected a list of ids of tables"),
        ("another move", "move 1: "),
        ("no dice", "dice: expected a list of whole numbers"),
        ("a huge face", "die 1: expected 1 to 12, found 1000"),
        ("an endless face", "not JSON: expected a number, found Infinity"),
        ("an endless number", "not JSON: expected a number, found NaN"),
        ("a huge number", "move 1: who: expected a player's number"),
        ("no such winner", "move 1: a result: only while games are on"),
        ("a game too deep", "move 1: result.fates.0.0: expected a valid dictionary"),
        ("rounds without end", "not JSON: expected a number, found Infinity"),
        ("another game", "Kart RTD has no campaigns"),
    ],
)
def test_changed_campaign_is_refused_in_one_line(
    played: dict[str, Any], what: str, problem: str
) -> None:
    said = refused("verify", "-", given=json.dumps(altered(played, what)))
    assert said.startswith("standard input: ")
    assert problem in said


@pytest.fixture(scope="module")
def raced() -> tuple[dict[str, Any], str]:
    """The file of a campaign of bots after its second game, which was raced, and its log."""
    tour = a_tour("AB", games=1, dice=Fair(SECRET, "tour2", []))
    log = race_game(tour)
    document = tour.document()
    document["fair"][-1]["secret"] = SECRET
    return document, log


def put(folder: Path, document: dict[str, Any], log: str) -> tuple[Path, Path]:
    """Write a campaign, and the log of its second game into the folder next to it."""
    path, games = folder / "tour.json", folder / "tour.games"
    path.write_text(json.dumps(document))
    games.mkdir()
    (games / "tour2g2.jsonl").write_text(log)
    return path, games / "tour2g2.jsonl"


def test_results_of_games_are_compared_with_their_logs(
    tmp_path: Path, raced: tuple[dict[str, Any], str]
) -> None:
    path, log = put(tmp_path, *raced)
    found = json.loads(wreck("verify", str(path), "--json").out)
    first, second = {"game": 1, "match": "tour2g1", "log": None}, {"game": 2, "match": "tour2g2"}
    assert found["results"] == [first, {**second, "log": str(log)}]
    assert found["verdict"].endswith(
        " Games whose results follow from their logs: 1 of 2."
        " Results that are taken from the file, not checked: game 1 (tour2g1), without a log."
    )


def test_results_without_logs_are_not_checked(raced: tuple[dict[str, Any], str]) -> None:
    out = " ".join(wreck("verify", "-", given=json.dumps(raced[0])).out.split())
    games = "game 1 (tour2g1), without a log and game 2 (tour2g2), without a log."
    assert f"Results that are taken from the file, not checked: {games}" in out


@pytest.mark.slow
def test_result_that_differs_from_its_log_is_refused(
    tmp_path: Path, raced: tuple[dict[str, Any], str]
) -> None:
    document, log = raced
    moves = document["moves"]
    at = max(number for number, move in enumerate(moves) if move["do"] == "result")
    points = moves[at]["points"]
    other = {**moves[at], "points": [points[0] + 1, points[1]]}
    faces = iter(document["dice"])
    before = {**document, "moves": [*moves[:at], other], "dice": []}
    fair = before.pop("fair")
    played = to_document(kind_of("rally").from_document(before, lambda *_: next(faces)))
    path, logged = put(tmp_path, {**played, "fair": fair}, log)
    told = f"points 1 is {points[0] + 1} in the file, {points[0]} by the log"
    expected = f"{path}: game 2 (tour2g2): its log {logged} has another result: {told}"
    assert refused("verify", str(path), str(logged)) == expected


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("fair", {"commitment": "ab" * 32}, "dice of another secret"),
        ("fair", {"texts": ["kumquat", ""]}, "other texts for its dice"),
        ("fair", {"match": "k7"}, "another race"),
        ("fair", {"texts": 3}, "tour2g2.jsonl: line 1: "),
        ("seats", {}, "tour2g2.jsonl: line 1: seats: "),
        ("ruleset", "rtd", "another game"),
        ("course", {"title": "Elsewhere"}, "another course"),
        ("options", {"referee": "yes"}, "house rules"),
        ("position", {"turn": 3}, "a start of its own"),
    ],
)
def test_log_of_another_race_is_refused(
    tmp_path: Path, raced: tuple[dict[str, Any], str], key: str, value: Any, problem: str
) -> None:
    document, text = raced
    header = json.loads(text.partition("\n")[0])
    header.pop("sum", None)
    is_part = isinstance(header.get(key, {}), dict)
    header[key] = {**header.get(key, {}), **value} if is_part else value
    path, log = put(tmp_path, document, "".join(sealed([header])))
    assert problem in refused("verify", str(path), str(log))


def test_changed_log_of_a_game_is_refused(
    tmp_path: Path, raced: tuple[dict[str, Any], str]
) -> None:
    document, log = raced
    path, logged = put(tmp_path, document, log.replace('"answer": "4"', '"answer": "5"', 1))
    assert refused("verify", str(path)).startswith(f"{logged}: line ")


def test_a_race_takes_one_log(tmp_path: Path, raced: tuple[dict[str, Any], str]) -> None:
    _, log = put(tmp_path, *raced)
    assert refused("verify", str(log), str(log)).startswith(f"{log}: expected one log")
