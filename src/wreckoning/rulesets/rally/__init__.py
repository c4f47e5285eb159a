"""Wasteland Rally, as a ruleset of the table: `wreckoning.rulesets.rally.ruleset:RULESET`."""
