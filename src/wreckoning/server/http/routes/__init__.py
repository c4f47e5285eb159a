"""What can be asked over HTTP and WebSocket, by subject. `common` is what all of them share."""
