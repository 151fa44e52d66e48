/* supernodes: which vertices are eliminated together, and their new numbers. */
#include "core/graph/hierarchy/supernodes.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "core/base/array.h"

/* Entries of a supernode that no elimination fills: so many, or this part of
 * all. Tried on New York and New England: 8 and a fifth save 3 levels of 20 and
 * cost a third more work in customizing. */
enum { SPARE_ENTRIES = 4, SPARE_PART = 10 };

/* A supernode in the making, by the order of making: parents first. */
struct group {
    uint32_t top;      /* rank */
    uint32_t size;     /* vertices */
    uint32_t parent;   /* group, RANK_NONE */
    uint32_t subtree;  /* vertices in it and below */
    uint32_t end;      /* number after its last vertex */
    uint32_t next_end; /* the same of the child that is placed next */
    uint64_t spare;    /* entries that no elimination fills */
};

struct groups {
    const struct elimination_tree *tree;
    struct group *item; /* [count] */
    uint32_t count;
    uint32_t *of;    /* [vertex_count] by rank */
    uint32_t *place; /* [vertex_count] by rank: joined as which, top is 0 */
};

static bool joins(const struct groups *groups, const struct group *group,
                  uint32_t rank, uint64_t *ret_spare)
{
    uint64_t row = group->size + groups->tree->above_count[group->top];
    uint64_t spare = group->spare + row - groups->tree->above_count[rank];

    *ret_spare = spare;
    return spare <= SPARE_ENTRIES ||
           spare * SPARE_PART <= (group->size + (uint64_t)1) * row;
}

static void add(struct groups *groups, uint32_t rank)
{
    uint32_t parent = groups->tree->parent[rank];
    uint32_t above = parent == RANK_NONE ? RANK_NONE : groups->of[parent];
    uint64_t spare;

    if (above != RANK_NONE &&
        joins(groups, &groups->item[above], rank, &spare)) {
        struct group *group = &groups->item[above];

        group->spare = spare;
        groups->of[rank] = above;
        groups->place[rank] = group->size++;
        return;
    }
    groups->of[rank] = groups->count;
    groups->place[rank] = 0;
    groups->item[groups->count++] =
        (struct group){.top = rank, .size = 1, .parent = above};
}

/* Ranges of numbers, each subtree's in a row, children by rank. */
static void place_groups(struct groups *groups)
{
    uint32_t next_end = groups->tree->vertex_count;

    for (uint32_t g = groups->count; g-- > 0;) {
        struct group *group = &groups->item[g];

        group->subtree += group->size;
        if (group->parent != RANK_NONE)
            groups->item[group->parent].subtree += group->subtree;
    }
    for (uint32_t g = 0; g < groups->count; g++) {
        struct group *group = &groups->item[g];
        uint32_t *end = group->parent == RANK_NONE
                            ? &next_end
                            : &groups->item[group->parent].next_end;

        group->end = *end;
        group->next_end = group->end - group->size;
        *end -= group->subtree;
    }
}

/* Numbers of vertices, and of supernodes by their vertices. */
static int number(const struct groups *groups, struct supernodes *supernodes)
{
    uint32_t n = groups->tree->vertex_count;
    uint32_t *last_of = array_alloc(n, sizeof(*last_of)); /* group, by number */
    uint32_t s = 0;

    if (!last_of)
        return -ENOMEM;
    for (uint32_t rank = 0; rank < n; rank++) {
        const struct group *group = &groups->item[groups->of[rank]];

        supernodes->number[rank] = group->end - 1 - groups->place[rank];
        last_of[supernodes->number[rank]] = groups->of[rank];
    }
    for (uint32_t v = 0; v < n; v = groups->item[last_of[v]].end, s++) {
        supernodes->first_vertex[s] = v;
        supernodes->top[s] = groups->item[last_of[v]].top;
    }
    supernodes->first_vertex[s] = n;
    supernodes->count = s;
    free(last_of);
    return 0;
}

int supernodes_init(struct supernodes *supernodes,
                    const struct elimination_tree *tree, struct error *error)
{
    uint32_t n = tree->vertex_count;
    struct groups groups = {.tree = tree};
    int r = -ENOMEM;

    *supernodes = (struct supernodes){0};
    groups.item = array_alloc(n, sizeof(*groups.item));
    groups.of = array_alloc(n, sizeof(*groups.of));
    groups.place = array_alloc(n, sizeof(*groups.place));
    supernodes->number = array_alloc(n, sizeof(*supernodes->number));
    supernodes->first_vertex =
        array_alloc((size_t)n + 1, sizeof(*supernodes->first_vertex));
    supernodes->top = array_alloc(n, sizeof(*supernodes->top));
    if (groups.item && groups.of && groups.place && supernodes->number &&
        supernodes->first_vertex && supernodes->top) {
        for (uint32_t rank = n; rank-- > 0;)
            add(&groups, rank);
        place_groups(&groups);
        r = number(&groups, supernodes);
    }
    free(groups.item);
    free(groups.of);
    free(groups.place);
    return r ? error_no_memory(error) : 0;
}

void supernodes_finish(struct supernodes *supernodes)
{
    free(supernodes->number);
    free(supernodes->first_vertex);
    free(supernodes->top);
    *supernodes = (struct supernodes){0};
}
