"""Kart RTD: its rookie, and its policy for absent players."""
