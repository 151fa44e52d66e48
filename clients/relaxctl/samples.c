/* An array of times, sorted when needed. */
#include "clients/relaxctl/samples.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/array.h"

int samples_init(struct samples *samples, size_t capacity)
{
    *samples = (struct samples){.capacity = capacity};
    samples->value = array_alloc(capacity, sizeof(*samples->value));
    return samples->value ? 0 : -ENOMEM;
}

void samples_finish(struct samples *samples)
{
    free(samples->value);
    *samples = (struct samples){0};
}

void samples_add(struct samples *samples, double value)
{
    samples->value[samples->count++] = value;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;

    return (x > y) - (x < y);
}

void samples_sort(struct samples *samples)
{
    qsort(samples->value, samples->count, sizeof(*samples->value), compare);
}

double samples_at(const struct samples *samples, double share)
{
    size_t rank = (size_t)ceil(share * (double)samples->count);

    return samples->value[rank ? rank - 1 : 0];
}

double samples_median(const struct samples *samples)
{
    size_t middle = samples->count / 2;

    if (samples->count % 2)
        return samples->value[middle];
    return (samples->value[middle - 1] + samples->value[middle]) / 2;
}

double samples_mean(const struct samples *samples)
{
    double sum = 0;

    for (size_t i = 0; i < samples->count; i++)
        sum += samples->value[i];
    return sum / (double)samples->count;
}
