"""A module for each game, with its calculators. Nothing else stands here: see calculs.py."""
