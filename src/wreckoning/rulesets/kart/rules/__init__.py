"""The rules of Gaslands: Kart Edition, a module a chapter."""
