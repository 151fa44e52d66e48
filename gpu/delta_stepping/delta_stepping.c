/* delta_stepping: the method of that name; its rounds run in one kernel.
 *
 * A phase is a launch of many rounds (delta_stepping.cu), which ends early
 * enough for deadlines. */
#include "gpu/delta_stepping/delta_stepping.h"

#include "gpu/cuda_error.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

/* The approximate work of a launch: some milliseconds. */
enum {
    VERTICES_A_LAUNCH = 1 << 24,
    ARCS_A_LAUNCH = 1 << 27,
};

struct delta_stepping {
    struct search search;
    struct delta_arrays arrays; /* search and delta are set for each query */
    struct delta_limits limits;
    struct kernel_grid grid;
    uint32_t given; /* delta as set, or 0 */
    enum delta_rule rule;
    double times;   /* factor of the rule */
    uint64_t epoch; /* of the weights that determined arrays.delta */
};

static int alloc(struct delta_stepping *delta, struct error *error)
{
    struct workspace *workspace = &delta->search.workspace;
    struct delta_arrays *arrays = &delta->arrays;
    uint32_t **own[] = {&arrays->list[0], &arrays->list[1], &arrays->settled,
                        &arrays->pending[0], &arrays->pending[1]};
    size_t n = workspace->arrays.vertex_count;
    int r = workspace_alloc(workspace, &arrays->control, 1, DELTA_CONTROL_BYTES,
                            error);

    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]) && !r; i++)
        r = workspace_alloc(workspace, own[i], n, sizeof(**own[i]), error);
    return r;
}

/* Vertices that a launch takes from lists before it ends. */
static uint32_t work_a_launch(const struct search_arrays *arrays)
{
    uint32_t degree =
        arrays->vertex_count ? arrays->arc_count / arrays->vertex_count : 0;
    uint32_t most = ARCS_A_LAUNCH / (degree + 1);

    return most < VERTICES_A_LAUNCH ? most : VERTICES_A_LAUNCH;
}

static int count_blocks(struct delta_stepping *delta, unsigned wanted,
                        struct error *error)
{
    struct occupancy room = {0};
    int r = cuda_check(delta_occupancy(delta->grid.block, &room),
                       "room for a grid", error);

    delta->grid.blocks = occupancy_blocks(&room, wanted);
    return r;
}

static int init(struct search *search, struct error *error)
{
    struct delta_stepping *delta = (struct delta_stepping *)search;
    int r;

    delta->given = search_option(search, "delta");
    delta->rule = (enum delta_rule)search_option(search, "delta-rule");
    delta->times = search_fraction_option(search, "delta-times");
    delta->limits = (struct delta_limits){
        search_option(search, "rounds-at-once"),
        work_a_launch(&search->workspace.arrays),
    };
    delta->grid.block = search_block_option(search, "block-threads");
    delta->arrays.label = search->workspace.links;
    delta->arrays.hops = search_option(search, "hops");
    r = count_blocks(delta, search_option(search, "blocks"), error);
    return r ? r : alloc(delta, error);
}

static uint32_t delta_for(const struct delta_stepping *delta,
                          const struct cuda_metric *metric)
{
    double width =
        delta->times * delta_by_rule(delta->rule,
                                     &metric->base.prepared->map->topology,
                                     &metric->weights);

    return width < WEIGHT_MAX ? (uint32_t)width : WEIGHT_MAX;
}

/* Once for each set of weights: a rule reads all of them. */
static void find_delta(struct delta_stepping *delta)
{
    const struct cuda_metric *metric =
        (const struct cuda_metric *)delta->search.metric;

    if (delta->given) {
        delta->arrays.delta = delta->given;
    } else if (!delta->arrays.delta || delta->epoch != metric->base.epoch) {
        delta->arrays.delta = delta_for(delta, metric);
        delta->epoch = metric->base.epoch;
    }
}

static int begin(struct search *search, struct error *error)
{
    struct delta_stepping *delta = (struct delta_stepping *)search;
    struct workspace *workspace = &search->workspace;
    struct host_word word = workspace_word(workspace);
    int r;

    find_delta(delta);
    delta->arrays.search = workspace->arrays;
    r = cuda_check(launch_delta_begin(&delta->arrays, &word, workspace->stream),
                   "begin kernel", error);
    if (!r)
        r = workspace_wait_word(workspace, &search->active, error);
    if (!r)
        r = cuda_check(launch_delta_start(&delta->arrays, search->active,
                                          workspace->stream),
                       "start of a query", error);
    return r;
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct delta_stepping *delta = (struct delta_stepping *)search;
    struct workspace *workspace = &search->workspace;
    struct host_word listed = workspace_word(workspace);
    struct host_word rounds = workspace_word(workspace);
    int r = cuda_check(launch_delta_stepping(&delta->arrays, &delta->limits,
                                             &listed, &rounds, &delta->grid,
                                             workspace->stream),
                       "delta-stepping kernel", error);

    phase->method = "buckets";
    phase->launches = 1;
    phase->threads = (uint64_t)delta->grid.blocks * delta->grid.block;
    return r ? r : search_wait_rounds(search, phase, error);
}

const struct search_method delta_stepping_method = {
    .size = sizeof(struct delta_stepping),
    .init = init,
    .begin = begin,
    .phase = take_phase,
};
