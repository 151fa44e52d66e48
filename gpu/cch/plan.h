/* plan: in which order, and by how many threads, fronts are eliminated.
 *
 * Fronts are sorted by team, then by level. A step is the fronts of one team
 * and one level; none of them waits for another. A record holds all that a
 * kernel needs of a front, so that one access loads it.
 *
 * Runs on the host, without CUDA. */
#ifndef RELAXD_GPU_CCH_PLAN_H
#define RELAXD_GPU_CCH_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/graph/hierarchy/hierarchy.h"
#include "core/graph/weights.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hierarchy;

/* The team that takes a front. It is never smaller than the teams of its
 * children, so that all fronts of a team can be done before those of the next.
 */
enum cch_team {
    CCH_LEAF, /* a quarter of a warp, in registers; no children to wait for */
    CCH_QUARTER, /* as CCH_LEAF, with children */
    CCH_HALF,    /* half a warp, in registers; s at most CCH_HALF_SIZE */
    CCH_WARP,    /* in shared memory */
    CCH_SMALL,   /* a small block, in shared memory */
    CCH_LARGE,   /* a large block, in all of a multiprocessor's shared memory */
    CCH_GLOBAL,  /* many blocks, in global memory */
    CCH_TEAMS,
};

enum { CCH_QUARTER_FRONT = 8, CCH_HALF_FRONT = 16, CCH_HALF_SIZE = 8 };

/* The largest fronts (f) that each team takes: CCH_QUARTER_FRONT at most for
 * the first two, CCH_HALF_FRONT for the next; 0: none. */
struct cch_limits {
    uint32_t front[CCH_GLOBAL];
};

struct cch_front {
    uint64_t panel;       /* words before its panel */
    uint64_t schur;       /* words before its Schur complement */
    uint32_t size;        /* s */
    uint32_t upward;      /* n */
    uint32_t first_child; /* into children */
    uint32_t child_count; /* those whose Schur complement matters */
    uint32_t first_arc;   /* into arc_by_slot */
    uint32_t arc_count;
    uint32_t level;
};

/* A child with at least two upward neighbours; with one there is nothing to
 * merge. */
struct cch_child {
    uint64_t schur;        /* words before its Schur complement */
    uint64_t first_upward; /* index of its first upward neighbour */
    uint32_t upward;
    uint32_t first_row; /* upward neighbours of the children before it in the
                           front */
    uint32_t front;     /* its index among fronts */
};

struct cch_step {
    enum cch_team team;
    uint32_t first; /* into fronts */
    uint32_t count;
    uint32_t level;
    uint32_t front_max; /* the largest f */
};

struct cch_plan {
    struct cch_front *fronts;   /* [front_count] in the order of steps */
    struct cch_child *children; /* [child_count] */
    struct cch_step *steps;     /* [step_count] by team, then level */
    uint32_t *front_of;         /* [front_count] of each supernode */
    uint32_t *above;            /* [front_count] the front that merges a front's
                                   Schur complement; UINT32_MAX: none */
    uint32_t first_of_team[CCH_TEAMS + 1]; /* into fronts */
    uint32_t front_max[CCH_TEAMS];         /* the largest f of each team and
                                              those before */
    uint32_t front_count;
    uint32_t child_count;
    uint32_t step_count;
};

/* 0 or -ENOMEM; call finish() after either. */
int cch_plan_init(struct cch_plan *plan, const struct hierarchy *hierarchy,
                  uint32_t arc_count, const struct cch_limits *limits);
void cch_plan_finish(struct cch_plan *plan);

/* ---- Fronts that changed arcs may change ---- */

/* The fronts that changed arcs may change: their own, and ancestors as far as a
 * change can propagate.
 *
 * On the host, without CUDA. One thread at a time. */

/* Where more fronts may change, customizing all is cheaper. */
uint32_t cch_list_max(uint32_t front_count);

struct cch_changes {
    uint64_t *listed; /* a bit for each front; all 0 between two calls */
    uint64_t *seeded; /* the same: its own arcs changed */
    uint64_t *groups; /* a bit for each word of `listed` that is not 0 */
    uint32_t *list;   /* [count] fronts, ascending, with CCH_SEEDED where their
                         own arcs changed */
    uint32_t count;
    uint32_t count_max; /* cch_list_max() */
    uint32_t front_count;
};

/* 0 or -ENOMEM; call finish() after either; it accepts zero bytes and may run
 * twice. */
int cch_changes_init(struct cch_changes *changes, const struct cch_plan *plan);
void cch_changes_finish(struct cch_changes *changes);

/* Fills list; false: customizing all fronts is cheaper. */
bool cch_changes_list(struct cch_changes *changes, const struct cch_plan *plan,
                      const struct hierarchy *hierarchy,
                      const struct weight_changes *arcs);

#ifdef __cplusplus
}
#endif

#endif
