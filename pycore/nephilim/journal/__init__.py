"""A fight round after round: what was resolved, what of it weighs on what follows."""
