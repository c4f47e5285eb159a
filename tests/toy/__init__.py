"""A toy ruleset, so that core is seen to know no real one: a race to so many steps."""
