"""The ruleset's way to the one door. The only policy there is takes any option, all alike."""

from __future__ import annotations

from wreckoning.core.door import at_random, make_choose

POLICIES = ("random",)

decide = at_random
choose = make_choose(decide)
