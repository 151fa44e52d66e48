/* histogram: counts of values by fixed ranges.
 *
 * Any thread may add a value and any may read, at the same time: adding takes
 * two relaxed atomic additions and never waits. A reader sees every value added
 * before it began, and some of those added meanwhile. Its figures are
 * consistent: `count` is the sum of the buckets. No figure ever decreases. */
#ifndef RELAXD_BASE_HISTOGRAM_H
#define RELAXD_BASE_HISTOGRAM_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BOUNDS_MAX = 24 };

/* The upper ends of the ranges, inclusive. */
struct histogram_scale {
    size_t count;
    uint64_t bound[HISTOGRAM_BOUNDS_MAX]; /* [count], ascending */
};

/* 10 us to 60 s in steps of 1, 2.5, 5, in microseconds. */
extern const struct histogram_scale histogram_times_us;

/* 1 to 65536, each four times the one before, except for the 2. */
extern const struct histogram_scale histogram_sizes;

struct histogram {
    const struct histogram_scale *scale;            /* outlives the histogram */
    atomic_ullong bucket[HISTOGRAM_BOUNDS_MAX + 1]; /* [scale->count + 1],
                                                       the last counts values
                                                       above all bounds */
    atomic_ullong sum;
};

/* A reader's copy. */
struct histogram_figures {
    const struct histogram_scale *scale;
    uint64_t bucket[HISTOGRAM_BOUNDS_MAX + 1]; /* as above; not cumulative */
    uint64_t count;
    uint64_t sum;
};

void histogram_init(struct histogram *histogram,
                    const struct histogram_scale *scale);

void histogram_note(struct histogram *histogram, uint64_t value);

void histogram_read(const struct histogram *histogram,
                    struct histogram_figures *ret_figures);

#endif
