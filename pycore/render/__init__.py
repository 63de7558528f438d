"""Renderers: facts to words, trees and text. None of them computes."""
