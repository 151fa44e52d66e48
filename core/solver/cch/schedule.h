/* schedule: supernodes as tasks of even work, children's before parents'.
 *
 * The bulk of the work lies in small subtrees: each task of that kind is a
 * range of supernodes, some subtrees below the same parent. Every supernode
 * that has more below it than such a task is a task by itself. Tasks form a
 * forest, so nobody has to wait or to queue: threads share out the leaves, and
 * who finishes the last child of a task goes on with the task (a subtree
 * scheme of multifrontal codes: Liu 1990, section 7). */
#ifndef RELAXD_SOLVER_CCH_SCHEDULE_H
#define RELAXD_SOLVER_CCH_SCHEDULE_H

#include <stdint.h>

#include "core/graph/hierarchy/hierarchy.h"

#define TASK_NONE UINT32_MAX

/* Supernodes [first, end), in ascending order. */
struct task {
    uint32_t first;
    uint32_t end;
    uint32_t parent;      /* task, a later one, or TASK_NONE */
    uint32_t child_count; /* tasks */
};

struct schedule {
    uint32_t task_count;
    uint32_t leaf_count;
    uint64_t work;     /* of all, in sums of costs; 10^10 are about a second */
    struct task *task; /* [task_count], ascending: covers all supernodes */
    uint32_t *leaf;    /* [leaf_count] tasks without children, those with the
                          most work above them first */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. The same
 * whatever the weights and the number of threads. */
int schedule_init(struct schedule *schedule, const struct hierarchy *hierarchy);
void schedule_finish(struct schedule *schedule);

/* Of one supernode, in the measure of schedule.work. */
uint64_t schedule_work_of(const struct hierarchy *hierarchy,
                          uint32_t supernode);

#endif
