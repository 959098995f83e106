"""The living sample league of `make demo`: invented people, real hands."""
