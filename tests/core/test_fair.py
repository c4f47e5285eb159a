"""Fair dice: as documented, without bias, bound to all their inputs."""

from __future__ import annotations

import hmac
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import strategies as st
from tests.toy.ruleset import TOY, load_course, seats

from wreckoning.core.asks import Answer
from wreckoning.core.dice import Dice, Scripted
from wreckoning.core.errors import Malformed
from wreckoning.core.fair import (
    WORDS,
    Fair,
    Sealed,
    Terms,
    check_text,
    commitment,
    face,
    read_terms,
    reduce,
)
from wreckoning.core.match import Match
from wreckoning.core.ruleset import Ruleset, find_ruleset, registered

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "fair_vectors.json").read_text("utf-8")
)
SECRET, OTHER = "5e" * 32, "c7" * 32
TEXTS = ("kumquat", "", "Zoë 🍊")


def faces(dice: Dice, sides: int = 6, rolls: int = 60, question: str = "way") -> list[int | None]:
    return [dice.roll(number, sides, question) for number in range(rolls)]


# --- made as it is written down. The vectors were made by scripts/verify_dice.py, and one of them
# --- and the bots' seed by openssl besides.


@pytest.mark.parametrize("known", VECTORS["commitments"], ids=lambda known: known["secret"][:6])
def test_commitments_match_known_values(known: dict[str, str]) -> None:
    assert commitment(known["secret"]) == known["commitment"]


@pytest.mark.parametrize("known", VECTORS["rolls"], ids=lambda known: known["why"])
def test_rolls_match_known_values(known: dict[str, Any]) -> None:
    asked = known["secret"], known["match"], known["texts"], known["number"], known["question"]
    assert face(*asked, known["sides"]) == known["face"]


def test_seed_of_bots_matches_a_known_value() -> None:
    known = VECTORS["bots"]
    dice = Fair(known["secret"], known["match"], known["texts"])
    assert str(dice.bot_seed) == known["seed"]


# --- without bias


def words(*values: int) -> bytes:
    """A block of eight words; the last is repeated."""
    filled = [*values, *[values[-1]] * (8 - len(values))]
    return b"".join(value.to_bytes(4, "big") for value in filled)


def source(*blocks: bytes) -> tuple[Callable[[int], bytes], list[int]]:
    """A source of these blocks, which notes the requested ones."""
    asked: list[int] = []

    def block(index: int) -> bytes:
        asked.append(index)
        return blocks[index]

    return block, asked


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 7, 20, WORDS // 2 + 1, WORDS - 1, WORDS])
def test_every_face_has_equally_many_words(sides: int) -> None:
    """The words below the limit are whole rounds of the faces; none above it is taken."""
    limit = WORDS // sides * sides
    for word, shown in ((0, 1), (sides - 1, sides), (limit - sides, 1), (limit - 1, sides)):
        block, _ = source(words(word))
        assert reduce(block, sides) == shown
    if limit < WORDS:
        for first in (limit, WORDS - 1):
            block, asked = source(words(first, 0))
            assert reduce(block, sides) == 1
            assert asked == [0]


def test_next_block_is_used_if_all_words_are_rejected() -> None:
    large = words(WORDS - 4)  # the least that no six-sided die takes
    block, asked = source(large, large, words(WORDS - 1, WORDS - 5))
    assert reduce(block, 6) == 6
    assert asked == [0, 1, 2]


def test_last_word_of_a_block_is_used() -> None:
    block, asked = source(words(*[WORDS - 1] * 7, 4))
    assert reduce(block, 6) == 5
    assert asked == [0]


@pytest.mark.parametrize("sides", [0, -1, -6, WORDS + 1])
def test_invalid_dice_are_refused(sides: int) -> None:
    with pytest.raises(Malformed, match=f"dice: expected 1 to {WORDS} sides, found {sides}"):
        Fair(SECRET, "k7", []).roll(0, sides, "way")


def test_faces_are_equally_frequent() -> None:
    seen = Counter(faces(Fair(SECRET, "k7", TEXTS), 12, 12_000))
    assert set(seen) == set(range(1, 13))
    assert all(850 < count < 1150 for count in seen.values())


# --- bound


def test_roll_does_not_depend_on_order_or_repetition() -> None:
    dice = Fair(SECRET, "k7", TEXTS)
    first = faces(dice)
    assert [dice.roll(number, 6, "way") for number in range(59, -1, -1)] == first[::-1]
    assert faces(dice) == first == faces(Fair(SECRET, "k7", TEXTS))


