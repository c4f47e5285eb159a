"""Policies: functions that play seats without a person. The rules know none of them.

A policy is a function of the race and of an open ask; it returns one of the ask's options:

    @jitable
    def timid(race, ask):
        return ask.options[0]

It runs interpreted at a table and compiled in simulations: decorate it and the functions it calls
with `@jitable`. It must not change the race, and makes random choices only with
`generator.below(race.door.whim, …)`. A package offers policies by entry points named by ruleset and
policy:

    [project.entry-points."wreckoning.policies"]
    "rtd.timid" = "my_bots:timid"

Every ruleset has `random`; it may add policies, or replace `random`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from wreckoning.core.door import RANDOM, AskRecord, Decide, at_random
from wreckoning.core.rules import JITABLE, jitable

Policy = Callable[[Any, AskRecord], int]
USUAL = ("random", "rookie", "absent")  # listed first, in this order


@cache
def installed() -> dict[str, dict[str, EntryPoint]]:
    """The entry points of all installed policies: by ruleset, then by name."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group="wreckoning.policies"):
        ruleset, _, name = point.name.partition(".")
        found.setdefault(ruleset, {})[name] = point
    return found


def policies_of(ruleset: str, own: Mapping[str, Policy]) -> dict[str, Policy]:
    """All policies that can play a ruleset; `own` are those that come with it.

    A faulty one is left out, with a line in the program's log that says why.
    """
    found: dict[str, Policy] = {"random": at_random, **own}
    for name, point in installed().get(ruleset, {}).items():
        policy = _load(point)
        if policy is not None and name not in found:
            found[name] = policy
    return {name: found[name] for name in sorted(found, key=_order)}


def _order(name: str) -> tuple[int, str]:
    return USUAL.index(name) if name in USUAL else len(USUAL), name


@cache
def _load(point: EntryPoint) -> Policy | None:
    """Load a policy; None if anything goes wrong in its package."""
    try:
        policy: Policy = point.load()
        why_not = "" if callable(policy) else f"expected a function, found {type(policy).__name__}"
    except Exception as error:
        why_not = f"{type(error).__name__}: {' '.join(str(error).split())}"
    if why_not:
        line = "The policy %r is left out. %s: %s"
        logging.getLogger(__name__).warning(line, point.name, point.value, why_not)
        return None
    return policy if policy in JITABLE else jitable(policy)


def home_of(policy: Policy) -> str:
    """The package that a policy is written in; for a single file its module."""
    return policy.__module__.rpartition(".")[0] or policy.__module__


def is_foreign(ruleset: str, name: str) -> bool:
    """True if another package provides this policy."""
    point = installed().get(ruleset, {}).get(name)
    return point is not None and not point.module.startswith("wreckoning.")


def make_decide(policies: Mapping[str, Policy]) -> Decide:
    """`decide(race, index)`: the option that the asked seat's policy chooses.

    Policies are numbered from `RANDOM` on, in order. A question to the referee gets the answer 0,
    which changes nothing, if no referee is present. The function is built from text, because Numba
    has no functions as values.
    """
    lines = ["def decide(race, index):", " ask = race.door.asks[index]", " if ask.by < 0:"]
    lines += ["  return 0", " policy = race.door.policy[ask.by]"]
    for code in range(len(policies)):
        lines += [f" if policy == {RANDOM + code}:", f"  return policy_{code}(race, ask)"]
    lines += [" return policy_0(race, ask)"]
    scope: dict[str, Callable[[Any, Any], int]] = {}
    scope |= {f"policy_{n}": each for n, each in enumerate(policies.values())}
    exec("\n".join(lines), scope)
    return scope["decide"]
