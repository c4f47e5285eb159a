"""`wreck team`."""
