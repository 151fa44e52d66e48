/* elimination_tree: neighbours by rank, then the tree, then the elimination. */
#include "core/graph/hierarchy/elimination_tree.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/union_find.h"
#include "core/graph/topology.h"

/* ---- Neighbours by rank -------------------------------------------------- */

enum rank_side { RANKS_ABOVE, RANKS_BELOW };

/* Neighbours of higher, or of lower rank. Not sorted; parallel and opposite
 * arcs repeat them; loops are left out. */
struct rank_lists {
    uint64_t *first; /* [vertex_count + 1] into rank */
    uint32_t *rank;
};

/* Counting sort. */
static void fill(struct rank_lists *lists, const struct topology *topology,
                 const uint32_t *rank, enum rank_side side)
{
    uint32_t n = topology->vertex_count;
    uint64_t *at = lists->first + 1; /* one ahead while counting */

    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t v = 0; v < n; v++) {
            for (uint32_t a = topology->first_out[v];
                 a < topology->first_out[v + 1]; a++) {
                uint32_t x = rank[v];
                uint32_t y = rank[topology->head[a]];
                uint32_t owner = (x < y) == (side == RANKS_ABOVE) ? x : y;

                if (x == y)
                    continue;
                if (pass == 0)
                    at[owner + 1]++;
                else
                    lists->rank[at[owner]++] = owner == x ? y : x;
            }
        }
        for (uint32_t i = 0; pass == 0 && i < n; i++)
            at[i + 1] += at[i];
    }
}

/* `order` is a permutation: order[rank] is the topology's vertex. 0 or -ENOMEM,
 * in time and memory by arcs. finish() is fine after either and on zero bytes.
 */
static int rank_lists_init(struct rank_lists *lists,
                           const struct topology *topology,
                           const uint32_t *order, enum rank_side side)
{
    size_t n = topology->vertex_count;
    uint32_t *rank = array_alloc(n, sizeof(*rank));

    *lists = (struct rank_lists){
        .first = array_zero(n + 2, sizeof(*lists->first)),
        .rank = array_alloc(topology->arc_count, sizeof(*lists->rank)),
    };
    if (!rank || !lists->first || !lists->rank) {
        free(rank);
        return -ENOMEM;
    }
    for (uint32_t i = 0; i < n; i++)
        rank[order[i]] = i;
    fill(lists, topology, rank, side);
    free(rank);
    return 0;
}

static void rank_lists_finish(struct rank_lists *lists)
{
    free(lists->first);
    free(lists->rank);
    *lists = (struct rank_lists){0};
}

/* ---- The tree ------------------------------------------------------------ */

/* Sets of vertices are trees of links towards the last vertex of each. */

/* The topmost vertex of each set has no parent yet. */
static void find_parents(const struct elimination_tree *tree,
                         const struct rank_lists *below, uint32_t *link)
{
    union_find_separate(link, tree->vertex_count);
    for (uint32_t v = 0; v < tree->vertex_count; v++) {
        tree->parent[v] = RANK_NONE;
        for (uint64_t i = below->first[v]; i < below->first[v + 1]; i++) {
            uint32_t top = union_find_root(link, below->rank[i]);

            if (top == v)
                continue;
            tree->parent[top] = v;
            link[top] = v;
        }
    }
}

/* Workspace for counting; [vertex_count] each, by rank except by_post. */
struct count {
    const struct elimination_tree *tree;
    uint32_t *size;    /* of the subtree */
    uint32_t *post;    /* index in a postorder: after the whole subtree */
    uint32_t *by_post; /* rank */
    uint32_t *link;    /* sets: a vertex and those counted below it */
    uint32_t
        *last_leaf;    /* in the subtree of vertices joined to it, RANK_NONE */
    uint32_t *reached; /* 1 plus the post of the first below the last leaf */
};

static void count_finish(struct count *count)
{
    free(count->size);
    free(count->post);
    free(count->by_post);
    free(count->link);
    free(count->last_leaf);
    free(count->reached);
}

static int count_init(struct count *count, const struct elimination_tree *tree)
{
    size_t n = tree->vertex_count;

    *count = (struct count){
        .tree = tree,
        .size = array_zero(n, sizeof(uint32_t)),
        .post = array_alloc(n, sizeof(uint32_t)),
        .by_post = array_alloc(n, sizeof(uint32_t)),
        .link = array_alloc(n, sizeof(uint32_t)),
        .last_leaf = array_alloc(n, sizeof(uint32_t)),
        .reached = array_zero(n, sizeof(uint32_t)),
    };
    return count->size && count->post && count->by_post && count->link &&
                   count->last_leaf && count->reached
               ? 0
               : -ENOMEM;
}

/* From the top down, each subtree takes its part from the end of its parent's
 * range; `end` is the end of the part that is left. */
