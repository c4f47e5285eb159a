"""Kart RTD: its rookie, and who does not answer."""
