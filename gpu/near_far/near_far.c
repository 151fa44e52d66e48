/* near_far: the method of that name; its rounds run in one kernel.
 *
 * A phase is a launch, which ends once labels are final, or enough of them, or
 * early enough for deadlines (near_far.cu). */
#include <errno.h>
#include <stdlib.h>

#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/solver/answer.h"
#include "gpu/cuda_error.h"
#include "gpu/delta_stepping/delta_rule.h"
#include "gpu/forms/forms.h"
#include "gpu/near_far/near_far.h"
#include "gpu/search_method.h"
#include "gpu/solvers/solvers.h"

/* ---- Queries in parallel ---- */

/* Queries of a batch in parallel.
 *
 * A wave is as many as there are slots. One copy uploads its slots, seeds and
 * targets. Launches follow until all are done, with checks of their cancel
 * flags in between; one copy brings the costs of targets back. */

/* Slots for queries in parallel. The first batch that needs them allocates
 * their memory, up to the limit. */
struct near_far_together {
    unsigned from;  /* queries in parallel, at least: fewer run one after the
                       other; 0: always */
    unsigned block; /* threads */
    uint64_t bytes; /* most bytes on the device */
    bool tried;     /* to allocate them */
    uint32_t room;  /* number of slots */
    struct near_far_slots slots;
    struct near_far_control *controls; /* [room] in host memory */
};

struct near_far {
    struct search search;
    struct near_far_arrays arrays; /* search, cells, targets: set for each
                                      query */
    struct near_far_rules rules;
    struct near_far_control start; /* uploaded for a query */
    struct kernel_grid grid;
    uint32_t given; /* delta as set, or 0 */
    double times;   /* factor of the median weight */
    uint32_t delta; /* for the weights of that epoch */
    uint64_t epoch;
    struct near_far_together together;
};

/* Once for each set of weights: the median reads all of them. */
static uint32_t near_far_delta(struct near_far *near_far)
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

/* ---- Slots ---- */

static size_t stamp_stride(const struct workspace *workspace)
{
    size_t n = workspace->arrays.vertex_count;

    return n + (n + 31) / 32;
}

/* Label, two far lists, two near ones; stamps and bits. */
static size_t slot_words(const struct workspace *workspace)
{
    return 5 * (size_t)workspace->arrays.vertex_count +
           stamp_stride(workspace) +
           sizeof(struct near_far_control) / sizeof(uint32_t);
}

static void free_slots(struct near_far_together *together)
{
    struct near_far_slots *slots = &together->slots;

    cuda_ended(cudaFree(slots->search.cost));
    cuda_ended(cudaFree(slots->far[0]));
    cuda_ended(cudaFree(slots->far[1]));
    cuda_ended(cudaFree(slots->list[0]));
    cuda_ended(cudaFree(slots->list[1]));
    cuda_ended(cudaFree(slots->stamp));
    cuda_ended(cudaFree(slots->control));
    free(together->controls);
    together->controls = NULL;
    together->room = 0;
    *slots = (struct near_far_slots){0};
}

static void near_far_together_finish(struct near_far *near_far)
{
    const struct workspace *workspace = &near_far->search.workspace;

    if (!workspace->device)
        return;
    workspace_enter(workspace, NULL);
    free_slots(&near_far->together);
}

static int alloc_slots(struct near_far_together *together,
                       const struct workspace *workspace, uint32_t count,
                       struct error *error)
{
    struct near_far_slots *slots = &together->slots;
    uint32_t **rows[] = {&slots->search.cost, &slots->far[0], &slots->far[1],
                         &slots->list[0], &slots->list[1]};
    size_t n = workspace->arrays.vertex_count;
    int r = 0;

    slots->stamp_stride = (uint32_t)stamp_stride(workspace);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && !r; i++)
        r = cuda_alloc(rows[i], count * n, sizeof(**rows[i]),
                       "queries side by side", error);
    if (!r)
        r = cuda_alloc(&slots->stamp, count * (size_t)slots->stamp_stride,
                       sizeof(*slots->stamp), "queries side by side", error);
    if (!r)
        r = cuda_alloc(&slots->control, count, sizeof(*slots->control),
                       "queries side by side", error);
    together->controls = array_alloc(count, sizeof(*together->controls));
    if (!r && !together->controls)
        r = error_no_memory(error);
    together->room = count;
    return r;
}

