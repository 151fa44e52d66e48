/* show: tells an observer whose label fell in each phase of a search.
 *
 * By copying all labels back after a phase, so a watched query takes far longer
 * than another. A vertex shows as often as a phase leaves it a lower label; the
 * search's seeds show in the first. */
#ifndef RELAXD_GPU_SHOW_H
#define RELAXD_GPU_SHOW_H

#include "gpu/search_method.h"

/* Zeroed at first. */
struct show {
    uint32_t *before; /* [vertex_count] labels that the observer knows */
    uint32_t *now;    /* [vertex_count] */
    uint32_t *vertex; /* [vertex_count] */
    uint32_t *cost;   /* [vertex_count] */
};

/* 0 or -ENOMEM; finish() is fine after either and on zero bytes. */
int show_init(struct show *show, const struct search *search);
void show_finish(struct show *show);

/* What fell since the last call. 0 or a code with words. */
int show_phase(struct show *show, struct search *search, uint32_t phase,
               struct error *error);

#endif
