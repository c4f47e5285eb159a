"""The campaign: rosters, rounds, what a game leaves behind, and the pool (W41 to W43)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from wreckoning.core.errors import Changed, Illegal, Malformed, NotYourTurn, Over
from wreckoning.core.records import NOBODY
from wreckoning.rulesets.rally.campaign import (
    begin,
    bot_move,
    check_names,
    from_document,
    page,
    read_move,
    to_document,
)
from wreckoning.rulesets.rally.campaign.crews import DAMAGED, GONE, IN_DOUBT, READY, Crew, Owned
from wreckoning.rulesets.rally.campaign.drawing import (
    Roll,
    draw_games,
    draw_mission,
    sizes_of_games,
)
from wreckoning.rulesets.rally.campaign.fielding import FIRST_EDITION, MOST_ROUNDS, Terms
from wreckoning.rulesets.rally.campaign.garage import parts_for_sale
from wreckoning.rulesets.rally.campaign.keeping import MOST_MOVES
from wreckoning.rulesets.rally.campaign.moves import MOST_PLAYERS
from wreckoning.rulesets.rally.campaign.play import MOST_OF_PLAYER, Campaign
from wreckoning.rulesets.rally.campaign.results import missions_of_courses, planned_games
from wreckoning.rulesets.rally.campaign.rosters import MOST, check_roster, rosters, unspent
from wreckoning.rulesets.rally.courses import load
from wreckoning.rulesets.rally.race import Mission
from wreckoning.rulesets.rally.teams.codes import read_code, write_code
from wreckoning.rulesets.rally.teams.model import Design, Mounted, Team
from wreckoning.rulesets.rally.teams.seating import seat_teams

BUGGY = "buggy/light_machine_gun"  # 10 points
CAR = "car/light_machine_gun"  # 11 points
TEN_BUGGIES = ";".join([BUGGY] * 10)  # 100 points
NINE = ";".join([BUGGY] * 9)  # 90 points
EIGHT = ";".join([BUGGY] * 8)  # 80 points


class Dice:
    """Dice given one after another; all must be used."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)
        self.asked: list[str] = []

    def __call__(self, question: str, sides: int) -> int:
        assert sides == 12
        self.asked.append(question)
        return self.faces.pop(0)


def do(campaign: Campaign, who: int, move: dict[str, Any]) -> None:
    """Make a move as it comes in JSON."""
    campaign.do(who, read_move(move))


def begun(
    dice: Dice,
    *names: str,
    rosters_of: Sequence[str] = (),
    rounds: int = 3,
    hire: str = "on",
) -> Campaign:
    """A campaign of these players; with rosters it has started."""
    campaign = Campaign(Terms("Test", rounds, hire=hire), [(name, "") for name in names], dice)
    for seat, code in enumerate(rosters_of):
        do(campaign, seat, {"do": "roster", "team": code})
    if rosters_of:
        do(campaign, NOBODY, {"do": "start"})
    return campaign


def fielded(dice: Dice, *codes: str, hire: str = "on") -> Campaign:
    """Two players, in their first game."""
    campaign = begun(dice, "Ann", "Bob", rosters_of=codes or (NINE, NINE), hire=hire)
    for seat in (0, 1):
        do(campaign, seat, {"do": "field", "vehicles": [0, 1, 2]})
    return campaign


def fate(destroyed: bool = False, hit_points: int = 8) -> dict[str, Any]:
    """What became of a buggy of 8 hit points."""
    return {"destroyed": destroyed, "hit_points": hit_points, "most": 8}


UNHURT = [fate(), fate(), fate()]


def over(
    campaign: Campaign,
    ann: Sequence[dict[str, Any]] = UNHURT,
    bob: Sequence[dict[str, Any]] = UNHURT,
    points: tuple[int, int] = (16, 7),
) -> Crew:
    """The game is over, Ann has won it."""
    move = {"do": "result", "game": 0, "points": list(points), "winner": 0}
    do(campaign, NOBODY, {**move, "fates": [list(ann), list(bob)]})
    return campaign.crews[0]


