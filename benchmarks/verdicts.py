"""Are the lab's verdicts right? Asks 20 hypotheses that are true and 20 that are not.

    python -m benchmarks.verdicts                 # both games, about half an hour on two cores
    python -m benchmarks.verdicts rtd
    python -m benchmarks.verdicts --variance      # how much pairs help, in each game

Planted: one of six or twelve equal drivers gets a card, or a figure of its card, that is worth 0.5
to 3 points of winning. A long run without pairs says how much; one that is worth less or more is
left out. Nulls: a house rule or a figure that changes the race for all six alike, so that each
still wins one race in six. Each is asked as `wreck lab ask` asks it, once with pairs on common dice
and once with dice of their own for both sides.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from statistics import median
from typing import Any

from wreckoning.core.documents import Json
from wreckoning.core.door import KEYED, LIVE
from wreckoning.lab.ask import Budget, Case, settle
from wreckoning.lab.hypothesis import Hypothesis, hypothesis
from wreckoning.lab.verdict import Says

SMALLEST, LARGEST = 0.5, 3.0  # points
LONG = 200_000  # races of the long run
MOST_PAIRED, MOST_UNPAIRED = 160_000, 240_000  # races until a hypothesis is left as not settled
LONG_SEED, SEED = 5_000, 100


@dataclass(frozen=True)
class Trial:
    """A hypothesis: where it is raced, what changes, and the driver that it is about."""

    game: str
    course: str
    path: str
    new: Any
    old: Any
    setup: Json
    field: int = 5  # the other drivers

    def asked(self, seed: int) -> Hypothesis:
        """The hypothesis about the driver."""
        return hypothesis(
            {
                "title": "Planted",
                "ruleset": self.game,
                "course": self.course,
                "seed": seed,
                "seats": [
                    {"name": "Subject", **self.setup},
                    {"name": "Field", "count": self.field},
                ],
                "ask": {
                    "set": {self.path: self.new},
                    "against": {self.path: self.old},
                    "for": "Subject",
                    "smallest": SMALLEST,
                    "drivers": "rookie",
                },
            }
        )

    def judge(self, seed: int, races: int, is_paired: bool) -> Case:
        """Its verdict."""
        return settle(self.asked(seed), Budget(0, races), is_paired=is_paired).cases[0]

    def truth(self) -> tuple[float, float]:
        """The effect in points in a long run without pairs, and its standard error."""
        budget = Budget(0, LONG, within=1e-6)
        sample = settle(self.asked(LONG_SEED), budget, is_paired=False).cases[0].sample
        return 100 * sample.mean, 100 * sample.variance**0.5 / sample.count


def _cards(course: str, *cards: tuple[str, str, int, str, str], field: int = 5) -> list[Trial]:
    """Trials of Kart RTD: the card, its figure, the figure's value, the Perk and the Debuff."""
    found = []
    for key, figure, value, perk, debuff in cards:
        kind = "perk" if key == perk else "debuff"
        path = f"data.karts.{kind}.{key}.figures.{figure}"
        setup = {"perk": perk, "debuff": debuff}
        found.append(Trial("rtd", course, path, value, 0, setup, field))
    return found


def _people(course: str, car: str, old: str, *drivers: str) -> list[Trial]:
    """Trials of Rush 'n' Crush: another driver in the same car."""
    path = "seats.Subject.driver"
    return [Trial("rush", course, path, new, old, {"car": car}) for new in drivers]


def _alike(game: str, course: str, *changes: tuple[str, Any, Any]) -> list[Trial]:
    return [Trial(game, course, path, new, old, {}) for path, new, old in changes]


PLANTED = [
    *_cards(
        "moonwash_causeway",
        ("sure_wheels", "hazard", 1, "sure_wheels", "slow"),
        ("hot_start", "rocket_start", 1, "hot_start", "slow"),
        ("nervous", "hazard", -1, "hot_start", "nervous"),
        ("thin_skin", "spin_out", 1, "hot_start", "thin_skin"),
    ),
    *_cards(
        "rattlebone_pass",
        ("keen_eye", "box", 1, "keen_eye", "slow"),
        ("thin_skin", "spin_out", 1, "hot_start", "thin_skin"),
    ),
    *_cards(
        "midnight_menagerie",
        ("hot_start", "rocket_start", 1, "hot_start", "slow"),
        ("item_bonus", "item_roll", 1, "item_bonus", "slow"),
        ("low_loot", "item_roll", -1, "hot_start", "low_loot"),
    ),
    *_cards(
        "sundae_drive",
        ("featherweight", "ram", -1, "hot_start", "featherweight"),
        ("low_loot", "item_roll", -1, "hot_start", "low_loot"),
    ),
    *_cards(
        "sundae_drive",
        ("keen_eye", "box", 1, "keen_eye", "slow"),
        ("sure_wheels", "hazard", 1, "sure_wheels", "slow"),
        ("hot_start", "rocket_start", 1, "hot_start", "slow"),
        ("thirsty", "pull_ahead", 1, "hot_start", "thirsty"),
        ("butterfingers", "box", -1, "hot_start", "butterfingers"),
        ("cold_engine", "rocket_start", -1, "keen_eye", "cold_engine"),
        field=11,
    ),
    *_people("gasworks_run", "tortoise", "deacon", "cinder", "twitch"),
    *_people("gasworks_run", "hornet", "deacon", "cinder"),
    *_people("gasworks_run", "ironclad", "cinder", "butcher", "needle"),
    *_people("knackers_yard", "tortoise", "deacon", "cinder"),
    *_people("the_meat_grinder", "tortoise", "deacon", "butcher", "twitch"),
    *_people("broken_crown", "tortoise", "deacon", "cinder"),
    Trial(
        "rush", "gasworks_run", "seats.Subject.car", "battleaxe", "ironclad", {"driver": "deacon"}
    ),
]
NULLS = [
    *_alike(
        "rtd",
        "sundae_drive",
        *(("options.carry", new, "1") for new in ("0", "2", "3")),
        ("options.momentum_cap", "always", "cleanup"),
        ("options.defensive_pull_ahead", "on", "off"),
        ("options.item_with_action", "on", "off"),
        ("options.litter_stays", "off", "on"),
        ("options.item_bonus", "spread", "place"),
        ("data.karts.standard.maximum", 4, 5),
        ("data.items.item.mushroom.figures.momentum", 3, 2),
    ),
    *_alike(
        "rush",
        "gasworks_run",
        *(("data.cars.points.structure", new, 6) for new in (4, 5, 7)),
        *(("data.cars.points.heat", new, 6) for new in (5, 7)),
        *(("data.cars.points.steering", new, 3) for new in (2, 4)),
        ("data.cars.points.mines", 3, 4),
        ("data.cars.points.armor_structure", 2, 3),
        ("options.race_to_the_last", "off", "on"),
    ),
]


