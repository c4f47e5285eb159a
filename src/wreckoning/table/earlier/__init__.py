"""Races that were begun with earlier versions of their rules.

archives  the rules of earlier releases
teller    tells a race by earlier rules
carrying  lets a running race go on by the current rules
ended     shows a finished race as it was
"""