# W41: rosters


def test_w41_a_roster_is_eight_to_ten_vehicles_of_a_hundred_points_with_one_weapon_each() -> None:
    check_roster(read_code(TEN_BUGGIES, "team"), "Ann")
    check_roster(read_code(EIGHT, "team"), "Ann")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (";".join([BUGGY] * 7), "7 vehicles, expected 8 to 10 vehicles for a roster"),
        (";".join([CAR] * 10), "110 points, 10 over the 100 of a roster"),
        (f"{EIGHT};buggy", "0 weapons, in a roster each vehicle begins with one"),
        (f"{EIGHT};{BUGGY}/oil_dropper", "2 weapons, in a roster each vehicle begins with one"),
        (f"{EIGHT};{BUGGY}/boost", "upgrades, in a roster each vehicle begins without any"),
        (f"{EIGHT};{BUGGY}/marksman", "upgrades, in a roster each vehicle begins without any"),
        (f"{EIGHT};{BUGGY}.turret_mount", "upgrades, in a roster each vehicle begins without"),
    ],
)
def test_w41_other_rosters_are_refused(code: str, words: str) -> None:
    with pytest.raises(Illegal, match=words) as refused:
        check_roster(read_code(code, "team"), "Ann")
    assert refused.value.rule == "W41"


def test_w41_up_to_ten_unspent_points_go_into_the_pool() -> None:
    assert unspent(read_code(TEN_BUGGIES, "team")) == 0
    assert unspent(read_code(NINE, "team")) == 10
    assert unspent(read_code(EIGHT, "team")) == 10  # 20 are left, 10 of them are lost


def test_w41_the_rosters_that_come_with_the_game_are_legal() -> None:
    assert len(rosters()) >= 3
    for key, team in rosters().items():
        check_roster(team, key)


# W42: missions and games


def test_w42_two_lap_race_first_outrun_last_a_die_between() -> None:
    nobody = Dice()
    assert draw_mission(1, 4, None, nobody) == Mission.TWO_LAP_RACE
    assert draw_mission(4, 4, Mission.ARENA_RACE, nobody) == Mission.OUTRUN
    drawn = [draw_mission(2, 4, None, Dice(face)) for face in range(1, 13)]
    missions = (
        Mission.TWO_LAP_RACE,
        Mission.ARENA_RACE,
        Mission.ELIMINATION_RACE,
        Mission.BATTLE_ROYALE,
    )
    assert drawn == [mission for mission in missions for _ in range(3)]


def test_w42_the_same_as_before_becomes_the_next_in_the_list() -> None:
    assert draw_mission(2, 4, Mission.TWO_LAP_RACE, Dice(2)) == Mission.ARENA_RACE
    assert draw_mission(3, 4, Mission.BATTLE_ROYALE, Dice(12)) == Mission.TWO_LAP_RACE
    assert draw_mission(3, 4, Mission.ARENA_RACE, Dice(12)) == Mission.BATTLE_ROYALE


def test_w42_games_are_for_two_or_three() -> None:
    sizes = {players: sizes_of_games(players) for players in range(2, 10)}
    assert sizes == {
        2: [2],
        3: [3],
        4: [2, 2],
        5: [3, 2],
        6: [3, 3],
        7: [3, 2, 2],
        8: [3, 3, 2],
        9: [3, 3, 3],
    }


def test_w42_more_than_three_are_drawn_into_games_ties_rolled_again() -> None:
    assert draw_games([0, 1, 2], Dice()) == [(0, 1, 2)]
    dice = Dice(4, 11, 4, 12, 3, 9)  # 0 and 2 tie at 4, and roll 3 and 9
    assert draw_games([0, 1, 2, 3], dice) == [(1, 3), (0, 2)]
    assert dice.faces == []


