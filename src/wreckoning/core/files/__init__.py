"""Files of games and of this machine: courses, data, TOML, folders."""
