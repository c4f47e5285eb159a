"""Reads seats from the command line: `you,rookie`, `Ann=you+keen_eye-thirsty,Bolt=rookie`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence

from wreckoning.cli.reading import read_text
from wreckoning.cli.records import default_options
from wreckoning.core.errors import Malformed, WreckError, unknown
from wreckoning.core.protocols import Course
from wreckoning.core.ruleset import PERSON_NAME, Ruleset, Seat, default_opponent
from wreckoning.core.series import Series
from wreckoning.core.texts.names import read_name
from wreckoning.show.names import bot_names
from wreckoning.table.given import MAX_SETUP
from wreckoning.table.lookalikes import check_looks

YOU = "you"
OPPONENTS = 5
GRAMMAR = "expected [NAME=]WHO[+card-card], separated by commas"
FILE = ".toml"


def default_seats(ruleset: Ruleset, name: str = "", opponents: int = OPPONENTS) -> str:
    """You and five rookies, or as many as the ruleset seats."""
    bots = min(opponents, ruleset.seats[-1] - 1)
    you = f"{name}={YOU}" if name else YOU
    return ",".join([you, *[default_opponent(ruleset)] * bots])


def usual_opponents(
    ruleset: Ruleset, course: Course, vehicles: Sequence[str] = (), series: Series | None = None
) -> int:
    """The default number of opponents: one for each further vehicle, otherwise five.

    Fewer if your vehicle does not allow that many seats.
    """
    if len(vehicles) > 1:
        return len(vehicles) - 1
    setup = parse_vehicle(ruleset, vehicles[0]) if vehicles else {}
    return min(OPPONENTS, most_opponents(ruleset, course, setup, series) or OPPONENTS)


def most_opponents(
    ruleset: Ruleset, course: Course, setup: Mapping[str, str], series: Series | None = None
) -> int:
    """How many opponents this setup allows; 0 if it cannot be used at all."""
    for count in reversed(ruleset.seats):
        if not why_not(ruleset, course, setup, count, series):
            return count - 1
    return 0


def why_not(
    ruleset: Ruleset,
    course: Course,
    setup: Mapping[str, str],
    seats: int,
    series: Series | None = None,
) -> str:
    """Why a seat may not have this setup with this many seats in this series; '' if it may."""
    grid = [Seat("Yours", setup=setup), *[Seat(f"Seat {n}") for n in range(1, seats)]]
    try:
        ruleset.start(course, grid, default_options(ruleset))
        if series is not None:
            series.check(ruleset, course.document, grid)
    except WreckError as error:
        return error.said_at(grid[0].place(0))
    return ""


def parse_seats(ruleset: Ruleset, text: str, vehicles: Sequence[str] = ()) -> list[Seat]:
    """Read the seats of `--seats`. Raises Malformed.

    `vehicles` are for seats that name none: a single one for every person, several (or if there is
    no person) for one seat after the other.
    """
    given = [_parse_seat(ruleset, number, part) for number, part in enumerate(text.split(","), 1)]
    check_looks("--seats", [name for name, _, _ in given if name])
    names = _names([(name, who) for name, who, _ in given])
    driven = [parse_vehicle(ruleset, vehicle) for vehicle in vehicles]
    bare = [at for at, (_, _, setup) in enumerate(given) if setup is None]
    people = [at for at in bare if given[at][1] == PERSON_NAME]
    if len(driven) > max(len(bare), 1):
        raise Malformed("--vehicle", f"{len(driven)} are given, {len(bare)} seats have none yet")
    if len(driven) == 1 and people:
        chosen = dict.fromkeys(people, driven[0])
    else:
        chosen = dict(zip(bare, driven, strict=False))
    return [
        Seat(name, who, chosen.get(at, {}) if setup is None else setup)
        for at, (name, (_, who, setup)) in enumerate(zip(names, given, strict=True))
    ]


def _parse_seat(ruleset: Ruleset, number: int, part: str) -> tuple[str, str, dict[str, str] | None]:
    """A seat's name ('' if not given), player, and vehicle (None if not given)."""
    where = f"--seats: seat {number}"
    if not part.strip():
        raise Malformed(where, f"{GRAMMAR}, found nothing")
    left, equals, right = part.strip().rpartition("=")
    who, plus, vehicle = right.partition("+")
    if equals and not left.strip():
        raise Malformed(where, f"{GRAMMAR}, found no name before '='")
    player = who.strip().lower()
    if player in (YOU, PERSON_NAME):
        player = PERSON_NAME
    elif player not in ruleset.bots:
        raise Malformed(where, unknown("player", who.strip(), (YOU, *ruleset.bots)))
    name = read_name(where, left) if equals else ""
    return name, player, parse_vehicle(ruleset, vehicle, where) if plus else None


def parse_vehicle(ruleset: Ruleset, text: str, where: str = "--vehicle") -> dict[str, str]:
    """Read `perk+debuff` or `perk-debuff`, by the ruleset's own choices; `standard` for none.

    If setups can be built, a code or a `.toml` file is allowed too. The last choices may be left
    out. Whether the combination is legal is up to the ruleset. Raises Malformed.
    """
    kinds = list(ruleset.setup)
    text = read_name(where, text, MAX_SETUP, 0)
    if text.strip().lower() in ("", "standard"):
        return {}
    words = re.split("[-+]", text) if len(kinds) > 1 else [text]
    if len(words) > len(kinds):
        raise Malformed(where, f"expected {'+'.join(kinds)}, found {text[:40]!r}")
    return {
        kind: _card(ruleset, kind, word.strip()) for kind, word in zip(kinds, words, strict=False)
    }


def _card(ruleset: Ruleset, kind: str, word: str) -> str:
    """The card meant: by its key or title, or by a code or a file if it can be built.

    The ruleset refuses an unknown one, with its rule.
    """
    cards = ruleset.setup[kind]()
    key = word.lower().replace(" ", "_")
    shown = {key: ruleset.view.setup_card(card) for key, card in cards.items()}
    titles = {card["title"].casefold(): each for each, card in shown.items()}
    if key in list(cards):
        return key
    if word.casefold() in titles:
        return titles[word.casefold()]
    if ruleset.builder is not None:
        if word.endswith(FILE):
            return ruleset.builder(read_text(word), "").code
        if word in cards:
            return word
        if not re.fullmatch(r"[\w ]+", word):
            ruleset.builder(word, "")  # this reports the faults of the code
    return key


def _names(given: Sequence[tuple[str, str]]) -> list[str]:
    """Names for all seats: people are You, or Player 1 …; bots are car parts not taken yet."""
    people = sum(1 for name, who in given if who == PERSON_NAME and not name)
    taken = {name.casefold() for name, _ in given if name}
    parts = bot_names(taken)
    numbers = itertools.count(1)
    names = []
    for name, who in given:
        if name:
            names.append(name)
        elif who == PERSON_NAME:
            names.append("You" if people == 1 and YOU not in taken else f"Player {next(numbers)}")
        else:
            names.append(next(parts))
    return names
