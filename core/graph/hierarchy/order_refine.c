#include "core/graph/hierarchy/order_refine.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/hierarchy/elimination_tree.h"

enum {
    PARTS_AT_ONCE = 16, /* per task of a thread, with one workspace */
    TABLE_SIZE = 4 * BIT_GRAPH_VERTICES_MAX,
    NONE = -1,
};

/* Parts and their vertices, by rank. */
struct refining {
    const struct topology *topology;
    struct reverse_topology reverse;
    struct elimination_tree tree;
    uint32_t *order; /* [vertex_count] */
    uint32_t *first; /* [part_count + 1] into rank */
    uint32_t *rank;  /* ascending in each part */
    uint32_t part_count;
};

/* A thread's workspace. Vertices: the part's own, by rank, then the vertices
 * above them that they are joined to. */
struct bench {
    struct fill_order elimination;
    uint32_t *vertex;   /* [BIT_GRAPH_VERTICES_MAX] the topology's */
    uint32_t count;     /* in `vertex` */
    uint32_t own;       /* of those, the part's own */
    uint32_t *slot_key; /* [TABLE_SIZE] vertices, VERTEX_NONE: free */
    uint32_t *slot;     /* [TABLE_SIZE] where they are in `vertex` */
};

/* ---- Parts --------------------------------------------------------------- */

/* The top of the part that contains each rank; RANK_NONE: no part does. */
static uint32_t *find_tops(const struct elimination_tree *tree)
{
    uint32_t n = tree->vertex_count;
    uint32_t *size = array_zero(n, sizeof(*size));
    uint32_t *top = array_alloc(n, sizeof(*top));

    if (!size || !top) {
        free(size);
        free(top);
        return NULL;
    }
    for (uint32_t r = 0; r < n; r++) {
        size[r]++;
        if (tree->parent[r] != RANK_NONE)
            size[tree->parent[r]] += size[r];
    }
    for (uint32_t r = n; r-- > 0;) {
        uint32_t parent = tree->parent[r];

        if (size[r] > ORDER_REFINE_PART)
            top[r] = RANK_NONE;
        else if (parent != RANK_NONE && size[parent] <= ORDER_REFINE_PART)
            top[r] = top[parent];
        else
            top[r] = r;
    }
    free(size);
    return top;
}

/* Lists ranks by part. Turns `top` into each rank's part. */
static int list_parts(struct refining *refining, uint32_t *top)
{
    uint32_t n = refining->tree.vertex_count;

    for (uint32_t r = n; r-- > 0;) {
        if (top[r] != RANK_NONE)
            top[r] = top[r] == r ? refining->part_count++ : top[top[r]];
    }
    refining->first =
        array_alloc((size_t)refining->part_count + 1, sizeof(uint32_t));
    refining->rank = array_alloc(n, sizeof(uint32_t));
    if (!refining->first || !refining->rank)
        return -ENOMEM;
    array_group(top, n, refining->part_count, refining->first, refining->rank);
    return 0;
}

static int refining_init(struct refining *refining, struct error *error)
{
    uint32_t *top;
    int r = elimination_tree_init(&refining->tree, refining->topology,
                                  refining->order, error);

    if (r)
        return r;
    if (reverse_topology_init(&refining->reverse, refining->topology))
        return error_no_memory(error);
    top = find_tops(&refining->tree);
    r = top ? list_parts(refining, top) : -ENOMEM;
    free(top);
    return r ? error_no_memory(error) : 0;
}

static void refining_finish(struct refining *refining)
{
    elimination_tree_finish(&refining->tree);
    reverse_topology_finish(&refining->reverse);
    free(refining->first);
    free(refining->rank);
}

/* ---- One part ------------------------------------------------------------ */

static int bench_init(struct bench *bench)
{
    bench->vertex = array_alloc(BIT_GRAPH_VERTICES_MAX, sizeof(uint32_t));
    bench->slot_key = array_alloc(TABLE_SIZE, sizeof(uint32_t));
    bench->slot = array_alloc(TABLE_SIZE, sizeof(uint32_t));
    return fill_order_init(&bench->elimination) || !bench->vertex ||
                   !bench->slot_key || !bench->slot
               ? -ENOMEM
               : 0;
}

static void bench_finish(struct bench *bench)
{
    fill_order_finish(&bench->elimination);
    free(bench->vertex);
    free(bench->slot_key);
    free(bench->slot);
}

/* The index of a vertex on the bench, where it is added if absent; NONE: no
 * room. */