def test_w42_at_least_three_rounds() -> None:
    with pytest.raises(Malformed, match="rounds: expected 3 to 12, found 2"):
        Terms("Test", 2)


def test_w42_every_mission_of_a_campaign_has_a_table() -> None:
    missions = set(missions_of_courses().values())
    assert missions >= {*Mission} - {Mission.SCAVENGERS}


# W33: teams for the games


def test_w33_a_team_for_a_game_is_checked_by_number_and_points() -> None:
    campaign = begun(Dice(), "Ann", "Bob", rosters_of=(EIGHT, EIGHT))
    for vehicles, words in (
        ([0, 1], "2 vehicles, expected 3 to 5 vehicles for a small game"),
        ([0, 1, 2, 3, 4, 5], "6 vehicles, expected 3 to 5 vehicles for a small game"),
        ([0, 1, 9], "vehicle 9: not ready to drive"),
    ):
        with pytest.raises(Illegal, match=words):
            do(campaign, 0, {"do": "field", "vehicles": vehicles})
    with pytest.raises(Malformed, match="expected a list of different vehicles' numbers"):
        do(campaign, 0, {"do": "field", "vehicles": [0, 0, 1]})
    do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2, 3, 4]})
    assert campaign.waited_for() == [1]
    assert planned_games(campaign) == []


def test_w42_when_all_teams_stand_the_games_are_to_be_played() -> None:
    campaign = fielded(Dice())
    (game,) = planned_games(campaign)
    assert missions_of_courses()[game.course] == Mission.TWO_LAP_RACE
    assert [seat.name for seat in game.seats] == ["Ann", "Bob"]
    assert game.seats[0].setup["team"].count(";") == 2


# W43: what a game leaves behind


def test_w43_points_into_the_pool_and_a_campaign_point_for_the_winner() -> None:
    campaign = fielded(Dice())
    ann = over(campaign)
    bob = campaign.crews[1]
    assert (ann.pool, bob.pool) == (26, 17)
    assert (ann.campaign_points, bob.campaign_points) == (1, 0)
    assert campaign.dice == []  # unhurt: no die


@pytest.mark.parametrize(
    ("face", "state", "pool"), [(1, GONE, 27), (9, GONE, 35), (10, READY, 26), (12, READY, 26)]
)
def test_w43_destroyed_is_scrap_or_recovered(face: int, state: str, pool: int) -> None:
    ann = over(fielded(Dice(face)), ann=[fate(destroyed=True, hit_points=0), fate(), fate()])
    assert ann.roster[0].state == state
    assert ann.pool == pool


@pytest.mark.parametrize(
    ("face", "state", "price"), [(1, DAMAGED, 1), (9, DAMAGED, 9), (10, IN_DOUBT, 5)]
)
def test_w43_damaged_is_repaired_saved_or_scrapped(face: int, state: str, price: int) -> None:
    campaign = fielded(Dice(face))
    ann = over(campaign, ann=[fate(hit_points=7), fate(), fate()])
    assert (ann.roster[0].state, ann.roster[0].price) == (state, price)
    do(campaign, 0, {"do": "repair" if state == DAMAGED else "save", "vehicle": 0})
    assert ann.roster[0].state == READY
    assert ann.pool == 26 - price


def test_w43_in_doubt_is_settled_before_one_is_done() -> None:
    campaign = fielded(Dice(11))
    ann = over(campaign, ann=[fate(hit_points=1), fate(), fate()])
    with pytest.raises(Illegal, match="to be saved or scrapped first"):
        do(campaign, 0, {"do": "ready"})
    do(campaign, 0, {"do": "scrap", "vehicle": 0})
    assert ann.roster[0].state == GONE
    assert ann.pool == 31


