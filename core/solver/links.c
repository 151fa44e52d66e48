/* links: predecessors, derived once the labels are final. */
#include "core/solver/links.h"

#include <errno.h>

#include "core/graph/cost.h"

/* Not found yet; no arc has this number. */
#define LINK_MISSING (ARC_NONE - 1)

/* Vertices between two looks at the cancel flag. */
enum { CANCEL_EVERY = 16384 };

struct search {
    const struct links_scope *scope;
    struct query *query;
    uint32_t *link;
    uint32_t *queue;
    uint32_t missing; /* vertices without a link */
};

static void mark_missing(struct search *search)
{
    const struct links_scope *scope = search->scope;

    for (uint32_t i = 0; i < scope->vertex_count; i++)
        search->link[scope->vertices[i]] = LINK_MISSING;
    search->missing = scope->vertex_count;
}

static void mark_roots(struct search *search)
{
    const struct query *query = search->query;

    for (uint32_t i = 0; i < query->seed_count; i++) {
        uint32_t vertex = query->seeds[i].vertex;
        uint32_t cost = query->seeds[i].cost;

        if (search->scope->cost[vertex] != cost || cost > query->bound ||
            search->link[vertex] != LINK_MISSING)
            continue;
        search->link[vertex] = ARC_NONE;
        search->missing--;
    }
}

/* Links the heads of u's tight arcs, rising or level ones, that are missing;
 * appends them to `linked`. Returns how many. */
static uint32_t link_heads(struct search *search, uint32_t u, bool rising,
                           uint32_t *linked)
{
    const struct links_scope *scope = search->scope;
    const struct topology *topology = scope->topology;
    uint32_t cost = scope->cost[u];
    uint32_t count = 0;

    for (uint32_t a = topology->first_out[u]; a < topology->first_out[u + 1];
         a++) {
        uint32_t v = topology->head[a];
        uint32_t sum = cost_add(cost, scope->weights->weight[a]);

        if (sum != scope->cost[v] || sum > search->query->bound ||
            sum == COST_INFINITY || (sum > cost) != rising ||
            search->link[v] != LINK_MISSING)
            continue;
        search->link[v] = a;
        if (linked)
            linked[count] = v;
        count++;
    }
    return count;
}

static bool is_due(struct search *search, uint32_t done)
{
    if (done % CANCEL_EVERY || !cancel_due(search->query->cancel))
        return false;
    search->query->status = QUERY_CANCELLED;
    return true;
}

static void link_rising(struct search *search)
{
    const struct links_scope *scope = search->scope;

    for (uint32_t i = 0; i < scope->vertex_count && !is_due(search, i); i++)
        search->missing -= link_heads(search, scope->vertices[i], true, NULL);
}

/* From all that are linked, over level arcs to those that are not. */
static void link_level(struct search *search)
{
    const struct links_scope *scope = search->scope;
    uint32_t count = 0;

    for (uint32_t i = 0; i < scope->vertex_count; i++) {
        if (search->link[scope->vertices[i]] != LINK_MISSING)
            search->queue[count++] = scope->vertices[i];
    }
    for (uint32_t i = 0; i < count && search->missing && !is_due(search, i);
         i++) {
        uint32_t linked =
            link_heads(search, search->queue[i], false, search->queue + count);

        search->missing -= linked;
        count += linked;
    }
}

int links_find(const struct links_scope *scope, struct query *query,
               uint32_t *link, uint32_t *queue, struct error *error)
{
    struct search search = {
        .scope = scope, .query = query, .link = link, .queue = queue};

    mark_missing(&search);
    mark_roots(&search);
    link_rising(&search);
    if (search.missing && query->status != QUERY_CANCELLED)
        link_level(&search);
    if (search.missing && query->status != QUERY_CANCELLED)
        return error_set(error, -EIO, "predecessors: %u labels lead to no seed",
                         search.missing);
    return 0;
}
