"""Rush 'n' Crush: its rookie, and who does not answer."""
