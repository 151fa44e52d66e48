/* near_far_together: what near_far.c and near_far_together.c share. */
#ifndef RELAXD_GPU_NEAR_FAR_NEAR_FAR_TOGETHER_H
#define RELAXD_GPU_NEAR_FAR_NEAR_FAR_TOGETHER_H

#include "gpu/near_far/near_far.h"
#include "gpu/search_method.h"

/* Slots for queries side by side; their memory is taken by the first batch that
 * needs them, at most what is allowed. */
struct near_far_together {
    unsigned from;  /* queries, at least: fewer go one after the other; 0: all
                       do */
    unsigned block; /* threads */
    uint64_t bytes; /* allowed on the device */
    bool tried;     /* to take them */
    uint32_t room;  /* slots there are */
    struct near_far_slots slots;
    struct near_far_control *controls; /* [room] in the host's memory */
};

struct near_far {
    struct search search;
    struct near_far_arrays arrays; /* search, cells, targets: a query's */
    struct near_far_rules rules;
    struct near_far_control start; /* being uploaded */
    unsigned blocks;
    unsigned block;
    uint32_t given; /* delta as set, or 0 */
    double times;   /* the median weight */
    uint32_t delta; /* of the weights of that epoch */
    uint64_t epoch;
    struct near_far_together together;
};

/* For the weights in force. */
uint32_t near_far_delta(struct near_far *near_far);

/* search_method.h's solve_some. */
int near_far_solve_some(struct search *search, struct query **queries,
                        size_t count, size_t *ret_count, struct error *error);

/* near_far_slots.c: as many as are allowed and run at once; where memory is
 * short, fewer, or none where that is less than together.from. */
int near_far_take_slots(struct near_far *near_far, struct error *error);
void near_far_together_finish(struct near_far *near_far);

#endif
