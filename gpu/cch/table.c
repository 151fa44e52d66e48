/* table: costs of many queries with the same targets.
 *
 * Columns are walks towards the targets' vertices, rows walks from the queries'
 * seeds, each sorted by where it starts (product.cu says why). Strips bound
 * memory: of targets, then of queries; columns are walked once a strip of
 * targets, rows once a strip of both. */
#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/solver/batch.h"
#include "gpu/cch/strip.h"
#include "gpu/cuda_error.h"

/* The sums of walks that are over. */
static int walk_keys(const struct strip *strip, const struct cch_side *side,
                     const struct cch_walks *walks,
                     const struct cch_vectors *vectors, struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    bool forward = walks->source_count > 0;
    struct cch_key_panels panels = {cch_closed(cch), strip->panel_keys};
    struct cch_key_walks again = {
        .starts = side->device.starts,
        .sums = forward ? side->device.sums : NULL,
        .place = side->device.place,
        .count = side->count,
        .forward = forward,
        .team = walks->team,
    };

    return cuda_check(launch_cch_walk_keys(cch->arrays, &panels, &again,
                                           vectors, cch_stream(cch)),
                      "sums of walks", error);
}

/* Walks of one side; they lie in `vectors`. */
static int walk(const struct strip *strip, const struct cch_side *side,
                bool forward, const struct cch_vectors *vectors,
                struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    struct cch_walks walks = {
        .sources = side->device.starts,
        .targets = side->device.starts,
        .source_count = forward ? side->count : 0,
        .target_count = forward ? 0 : side->count,
        .team = cch_team(cch, side->count),
    };
    struct cch_phase phase =
        cch_phase_begin(forward ? "walks from" : "walks to");
    int r = cuda_check(cch_side_upload(side, cch_stream(cch)), "upload table",
                       error);

    if (!r)
        r = cuda_check(launch_cch_walks(cch->arrays, cch_closed(cch), &walks,
                                        vectors, cch_stream(cch)),
                       "walks", error);
    if (!r && strip->panel_keys)
        r = walk_keys(strip, side, &walks, vectors, error);
    return r ? r : cch_phase_end(cch, &phase, error);
}

/* Cells and answers of costs alone. */
static cudaError_t queue(const struct strip *strip,
                         const struct cch_product *product,
                         const struct cch_table *table)
{
    struct cch_gpu *cch = strip->cch;
    uint32_t *costs =
        cch->search.workspace.exchange.device + strip_costs_at(strip);
    cudaError_t status = launch_cch_product(&strip->walked, product,
                                            cch->sums.memory, cch_stream(cch));

    return status == cudaSuccess ? launch_cch_choose(table, cch->sums.memory,
                                                     costs, cch_stream(cch))
                                 : status;
}

static cudaError_t queue_keyed(const struct strip *strip,
                               const struct cch_product *product,
                               const struct cch_table *table)
{
    struct cch_gpu *cch = strip->cch;
    size_t count = (size_t)strip->query_count * strip->target_count;
    uint32_t *costs =
        cch->search.workspace.exchange.device + strip_costs_at(strip);
    struct cch_key_cells cells = {cch->sums.memory,
                                  (cch_key *)cch->sum_keys.memory};
    struct cch_key_cells answer = {
        costs, (cch_key *)(costs + strip_sums_after(count))};
    cudaError_t status = launch_cch_product_keys(&strip->walked, product,
                                                 &cells, cch_stream(cch));

    return status == cudaSuccess
               ? launch_cch_choose_keys(table, &cells,
                                        strip->columns.device.sums, &answer,
                                        cch_stream(cch))
               : status;
}

static int multiply(const struct strip *strip, struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    const struct cch_side_arrays *rows = &strip->rows.device;
    const struct cch_side_arrays *columns = &strip->columns.device;
    struct cch_product product = {
        .row_count = strip->rows.count,
        .column_count = strip->columns.count,
        .row_place = rows->place,
        .column_place = columns->place,
        .row_starts = rows->starts,
        .column_starts = columns->starts,
    };
    struct cch_table table = {
        .first_row = rows->first,
        .first_column = columns->first,
        .bound = rows->bound,
        .adjustments = columns->adjustments,
        .query_count = strip->query_count,
        .target_count = strip->target_count,
        .column_count = strip->columns.count,
    };
    struct cch_phase phase = cch_phase_begin("product");
    int r = cuda_check(strip->panel_keys ? queue_keyed(strip, &product, &table)
                                         : queue(strip, &product, &table),
                       "table", error);

    return r ? r : cch_phase_end(cch, &phase, error);
}

static int download(const struct strip *strip, struct error *error)
{
    struct workspace *workspace = &strip->cch->search.workspace;
    struct cch_phase phase = cch_phase_begin("download");
    size_t at = strip_costs_at(strip);
    size_t words = strip_answer_words(
        (size_t)strip->query_count * strip->target_count, strip->panel_keys);
    int r =
        cuda_check(cudaMemcpyAsync(workspace->exchange.host + at,
                                   workspace->exchange.device + at,
                                   words * sizeof(uint32_t),
                                   cudaMemcpyDeviceToHost, workspace->stream),
                   "download table", error);

    if (!r)
        r = workspace_sync(workspace, error);
    return r ? r : cch_phase_end(strip->cch, &phase, error);
}

