/* samples: measured times of one kind, and their statistics. */
#ifndef RELAXD_CLIENTS_RELAXCTL_SAMPLES_H
#define RELAXD_CLIENTS_RELAXCTL_SAMPLES_H

#include <stddef.h>

struct samples {
    double *value; /* [capacity], owned */
    size_t count;
    size_t capacity;
};

/* 0 or -ENOMEM. */
int samples_init(struct samples *samples, size_t capacity);
void samples_finish(struct samples *samples);

/* At most `capacity` of them. */
void samples_add(struct samples *samples, double value);

/* Sorts; call it before samples_at() and samples_median(). */
void samples_sort(struct samples *samples);

/* Of sorted samples, at least one: the least value that a `share` of them (0 to
 * 1) does not exceed. */
double samples_at(const struct samples *samples, double share);

/* Of sorted samples; for an even number the mean of the middle two. */
double samples_median(const struct samples *samples);
double samples_mean(const struct samples *samples);

#endif
