/* updates: how many vertices each phase of a query updates.
 *
 * Counted by harish where the study has a CUDA device, else by rounds.h on the
 * CPU; the numbers are the same. One thread. */
#ifndef RELAXD_LAB_PAPER_UPDATES_H
#define RELAXD_LAB_PAPER_UPDATES_H

#include "clients/relaxctl/forms.h"
#include "clients/relaxctl/runner.h"
#include "lab/paper/paper.h"
#include "lab/rounds.h"
#include "lab/trace.h"

struct updates {
    uint32_t *updated; /* [count] of the last query, by phase; the last phase
                          finds nothing to update */
    size_t count;
    size_t capacity;
    bool on_gpu;
    struct rounds rounds; /* on the CPU */
    struct forms forms;   /* on the GPU */
    struct runner runner;
    struct trace trace;
};

int updates_init(struct updates *updates, const struct study *study,
                 const struct map *map, struct error *error);
void updates_finish(struct updates *updates); /* zeroed is fine */

int updates_count(struct updates *updates, uint32_t source,
                  struct error *error);

#endif
