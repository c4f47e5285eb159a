"""Search over compiled play: bots that try out what follows from each option.

scratch     what a searching race carries with it: forced answers, and the tree
deciding    how seats decide in it: policies by name, ASK, FORCED, TREE
tree        open-loop search over a seat's own decisions
kernel      plays on to a question, plays options out, grows the tree
program     all this compiled for a ruleset, once on a machine
thinker     decides within a time
settings    how each game is searched, and what bots of which character value
"""
