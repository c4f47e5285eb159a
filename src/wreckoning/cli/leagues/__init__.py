"""`wreck league`."""
