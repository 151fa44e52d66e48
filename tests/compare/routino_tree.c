/* routino_tree: the shortest ways from a node by routino's data: Dijkstra's
 * algorithm over directed segments, with a heap of all that was ever better. */
#include "tests/compare/fail.h"
#include "tests/compare/routino.h"

struct entry {
    uint32_t length_m;
    uint32_t dart; /* 2 * segment + side */
};

struct search {
    const struct routino *routino;
    enum traveller traveller;
    struct routino_tree *tree;
    struct entry *heap;
    uint32_t count;
    uint32_t capacity;
};

static uint32_t dart_head(const struct routino *routino, uint32_t dart)
{
    return routino->segment[dart / 2].node[1 - dart % 2];
}

static void push(struct search *search, struct entry entry)
{
    uint32_t i;

    GROW(search->heap, search->count, search->capacity);
    for (i = search->count++;
         i && search->heap[(i - 1) / 2].length_m > entry.length_m;
         i = (i - 1) / 2)
        search->heap[i] = search->heap[(i - 1) / 2];
    search->heap[i] = entry;
}

static struct entry pop(struct search *search)
{
    struct entry least = search->heap[0];
    struct entry last = search->heap[--search->count];
    uint32_t i = 0, child;

    while ((child = 2 * i + 1) < search->count) {
        if (child + 1 < search->count &&
            search->heap[child + 1].length_m < search->heap[child].length_m)
            child++;
        if (search->heap[child].length_m >= last.length_m)
            break;
        search->heap[i] = search->heap[child];
        i = child;
    }
    search->heap[i] = last;
    return least;
}

static void reach(struct search *search, uint32_t dart, uint32_t before,
                  uint32_t length_m)
{
    struct routino_tree *tree = search->tree;
    uint32_t *best;

    length_m += search->routino->segment[dart / 2].length_m;
    if (length_m >= tree->length_m[dart])
        return;
    tree->length_m[dart] = length_m;
    tree->before[dart] = before;
    best = &tree->arrival[dart_head(search->routino, dart)];
    if (*best == UINT32_MAX || length_m < tree->length_m[*best])
        *best = dart;
    push(search, (struct entry){length_m, dart});
}

/* Into all segments at a node, after a dart or, where it is UINT32_MAX, from
 * the start. */
static void leave(struct search *search, uint32_t node, uint32_t before,
                  uint32_t length_m)
{
    const struct routino *routino = search->routino;

    for (uint32_t i = routino->first_at[node]; i < routino->first_at[node + 1];
         i++) {
        uint32_t segment = routino->at[i];
        uint32_t side = routino->segment[segment].node[0] == node ? 0 : 1;

        if (!(routino->segment[segment].open[side] & 1 << search->traveller))
            continue;
        if (before == UINT32_MAX ||
            routino_turn(routino, search->traveller, before / 2, node,
                         segment) == REASON_NONE)
            reach(search, 2 * segment + side, before, length_m);
    }
}

void routino_tree_make(struct routino_tree *tree, const struct routino *routino,
                       enum traveller traveller, uint32_t from)
{
    struct search search = {
        .routino = routino, .traveller = traveller, .tree = tree};
    size_t darts = 2 * (size_t)routino->segment_count;

    tree->from = from;
    tree->length_m = malloc((darts + 1) * sizeof(uint32_t));
    tree->before = malloc((darts + 1) * sizeof(uint32_t));
    tree->arrival = malloc((routino->node_count + 1) * sizeof(uint32_t));
    if (!tree->length_m || !tree->before || !tree->arrival)
        fail("out of memory");
    for (size_t i = 0; i < darts; i++)
        tree->length_m[i] = tree->before[i] = UINT32_MAX;
    for (size_t i = 0; i < routino->node_count; i++)
        tree->arrival[i] = UINT32_MAX;
    leave(&search, from, UINT32_MAX, 0);
    while (search.count) {
        struct entry entry = pop(&search);

        if (entry.length_m == tree->length_m[entry.dart])
            leave(&search, dart_head(routino, entry.dart), entry.dart,
                  entry.length_m);
    }
    free(search.heap);
}

void routino_tree_finish(struct routino_tree *tree)
{
    free(tree->length_m);
    free(tree->before);
    free(tree->arrival);
}

void routino_tree_route(const struct routino_tree *tree,
                        const struct routino *routino, uint32_t to,
                        struct routino_route *route)
{
    uint32_t dart = tree->arrival[to];

    route->count = 0;
    route->length_m = dart == UINT32_MAX ? 0 : tree->length_m[dart];
    for (; dart != UINT32_MAX; dart = tree->before[dart]) {
        GROW(route->node, route->count, route->capacity);
        route->node[route->count++] = dart_head(routino, dart);
    }
    if (!route->count)
        return;
    GROW(route->node, route->count, route->capacity);
    route->node[route->count++] = tree->from;
    for (uint32_t i = 0; i < route->count / 2; i++) {
        uint32_t last = route->node[route->count - 1 - i];

        route->node[route->count - 1 - i] = route->node[i];
        route->node[i] = last;
    }
}
