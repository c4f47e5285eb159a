"""Kart RTD, as a ruleset of the table: `wreckoning.rulesets.rtd.ruleset:RULESET`."""
