"""Clients at many tables while their servers are killed, and what must hold afterwards.

site        the servers of the moment; which of them dies, and when
tab         a browser tab at a table, which goes on whatever happens; what it was told
parties     people at tables: races, a Grand Prix, a campaign, physical dice
audit       what is stored, compared with what clients were told
powercut    a SQLite file as a power cut may leave it
"""
