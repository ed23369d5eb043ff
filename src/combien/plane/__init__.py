"""Tiles in the plane, without a board: does a tile tile, how, and if not, how far does it come?"""
