/* eliminate: who is joined to whom when vertices are eliminated in an order. */
#include "core/graph/hierarchy/eliminate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

/* 4 GiB of them. */
static const uint64_t above_max = (uint64_t)1 << 30;

struct work {
    struct elimination *elimination;
    size_t capacity;       /* of above */
    uint64_t count;        /* in above */
    uint64_t *first_near;  /* [vertex_count + 1] into near */
    uint32_t *near;        /* arcs' ends of higher rank, by the lower one */
    uint32_t *seen;        /* [vertex_count] rank that listed it last, + 1 */
    uint32_t *first_child; /* [vertex_count] of those with this parent */
    uint32_t *next_child;  /* [vertex_count] of the same parent */
};

static void work_finish(struct work *work)
{
    free(work->first_near);
    free(work->near);
    free(work->seen);
    free(work->first_child);
    free(work->next_child);
}

static int work_init(struct work *work, struct elimination *elimination,
                     uint32_t arc_count)
{
    size_t n = elimination->vertex_count;

    *work = (struct work){.elimination = elimination};
    work->first_near = array_zero(n + 2, sizeof(*work->first_near));
    work->near = array_alloc(arc_count, sizeof(*work->near));
    work->seen = array_zero(n, sizeof(*work->seen));
    work->first_child = array_alloc(n, sizeof(*work->first_child));
    work->next_child = array_alloc(n, sizeof(*work->next_child));
    if (!work->first_near || !work->near || !work->seen || !work->first_child ||
        !work->next_child)
        return -ENOMEM;
    memset(work->first_child, 0xff, n * sizeof(*work->first_child));
    return 0;
}

/* The arcs as pairs of ranks, by the lower one: counting sort. */
static int list_near(struct work *work, const struct topology *topology,
                     const uint32_t *order)
{
    uint32_t n = topology->vertex_count;
    uint32_t *rank = array_alloc(n, sizeof(*rank));
    uint64_t *at = work->first_near + 1; /* one ahead while counting */

    if (!rank)
        return -ENOMEM;
    for (uint32_t i = 0; i < n; i++)
        rank[order[i]] = i;
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t a = topology->first_out[v];
                 a < topology->first_out[v + 1]; a++) {
                uint32_t x = rank[v];
                uint32_t y = rank[topology->head[a]];
                uint32_t low = x < y ? x : y;

                if (x == y)
                    continue;
                if (pass == 0)
                    at[low + 1]++;
                else
                    work->near[at[low]++] = x < y ? y : x;
            }
        }
        for (uint32_t i = 0; pass == 0 && i < n; i++)
            at[i + 1] += at[i];
    }
    free(rank);
    return 0;
}

/* Lists `other` among the neighbours above `rank` unless it is there. */
static void join(struct work *work, uint32_t rank, uint32_t other)
{
    if (other == rank || work->seen[other] == rank + 1)
        return;
    work->seen[other] = rank + 1;
    work->elimination->above[work->count++] = other;
}

static int compare_ranks(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static void sort_ranks(uint32_t *ranks, uint64_t count)
{
    enum { FEW = 24 };

    if (count > FEW) {
        qsort(ranks, count, sizeof(*ranks), compare_ranks);
        return;
    }
    for (uint64_t i = 1; i < count; i++) {
        uint32_t rank = ranks[i];
        uint64_t at = i;

        for (; at > 0 && ranks[at - 1] > rank; at--)
            ranks[at] = ranks[at - 1];
        ranks[at] = rank;
    }
}

/* As many as a rank can get at most. */
static int reserve(struct work *work, uint32_t rank)
{
    struct elimination *elimination = work->elimination;
    void *above = elimination->above;
    uint64_t most = work->first_near[rank + 1] - work->first_near[rank];
    uint64_t others = elimination->vertex_count - rank;
    int r;

    for (uint32_t child = work->first_child[rank]; child != RANK_NONE;
         child = work->next_child[child])
        most += elimination->first_above[child + 1] -
                elimination->first_above[child];
    most = most < others ? most : others;
    r = array_reserve(&above, &work->capacity, work->count + most,
                      sizeof(*elimination->above));
    elimination->above = above;
    return r;
}

static int eliminate(struct work *work, uint32_t rank)
{
    struct elimination *elimination = work->elimination;
    uint64_t first = work->count;

    elimination->parent[rank] = RANK_NONE;
    elimination->first_above[rank] = first;
    if (reserve(work, rank))
        return -ENOMEM;
    for (uint64_t i = work->first_near[rank]; i < work->first_near[rank + 1];
         i++)
        join(work, rank, work->near[i]);
    for (uint32_t child = work->first_child[rank]; child != RANK_NONE;
         child = work->next_child[child]) {
        for (uint64_t i = elimination->first_above[child];
             i < elimination->first_above[child + 1]; i++)
            join(work, rank, elimination->above[i]);
    }
    elimination->first_above[rank + 1] = work->count;
    if (work->count == first)
        return 0;
    sort_ranks(elimination->above + first, work->count - first);
    elimination->parent[rank] = elimination->above[first];
    work->next_child[rank] = work->first_child[elimination->parent[rank]];
    work->first_child[elimination->parent[rank]] = rank;
    return 0;
}

static int eliminate_all(struct work *work, struct error *error)
{
    for (uint32_t rank = 0; rank < work->elimination->vertex_count; rank++) {
        if (eliminate(work, rank))
            return error_no_memory(error);
        if (work->count > above_max)
            return error_set(error, -EINVAL,
                             "this order joins more than %llu pairs of "
                             "vertices, which no computer would be glad of; "
                             "serve the map unordered, or try another order",
                             (unsigned long long)above_max);
    }
    return 0;
}

int elimination_init(struct elimination *elimination,
                     const struct topology *topology, const uint32_t *order,
                     struct error *error)
{
    size_t n = topology->vertex_count;
    struct work work;
    int r;

    *elimination = (struct elimination){.vertex_count = topology->vertex_count};
    elimination->parent = array_alloc(n, sizeof(*elimination->parent));
    elimination->first_above =
        array_zero(n + 1, sizeof(*elimination->first_above));
    r = work_init(&work, elimination, topology->arc_count);
    if (!elimination->parent || !elimination->first_above)
        r = -ENOMEM;
    if (!r)
        r = list_near(&work, topology, order);
    if (r)
        error_no_memory(error);
    else
        r = eliminate_all(&work, error);
    work_finish(&work);
    return r;
}

void elimination_finish(struct elimination *elimination)
{
    free(elimination->parent);
    free(elimination->first_above);
    free(elimination->above);
    *elimination = (struct elimination){0};
}
