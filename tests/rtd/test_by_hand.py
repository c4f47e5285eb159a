"""A race refereed by hand, with real dice typed in: five turns, every kind of order.

What the dice bring was worked out on paper from the rulebook, before the rules were asked.
Bob has Ramming Speed and is Slow, Cid has High Acceleration and Low Loot; M after each turn:

| turn | Ann | Bob | Cid | Dot | order           |                                            |
|------|-----|-----|-----|-----|-----------------|--------------------------------------------|
| 0    | 3   | 1   | 0   | 2   | Ann Dot Bob Cid | Cid's start fails critically               |
| 1    | 3   | 1   | 0   | 4   | Ann Dot Bob Cid | Bob's Ram ends Cid's draft                 |
| 2    | 3   | 0   | 2   | 2   | Ann Dot Bob Cid | a path, a Fake, shells; Cid Falls Back     |
| 3    | 0   | 3   | 4   | 2   | Dot Ann Cid Bob | a Star rams, a Bob-omb, a Blue Shell sent  |
| 4    | 0   | 3   | 2   | 3   | Dot Cid Ann Bob | Blooper, Power Slide, the Blue Shell       |
| 5    | 0   | 2   | 0   | 1   | Dot Cid Ann Bob | Thunderbolt, circling shells, Boo          |
"""

from __future__ import annotations

from typing import Any

from wreckoning.core.logs.referee import referee

COURSE: dict[str, Any] = {
    "key": "by-hand",
    "title": "By Hand",
    "blurb": "Five segments.",
    "difficulty": 1,
    "laps": 3,
    "segment": [
        {"name": "One", "kind": "broad_curve", "boxes": "plenty"},
        {
            "name": "Two",
            "kind": "straight",
            "boxes": "none",
            "hazard": [{"name": "Rocks", "modifier": 0, "damage": "spin"}],
            "path": [
                {"name": "Gap", "items": ["mushroom"], "check": 0, "success": {"advance": True}}
            ],
        },
        {
            "name": "Three",
            "kind": "curve",
            "boxes": 2,
            "dash_panel": [{"name": "Panel", "momentum": 1}],
        },
        {"name": "Four", "kind": "tight", "boxes": "none"},
        {"name": "Five", "kind": "straight", "boxes": "none"},
    ],
}
NAMES = ("Ann", "Bob", "Cid", "Dot")
SEATS = [
    "Ann",
    {"name": "Bob", "perk": "ramming_speed", "debuff": "slow"},
    {"name": "Cid", "perk": "high_acceleration", "debuff": "low_loot"},
    "Dot",
]


def orders(ann: str, dot: str, bob: str, cid: str) -> list[Any]:
    given = {"Ann": ann, "Dot": dot, "Bob": bob, "Cid": cid}
    return [{"by": who, "ask": "order", "answer": order} for who, order in given.items()]


def hand_out(**karts: dict[str, Any]) -> dict[str, Any]:
    """The referee puts drivers and items where the next turn needs them."""
    return {"correct": {"karts": karts}}


