"""Verifying records: play them through the rules again and name what differs."""
