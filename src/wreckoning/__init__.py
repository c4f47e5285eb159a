"""Wreckoning: race night for tabletop car combat."""

__version__ = "0.2.0"