@pytest.mark.parametrize(
    ("dice", "question"),
    [
        (Fair(OTHER, "k7", TEXTS), "way"),
        (Fair(SECRET, "k8", TEXTS), "way"),
        (Fair(SECRET, "k7", ["kumquats", *TEXTS[1:]]), "way"),
        (Fair(SECRET, "k7", ["kumquat", " ", TEXTS[2]]), "way"),
        (Fair(SECRET, "k7", ["", "kumquat", TEXTS[2]]), "way"),
        (Fair(SECRET, "k7", [*TEXTS, ""]), "way"),
        (Fair(SECRET, "k7", TEXTS), "ways"),
    ],
    ids=["secret", "match", "text", "no text", "order", "seats", "question"],
)
def test_any_changed_input_changes_the_dice(dice: Dice, question: str) -> None:
    mine, others = faces(Fair(SECRET, "k7", TEXTS)), faces(dice, question=question)
    alike = sum(one == other for one, other in zip(mine, others, strict=True))
    assert 2 <= alike <= 22, "ten of sixty, by chance"


nasty = st.text(st.sampled_from("\n06b.k7é🍊"), max_size=4)
asked = st.tuples(nasty, st.lists(nasty, max_size=3), st.integers(0, 11), nasty)


@hypothesis.given(asked, asked)
def test_inputs_of_different_rolls_never_collide(one: Any, other: Any) -> None:
    """Whatever stands in the texts: one of four thousand million faces tells them apart."""
    (match, texts, number, question), (match_2, texts_2, number_2, question_2) = one, other
    alike = face(SECRET, match, texts, number, question, WORDS) == face(
        SECRET, match_2, texts_2, number_2, question_2, WORDS
    )
    assert alike == (one == other)


def test_seed_of_bots_differs_from_dice_and_depends_on_all_terms() -> None:
    tables = [
        Fair(SECRET, "k7", TEXTS),
        Fair(OTHER, "k7", TEXTS),
        Fair(SECRET, "k8", TEXTS),
        Fair(SECRET, "k7", TEXTS[:2]),
    ]
    assert len({dice.bot_seed for dice in tables}) == 4
    assert all(0 <= dice.bot_seed < 1 << 63 for dice in tables)


# --- what cannot be taken


@pytest.mark.parametrize(
    "secret",
    ["", "5e" * 31, "5e" * 33, "5E" * 32, "5g" * 32, "5e" * 31 + " 5", "5e" * 32 + "\n", "٣٥" * 32],
)
def test_wrong_secrets_are_not_quoted(secret: str) -> None:
    with pytest.raises(Malformed) as found:
        Fair(secret, "k7", TEXTS)
    expected = "secret: expected 64 hexadecimal digits, 0 to 9 and a to f"
    assert str(found.value) == expected


@pytest.mark.parametrize("text", ["x" * 65, "a\nb", "\x1b[2J", "\ud800", "a\u2028b", "\x85"])
def test_invalid_texts_are_refused(text: str) -> None:
    words = "expected at most 64 characters on one line"
    with pytest.raises(Malformed, match=f"text: {words}"):
        check_text("text", text)
    with pytest.raises(Malformed, match=f"text 2: {words}"):
        Fair(SECRET, "k7", ["", text])
    with pytest.raises(Malformed, match=f"match: {words}"):
        Fair(SECRET, text, [""])


@pytest.mark.parametrize(
    "text", ["", " ", "x" * 64, "👩‍🚀" * 21, "🏁" * 64, "Zoë", "שלום", "a\xa0b"]
)
def test_any_text_is_allowed(text: str) -> None:
    assert Fair(SECRET, "k7", [text]).terms.texts == (text,)


def test_match_id_is_required() -> None:
    with pytest.raises(Malformed, match="match: expected an id, found none"):
        Fair(SECRET, "", TEXTS)


GIVEN = {"match": "k7", "commitment": "0f" * 32, "texts": ["a", ""]}


def test_terms_read_back() -> None:
    assert read_terms(GIVEN) == Terms("k7", "0f" * 32, ("a", ""))
    assert read_terms(GIVEN).as_json() == GIVEN
    terms = Fair(SECRET, "k7", TEXTS).terms
    assert terms == Terms("k7", commitment(SECRET), TEXTS)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"match": 7}, "expected match and commitment, both as text"),
        ({"commitment": None}, "expected match and commitment, both as text"),
        ({"texts": "ab"}, "expected texts, a list with a text for each seat"),
        ({"texts": ["a", None]}, "expected texts, a list with a text for each seat"),
        ({"match": ""}, "match: expected an id"),
        ({"commitment": "0F" * 32}, "commitment: expected 64 hexadecimal digits"),
        ({"texts": ["a", "b\n"]}, "text 2: expected at most 64 characters"),
    ],
    ids=str,
)
def test_invalid_terms_are_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(Malformed, match=f"^fair: {words}"):
        read_terms({**GIVEN, **changes})


