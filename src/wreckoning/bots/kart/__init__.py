"""Kart Edition: its rookie, and its policy for absent players."""
