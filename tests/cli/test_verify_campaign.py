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
from tests.rally.test_campaign import whole_campaign

from wreckoning.core.fair import Fair
from wreckoning.rulesets.rally.campaign import to_document

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
        ("an endless face", "dice: expected a list of whole numbers"),
        ("an endless number", "move 1: roster.vehicle: unknown key"),
        ("a huge number", "move 1: who: expected a player's number"),
        ("no such winner", "move 1: a result: only while games are on"),
        ("a game too deep", "move 1: result.fates.0.0: expected a valid dictionary"),
        ("rounds without end", "rounds: expected a valid integer"),
        ("another game", "Kart RTD has no campaigns"),
    ],
)
def test_changed_campaign_is_refused_in_one_line(
    played: dict[str, Any], what: str, problem: str
) -> None:
    said = refused("verify", "-", given=json.dumps(altered(played, what)))
    assert said.startswith("standard input: ")
    assert problem in said