def test_w43_damaged_stays_at_home_until_it_is_paid() -> None:
    campaign = fielded(Dice(9, 2))  # the second for the next mission
    ann = over(campaign, ann=[fate(hit_points=1), fate(), fate()])
    for seat in (0, 1):
        do(campaign, seat, {"do": "ready"})
    assert campaign.round == 2
    with pytest.raises(Illegal, match="vehicle 0: not ready to drive"):
        do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2]})
    assert ann.roster[0].state == DAMAGED


def test_w43_a_repair_that_the_pool_does_not_pay_changes_nothing() -> None:
    campaign = fielded(Dice(9), TEN_BUGGIES, TEN_BUGGIES)
    ann = over(campaign, ann=[fate(hit_points=1), fate(), fate()], points=(4, 0))
    before = to_document(campaign)
    with pytest.raises(Illegal, match="costs 9, Ann has 4 in the pool"):
        do(campaign, 0, {"do": "repair", "vehicle": 0})
    assert to_document(campaign) == before
    assert ann.roster[0].state == DAMAGED


def test_w43_upgrades_come_from_the_pool_and_add_only() -> None:
    campaign = fielded(Dice())
    ann = over(campaign)
    do(campaign, 0, {"do": "refit", "vehicle": 3, "design": f"{BUGGY}/boost"})
    assert ann.pool == 24
    assert ann.roster[3].design.upgrades == ("boost",)
    with pytest.raises(Illegal, match="boost stays on it"):
        do(campaign, 0, {"do": "refit", "vehicle": 3, "design": f"{BUGGY}/sturdy"})
    with pytest.raises(Illegal, match="it stays a buggy"):
        do(campaign, 0, {"do": "refit", "vehicle": 3, "design": CAR})
    with pytest.raises(Illegal, match="upgrades of 5 points, 1 over the 4 allowed"):
        do(campaign, 0, {"do": "refit", "vehicle": 4, "design": f"{BUGGY}/tank_tracks/sturdy"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("minigun/minigun", "minigun"),
        ("minigun/minigun", "minigun/driver_pistol"),
        ("minigun.stabilised/minigun.turret_mount", "minigun.stabilised.turret_mount/minigun"),
    ],
)
def test_w43_of_two_weapons_alike_neither_is_sold(before: str, after: str) -> None:
    campaign = fielded(Dice())
    ann = over(campaign)
    [ann.roster[3].design] = read_code(f"buggy/{before}", "test").vehicles
    with pytest.raises(Illegal, match="minigun stays on it"):
        do(campaign, 0, {"do": "refit", "vehicle": 3, "design": f"buggy/{after}"})
    assert ann.pool == 26


def test_w43_of_two_weapons_alike_either_is_modified() -> None:
    campaign = fielded(Dice())
    ann = over(campaign)
    guns = "buggy/minigun.stabilised/minigun.turret_mount"
    [ann.roster[3].design] = read_code(guns, "test").vehicles
    more = "buggy/minigun.turret_mount.stabilised/minigun.stabilised"
    do(campaign, 0, {"do": "refit", "vehicle": 3, "design": more})
    assert ann.pool == 24


def test_w43_what_may_be_added_is_legal_and_priced() -> None:
    owned = Owned(0, Design("buggy", (Mounted("flamethrower"),)))
    offered = {refit.title: refit.price for refit in parts_for_sale(owned)}
    assert offered["Skilled Driver"] == 1
    assert offered["Boost"] == 2
    assert offered["Minigun"] == 4
    assert "Inferno Ammo on the Flamethrower" not in offered
    assert offered["Turret Mount on the Flamethrower"] == 1


def test_v42_a_vehicle_may_be_bought_ten_at_most() -> None:
    campaign = fielded(Dice())
    ann = over(campaign)
    with pytest.raises(Illegal, match="upgrades, in a roster each vehicle begins without any"):
        do(campaign, 0, {"do": "buy", "design": f"{BUGGY}/boost"})
    do(campaign, 0, {"do": "buy", "design": BUGGY})
    assert (ann.pool, len(ann.left)) == (16, 10)
    with pytest.raises(Illegal, match="10 vehicles, a roster has at most 10"):
        do(campaign, 0, {"do": "buy", "design": BUGGY})


