/* dijkstra_sums: Dijkstra's algorithm over whole labels. */
#include "core/solver/dijkstra_sums.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Settled vertices between two looks at the cancel flag. */
enum { CANCEL_EVERY = 1024 };

struct entry {
    struct label label;
    uint32_t vertex;
};

struct search {
    const struct topology *topology;
    const uint32_t *weight;
    struct query *query;
    struct label *label; /* [vertex_count] */
    struct entry *heap;  /* [count] a binary heap; entries above their vertex's
                            label are of no use any more */
    size_t count;
    size_t capacity;
};

static int push(struct search *search, struct entry entry)
{
    size_t at = search->count;
    int r = array_reserve((void **)&search->heap, &search->capacity, at + 1,
                          sizeof(*search->heap));

    if (r)
        return r;
    search->count++;
    while (at && label_less(entry.label, search->heap[(at - 1) / 2].label)) {
        search->heap[at] = search->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    search->heap[at] = entry;
    return 0;
}

static struct entry pop(struct search *search)
{
    struct entry least = search->heap[0];
    struct entry last = search->heap[--search->count];
    size_t at = 0;

    for (size_t child = 1; child < search->count; child = 2 * at + 1) {
        if (child + 1 < search->count &&
            label_less(search->heap[child + 1].label,
                       search->heap[child].label))
            child++;
        if (!label_less(search->heap[child].label, last.label))
            break;
        search->heap[at] = search->heap[child];
        at = child;
    }
    search->heap[at] = last;
    return least;
}

static int lower(struct search *search, uint32_t vertex, struct label label)
{
    if (label.cost == COST_INFINITY ||
        !label_less(label, search->label[vertex]))
        return 0;
    search->label[vertex] = label;
    return push(search, (struct entry){label, vertex});
}

static int relax(struct search *search, const struct entry *from)
{
    const struct arc_sums *sums = search->query->sums->arcs;
    const struct topology *topology = search->topology;
    int r = 0;

    for (uint32_t a = topology->first_out[from->vertex];
         a < topology->first_out[from->vertex + 1] && !r; a++) {
        struct label arc = {search->weight[a],
                            {sums->duration_ms[a], sums->length_mm[a]}};

        r = lower(search, topology->head[a], label_add(from->label, arc));
    }
    return r;
}

static int run(struct search *search)
{
    struct query *query = search->query;
    int r = 0;

    for (uint32_t v = 0; v < search->topology->vertex_count; v++)
        search->label[v] = label_none();
    for (uint32_t i = 0; i < query->seed_count && !r; i++)
        r = lower(search, query->seeds[i].vertex,
                  (struct label){query->seeds[i].cost, query->sums->seeds[i]});
    query->status = QUERY_DONE;
    while (search->count && !r) {
        struct entry least = pop(search);

        if (least.label.cost > query->bound)
            break;
        if (label_less(search->label[least.vertex], least.label))
            continue;
        r = relax(search, &least);
        if (++query->figures.settled % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            break;
        }
    }
    return r;
}

struct label sums_target(const struct query *query, uint32_t target,
                         const struct label *labels)
{
    const struct target *to = &query->targets[target];
    struct label best = label_none();

    for (uint32_t i = 0; i < to->vertex_count; i++) {
        struct label label = labels[to->vertices[i].vertex];
        struct label adjusted = label_adjust(label, to->vertices[i].adjustment,
                                             query->sums->targets[target][i]);

        if (label.cost <= query->bound && label_less(adjusted, best))
            best = adjusted;
    }
    return best;
}

int dijkstra_sums_solve(const struct map *map, const struct weights *weights,
                        struct query *query)
{
    struct search search = {
        .topology = &map->topology,
        .weight = weights->weight,
        .query = query,
        .label = array_alloc(map->topology.vertex_count, sizeof(struct label)),
    };
    int r = search.label ? run(&search) : -ENOMEM;

    for (uint32_t i = 0;
         i < query->target_count && !r && query->status == QUERY_DONE; i++) {
        struct label label = sums_target(query, i, search.label);

        query->cost[i] = label.cost;
        query->sums->sums[i] = label.sums;
    }
    free(search.label);
    free(search.heap);
    return r;
}