static int near_far_take_slots(struct near_far *near_far, struct error *error)
{
    struct near_far_together *together = &near_far->together;
    const struct workspace *workspace = &near_far->search.workspace;
    uint64_t count =
        together->bytes / (slot_words(workspace) * sizeof(uint32_t));
    struct occupancy room = {0};
    int r = cuda_check(near_far_batch_occupancy(together->block, &room),
                       "room for queries", error);

    together->tried = true;
    if (count > room.blocks)
        count = room.blocks;
    for (; count >= together->from && !r; count /= 2) {
        r = alloc_slots(together, workspace, (uint32_t)count, error);
        if (!r)
            return 0;
        free_slots(together);
        if (r == -ENOMEM)
            r = 0;
    }
    return r;
}

/* ---- Queries ---- */

/* Some queries in progress. */
struct wave {
    struct near_far *near_far;
    struct query **queries;
    uint32_t count;
    uint32_t seeds; /* of all queries */
    uint32_t targets;
};

enum {
    SLOT_WORDS = sizeof(struct near_far_slot) / sizeof(uint32_t),
    SEED_WORDS = sizeof(struct kernel_seed) / sizeof(uint32_t),
};

/* Exchange: slots, seeds, targets, then their costs. */
static size_t words_down(const struct wave *wave)
{
    return (size_t)wave->count * SLOT_WORDS + (size_t)wave->seeds * SEED_WORDS +
           wave->targets;
}

static void put_slot(const struct wave *wave, uint32_t i,
                     struct near_far_slot *at)
{
    uint32_t *words = wave->near_far->search.workspace.exchange.host;
    const struct query *query = wave->queries[i];
    struct near_far_slot *slots = (struct near_far_slot *)words;
    struct kernel_seed *seeds =
        (struct kernel_seed *)(words + (size_t)wave->count * SLOT_WORDS);
    uint32_t *target = (uint32_t *)(seeds + wave->seeds) + at->first_target;

    at->seed_count = query->status == QUERY_CANCELLED ? 0 : query->seed_count;
    at->target_count = search_target_vertices(query);
    at->bound = query->bound;
    at->clears = query->output == QUERY_PATHS;
    for (uint32_t j = 0; j < at->seed_count; j++)
        seeds[at->first_seed + j] = (struct kernel_seed){
            query->seeds[j].vertex,
            query->seeds[j].cost,
        };
    for (uint32_t t = 0; t < query->target_count && at->target_count; t++) {
        for (uint32_t j = 0; j < query->targets[t].vertex_count; j++)
            *target++ = query->targets[t].vertices[j].vertex;
    }
    slots[i] = *at;
    at->first_seed += at->seed_count;
    at->first_target += at->target_count;
}

/* Sets the pointers that all slots share. */
static void point_at_exchange(const struct wave *wave)
{
    struct near_far *near_far = wave->near_far;
    struct near_far_slots *slots = &near_far->together.slots;
    const struct workspace *workspace = &near_far->search.workspace;
    uint32_t *words = workspace->exchange.device;
    uint32_t *cost = slots->search.cost;

    slots->search = workspace->arrays;
    slots->search.cost = cost;
    slots->search.weight =
        ((const struct cuda_metric *)near_far->search.metric)->weight;
    slots->cells =
        ((const struct cuda_metric *)near_far->search.metric)->filled;
    slots->delta = near_far_delta(near_far);
    slots->count = wave->count;
    slots->slots = (const struct near_far_slot *)words;
    words += (size_t)wave->count * SLOT_WORDS;
    slots->seeds = (const struct kernel_seed *)words;
    words += (size_t)wave->seeds * SEED_WORDS;
    slots->targets = words;
    slots->target_cost = words + wave->targets;
}

static cudaError_t clear_slots(const struct wave *wave)
{
    const struct near_far_slots *slots = &wave->near_far->together.slots;
    cudaStream_t stream = wave->near_far->search.workspace.stream;
    size_t n = slots->search.vertex_count;
    cudaError_t status = cudaMemsetAsync(
        slots->search.cost, 0xff, wave->count * n * sizeof(uint32_t), stream);

    if (status == cudaSuccess)
        status = cudaMemsetAsync(slots->stamp, 0,
                                 wave->count * (size_t)slots->stamp_stride *
                                     sizeof(uint32_t),
                                 stream);
    if (status == cudaSuccess)
        status = cudaMemsetAsync(slots->control, 0,
                                 wave->count * sizeof(*slots->control), stream);
    return status;
}

