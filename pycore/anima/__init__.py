"""Combat of Anima: Beyond Fantasy (anima.md)."""
