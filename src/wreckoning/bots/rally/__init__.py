"""Wasteland Rally: its rookie, and who does not answer."""
