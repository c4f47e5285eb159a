"""`wreck verify`: races, campaigns and leagues."""
