"""Mensch ärgere dich nicht, the Ludo of the German-speaking, as OpenSpiel's `maedn` plays it."""
