"""The report: one page that shows everything about a match, and needs no other file."""
