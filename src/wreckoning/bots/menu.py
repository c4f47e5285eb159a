"""The bots of a game as a player chooses them: in order, with a line on each."""

from __future__ import annotations

from wreckoning.bots.search.settings import searched
from wreckoning.core.ruleset import ABSENT_NAME, Ruleset, default_opponent

WORDS = {
    "rookie": "A fair opponent. Answers at once.",
    "veteran": "Wins more often than a rookie, and answers almost at once.",
    "ace": "Thinks for up to a second a turn, and takes the option that wins most.",
    "random": "Takes any option, at random.",
    ABSENT_NAME: "Drives as the rules say for a player who does not answer.",
}
STYLE = "Thinks as long as an ace, and has other goals besides winning."
LAST = ("random", ABSENT_NAME)


def bot_menu(ruleset: Ruleset) -> dict[str, str]:
    """Each bot's words by its name: the usual one first, `random` and `absent` last."""
    styles = searched(ruleset).styles
    words = {**WORDS, **{name: f"{style.words} {STYLE}" for name, style in styles.items()}}
    if styles:
        words["surprise"] = f"One of {', '.join(sorted(styles))}. You find out which."
    first = list(dict.fromkeys((default_opponent(ruleset), "veteran", *ruleset.bots)))
    found = [name for name in first if name in ruleset.bots and name not in LAST]
    found += [name for name in LAST if name in ruleset.bots and name not in found]
    return {name: words.get(name, "From another package.") for name in found}
