"""Kart RTD's turn without items: a reduction of `rtd`, written in other frameworks too."""
