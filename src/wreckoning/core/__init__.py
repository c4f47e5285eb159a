"""The table's mechanics. Nothing in here knows a ruleset."""
