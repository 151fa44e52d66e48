/* dissect: an elimination order by nested dissection. */
#include "core/graph/hierarchy/dissect.h"

#include <errno.h>
#include <metis.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/apart.h"
#include "core/base/array.h"

_Static_assert(sizeof(idx_t) == sizeof(uint32_t),
               "orders are METIS's arrays as they are");

/* How much heavier than half one side of a separator may be where vertices have
 * weights, and of how many separators the best is taken. METIS's own are 200
 * and 1. */
enum { UNEVEN_PERMILLE = 300, SEPARATORS = 2 };

/* A graph as METIS wants it: no directions, no loops, no parallel edges. */
struct neighbours {
    idx_t vertex_count;
    idx_t *first;           /* [vertex_count + 1] */
    idx_t *other;           /* [first[vertex_count]] */
    const uint32_t *weight; /* [vertex_count], NULL: 1 each */
};

static void neighbours_finish(struct neighbours *neighbours)
{
    free(neighbours->first);
    free(neighbours->other);
}

/* Every arc at both its ends; counting sort by vertex. */
static void list_both_ways(struct neighbours *neighbours,
                           const struct topology *topology)
{
    uint32_t n = topology->vertex_count;
    idx_t *first = neighbours->first;

    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            first[v]++;
            first[topology->head[a]]++;
        }
    }
    for (uint32_t v = 0, sum = 0; v <= n; v++) {
        sum += (uint32_t)first[v];
        first[v] = (idx_t)sum;
    }
    for (uint32_t v = 0; v < n; v++) {
        for (uint32_t a = topology->first_out[v];
             a < topology->first_out[v + 1]; a++) {
            uint32_t w = topology->head[a];

            neighbours->other[--first[v]] = (idx_t)w;
            neighbours->other[--first[w]] = (idx_t)v;
        }
    }
}

/* Takes loops and repetitions out, in place. */
static int make_simple(struct neighbours *neighbours)
{
    idx_t n = neighbours->vertex_count;
    idx_t *seen = array_zero((size_t)n, sizeof(*seen)); /* by whom, + 1 */
    idx_t kept = 0;
    idx_t i = 0;

    if (!seen)
        return -ENOMEM;
    for (idx_t v = 0; v < n; v++) {
        idx_t end = neighbours->first[v + 1];

        neighbours->first[v] = kept;
        for (; i < end; i++) {
            idx_t w = neighbours->other[i];

            if (w == v || seen[w] == v + 1)
                continue;
            seen[w] = v + 1;
            neighbours->other[kept++] = w;
        }
    }
    neighbours->first[n] = kept;
    free(seen);
    return 0;
}

static int neighbours_init(struct neighbours *neighbours,
                           const struct topology *topology)
{
    size_t n = topology->vertex_count;

    *neighbours = (struct neighbours){.vertex_count = (idx_t)n};
    neighbours->first = array_zero(n + 1, sizeof(*neighbours->first));
    neighbours->other = array_alloc(2 * (size_t)topology->arc_count,
                                    sizeof(*neighbours->other));
    if (!neighbours->first || !neighbours->other)
        return -ENOMEM;
    list_both_ways(neighbours, topology);
    return make_simple(neighbours);
}

/* What METIS is given, and where it writes. */
struct metis_call {
    struct neighbours *neighbours;
    idx_t *order; /* [vertex_count], shared by processes */
    idx_t *rank;  /* the same */
};

static int call_metis(void *context)
{
    const struct metis_call *call = context;
    struct neighbours *neighbours = call->neighbours;
    idx_t options[METIS_NOPTIONS];

    METIS_SetDefaultOptions(options);
    options[METIS_OPTION_NUMBERING] = 0;
    if (neighbours->weight) {
        options[METIS_OPTION_UFACTOR] = UNEVEN_PERMILLE;
        options[METIS_OPTION_NSEPS] = SEPARATORS;
    }
    return METIS_NodeND(&neighbours->vertex_count, neighbours->first,
                        neighbours->other, (idx_t *)neighbours->weight, options,
                        call->order, call->rank);
}

static int judge(int status, struct error *error)
{
    if (status == METIS_OK)
        return 0;
    if (status == METIS_ERROR_MEMORY)
        return error_no_memory(error);
    return error_set(error, -EIO, "METIS found no order (its code %d)", status);
}

/* METIS catches SIGTERM and SIGABRT while it works, and prints where memory is
 * short: it gets a process of its own. */
static int run_metis(struct neighbours *neighbours, uint32_t *order,
                     struct error *error)
{
    size_t n = (size_t)neighbours->vertex_count;
    size_t size = 2 * n * sizeof(idx_t);
    idx_t *shared = apart_memory(size);
    struct metis_call call = {neighbours, shared, shared ? shared + n : NULL};
    int status;
    int r;

    if (!shared)
        return error_no_memory(error);
    r = apart_run(call_metis, &call, &status, error);
    if (r)
        error_prefix(error, "run METIS");
    else
        r = judge(status, error);
    if (!r)
        memcpy(order, shared, n * sizeof(*order));
    apart_memory_free(shared, size);
    return r;
}

/* Every arc is counted at both its ends, every vertex with one more. */
static int check_size(const struct topology *topology, struct error *error)
{
    if (topology->vertex_count < INT32_MAX &&
        topology->arc_count <= INT32_MAX / 2)
        return 0;
    return error_set(error, -EINVAL,
                     "%u vertices and %u arcs are more than METIS can count; "
                     "give an order from elsewhere",
                     (unsigned)topology->vertex_count,
                     (unsigned)topology->arc_count);
}

int dissect_weighted(const struct topology *topology, const uint32_t *weight,
                     uint32_t **ret_order, struct error *error)
{
    uint32_t n = topology->vertex_count;
    struct neighbours neighbours = {0};
    uint32_t *order;
    int r = check_size(topology, error);

    if (r)
        return r;
    order = array_alloc(n, sizeof(*order));
    if (!order)
        return error_no_memory(error);
    for (uint32_t v = 0; v < n; v++)
        order[v] = v;
    if (neighbours_init(&neighbours, topology))
        r = error_no_memory(error);
    neighbours.weight = weight;
    /* Without an edge any order will do, and METIS wants one. */
    if (!r && neighbours.first[n])
        r = run_metis(&neighbours, order, error);
    neighbours_finish(&neighbours);
    if (r)
        free(order);
    else
        *ret_order = order;
    return r;
}

int dissect(const struct topology *topology, uint32_t **ret_order,
            struct error *error)
{
    return dissect_weighted(topology, NULL, ret_order, error);
}
