"""The lab: simulation by the rules themselves, compiled."""
