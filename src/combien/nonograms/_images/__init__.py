"""Nonograms from images, and pictures of nonograms."""
