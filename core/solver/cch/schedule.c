/* schedule: splits the forest of supernodes into tasks. */
#include "core/solver/cch/schedule.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/graph/hierarchy/hierarchy.h"

/* A supernode's fixed work, in sums, and the number of tasks. With this many
 * the last one is short, and the overhead of each is negligible. */
enum { WORK_FIXED = 2000, TASKS = 1024 };

struct planning {
    const struct hierarchy *hierarchy;
    uint64_t *below;   /* [supernode_count] work of the subtree */
    uint32_t *lowest;  /* [supernode_count] the first supernode of the
                          subtree */
    uint32_t *task_of; /* [supernode_count] its task, if it is one by itself */
    uint64_t grain;    /* a range of subtrees has at most this work */
    uint64_t in_range; /* work in the current task */
    struct schedule *schedule;
    size_t capacity;
};

uint64_t schedule_work_of(const struct hierarchy *hierarchy, uint32_t supernode)
{
    uint64_t s = supernode_size(hierarchy, supernode);
    uint64_t f = s + supernode_upward(hierarchy, supernode);

    return WORK_FIXED + s * f * f;
}

static void measure(struct planning *planning)
{
    const struct hierarchy *hierarchy = planning->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    uint64_t all = 0;

    subtrees_find_lowest(hierarchy, planning->lowest);
    for (uint32_t s = 0; s < count; s++) {
        planning->below[s] += schedule_work_of(hierarchy, s);
        all += schedule_work_of(hierarchy, s);
        if (hierarchy->parent[s] != SUPERNODE_NONE)
            planning->below[hierarchy->parent[s]] += planning->below[s];
    }
    planning->schedule->work = all;
    planning->grain = all / TASKS;
}

static int add_task(struct planning *planning, uint32_t first, uint32_t end)
{
    struct schedule *schedule = planning->schedule;

    if (array_reserve(&schedule->task, &planning->capacity,
                      schedule->task_count + (size_t)1,
                      sizeof(*schedule->task)))
        return -ENOMEM;
    schedule->task[schedule->task_count++] =
        (struct task){.first = first, .end = end, .parent = TASK_NONE};
    return 0;
}

/* A subtree that is no task by itself joins the one before it if both have the
 * same parent. */
static int add_subtree(struct planning *planning, uint32_t top)
{
    const struct hierarchy *hierarchy = planning->hierarchy;
    struct schedule *schedule = planning->schedule;
    uint64_t work = planning->below[top];
    struct task *last;

    if (schedule->task_count) {
        last = &schedule->task[schedule->task_count - 1];
        if (last->end == planning->lowest[top] &&
            planning->task_of[last->end - 1] == TASK_NONE &&
            hierarchy->parent[last->end - 1] == hierarchy->parent[top] &&
            planning->in_range + work <= planning->grain) {
            last->end = top + 1;
            planning->in_range += work;
            return 0;
        }
    }
    planning->in_range = work;
    return add_task(planning, planning->lowest[top], top + 1);
}

static int add_tasks(struct planning *planning)
{
    const struct hierarchy *hierarchy = planning->hierarchy;
    int r = 0;

    for (uint32_t s = 0; s < hierarchy->supernode_count && !r; s++) {
        uint32_t parent = hierarchy->parent[s];

        planning->task_of[s] = TASK_NONE;
        if (planning->below[s] > planning->grain) {
            planning->task_of[s] = planning->schedule->task_count;
            r = add_task(planning, s, s + 1);
        } else if (parent == SUPERNODE_NONE ||
                   planning->below[parent] > planning->grain) {
            r = add_subtree(planning, s);
        }
    }
    return r;
}

