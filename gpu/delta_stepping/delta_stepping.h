/* delta_stepping: the kernel of delta-stepping (delta_stepping.c).
 *
 * Letters in parentheses are those of the paper that delta_stepping.cu names.
 */
#ifndef RELAXD_GPU_DELTA_STEPPING_DELTA_STEPPING_H
#define RELAXD_GPU_DELTA_STEPPING_DELTA_STEPPING_H

#include "gpu/kernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What all threads of the grid do between two barriers. */
enum {
    DELTA_CLOSE, /* heavy requests, and the least pending label (b2, c2) */
    DELTA_OPEN,  /* the next bucket's vertices from the pending ones */
    DELTA_LIGHT, /* light requests of the open bucket (b1, c1) */
    DELTA_DONE,
};

/* The state of a query; the same in all threads. */
struct delta_progress {
    uint32_t step;        /* DELTA_... */
    uint32_t round;       /* steps begun in this query */
    uint32_t opened;      /* round in which the bucket was opened */
    uint32_t turn;        /* of settled and pending: 0 or 1 */
    uint32_t end;         /* labels below it belong to the open bucket or
                             earlier ones; COST_INFINITY: the bucket of
                             COST_OVERFLOW */
    uint32_t end_before;  /* `end` of the bucket before */
    uint32_t from;        /* LIGHT: 0 or 1: list[from], 2: settled */
    uint32_t count;       /* vertices there */
    uint32_t opened_with; /* vertices that OPEN settled */
    uint32_t settled;     /* CLOSE: how many */
    uint32_t pending;     /* CLOSE, OPEN: how many */
};

/* In device memory, one for a search. A tail is the length of a list. A tail
 * that is read after a barrier is not appended to until the next one; so the
 * next step appends to another tail, which counts from the end of the first. */
struct delta_control {
    uint32_t arrived;         /* grid.cuh */
    uint32_t list_tail[3];    /* by round % 3, for either list */
    uint32_t settled_tail[2]; /* by turn, of OPEN */
    uint32_t joined_tail[2];  /* of LIGHT, appended behind it */
    uint32_t pending_tail[2]; /* of OPEN and LIGHT */
    uint32_t closed_tail[2];  /* of CLOSE, appended behind it */
    uint32_t least;           /* least cost pending for the next bucket */
    uint32_t hopped; /* vertices taken from blocks' queues in this launch */
    struct delta_progress progress;
};

struct delta_arrays {
    struct search_arrays search; /* cost is written once all labels are final */
    unsigned long long *label;   /* [vertex_count] cost << 32 | stamp. The stamp
                                    is 0 before it was ever listed; else 2 * the
                                    round in which it was last listed, plus 1
                                    until it is taken */
    uint32_t *list[2];    /* [vertex_count] each (Req): to be relaxed now */
    uint32_t *settled;    /* [vertex_count] (S): listed in the open bucket */
    uint32_t *pending[2]; /* [vertex_count] each: of later buckets */
    struct delta_control *control;
    uint32_t delta; /* at least 1 */
    uint32_t hops;  /* at least 1: light arcs that a block follows per round */
};

/* When a launch ends, whether or not labels are final. */
struct delta_limits {
    uint32_t rounds; /* at least 1 */
    uint32_t work;   /* vertices taken from lists, about */
};

/* A query's first control, with `seed_count` seeds listed in pending[0]. */
struct delta_control delta_control_start(uint32_t seed_count);

/* For blocks of `block` threads, on the current device. */
cudaError_t delta_occupancy(unsigned block, struct occupancy *ret_occupancy);

/* Sets labels from search.cost and lists the labelled vertices in pending[0].
 * Word: how many. */
cudaError_t launch_delta_begin(const struct delta_arrays *arrays,
                               const struct host_word *word,
                               cudaStream_t stream);

/* Runs rounds until a limit is met or labels are final. First word: vertices
 * whose light arcs were relaxed. Second: twice the rounds, plus 1 where labels
 * are not final. Cooperative: `blocks` must not exceed what fits. */
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
