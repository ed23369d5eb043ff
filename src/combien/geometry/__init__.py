"""Cells, regions and what moves them, in any dimension.  Nothing here knows of tiles or engines."""
