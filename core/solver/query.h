/* query: one shortest-path question, in vertices and costs.
 *
 * A source is a small set of seeds, a target a small set of vertices with
 * signed adjustments: a plain vertex is one of each with 0, a position in the
 * middle of a two-way road piece is two. The cost of a target is the least
 * label plus adjustment over its vertices; the label of a vertex is the least,
 * over all seeds and paths, of seed cost plus the path's weights.
 *
 * The caller owns everything that a query points to and keeps it valid and
 * unchanged until the query has ended. */
#ifndef RELAXD_SOLVER_QUERY_H
#define RELAXD_SOLVER_QUERY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/cost.h"
#include "core/solver/cancel.h"
#include "core/solver/path.h"
#include "core/weighting/arc_sums.h"

/* ---- Sums along with costs ---- */

/* Duration and length of a shortest path, along with its cost.
 *
 * Among paths of least cost, those of least duration count, and among these the
 * shortest: a label is cost, duration and length, compared in this order and
 * added one by one. So the sums of a shortest path are the same for every
 * solver, whichever of several paths it found. */

/* Each is SUM_NONE if it does not fit; so is the length if the duration is, and
 * both if there is no cost in 32 bits. If an adjustment takes the cost or the
 * duration below 0, the values after it are 0, too. */
struct path_sums {
    uint32_t duration_ms;
    uint32_t length_mm;
};

/* Added to the sums of a label, as an adjustment is to its cost; each is less
 * than 2^62 either way. */
struct sums_adjustment {
    int64_t duration_ms;
    int64_t length_mm;
};

/* Sums that a query for costs may ask for. */
struct sums_query {
    const struct arc_sums *arcs; /* outlives the prepared form of the map, which
                                    may cache results */
    const struct path_sums *seeds;                /* [seed_count] */
    const struct sums_adjustment *const *targets; /* [target_count], each
                                                     [vertex_count] */
    struct path_sums *sums; /* [target_count], caller's, filled by the solver */
};

struct label {
    uint32_t cost;
    struct path_sums sums;
};

static inline uint32_t sum_add(uint32_t a, uint32_t b)
{
    return b < SUM_NONE - a ? a + b : SUM_NONE;
}

static inline uint32_t sum_adjust(uint32_t sum, int64_t adjustment)
{
    int64_t adjusted = (int64_t)sum + adjustment;

    if (sum == SUM_NONE)
        return SUM_NONE;
    if (adjusted < 0)
        return 0;
    return adjusted < (int64_t)SUM_NONE ? (uint32_t)adjusted : SUM_NONE;
}

static inline bool label_less(struct label a, struct label b)
{
    if (a.cost != b.cost)
        return a.cost < b.cost;
    if (a.sums.duration_ms != b.sums.duration_ms)
        return a.sums.duration_ms < b.sums.duration_ms;
    return a.sums.length_mm < b.sums.length_mm;
}

static inline struct label label_add(struct label a, struct label b)
{
    return (struct label){
        cost_add(a.cost, b.cost),
        {
            sum_add(a.sums.duration_ms, b.sums.duration_ms),
            sum_add(a.sums.length_mm, b.sums.length_mm),
        },
    };
}

static inline struct label label_none(void)
{
    return (struct label){COST_INFINITY, {SUM_NONE, SUM_NONE}};
}

/* A label at a vertex of a target. Once a component leaves its range, the
 * components after it do not count any more. */
static inline struct label label_adjust(struct label label, int64_t cost,
                                        struct sums_adjustment adjustment)
{
    struct path_sums sums = {
        sum_adjust(label.sums.duration_ms, adjustment.duration_ms),
        sum_adjust(label.sums.length_mm, adjustment.length_mm),
    };
    uint32_t adjusted = cost_adjust(label.cost, cost);

    if (adjusted > COST_MAX || sums.duration_ms == SUM_NONE)
        sums.length_mm = SUM_NONE;
    else if (label.sums.duration_ms + adjustment.duration_ms < 0)
        sums.length_mm = 0;
    if (adjusted > COST_MAX)
        sums.duration_ms = SUM_NONE;
    else if (label.cost + cost < 0)
        sums = (struct path_sums){0, 0};
    return (struct label){adjusted, sums};
}

/* ---- Alternatives ---- */