TURNS: list[list[Any]] = [
    ["yes", "no", "yes", "yes", 6, 1, 4],
    [
        *orders("slide", "aggressive", "ram", "draft"),
        *(3, 5),  # Ann slides on 4; Dot +2
        *(4, 2, 3),  # Bob rams the drafting Cid, 5 to 2; Cid spins out
        *(3, 4),  # Dot 7 fails against Ann's 8
        4,  # Cid holds on
        *("yes", 4, 6, "yes", 5, 1, "yes", 6, 1, "yes", 4, 5),
    ],
    [
        *orders("path_1", "defensive", "aggressive", "draft"),
        5,  # Ann leaps the Gap
        *("lay", 5, 2),  # Bob dodges the Fake on 4, Cid flips on 2
        *("forward", "Dot", 4, 3, 4),  # 4 −1 +1 ties with 3 +1; then Bob +1
        *("fire", 3, 2, 3, 2),  # 5 hits Bob; the draft, 2 to 2, fails
        *(1, 4, 6),  # the Rocks: Dot −1 and a spin, Bob past, Cid past with +1
        3,  # Cid Falls Back
        *("yes", 4),  # Ann Pulls Ahead
    ],
    [
        hand_out(
            Ann={"progress": 2, "momentum": 2, "hook": "banana"},
            Dot={"progress": 2, "momentum": 2, "hand": ["star"]},
            Bob={"progress": 2, "momentum": 3, "hand": ["bob_omb"]},
            Cid={"progress": 2, "momentum": 4, "hand": ["blue_shell"]},
        ),
        *orders("aggressive", "deploy_star", "deploy_bob_omb", "deploy_blue_shell"),
        *("hold", 3),
        *("throw", 4, 2),  # Ann flies, Bob is caught too in the blast; Dot is a Star
        *(2, 3),  # Cid passes Bob, 7 to 6
        *(5, 3),  # Dot's Star rams Ann, who flips
        *("yes", 4, 1, "yes", 5, 3),  # two boxes: Ann at −1
    ],
    [
        *orders("deploy_blooper", "aggressive", "draft", "slide"),
        *("hold", 4),
        *(6, "yes", 1, 6),  # Cid slides at −2 and is clean; the free attempt, 6 to 6, fails
        *(6, 3),  # inked Bob's draft, 8 to 8, fails
        *(4, 3),  # the Blue Shell misses the Star; of the two behind Cid spins out
        *(2, 4),  # Cid passes Ann, 6 to 4
    ],
    [
        hand_out(
            Dot={"hand": ["thunderbolt"], "hook": "none"},
            Cid={"hook": "triple_red_shell", "shells": 3},
            Ann={"hand": ["boo"]},
            Bob={"hook": "green_shell", "ink_until": 0},
        ),
        *orders("deploy_boo", "deploy_thunderbolt", "defensive", "aggressive"),
        *("fire", 6, 5, 6),  # shrunk Cid still hits Dot, 6 to 5; then +1 on 4
        *(1, "hold"),  # Ann robs Bob
        5,  # shrunk Bob, at 3, Falls Back
    ],
]
AFTER: list[tuple[tuple[int, ...], str]] = [
    ((3, 1, 0, 2), "Ann Dot Bob Cid"),
    ((3, 1, 0, 4), "Ann Dot Bob Cid"),
    ((3, 0, 2, 2), "Ann Dot Bob Cid"),
    ((0, 3, 4, 2), "Dot Ann Cid Bob"),
    ((0, 3, 2, 3), "Dot Cid Ann Bob"),
    ((0, 2, 0, 1), "Dot Cid Ann Bob"),
]


def after(turn: int) -> dict[str, Any]:
    """The race after this turn, as the referee has it: at the orders of the next."""
    answers = [answer for turns in TURNS[: turn + 1] for answer in turns]
    return referee({"ruleset": "rtd", "course": COURSE, "seats": SEATS, "answers": answers})


def test_r1_to_r48_the_rules_agree_with_the_race_on_paper() -> None:
    for turn, (momentum, order) in enumerate(AFTER):
        race = after(turn)
        karts, cid = race["position"]["karts"], turn in (0, 1, 5)  # High Acceleration has fired
        found = tuple(karts[name]["momentum"] - (name == "Cid" and cid) for name in NAMES)
        assert (race["ask"]["ask"], race["position"]["turn"]) == ("order", turn + 1)
        assert (found, " ".join(race["position"]["order"])) == (momentum, order), turn


def test_r30_r34_and_everybody_has_what_is_on_the_paper() -> None:
    karts = after(5)["position"]["karts"]
    assert [karts[name]["progress"] for name in NAMES] == [5, 4, 5, 5]
    assert [karts[name]["hook"] for name in NAMES] == [
        *("green_shell", "none", "triple_red_shell", "none")
    ]
    assert karts["Cid"]["shells"] == 2
    assert [karts[name]["best_lap"] for name in NAMES] == [5, 0, 5, 5]
