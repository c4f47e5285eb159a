"""`wreck serve`, `table` and `healthy`."""
