"""The league and tournament manager: the one Django app, with its settings and urls."""
