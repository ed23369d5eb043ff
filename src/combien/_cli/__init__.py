"""The command line: `combien`, with a file for each command."""
