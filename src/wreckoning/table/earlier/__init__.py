"""Races that were begun with earlier versions of their rules.

archives  the rules of earlier releases
teller    tells a race by them
carrying  a race that runs goes on by the rules of now
ended     a race that is over stays as it was
"""
