"""Kart Edition: its rookie, and who does not answer."""
