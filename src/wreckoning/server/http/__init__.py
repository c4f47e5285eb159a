"""The server over HTTP and WebSocket.

app         puts the server together
routes      what can be asked, by subject
connections limits connections
host_header checks the host of a request, and the page that sent it
middleware  what holds for every reply: HEAD, caches, the server's time, faults
conditional what has not changed
"""
