"""The rules, a module a chapter. Their numbers stand in `RULES.md`."""
