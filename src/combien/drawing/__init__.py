"""Pictures of what was found: a `Picture` says what to draw, and one file each draws it."""
