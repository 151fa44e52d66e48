/* replay: sums of phase times, and the search over pairs of quantiles. */
#include "gpu/tune/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/array.h"

enum { QUANTILES = 24 };

/* Above any phase; within the options' range. */
static const double never_us = 1e9;

struct adaptive_thresholds replay_selected_only(void)
{
    return (struct adaptive_thresholds){never_us, 0};
}

struct adaptive_thresholds replay_all_only(void)
{
    return (struct adaptive_thresholds){0, 0};
}

double replay_us(const struct phase_times *times,
                 struct adaptive_thresholds thresholds)
{
    struct switching switching = switching_adaptive(thresholds);
    double sum_us = 0;

    for (size_t i = 0; i < times->count; i++) {
        double time_us = switching.threads == THREADS_ALL
                             ? times->all_us[i]
                             : times->selected_us[i];

        sum_us += time_us;
        switching_phase_ended(&switching, time_us);
    }
    return sum_us;
}

static double replay_all_us(const struct phase_times *queries,
                            size_t query_count,
                            struct adaptive_thresholds thresholds)
{
    double sum_us = 0;

    for (size_t i = 0; i < query_count; i++)
        sum_us += replay_us(&queries[i], thresholds);
    return sum_us;
}

static int compare(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;

    return (a > b) - (a < b);
}

/* All times of both ways, ascending, and how many; NULL when memory is short.
 */
static double *sorted_times(const struct phase_times *queries,
                            size_t query_count, size_t *ret_count)
{
    size_t count = 0;
    double *times_us;

    for (size_t i = 0; i < query_count; i++)
        count += 2 * queries[i].count;
    times_us = array_alloc(count, sizeof(*times_us));
    if (!times_us)
        return NULL;
    count = 0;
    for (size_t i = 0; i < query_count; i++) {
        size_t size = queries[i].count * sizeof(*times_us);

        memcpy(times_us + count, queries[i].all_us, size);
        count += queries[i].count;
        memcpy(times_us + count, queries[i].selected_us, size);
        count += queries[i].count;
    }
    qsort(times_us, count, sizeof(*times_us), compare);
    *ret_count = count;
    return times_us;
}

int replay_best(const struct phase_times *queries, size_t query_count,
                struct adaptive_thresholds *ret_thresholds)
{
    size_t count = 0;
    double *times_us = sorted_times(queries, query_count, &count);
    struct adaptive_thresholds best = replay_selected_only();
    double best_us = replay_all_us(queries, query_count, best);

    if (!times_us)
        return -ENOMEM;
    for (size_t i = 0; count && i < QUANTILES * QUANTILES; i++) {
        struct adaptive_thresholds tried = {
            .to_all_us = times_us[i / QUANTILES * (count - 1) / QUANTILES],
            .to_selected_us = times_us[i % QUANTILES * (count - 1) / QUANTILES],
        };
        double sum_us;

        if (tried.to_selected_us > tried.to_all_us)
            continue;
        sum_us = replay_all_us(queries, query_count, tried);
        if (sum_us < best_us) {
            best_us = sum_us;
            best = tried;
        }
    }
    if (replay_all_us(queries, query_count, replay_all_only()) < best_us)
        best = replay_all_only();
    free(times_us);
    *ret_thresholds = best;
    return 0;
}