def test_v43_who_cannot_field_a_team_sits_it_out() -> None:
    """As campaigns of the first edition went, which say nothing of hiring."""
    campaign = fielded(Dice(3), hire=FIRST_EDITION)  # for the mission of the second round
    over(campaign)
    for owned in campaign.crews[1].roster[2:]:
        owned.state = GONE
    for seat in (0, 1):
        do(campaign, seat, {"do": "ready"})
    assert campaign.waited_for() == [0]
    do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2]})
    assert campaign.phase == "after"  # won unplayed
    assert [crew.campaign_points for crew in campaign.crews] == [2, 0]


# V50: nobody is left waiting


def second_round(
    dice: Dice, ready: int, pool: int, *, hire: str = "on", others: int = 9
) -> Campaign:
    """The second round of a small game: Bob has so many buggies left, and this pool."""
    campaign = fielded(dice, hire=hire)
    over(campaign)
    for crew, count in ((campaign.crews[1], ready), (campaign.crews[0], others)):
        for owned in crew.roster[count:]:
            owned.state = GONE
    campaign.crews[1].pool = pool
    for seat in (0, 1):
        do(campaign, seat, {"do": "ready"})
    return campaign


def test_v50_who_has_too_few_vehicles_fields_what_is_there() -> None:
    """V50: "fields what is there (one is enough)"; the team says that it is short."""
    campaign = second_round(Dice(3), ready=2, pool=8)
    assert campaign.waited_for() == [0, 1]
    with pytest.raises(Illegal, match="1 vehicle, expected 2 to 5 vehicles for a small game"):
        do(campaign, 1, {"do": "field", "vehicles": [0]})
    do(campaign, 1, {"do": "field", "vehicles": [0, 1]})
    do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2]})
    [game] = planned_games(campaign)
    assert game.seats[1].setup["team"].endswith(f"Buggy_2:{BUGGY};@small")
    assert "@" not in game.seats[0].setup["team"]
    teams = seat_teams(load(game.course), game.seats)
    assert [len(team.vehicles) for team in teams] == [3, 2]


def test_v50_a_player_who_is_short_may_hire_up_to_the_least_number() -> None:
    """V50: "may first hire basic vehicles from the pool", "at most up to the least number"."""
    campaign = second_round(Dice(3), ready=1, pool=30)
    bob = campaign.crews[1]
    offered = {move.label: move.off for move in page(campaign, 1).moves}
    assert offered["Hire a Car for 10"] == ""
    do(campaign, 1, {"do": "hire", "vehicle": "car"})
    assert bob.pool == 20
    form = page(campaign, 1).field
    assert form is not None
    assert form.least == 2
    do(campaign, 1, {"do": "hire", "vehicle": "buggy"})
    assert bob.pool == 11
    with pytest.raises(Illegal, match="3 vehicles can drive: as many as the game needs at least"):
        do(campaign, 1, {"do": "hire", "vehicle": "buggy"})
    assert page(campaign, 1).moves == []
    with pytest.raises(Illegal, match="Ann hires nothing: 5 vehicles can drive"):
        do(campaign, 0, {"do": "hire", "vehicle": "buggy"})
    bob.roster[0].state = GONE
    with pytest.raises(Malformed, match="no vehicle 'tank'"):
        do(campaign, 1, {"do": "hire", "vehicle": "tank"})


def test_v50_hired_vehicles_drive_one_game_and_go_back() -> None:
    campaign = second_round(Dice(3), ready=1, pool=20)
    do(campaign, 1, {"do": "hire", "vehicle": "car"})
    do(campaign, 1, {"do": "field", "vehicles": [0, 9]})
    do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2]})
    move = {"do": "result", "game": 1, "points": [10, 0], "winner": 0}
    fates = [UNHURT, [fate(), fate(destroyed=True, hit_points=0)]]
    do(campaign, NOBODY, {**move, "fates": fates})  # no die for what was hired
    assert [owned.key for owned in campaign.crews[1].left] == [0]


