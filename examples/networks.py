"""Sets of vertices, colorings and matchings of a graph of networkx: counted, listed, weighted."""

import networkx

import combien
from combien import graphs

club = networkx.karate_club_graph()
print(club)

calm = graphs.independent_sets(club)
print(combien.count(calm), "independent sets,", end=" ")
print(combien.count(graphs.independent_sets(club, maximal=True)), "of them maximal")
size, largest = combien.best(calm, costs=[1] * len(club), maximize=True)[0]
print("one of the largest has", size, "members")

cliques = graphs.cliques(club, maximal=True)
found = [set(cliques.names(solution)) for solution in combien.solutions(cliques)]
assert sorted(map(sorted, found)) == sorted(map(sorted, networkx.find_cliques(club)))
print(len(found), "maximal cliques, the largest with", max(map(len, found)), "members")

for node in club:
    club.nodes[node]["fee"] = 10 + club.degree(node)
fee, solution = combien.best(graphs.dominating_sets(club, weights="fee"))[0]
print("the cheapest dominating set costs", fee)

for number in (4, 5):
    colored = graphs.colorings(club, number)
    if combien.exists(colored):
        print(f"{number} colors: {dict(colored.names(combien.solve(colored)))[33]} for member 33")
    else:
        print(f"{number} colors are too few")

matchings = graphs.matchings(club)
pairs, edges = combien.best(matchings, costs=[1] * len(matchings.edges), maximize=True)[0]
assert networkx.is_matching(club, edges)
print(combien.count(matchings), "matchings, of up to", pairs, "pairs")
