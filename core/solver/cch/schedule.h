/* schedule: tasks of similar work over the supernodes, children before parents.
 *
 * Most of the work lies in small subtrees: a task of that kind is a range of
 * supernodes, some subtrees below the same parent. Each supernode with more
 * below it than such a task is a task by itself. Tasks form a forest, so no
 * thread waits or queues: threads share the leaves, and the thread that
 * finishes the last child of a task continues with the task (a subtree scheme
 * of multifrontal codes: Liu 1990, section 7):
 *
 *     while ((task = schedule_leaf(schedule, progress)) != TASK_NONE)
 *         do
 *             work on the task
 *         while ((task = schedule_parent(schedule, progress, task)) !=
 *                TASK_NONE); */
#ifndef RELAXD_SOLVER_CCH_SCHEDULE_H
#define RELAXD_SOLVER_CCH_SCHEDULE_H

#include <stdatomic.h>
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
    uint64_t work;     /* total, in sums of costs; 10^10 are about a second */
    struct task *task; /* [task_count], ascending: covers all supernodes */
    uint32_t *leaf;    /* [leaf_count] tasks without children, those with the
                          most work above them first */
};

/* 0 or -ENOMEM. finish() is fine after either and on zero bytes. The result
 * does not depend on weights or number of threads. */
int schedule_init(struct schedule *schedule, const struct hierarchy *hierarchy);
void schedule_finish(struct schedule *schedule);

/* What the threads of one run share: the number of leaves taken, then
 * [task_count] children that have not finished. free() it. NULL: no memory. */
atomic_uint *schedule_start(const struct schedule *schedule);

/* A leaf that no thread has taken; TASK_NONE: there is none left. */
uint32_t schedule_leaf(const struct schedule *schedule, atomic_uint *progress);

/* Finishes a task. Its parent, if that was the last child, else TASK_NONE. */
uint32_t schedule_parent(const struct schedule *schedule, atomic_uint *progress,
                         uint32_t task);

/* Work of one supernode, in units of schedule.work. */
uint64_t schedule_work_of(const struct hierarchy *hierarchy,
                          uint32_t supernode);

#endif
