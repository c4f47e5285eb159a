"""`wreck verify` for the log of a race: checks it by the rules, its secret and its digests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wreckoning.cli.checks.verdicts import CheckedLog
    from wreckoning.core.logs.digest import Digest
    from wreckoning.core.logs.log_file import LogFile
    from wreckoning.core.logs.verify import CheckedRoll


def check_log(text: str, where: str, kept: Sequence[Digest]) -> CheckedLog:
    """Check a log by the rules, the secret, its own digest and the kept ones.

    Raises Malformed or Changed for the first fault. Raises also if the dice cannot be checked and
    no digest was kept.
    """
    from wreckoning.cli.checks.verdicts import CheckedLog
    from wreckoning.cli.earlier import check_first_part
    from wreckoning.core.fair import Fair
    from wreckoning.core.logs.digest import find_kept
    from wreckoning.core.logs.log_file import dice_of, replay
    from wreckoning.core.logs.verify import all_rolls, check_called, revealed
    from wreckoning.core.ruleset import find_ruleset

    read = read_race(text, where)
    key = read.header["ruleset"]
    dice = dice_of(read, where) if kept else revealed(read, where)
    ruleset = find_ruleset(key)
    rolls: list[CheckedRoll] = []
    called = 0
    if isinstance(dice, Fair):
        rolls, called = all_rolls(read, ruleset, where), check_called(read, where)
    else:
        replay(read, ruleset, where)
    found = sorted({find_kept(read.digests, one, where) for one in kept})
    terms, before = dice.terms if isinstance(dice, Fair) else None, check_first_part(read, where)
    return CheckedLog(ruleset, read, terms, rolls, found, before, called)


def read_race(text: str, where: str) -> LogFile:
    """Read a log that names its ruleset. Raises Malformed or Changed."""
    from wreckoning.core.errors import Malformed
    from wreckoning.core.logs.log_file import read_log

    log = read_log(text, where)
    if not isinstance(log.header.get("ruleset"), str):
        raise Malformed(f"{where}: line 1", "expected a ruleset")
    return log
