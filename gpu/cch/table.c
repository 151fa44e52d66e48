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
#include "gpu/cch/cch_gpu.h"
#include "gpu/cch/side.h"
#include "gpu/cuda_error.h"

/* Words of sums and of costs in a strip, at most, but for a single row. */
#define STRIP_WORDS (1ull << 22)

enum { STRIP_QUERIES_MAX = 1 << 15 }; /* a grid's second dimension */

/* A strip of the table. Exchange: columns, rows, then costs. */
struct strip {
    struct cch_gpu *cch;
    const struct target *targets; /* [target_count] */
    uint32_t target_count;
    struct query **queries; /* [query_count] */
    uint32_t query_count;
    struct cch_side columns;
    struct cch_side rows;
    struct cch_walked walked;
};

static uint32_t sum_up(const struct target *targets, uint32_t count)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < count; i++)
        sum += targets[i].vertex_count;
    return sum;
}

bool cch_table_fits(const struct cch_gpu *cch, struct query **queries,
                    size_t count)
{
    uint32_t most = cch_walks_max(cch) / 2;

    for (size_t i = 0; i < count; i++) {
        if (queries[i]->seed_count > most)
            return false;
    }
    for (uint32_t i = 0; i < queries[0]->target_count; i++) {
        if (queries[0]->targets[i].vertex_count > most)
            return false;
    }
    return true;
}

/* How many targets from the first on make a strip. */
static uint32_t strip_of_targets(const struct cch_gpu *cch,
                                 const struct target *targets, uint32_t count)
{
    uint32_t most = cch_walks_max(cch) / 2;
    uint32_t walks = 0;
    uint32_t taken = 0;

    while (taken < count && targets[taken].vertex_count <= most - walks)
        walks += targets[taken++].vertex_count;
    return taken;
}

/* How many queries from the first on make a strip; their rows. */
static uint32_t strip_of_queries(const struct strip *strip,
                                 struct query **queries, size_t count,
                                 uint32_t *ret_rows)
{
    uint32_t most = cch_walks_max(strip->cch) / 2;
    uint64_t wide = strip->columns.count > strip->target_count
                        ? strip->columns.count
                        : strip->target_count;
    uint32_t taken = 0;
    uint32_t rows = 0;

    while (taken < count && taken < STRIP_QUERIES_MAX) {
        uint64_t more = (uint64_t)rows + queries[taken]->seed_count;

        if (more > most ||
            (taken &&
             (more > taken + 1 ? more : taken + 1) * wide > STRIP_WORDS))
            break;
        rows = (uint32_t)more;
        taken++;
    }
    *ret_rows = rows;
    return taken;
}

/* Words of exchange before the costs. */
static size_t costs_at(const struct strip *strip)
{
    return strip->columns.words + strip->rows.words;
}

static int fill_columns(struct strip *strip, struct error *error)
{
    struct cch_side *columns = &strip->columns;
    uint32_t at = 0;

    cch_side_place(columns, strip->cch->search.workspace.exchange, 0);
    for (uint32_t i = 0; i < strip->target_count; i++) {
        const struct target *target = &strip->targets[i];

        columns->host.first[i] = at;
        for (uint32_t j = 0; j < target->vertex_count; j++, at++) {
            columns->host.starts[at] =
                (struct kernel_seed){target->vertices[j].vertex, 0};
            columns->host.adjustments[at] = target->vertices[j].adjustment;
        }
    }
    columns->host.first[strip->target_count] = at;
    return cch_side_sort(columns, error);
}

/* Rows of queries that are due already are left out. */
static int fill_rows(struct strip *strip, struct error *error)
{
    struct cch_side *rows = &strip->rows;
    uint32_t at = 0;

    cch_side_place(rows, strip->cch->search.workspace.exchange,
                   strip->columns.words);
    for (uint32_t i = 0; i < strip->query_count; i++) {
        struct query *query = strip->queries[i];
        uint32_t seeds = query_is_open(query) ? query->seed_count : 0;

        rows->host.first[i] = at;
        rows->host.bound[i] = query->bound;
        for (uint32_t j = 0; j < seeds; j++, at++)
            rows->host.starts[at] = (struct kernel_seed){query->seeds[j].vertex,
                                                         query->seeds[j].cost};
    }
    rows->host.first[strip->query_count] = at;
    rows->count = at;
    return cch_side_sort(rows, error);
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
    return r ? r : cch_phase_end(cch, &phase, error);
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
    uint32_t *costs = cch->search.workspace.exchange.device + costs_at(strip);
    struct cch_phase phase = cch_phase_begin("product");
    int r = cuda_check(launch_cch_product(&strip->walked, &product,
                                          cch->sums.memory, cch_stream(cch)),
                       "table", error);

    if (!r)
        r = cuda_check(
            launch_cch_choose(&table, cch->sums.memory, costs, cch_stream(cch)),
            "table", error);
    return r ? r : cch_phase_end(cch, &phase, error);
}