# For how much pairs help: effects of any size, in each game, of the first turn and of later ones.
COMPARED = [
    *_cards(
        "sundae_drive",
        ("cold_engine", "rocket_start", -1, "keen_eye", "cold_engine"),
        ("low_loot", "item_roll", -1, "hot_start", "low_loot"),
        ("keen_eye", "box", 1, "keen_eye", "slow"),
    ),
    *_alike("rtd", "sundae_drive", ("options.momentum_cap", "always", "cleanup")),
    *_people("gasworks_run", "tortoise", "deacon", "cinder", "needle"),
    Trial("rush", "gasworks_run", "data.cars.car.hornet.turbo", 5, 4, {"car": "hornet"}),
    Trial("kart", "dishwater_dip", "seats.Subject.kart", "heavy", "middle", {"kart": "middle"}),
    *_alike("kart", "dishwater_dip", ("options.items", "none", "house")),
    Trial("rally", "gasket_gulch", "seats.Subject.team", "grudge", "comet", {}),
    *_alike("rally", "gasket_gulch", ("options.wrecks_stay", "off", "on")),
]
COMPARED_RACES = 12_000


def compare_variances() -> None:
    """Print how many times less differences of pairs vary than those of races on other dice."""
    for trial in COMPARED:
        alone, streamed, keyed = (
            _variance(trial, is_paired, live)
            for is_paired, live in ((False, LIVE), (True, LIVE), (True, KEYED))
        )
        ratios = f"{alone / streamed:.1f} on one stream of dice, {alone / keyed:.1f} on keyed dice"
        print(f"{_name(trial)}: {ratios}", flush=True)


def _variance(trial: Trial, is_paired: bool, live: int) -> float:
    budget = Budget(0, COMPARED_RACES, within=1e-6)
    sample = settle(trial.asked(SEED), budget, is_paired=is_paired, live=live).cases[0].sample
    return sample.variance / sample.count


def main(games: list[str]) -> None:
    """Ask all hypotheses of these games, and print what came of it."""
    planted, ratios = Counter[str](), []
    for number, trial in enumerate(each for each in PLANTED if each.game in games):
        effect, error = trial.truth()
        shown = f"{_name(trial)}: {effect:+.2f} ± {error:.2f}"
        if not SMALLEST <= abs(effect) <= LARGEST:
            planted["left out"] += 1
            print(f"{shown}, left out", flush=True)
            continue
        paired, alone = _both(trial, SEED + number)
        says = str(paired.verdict.says)
        if paired.verdict.says is Says.YES:
            is_right = (paired.verdict.effect.value > 0) == (effect > 0)
            says = "found" if is_right else "found with the wrong sign"
            ratios.append(paired.verdict.values / alone.verdict.values)
        planted[says] += 1
        print(f"{shown}; {_said(paired)}; alone {_said(alone)}", flush=True)
    nulls = Counter[str]()
    for number, trial in enumerate(each for each in NULLS if each.game in games):
        case = trial.judge(SEED + number, MOST_PAIRED, is_paired=True)
        nulls[str(case.verdict.says)] += 1
        print(f"{_name(trial)}: null; {_said(case)}", flush=True)
    print(f"\nPlanted: {_counted(planted)}. Nulls: {_counted(nulls)}; yes is a false alarm.")
    if ratios:
        print(f"Races of the found, paired to unpaired: median {median(ratios):.2f}.")


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.items())


def _both(trial: Trial, seed: int) -> tuple[Case, Case]:
    """The verdicts with pairs and without."""
    paired = trial.judge(seed, MOST_PAIRED, is_paired=True)
    return paired, trial.judge(seed, MOST_UNPAIRED, is_paired=False)


def _name(trial: Trial) -> str:
    return f"{trial.game} {trial.course} {trial.path} {trial.old} → {trial.new}"


def _said(case: Case) -> str:
    verdict = case.verdict
    low, high = 100 * verdict.effect.low, 100 * verdict.effect.high
    more = f", {2 * verdict.more:,} more" if verdict.more else ""
    return f"{verdict.says} ({low:+.2f} to {high:+.2f}) after {2 * verdict.values:,} races{more}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--variance"]:
        compare_variances()
    else:
        main(sys.argv[1:] or ["rtd", "rush"])