def test_v50_with_an_empty_pool_one_vehicle_is_free() -> None:
    """V50: "with an empty pool one basic vehicle free"."""
    campaign = second_round(Dice(3), ready=0, pool=8)
    assert campaign.waited_for() == [0, 1]
    assert page(campaign, 1).moves[0].label == "Hire a Car for nothing"
    do(campaign, 1, {"do": "hire", "vehicle": "truck"})
    assert campaign.crews[1].pool == 8
    with pytest.raises(Illegal, match="Bob hires nothing: the pool has only 8"):
        do(campaign, 1, {"do": "hire", "vehicle": "buggy"})
    do(campaign, 1, {"do": "field", "vehicles": [9]})


def test_v50_without_hiring_a_game_is_not_played_and_its_points_go_to_who_can() -> None:
    """V50: "a game with fewer than two sides … is not played, its points go to the side"."""
    campaign = second_round(Dice(3), ready=0, pool=50, hire="off")
    before = campaign.crews[0].pool
    assert campaign.waited_for() == [0]
    with pytest.raises(Illegal, match="no vehicles are hired in this campaign"):
        do(campaign, 1, {"do": "hire", "vehicle": "buggy"})
    do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2]})
    assert campaign.phase == "after"
    assert campaign.crews[0].pool == before + 10
    assert [crew.campaign_points for crew in campaign.crews] == [2, 0]


def test_v50_a_campaign_in_which_nobody_can_go_on_ends_at_once_and_says_so() -> None:
    """V50: "ends at once by points, and says so"."""
    campaign = second_round(Dice(3), ready=0, pool=50, hire="off", others=0)
    assert campaign.is_over
    assert campaign.waited_for() == []
    assert campaign.story[-2:] == [
        (2, "Nobody has a vehicle left to drive: the campaign ends by its points"),
        (2, "Ann wins the campaign"),
    ]


def test_v50_the_house_rule_is_agreed_before_and_kept() -> None:
    assert begin({}, [("Ann", ""), ("Bob", "")], Dice()).terms.hire == "on"
    campaign = begin({"hire": "off"}, [("Ann", ""), ("Bob", "")], Dice())
    document = to_document(campaign)
    assert document["hire"] == "off"
    assert from_document(document, Dice()).terms.hire == "off"
    del document["hire"]
    assert from_document(document, Dice()).terms.hire == FIRST_EDITION
    with pytest.raises(Malformed, match="hire: no value 'maybe'"):
        begin({"hire": "maybe"}, [("Ann", ""), ("Bob", "")], Dice())


# The whole of it


def whole_campaign(players: int, roll: Roll | None = None, rounds: int = 4) -> Campaign:
    """A campaign of bots to its end; games end as dice say."""
    faces = _faces()
    names = [(f"Bot {number}", "rookie") for number in range(1, players + 1)]
    roll = roll or (lambda _question, _sides: next(faces))
    campaign = Campaign(Terms("Test", rounds), names, roll)
    for _ in range(2000):
        if campaign.is_over:
            return campaign
        waited = campaign.waited_for()
        if campaign.is_open and not waited:
            do(campaign, NOBODY, {"do": "start"})
        for bout in [bout for bout in campaign.now if not bout.points and campaign.phase == "play"]:
            fates = [
                [fate(next(faces) > 9, next(faces) % 8 + 1) for _ in campaign.crews[seat].fielded]
                for seat in bout.players
            ]
            points = [next(faces) for _ in bout.players]
            move = {"do": "result", "game": bout.number, "points": points, "winner": 0}
            do(campaign, NOBODY, {**move, "fates": fates})
        for seat in waited:
            bots = bot_move(campaign, seat)
            assert bots is not None
            campaign.do(seat, bots)
    raise AssertionError("the campaign does not end")