static int place_of(struct bench *bench, uint32_t vertex)
{
    uint32_t at = vertex * 2654435761u % TABLE_SIZE;

    while (bench->slot_key[at] != VERTEX_NONE && bench->slot_key[at] != vertex)
        at = (at + 1) % TABLE_SIZE;
    if (bench->slot_key[at] == vertex)
        return (int)bench->slot[at];
    if (bench->count == BIT_GRAPH_VERTICES_MAX)
        return NONE;
    bench->slot_key[at] = vertex;
    bench->slot[at] = bench->count;
    bench->vertex[bench->count] = vertex;
    return (int)bench->count++;
}

typedef bool each_neighbour(struct bench *bench, uint32_t own, uint32_t vertex);

static bool bring_in(struct bench *bench, uint32_t own, uint32_t vertex)
{
    return place_of(bench, vertex) != NONE;
}

static bool join(struct bench *bench, uint32_t own, uint32_t vertex)
{
    bit_graph_join(&bench->elimination.graph, own,
                   (uint32_t)place_of(bench, vertex));
    return true;
}

/* Calls `call` for all ends of arcs to and from the part's vertices. */
static bool for_neighbours(const struct refining *refining, struct bench *bench,
                           each_neighbour *call)
{
    const uint32_t *first_out = refining->topology->first_out;
    const uint32_t *first_in = refining->reverse.first_in;

    for (uint32_t i = 0; i < bench->own; i++) {
        uint32_t v = bench->vertex[i];

        for (uint32_t a = first_out[v]; a < first_out[v + 1]; a++) {
            if (!call(bench, i, refining->topology->head[a]))
                return false;
        }
        for (uint32_t a = first_in[v]; a < first_in[v + 1]; a++) {
            if (!call(bench, i, refining->reverse.tail[a]))
                return false;
        }
    }
    return true;
}

/* False: the part has too many neighbours. */
static bool lay_out(const struct refining *refining, uint32_t part,
                    struct bench *bench)
{
    memset(bench->slot_key, 0xff, TABLE_SIZE * sizeof(*bench->slot_key));
    bench->count = 0;
    for (uint32_t i = refining->first[part]; i < refining->first[part + 1]; i++)
        place_of(bench, refining->order[refining->rank[i]]);
    bench->own = bench->count;
    if (!for_neighbours(refining, bench, bring_in))
        return false;
    bit_graph_clear(&bench->elimination.graph, bench->count);
    return for_neighbours(refining, bench, join);
}

static uint64_t work_of_part(const struct refining *refining, uint32_t part)
{
    uint64_t work = 0;

    for (uint32_t i = refining->first[part]; i < refining->first[part + 1]; i++)
        work += fill_order_work(refining->tree.above_count[refining->rank[i]]);
    return work;
}

static void refine_part(const struct refining *refining, uint32_t part,
                        struct bench *bench)
{
    uint32_t first = refining->first[part];
    uint64_t most = work_of_part(refining, part);

    if (!lay_out(refining, part, bench) ||
        fill_order_run(&bench->elimination, bench->own, most) >= most)
        return;
    for (uint32_t i = 0; i < bench->own; i++)
        refining->order[refining->rank[first + i]] =
            bench->vertex[bench->elimination.found[i]];
}

/* Parts share no vertices, and write only their own. */
static int refine_some(void *context, size_t some, struct error *error)
{
    const struct refining *refining = context;
    uint32_t begin = (uint32_t)some * PARTS_AT_ONCE;
    uint32_t left = refining->part_count - begin;
    uint32_t end = begin + (left < PARTS_AT_ONCE ? left : PARTS_AT_ONCE);
    struct bench *bench = calloc(1, sizeof(*bench));
    int r = bench ? bench_init(bench) : -ENOMEM;

    for (uint32_t p = begin; p < end && !r; p++) {
        if (refining->first[p + 1] - refining->first[p] > 2)
            refine_part(refining, p, bench);
    }
    if (bench)
        bench_finish(bench);
    free(bench);
    return r ? error_no_memory(error) : 0;
}

int order_refine(const struct topology *topology, uint32_t *order,
                 unsigned threads, struct error *error)
{
    struct refining refining = {.topology = topology, .order = order};
    int r = refining_init(&refining, error);

    if (!r)
        r = parallel_run(threads,
                         ((size_t)refining.part_count + PARTS_AT_ONCE - 1) /
                             PARTS_AT_ONCE,
                         refine_some, &refining, error);
    refining_finish(&refining);
    return r;
}
