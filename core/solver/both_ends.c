/* both_ends: one search of a pair from both ends at once; bidirectional's. */
#include "core/solver/both_ends.h"

#include "core/solver/watch.h"

/* Settled vertices between two looks at the cancel flag. */
enum { CANCEL_EVERY = 1024 };

static void improve(struct both_ends *search, struct front *front,
                    const struct front *other, uint32_t vertex, uint32_t cost,
                    uint32_t arc)
{
    uint32_t sum;

    if (cost >= front->cost[vertex])
        return;
    front_label(front, vertex, cost, arc);
    sum = cost_add(cost, other->cost[vertex]);
    if (sum < search->best) {
        search->best = sum;
        search->meeting = vertex;
    }
}

__attribute__((always_inline)) static inline void
settle_forward(struct both_ends *search, struct watch *watch)
{
    struct heap_entry least = heap_pop(&search->forward->open);
    uint32_t end = search->topology->first_out[least.vertex + 1];

    if (watch)
        watch_settled(watch, SEARCH_FORWARD, least.vertex, least.cost);
    for (uint32_t a = search->topology->first_out[least.vertex]; a < end; a++)
        improve(search, search->forward, search->backward,
                search->topology->head[a],
                cost_add(least.cost, search->weight[a]), a);
}

__attribute__((always_inline)) static inline void
settle_backward(struct both_ends *search, struct watch *watch)
{
    struct heap_entry least = heap_pop(&search->backward->open);
    uint32_t end = search->reverse->first_in[least.vertex + 1];

    if (watch)
        watch_settled(watch, SEARCH_BACKWARD, least.vertex, least.cost);
    for (uint32_t i = search->reverse->first_in[least.vertex]; i < end; i++) {
        uint32_t a = search->reverse->arc[i];

        improve(search, search->backward, search->forward,
                search->reverse->tail[i],
                cost_add(least.cost, search->weight[a]), a);
    }
}

/* Whether no path that is still unseen could matter. */
__attribute__((always_inline)) static inline bool
is_over(const struct both_ends *search)
{
    const struct heap *forward = &search->forward->open;
    const struct heap *backward = &search->backward->open;
    uint32_t least;

    if (forward->count == 0 || backward->count == 0)
        return true;
    least = cost_add(heap_least_cost(forward), heap_least_cost(backward));
    return least >= search->best || least > search->limit;
}

/* An adjustment as a cost that is not negative. */
static uint32_t shifted(const struct both_ends *search, int64_t adjustment)
{
    uint64_t cost = (uint64_t)adjustment - (uint64_t)search->shift;

    return cost > COST_MAX ? COST_OVERFLOW : (uint32_t)cost;
}

/* Puts shift and limit right for the target. */
static void set_limits(struct both_ends *search)
{
    const struct target *target = &search->target;
    int64_t largest = INT64_MIN;

    search->shift = INT64_MAX;
    for (uint32_t i = 0; i < target->vertex_count; i++) {
        int64_t adjustment = target->vertices[i].adjustment;

        if (adjustment < search->shift)
            search->shift = adjustment;
        if (adjustment > largest)
            largest = adjustment;
    }
    search->limit = search->query->bound;
    if (target->vertex_count && search->limit < COST_OVERFLOW)
        search->limit = cost_add(search->limit, shifted(search, largest));
}

static void start(struct both_ends *search)
{
    const struct query *query = search->query;
    const struct target *target = &search->target;

    front_clear(search->forward);
    front_clear(search->backward);
    search->best = COST_INFINITY;
    search->meeting = VERTEX_NONE;
    set_limits(search);
    for (uint32_t i = 0; i < query->seed_count; i++)
        improve(search, search->forward, search->backward,
                query->seeds[i].vertex, query->seeds[i].cost, ARC_NONE);
    for (uint32_t i = 0; i < target->vertex_count; i++)
        improve(search, search->backward, search->forward,
                target->vertices[i].vertex,
                shifted(search, target->vertices[i].adjustment), ARC_NONE);
}

/* Nonzero once the query is cancelled. Inlined twice, so that a search that
 * nobody watches does not ask. */
__attribute__((always_inline)) static inline int
run_to_end(struct both_ends *search, struct watch *watch)
{
    struct query *query = search->query;

    start(search);
    while (!is_over(search)) {
        if (search->forward->open.count <= search->backward->open.count)
            settle_forward(search, watch);
        else
            settle_backward(search, watch);
        if (++query->figures.settled % CANCEL_EVERY == 0 &&
            cancel_due(query->cancel)) {
            query->status = QUERY_CANCELLED;
            return 1;
        }
    }
    return 0;
}

int both_ends_run(struct both_ends *search)
{
    struct watch watch;
    int r;

    if (!search->observer)
        return run_to_end(search, NULL);
    watch_init(&watch, search->observer, search->map);
    r = run_to_end(search, &watch);
    watch_end(&watch);
    return r;
}
