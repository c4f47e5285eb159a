"""Profiles: the people who play here, known by the browsers that they are signed in with.

storage     profiles, devices, passkeys and codes as rows
service     makes profiles, moves them to other devices, deletes them
passkeys    signing in by a passkey
races       a profile's races, its results, and all its data as a file
"""
