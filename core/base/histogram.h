/* histogram: how often values fell into fixed ranges.
 *
 * Any thread may note a value and any may read, at the same time: a note is
 * two relaxed atomic additions, nobody waits. A reader sees every value that
 * was noted before, and of those noted meanwhile some; what it reads is
 * consistent in itself: `count` is the sum of the buckets. Nothing ever goes
 * down. */
#ifndef RELAXD_BASE_HISTOGRAM_H
#define RELAXD_BASE_HISTOGRAM_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTOGRAM_BOUNDS_MAX = 24 };

/* The upper ends of the ranges, each in its range. */
struct histogram_scale {
    size_t count;
    uint64_t bound[HISTOGRAM_BOUNDS_MAX]; /* [count], ascending */
};

/* 10 us to 60 s in steps of 1, 2.5, 5, in microseconds. */
extern const struct histogram_scale histogram_times_us;

/* 1 to 65536, each four times the one before, but for the 2. */
extern const struct histogram_scale histogram_sizes;

struct histogram {
    const struct histogram_scale *scale;            /* outlives it */
    atomic_ullong bucket[HISTOGRAM_BOUNDS_MAX + 1]; /* [scale->count + 1], the
                                                       last is what is above */
    atomic_ullong sum;
};

/* What a reader gets. */
struct histogram_figures {
    const struct histogram_scale *scale;
    uint64_t bucket[HISTOGRAM_BOUNDS_MAX + 1]; /* as above; not added up */
    uint64_t count;
    uint64_t sum;
};

void histogram_init(struct histogram *histogram,
                    const struct histogram_scale *scale);

void histogram_note(struct histogram *histogram, uint64_t value);

void histogram_read(const struct histogram *histogram,
                    struct histogram_figures *ret_figures);

#endif
