"""The types of declared data."""