def _faces() -> Iterator[int]:
    number = 1
    while True:
        number = number * 48271 % 2147483647
        yield number % 12 + 1


@pytest.mark.parametrize("players", [2, 3, 5])
def test_w42_a_campaign_of_bots_comes_to_its_end_and_reads_back(players: int) -> None:
    campaign = whole_campaign(players)
    first, *others = campaign.ranking()
    assert all(first.campaign_points >= other.campaign_points for other in others)
    document = to_document(campaign)
    again = from_document(document, Dice())
    assert to_document(again) == document
    assert again.story == campaign.story
    with pytest.raises(Over):
        do(again, 0, {"do": "ready"})


def test_a_document_that_was_altered_is_refused() -> None:
    document = to_document(whole_campaign(2))
    with pytest.raises(Malformed, match="expected a campaign of the form"):
        from_document({"form": "something else"}, Dice())
    with pytest.raises(Malformed, match="campaign: more: unknown key"):
        from_document({**document, "more": 1}, Dice())
    moves = [*document["moves"][:-1], {"do": "buy", "design": "tank", "who": 0}]
    with pytest.raises(Changed, match="no vehicle 'tank'"):
        from_document({**document, "moves": moves}, Dice())


def test_moves_of_others_and_at_other_times_are_refused() -> None:
    campaign = begun(Dice(), "Ann", "Bob")
    with pytest.raises(NotYourTurn):
        do(campaign, 7, {"do": "roster", "team": EIGHT})
    with pytest.raises(NotYourTurn):
        do(campaign, 0, {"do": "start"})
    with pytest.raises(Illegal, match="no roster yet: Ann, Bob"):
        do(campaign, NOBODY, {"do": "start"})
    with pytest.raises(Illegal, match="ready: only between two rounds, not before the start"):
        do(campaign, 0, {"do": "ready"})
    with pytest.raises(Malformed, match="no move 'dance'"):
        do(campaign, 0, {"do": "dance"})
    with pytest.raises(Malformed, match="the name 'bob' is taken"):
        do(campaign, 0, {"do": "join", "name": "bob"})
    assert campaign.moves == []


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("save", 'move: expected an object, {"do": …}'),
        ({"do": {}}, "do: expected the name of a move, one of start, result, join, roster"),
        ({"do": "saev", "vehicle": 3}, "do: no move 'saev'; expected one of"),
        ({"do": "save"}, "save.vehicle: expected a value, found none"),
        ({"do": "save", "vehicle": "x"}, "save.vehicle: expected a valid integer"),
        ({"do": "repair", "vehicle": "3"}, "repair.vehicle: expected a valid integer"),
        ({"do": "scrap", "vehicle": True}, "scrap.vehicle: expected a valid integer"),
        ({"do": "refit", "vehicle": 2**64, "design": BUGGY}, "refit.vehicle: expected less than"),
        ({"do": "save", "vehicle": 3, "a\nb": 1}, r"save.'a\nb': unknown key"),
        ({"do": "join", "name": 2**64}, "join.name: expected a valid string"),
        ({"do": "join", "name": "x" * 97}, "join.name: expected at most 96 characters"),
        ({"do": "field", "vehicles": [0, 1, float("nan")]}, "field.vehicles.2: expected a valid"),
        ({"do": "buy", "design": "x" * 2001}, "buy.design: expected at most 2000"),
    ],
)
def test_a_move_that_is_none_is_refused_in_a_line(move: Any, problem: str) -> None:
    with pytest.raises(Malformed) as refused:
        read_move(move)
    assert str(refused.value).startswith(problem)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["", " Ann", "two\nlines", "\u200b", "x" * 25, "Dice", "ANN"])
