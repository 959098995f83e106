"""Text to values: what somebody typed becomes sheets, names and numbers, or a message."""
