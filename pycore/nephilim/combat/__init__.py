"""Combat of Nephilim Légende (combat.md): from a scenario to the facts of each exchange."""
