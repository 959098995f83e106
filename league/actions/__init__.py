"""Writes: each one transaction, a lock, and an audit entry."""
