"""Search over compiled play: bots that try out the consequences of each option.

scratch     the extra memory of a searching race: forced answers, and the tree
deciding    how seats decide in it: policies by name, ASK, FORCED, TREE
tree        open-loop search over a seat's own decisions
kernel      plays on to a question, plays options out, grows the tree
program     compiles all this for a ruleset, once on a machine
thinker     decides within a time limit
settings    the search settings of each game, and the values of each character
"""
