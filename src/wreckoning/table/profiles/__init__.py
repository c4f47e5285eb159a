"""Profiles: the people who play here, known by the browsers that they are signed in with.

identity   what a token proves: a seat, the host, or a profile
models     messages about profiles
storage    profiles, devices, passkeys and codes in the database
service    makes profiles, moves them to other devices, deletes them
passkeys   signing in by a passkey
seatings   the profiles of a table's seats
races      a profile's races, its results, and all its data as a file
"""
