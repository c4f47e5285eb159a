"""Races that were begun with earlier versions of their rules, as these told them.

ended       a race as it was, when no current rules play it
untold      what is left of a race whose rules are not here
teller      tells a race by earlier rules, in an archive of these (`server.earlier.archives`)
"""
