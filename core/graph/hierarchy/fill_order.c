/* fill_order: a small graph's elimination order of least fill. */
#include "core/graph/hierarchy/fill_order.h"

#include <stdbool.h>
#include <string.h>

#define KEY_GONE UINT64_MAX

int fill_order_init(struct fill_order *order)
{
    return bit_graph_init(&order->graph);
}

void fill_order_finish(struct fill_order *order)
{
    bit_graph_finish(&order->graph);
}

uint64_t fill_order_work(uint32_t above)
{
    return (uint64_t)above * (above + 1) / 2;
}

/* Fill and height, then height, then the number. */
static void set_key(struct fill_order *order, uint32_t v)
{
    uint64_t height = order->height[v];

    order->key[v] = (order->fill[v] + height) << 32 | height << 16 | v;
}

static uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Four at once, because each comparison waits for the one before. */
static uint32_t choose(const struct fill_order *order, uint32_t own)
{
    uint64_t least[4] = {KEY_GONE, KEY_GONE, KEY_GONE, KEY_GONE};
    uint32_t v = 0;

    for (; v + 4 <= own; v += 4) {
        for (uint32_t j = 0; j < 4; j++)
            least[j] = least_of(least[j], order->key[v + j]);
    }
    for (; v < own; v++)
        least[0] = least_of(least[0], order->key[v]);
    return (uint32_t)(least_of(least_of(least[0], least[1]),
                               least_of(least[2], least[3])) &
                      UINT16_MAX);
}

static void raise_above(struct fill_order *order, uint32_t gone, uint32_t v)
{
    if (order->height[v] <= order->height[gone])
        order->height[v] = order->height[gone] + 1;
}

typedef void follow(struct fill_order *order, uint32_t gone, uint32_t v);

/* Those of `set` that are still to go. */
static void for_each_left(struct fill_order *order, uint32_t own,
                          const uint64_t *set, uint32_t gone, follow *call)
{
    for (uint32_t w = 0; w * 64 < own; w++) {
        for (uint64_t left = set[w]; left; left &= left - 1) {
            uint32_t v = w * 64 + (uint32_t)__builtin_ctzll(left);

            if (v < own && order->key[v] != KEY_GONE)
                call(order, gone, v);
        }
    }
}

/* Nothing was joined: a neighbour misses no pairs but those of what has gone
 * and what only the neighbour was joined to. */
static void follow_plain(struct fill_order *order, uint32_t gone, uint32_t v)
{
    const uint32_t *degree = order->graph.degree;

    raise_above(order, gone, v);
    order->fill[v] -= 2 * (degree[v] + 1 - degree[gone]);
    set_key(order, v);
}

/* Of what is no neighbour, fill is another only where two of its own neighbours
 * may have been joined. */
static void follow_joined(struct fill_order *order, uint32_t gone, uint32_t v)
{
    if (bit_graph_joins(&order->graph, gone, v))
        raise_above(order, gone, v);
    else if (!bit_graph_shares_two(&order->graph, gone, v))
        return;
    order->fill[v] = bit_graph_fill(&order->graph, v);
    set_key(order, v);
}

static void eliminate(struct fill_order *order, uint32_t own, uint32_t next)
{
    struct bit_graph *graph = &order->graph;

    order->key[next] = KEY_GONE;
    if (order->fill[next]) {
        bit_graph_eliminate(graph, next, order->near);
        for_each_left(order, own, order->near, next, follow_joined);
    } else {
        bit_graph_take_out(graph, next);
        for_each_left(order, own, bit_graph_row(graph, next), next,
                      follow_plain);
    }
}

uint64_t fill_order_run(struct fill_order *order, uint32_t own, uint64_t most)
{
    uint64_t work = 0;

    memset(order->height, 0, sizeof(order->height));
    for (uint32_t v = 0; v < own; v++) {
        order->fill[v] = bit_graph_fill(&order->graph, v);
        set_key(order, v);
    }
    for (uint32_t i = 0; i < own && work < most; i++) {
        uint32_t next = choose(order, own);

        work += fill_order_work(order->graph.degree[next]);
        order->found[i] = next;
        eliminate(order, own, next);
    }
    return work;
}
