"""The rules of Wasteland Rally, a module a chapter."""
