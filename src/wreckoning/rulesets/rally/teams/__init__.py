"""Teams: their parts, their points, their legality (W29 to W33), and their two forms.

model       Team, Design (a vehicle of it), Mounted (a weapon on it), and their points
legality    the problems of a team, by rule and figure
codes       a team as one line of text, and back
files       a team as a TOML file, and back
shipped     the teams that come with the game; a seat's team
builds      the figures that a design has in play
builder     the team builder: a team, and every step that can be done with it
"""
