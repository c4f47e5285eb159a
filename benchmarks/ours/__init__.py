"""The speed of Wreckoning itself: rules, menus, the table and its pages. `wreck bench`."""
