"""Rules of earlier releases, for races that were begun with them.

archives    the rules themselves, each run in a process of its own
carrying    lets a running race go on by the current rules
"""
