"""Notices: a person is told outside of the pages that a race waits for them.

kinds      the kinds of channels, and which of them the host of the server has switched on
models     messages about channels
keys       the server's key pair for Web Push, made at first start
storage    channels and notices in the database; which notices are due
wording    what a notice says
outgoing   which addresses the server may connect to for a visitor
sending    the process that sends
sender     starts that process, and waits for it no longer than allowed
channels   adds, tests and removes the channels of a person or a table
notifier   finds what is due, keeps it, has it sent: once
"""
