"""Races, dice, logs and positions, for every ruleset. Nothing here knows a ruleset."""
