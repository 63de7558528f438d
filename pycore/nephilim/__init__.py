"""Nephilim Légende: its tables and its rules."""