@pytest.mark.parametrize("given", [None, [], "fair", 3])
def test_values_that_are_no_terms_are_refused(given: object) -> None:
    with pytest.raises(Malformed, match="fair: expected an object with match, commitment and te"):
        read_terms(given)


# --- at the table


class Asked:
    """Dice that note what they were asked for."""

    name = "asked"

    def __init__(self, *faces: int) -> None:
        self.dice = Scripted(faces)
        self.rolls: list[tuple[int, int, str]] = []

    def roll(self, number: int, sides: int, question: str) -> int | None:
        self.rolls.append((number, sides, question))
        return self.dice.roll(number, sides, question)


def test_a_match_asks_by_number_sides_and_question() -> None:
    dice = Asked(3, 3, 2, 4)
    match = Match(TOY, load_course("mile"), seats("person", "person"), dice=dice)
    for answer in ("leap", "leap", "shove", "leap", "Bob"):
        match.answer(answer)
    asked = [(0, 6, "leap_roll"), (1, 6, "leap_roll"), (2, 6, "shove_roll"), (3, 6, "leap_roll")]
    assert dice.rolls == asked
    dice.rolls.clear()
    assert match.undo()
    assert set(dice.rolls) == set(asked[2:]), "whether a person rolled is asked of the same roll"
    match.answer("Bob")
    assert dice.rolls[-2:] == asked[2:]


def test_number_of_sides_must_match_the_entry() -> None:
    match = Match(TOY, load_course("mile"), seats("person"), dice=Fair(SECRET, "k7", [""]))
    match.answer("leap")
    sides = [entry.sides for entry in match.entries if isinstance(entry, Answer)]
    assert sides == [0, 6]


def test_sealed_dice_cannot_be_rolled() -> None:
    dice = Sealed(Fair(SECRET, "k7", [""]).terms)
    match = Match(TOY, load_course("mile"), seats("person"), dice=dice)
    match.answer("leap")
    assert [ask.question for ask in match.person_asks()] == ["leap_roll"]


RULESETS = [TOY, *map(find_ruleset, sorted(registered()))]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.key)
def test_a_bots_choice_is_the_same_whatever_the_rolls_to_come(ruleset: Ruleset) -> None:
    """Two tables with other secrets are given the same answers: all their bots choose alike."""
    players = [*ruleset.policies, *ruleset.policies][: ruleset.seats[-1]]
    course = ruleset.load_course(ruleset.course_names()[1])
    one, other = (
        Match(ruleset, course, seats(*players), {}, dice, None, False, 7)
        for dice in (Fair(SECRET, "k7", [""] * 3), Fair(OTHER, "k7", [""] * 3))
    )
    choices = rolled = 0
    while not one.is_over:
        ask = one.asks[0]
        assert other.asks == one.asks
        if ask.is_dice:
            given = (len(one.entries) * 5) % len(ask.options) + 1
            rolled += 1
        else:
            given = one.advice(ask)
            assert other.advice(ask) == given
            choices += 1
        for match in (one, other):
            match.answer(given, ask.who, ask.question)
    assert other.is_over
    assert choices > 10
    assert rolled > 3
    assert one.entries == other.entries


def hidden(match: Match, names: Sequence[str]) -> None:
    """Check that nothing the table shows contains any of these words."""
    shown = json.dumps([match.position(), match.checkpoint_position(), match.events_json()])
    shown += repr(match) + repr(match.dice) + repr(vars(match)) + repr(match.asks)
    for name in names:
        assert name not in shown


def test_secret_is_never_shown() -> None:
    dice = Fair(SECRET, "k7", ["", ""])
    match = Match(TOY, load_course("mile"), seats("person", "random"), dice=dice, bot_seed=77_777)
    while not match.is_over:
        hidden(match, [SECRET, repr(bytes.fromhex(SECRET))])
        match.answer(match.person_asks()[0].names[-1])
    assert dice.reveal() == SECRET


# --- the page that says how


def test_documented_example_is_true() -> None:
    """docs/fair-dice.md: the secret, the commitment, the lines, the first word and the face."""
    page = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text("utf-8")
    example = page.partition("### An example\n")[2].partition("\n### ")[0]
    secret, promised = re.findall(r"`([0-9a-f]{64})`", example)
    assert commitment(secret) == promised
    message = example.partition("```text\n")[2].partition("\n```")[0]
    (first,) = re.findall(r"begins with `([0-9a-f]{8})`", example)
    assert hmac.digest(bytes.fromhex(secret), message.encode(), "sha256").hex().startswith(first)
    shown = face(secret, "k7", ["kumquat", "", "Zoë 🍊"], 0, "rocket_check", 6)
    assert f"The die shows {shown}." in example
    assert f"is {int(first, 16):,}; that".replace(",", " ") in example
    assert int(first, 16) % 6 + 1 == shown
