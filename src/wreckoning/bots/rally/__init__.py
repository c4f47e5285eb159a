"""Wasteland Rally: its rookie, and its policy for absent players."""
