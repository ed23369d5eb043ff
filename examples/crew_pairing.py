"""Crew pairing by column generation: pairings are found by shortest paths, as they are needed.

A pairing is a sequence of flights that a crew can make in a day: it begins and ends at the base,
and each flight leaves where the one before it arrived, half an hour later at the earliest.  Each
flight is in exactly one pairing.  Here all pairings could be listed, which shows that a small part
of them reaches the bound of all.

Needs HiGHS, the extra `milp`.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import combien

BASE, CITIES = "Paris", ["Nice", "Brest", "Lyon", "Pau"]
TURN, DAY, PER_DAY, PER_MINUTE, TAXI = 30, 12 * 60, 300, 1, 900


class Flight(NamedTuple):
    """A flight, with its times in minutes."""

    start: str
    end: str
    leaves: int
    arrives: int


def timetable(planes: int, seed: int) -> list[Flight]:
    """Return the flights of some planes, from the base in the morning to the base at night."""
    draw = random.Random(seed)
    flights = []
    for _ in range(planes):
        here, time = BASE, draw.randrange(6 * 60, 8 * 60, 5)
        while here != BASE or time < 19 * 60:
            away = [city for city in CITIES if city != here]
            goes_on = here == BASE or (time < 17 * 60 and draw.random() < 0.4)
            end = draw.choice(away) if goes_on else BASE
            arrival = time + draw.randrange(50, 100, 5)
            flights.append(Flight(here, end, time, arrival))
            here, time = end, arrival + draw.randrange(TURN, 60, 5)
    return sorted(flights, key=lambda flight: flight.leaves)


def follows(one: Flight, other: Flight) -> bool:
    """Return whether a crew can change from one flight to another."""
    return one.end == other.start and other.leaves >= one.arrives + TURN


def cost(flights: list[Flight], pairing: list[int]) -> int:
    """Return the cost of a pairing: of the day, and of each minute from its begin to its end."""
    return PER_DAY + PER_MINUTE * (flights[pairing[-1]].arrives - flights[pairing[0]].leaves)


def pairings(flights: list[Flight], begun: list[int]) -> Iterator[list[int]]:
    """Yield all pairings that begin like this."""
    first, last = flights[begun[0]], flights[begun[-1]]
    if last.end == BASE:
        yield begun
    for number, flight in enumerate(flights):
        if follows(last, flight) and flight.arrives - first.leaves <= DAY:
            yield from pairings(flights, [*begun, number])


def cheapest_pairings(flights: list[Flight], prices: dict[int, float]) -> Iterator[list[int]]:
    """Yield a pairing of negative reduced cost for each first flight that has one.

    The flights are in the order of time, so the shortest paths from a flight are found in one pass.
    """
    for first, begin in enumerate(flights):
        if begin.start != BASE:
            continue
        paid = {first: -prices[first]}
        path = {first: [first]}
        best: tuple[float, list[int]] = (-1e-6, [])
        for number in range(first, len(flights)):
            if number not in paid:
                continue
            here = flights[number]
            if here.end == BASE:
                reduced = cost(flights, path[number]) + paid[number]
                best = min(best, (reduced, path[number]))
            for later in range(number + 1, len(flights)):
                flight = flights[later]
                if follows(here, flight) and flight.arrives - begin.leaves <= DAY:
                    price = paid[number] - prices[later]
                    if later not in paid or price < paid[later]:
                        paid[later], path[later] = price, [*path[number], later]
        if best[1]:
            yield best[1]


flights = timetable(planes=16, seed=4)
# A taxi can take the place of each flight.
taxis = [[number] for number in range(len(flights))]
problem = combien.Problem.from_options(taxis, costs=[TAXI] * len(flights))
while True:
    relaxed = combien.relaxation(problem)
    prices = {number: relaxed.prices[number] for number in range(len(flights))}
    found = list(cheapest_pairings(flights, prices))
    if not found:
        break
    problem = problem.add_options(found, costs=[cost(flights, pairing) for pairing in found])

every = [p for n, f in enumerate(flights) if f.start == BASE for p in pairings(flights, [n])]
full = combien.Problem.from_options(
    [*taxis, *every], costs=[*[TAXI] * len(flights), *(cost(flights, p) for p in every)]
)
made = problem.option_count - len(flights)
print(f"{len(flights)} flights, {len(every)} pairings")
print("fewer than a tenth of them were made:", made < len(every) / 10)
bounds = [round(float(found.bound), 6) for found in (relaxed, combien.relaxation(full))]
print("the bound of these, and of all:", *bounds)

roster = combien.best(problem)[0]
print("a roster of these costs at most 1 % more:", roster.cost <= 1.01 * bounds[0])
taxi_rides = sum(option < len(flights) for option in roster.solution)
print(f"it has {len(roster.solution) - taxi_rides} pairings and {taxi_rides} taxi rides")
