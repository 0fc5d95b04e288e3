"""Prints the plan of a module as Python."""
