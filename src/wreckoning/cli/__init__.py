"""The command `wreck`."""
