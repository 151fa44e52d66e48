/* perfect: exact distances within every front, top down. */
#include "core/solver/cch/perfect.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/parallel.h"
#include "core/graph/cost.h"
#include "core/solver/cch/frontal.h"
#include "core/solver/cch/kernels.h"

/* Fewer tasks than this at once are not worth threads: the top of the forest.
 */
enum { THREAD_TASKS = 4 };

struct perfecting {
    const struct cch *cch;
    const struct hierarchy *hierarchy;
    const struct cch_metric *metric;
    struct cch_perfect *perfect;
    unsigned threads;
    uint32_t *task;  /* [task_count] those with children by depth in the forest
                        of tasks, then those without */
    uint32_t *first; /* [depth_count + 2] into task */
    uint32_t depth_count;
    const uint32_t *run; /* into task: what is done at once */
};

/* The parent has written what lies between the uppers. */
static int make(struct perfecting *perfecting, struct frontal *frontal,
                uint32_t supernode)
{
    const struct hierarchy *hierarchy = perfecting->hierarchy;
    uint64_t entry = hierarchy->first_entry[supernode];
    uint32_t *upper = perfecting->perfect->upper;

    if (frontal_start(frontal, hierarchy, supernode))
        return -ENOMEM;
    frontal_load_panel(frontal, perfecting->metric->basic + entry);
    frontal_load_schur(frontal, upper + hierarchy->first_schur[supernode]);
    frontal_kernels()->perfect(frontal);
    frontal_store_panel(frontal, perfecting->perfect->panel + entry);
    for (uint32_t i = hierarchy->first_child[supernode];
         i < hierarchy->first_child[supernode + 1]; i++) {
        uint32_t child = hierarchy->child[i];

        frontal_give_child(frontal, hierarchy, child,
                           upper + hierarchy->first_schur[child]);
    }
    return 0;
}

static int make_task(void *context, size_t part, struct error *error)
{
    struct perfecting *perfecting = context;
    const struct task *task =
        &perfecting->cch->schedule.task[perfecting->run[part]];
    struct frontal frontal = {0};
    int r = 0;

    for (uint32_t s = task->end; s-- > task->first && !r;)
        r = make(perfecting, &frontal, s);
    frontal_finish(&frontal);
    return r ? error_no_memory(error) : 0;
}

static uint32_t find_depths(const struct schedule *schedule, uint32_t *depth)
{
    uint32_t depth_count = 0;

    for (uint32_t t = schedule->task_count; t-- > 0;) {
        const struct task *task = &schedule->task[t];

        depth[t] = task->parent == TASK_NONE ? 0 : depth[task->parent] + 1;
        if (depth[t] >= depth_count)
            depth_count = depth[t] + 1;
    }
    for (uint32_t t = 0; t < schedule->task_count; t++) {
        if (!schedule->task[t].child_count)
            depth[t] = depth_count;
    }
    return depth_count;
}

/* 0 or -ENOMEM. */
static int sort_tasks(struct perfecting *perfecting)
{
    const struct schedule *schedule = &perfecting->cch->schedule;
    uint32_t count = schedule->task_count;
    uint32_t *depth = array_alloc(count, sizeof(*depth));

    perfecting->task = array_alloc(count, sizeof(*perfecting->task));
    if (depth)
        perfecting->depth_count = find_depths(schedule, depth);
    perfecting->first = array_zero((size_t)perfecting->depth_count + 3,
                                   sizeof(*perfecting->first));
    if (!depth || !perfecting->task || !perfecting->first) {
        free(depth);
        return -ENOMEM;
    }
    for (uint32_t t = 0; t < count; t++)
        perfecting->first[depth[t] + 2]++;
    for (uint32_t d = 0; d <= perfecting->depth_count; d++)
        perfecting->first[d + 2] += perfecting->first[d + 1];
    for (uint32_t t = 0; t < count; t++)
        perfecting->task[perfecting->first[depth[t] + 1]++] = t;
    free(depth);
    return 0;
}

static int run(struct perfecting *perfecting, struct error *error)
{
    int r = 0;

    for (uint32_t d = 0; d <= perfecting->depth_count && !r; d++) {
        uint32_t count = perfecting->first[d + 1] - perfecting->first[d];
        unsigned threads = count < THREAD_TASKS ? 1 : perfecting->threads;

        perfecting->run = perfecting->task + perfecting->first[d];
        r = parallel_run(threads, count, make_task, perfecting, error);
    }
    return r;
}

static int allocate(struct cch_perfect *perfect,
                    const struct hierarchy *hierarchy)
{
    uint32_t count = hierarchy->supernode_count;
    size_t panels = count ? hierarchy->first_entry[count] : 0;
    size_t uppers = count ? hierarchy->first_schur[count] : 0;

    *perfect = (struct cch_perfect){
        .panel = array_alloc_huge(panels, sizeof(uint32_t)),
        .upper = array_alloc_huge(uppers, sizeof(uint32_t)),
    };
    return perfect->panel && perfect->upper ? 0 : -ENOMEM;
}

int cch_perfect_init(struct cch_perfect *perfect,
                     const struct cch_metric *metric, struct error *error)
{
    const struct cch *cch = (const struct cch *)metric->base.prepared;
    struct perfecting perfecting = {
        .cch = cch,
        .hierarchy = &cch->base.map->hierarchy,
        .metric = metric,
        .perfect = perfect,
        .threads = cch->threads ? cch->threads : parallel_thread_count(),
    };
    int r;

    if (allocate(perfect, perfecting.hierarchy) || sort_tasks(&perfecting))
        r = error_no_memory(error);
    else
        r = run(&perfecting, error);
    free(perfecting.task);
    free(perfecting.first);
    return r;
}

void cch_perfect_finish(struct cch_perfect *perfect)
{
    free(perfect->panel);
    free(perfect->upper);
    *perfect = (struct cch_perfect){0};
}

struct cch_pruning cch_perfect_count(const struct cch_perfect *perfect,
                                     const struct cch_metric *metric)
{
    const struct hierarchy *hierarchy = &metric->base.prepared->map->hierarchy;
    uint32_t count = hierarchy->supernode_count;
    uint64_t words = count ? hierarchy->first_entry[count] : 0;
    struct cch_pruning pruning = {.entries = words};

    if (count)
        pruning.entries -= hierarchy->first_vertex[count];
    for (uint64_t i = 0; i < words; i++) {
        if (metric->basic[i] == COST_INFINITY)
            pruning.infinite++;
        else
            pruning.pruned += metric->basic[i] > perfect->panel[i];
    }
    return pruning;
}
