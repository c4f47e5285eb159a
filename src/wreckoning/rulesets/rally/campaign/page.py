"""A campaign in words and figures, as one player sees it: the page itself knows no rule.

A player's choices come as moves: each with its label, its meaning, and the reason if it is not
possible now.
"""

from __future__ import annotations

from wreckoning.core.shown_campaigns import (
    CampaignGameCard,
    CampaignMoveOffer,
    CampaignStanding,
    CampaignView,
    FieldForm,
    GamePlayer,
    OwnedVehicle,
    RosterForm,
    StoryRound,
)
from wreckoning.core.texts.wording import listed, several
from wreckoning.rulesets.rally.campaign.crews import DAMAGED, IN_DOUBT, Crew, Owned
from wreckoning.rulesets.rally.campaign.drawing import mission_title
from wreckoning.rulesets.rally.campaign.fielding import has_a_way, least_of, why_not_hire
from wreckoning.rulesets.rally.campaign.garage import parts_for_sale, price_of_hire
from wreckoning.rulesets.rally.campaign.moves import (
    Buy,
    Hire,
    Move,
    Ready,
    Refit,
    Repair,
    Save,
    Scrap,
)
from wreckoning.rulesets.rally.campaign.play import (
    AFTER,
    FIELD,
    OVER,
    PLAY,
    ROSTERS,
    Bout,
    Campaign,
)
from wreckoning.rulesets.rally.campaign.rookie import REPLACEMENT, best_team
from wreckoning.rulesets.rally.campaign.rosters import LEAST, MOST, POINTS, rosters
from wreckoning.rulesets.rally.cards import (
    drivers,
    modifications,
    sizes,
    upgrades,
    vehicles,
    weapons,
)
from wreckoning.rulesets.rally.teams.codes import write_code
from wreckoning.rulesets.rally.teams.model import Design, Team, points_of
from wreckoning.rulesets.rally.teams.shipped import ready_made

WHAT_NOW = {
    ROSTERS: "Everybody puts a roster together.",
    FIELD: "Everybody chooses the team for this round.",
    PLAY: "The games of this round are on.",
    AFTER: "Repairs, losses and upgrades.",
    OVER: "The campaign is over.",
}


MOVES_NOW = {
    FIELD: "You are short of vehicles: hire some for this game.",
    AFTER: "Between the games: repair, add, buy; then say that you are done.",
}


def page(campaign: Campaign, seat: int | None) -> CampaignView:
    """Everything that the page of a campaign shows to a seat; None: to a guest."""
    crew = campaign.crews[seat] if seat is not None else None
    waited = campaign.waited_for()
    size = sizes()[campaign.terms.size]
    return CampaignView(
        title=campaign.terms.title,
        headline=_headline(campaign),
        phase=campaign.phase,
        now=WHAT_NOW[campaign.phase],
        waited_for=waited,
        round=campaign.round,
        rounds=campaign.terms.rounds,
        size=f"{size.title}: {size.counts}, {size.points} points",
        standings=[_standing(campaign, each, waited) for each in campaign.ranking()],
        games=[_game(campaign, bout) for bout in campaign.bouts],
        roster=[_owned(campaign, crew, owned) for owned in crew.left] if crew else [],
        pool=crew.pool if crew else 0,
        build=_build(campaign, crew),
        field=_field(campaign, crew),
        moves=_moves(campaign, crew),
        moves_now=MOVES_NOW.get(campaign.phase, ""),
        story=_story(campaign),
    )


def _headline(campaign: Campaign) -> str:
    if campaign.round == 0:
        return (
            f"{several(len(campaign.crews), 'player')}, {several(campaign.terms.rounds, 'round')}"
        )
    if campaign.phase == OVER:
        return f"{campaign.ranking()[0].name} has won the campaign"
    mission = mission_title(campaign.now[0].mission)
    return f"Round {campaign.round} of {campaign.terms.rounds}: {mission}"


def _standing(campaign: Campaign, crew: Crew, waited: list[int]) -> CampaignStanding:
    return CampaignStanding(
        seat=crew.seat,
        name=crew.name,
        bot=crew.bot,
        place=campaign.place(crew),
        points=crew.campaign_points,
        figures=[
            ("campaign points", crew.campaign_points),
            ("pool", crew.pool),
            ("vehicles ready", f"{len(crew.ready)} of {len(crew.left)}"),
            ("worth", crew.worth),
        ],
        waited_for=crew.seat in waited,
    )


def _game(campaign: Campaign, bout: Bout) -> CampaignGameCard:
    return CampaignGameCard(
        number=bout.number,
        round=bout.round,
        mission=mission_title(bout.mission),
        over=bool(bout.points),
        players=[
            GamePlayer(
                seat=seat,
                name=campaign.crews[seat].name,
                points=bout.points.get(seat),
                won=bout.winner == seat,
            )
            for seat in bout.players
        ],
    )


