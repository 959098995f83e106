"""Codes and figures of `scoring` turned into sentences for people."""
