"""Reads: what a page needs, and nothing that writes."""