def _move(label: str, meaning: str, move: Move, off: str = "") -> CampaignMoveOffer:
    return CampaignMoveOffer(label=label, meaning=meaning, move=move.model_dump(), off=off)


def _parts(design: Design) -> list[str]:
    """The parts of a vehicle, in words."""
    found = []
    for mounted in design.weapons:
        added = [modifications()[key].title for key in mounted.modifications]
        title = weapons()[mounted.weapon].title
        found.append(f"{title} with {listed(added)}" if added else title)
    found += [upgrades()[key].title for key in design.upgrades]
    return [*found, drivers()[design.driver].title] if design.driver else found


def _owned(campaign: Campaign, crew: Crew, owned: Owned) -> OwnedVehicle:
    return OwnedVehicle(
        key=owned.key,
        title=owned.design.title,
        card=vehicles()[owned.design.vehicle].title,
        parts=_parts(owned.design),
        points=owned.points,
        state=owned.state,
        fielded=owned.key in crew.fielded and campaign.phase in (FIELD, PLAY),
        code=write_code(Team((owned.design,))),
        moves=_after(crew, owned) if campaign.phase == AFTER and not crew.done else [],
    )


def _after(crew: Crew, owned: Owned) -> list[CampaignMoveOffer]:
    """The moves for a vehicle between two games."""
    short = f"the pool has only {crew.pool}"
    off = short if owned.price > crew.pool else ""
    if owned.state == DAMAGED:
        meaning = "Until it is paid the vehicle stays at home."
        return [_move(f"Repair for {owned.price}", meaning, Repair(vehicle=owned.key), off)]
    if owned.state == IN_DOUBT:
        return [
            _move(f"Save for {owned.price}", "It drives again.", Save(vehicle=owned.key), off),
            _move(
                "Scrap for 5",
                "It is gone; five points go into the pool.",
                Scrap(vehicle=owned.key),
            ),
        ]
    return [
        _move(
            f"{part.title} for {part.price}",
            part.text,
            Refit(vehicle=owned.key, design=write_code(Team((part.design,)))),
            short if part.price > crew.pool else "",
        )
        for part in parts_for_sale(owned)
    ]


def _build(campaign: Campaign, crew: Crew | None) -> RosterForm | None:
    """The limits of a roster, and the rosters to choose from."""
    if crew is None or campaign.phase != ROSTERS:
        return None
    return RosterForm(
        least=LEAST,
        most=MOST,
        points=POINTS,
        ready_made=[ready_made(team) for team in rosters().values()],
        code=write_code(Team(tuple(owned.design for owned in crew.roster))),
    )


def _field(campaign: Campaign, crew: Crew | None) -> FieldForm | None:
    """The limits of a team for this round."""
    if crew is None or campaign.phase != FIELD or not has_a_way(campaign.terms, crew):
        return None
    size = campaign.terms.card
    return FieldForm(
        least=least_of(campaign.terms, crew),
        most=size.most,
        points=size.points,
        chosen=list(crew.fielded) or best_team(campaign, crew),
        done=bool(crew.fielded),
    )


def _moves(campaign: Campaign, crew: Crew | None) -> list[CampaignMoveOffer]:
    """The other moves of a player."""
    if crew is not None and campaign.phase == FIELD:
        return _hires(campaign, crew)
    if crew is None or campaign.phase != AFTER or crew.done:
        return []
    full = f"a roster has at most {MOST} vehicles" if len(crew.left) >= MOST else ""
    found = []
    for key, card in vehicles().items():
        design = Design(key, REPLACEMENT.weapons)
        price = points_of(design)
        off = full or (f"the pool has only {crew.pool}" if price > crew.pool else "")
        move = Buy(design=write_code(Team((design,))))
        with_it = weapons()[REPLACEMENT.weapons[0].weapon].title
        found.append(_move(f"Buy a {card.title} for {price}", f"With a {with_it}.", move, off))
    doubtful = [owned.design.title for owned in crew.left if owned.state == IN_DOUBT]
    off = f"first save or scrap {listed(doubtful)}" if doubtful else ""
    return [*found, _move("Done", "On to the next round.", Ready(), off)]


def _hires(campaign: Campaign, crew: Crew) -> list[CampaignMoveOffer]:
    """Vehicles to hire for this game, for a player who is short of them (V50)."""
    if why_not_hire(campaign.terms, crew):
        return []
    found = []
    for key, card in vehicles().items():
        price = price_of_hire(crew, key)
        off = f"the pool has only {crew.pool}" if price > crew.pool else ""
        label = f"Hire a {card.title} for {price or 'nothing'}"
        found.append(_move(label, "Without weapons, for this game.", Hire(vehicle=key), off))
    return found


def _story(campaign: Campaign) -> list[StoryRound]:
    """The story of the campaign, round by round, the latest first."""
    rounds = sorted({number for number, _ in campaign.story}, reverse=True)
    return [
        StoryRound(round=number, lines=[line for at, line in campaign.story if at == number])
        for number in rounds
    ]