def test_names_are_as_at_a_table(name: str) -> None:
    with pytest.raises(Malformed, match="seat 2: "):
        check_names(["Ann", name])
    check_names(["Ann", "Bob"])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"winner": 2}, "winner: expected one of 2 players, found 2"),
        ({"points": [1, 2, 3]}, "points: expected those of 2 players, found 3"),
        ({"fates": [UNHURT]}, "fates: expected those of 2 players, found 1"),
        ({"fates": [UNHURT, UNHURT[1:]]}, "fates: expected those of 3 vehicles, found 2"),
    ],
)
def test_w43_a_result_that_does_not_fit_its_game_changes_nothing(
    change: dict[str, Any], problem: str
) -> None:
    campaign = fielded(Dice())
    before = to_document(campaign)
    move = {"do": "result", "game": 0, "points": [1, 2], "winner": 0, "fates": [UNHURT, UNHURT]}
    with pytest.raises(Malformed, match=problem):
        do(campaign, NOBODY, {**move, **change})
    assert to_document(campaign) == before
    assert [crew.pool for crew in campaign.crews] == [10, 10]


def test_nobody_changes_their_mind_without_end() -> None:
    """A campaign of more moves than are read could never be read again."""
    campaign = begun(Dice(), "Ann", "Bob")
    for number in range(MOST_OF_PLAYER):
        do(campaign, 0, {"do": "join", "name": f"Ann {number}"})
    with pytest.raises(Illegal, match="Ann 349 has made 350 moves: no more changes"):
        do(campaign, 0, {"do": "join", "name": "Ann"})
    for seat in (0, 1):
        do(campaign, seat, {"do": "roster", "team": EIGHT})  # what has to be done still can be
    do(campaign, NOBODY, {"do": "start"})
    do(campaign, 0, {"do": "field", "vehicles": [0, 1, 2]})
    for move in ({"do": "field", "vehicles": [1, 2, 3]}, {"do": "buy", "design": BUGGY}):
        with pytest.raises(Illegal, match="no more changes"):
            do(campaign, 0, move)
    from_document(to_document(campaign), Dice())
    needed = MOST_ROUNDS * (MOST + 3)  # in each round: a mend for each vehicle, a team, ready
    games = MOST_ROUNDS * MOST_PLAYERS // 2
    assert MOST_PLAYERS * (MOST_OF_PLAYER + needed + 1) + games + 1 <= MOST_MOVES


def test_a_campaign_in_which_names_wandered_from_seat_to_seat_reads_back() -> None:
    campaign = begun(Dice(), "Ann", "Bob")
    for seat, name in ((0, "Xenia"), (1, "Yann"), (0, "Zoe"), (1, "Xenia")):
        do(campaign, seat, {"do": "join", "name": name})
    again = from_document(to_document(campaign), Dice())
    assert [crew.name for crew in again.crews] == ["Zoe", "Xenia"]


def test_the_page_offers_only_what_is_accepted() -> None:
    campaign = fielded(Dice(9, 10), TEN_BUGGIES, TEN_BUGGIES)
    over(campaign, ann=[fate(hit_points=1), fate(hit_points=2), fate()], points=(3, 0))
    seen = page(campaign, 0)
    assert seen.pool == 3
    damaged, doubtful, *whole = seen.roster
    assert [move.label for move in damaged.moves] == ["Repair for 9"]
    assert damaged.moves[0].off == "the pool has only 3"
    assert [move.label for move in doubtful.moves] == ["Save for 5", "Scrap for 5"]
    assert whole[0].state == READY
    offered = [move for one in seen.roster for move in one.moves] + seen.moves
    for each in offered:
        again = from_document(to_document(campaign), Dice())
        if each.off:
            with pytest.raises(Illegal):
                do(again, 0, each.move)
        else:
            do(again, 0, each.move)
    assert page(campaign, None).roster == []


def test_a_code_reads_back_to_the_vehicle() -> None:
    design = Design(
        "buggy", (Mounted("light_machine_gun", ("turret_mount",)),), ("boost",), "", "Rust"
    )
    assert read_code(write_code(Team((design,))), "team").vehicles == (design,)
