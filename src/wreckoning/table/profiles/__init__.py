"""Profiles: the people who play here, known by the browsers that they are signed in with.

identity   what a token proves: a seat, the host, or a profile
models     what is sent about profiles
storage    profiles, devices, passkeys and codes in the database
service    making profiles, moving them to other devices, deleting them
passkeys   signing in by a passkey
seatings   which profile has which seat at a table
races      a profile's races, its results, and all its data as a file
"""