static int start(const struct wave *wave, struct error *error)
{
    struct workspace *workspace = &wave->near_far->search.workspace;
    struct near_far_slot at = {0};
    size_t down = words_down(wave);
    int r = workspace_reserve(workspace, down + wave->targets, error);

    if (r)
        return r;
    for (uint32_t i = 0; i < wave->count; i++)
        put_slot(wave, i, &at);
    point_at_exchange(wave);
    r = cuda_check(clear_slots(wave), "clear labels", error);
    return r ? r : workspace_send(workspace, 0, down, "upload queries", error);
}

/* Marks slots whose queries are past their deadline as done. */
static int drop_due(const struct wave *wave, struct error *error)
{
    static const uint32_t done = NEAR_FAR_DONE;
    const struct near_far *near_far = wave->near_far;
    cudaError_t status = cudaSuccess;

    for (uint32_t i = 0; i < wave->count && status == cudaSuccess; i++) {
        struct query *query = wave->queries[i];
        struct near_far_control *control = &near_far->together.slots.control[i];

        if (query->status == QUERY_CANCELLED || !cancel_due(query->cancel))
            continue;
        query->status = QUERY_CANCELLED;
        status = cudaMemcpyAsync(&control->progress.state, &done, sizeof(done),
                                 cudaMemcpyHostToDevice,
                                 near_far->search.workspace.stream);
    }
    return cuda_check(status, "drop a query", error);
}

static int run(const struct wave *wave, struct error *error)
{
    struct near_far *near_far = wave->near_far;
    struct workspace *workspace = &near_far->search.workspace;
    struct near_far_rules rules = near_far->rules;
    uint32_t left = wave->count;
    int r = 0;

    if (rules.aim > near_far->together.block)
        rules.aim = near_far->together.block;
    if (rules.thin > near_far->together.block / 4)
        rules.thin = near_far->together.block / 4;
    while (left > 0 && !r) {
        struct host_word word = workspace_word(workspace);

        r = drop_due(wave, error);
        if (!r)
            r = cuda_check(launch_near_far_batch(
                               &near_far->together.slots, &rules, &word,
                               near_far->together.block, workspace->stream),
                           "near-far kernel", error);
        if (!r)
            r = workspace_wait_word(workspace, &left, error);
    }
    return r;
}

/* Fetches the costs of targets and each query's final state. */
static int fetch(const struct wave *wave, struct error *error)
{
    const struct near_far_together *together = &wave->near_far->together;
    struct workspace *workspace = &wave->near_far->search.workspace;
    int r =
        cuda_check(cudaMemcpyAsync(together->controls, together->slots.control,
                                   wave->count * sizeof(*together->controls),
                                   cudaMemcpyDeviceToHost, workspace->stream),
                   "fetch states", error);

    return r ? r
             : workspace_fetch(workspace, words_down(wave), wave->targets,
                               "fetch costs", error);
}

/* The query's costs are consecutive; returns how many. */
static int answer_costs(struct query *query, const uint32_t *cost,
                        uint32_t *ret_count, struct error *error)
{
    uint32_t count = search_target_vertices(query);
    struct target_vertex *row = array_alloc(count, sizeof(*row));
    uint32_t at = 0;

    if (!row)
        return error_no_memory(error);
    for (uint32_t t = 0; t < query->target_count; t++) {
        const struct target *target = &query->targets[t];
        struct target in_row = {row + at, target->vertex_count};
        uint32_t index;

        for (uint32_t j = 0; j < target->vertex_count; j++, at++)
            row[at] =
                (struct target_vertex){at, target->vertices[j].adjustment};
        query->cost[t] = answer_target(&in_row, cost, query->bound, &index);
    }
    free(row);
    *ret_count = count;
    return 0;
}

static int answer_all_costs(const struct wave *wave, struct error *error)
{
    const uint32_t *cost =
        wave->near_far->search.workspace.exchange.host + words_down(wave);
    int r = 0;

    for (uint32_t i = 0; i < wave->count && !r; i++) {
        uint32_t count = 0;

        r = answer_costs(wave->queries[i], cost, &count, error);
        cost += count;
    }
    return r;
}

/* One query after the other, from each slot's labels. */
static int deliver_all(const struct wave *wave, struct error *error)
{
    struct search *search = &wave->near_far->search;
    struct search_arrays *arrays = &search->workspace.arrays;
    struct search_arrays own = *arrays;
    int r = 0;

    for (uint32_t i = 0; i < wave->count && !r; i++) {
        struct query *query = wave->queries[i];

        *arrays = wave->near_far->together.slots.search;
        arrays->cost += (size_t)i * arrays->vertex_count;
        arrays->bound = query->bound;
        search->query = query;
        if (query->status == QUERY_DONE)
            r = search_deliver(search, error);
    }
    *arrays = own;
    return r;
}

