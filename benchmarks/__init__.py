"""How fast it is: on its own (`ours`), and next to its peers in the same games. `wreck bench`."""
