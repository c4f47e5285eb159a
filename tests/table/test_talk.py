"""Quick emotes, and chat lines that reply to a line of the log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.table.hosting import Ear, Hosted, hosting
from tests.table.serving import Made, make_table, start


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for all tests of this file."""
    with hosting(tmp_path_factory.mktemp("talk") / "table.db") as server:
        yield server


@pytest.fixture
def made(hosted: Hosted) -> Made:
    table = make_table(hosted, "mine", "mine")
    start(hosted, table)
    return table


def test_an_emote_is_a_line_of_the_chat_in_words(hosted: Hosted, made: Made) -> None:
    ann, watcher = Ear(hosted, made.id, [made.tokens[0]]), Ear(hosted, made.id, [])
    assert ann.do("emote", token=made.tokens[0], emote="honk")["type"] == "reply"
    watcher.hears(1)
    said = watcher.last("chat")["chat"]
    assert (said["name"], said["text"], said["emote"]) == ("Driver 0", "Honk!", "honk")
    later = Ear(hosted, made.id, [])
    assert later.last("state")["chat"] == [said]
    assert ann.refused("emote", token=made.tokens[0], emote="boo") == "malformed"
    assert watcher.refused("emote", token="unknown", emote="honk") == "forbidden"


def test_emotes_are_few_at_once(hosted: Hosted, made: Made) -> None:
    ann = Ear(hosted, made.id, [made.tokens[0]])
    for _ in range(3):
        assert ann.do("emote", token=made.tokens[0], emote="ouch")["type"] == "reply"
    assert ann.refused("emote", token=made.tokens[0], emote="ouch") == "too_many"
    assert ann.do("chat", token=made.tokens[0], text="Ouch")["type"] == "reply"


def test_muted_player_has_no_emotes(hosted: Hosted, made: Made) -> None:
    other = Ear(hosted, made.id, [made.tokens[1]])
    assert other.do("mute", token=made.host, seat=1)["type"] == "reply"
    assert other.refused("emote", token=made.tokens[1], emote="honk") == "forbidden"


def test_reply_quotes_its_line_of_the_log(hosted: Hosted, made: Made) -> None:
    ann = Ear(hosted, made.id, [made.tokens[0]])
    while not ann.lines:
        menu = ann.menus[0] if ann.menus else None
        if menu is None:
            other = Ear(hosted, made.id, [made.tokens[1]])
            asked = other.asked()
            assert asked is not None
            other.answered(other.answer(asked))
            ann.reach(other.version)
        else:
            ann.answered(ann.answer(menu))
            ann.hear_all()
    quote = "".join(part["text"] for part in ann.lines[0]["parts"])
    assert ann.do("chat", token=made.tokens[0], text="Well done", line=0)["type"] == "reply"
    ann.hears(1)
    said = ann.last("chat")["chat"]
    assert (said["text"], said["line"], said["quote"]) == ("Well done", 0, quote)
    assert ann.refused("chat", token=made.tokens[0], text="What?", line=9999) == "stale"
