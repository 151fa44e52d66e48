/* contenders: Boost.Graph's dijkstra_shortest_paths over its two graph types.
 *
 * As its documentation says to call it, with predecessor and distance maps; the
 * queue is its default, an indirect 4-ary heap. */
#include "tests/bench/contender.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>

namespace
{

struct Road {
    uint32_t weight;
};

using Csr =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property,
                                       Road, boost::no_property, uint32_t,
                                       uint32_t>;
using List = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS,
                                   boost::no_property, Road>;

/* Arcs in the order of their tails, as both graphs require. */
template <class Graph> Graph load(const struct map *map)
{
    std::vector<std::pair<uint32_t, uint32_t>> ends;
    std::vector<Road> roads;

    for (uint32_t v = 0; v < map->topology.vertex_count; v++) {
        for (uint32_t a = map->topology.first_out[v];
             a < map->topology.first_out[v + 1]; a++) {
            ends.emplace_back(v, map->topology.head[a]);
            roads.push_back({map->imported.arcs.weight[a]});
        }
    }
    if constexpr (std::is_same_v<Graph, Csr>)
        return Graph(boost::edges_are_sorted, ends.begin(), ends.end(),
                     roads.begin(), map->topology.vertex_count);
    else
        return Graph(ends.begin(), ends.end(), roads.begin(),
                     map->topology.vertex_count);
}

template <class Graph> struct State {
    Graph graph;
    std::vector<uint32_t> cost;
    std::vector<typename boost::graph_traits<Graph>::vertex_descriptor>
        predecessor;

    explicit State(const struct map *map)
        : graph(load<Graph>(map)), cost(map->topology.vertex_count),
          predecessor(map->topology.vertex_count)
    {
    }
};

template <class Graph> void *create(const struct map *map)
{
    return new State<Graph>(map);
}

template <class Graph> void destroy(void *state)
{
    delete static_cast<State<Graph> *>(state);
}

template <class Graph> void run(void *context, uint32_t source)
{
    auto *state = static_cast<State<Graph> *>(context);
    auto index = get(boost::vertex_index, state->graph);

    boost::dijkstra_shortest_paths(
        state->graph, source,
        boost::weight_map(get(&Road::weight, state->graph))
            .predecessor_map(boost::make_iterator_property_map(
                state->predecessor.begin(), index))
            .distance_map(
                boost::make_iterator_property_map(state->cost.begin(), index)));
}

template <class Graph> uint64_t sum(void *context)
{
    uint64_t sum = 0;

    for (uint32_t cost : static_cast<State<Graph> *>(context)->cost) {
        if (cost != std::numeric_limits<uint32_t>::max())
            sum += cost;
    }
    return sum;
}

} // namespace

const struct contender contender_boost_csr = {
    "boost csr graph", create<Csr>, destroy<Csr>, run<Csr>, sum<Csr>,
};

const struct contender contender_boost_list = {
    "boost adjacency_list", create<List>, destroy<List>, run<List>, sum<List>,
};
