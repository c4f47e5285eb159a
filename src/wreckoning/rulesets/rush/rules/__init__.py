"""The rules of Rush 'n' Crush, a module a chapter."""
