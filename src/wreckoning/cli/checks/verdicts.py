"""Says in sentences what `wreck verify` proves about a race, and what it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wreckoning.core.dice import Physical
from wreckoning.core.fair import Fair
from wreckoning.core.texts.wording import listed, several

if TYPE_CHECKING:
    from rich.table import Table

    from wreckoning.core.documents import ReadOnlyJson
    from wreckoning.core.fair import Terms
    from wreckoning.core.logs.log_file import LogFile
    from wreckoning.core.logs.verify import CheckedRoll
    from wreckoning.core.ruleset import Ruleset


@dataclass(frozen=True)
class CheckedLog:
    """A log that passed. `kept`: after how many answers it agrees with a given digest."""

    ruleset: Ruleset
    log: LogFile
    terms: Terms | None  # of fair dice with a revealed secret
    rolls: Sequence[CheckedRoll]  # all rolls of such dice
    kept: Sequence[int]
    before: str = ""  # the rules for the answers before `log.change`, if these are here
    called: int = 0  # checks that the referee called, with fair dice

    @property
    def answers(self) -> int:
        return len(self.log.entries)

    @property
    def digest(self) -> str:
        return self.log.digests[-1]


def of_dice(rolls: Sequence[CheckedRoll]) -> str:
    """The proof for fair dice that all passed."""
    made = "what the secret, the seats' texts and the rules make"
    if len(rolls) == 1:
        return f"The only roll is {made} it."
    return f"All {len(rolls)} rolls are {made} them." if rolls else "No die was rolled."


def proved(checked: CheckedLog) -> list[str]:
    """What is proved."""
    log, rules = checked.log, f"{checked.ruleset.title} {checked.ruleset.version}"
    result = ", and the result follows from them" if log.result is not None else ""
    found = [of_dice(checked.rolls)] if checked.terms else []
    if checked.called:
        which = several(checked.called, "check")
        found.append(f"The dice of {which} that the referee called are made by the secret, too.")
    which = "Every answer" if log.change is None else f"Every answer after {log.change}"
    found.append(f"{which} is one that the rules of {rules} allow{result}.")
    if checked.before:
        found.append(
            f"Every answer up to {log.change} is one that the rules {checked.before} allow, and "
            "the position from which the later rules went on follows from them."
        )
    if log.end is not None:
        bound = f"the header, {several(checked.answers, 'answer')}"
        bound += " and the result" if log.result is not None else ""
        without = "nothing was changed, added or cut off without rewriting that line"
        found.append(f"The last line binds {bound}: {without}.")
    if checked.kept:
        when = listed([str(number) for number in checked.kept])
        found.append(f"The log agrees with --digest, after {when} of {checked.answers} answers.")
    return found


def not_proved(checked: CheckedLog) -> list[str]:
    """What this check cannot show."""
    log, last = checked.log, max(checked.kept, default=-1)
    found = [] if checked.terms else [_why_no_dice(log)]
    if not log.has_ended:
        found.append("How the race ends: it goes on, or its log was cut off.")
    elif log.end is None:
        found.append("That no answer was changed or cut off: this log is older than digests.")
    if log.change is not None and not checked.before:
        found.append(f"The answers up to {log.change}: the rules of that time are not here.")
    if last < 0:
        found.append(
            "That this is the race that the players saw: a whole log can be rewritten, with a "
            "new last line. --digest compares it with what a player kept."
        )
    elif last < checked.answers:
        found.append(f"What came after answer {last}: no later --digest was given.")
    made = [str(number) for number, line in enumerate(log.entries, 1) if _is_change(line)]
    if made:
        which = f"{several(len(made), 'correction')} by the referee ({listed(made)})"
        found.append(f"What the race would have been without {which}; dice stay as they fell.")
    skipped = [str(number) for number, line in enumerate(log.entries, 1) if "skipped" in line]
    if skipped:
        which = f"{several(len(skipped), 'answer')} that the referee gave for skipped drivers"
        found.append(
            f"What the drivers would have answered instead of {which} ({listed(skipped)})."
        )
    found.append("Who gave an answer: the log only has the name of the seat.")
    if log.header.get("dice") == Fair.name:
        found.append(
            "That nobody knew the dice: the person who runs the table can read the secret."
        )
    return found


def _is_change(line: ReadOnlyJson) -> bool:
    return "correct" in line and "called" not in line


def _why_no_dice(log: LogFile) -> str:
    name = str(log.header.get("dice"))[:40]
    if name == Fair.name:
        return "The dice: their secret is revealed when the race is over."
    if name == Physical.name:
        return "The dice: people rolled them."
    return f"The dice: they are {name}, and only fair dice can be checked."


def given_texts(names: Sequence[str], texts: Sequence[str]) -> Table:
    """The text that each seat gave: players can check their own."""
    from rich.text import Text

    table = plain_table("seat", "its text")
    for name, text in zip(names, texts, strict=True):
        table.add_row(Text(name), Text(text) if text else Text("none", style="dim"))
    return table


def plain_table(*heads: str) -> Table:
    """A table with these headings and no lines."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    for head in heads:
        table.add_column(head)
    return table
