"""Wreckoning beside its peers: the same games, proved equal, timed in turn. `wreck bench peers`."""
