/* query: one shortest-path question, as vertices and costs.
 *
 * A source is a small set of seeds, a target a small set of vertices with
 * signed adjustments: a plain vertex is one of each with 0, a position in the
 * middle of a two-way road piece is two. The cost of a target is the least,
 * over its vertices, of label plus adjustment; the label of a vertex is the
 * least, over all seeds and paths, of seed cost plus the path's weights.
 *
 * Everything a query points to belongs to the caller and stays valid and
 * unchanged until it has ended. */
#ifndef RELAXD_SOLVER_QUERY_H
#define RELAXD_SOLVER_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/alternatives.h"
#include "core/solver/cancel.h"
#include "core/solver/path.h"
#include "core/solver/path_sums.h"

struct seed {
    uint32_t vertex;
    uint32_t cost; /* so far; <= COST_MAX */
};

struct target_vertex {
    uint32_t vertex;
    int64_t adjustment; /* added to the vertex's label; less than 2^62 either
                           way */
};

struct target {
    const struct target_vertex *vertices;
    uint32_t vertex_count; /* 0: never reached */
};

enum query_output {
    QUERY_COSTS,   /* cost[] of targets[] */
    QUERY_PATHS,   /* the same, and path[] */
    QUERY_REACHED, /* to the sink: the vertices with a label <= bound, in no
                      order */
    QUERY_TREE,    /* to the sink: the label of every vertex, in vertex order;
                      above the bound COST_INFINITY */
};

enum query_status {
    QUERY_PENDING,
    QUERY_DONE,
    QUERY_CANCELLED, /* flag or deadline, or the sink would take no more */
};

/* Consecutive labels on their way to whoever asked. Valid during the call. */
struct label_block {
    uint32_t first;              /* TREE: vertex of entry 0; REACHED: entries
                                    before this block */
    uint32_t count;              /* entries */
    const uint32_t *vertex;      /* [count], or NULL: first, first + 1, ... */
    const uint32_t *cost;        /* [count] */
    const uint32_t *predecessor; /* [count] arcs, ARC_NONE at a seed and where
                                    unreached; NULL unless asked for */
};

/* Takes labels, from the thread that solves. May block until there is room;
 * answers nonzero to end the query as cancelled. */
struct sink {
    int (*write)(struct sink *sink, const struct label_block *block);
};

/* What solving took, for answers and figures. */
struct query_figures {
    uint64_t solve_us; /* of the batch's time, this query's part */
    uint32_t phases;   /* dependent rounds; 0: the solver has none */
    uint64_t settled;  /* vertices settled or updated */
};

struct query {
    const struct seed *seeds;
    uint32_t seed_count;
    const struct target *targets; /* COSTS and PATHS */
    uint32_t target_count;
    enum query_output output;
    uint32_t bound;    /* a vertex with a higher label counts as unreachable;
                          COST_OVERFLOW: no bound */
    bool predecessors; /* REACHED and TREE: wanted in the blocks */
    struct cancel *cancel;             /* may be NULL */
    struct sink *sink;                 /* REACHED and TREE */
    const struct sums_query *sums;     /* COSTS: these, too; else NULL */
    struct alternatives *alternatives; /* PATHS of one target: these, too, where
                                          it has a path; else NULL */

    /* Filled by the solver. */
    uint32_t *cost;    /* [target_count], caller's; COST_INFINITY: unreachable,
                          COST_OVERFLOW */
    struct path *path; /* [target_count], caller's, each path_init()ed: no path
                          where the cost is not a number */
    enum query_status status;
    struct query_figures figures;
};

#endif
