/* batch_sizer: fits a line through the times of recent batches and derives the
 * next batch's size. */
#include "core/engine/batch_sizer.h"

#include <math.h>
#include <stdbool.h>

#include "core/base/array.h"
#include "core/engine/map_entry.h"

/* ---- Times of batches ---------------------------------------------------- */

/* The weight of earlier batches relative to the last. */
static const double memory = 0.75;

/* The least share of a query's time, including its share of the batch's fixed
 * cost, that counts as the query's own, however noisy the fit. */
static const double each_share_min = 1.0 / 64;

enum { GROWTH_MAX = 4 };

struct line {
    double own_us;
    double each_us;
    bool drawn; /* fitted through several sizes; else all time is the
                   queries' */
};

static void fade(struct batch_sizer *sizer, double share)
{
    sizer->weight *= share;
    sizer->count *= share;
    sizer->us *= share;
    sizer->count_count *= share;
    sizer->count_us *= share;
}

void batch_sizer_note(struct batch_sizer *sizer, size_t count, double us)
{
    double n = (double)count;

    fade(sizer, sizer->batches > 1 ? memory : 0);
    sizer->batches++;
    sizer->last_count = count;
    sizer->weight += 1;
    sizer->count += n;
    sizer->us += us;
    sizer->count_count += n * n;
    sizer->count_us += n * us;
}

/* Least squares. */
static struct line fit(const struct batch_sizer *sizer)
{
    double count = sizer->count / sizer->weight;
    double us = sizer->us / sizer->weight;
    double variance = sizer->count_count / sizer->weight - count * count;
    double covariance = sizer->count_us / sizer->weight - count * us;
    double each_us = us / count;
    bool drawn = variance > count * count / 100;

    if (drawn)
        each_us = fmin(each_us,
                       fmax(each_us * each_share_min, covariance / variance));
    return (struct line){us - count * each_us, each_us, drawn};
}

size_t batch_sizer_next(const struct batch_sizer *sizer, double wanted_us,
                        size_t most)
{
    struct line line = fit(sizer);
    double us = fmax(wanted_us, 2 * line.own_us) - line.own_us;
    double last = (double)sizer->last_count;
    double count = GROWTH_MAX * last;

    if (us < count * line.each_us)
        count = us / line.each_us;
    if (sizer->batches % 2 == 0)
        count /= 2;
    else if (sizer->batches > 1 && !line.drawn)
        count = fmax(count, 2 * last);
    return (size_t)fmax(1, fmin(count, (double)most));
}

/* ---- Sizes of batches ---------------------------------------------------- */

static const double batch_us = 20000;

static bool is_of_trees(const struct job *job)
{
    enum query_output output = job->queries[0]->output;

    return output == QUERY_TREE || output == QUERY_REACHED;
}

static bool is_of_pair_costs(const struct job *job)
{
    const struct query *query = job->queries[0];

    return query->output == QUERY_COSTS && query->target_count == 1;
}

/* Expected time of one more query of the job; 0: not known. */
static double expected_us(const struct job *job)
{
    const struct query *query = job->queries[0];
    const struct solver_speed *speed =
        map_entry_speed(job->map, job->solved_by, job->device);
    struct workload workload = {
        .paths = query->output == QUERY_PATHS,
        .queries = 1,
        .targets = query->target_count,
        .shared = 1,
    };
    double one_us;

    if (!speed)
        return 0;
    one_us = workload_us(&workload, speed);
    workload.queries = 2;
    return workload_us(&workload, speed) - one_us;
}

static size_t limit_on_cpu(const struct job *job,
                           const struct batch_sizer *sizer, size_t most)
{
    double fitting;

    if (sizer)
        return batch_sizer_next(sizer, batch_us, most);
    fitting = batch_us / expected_us(job);
    if (!(fitting < (double)most))
        return most;
    return fitting > 1 ? (size_t)fitting : 1;
}

static size_t limit_on_gpu(const struct job *job, size_t most)
{
    size_t common = size_min(most, BATCH_COMMON);
    double each_us = is_of_pair_costs(job) ? expected_us(job) : 0;
    double fitting = each_us > 0 ? batch_us / each_us : 0;

    if (fitting <= (double)common)
        return common;
    return fitting < (double)most ? (size_t)fitting : most;
}

size_t batch_limit(const struct job *job, const struct batch_sizer *sizer,
                   size_t most)
{
    size_t common = size_min(most, BATCH_COMMON);

    if (is_of_trees(job))
        return common;
    if (job->device->kind == DEVICE_CPU)
        return limit_on_cpu(job, sizer, common);
    return limit_on_gpu(job, most);
}