/* Sets parents, and sorts leaves by the work from them to the root. */
static int link_tasks(struct planning *planning)
{
    const struct hierarchy *hierarchy = planning->hierarchy;
    struct schedule *schedule = planning->schedule;

    for (uint32_t t = 0; t < schedule->task_count; t++) {
        struct task *task = &schedule->task[t];
        uint32_t parent = hierarchy->parent[task->end - 1];

        if (parent == SUPERNODE_NONE)
            continue;
        task->parent = planning->task_of[parent];
        schedule->task[task->parent].child_count++;
    }
    for (uint32_t t = 0; t < schedule->task_count; t++)
        schedule->leaf_count += !schedule->task[t].child_count;
    schedule->leaf = array_alloc(schedule->leaf_count, sizeof(uint32_t));
    return schedule->leaf ? 0 : -ENOMEM;
}

struct leaf {
    uint64_t chain; /* work from it to its root */
    uint32_t task;
};

static int compare_leaves(const void *a, const void *b)
{
    const struct leaf *left = a;
    const struct leaf *right = b;

    if (left->chain != right->chain)
        return left->chain < right->chain ? 1 : -1;
    return left->task < right->task ? -1 : 1;
}

static int sort_leaves(const struct planning *planning)
{
    struct schedule *schedule = planning->schedule;
    uint64_t *chain = array_zero(schedule->task_count, sizeof(*chain));
    struct leaf *leaf = array_alloc(schedule->leaf_count, sizeof(*leaf));
    uint32_t count = 0;

    for (uint32_t t = schedule->task_count; chain && leaf && t-- > 0;) {
        const struct task *task = &schedule->task[t];

        for (uint32_t s = task->first; s < task->end; s++)
            chain[t] += schedule_work_of(planning->hierarchy, s);
        if (task->parent != TASK_NONE)
            chain[t] += chain[task->parent];
        if (!task->child_count)
            leaf[count++] = (struct leaf){chain[t], t};
    }
    if (chain && leaf) {
        qsort(leaf, count, sizeof(*leaf), compare_leaves);
        for (uint32_t i = 0; i < count; i++)
            schedule->leaf[i] = leaf[i].task;
    }
    free(chain);
    free(leaf);
    return count == schedule->leaf_count ? 0 : -ENOMEM;
}

int schedule_init(struct schedule *schedule, const struct hierarchy *hierarchy)
{
    uint32_t count = hierarchy->supernode_count;
    struct planning planning = {
        .hierarchy = hierarchy,
        .below = array_zero(count, sizeof(uint64_t)),
        .lowest = array_alloc(count, sizeof(uint32_t)),
        .task_of = array_alloc(count, sizeof(uint32_t)),
        .schedule = schedule,
    };
    int r = -ENOMEM;

    *schedule = (struct schedule){0};
    if (planning.below && planning.lowest && planning.task_of) {
        measure(&planning);
        r = add_tasks(&planning);
    }
    if (!r)
        r = link_tasks(&planning);
    if (!r)
        r = sort_leaves(&planning);
    free(planning.below);
    free(planning.lowest);
    free(planning.task_of);
    return r;
}

void schedule_finish(struct schedule *schedule)
{
    free(schedule->task);
    free(schedule->leaf);
    schedule->task = NULL;
    schedule->leaf = NULL;
}

atomic_uint *schedule_start(const struct schedule *schedule)
{
    atomic_uint *progress =
        array_alloc((size_t)schedule->task_count + 1, sizeof(*progress));

    if (!progress)
        return NULL;
    atomic_init(&progress[0], 0);
    for (uint32_t t = 0; t < schedule->task_count; t++)
        atomic_init(&progress[t + 1], schedule->task[t].child_count);
    return progress;
}

uint32_t schedule_leaf(const struct schedule *schedule, atomic_uint *progress)
{
    uint32_t next = atomic_fetch_add(&progress[0], 1);

    return next < schedule->leaf_count ? schedule->leaf[next] : TASK_NONE;
}

uint32_t schedule_parent(const struct schedule *schedule, atomic_uint *progress,
                         uint32_t task)
{
    uint32_t parent = schedule->task[task].parent;

    return parent != TASK_NONE &&
                   atomic_fetch_sub(&progress[parent + 1], 1) == 1
               ? parent
               : TASK_NONE;
}
