"""Backgammon without the cube, as OpenSpiel's `backgammon` plays it."""