static int download(const struct strip *strip, struct error *error)
{
    struct workspace *workspace = &strip->cch->search.workspace;
    struct cch_phase phase = cch_phase_begin("download");
    size_t at = costs_at(strip);
    size_t count = (size_t)strip->query_count * strip->target_count;
    int r =
        cuda_check(cudaMemcpyAsync(workspace->exchange.host + at,
                                   workspace->exchange.device + at,
                                   count * sizeof(uint32_t),
                                   cudaMemcpyDeviceToHost, workspace->stream),
                   "download table", error);

    if (!r)
        r = workspace_sync(workspace, error);
    return r ? r : cch_phase_end(strip->cch, &phase, error);
}

/* The strip's part of each query's row. */
static void hand_out(const struct strip *strip, uint32_t first_target)
{
    const uint32_t *costs =
        strip->cch->search.workspace.exchange.host + costs_at(strip);
    size_t width = strip->target_count;

    for (uint32_t i = 0; i < strip->query_count; i++) {
        if (strip->queries[i]->status == QUERY_DONE)
            memcpy(strip->queries[i]->cost + first_target, costs + i * width,
                   width * sizeof(*costs));
    }
}

static int solve_strip(struct strip *strip, uint32_t first_target,
                       struct error *error)
{
    int r = fill_rows(strip, error);

    if (!r)
        r = walk(strip, &strip->rows, true, &strip->walked.sources, error);
    if (!r)
        r = multiply(strip, error);
    if (!r)
        r = download(strip, error);
    if (!r)
        hand_out(strip, first_target);
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
            cch_side_words(rows, taken) + (size_t)taken * strip->target_count;
        most_rows = rows > most_rows ? rows : most_rows;
        most_words = words > most_words ? words : most_words;
        most_sums = (size_t)rows * columns > most_sums ? (size_t)rows * columns
                                                       : most_sums;
    }
    r = workspace_reserve(&cch->search.workspace,
                          strip->columns.words + most_words, error);
    if (!r)
        r = cch_room_reserve(&cch->sums, most_sums, "sums of a table", error);
    if (!r)
        r = cch_vectors_reserve(cch, columns + most_rows,
                                &strip->walked.targets, error);
    strip->walked.sources = cch_vectors_from(&strip->walked.targets, columns);
    return r;
}

static int solve_columns(struct strip *strip, struct query **queries,
                         size_t count, uint32_t first_target,
                         struct error *error)
{
    int r = reserve(strip, queries, count, error);

    if (!r)
        r = fill_columns(strip, error);
    if (!r)
        r = walk(strip, &strip->columns, false, &strip->walked.targets, error);
    for (size_t i = 0; i < count && !r; i += strip->query_count) {
        uint32_t rows;

        strip->queries = queries + i;
        strip->query_count =
            strip_of_queries(strip, strip->queries, count - i, &rows);
        cch_side_init(&strip->rows, rows, strip->query_count);
        r = solve_strip(strip, first_target, error);
    }
    return r;
}

int cch_solve_table(struct cch_gpu *cch, struct query **queries, size_t count,
                    struct error *error)
{
    uint32_t target_count = queries[0]->target_count;
    struct strip strip = {.cch = cch};
    uint64_t start_us = clock_now_us();
    int r = 0;

    for (size_t i = 0; i < count; i++) {
        queries[i]->figures = (struct query_figures){0};
        queries[i]->status = QUERY_DONE;
    }
    for (uint32_t t = 0; t < target_count && !r; t += strip.target_count) {
        strip.targets = queries[0]->targets + t;
        strip.target_count =
            strip_of_targets(cch, strip.targets, target_count - t);
        cch_side_init(&strip.columns, sum_up(strip.targets, strip.target_count),
                      strip.target_count);
        r = solve_columns(&strip, queries, count, t, error);
    }
    for (size_t i = 0; i < count && !r; i++) {
        queries[i]->figures.phases = 3;
        queries[i]->figures.solve_us = (clock_now_us() - start_us) / count;
    }
    cch_side_finish(&strip.columns);
    cch_side_finish(&strip.rows);
    return r;
}
