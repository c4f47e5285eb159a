"""Rush 'n' Crush: its rookie, and its policy for absent players."""
