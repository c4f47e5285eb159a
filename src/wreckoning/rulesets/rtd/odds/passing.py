"""Questions of Pass actions: passes, drafts, jockeying, Rams, Stars, Mushrooms, shared shells."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from wreckoning.core.ids import SeatIndex
from wreckoning.core.records import NOBODY
from wreckoning.odds.questions import Chances, Given, OddsQuestion, yes_or_no
from wreckoning.odds.spreads import numbered
from wreckoning.odds.trials import spread
from wreckoning.rulesets.rtd.events import Passed, PassEnded, PassFailed, Rammed, SpunOut
from wreckoning.rulesets.rtd.odds.checked import told
from wreckoning.rulesets.rtd.odds.scene import (
    DEFENSIVE,
    NONE,
    STATUS,
    TURN,
    cards_for,
    drags,
    lead,
    own_momentum,
    part,
    scene,
    tried,
    with_card,
    with_drag,
    with_status,
)
from wreckoning.rulesets.rtd.race import Kart, Race
from wreckoning.rulesets.rtd.rules.actions import draft
from wreckoning.rulesets.rtd.rules.blue_shell import make_share
from wreckoning.rulesets.rtd.rules.movement import jockey
from wreckoning.rulesets.rtd.rules.passing import pass_attempt, ram
from wreckoning.rulesets.rtd.rules.powers import mushroom

OTHER: Final = 0  # the driver ahead
OWN: Final = 1  # the one from behind
MOST_AHEAD = 5
PASSED = ("passed", "failed")
OTHER_DEFENSIVE = yes_or_no("other_defensive", "does the other Drive Defensively?")
INK = yes_or_no("ink", "are you inked?", shown=(False,))
OTHER_INK = yes_or_no("other_ink", "is the other inked?", shown=(False,))
SLIDE = yes_or_no("slide", "have you won a Power Slide this turn?", shown=(False,))
OTHER_SLIDE = yes_or_no("other_slide", "has the other won one?", shown=(False,))


def passing_questions() -> tuple[OddsQuestion, ...]:
    """The result of passes."""
    return _pass(), _draft(), _mushroom(), _jockey(), _ram(), _duel(), _share()


def _behind(
    lead: int, ink: bool, other_ink: bool, slide: bool, other_slide: bool, other_defensive: bool
) -> Race:
    """Two drivers, one right behind the other."""
    race = scene(2)
    own, other = race.karts[OWN], race.karts[OTHER]
    own.momentum = lead
    own.slide_bonus, other.slide_bonus = int(slide), int(other_slide)
    own.ink_until, other.ink_until = TURN * ink, TURN * other_ink
    other.defensive = int(other_defensive)
    return race


BETWEEN = (INK, OTHER_INK, SLIDE, OTHER_SLIDE, OTHER_DEFENSIVE)


def _pass() -> OddsQuestion:
    def work_out(lead: int, **between: bool) -> Chances:
        found = tried(
            _behind(lead, **between),
            lambda race, kart: pass_attempt(race, kart, race.karts[OTHER], 0),
            OWN,
        )
        won = part(found, lambda trial: trial.given)
        return {"passed": won, "failed": 1 - won}

    title = "A Pass roll: both dice, with Momentum"
    return OddsQuestion(
        "pass", title, "R4", "chances", PASSED, work_out, (lead(), *BETWEEN), whole=PASSED
    )


def _draft() -> OddsQuestion:
    def work_out(lead: int, card: str, **between: bool) -> Chances:
        race = _behind(lead, **between)
        with_card(race.karts[OWN], card)
        won = part(tried(race, draft, OWN, watch=[Passed]), told(Passed))
        return {"passed": won, "failed": 1 - won}

    return OddsQuestion(
        "draft",
        "Draft: a free pass attempt, even with lower Momentum",
        "R20",
        "chances",
        PASSED,
        work_out,
        (lead(tuple(range(-3, 3))), cards_for("draft"), *BETWEEN),
        whole=PASSED,
    )


def _mushroom() -> OddsQuestion:
    def work_out(lead: int, **between: bool) -> Chances:
        found = tried(_behind(lead, **between), mushroom, OWN, watch=[Passed])
        won = part(found, told(Passed))
        return {"passed": won, "failed": 1 - won}

    return OddsQuestion(
        "mushroom",
        "A Mushroom's free pass attempt (your Momentum before its +2)",
        "R42",
        "chances",
        PASSED,
        work_out,
        (lead(tuple(range(-4, 4))), *BETWEEN),
        whole=PASSED,
    )


def _jockey() -> OddsQuestion:
    columns = numbered(0, MOST_AHEAD)

    def work_out(momentum: int, ahead: SeatIndex, their_momentum: int) -> Chances:
        race = scene(ahead + 1)
        for seat in range(ahead):
            race.karts[seat].momentum = their_momentum
        race.karts[ahead].momentum = momentum

        def places(copy: Race, kart: Kart) -> int:
            jockey(copy, kart, ahead)
            return ahead - list(copy.order).index(kart.seat)

        found = spread(tried(race, places, ahead), lambda trial: trial.given)
        return {each: found.get(int(each), Fraction()) for each in columns[: ahead + 1]}

    return OddsQuestion(
        "jockey",
        "Places won in one's slot of jockeying; each costs 1 M, and a failure ends it",
        "R27",
        "places",
        columns,
        work_out,
        (
            Given("momentum", "your Momentum", tuple(range(1, 10)), (1, 2, 3, 4, 5), own_momentum),
            Given(
                "ahead",
                "drivers ahead in the segment",
                tuple(range(1, MOST_AHEAD + 1)),
                (3,),
                lambda _, ahead: f"{ahead} ahead",
            ),
            Given(
                "their_momentum",
                "the Momentum of each of them",
                tuple(range(-2, 8)),
                (0, 2),
                lambda _, momentum: f"they M {momentum}",
            ),
        ),
        whole=columns,
        numbers=True,
    )


# --- Rams and Stars


def _ram() -> OddsQuestion:
    columns = ("won", "lost", "spins_out")

    def work_out(
        card: str,
        other_card: str,
        drags: str,
        other_drags: str,
        status: str,
        other_status: str,
        other_defensive: bool,
    ) -> Chances:
        race = scene(2)
        sides = ((OWN, card, drags, status), (OTHER, other_card, other_drags, other_status))
        for seat, has_card, has_drag, has_status in sides:
            with_card(race.karts[seat], has_card)
            with_drag(race.karts[seat], has_drag)
            with_status(race.karts[seat], has_status)
        race.karts[OTHER].defensive = int(other_defensive)
        found = tried(
            race,
            lambda copy, kart: ram(copy, kart, copy.karts[OTHER]),
            OWN,
            watch=[Rammed, SpunOut],
        )
        won = part(found, told(Rammed))
        spun = part(found, lambda trial: trial.told(SpunOut, OTHER) and trial.given)
        return {"won": won, "lost": 1 - won, "spins_out": spun}

    touched = ("ram", "spin_out_check")
    return OddsQuestion(
        "ram",
        "A Ram's opposed check, and whether the rammed driver spins out",
        "R22",
        "chances",
        columns,
        work_out,
        (
            cards_for("ram"),
            cards_for(*touched, name="other_card", about="the other's Perk or Debuff"),
            drags("drags", "what you drag or have circling", (NONE,)),
            drags("other_drags", "what the other has", (NONE,)),
            STATUS,
            _other_status(),
            OTHER_DEFENSIVE,
        ),
        ("won", "lost", "other spins out"),
        ("won", "lost"),
    )


def _other_status() -> Given:
    return Given(
        "other_status",
        "what works on the other's",
        STATUS.values,
        (NONE,),
        lambda name, status: f"the other: {STATUS.words(name, status)}" if status != NONE else "",
    )


STANCES = (NONE, "ram", "boo", "star")


def _duel() -> OddsQuestion:
    columns = ("passed", "failed", "ended")

    def work_out(lead: int, you: str, other: str) -> Chances:
        race = scene(2)
        race.karts[OWN].momentum = lead
        for seat, stance in ((OWN, you), (OTHER, other)):
            kart = race.karts[seat]
            kart.ramming = int(stance == "ram")
            kart.boo_until = TURN * (stance == "boo")
            kart.star_until = TURN * (stance == "star")
        ends = (Passed, PassFailed, PassEnded)
        found = tried(
            race,
            lambda copy, kart: pass_attempt(copy, kart, copy.karts[OTHER], 0),
            OWN,
            watch=ends,
        )
        return {name: part(found, told(end)) for name, end in zip(columns, ends, strict=True)}

    return OddsQuestion(
        "duel",
        "A Pass action with Rams or Stars in it: won, lost by the Pass roll, or ended by a Ram",
        "A25",
        "chances",
        columns,
        work_out,
        (
            lead((0, 2)),
            Given("you", "what you are up to", STANCES, words=lambda _, it: f"you: {it}"),
            Given(
                "other",
                "what the other is up to",
                STANCES,
                words=lambda _, it: f"the other: {it}",
            ),
        ),
        whole=columns,
    )


def _share() -> OddsQuestion:
    """The target is ahead; the owner of the shell is a third driver."""
    columns = ("shared", "alone")

    def work_out(lead: int, defensive: bool, other_defensive: bool) -> Chances:
        race = scene(3)
        target, behind = race.karts[0], race.karts[1]
        target.momentum = lead
        target.defensive, behind.defensive = int(defensive), int(other_defensive)
        found = tried(race, lambda copy, kart: make_share(copy, kart, 2))
        shared = part(found, lambda trial: trial.given != NOBODY)
        return {"shared": shared, "alone": 1 - shared}

    return OddsQuestion(
        "share",
        "Making the driver behind share a Blue Shell",
        "R45",
        "chances",
        columns,
        work_out,
        (lead(), DEFENSIVE, OTHER_DEFENSIVE),
        whole=columns,
    )
