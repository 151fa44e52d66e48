/* samples: times of one kind, and what is said about them. */
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

/* No more than `capacity` of them. */
void samples_add(struct samples *samples, double value);

/* Sorts; asked for before samples_at(). */
void samples_sort(struct samples *samples);

/* Of sorted samples, at least one: the least value that `share` of them (0 to
 * 1) do not exceed. */
double samples_at(const struct samples *samples, double share);

/* Of sorted samples: between the middle two where their number is even. */
double samples_median(const struct samples *samples);
double samples_mean(const struct samples *samples);

#endif
