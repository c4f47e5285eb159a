"""`wreck rules`."""
