"""Wreckoning and its peers: the same games, proved equal, then timed. `wreck bench peers`."""
