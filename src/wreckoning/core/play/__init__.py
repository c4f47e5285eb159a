"""A race as it is played: the engine under a match, and what may be known of it."""
