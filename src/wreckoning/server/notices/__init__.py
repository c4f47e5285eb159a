"""Notices: a person is told outside of the pages that a race waits for them.

kinds      the kinds of channels, and which of them the host of the server has switched on
models     messages about channels
keys       the server's key pair for Web Push, made at first start
storage    channels and notices in the database; which notices are due
wording    what a notice says, and the post of a turn
forms      which parts the addresses of each kind may have
addresses  reads an address: checked parts for what sends
hosts      which hosts, ports and numbers a visitor's address may lead to; lets the process that
           sends connect to no others
sending    the process that sends
process    that process, seen from both sides: letters side by side
shares     whose notices go next
sender     starts that process, and waits for it no longer than allowed; tests in fair turns
channels   adds, tests and removes the channels of a person or a table
notifier   finds what is due, keeps it, has it sent: once
"""
