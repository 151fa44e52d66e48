/* delta_stepping: the kernel of delta-stepping (delta_stepping.c).
 *
 * In brackets the letters of the paper that delta_stepping.cu names. */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_STEPPING_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_STEPPING_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What all threads of the grid do between two barriers. */
enum {
    DELTA_CLOSE, /* heavy requests, and the least label that awaits (b2, c2) */
    DELTA_OPEN,  /* the next bucket's vertices from the pending ones */
    DELTA_LIGHT, /* light requests of the open bucket (b1, c1) */
    DELTA_DONE,
};

/* Where a query is; the same in all threads. */
struct delta_progress {
    uint32_t step;        /* DELTA_... */
    uint32_t round;       /* steps begun in this query */
    uint32_t opened;      /* round in which the bucket was opened */
    uint32_t turn;        /* of settled and pending: 0 or 1 */
    uint32_t end;         /* labels below it are of the open bucket or earlier
                             ones; COST_INFINITY: the bucket of COST_OVERFLOW */
    uint32_t end_before;  /* the same of the bucket before */
    uint32_t from;        /* LIGHT: 0 or 1: list[from], 2: settled */
    uint32_t count;       /* vertices there */
    uint32_t opened_with; /* vertices that OPEN settled */
    uint32_t settled;     /* CLOSE: how many */
    uint32_t pending;     /* CLOSE, OPEN: how many */
};

/* In device memory, one for a search. A tail is how long a list is. One that is
 * read after a barrier is not appended to until the next; so two lists have
 * another tail for the step that follows, which counts from the first one's
 * end. */
struct delta_control {
    uint32_t arrived;         /* grid.cuh */
    uint32_t list_tail[3];    /* by round % 3, whichever list it is */
    uint32_t settled_tail[2]; /* by turn, of OPEN */
    uint32_t joined_tail[2];  /* of LIGHT, behind it */
    uint32_t pending_tail[2]; /* of OPEN and LIGHT */
    uint32_t closed_tail[2];  /* of CLOSE, behind it */
    uint32_t least;           /* cost that awaits the next bucket */
    uint32_t hopped; /* vertices taken from blocks' queues in this launch */
    struct delta_progress progress;
};

struct delta_arrays {
    struct search_arrays search; /* cost is written when all labels are final */
    unsigned long long *label; /* [vertex_count] cost << 32 | stamp: 0 while it
                                  has never been listed, else 2 * the round in
                                  which it last was, and 1 until it is taken */
    uint32_t *list[2];    /* [vertex_count] each (Req): await relaxing now */
    uint32_t *settled;    /* [vertex_count] (S): listed in the open bucket */
    uint32_t *pending[2]; /* [vertex_count] each: await later buckets */
    struct delta_control *control;
    uint32_t delta; /* at least 1 */
    uint32_t hops;  /* at least 1: light arcs that a block follows in a round */
};

/* When a launch ends, done or not. */
struct delta_limits {
    uint32_t rounds; /* at least 1 */
    uint32_t work;   /* vertices taken from lists, about */
};

/* A query's first control: so many seeds, listed in pending[0]. */
struct delta_control delta_control_start(uint32_t seed_count);

/* Of blocks of so many threads, on the current device. */
cudaError_t delta_occupancy(unsigned block, struct occupancy *ret_occupancy);

/* Labels from search.cost, the labelled vertices to pending[0]. Word: how many.
 */
cudaError_t launch_delta_begin(const struct delta_arrays *arrays,
                               const struct host_word *word,
                               cudaStream_t stream);

/* Rounds until a limit is met or labels are final. First word: vertices
 * whose light arcs were relaxed. Second: rounds, doubled, and 1 more where
 * labels are not final. Cooperative: `blocks` is at most what fits. */
cudaError_t launch_delta_stepping(const struct delta_arrays *arrays,
                                  const struct delta_limits *limits,
                                  const struct host_word *listed,
                                  const struct host_word *rounds,
                                  unsigned blocks, unsigned block,
                                  cudaStream_t stream);

#ifdef __cplusplus
}
#endif

#endif
