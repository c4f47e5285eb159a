"""Gaslands: Kart Edition, as a ruleset of the table: `wreckoning.rulesets.kart.ruleset:RULESET`."""