/* The strip's part of each query's row. */
static void hand_out(const struct strip *strip)
{
    const uint32_t *costs =
        strip->cch->search.workspace.exchange.host + strip_costs_at(strip);
    size_t width = strip->target_count;
    const struct path_sums *sums =
        (const struct path_sums *)(costs + strip_sums_after(strip->query_count *
                                                            width));

    for (uint32_t i = 0; i < strip->query_count; i++) {
        struct query *query = strip->queries[i];

        if (query->status != QUERY_DONE)
            continue;
        memcpy(query->cost + strip->first_target, costs + i * width,
               width * sizeof(*costs));
        if (strip->panel_keys)
            memcpy(query->sums->sums + strip->first_target, sums + i * width,
                   width * sizeof(*sums));
    }
}

static int solve_strip(struct strip *strip, struct error *error)
{
    int r = strip_fill_rows(strip, error);

    if (!r)
        r = walk(strip, &strip->rows, true, &strip->walked.sources, error);
    if (!r)
        r = multiply(strip, error);
    if (!r)
        r = download(strip, error);
    if (!r)
        hand_out(strip);
    return r;
}

/* What a strip of queries needs beyond its columns. Growing loses what the
 * exchange holds, so room is made for all strips before the columns are filled
 * in. */
static int reserve(struct strip *strip, struct query **queries, size_t count,
                   struct error *error)
{
    struct cch_gpu *cch = strip->cch;
    uint32_t columns = strip->columns.count;
    bool with_sums = strip->panel_keys;
    uint32_t most_rows = 0;
    size_t most_words = 0;
    size_t most_sums = 0;
    uint32_t taken;
    int r;

    for (size_t i = 0; i < count; i += taken) {
        uint32_t rows;
        size_t words;

        taken = strip_of_queries(strip, queries + i, count - i, &rows);
        words =
            cch_side_words(rows, taken, with_sums) +
            strip_answer_words((size_t)taken * strip->target_count, with_sums);
        most_rows = rows > most_rows ? rows : most_rows;
        most_words = words > most_words ? words : most_words;
        most_sums = (size_t)rows * columns > most_sums ? (size_t)rows * columns
                                                       : most_sums;
    }
    r = workspace_reserve(&cch->search.workspace,
                          strip->columns.words + most_words, error);
    if (!r)
        r = cch_room_reserve(&cch->sums, most_sums, "costs of a table", error);
    if (!r && with_sums)
        r = cch_room_reserve(&cch->sum_keys, 2 * most_sums, "sums of a table",
                             error);
    if (!r)
        r = (with_sums ? cch_keyed_vectors_reserve : cch_vectors_reserve)(
            cch, columns + most_rows, &strip->walked.targets, error);
    strip->walked.sources = cch_vectors_from(&strip->walked.targets, columns);
    return r;
}

static int solve_columns(struct strip *strip, struct query **queries,
                         size_t count, struct error *error)
{
    int r = reserve(strip, queries, count, error);

    if (!r)
        r = strip_fill_columns(strip, error);
    if (!r)
        r = walk(strip, &strip->columns, false, &strip->walked.targets, error);
    for (size_t i = 0; i < count && !r; i += strip->query_count) {
        uint32_t rows;

        strip->queries = queries + i;
        strip->query_count =
            strip_of_queries(strip, strip->queries, count - i, &rows);
        cch_side_init(&strip->rows, rows, strip->query_count,
                      strip->panel_keys);
        r = solve_strip(strip, error);
    }
    return r;
}

int cch_solve_table(struct cch_gpu *cch, struct query **queries, size_t count,
                    struct error *error)
{
    uint32_t target_count = queries[0]->target_count;
    struct strip strip = {.cch = cch};
    uint64_t start_us = clock_now_us();
    const struct sums_query *sums = queries[0]->sums;
    int r = 0;

    if (sums)
        r = cch_metric_keys_of(cch_metric(cch), sums->arcs, cch_stream(cch),
                               &strip.panel_keys, error);
    for (size_t i = 0; i < count; i++) {
        queries[i]->figures = (struct query_figures){0};
        queries[i]->status = QUERY_DONE;
    }
    for (uint32_t t = 0; t < target_count && !r; t += strip.target_count) {
        strip.targets = queries[0]->targets + t;
        strip.first_target = t;
        strip.queries = queries;
        strip.target_count =
            strip_of_targets(cch, strip.targets, target_count - t);
        cch_side_init(&strip.columns,
                      strip_columns(strip.targets, strip.target_count),
                      strip.target_count, strip.panel_keys);
        r = solve_columns(&strip, queries, count, error);
    }
    for (size_t i = 0; i < count && !r; i++) {
        queries[i]->figures.phases = 3;
        queries[i]->figures.solve_us = (clock_now_us() - start_us) / count;
    }
    cch_side_finish(&strip.columns);
    cch_side_finish(&strip.rows);
    return r;
}
