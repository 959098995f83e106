"""One function a URL: load, clean, act, answer."""
