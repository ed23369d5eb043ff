"""How long our engines take beside other programs: see README.md in this folder."""