/* Further paths from source to target that are worth offering along with the
 * shortest.
 *
 * Admissible ones, by Abraham, Delling, Goldberg and Werneck, "Alternative
 * Routes in Road Networks", 2013, section 3, with b the least cost:
 *
 *     limited sharing       the cost shared with the shortest path and the
 *                           alternatives chosen before is at most 80 % of b
 *     bounded stretch       the cost is at most 125 % of b, and parts off the
 *                           shortest path cost at most 125 % of what they
 *                           replace
 *     local optimality      each part with a cost of at most 25 % of b is
 *                           itself a shortest path
 *
 * Each is a shortest path to some vertex and one from there on, and visits no
 * vertex twice. On roads it also passes no junction twice and does not turn
 * back on the spot, except where the shortest path does. */

struct alternatives {
    uint32_t wanted;

    /* Arcs, seeds or ends with the same number belong to one road and count as
     * shared; numbers are below the map's arc count, or its edge count if it
     * has roads. NULL, all three: each is its own. */
    const uint32_t *arc_road;  /* [arc_count] */
    const uint32_t *seed_road; /* [seed_count] the road that its cost is on */
    const uint32_t *end_road;  /* [vertex_count of the target] the road that its
                                  adjustment is on */

    /* With arc_road, if roads are numbered in pairs of opposite directions: the
     * junction where a road begins. NULL: not known. */
    const uint32_t *road_junction;

    struct path *path; /* [wanted] the caller's, each path_init()ed */
    uint32_t *cost;    /* [wanted] the caller's: cost with adjustment like the
                          query's own, ascending and never less than that */

    /* Filled by the solver. A solver without SOLVER_ALTERNATIVES leaves it
     * alone, so set it to 0 before. */
    uint32_t count; /* found, at most `wanted` */
};

/* Whether a path of this cost can have alternatives. */
static inline bool alternatives_of(uint32_t least)
{
    return least > 0 && least <= COST_MAX;
}

/* Shares of the least cost. */
static inline uint64_t alternatives_shared_max(uint64_t least)
{
    return least * 4 / 5;
}

static inline uint64_t alternatives_cost_max(uint64_t least)
{
    return least * 5 / 4;
}

static inline uint64_t alternatives_local(uint64_t least)
{
    return least / 4;
}

/* ---- The query ---- */

struct seed {
    uint32_t vertex;
    uint32_t cost; /* <= COST_MAX */
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
    QUERY_REACHED, /* to the sink: vertices with a label <= bound, in no
                      order */
    QUERY_TREE,    /* to the sink: the label of every vertex, in vertex order;
                      COST_INFINITY above the bound */
};

enum query_status {
    QUERY_PENDING,
    QUERY_DONE,
    QUERY_CANCELLED, /* by flag, deadline or sink */
};

/* Consecutive labels on their way to the client. Valid during the call. */
struct label_block {
    uint32_t first;              /* TREE: vertex of entry 0; REACHED: entries
                                    before this block */
    uint32_t count;              /* entries */
    const uint32_t *vertex;      /* [count], or NULL: first, first + 1, ... */
    const uint32_t *cost;        /* [count] */
    const uint32_t *predecessor; /* [count] arcs, ARC_NONE at a seed and where
                                    unreached; NULL unless wanted */
};

/* Receives labels on the solver's thread. May block until there is room; a
 * nonzero return ends the query as cancelled. */
struct sink {
    int (*write)(struct sink *sink, const struct label_block *block);
};

/* The effort of solving, for answers and figures. */
struct query_figures {
    uint64_t solve_us; /* this query's share of the batch's time */
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
    bool predecessors; /* REACHED and TREE: send them in the blocks */
    struct cancel *cancel;             /* may be NULL */
    struct sink *sink;                 /* REACHED and TREE */
    const struct sums_query *sums;     /* COSTS: also wanted; else NULL */
    struct alternatives *alternatives; /* PATHS of one target: also wanted if it
                                          has a path; else NULL */

    /* Filled by the solver. */
    uint32_t *cost;    /* [target_count], caller's; may be COST_INFINITY:
                          unreachable, or COST_OVERFLOW */
    struct path *path; /* [target_count], caller's, each path_init()ed: no path
                          if the cost is not a number */
    enum query_status status;
    struct query_figures figures;
};

#endif
