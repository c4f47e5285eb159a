"""`wreck simulate`, `arena`, `lab` and `odds`."""
