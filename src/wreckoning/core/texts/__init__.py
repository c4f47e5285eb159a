"""Names, numbers and words in texts."""
