"""The parts of `combien.cover.reduce`: what remains of a problem, the rules, the way back."""