static void find_postorder(struct count *count)
{
    const uint32_t *parent = count->tree->parent;
    uint32_t n = count->tree->vertex_count;
    uint32_t *end = count->last_leaf;
    uint32_t roots_end = n;

    for (uint32_t v = 0; v < n; v++) {
        count->size[v]++;
        if (parent[v] != RANK_NONE)
            count->size[parent[v]] += count->size[v];
    }
    for (uint32_t v = n; v-- > 0;) {
        uint32_t *next = parent[v] == RANK_NONE ? &roots_end : &end[parent[v]];

        count->post[v] = *next - 1;
        count->by_post[*next - 1] = v;
        end[v] = *next - 1;
        *next -= count->size[v];
    }
}

/* `leaf` is a leaf in the subtree of the vertices joined to `top`: one more
 * subtree from here on, which is already counted above its meeting with the
 * last leaf. */
static void count_leaf(struct count *count, uint32_t leaf, uint32_t top)
{
    uint32_t *above_count = count->tree->above_count;
    uint32_t last = count->last_leaf[top];

    above_count[leaf]++;
    if (last != RANK_NONE)
        above_count[union_find_root(count->link, last)]--;
    count->last_leaf[top] = leaf;
}

/* In postorder, so that a vertex is no leaf if one below it came before. The
 * values added here are differences to the sums over the children: they wrap
 * around below 0, the sums do not. The subtree of the vertices joined to a
 * vertex ends there if it has any: all below it are joined to a vertex next to
 * it. */
static void count_leaves(struct count *count, const struct rank_lists *above)
{
    const uint32_t *parent = count->tree->parent;
    uint32_t n = count->tree->vertex_count;

    union_find_separate(count->link, n);
    for (uint32_t v = 0; v < n; v++)
        count->last_leaf[v] = RANK_NONE;
    for (uint32_t place = 0; place < n; place++) {
        uint32_t v = count->by_post[place];
        uint32_t first = place + 1 - count->size[v];

        for (uint64_t i = above->first[v]; i < above->first[v + 1]; i++) {
            uint32_t top = above->rank[i];

            if (first < count->reached[top])
                continue;
            count_leaf(count, v, top);
            count->reached[top] = first + 1;
        }
        if (count->size[v] > 1)
            count->tree->above_count[v]--;
        if (parent[v] != RANK_NONE)
            count->link[v] = parent[v];
    }
}

static int count_above(const struct elimination_tree *tree,
                       const struct rank_lists *above)
{
    struct count count;
    int r = count_init(&count, tree);

    if (!r) {
        find_postorder(&count);
        count_leaves(&count, above);
        for (uint32_t v = 0; v < tree->vertex_count; v++) {
            if (tree->parent[v] != RANK_NONE)
                tree->above_count[tree->parent[v]] += tree->above_count[v];
        }
    }
    count_finish(&count);
    return r;
}

static int find_tree(const struct elimination_tree *tree,
                     const struct topology *topology, const uint32_t *order)
{
    uint32_t *link = array_alloc(tree->vertex_count, sizeof(*link));
    struct rank_lists below;
    int r = rank_lists_init(&below, topology, order, RANKS_BELOW);

    if (!link)
        r = -ENOMEM;
    if (!r)
        find_parents(tree, &below, link);
    rank_lists_finish(&below);
    free(link);
    return r;
}

static int count_tree(const struct elimination_tree *tree,
                      const struct topology *topology, const uint32_t *order)
{
    struct rank_lists above;
    int r = rank_lists_init(&above, topology, order, RANKS_ABOVE);

    if (!r)
        r = count_above(tree, &above);
    rank_lists_finish(&above);
    return r;
}

int elimination_tree_init(struct elimination_tree *tree,
                          const struct topology *topology,
                          const uint32_t *order, struct error *error)
{
    size_t n = topology->vertex_count;
    int r = 0;

    *tree = (struct elimination_tree){
        .vertex_count = topology->vertex_count,
        .parent = array_alloc(n, sizeof(*tree->parent)),
        .above_count = array_zero(n, sizeof(*tree->above_count)),
    };
    if (!tree->parent || !tree->above_count)
        r = -ENOMEM;
    if (!r)
        r = find_tree(tree, topology, order);
    if (!r)
        r = count_tree(tree, topology, order);
    return r ? error_no_memory(error) : 0;
}

void elimination_tree_finish(struct elimination_tree *tree)
{
    free(tree->parent);
    free(tree->above_count);
    *tree = (struct elimination_tree){0};
}

/* ---- Elimination --------------------------------------------------------- */

struct work {
    struct elimination *elimination;
    const struct elimination_tree *tree;
    uint64_t count;        /* in above */
    uint32_t *seen;        /* [vertex_count] the last rank that listed it, +
                              1 */
    uint32_t *first_child; /* [vertex_count] with this parent */
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

/* Adds `other` to the upward neighbours of `rank` unless it is among them. */
static void join(struct work *work, uint32_t rank, uint32_t other)
{
    if (other == rank || work->seen[other] == rank + 1)
        return;
    work->seen[other] = rank + 1;
    work->elimination->above[work->count++] = other;
}

static void sort_ranks(uint32_t *ranks, uint64_t count)
{
    enum { FEW = 24 };

    if (count > FEW) {
        qsort(ranks, count, sizeof(*ranks), compare_u32);
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
