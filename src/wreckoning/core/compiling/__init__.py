"""The rules compiled: one program for each game."""
