"""The rules of Kart RTD, a module a chapter."""
