/* near_far: the method of that name; its rounds run in one kernel.
 *
 * A phase is a launch, which ends once labels are final, or enough of them, or
 * early enough for deadlines (near_far.cu). */
#include "gpu/near_far/near_far_together.h"

#include "gpu/cuda_error.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/forms/forms.h"
#include "gpu/solvers/solvers.h"

static size_t known_words(const struct workspace *workspace)
{
    return (workspace->arrays.vertex_count + 31) / 32;
}

static int alloc(struct near_far *near_far, struct error *error)
{
    struct workspace *workspace = &near_far->search.workspace;
    struct near_far_arrays *arrays = &near_far->arrays;
    uint32_t **own[] = {&arrays->far[1], &arrays->list[0], &arrays->list[1]};
    size_t n = workspace->arrays.vertex_count;
    int r = workspace_alloc(workspace, &arrays->control, 1,
                            sizeof(*arrays->control), error);

    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]) && !r; i++)
        r = workspace_alloc(workspace, own[i], n, sizeof(**own[i]), error);
    if (!r)
        r = workspace_alloc(workspace, &arrays->known, known_words(workspace),
                            sizeof(*arrays->known), error);
    arrays->far[0] = (uint32_t *)workspace->links;
    arrays->stamp = arrays->far[0] + n;
    return r;
}

/* 0: as many threads on each multiprocessor as a block has at most. */
static int count_blocks(struct near_far *near_far, unsigned wanted,
                        struct error *error)
{
    struct occupancy room = {0};
    int r = cuda_check(near_far_occupancy(near_far->block, &room),
                       "room for a grid", error);

    if (wanted == 0)
        wanted = room.multiprocessors * (NEAR_FAR_BLOCK_MAX / near_far->block);
    near_far->blocks = occupancy_blocks(&room, wanted);
    return r;
}

static int init(struct search *search, const struct solver_setting *settings,
                size_t setting_count, struct error *error)
{
    struct near_far *near_far = (struct near_far *)search;
    const struct solver_ops *ops = search->base.ops;
    double given = solver_option_value(ops, settings, setting_count, "delta");
    double times =
        solver_option_value(ops, settings, setting_count, "delta-times");
    double aim = solver_option_value(ops, settings, setting_count, "aim");
    double thin = solver_option_value(ops, settings, setting_count, "thin");
    double hops = solver_option_value(ops, settings, setting_count, "hops");
    double room = solver_option_value(ops, settings, setting_count, "room");
    double alone =
        solver_option_value(ops, settings, setting_count, "alone-below");
    double blocks = solver_option_value(ops, settings, setting_count, "blocks");
    double rounds =
        solver_option_value(ops, settings, setting_count, "rounds-at-once");
    double from =
        solver_option_value(ops, settings, setting_count, "together-from");
    double mib =
        solver_option_value(ops, settings, setting_count, "together-mib");
    int r;

    near_far->given = (uint32_t)given;
    near_far->times = times;
    near_far->rules = (struct near_far_rules){
        .hops = (uint32_t)hops,
        .room = (uint32_t)room,
        .alone_below = (uint32_t)alone,
        .aim = (uint32_t)aim,
        .thin = (uint32_t)thin,
        .rounds = (uint32_t)rounds,
    };
    near_far->block =
        search_block_option(search, settings, setting_count, "block-threads");
    near_far->together.from = (unsigned)from;
    near_far->together.bytes = (uint64_t)mib << 20;
    near_far->together.block = search_block_option(
        search, settings, setting_count, "together-block-threads");
    r = count_blocks(near_far, (unsigned)blocks, error);
    return r ? r : alloc(near_far, error);
}

/* Once for each set of weights: the median walks over all of them. */
uint32_t near_far_delta(struct near_far *near_far)
{
    const struct cuda_metric *metric =
        (const struct cuda_metric *)near_far->search.metric;
    double width;

    if (near_far->given)
        return near_far->given;
    if (near_far->delta && near_far->epoch == metric->base.epoch)
        return near_far->delta;
    width = near_far->times *
            delta_by_rule(DELTA_MEDIAN, &metric->base.prepared->map->topology,
                          &metric->weights);
    near_far->delta = width < WEIGHT_MAX ? (uint32_t)width : WEIGHT_MAX;
    near_far->epoch = metric->base.epoch;
    return near_far->delta;
}

static cudaError_t clear(struct near_far *near_far)
{
    struct workspace *workspace = &near_far->search.workspace;
    const struct near_far_arrays *arrays = &near_far->arrays;
    cudaError_t status = cudaMemsetAsync(
        arrays->stamp, 0,
        (size_t)workspace->arrays.vertex_count * sizeof(*arrays->stamp),
        workspace->stream);

    if (status == cudaSuccess)
        status = cudaMemsetAsync(
            arrays->known, 0, known_words(workspace) * sizeof(*arrays->known),
            workspace->stream);
    return status;
}

static int begin(struct search *search, struct error *error)
{
    struct near_far *near_far = (struct near_far *)search;
    struct workspace *workspace = &search->workspace;
    struct near_far_arrays *arrays = &near_far->arrays;
    int r;

    arrays->search = workspace->arrays;
    arrays->cells = ((const struct cuda_metric *)search->metric)->filled;
    r = search_upload_targets(search, &arrays->targets, &arrays->target_count,
                              error);
    if (!r)
        r = cuda_check(clear(near_far), "clear stamps", error);
    if (!r)
        r = search_list_seeds(search, arrays->far[0], error);
    if (r)
        return r;
    near_far->start = near_far_start(search->active, near_far_delta(near_far));
    return cuda_check(cudaMemcpyAsync(arrays->control, &near_far->start,
                                      sizeof(near_far->start),
                                      cudaMemcpyHostToDevice,
                                      workspace->stream),
                      "start of a query", error);
}

static int wait(struct search *search, const struct host_word *taken,
                struct phase *phase, struct error *error)
{
    struct workspace *workspace = &search->workspace;
    uint32_t updated = 0;
    uint32_t steps = 0;
    int r = workspace_wait_word(workspace, &steps, error);

    if (!r)
        r = workspace_wait_earlier_word(workspace, taken, &updated, error);
    phase->updated = updated;
    phase->rounds = steps / 2;
    search->active = steps % 2;
    return r;
}

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct near_far *near_far = (struct near_far *)search;
    struct workspace *workspace = &search->workspace;
    struct host_word taken = workspace_word(workspace);
    struct host_word steps = workspace_word(workspace);
    int r = cuda_check(launch_near_far(&near_far->arrays, &near_far->rules,
                                       &taken, &steps, near_far->blocks,
                                       near_far->block, workspace->stream),
                       "near-far kernel", error);

    phase->method = "near-far";
    phase->launches = 1;
    phase->threads = (uint64_t)near_far->blocks * near_far->block;
    return r ? r : wait(search, &taken, phase, error);
}

static void finish(struct search *search)
{
    near_far_together_finish((struct near_far *)search);
}

const struct search_method near_far_method = {
    .size = sizeof(struct near_far),
    .init = init,
    .finish = finish,
    .begin = begin,
    .phase = take_phase,
    .solve_some = near_far_solve_some,
};
