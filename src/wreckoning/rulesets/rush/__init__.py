"""Rush 'n' Crush, as a ruleset of the table: `wreckoning.rulesets.rush.ruleset:RULESET`."""
