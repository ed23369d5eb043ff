"""Boards and tiles as exact cover problems: a model, which knows of no engine and no renderer."""
