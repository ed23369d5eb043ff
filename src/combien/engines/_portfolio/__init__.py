"""The portfolio behind `auto`: candidates, their race, the plan, and counting by orbits."""
