/* eliminate: who is joined to whom when vertices are eliminated in an order. */
#include "core/graph/hierarchy/eliminate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/rank_lists.h"

struct work {
    struct elimination *elimination;
    const struct elimination_tree *tree;
    uint64_t count;        /* in above */
    uint32_t *seen;        /* [vertex_count] rank that listed it last, + 1 */
    uint32_t *first_child; /* [vertex_count] of those with this parent */
    uint32_t *next_child;  /* [vertex_count] of the same parent */
};

static void work_finish(struct work *work)
{
    free(work->seen);
    free(work->first_child);
    free(work->next_child);
}

static int work_init(struct work *work, struct elimination *elimination,
                     const struct elimination_tree *tree)
{
    size_t n = tree->vertex_count;

    *work = (struct work){
        .elimination = elimination,
        .tree = tree,
        .seen = array_zero(n, sizeof(*work->seen)),
        .first_child = array_alloc(n, sizeof(*work->first_child)),
        .next_child = array_alloc(n, sizeof(*work->next_child)),
    };
    if (!work->seen || !work->first_child || !work->next_child)
        return -ENOMEM;
    memset(work->first_child, 0xff, n * sizeof(*work->first_child));
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

static void eliminate(struct work *work, const struct rank_lists *near,
                      uint32_t rank)
{
    struct elimination *elimination = work->elimination;
    uint32_t parent = work->tree->parent[rank];
    uint64_t first = work->count;

    elimination->first_above[rank] = first;
    for (uint64_t i = near->first[rank]; i < near->first[rank + 1]; i++)
        join(work, rank, near->rank[i]);
    for (uint32_t child = work->first_child[rank]; child != RANK_NONE;
         child = work->next_child[child]) {
        for (uint64_t i = elimination->first_above[child];
             i < elimination->first_above[child + 1]; i++)
            join(work, rank, elimination->above[i]);
    }
    elimination->first_above[rank + 1] = work->count;
    if (parent == RANK_NONE)
        return;
    sort_ranks(elimination->above + first, work->count - first);
    work->next_child[rank] = work->first_child[parent];
    work->first_child[parent] = rank;
}

static int allocate(struct elimination *elimination,
                    const struct elimination_tree *tree)
{
    uint64_t above_count = 0;

    for (uint32_t rank = 0; rank < tree->vertex_count; rank++)
        above_count += tree->above_count[rank];
    *elimination = (struct elimination){
        .vertex_count = tree->vertex_count,
        .first_above = array_zero((size_t)tree->vertex_count + 1,
                                  sizeof(*elimination->first_above)),
        .above = array_alloc(above_count, sizeof(*elimination->above)),
    };
    return elimination->first_above && elimination->above ? 0 : -ENOMEM;
}

int elimination_init(struct elimination *elimination,
                     const struct elimination_tree *tree,
                     const struct topology *topology, const uint32_t *order,
                     struct error *error)
{
    struct work work = {0};
    struct rank_lists near = {0};
    int r = allocate(elimination, tree);

    if (!r)
        r = work_init(&work, elimination, tree);
    if (!r)
        r = rank_lists_init(&near, topology, order, RANKS_ABOVE);
    for (uint32_t rank = 0; rank < tree->vertex_count && !r; rank++)
        eliminate(&work, &near, rank);
    rank_lists_finish(&near);
    work_finish(&work);
    return r ? error_no_memory(error) : 0;
}

void elimination_finish(struct elimination *elimination)
{
    free(elimination->first_above);
    free(elimination->above);
    *elimination = (struct elimination){0};
}
