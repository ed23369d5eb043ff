"""Addresses and saved pages of puzzle sites; nothing is ever fetched."""
