"""The rulesets, each a folder with the same names inside."""
