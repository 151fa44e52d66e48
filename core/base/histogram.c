#include "core/base/histogram.h"

const struct histogram_scale histogram_times_us = {
    21,
    {10,     25,      50,      100,     250,      500,      1000,
     2500,   5000,    10000,   25000,   50000,    100000,   250000,
     500000, 1000000, 2500000, 5000000, 10000000, 25000000, 60000000},
};

const struct histogram_scale histogram_sizes = {
    10,
    {1, 2, 4, 16, 64, 256, 1024, 4096, 16384, 65536},
};

void histogram_init(struct histogram *histogram,
                    const struct histogram_scale *scale)
{
    *histogram = (struct histogram){.scale = scale};
}

void histogram_note(struct histogram *histogram, uint64_t value)
{
    const struct histogram_scale *scale = histogram->scale;
    size_t i = 0;

    while (i < scale->count && value > scale->bound[i])
        i++;
    atomic_fetch_add_explicit(&histogram->bucket[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&histogram->sum, value, memory_order_relaxed);
}

void histogram_read(const struct histogram *histogram,
                    struct histogram_figures *ret_figures)
{
    struct histogram_figures figures = {.scale = histogram->scale};

    for (size_t i = 0; i <= histogram->scale->count; i++) {
        figures.bucket[i] =
            atomic_load_explicit(&histogram->bucket[i], memory_order_relaxed);
        figures.count += figures.bucket[i];
    }
    figures.sum = atomic_load_explicit(&histogram->sum, memory_order_relaxed);
    *ret_figures = figures;
}