static void note_figures(const struct wave *wave, uint64_t took_us)
{
    for (uint32_t i = 0; i < wave->count; i++) {
        const struct near_far_progress *progress =
            &wave->near_far->together.controls[i].progress;

        wave->queries[i]->figures = (struct query_figures){
            .solve_us = took_us / wave->count,
            .phases = progress->steps,
            .settled = progress->taken,
        };
    }
}

static int take_wave(const struct wave *wave, struct error *error)
{
    uint64_t start_us = clock_now_us();
    int r;

    for (uint32_t i = 0; i < wave->count; i++)
        wave->queries[i]->status =
            cancel_due(wave->queries[i]->cancel) ? QUERY_CANCELLED : QUERY_DONE;
    r = start(wave, error);
    if (!r)
        r = run(wave, error);
    if (!r)
        r = fetch(wave, error);
    if (!r)
        r = wave->queries[0]->output == QUERY_COSTS
                ? answer_all_costs(wave, error)
                : deliver_all(wave, error);
    if (!r)
        note_figures(wave, clock_now_us() - start_us);
    return r;
}

static int near_far_solve_some(struct search *search, struct query **queries,
                               size_t count, size_t *ret_count,
                               struct error *error)
{
    struct near_far *near_far = (struct near_far *)search;
    struct near_far_together *together = &near_far->together;
    struct wave wave = {.near_far = near_far, .queries = queries};
    int r = 0;

    *ret_count = 0;
    if (together->from == 0 || count < together->from)
        return 0;
    if (!together->tried)
        r = near_far_take_slots(near_far, error);
    if (r || together->room == 0)
        return r;
    wave.count = count < together->room ? (uint32_t)count : together->room;
    for (uint32_t i = 0; i < wave.count; i++) {
        wave.seeds += queries[i]->seed_count;
        wave.targets += search_target_vertices(queries[i]);
    }
    r = take_wave(&wave, error);
    if (!r)
        *ret_count = wave.count;
    return r;
}

/* ---- One query ---- */

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

/* 0: as many threads on each multiprocessor as the largest block has. */
static int count_blocks(struct near_far *near_far, unsigned wanted,
                        struct error *error)
{
    struct occupancy room = {0};
    int r = cuda_check(near_far_occupancy(near_far->grid.block, &room),
                       "room for a grid", error);

    if (wanted == 0)
        wanted =
            room.multiprocessors * (NEAR_FAR_BLOCK_MAX / near_far->grid.block);
    near_far->grid.blocks = occupancy_blocks(&room, wanted);
    return r;
}

static int init(struct search *search, struct error *error)
{
    struct near_far *near_far = (struct near_far *)search;
    int r;

    near_far->given = search_option(search, "delta");
    near_far->times = search_fraction_option(search, "delta-times");
    near_far->rules = (struct near_far_rules){
        .hops = search_option(search, "hops"),
        .room = search_option(search, "room"),
        .alone_below = search_option(search, "alone-below"),
        .aim = search_option(search, "aim"),
        .thin = search_option(search, "thin"),
        .rounds = search_option(search, "rounds-at-once"),
    };
    near_far->grid.block = search_block_option(search, "block-threads");
    near_far->together.from = search_option(search, "together-from");
    near_far->together.bytes = (uint64_t)search_option(search, "together-mib")
                               << 20;
    near_far->together.block =
        search_block_option(search, "together-block-threads");
    r = count_blocks(near_far, search_option(search, "blocks"), error);
    return r ? r : alloc(near_far, error);
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

static int take_phase(struct search *search, struct phase *phase,
                      struct error *error)
{
    struct near_far *near_far = (struct near_far *)search;
    struct workspace *workspace = &search->workspace;
    struct host_word taken = workspace_word(workspace);
    struct host_word steps = workspace_word(workspace);
    int r =
        cuda_check(launch_near_far(&near_far->arrays, &near_far->rules, &taken,
                                   &steps, &near_far->grid, workspace->stream),
                   "near-far kernel", error);

    phase->method = "near-far";
    phase->launches = 1;
    phase->threads = (uint64_t)near_far->grid.blocks * near_far->grid.block;
    return r ? r : search_wait_rounds(search, phase, error);
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
