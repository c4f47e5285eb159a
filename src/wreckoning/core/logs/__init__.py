"""Logs of races: written, read, replayed and checked."""
