/* fill_order: the bit matrix, then the order. */
#include "core/graph/hierarchy/fill_order.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* ---- The graph ----------------------------------------------------------- */

enum { WORD_BITS = 64, WORDS_MAX = BIT_GRAPH_VERTICES_MAX / WORD_BITS };

void bit_graph_clear(struct bit_graph *graph, uint32_t vertex_count)
{
    graph->vertex_count = vertex_count;
    graph->words = (vertex_count + WORD_BITS - 1) / WORD_BITS;
    memset(graph->row, 0,
           (size_t)vertex_count * graph->words * sizeof(*graph->row));
    memset(graph->degree, 0, vertex_count * sizeof(*graph->degree));
}

/* Without the processor's own instruction, which not all have, the compiler
 * calls a function for each word. Sums of 2, 4 and 8 bits side by side, then
 * all of them by a product: H. S. Warren, "Hacker's Delight", section 5-1. */
static inline uint32_t count_bits(uint64_t word)
{
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (uint32_t)(word * 0x0101010101010101u >> 56);
}

static uint64_t *row_of(const struct bit_graph *graph, uint32_t vertex)
{
    return graph->row + (size_t)vertex * graph->words;
}

static bool set_bit(uint64_t *row, uint32_t at)
{
    uint64_t bit = (uint64_t)1 << at % WORD_BITS;
    bool was = row[at / WORD_BITS] & bit;

    row[at / WORD_BITS] |= bit;
    return !was;
}

static bool has_bit(const uint64_t *row, uint32_t at)
{
    return row[at / WORD_BITS] >> at % WORD_BITS & 1;
}

static void clear_bit(uint64_t *row, uint32_t at)
{
    row[at / WORD_BITS] &= ~((uint64_t)1 << at % WORD_BITS);
}

void bit_graph_join(struct bit_graph *graph, uint32_t a, uint32_t b)
{
    if (a == b || !set_bit(row_of(graph, a), b))
        return;
    set_bit(row_of(graph, b), a);
    graph->degree[a]++;
    graph->degree[b]++;
}

/* The nonzero words of a row, which are few. */
struct few_words {
    uint32_t count;
    uint32_t at[WORDS_MAX];
    uint64_t word[WORDS_MAX];
};

static void find_few(const struct bit_graph *graph, const uint64_t *row,
                     struct few_words *ret_few)
{
    ret_few->count = 0;
    for (uint32_t w = 0; w < graph->words; w++) {
        ret_few->at[ret_few->count] = w;
        ret_few->word[ret_few->count] = row[w];
        ret_few->count += row[w] != 0;
    }
}

/* Counts the neighbours of a that are not joined to b, b itself included. */
static uint32_t count_missing(const struct few_words *a, const uint64_t *b)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < a->count; i++)
        count += count_bits(a->word[i] & ~b[a->at[i]]);
    return count;
}

/* Pairs of unjoined neighbours, each counted twice. */
static uint32_t bit_graph_fill(const struct bit_graph *graph, uint32_t vertex)
{
    struct few_words few;
    uint32_t fill = 0;

    find_few(graph, row_of(graph, vertex), &few);
    for (uint32_t i = 0; i < few.count; i++) {
        for (uint64_t left = few.word[i]; left; left &= left - 1) {
            uint32_t other =
                few.at[i] * WORD_BITS + (uint32_t)__builtin_ctzll(left);

            fill += count_missing(&few, row_of(graph, other)) - 1;
        }
    }
    return fill;
}

/* Joins a neighbour to all others and removes the eliminated vertex from it. */
static void take_over(struct bit_graph *graph, uint32_t vertex,
                      uint32_t neighbour, uint64_t *near)
{
    const uint64_t *from = row_of(graph, vertex);
    uint64_t *to = row_of(graph, neighbour);
    uint32_t degree = 0;

    for (uint32_t w = 0; w < graph->words; w++)
        to[w] |= from[w];
    clear_bit(to, neighbour);
    clear_bit(to, vertex);
    for (uint32_t w = 0; w < graph->words; w++) {
        degree += count_bits(to[w]);
        near[w] |= to[w];
    }
    graph->degree[neighbour] = degree;
}

/* Sets the bits of all neighbours of the vertex and of their neighbours, whose
 * fill may change: near[words]. Eliminated vertices keep their row and
 * degree. */
static void bit_graph_eliminate(struct bit_graph *graph, uint32_t vertex,
                                uint64_t *near)
{
    const uint64_t *row = row_of(graph, vertex);

    memcpy(near, row, graph->words * sizeof(*near));
    for (uint32_t w = 0; w < graph->words; w++) {
        for (uint64_t left = row[w]; left; left &= left - 1)
            take_over(graph, vertex,
                      w * WORD_BITS + (uint32_t)__builtin_ctzll(left), near);
    }
}

/* The same for a vertex without fill: only its neighbours change. */
static void bit_graph_take_out(struct bit_graph *graph, uint32_t vertex)
{
    const uint64_t *row = row_of(graph, vertex);

    for (uint32_t w = 0; w < graph->words; w++) {
        for (uint64_t left = row[w]; left; left &= left - 1) {
            uint32_t other = w * WORD_BITS + (uint32_t)__builtin_ctzll(left);

            clear_bit(row_of(graph, other), vertex);
            graph->degree[other]--;
        }
    }
}

/* Whether at least two vertices have both as neighbours. */
static bool bit_graph_shares_two(const struct bit_graph *graph, uint32_t a,
                                 uint32_t b)
{
    const uint64_t *x = row_of(graph, a);
    const uint64_t *y = row_of(graph, b);
    bool one = false;

    for (uint32_t w = 0; w < graph->words; w++) {
        uint64_t both = x[w] & y[w];

        if (both && (one || both & (both - 1)))
            return true;
        one |= both != 0;
    }
    return false;
}

/* ---- The order ----------------------------------------------------------- */

#define KEY_GONE UINT64_MAX

/* Allocates for any size. */
int fill_order_init(struct fill_order *order)
{
    size_t words = (size_t)BIT_GRAPH_VERTICES_MAX * WORDS_MAX;

    order->graph = (struct bit_graph){
        .row = array_alloc(words, sizeof(uint64_t)),
        .degree = array_alloc(BIT_GRAPH_VERTICES_MAX, sizeof(uint32_t)),
    };
    return order->graph.row && order->graph.degree ? 0 : -ENOMEM;
}

void fill_order_finish(struct fill_order *order)
{
    free(order->graph.row);
    free(order->graph.degree);
    order->graph = (struct bit_graph){0};
}

uint64_t fill_order_work(uint32_t above)
{
    return (uint64_t)above * (above + 1) / 2;
}

/* Fill plus height, then height, then the number. */
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

/* Calls `call` for the vertices of `set` that are not yet eliminated. */
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

/* Nothing was joined: a neighbour's missing pairs decrease by those of the
 * eliminated vertex and a vertex that only the neighbour was joined to. */
static void follow_plain(struct fill_order *order, uint32_t gone, uint32_t v)
{
    const uint32_t *degree = order->graph.degree;

    raise_above(order, gone, v);
    order->fill[v] -= 2 * (degree[v] + 1 - degree[gone]);
    set_key(order, v);
}

/* The fill of a vertex that is not a neighbour changes only if two of its own
 * neighbours may have been joined. */
static void follow_joined(struct fill_order *order, uint32_t gone, uint32_t v)
{
    if (has_bit(row_of(&order->graph, gone), v))
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
        for_each_left(order, own, row_of(graph, next), next, follow_plain);
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
